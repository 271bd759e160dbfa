"""The cards of Renaissance beyond their plus. In the order of their costs."""

from game_state.ask import AskAll, Play
from game_state.games.dominion.asks import SINGLE, CardsAsk, PileAsk, ShownAsk, TrashPileAsk, WahlAsk, declines, in_order
from game_state.games.dominion.basis import Immun, aus_dem_vorrat, handkarte_entsorgen
from game_state.games.dominion.cards import AKTION, CITE, DAUER, PUNKTE, names
from game_state.games.dominion.kosten import ist_geld, kosten
from game_state.games.dominion.state import Played, Ref
from game_state.games.dominion.verben import (
    ablegen,
    aufdecken,
    ausspielen,
    bereit,
    betroffen,
    bonus,
    entsorgen,
    erhalten,
    im_spiel,
    nehmen,
    plus,
    vom_deck,
    wirkung,
    ziehen,
)
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import Entsorge, LegeAb, LegeAuf, Nimm, Spiele, Waehle

WAEHLE = {was: Waehle(was=was) for was in ("muenzen", "wiederholen", "marker", "karten", "entsorgen", "muell")}
EINS = "Begriffe > Wähle eins"


# -- 2 and 3 ----------------------------------------------------------------------------------------------------------


@wirkung("grenzposten")
def grenzposten(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Turn up 2 (with the Laterne 3), one into the hand; all of them actions and none missing: an artifact."""
    s, cite = r.state, CITE["grenzposten"]
    player, seat = s.spieler, s.active
    laterne = "laterne" in player.artefakte
    count = 3 if laterne else 2
    cites = (cite, CITE["laterne"]) if laterne else (cite,)
    yield from bereit(r, seat, count)
    cards = vom_deck(r, seat, count)
    player.beiseite += cards
    aufdecken(r, seat, cards, *cites)
    full = len(cards) == count and all(card in AKTION for card in cards)
    if cards:
        card = cards[0]
        if len(set(cards)) > 1:
            command = yield ShownAsk(seat, Nimm, cards, 1, 1, f"Grenzposten: {names(cards)}. Du musst eine davon auf die Hand nehmen.", *cites)
            card = command.karten[0]
        for shown in cards:
            player.beiseite.remove(shown)
        cards.remove(card)
        player.hand.append(card)
        player.ablage += cards
        r.note("behaelt", seat, ((card,), tuple(cards)), *cites)
    if full and laterne:
        erhalten(r, seat, "horn", *cites)
    elif full:
        options = [SINGLE[Nimm][artefakt] for artefakt in ("laterne", "horn")]
        command = yield WahlAsk(seat, "Lauter Aktionskarten: Du erhältst die Laterne oder das Horn.", options, cite)
        erhalten(r, seat, command.karten[0], cite)


@wirkung("experiment")
def experiment(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Back onto its pile, if it is in play."""
    s = r.state
    if im_spiel(s, played):
        s.spieler.gespielt = [other for other in s.spieler.gespielt if other.id != played.id]
        s.vorrat["experiment"] = s.vorrat.get("experiment", 0) + 1
        r.note("zurueck", s.active, ("experiment",), CITE["experiment"], "Begriffe > In den Vorrat zurücklegen")
    yield from ()


@wirkung("fortschritt")
def fortschritt(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Each play is one use at the start of the clean-up."""
    r.state.fortschritt += 1
    yield from ()


@wirkung("frachtschiff")
def frachtschiff(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Each play may take one card gained later in this turn."""
    played.angebote += 1
    yield from ()


@wirkung("schauspieltruppe")
def schauspieltruppe(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Trashes itself if it still can; the Dorfbewohner come anyway."""
    s = r.state
    if im_spiel(s, played):
        s.spieler.gespielt = [other for other in s.spieler.gespielt if other.id != played.id]
        yield from entsorgen(r, s.active, ("schauspieltruppe",), CITE["schauspieltruppe"], zone="spiel")


# -- 4 ----------------------------------------------------------------------------------------------------------------


@wirkung("bergdorf")
def bergdorf(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """From the discard pile; only if that is empty a card is drawn."""
    s, cite = r.state, CITE["bergdorf"]
    player = s.spieler
    if not player.ablage:
        yield from ziehen(r, s.active, 1, cite)
        return
    r.note("sieht_durch", s.active, (len(player.ablage),), cite, reveals=True)
    prompt = f"Bergdorf: In deinem Ablagestapel sind {names(player.ablage)}. Du musst eine Karte davon auf die Hand nehmen."
    command = yield PileAsk(s.active, Nimm, player.ablage, 1, 1, prompt, cite, public="sieht den Ablagestapel durch")
    card = command.karten[0]
    player.ablage.remove(card)
    player.hand.append(card)
    r.note("aus_ablage", s.active, (), cite, secret=(card,), knows=(s.active,), reveals=True)


@wirkung("erfinder")
def erfinder(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """First the card, then all cards get cheaper."""
    yield from aus_dem_vorrat(r, 4, "Du nimmst eine Karte, die bis zu 4 kostet.", CITE["erfinder"])
    r.state.erfinder += 1
    r.note("billiger", r.state.active, (r.state.erfinder,), CITE["erfinder"])


@wirkung("forscherin")
def forscherin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """For each coin the trashed card costs when it is trashed, one card face down onto this Forscherin."""
    s, cite = r.state, CITE["forscherin"]
    hand = s.spieler.hand
    if not hand:
        return
    prompt = "Forscherin: Du musst eine Handkarte entsorgen; je Münze ihrer Kosten kommt eine Karte zur Seite."
    command = yield CardsAsk(s.active, Entsorge, hand, 1, 1, prompt, cite)
    count = kosten(s, command.karten[0])
    yield from entsorgen(r, s.active, command.karten, cite)
    if count:
        yield from bereit(r, s.active, count)
        cards = vom_deck(r, s.active, count)
        played.verdeckt += cards
        r.note("verdeckt", s.active, (len(cards), count), cite, secret=tuple(cards), knows=(s.active,), reveals=True)


@wirkung("priester")
def priester(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """+2 for each card trashed after the own one of this play, counted per play."""
    yield from handkarte_entsorgen(r, "Priester: Du musst eine Handkarte entsorgen.", CITE["priester"], priester=True)


@wirkung("versteck")
def versteck(r: Ref, played: Played, immun: Immun) -> Play[None]:
    cite = CITE["versteck"]
    card = yield from handkarte_entsorgen(r, "Versteck: Du musst eine Handkarte entsorgen; für eine Punktekarte nimmst du einen Fluch.", cite)
    if card is not None and card in PUNKTE:
        yield from nehmen(r, r.state.active, "fluch", cite)


# -- 5 ----------------------------------------------------------------------------------------------------------------


@wirkung("alte_hexe")
def alte_hexe(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """A curse, and then the choice to trash one from the hand, even if the pile was empty."""
    s, cite = r.state, CITE["alte_hexe"]
    for seat in betroffen(s, immun):
        yield from nehmen(r, seat, "fluch", cite)
        hand = s.players[seat].hand
        if hand:
            pool = [card for card in hand if card == "fluch"]
            prompt = "Alte Hexe: Du darfst einen Fluch aus der Hand entsorgen."
            command = yield CardsAsk(seat, Entsorge, hand, 0, 1, prompt, cite, pool=pool, why="nur ein Fluch.", window="alte_hexe")
            if not declines(command):
                yield from entsorgen(r, seat, command.karten, cite)


@wirkung("anwerber")
def anwerber(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["anwerber"]
    hand = s.spieler.hand
    if not hand:
        return
    command = yield CardsAsk(s.active, Entsorge, hand, 1, 1, "Anwerber: Du musst eine Handkarte entsorgen; je Münze ihrer Kosten + 1 Dorfbewohner.", cite)
    count = kosten(s, command.karten[0])
    yield from entsorgen(r, s.active, command.karten, cite)
    if count:
        bonus(r, s.active, cite, "anwerber", dorfbewohner=count)


@wirkung("bildhauerin")
def bildhauerin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    cite = CITE["bildhauerin"]
    card = yield from aus_dem_vorrat(r, 4, "Du nimmst eine Karte, die bis zu 4 kostet, auf die Hand.", cite, to="hand")
    if card is not None and ist_geld(r.state, card):
        bonus(r, r.state.active, cite, "bildhauerin", dorfbewohner=1)


@wirkung("freibeuterin")
def freibeuterin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """After drawing: with a card in the discard pile 1 Taler, and with 4 of them the Schatzkiste."""
    s, cite = r.state, CITE["freibeuterin"]
    if s.spieler.ablage:
        bonus(r, s.active, cite, "freibeuterin", taler=1)
        if s.spieler.taler >= 4:
            erhalten(r, s.active, "schatzkiste", cite)
    yield from ()


@wirkung("gelehrte")
def gelehrte(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """First the whole hand is discarded, then 7 cards are drawn."""
    ablegen(r, r.state.active, tuple(r.state.spieler.hand), CITE["gelehrte"])
    yield from plus(r, "gelehrte")


@wirkung("schatzmeisterin")
def schatzmeisterin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Choose one, even if it cannot be done."""
    s, cite = r.state, CITE["schatzmeisterin"]
    seat, hand = s.active, s.spieler.hand
    eigenes = [card for card in dict.fromkeys(in_order(hand)) if ist_geld(s, card)]
    muell = [card for card in dict.fromkeys(in_order(s.muell)) if ist_geld(s, card)]
    options: list[Command] = [SINGLE[Entsorge][card] for card in eigenes] or [WAEHLE["entsorgen"]]
    options += [SINGLE[Nimm][card] for card in muell] or [WAEHLE["muell"]]
    options.append(SINGLE[Nimm]["schluessel"])
    prompt = "Schatzmeisterin: Wähle eins: eine Geldkarte aus der Hand entsorgen, eine Geldkarte aus dem Müll auf die Hand nehmen oder den Schlüssel erhalten."
    command = yield WahlAsk(seat, prompt, options, cite, EINS, also=[WAEHLE["entsorgen"], WAEHLE["muell"]])
    if command == WAEHLE["entsorgen"] and eigenes:
        pool = [card for card in hand if card in eigenes]
        command = yield CardsAsk(seat, Entsorge, hand, 1, 1, "Du musst eine Geldkarte entsorgen.", cite, pool=pool, why="nur eine Geldkarte.")
    elif command == WAEHLE["muell"] and muell:
        pool = [card for card in s.muell if card in muell]
        command = yield TrashPileAsk(seat, Nimm, s.muell, 1, 1, "Du musst eine Geldkarte aus dem Müll nehmen.", cite, pool=pool, why="nur eine Geldkarte.")
    if isinstance(command, Entsorge):
        yield from entsorgen(r, seat, command.karten, cite)
    elif isinstance(command, Waehle):
        r.note("vergeblich", seat, (command.was,), cite, EINS)
    elif command.karten[0] == "schluessel":
        erhalten(r, seat, "schluessel", cite)
    else:
        yield from nehmen(r, seat, command.karten[0], cite, to="hand", aus="muell")


@wirkung("schwarzer_meister")
def schwarzer_meister(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Everybody with 5 or more cards discards one that costs 2 or more now; who has none turns up his hand."""
    s, cite = r.state, CITE["schwarzer_meister"]
    asks = []
    for seat in betroffen(s, immun):
        hand = s.players[seat].hand
        if len(hand) < 5:
            continue
        r.note("trifft", seat, ("schwarzer_meister",), cite, reveals=True)  # how it goes on tells something about the hand
        pool = [card for card in hand if kosten(s, card) >= 2]
        if pool:
            prompt = "Schwarzer Meister: Du musst eine Handkarte ablegen, die 2 oder mehr kostet."
            why, public = "die Karte muss jetzt mindestens 2 kosten.", "legt eine Karte ab (Schwarzer Meister)"
            asks.append(CardsAsk(seat, LegeAb, hand, 1, 1, prompt, cite, pool=pool, why=why, public=public))
        else:
            aufdecken(r, seat, hand, cite, hand=True)
    answers = yield AskAll(asks)
    for ask in asks:
        ablegen(r, ask.seat, answers[ask.seat].karten, cite)


@wirkung("seher")
def seher(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Turn up 3; those that cost 2 to 4 now come into the hand, the rest goes back in any order."""
    s, cite = r.state, CITE["seher"]
    player, seat = s.spieler, s.active
    yield from bereit(r, seat, 3)
    cards = vom_deck(r, seat, 3)
    player.beiseite += cards
    aufdecken(r, seat, cards, cite)
    taken = [card for card in cards if 2 <= kosten(s, card) <= 4]
    rest = [card for card in cards if card not in taken]
    order = tuple(rest)
    if len(set(rest)) > 1:
        prompt = f"Seher: Du legst {names(rest)} in beliebiger Reihenfolge zurück, die erste kommt nach oben."
        command = yield ShownAsk(seat, LegeAuf, rest, len(rest), len(rest), prompt, cite)
        order = command.karten
    for card in cards:
        player.beiseite.remove(card)
    player.hand += taken
    player.obenauf(order)
    r.note("seher", seat, (tuple(taken), order), cite)


@wirkung("zepter")
def zepter(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """+2, or an action of this turn that is still in play once more. A duration keeps the Zepter in play."""
    s, cite = r.state, CITE["zepter"]
    again = [other for other in s.spieler.gespielt if other.zug == s.zug and other.card in AKTION]
    kinds = list(dict.fromkeys(in_order([other.card for other in again])))
    options: list[Command] = [WAEHLE["muenzen"], *(SINGLE[Spiele][card] for card in kinds)]
    prompt = "Zepter: Wähle eins: + 2 Münzen („wähle Münzen“) oder eine in diesem Zug gespielte Aktionskarte, die noch im Spiel ist, erneut ausspielen."
    command = yield WahlAsk(s.active, prompt, options, cite, EINS, also=[WAEHLE["wiederholen"]])
    if command == WAEHLE["wiederholen"] and kinds:
        options = [SINGLE[Spiele][card] for card in kinds]
        command = yield WahlAsk(s.active, "Welche Aktionskarte spielst du erneut aus?", options, cite)
    if command == WAEHLE["muenzen"]:
        bonus(r, s.active, cite, "zepter", muenzen=2)
    elif isinstance(command, Waehle):
        r.note("vergeblich", s.active, (command.was,), cite, EINS)
    else:
        copies = [other for other in again if other.card == command.karten[0]]
        target = next((other for other in copies if other.ladung or other.verdeckt), copies[0])  # one that stays in play anyway
        if target.card in DAUER:
            played.haelt.append(target.id)
        r.note("wiederholt", s.active, (target.card,), cite)
        yield from ausspielen(r, target, cite)

