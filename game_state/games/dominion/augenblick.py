"""Questions about the moment: which options a question speaks of, what is worth trying, and who may attack now."""

from collections.abc import Callable
from itertools import pairwise

from game_state.games.dominion.asks import SINGLE, in_order
from game_state.games.dominion.cards import AKTION, ANGRIFF, CITE, COST, PLAIN_GELD, PLUS_MUENZEN, PROJECTS, PUNKTE, VALUE, name, names
from game_state.games.dominion.kosten import ist_geld, kosten
from game_state.games.dominion.state import State
from game_state.games.dominion.zug_ask import AKTIONSPHASE, KAUFPHASE, many
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import (
    CARDS,
    AlleGelder,
    DeckeAuf,
    Dorfbewohner,
    Entsorge,
    Kaufe,
    LegeAb,
    LegeAuf,
    LegeBeiseite,
    Nimm,
    Spiele,
    Taler,
    WithCards,
)
from rules_dsl.numbers import NUMBER_WORDS

Test = Callable[[State, str], bool]
ANGREIFEN = "Grundregeln > Angriff"
NOUNS: dict[str, Test] = {
    "aktion": lambda _s, card: card in AKTION, "angriff": lambda _s, card: card in ANGRIFF, "geld": ist_geld,
    "punkte": lambda _s, card: card in PUNKTE, "projekt": lambda _s, card: card in PROJECTS,
}
ENDINGS = ("", "e", "en", "er", "s", "karte", "karten", "skarte", "skarten")
WORDS = {noun + ending: test for noun, test in NOUNS.items() for ending in ENDINGS}
TOKENS: dict[str, type[Command]] = {"taler": Taler, "talern": Taler, "dorfbewohner": Dorfbewohner, "dorfbewohnern": Dorfbewohner}


def about(s: State, command: Command, asked: list[str]) -> bool:
    """Whether an option is of the kind a question names: an action, money, a card by its name."""
    tokens = [TOKENS[word] for word in asked if word in TOKENS]
    if tokens:
        return isinstance(command, tuple(tokens))
    if isinstance(command, Kaufe) and len(command.karten) < max((_number(word) for word in asked), default=0):
        return False
    if "nur" in asked and isinstance(command, WithCards) and len(command.karten) != max((_number(word) for word in asked), default=len(command.karten)):
        return False
    tests = [WORDS[word] for word in asked if word in WORDS]
    named = _named(asked)
    if not isinstance(command, WithCards):
        return not named and (not tests or (isinstance(command, AlleGelder) and NOUNS["geld"] in tests))
    if named and not named & set(command.karten):
        return False
    return not tests or any(test(s, card) for test in tests for card in command.karten)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS.get(word, 0)


def _named(asked: list[str]) -> set[str]:
    pairs = [f"{one} {two}" for one, two in pairwise(asked)]
    return {CARDS.by_form[form] for form in (*asked, *pairs) if form in CARDS.by_form}


def tries(s: State, seat: int) -> list[Command]:
    """Commands with the own cards and the cheapest of the supply, to find out why something is not possible."""
    hand = list(dict.fromkeys(in_order(s.players[seat].hand)))
    hand.sort(key=lambda card: card not in AKTION)
    supply = sorted((card for card, count in s.vorrat.items() if count), key=lambda card: kosten(s, card))
    found: list[Command] = [SINGLE[verb][card] for verb in (Spiele, Entsorge, LegeAb, LegeAuf, LegeBeiseite, DeckeAuf) for card in hand]
    found += [SINGLE[Kaufe][card] for card in (*supply, *sorted(s.projekte, key=lambda p: COST[p]))]
    found += [Kaufe(karten=(supply[0],) * number) for number in (2, 3, 4, 5) if supply]
    return [*found, *(SINGLE[Nimm][card] for card in supply), Taler(zahl=1), Dorfbewohner(zahl=1), AlleGelder(), SINGLE[DeckeAuf]["burggraben"]]


def threat(s: State, by: int, who: str) -> tuple[str, str, tuple[str, ...]]:
    """Whether this seat could play an attack now, by what everybody sees."""
    player = s.players[by]
    attacks = [card for card in s.koenigreich if card in ANGRIFF]
    if not attacks:
        return "nein", "In dieser Partie gibt es keine Angriffskarte.", (ANGREIFEN,)
    if by != s.active:
        return "nein", f"{who} ist nicht am Zug; Angriffe werden nur im eigenen Zug gespielt.", (AKTIONSPHASE, ANGREIFEN)
    cards = many(len(player.hand), "Handkarte", "Handkarten")
    unseen = f"Angriffskarten dieser Partie: {names(attacks)}. Ob {who} eine auf der Hand hat, ist verdeckt."
    if s.phase == "aktion":
        if not player.hand or not (s.aktionen or player.dorfbewohner):
            return "nein", f"{who} hat {many(s.aktionen, 'Aktion', 'Aktionen')} und {cards}.", (AKTIONSPHASE,)
        more = f" und {player.dorfbewohner} Dorfbewohner" if player.dorfbewohner else ""
        return "ja", f"{who} ist in der Aktionsphase mit {many(s.aktionen, 'Aktion', 'Aktionen')}{more} und {cards}. {unseen}", (AKTIONSPHASE, ANGREIFEN)
    ways = _in_buy_phase(s, by, attacks)
    if ways:
        return "ja", f"{who} ist in der Kaufphase, könnte aber noch angreifen: {'; '.join(text for text, _ in ways)}.", tuple(dict.fromkeys(c for _, c in ways))
    return "nein", f"{who} ist in der Kaufphase; dort werden keine Aktionskarten gespielt.", (KAUFPHASE, ANGREIFEN)


def _in_buy_phase(s: State, by: int, attacks: list[str]) -> list[tuple[str, str]]:
    """What lets an attack happen in a buy phase, each with its paragraph."""
    player, ways = s.players[by], []
    if player.hand and not s.gekauft:
        if "kapitalismus" in player.projekte and PLUS_MUENZEN.intersection(attacks):
            ways.append(("mit Kapitalismus als Geldkarte", CITE["kapitalismus"]))
        if "zepter" in s.koenigreich and any(played.card in ANGRIFF and played.zug == s.zug for played in player.gespielt):
            ways.append(("mit dem Zepter wiederholt", CITE["zepter"]))
    if "innovation" in player.projekte and not s.aktion_genommen and s.kaeufe:
        ways.append(("sofort nach dem Nehmen durch Innovation", CITE["innovation"]))
    return ways


def gefragt(s: State, about: str, seat: int, asked: list[str]) -> tuple[str, str, tuple[str, ...]] | None:
    """Whether the own money is enough, and whether an attack would hit, from the own hand and what all can see."""
    named = in_order(list(_named(asked)))
    if about == "leisten" and named and all(card in s.vorrat or card in s.projekte for card in named):
        return _leisten(s, seat, named, max((_number(word) for word in asked), default=1) if len(named) == 1 else 1)
    if about == "sicher":
        attacks = [card for card in named if card in ANGRIFF]
        if attacks or (not named and "angriff" in " ".join(asked)):
            return _sicher(s, seat, attacks)
    return None


def _leisten(s: State, seat: int, wanted: list[str], count: int) -> tuple[str, str, tuple[str, ...]]:
    """Coins, money in hand and Taler against the price; who is not playing now has only the hand and the printed price."""
    player, mine, count = s.players[seat], seat == s.active, max(1, count)
    price = sum(kosten(s, card) if mine else COST[card] for card in wanted) * count
    what = f"{count} {name(wanted[0])}" if count > 1 else names(wanted)
    parts = [(s.muenzen, many(s.muenzen, "Münze", "Münzen"))] if mine else []
    if not (mine and s.gekauft):
        hand = sum(VALUE[card] for card in player.hand if card in PLAIN_GELD)
        parts += [(hand, f"Geldkarten für {hand} auf der Hand"), (player.taler, f"{player.taler} Taler")]
    total, buys = sum(value for value, _ in parts), s.kaeufe if mine else 1
    has = " und ".join(text for value, text in parts if value) or "kein Geld"
    text = f"{what} {'kosten' if count * len(wanted) > 1 else 'kostet'} {price}, du hast {has}" + (f", zusammen {total}." if has.count(" und ") else ".")
    enough = total >= price
    if enough and buys < count * len(wanted):
        return "nein", f"{text} Das Geld reicht, aber du hast nur {many(buys, 'Kauf', 'Käufe')}.", (KAUFPHASE,)
    if not enough and not (mine and (s.gekauft or s.phase != "aktion")) and any(card in AKTION for card in player.hand):
        text += " Was deine Aktionskarten noch bringen, ist nicht mitgerechnet."
    return "ja" if enough else "nein", text if mine else f"{text} Kaufen kannst du erst in deinem Zug.", (KAUFPHASE, *(CITE[card] for card in wanted))


def _sicher(s: State, seat: int, attacks: list[str]) -> tuple[str, str, tuple[str, ...]]:
    """Not in the game, no turn of another, a Burggraben in hand, too few cards: safe."""
    player = s.players[seat]
    here = [card for card in (attacks or s.koenigreich) if card in s.vorrat and card in ANGRIFF]
    cites = (ANGREIFEN, *(CITE[card] for card in here[:2]))
    if not here:
        return "ja", f"{names(attacks) if attacks else 'Eine Angriffskarte'} gibt es in dieser Partie nicht.", (ANGREIFEN,)
    if "burggraben" in player.hand:
        return "ja", "Du hast einen Burggraben auf der Hand: Zeigst du ihn, trifft dich der Angriff nicht.", (CITE["burggraben"], ANGREIFEN)
    few = {"miliz": 3, "schwarzer_meister": 4}
    if all(len(player.hand) <= few.get(card, -1) for card in here):
        return "ja", f"Mit {many(len(player.hand), 'Handkarte', 'Handkarten')} legst du nichts ab.", cites
    none = "Einen Burggraben hast du nicht auf der Hand."
    if seat == s.active:
        return "ja", f"Du bist selbst am Zug, und ein Angriff trifft nur die Mitspieler. {none}", cites
    return "nein", f"{none} Spielt jemand {' oder '.join(name(card) for card in here)}, trifft es dich.", cites
