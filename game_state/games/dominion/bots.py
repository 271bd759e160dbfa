"""Computer players. They decide from what their seat knows: its own cards, the supply and everything that lies open."""

import tomllib
from pathlib import Path
from random import Random

from game_state.ask import Ask
from game_state.game import Bot
from game_state.games.dominion.asks import FERTIG, JA, SINGLE, CardsAsk, OrderAsk, ReactionAsk, WahlAsk, YesNo, in_order, said
from game_state.games.dominion.cards import AKTION, ALL, GELD, PLAIN_GELD, PUNKTE, VALUE
from game_state.games.dominion.renaissance import WAEHLE
from game_state.games.dominion.state import Player, State
from game_state.games.dominion.zug_ask import EIN_DORFBEWOHNER, GELDER, ZugAsk
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import Entsorge, Kaufe, LegeAb, LegeAuf, LegeBeiseite, Nimm, Spiele, Taler

_TABLE: dict[str, dict[str, int]] = tomllib.loads((Path(__file__).parent / "data" / "bots.toml").read_text("utf-8"))
WANT = {card: row["want"] for card, row in _TABLE.items()}
PLAY = {card: row.get("play", row["want"]) for card, row in _TABLE.items()}
MOST = {card: row.get("most", 99) for card, row in _TABLE.items()}
TRASHERS = frozenset({"umbau", "forscherin", "anwerber", "priester", "versteck"})  # these must trash a card of the hand

PROVINZ, GOLD, SILBER = (SINGLE[Kaufe][card] for card in ("provinz", "gold", "silber"))


def geld(state: State, ask: Ask, chance: Random) -> Command:
    """Plain big money: Provinz from 8, Gold from 6, Silber from 3, nothing else."""
    if ask.__class__ is not ZugAsk:
        return antwort(state, ask)
    if state.phase == "aktion":
        for card in state.players[ask.seat].hand:
            if card in PLAIN_GELD:
                return GELDER
        return FERTIG
    coins, supply = state.muenzen, state.vorrat
    if coins < 3 or not state.kaeufe:
        return FERTIG
    if coins >= 8 and supply["provinz"]:
        return PROVINZ
    if coins >= 6 and supply["gold"]:
        return GOLD
    return SILBER if supply["silber"] else FERTIG


def stark(state: State, ask: Ask, chance: Random) -> Command:
    """Big money with the best actions of the kingdom: few that end the action phase, more that do not."""
    if not isinstance(ask, ZugAsk):
        return antwort(state, ask)
    player = state.players[ask.seat]
    if state.phase == "aktion":
        action = beste_aktion(state, player, ask.aktionen())
        if action is not None:
            return SINGLE[Spiele][action]
        if not state.aktionen and player.dorfbewohner and beste_aktion(state, player, [c for c in player.hand if c in AKTION]) is not None:
            return EIN_DORFBEWOHNER
        if any(card in PLAIN_GELD for card in player.hand):
            return GELDER
        return FERTIG
    if not state.gekauft:
        money = ask.gelder()
        if any(card in PLAIN_GELD for card in money):
            return GELDER
        money = [card for card in money if card not in TRASHERS or muss_weg(state, player)]
        if money:
            return SINGLE[Spiele][money[0]]
        if player.taler:
            needed = fehlt(state, player)
            if needed:
                return Taler(zahl=needed)
    bought = einkauf(state, player, ask.kaufbar())
    return FERTIG if bought is None else SINGLE[Kaufe][bought]


# -- what to play, what to buy --------------------------------------------------------------------------------------


def beste_aktion(state: State, player: Player, actions: list[str]) -> str | None:
    """Cards that give actions first; then the best of the others, if it does no harm."""
    def useful(card: str) -> bool:
        if card in TRASHERS:
            return bool(muss_weg(state, player))
        if card == "gelehrte":
            return len(player.hand) <= 5
        if card == "thronsaal":
            return sum(1 for c in player.hand if c in AKTION) > player.hand.count("thronsaal")
        return True

    usable = [card for card in actions if useful(card)]
    if not usable:
        return None
    return max(usable, key=lambda card: (ALL[card].plus.get("actions", 0) > 0, ALL[card].plus.get("actions", 0), PLAY.get(card, 10)))


def fehlt(state: State, player: Player) -> int:
    """Taler that reach the next price worth it."""
    for price in (8, 6, 5):
        gap = price - state.muenzen
        if 0 < gap <= player.taler:
            return gap
        if gap <= 0:
            return 0
    return 0


def einkauf(state: State, player: Player, options: list[str]) -> str | None:
    supply = state.vorrat
    provinces = supply["provinz"]
    if "kolonie" in options:
        return "kolonie"
    if "platin" in options and provinces > 3:
        return "platin"
    if "provinz" in options and ("kolonie" not in supply or provinces <= 4 or state.muenzen < 9):
        return "provinz"
    if provinces <= 4 and "herzogtum" in options:
        return "herzogtum"
    if provinces <= 2 and "anwesen" in options:
        return "anwesen"
    owned = player.kartensatz()
    wanted = [(reiz(state, player, owned, card), card) for card in options if card in WANT]
    best = max(wanted, default=(0, ""))
    return best[1] if best[0] >= 20 else None


def reiz(state: State, player: Player, owned: list[str], card: str) -> int:
    """How much a card is wanted now, with what the deck already has."""
    want = WANT[card]
    if owned.count(card) >= MOST[card]:
        return 0
    if card in AKTION:
        given = ALL[card].plus.get("actions", 0)
        stops = sum(1 for c in owned if c in AKTION and not ALL[c].plus.get("actions"))
        opens = sum(1 for c in owned if ALL[c].plus.get("actions", 0) > 1)
        room = 1 + len(owned) // 10 + opens + player.dorfbewohner // 3
        if given == 0 and stops >= room:
            return 0
        if given > 1 and stops > room - 1:
            want += 20
        if card == "kapelle" and player.zuege > 2:
            return 0
    if card in state.projekte and player.zuege > 10:
        return 0
    return want


# -- answers to everything else -------------------------------------------------------------------------------------


def antwort(state: State, ask: Ask) -> Command:
    if isinstance(ask, ReactionAsk):
        return ask.options()[0]
    if isinstance(ask, YesNo):
        return JA
    if isinstance(ask, OrderAsk):
        return ask.options()[0]
    if isinstance(ask, CardsAsk):
        return karten(state, state.players[ask.seat], ask)
    if isinstance(ask, WahlAsk):
        return wahl(state, state.players[ask.seat], ask)
    return ask.passing() or ask.options()[0]


def karten(state: State, player: Player, ask: CardsAsk) -> Command:
    """One of the many ways to choose cards, by verb."""
    pool = sorted(ask.pool, key=lambda card: wert(card))  # worst first
    declined = ask.passing() or FERTIG
    if not pool:
        return declined
    if ask.verb is Entsorge:
        chosen = entsorgen(state, player, ask, pool)
    elif ask.verb is LegeAb:
        harmless = [card for card in pool if card in PUNKTE or card == "fluch" or (ask.why == "nur Kupfer.")]
        chosen = pool[: ask.least] if ask.least else harmless[: ask.most]
    elif ask.verb is LegeAuf:
        if ask.most > 1:
            chosen = pool[::-1][: ask.most]
        elif ask.least:
            chosen = pool[:1]
        else:
            chosen = pool[-1:] if wert(pool[-1]) >= wert("silber") else []
    elif ask.verb is Nimm:
        chosen = [max(pool, key=lambda card: nehmen_wert(state, card))]
    elif ask.verb is LegeBeiseite:
        chosen = [] if pool[0] in PUNKTE or pool[0] == "fluch" or (len(player.hand) > 5 and "Bibliothek" in ask.prompt()) else pool[:1]
        if "Bibliothek" in ask.prompt() and state.aktionen:
            chosen = []
    else:
        best = beste_aktion(state, player, list(pool)) if ask.verb is Spiele else pool[-1]
        chosen = [] if best is None else [best]
        if not chosen and ask.least:
            chosen = pool[:1]
    return said(ask.verb, tuple(in_order(chosen) if ask.verb is not LegeAuf else chosen)) if chosen else declined


def entsorgen(state: State, player: Player, ask: CardsAsk, pool: list[str]) -> list[str]:
    if ask.why == "nur eine Geldkarte.":  # Mine, Schatzmeisterin
        for card, better in (("silber", "gold"), ("kupfer", "silber")):
            if card in pool and state.vorrat[better]:
                return [card]
        return pool[: ask.least]
    if ask.why == "nur ein Kupfer.":
        return ["kupfer"]
    junk = [card for card in pool if card in muss_weg(state, player)]
    return junk[: ask.most] if len(junk) >= ask.least else pool[: ask.least]


def muss_weg(state: State, player: Player) -> list[str]:
    """Cards of the own hand this player would rather not have."""
    late = state.vorrat["provinz"] <= 3
    power = sum(VALUE[card] for card in player.kartensatz())
    junk = [card for card in player.hand if card == "fluch" or (card == "anwesen" and not late)]
    if power > 9:
        junk += [card for card in player.hand if card == "kupfer"]
    return junk


def wert(card: str) -> int:
    """Worth in the hand."""
    if card == "fluch":
        return 0
    if card in PUNKTE:
        return 1
    if card in GELD and card not in WANT:
        return 10
    return WANT.get(card, 15)


def nehmen_wert(state: State, card: str) -> int:
    if card == "provinz":
        return 200
    if card == "herzogtum":
        return 50 if state.vorrat["provinz"] <= 4 else 5
    if card in ("fluch", "kupfer", "anwesen"):
        return {"fluch": -5, "kupfer": 0, "anwesen": 3}[card]
    return WANT.get(card, 10)


def wahl(state: State, player: Player, ask: WahlAsk) -> Command:
    options = ask.options()
    if WAEHLE["karten"] in options:
        return WAEHLE["karten"] if player.plan_marker >= 3 else WAEHLE["marker"]
    if WAEHLE["muenzen"] in options:  # Zepter: again what gives at least as much
        again = [o for o in options if isinstance(o, Spiele) and (ALL[o.karten[0]].plus.get("coins", 0) > 2 or ALL[o.karten[0]].plus.get("cards", 0) > 2)]
        again = [o for o in again if o.karten[0] != "gelehrte"]
        return again[0] if again else WAEHLE["muenzen"]
    if any(isinstance(option, LegeAuf) for option in options):  # Torwächterin
        return torwaechterin(state, player, options)
    takes = [o for o in options if isinstance(o, Nimm) and o.karten[0] in ("gold", "platin", "gewuerze")]
    if takes:
        return takes[0]
    kupfer = SINGLE[Entsorge]["kupfer"]
    if kupfer in options and sum(VALUE[card] for card in player.kartensatz()) > 9:
        return kupfer
    return options[-1]


def torwaechterin(state: State, player: Player, options: list[Command]) -> Command:
    seen = next(option.karten for option in options if isinstance(option, LegeAuf))
    late = state.vorrat["provinz"] <= 3
    for card in seen:
        junk = card == "fluch" or card == "kupfer" or (card == "anwesen" and not late)
        if junk and SINGLE[Entsorge][card] in options:
            return SINGLE[Entsorge][card]
    for card in seen:
        if card in PUNKTE or card == "fluch":
            return SINGLE[LegeAb][card]
    return next(option for option in options if isinstance(option, LegeAuf))


BOTS: dict[str, Bot] = {"stark": stark, "geld": geld}

