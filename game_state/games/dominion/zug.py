"""The sequence of play: start of the turn, action phase, buy phase, clean-up, end of the game."""

from game_state.ask import QUIET, Play
from game_state.games.dominion.asks import CardsAsk, Effekt, PlayAreaAsk, ShownAsk, WahlAsk, YesNo, declines
from game_state.games.dominion.basis import aus_dem_vorrat, handkarte_auflegen
from game_state.games.dominion.cards import AKTION, CITE, COST, PLAIN_GELD, PUNKTE, SIMPLE_GELD, VALUE
from game_state.games.dominion.kosten import kosten, leere_stapel
from game_state.games.dominion.renaissance import WAEHLE
from game_state.games.dominion.state import Played, Player, Ref, State
from game_state.games.dominion.verben import (
    ablegen,
    aufdecken,
    auslegen,
    ausspielen,
    bereit,
    bonus,
    der_reihe_nach,
    entsorgen,
    mischen,
    nehmen,
    plus,
    vom_deck,
    ziehen,
)
from game_state.games.dominion.zug_ask import AKTIONSPHASE, GELDPHASE, KAUFPHASE, PROJEKTE, TOKENS, ZugAsk
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import ALLE, AlleGelder, Dorfbewohner, Entsorge, Kaufe, LegeAb, LegeAuf, Spiele, Taler, ZugBeenden

AUFRAEUMEN, SPIELENDE, DAUERKARTEN = "Grundregeln > Aufräumphase", "Grundregeln > Spielende", "Neue Regeln > Die Dauerkarten"
HAND = 5
LEERLAUF = 50  # rounds without any card gained: the rules know no such end, but nothing would ever happen again


def partie(r: Ref) -> Play[None]:
    """Turn after turn, from whatever turn and phase the state is in."""
    s = r.state
    if s.phase == "aufbau":
        r.note("aufbau", s.active, (tuple(s.koenigreich), tuple(s.projekte), "platin" in s.vorrat), "Grundregeln > Spielaufbau", "Spielvorbereitung")
        s.phase = "beginn"
    while s.phase != "ende":
        yield QUIET
        yield from zug(r)


def zug(r: Ref) -> Play[None]:
    s = r.state
    if s.phase == "beginn":
        yield from zugbeginn(r)
        s.phase = "aktion"
    ask = ZugAsk(s.active, s)
    last: Command | None = None
    if s.phase == "aktion":
        last = yield from aktionsphase(r, ask)
        s.phase = "kauf"
        if declines(last):
            r.note("kaufphase", s.active, (), KAUFPHASE)
        yield from kaufbeginn(r)
    if s.phase == "kauf":
        if last is None or last.__class__ is not ZugBeenden:
            yield from kaufphase(r, ask, last)
        yield from kaufende(r)
        s.phase = "aufraeumen"
    yield from aufraeumphase(r)
    zugende(r)


# -- start of the turn ----------------------------------------------------------------------------------------------


def zugbeginn(r: Ref) -> Play[None]:
    """Grundregeln > Zugphasen: 1 action, 1 buy, 0 coins; then what happens at the start of the turn."""
    s = r.state
    player = s.players[s.active]
    s.zug += 1
    player.zuege += 1
    if s.flotte is not None:
        player.flottenzuege += 1
    s.aktionen = s.kaeufe = 1
    s.muenzen = s.gekauft = s.karten_gekauft = s.erfinder = s.priester = s.fortschritt = s.haendlerin = s.silber = s.aktionen_gespielt = s.angebote = 0
    s.aktion_genommen = s.horn_genutzt = False
    if player.projekte or player.artefakte or player.gespielt or player.ladung:
        yield from _effekte_zu_beginn(r, s.active)


def _effekte_zu_beginn(r: Ref, seat: int) -> Play[None]:
    """Plain bonuses at once; everything else in the order the player wants."""
    s = r.state
    player = s.players[seat]
    if "schluessel" in player.artefakte:
        bonus(r, seat, CITE["schluessel"], "schluessel", muenzen=1)
    if "kaserne" in player.projekte:
        bonus(r, seat, CITE["kaserne"], "kaserne", aktionen=1)
    if "kleiner_markt" in player.projekte:
        bonus(r, seat, CITE["kleiner_markt"], "kleiner_markt", kaeufe=1)
    effekte = [
        Effekt(played.card, lambda _, played=played: _dauerkarte(r, seat, played))  # type: ignore[misc]
        for played in player.gespielt if played.ladung or played.verdeckt
    ]
    if player.ladung:
        effekte.append(Effekt("frachtschiff", lambda _: _ladung(r, seat)))
    for projekt, run in ZU_BEGINN.items():
        if projekt in player.projekte:
            effekte.append(Effekt(projekt, lambda _, run=run: run(r, seat)))  # type: ignore[misc]
    yield from der_reihe_nach(r, seat, effekte)


def _dauerkarte(r: Ref, seat: int, played: Played) -> Play[None]:
    """What lies on a Frachtschiff or a Forscherin comes into the hand."""
    hand = r.state.players[seat].hand
    hand += played.ladung
    hand += played.verdeckt
    shown, hidden = tuple(played.ladung), tuple(played.verdeckt)
    r.note("auf_die_hand", seat, (played.card, shown, len(hidden)), CITE[played.card], DAUERKARTEN, secret=hidden or None, knows=(seat,) if hidden else ())
    played.ladung, played.verdeckt = [], []
    yield from ()


def _ladung(r: Ref, seat: int) -> Play[None]:
    """The same for a Frachtschiff that is in play no more."""
    player = r.state.players[seat]
    r.note("auf_die_hand", seat, ("frachtschiff", tuple(player.ladung), 0), CITE["frachtschiff"], DAUERKARTEN)
    player.hand += player.ladung
    player.ladung = []
    yield from ()


def kathedrale(r: Ref, seat: int) -> Play[None]:
    hand, cite = r.state.players[seat].hand, CITE["kathedrale"]
    if hand:
        command = yield CardsAsk(seat, Entsorge, hand, 1, 1, "Kathedrale: Du musst eine Handkarte entsorgen.", cite)
        yield from entsorgen(r, seat, command.karten, cite)


def stadttor(r: Ref, seat: int) -> Play[None]:
    cite = CITE["stadttor"]
    yield from ziehen(r, seat, 1, cite)
    yield from handkarte_auflegen(r, seat, "Stadttor: Du musst eine Handkarte auf deinen Nachziehstapel legen.", cite)


def piazza(r: Ref, seat: int) -> Play[None]:
    s, cite = r.state, CITE["piazza"]
    yield from bereit(r, seat, 1)
    cards = vom_deck(r, seat, 1)
    if not cards:
        return
    card = cards[0]
    player = s.players[seat]
    player.obenauf(cards)
    aufdecken(r, seat, cards, cite)
    if card in AKTION:
        vom_deck(r, seat, 1)
        yield from ausspielen(r, auslegen(s, card), cite)


def finsterer_plan(r: Ref, seat: int) -> Play[None]:
    player, cite = r.state.players[seat], CITE["finsterer_plan"]
    prompt = f"Finsterer Plan: Du legst einen Marker dazu oder entfernst alle ({player.plan_marker}) und ziehst so viele Karten."
    command = yield WahlAsk(seat, prompt, [WAEHLE["marker"], WAEHLE["karten"]], cite)
    if command == WAEHLE["marker"]:
        player.plan_marker += 1
        r.note("plan", seat, (player.plan_marker,), cite)
        return
    count, player.plan_marker = player.plan_marker, 0
    r.note("plan", seat, (0,), cite)
    yield from ziehen(r, seat, count, cite)


def speicher(r: Ref, seat: int) -> Play[None]:
    hand, cite = r.state.players[seat].hand, CITE["speicher"]
    if hand:
        pool = [card for card in hand if card == "kupfer"]
        prompt = "Speicher: Du darfst beliebig viele Kupfer ablegen und ziehst gleich viele Karten."
        command = yield CardsAsk(seat, LegeAb, hand, 0, len(hand), prompt, cite, pool=pool, why="nur Kupfer.")
        if not declines(command):
            ablegen(r, seat, command.karten, cite)
            yield from ziehen(r, seat, len(command.karten), cite)


def fruchtwechsel(r: Ref, seat: int) -> Play[None]:
    hand, cite = r.state.players[seat].hand, CITE["fruchtwechsel"]
    if hand:
        pool = [card for card in hand if card in PUNKTE]
        prompt = "Fruchtwechsel: Du darfst eine Punktekarte ablegen und ziehst dann 2 Karten."
        command = yield CardsAsk(seat, LegeAb, hand, 0, 1, prompt, cite, pool=pool, why="nur eine Punktekarte.")
        if not declines(command):
            ablegen(r, seat, command.karten, cite)
            yield from ziehen(r, seat, 2, cite)


ZU_BEGINN = {
    "kathedrale": kathedrale, "stadttor": stadttor, "piazza": piazza, "finsterer_plan": finsterer_plan, "speicher": speicher,
    "fruchtwechsel": fruchtwechsel,
}


# -- action phase ---------------------------------------------------------------------------------------------------


def aktionsphase(r: Ref, ask: ZugAsk) -> Play[Command]:
    """Gives back the command that ended it: „fertig“, or the first one of the buy phase."""
    s = r.state
    while True:
        command: Command = yield ask
        if isinstance(command, Spiele) and s.aktionen and command.karten[0] in AKTION:
            card = command.karten[0]
            s.spieler.hand.remove(card)
            s.aktionen -= 1
            yield from ausspielen(r, auslegen(s, card), AKTIONSPHASE)
        elif isinstance(command, Dorfbewohner):
            player = s.spieler
            count = player.dorfbewohner if command.zahl == ALLE else command.zahl
            player.dorfbewohner -= count
            s.aktionen += count
            r.note("dorfbewohner", s.active, (count, s.aktionen), TOKENS)
        else:
            return command


# -- buy phase ------------------------------------------------------------------------------------------------------


def kaufbeginn(r: Ref) -> Play[None]:
    s = r.state
    if s.aktion_genommen and r.readings.get("innovation_erste_karte", "zug") == "kaufphase":
        s.aktion_genommen = False
    if "schatzkiste" in s.spieler.artefakte:
        yield from nehmen(r, s.active, "gold", CITE["schatzkiste"])


def kaufphase(r: Ref, ask: ZugAsk, first: Command | None) -> Play[None]:
    """Treasures and Taler before the first purchase, then one purchase per buy. Ends by itself when nothing is left to decide."""
    s = r.state
    if first is None or declines(first):  # „fertig“ of the action phase only led here
        first = yield ask
    command: Command = first
    while True:
        kind = command.__class__
        if kind is Kaufe:
            yield from kaufen(r, command.karten)  # type: ignore[attr-defined]
            if not s.kaeufe:
                return
        elif kind is AlleGelder:
            yield from gelder(r, [card for card in s.spieler.hand if card in PLAIN_GELD])
        elif kind is Spiele:
            yield from geld_spielen(r, command.karten)  # type: ignore[attr-defined]
        elif kind is Taler:
            taler(r, command.zahl)  # type: ignore[attr-defined]
        else:
            return
        command = yield ask


def geld_spielen(r: Ref, cards: tuple[str, ...]) -> Play[None]:
    """Treasures by name. What decides something, and what Kapitalismus makes a treasure, is played like an action."""
    s = r.state
    if cards[0] in PLAIN_GELD:
        yield from gelder(r, list(cards))
        return
    s.spieler.hand.remove(cards[0])
    yield from ausspielen(r, auslegen(s, cards[0]), GELDPHASE)


def gelder(r: Ref, cards: list[str]) -> Play[None]:
    """Several plain treasures, one after the other, as one decision."""
    s = r.state
    player = s.players[s.active]
    if len(cards) == len(player.hand):
        player.hand = []
    else:
        for card in cards:
            player.hand.remove(card)
    player.gelder += cards
    coins = 0
    for card in cards:
        coins += VALUE[card]
    cites: tuple[str, ...] = (GELDPHASE,)
    if s.haendlerin and not s.silber and "silber" in cards:
        coins += s.haendlerin
        cites = (GELDPHASE, CITE["haendlerin"])
    if "silber" in cards:
        s.silber += cards.count("silber")
    s.muenzen += coins
    r.note("gelder", s.active, (tuple(cards), coins, s.muenzen), *cites)
    for card in cards:
        if card not in SIMPLE_GELD:
            yield from plus(r, card)


def taler(r: Ref, count: int) -> None:
    s = r.state
    if count == ALLE:
        count = s.spieler.taler
    s.spieler.taler -= count
    s.muenzen += count
    r.note("taler", s.active, (count, s.muenzen), TOKENS)


def kaufen(r: Ref, cards: tuple[str, ...]) -> Play[None]:
    """One buy and the price now, for each card; what cannot be paid any more is left out."""
    s = r.state
    for card in cards:
        if card in s.projekte:
            projekt_kaufen(r, card)
            continue
        price = kosten(s, card)
        if not s.vorrat[card] or price > s.muenzen:
            r.note("leer", s.active, (card,), KAUFPHASE)
            continue
        s.kaeufe -= 1
        s.muenzen -= price
        s.gekauft += 1
        s.karten_gekauft += 1
        r.note("kauft", s.active, (card, price, s.muenzen), KAUFPHASE, CITE[card])
        yield from nehmen(r, s.active, card, KAUFPHASE, noted=True)


def projekt_kaufen(r: Ref, projekt: str) -> None:
    """Neue Regeln > Projekte: one buy, the printed price, one of the two cubes; no card was bought."""
    s = r.state
    s.kaeufe -= 1
    s.muenzen -= COST[projekt]
    s.gekauft += 1
    s.spieler.projekte.append(projekt)
    r.note("projekt", s.active, (projekt, COST[projekt], s.muenzen), PROJEKTE, CITE[projekt])


def kaufende(r: Ref) -> Play[None]:
    s = r.state
    player = s.spieler
    if not player.projekte:
        return
    if "erkundung" in player.projekte and not s.karten_gekauft:
        bonus(r, s.active, CITE["erkundung"], "erkundung", taler=1, dorfbewohner=1)
    if "festzug" in player.projekte and s.muenzen:
        command = yield YesNo(s.active, f"Festzug: Du hast {s.muenzen} übrig und darfst 1 Münze für 1 Taler bezahlen.", CITE["festzug"])
        if not declines(command):
            bonus(r, s.active, CITE["festzug"], "festzug", muenzen=-1, taler=1)


# -- clean-up ---------------------------------------------------------------------------------------------------------


def aufraeumphase(r: Ref) -> Play[None]:
    """Fortschritt first; then everything is discarded but durations that still have something to do; then a new hand."""
    s = r.state
    player = s.players[s.active]
    while s.fortschritt:
        s.fortschritt -= 1
        yield from fortschritt(r)
    player.ablage += player.hand
    player.ablage += player.gelder
    player.hand = []
    player.gelder = []
    if player.gespielt:
        yield from _ablegen_aus_dem_spiel(r, player)
    count = HAND + ("fahne" in player.artefakte)
    if len(player.deck) < count and player.ablage:
        if "sternenkarte" in player.projekte:
            yield from bereit(r, s.active, count)
        else:
            mischen(r, s.active)
    player.hand = vom_deck(r, s.active, count)
    cites = (AUFRAEUMEN,) if count == HAND else (AUFRAEUMEN, CITE["fahne"])
    r.note("raeumt_auf", s.active, (len(player.hand),), *cites, secret=tuple(player.hand), knows=(s.active,), reveals=True)


def bleibt(player: Player) -> set[int]:
    """Ids of cards that stay in play: durations with something on them, and what played those more than once."""
    open_ = {played.id for played in player.gespielt if played.ladung or played.verdeckt}
    return open_ | {played.id for played in player.gespielt if open_.intersection(played.haelt)}


def fortschritt(r: Ref) -> Play[None]:
    """Königreich-Karten > Fortschritt: trash an action that would be discarded this turn, take a card that costs exactly 1 more."""
    s, cite = r.state, CITE["fortschritt"]
    player = s.spieler
    staying = bleibt(player)
    pool = [played.card for played in player.gespielt if played.id not in staying and played.card in AKTION]
    if not pool:
        return
    prompt = "Fortschritt: Du darfst eine ausgespielte Aktionskarte, die jetzt abgelegt würde, entsorgen und nimmst eine, die genau 1 mehr kostet."
    command = yield PlayAreaAsk(
        s.active, Entsorge, player.im_spiel(), 0, 1, prompt, cite, pool=pool, why="nur eine Aktionskarte, die in diesem Zug abgelegt würde.",
    )
    if declines(command):
        return
    card = command.karten[0]
    gone = next(played for played in player.gespielt if played.card == card and played.id not in staying)
    player.gespielt = [played for played in player.gespielt if played.id != gone.id]
    if r.readings.get("frachtschiff_entsorgt", "gilt_weiter") == "gilt_weiter":
        s.angebote += gone.angebote
    limit = kosten(s, card) + 1
    yield from entsorgen(r, s.active, (card,), cite, zone="spiel")
    yield from aus_dem_vorrat(r, limit, f"Du nimmst eine Karte, die genau {limit} kostet.", cite, exact=True)


def _ablegen_aus_dem_spiel(r: Ref, player: Player) -> Play[None]:
    """The Horn may put one Grenzposten onto the deck instead."""
    s = r.state
    staying = bleibt(player)
    going = [played.card for played in player.gespielt if played.id not in staying]
    player.gespielt = [played for played in player.gespielt if played.id in staying]
    for played in player.gespielt:
        played.angebote = 0
    if "grenzposten" in going and "horn" in player.artefakte and not s.horn_genutzt:
        player.beiseite += going
        ask = ShownAsk(
            s.active, LegeAuf, going, 0, 1, "Horn: Du darfst einen Grenzposten auf deinen Nachziehstapel legen.", CITE["horn"], pool=["grenzposten"],
            why="nur ein Grenzposten.",
        )
        command = yield ask
        for card in going:
            player.beiseite.remove(card)
        if not declines(command):
            s.horn_genutzt = True
            going.remove("grenzposten")
            player.obenauf(("grenzposten",))
            r.note("horn", s.active, (), CITE["horn"])
    player.ablage += going


# -- end of the turn, end of the game -----------------------------------------------------------------------------------


def zugende(r: Ref) -> None:
    """The game ends as Grundregeln > Spielende says; with a Flotte one more round of its owners follows, without another check.

    Whoever gave up has no more turns; the game ends when only one is left.
    """
    s = r.state
    s.leerlauf += 1
    s.aufgegeben = sorted(r.resigned)
    dabei = [seat for seat in [*s.mitspieler(s.active), s.active] if seat not in r.resigned]
    allein = len(dabei) <= 1
    if s.flotte is None and not allein:
        if not ist_zu_ende(s):
            s.active = dabei[0]
            s.phase = "beginn"
            return
        s.flotte = [seat for seat in dabei if "flotte" in s.players[seat].projekte]
        if s.flotte:
            r.note("flotte", None, (tuple(s.flotte),), SPIELENDE, CITE["flotte"])
    s.flotte = [seat for seat in s.flotte or () if seat in dabei and not allein]
    if s.flotte:
        s.active = s.flotte.pop(0)
        s.phase = "beginn"
        return
    s.phase = "ende"
    if allein:
        r.note("allein", dabei[0] if dabei else None, (), SPIELENDE)
    counting = r.readings.get("flotte_gleichstand", "mitzaehlen") == "mitzaehlen"
    s.gleichstand = [player.zuege if counting else player.zuege - player.flottenzuege for player in s.players]
    r.note("ende", None, (s.leerlauf >= LEERLAUF * len(s.players),), SPIELENDE, "Grundregeln > Wertung", reveals=True)


def ist_zu_ende(s: State) -> bool:
    vorrat = s.vorrat
    if not vorrat["provinz"] or vorrat.get("kolonie", 1) == 0 or s.leerlauf >= LEERLAUF * len(s.players):
        return True
    return leere_stapel(s) >= (3 if len(s.players) <= 4 else 4)

