"""The cards of the base game, 2nd edition, beyond their plus. In the order of their costs."""

from game_state.ask import AskAll, Play
from game_state.games.dominion.asks import FERTIG, NEIN, SINGLE, CardsAsk, PileAsk, ShowAndPutAsk, ShownAsk, SupplyAsk, WahlAsk, declines, in_order
from game_state.games.dominion.cards import AKTION, CITE, DAUER, PUNKTE, name, names
from game_state.games.dominion.kosten import ist_geld, kosten, leere_stapel
from game_state.games.dominion.state import Played, Ref
from game_state.games.dominion.verben import (
    ablegen,
    aufdecken,
    auflegen,
    auslegen,
    ausspielen,
    bereit,
    betroffen,
    bonus,
    entsorgen,
    nehmen,
    vom_deck,
    wirkung,
    ziehen,
)
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import Entsorge, Fertig, LegeAb, LegeAuf, LegeBeiseite, Spiele

Immun = frozenset[int]


# -- helpers that several cards share -------------------------------------------------------------------------------


def handkarte_entsorgen(r: Ref, prompt: str, *cites: str, priester: bool = False) -> Play[str | None]:
    """You must trash a card from your hand. Gives back which; None if there was none."""
    s = r.state
    if not s.spieler.hand:
        yield from entsorgen(r, s.active, (), *cites, priester=priester)
        return None
    command = yield CardsAsk(s.active, Entsorge, s.spieler.hand, 1, 1, prompt, *cites)
    yield from entsorgen(r, s.active, command.karten, *cites, priester=priester)
    card: str = command.karten[0]
    return card


def aus_dem_vorrat(r: Ref, limit: int, prompt: str, cite: str, to: str = "ablage", exact: bool = False, geld: bool = False) -> Play[str | None]:
    """Take a card that costs at most (or exactly) so much. What nobody has to choose happens at once."""
    s = r.state
    pool = [card for card in s.vorrat if ist_geld(s, card)] if geld else None
    ask = SupplyAsk(s.active, s, limit, prompt, cite, exact=exact, pool=pool, why="nur eine Geldkarte." if geld else "")
    if not ask.pool:
        r.note("nichts_da", s.active, (limit, exact), cite, "Grundregeln > Erhalten/Nehmen")
        return None
    card: str = ask.pool[0]
    if len(ask.pool) > 1:
        command = yield ask
        card = command.karten[0]
    yield from nehmen(r, s.active, card, cite, to=to)
    return card


def handkarte_auflegen(r: Ref, seat: int, prompt: str, cite: str) -> Play[None]:
    hand = r.state.players[seat].hand
    if hand:
        command = yield CardsAsk(seat, LegeAuf, hand, 1, 1, prompt, cite)
        auflegen(r, seat, command.karten, cite)


# -- 2 and 3 ----------------------------------------------------------------------------------------------------------


@wirkung("kapelle")
def kapelle(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["kapelle"]
    if s.spieler.hand:
        command = yield CardsAsk(s.active, Entsorge, s.spieler.hand, 0, 4, "Du darfst bis zu 4 Handkarten entsorgen.", cite)
        if not declines(command):
            yield from entsorgen(r, s.active, command.karten, cite)


@wirkung("keller")
def keller(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["keller"]
    if s.spieler.hand:
        hand = s.spieler.hand
        command = yield CardsAsk(s.active, LegeAb, hand, 0, len(hand), "Du darfst beliebig viele Handkarten ablegen und ziehst danach gleich viele.", cite)
        if not declines(command):
            ablegen(r, s.active, command.karten, cite)
            yield from ziehen(r, s.active, len(command.karten), cite)


@wirkung("haendlerin")
def haendlerin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """+1 for the first Silber of the turn; whether a later Händlerin still counts is a reading."""
    s = r.state
    if s.silber and r.readings.get("haendlerin_erstes_silber", "erstes_des_zuges") == "erstes_danach":
        s.silber = 0
        s.haendlerin = 0
    if not s.silber:
        s.haendlerin += 1
    yield from ()


@wirkung("vasall")
def vasall(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["vasall"]
    yield from bereit(r, s.active, 1)
    cards = vom_deck(r, s.active, 1)
    if not cards:
        return
    card = cards[0]
    s.spieler.ablage.append(card)
    r.note("vasall", s.active, (card,), cite, reveals=True)
    if card in AKTION:
        command = yield ShownAsk(s.active, Spiele, cards, 0, 1, f"Der Vasall legt {name(card)} ab: Du darfst die Karte sofort ausspielen.", cite)
        if not declines(command):
            s.spieler.ablage.pop()
            yield from ausspielen(r, auslegen(s, card), cite)


@wirkung("vorbotin")
def vorbotin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["vorbotin"]
    ablage = s.spieler.ablage
    if ablage:
        r.note("sieht_durch", s.active, (len(ablage),), cite, reveals=True)
        prompt = f"In deinem Ablagestapel: {names(ablage)}. Du darfst eine Karte davon auf deinen Nachziehstapel legen."
        command = yield PileAsk(s.active, LegeAuf, ablage, 0, 1, prompt, cite, public="sieht den Ablagestapel durch")
        if not declines(command):
            card = command.karten[0]
            ablage.remove(card)
            s.spieler.obenauf((card,))
            r.note("legt_auf", s.active, (1,), cite, secret=(card,), knows=(s.active,))


@wirkung("werkstatt")
def werkstatt(r: Ref, played: Played, immun: Immun) -> Play[None]:
    yield from aus_dem_vorrat(r, 4, "Du nimmst eine Karte, die bis zu 4 kostet.", CITE["werkstatt"])


# -- 4 ----------------------------------------------------------------------------------------------------------------


@wirkung("buerokrat")
def buerokrat(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["buerokrat"]
    yield from nehmen(r, s.active, "silber", cite, to="deck")
    for seat in betroffen(s, immun):
        hand = s.players[seat].hand
        r.note("trifft", seat, ("buerokrat",), cite, reveals=True)  # how it goes on tells something about the hand
        punkte = [card for card in hand if card in PUNKTE]
        if not punkte:
            aufdecken(r, seat, hand, cite, hand=True)
            continue
        prompt = "Bürokrat: Du musst eine Punktekarte aufdecken und auf deinen Nachziehstapel legen."
        command = yield ShowAndPutAsk(seat, LegeAuf, hand, 1, 1, prompt, cite, pool=punkte, why="nur eine Punktekarte.")
        aufdecken(r, seat, command.karten, cite)
        auflegen(r, seat, command.karten, cite)


@wirkung("geldverleiher")
def geldverleiher(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["geldverleiher"]
    hand = s.spieler.hand
    if hand:
        pool = [card for card in hand if card == "kupfer"]
        prompt = "Du darfst ein Kupfer aus der Hand entsorgen; dann bekommst du + 3 Münzen."
        command = yield CardsAsk(s.active, Entsorge, hand, 0, 1, prompt, cite, pool=pool, why="nur ein Kupfer.")
        if not declines(command):
            yield from entsorgen(r, s.active, command.karten, cite)
            bonus(r, s.active, cite, "geldverleiher", muenzen=3)


@wirkung("miliz")
def miliz(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["miliz"]
    asks = []
    for seat in betroffen(s, immun):
        hand = s.players[seat].hand
        less = len(hand) - 3
        if less > 0:
            prompt = f"Miliz: Du musst {less} {'Handkarte' if less == 1 else 'Handkarten'} ablegen."
            asks.append(CardsAsk(seat, LegeAb, hand, less, less, prompt, cite, public="legt Karten ab (Miliz)"))
    answers = yield AskAll(asks)
    for seat in betroffen(s, immun):
        if seat in answers:
            ablegen(r, seat, answers[seat].karten, cite)


@wirkung("thronsaal")
def thronsaal(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """A duration played by it keeps it in play."""
    s, cite = r.state, CITE["thronsaal"]
    hand = s.spieler.hand
    if not hand:
        return
    pool = [card for card in hand if card in AKTION]
    prompt = "Du darfst eine Aktionskarte aus der Hand zweimal ausspielen."
    command = yield CardsAsk(s.active, Spiele, hand, 0, 1, prompt, cite, pool=pool, why="nur eine Aktionskarte.")
    if declines(command):
        return
    card = command.karten[0]
    hand.remove(card)
    doubled = auslegen(s, card)
    if card in DAUER:
        played.haelt.append(doubled.id)
    yield from ausspielen(r, doubled, cite)
    yield from ausspielen(r, doubled, cite)


@wirkung("umbau")
def umbau(r: Ref, played: Played, immun: Immun) -> Play[None]:
    cite = CITE["umbau"]
    card = yield from handkarte_entsorgen(r, "Du musst eine Handkarte entsorgen und nimmst dafür eine, die bis zu 2 mehr kostet.", cite)
    if card is not None:
        limit = kosten(r.state, card) + 2
        yield from aus_dem_vorrat(r, limit, f"Du nimmst eine Karte, die bis zu {limit} kostet.", cite)


@wirkung("wilddiebin")
def wilddiebin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["wilddiebin"]
    count = min(leere_stapel(s), len(s.spieler.hand))
    if count:
        prompt = f"Wilddiebin: Du musst je leerem Vorratsstapel eine Handkarte ablegen ({count})."
        command = yield CardsAsk(s.active, LegeAb, s.spieler.hand, count, count, prompt, cite)
        ablegen(r, s.active, command.karten, cite)


# -- 5 and 6 ----------------------------------------------------------------------------------------------------------


@wirkung("banditin")
def banditin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["banditin"]
    yield from nehmen(r, s.active, "gold", cite)
    for seat in betroffen(s, immun):
        player = s.players[seat]
        yield from bereit(r, seat, 2)
        cards = vom_deck(r, seat, 2)
        player.beiseite += cards
        aufdecken(r, seat, cards, cite)
        pool = [card for card in cards if card != "kupfer" and ist_geld(s, card)]
        if pool:
            card = pool[0]
            if len(set(pool)) > 1:
                command = yield ShownAsk(seat, Entsorge, cards, 1, 1, "Banditin: Du musst eine dieser Geldkarten entsorgen.", cite, pool=pool)
                card = command.karten[0]
            player.beiseite.remove(card)
            cards.remove(card)
            yield from entsorgen(r, seat, (card,), cite, zone="aufgedeckt")
        for card in cards:
            player.beiseite.remove(card)
        player.ablage += cards
        if cards:
            r.note("legt_aufgedeckte_ab", seat, (tuple(cards),), cite)


@wirkung("bibliothek")
def bibliothek(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """Card by card. After each one the question comes, action or not, so that it tells nothing; „fertig“ keeps all that follow."""
    s, cite = r.state, CITE["bibliothek"]
    player = s.spieler
    asking = True
    aside: list[str] = []
    while len(player.hand) < 7:
        drawn = yield from ziehen(r, s.active, 1, cite)
        if not drawn:
            break
        if not asking:
            continue
        card = drawn[0]
        pool = drawn if card in AKTION else []
        prompt = f"Bibliothek: Du ziehst {name(card)}" + (
            "; du darfst die Karte beiseitelegen (oder „nein“)." if pool else " und behältst die Karte („nein“ zieht weiter)."
        ) + " „fertig“ behält auch alles Weitere."
        command = yield ShownAsk(s.active, LegeBeiseite, drawn, 0, 1, prompt, cite, pool=pool, why="nur eine Aktionskarte.", public="zieht mit der Bibliothek")
        if isinstance(command, LegeBeiseite):
            player.hand.remove(card)
            player.beiseite.append(card)
            aside.append(card)
            r.note("beiseite", s.active, (card,), cite, "Begriffe > Zur Seite legen", reveals=True)
        asking = not isinstance(command, Fertig)
    for card in aside:
        player.beiseite.remove(card)
    player.ablage += aside
    if aside:
        r.note("legt_aufgedeckte_ab", s.active, (tuple(aside),), cite)


@wirkung("hexe")
def hexe(r: Ref, played: Played, immun: Immun) -> Play[None]:
    for seat in betroffen(r.state, immun):
        yield from nehmen(r, seat, "fluch", CITE["hexe"])


@wirkung("mine")
def mine(r: Ref, played: Played, immun: Immun) -> Play[None]:
    s, cite = r.state, CITE["mine"]
    hand = s.spieler.hand
    if not hand:
        return
    pool = [card for card in hand if ist_geld(s, card)]
    prompt = "Du darfst eine Geldkarte aus der Hand entsorgen und nimmst dafür eine, die bis zu 3 mehr kostet, auf die Hand."
    command = yield CardsAsk(s.active, Entsorge, hand, 0, 1, prompt, cite, pool=pool, why="nur eine Geldkarte.")
    if declines(command):
        return
    yield from entsorgen(r, s.active, command.karten, cite)
    limit = kosten(s, command.karten[0]) + 3
    yield from aus_dem_vorrat(r, limit, f"Du nimmst eine Geldkarte, die bis zu {limit} kostet, auf die Hand.", cite, to="hand", geld=True)


@wirkung("ratsversammlung")
def ratsversammlung(r: Ref, played: Played, immun: Immun) -> Play[None]:
    for seat in r.state.mitspieler(r.state.active):
        yield from ziehen(r, seat, 1, CITE["ratsversammlung"])


@wirkung("torwaechterin")
def torwaechterin(r: Ref, played: Played, immun: Immun) -> Play[None]:
    """First trash, then discard, then put back what is left in any order."""
    s, cite = r.state, CITE["torwaechterin"]
    player, seat = s.spieler, s.active
    yield from bereit(r, seat, 2)
    cards = vom_deck(r, seat, 2)
    if not cards:
        return
    player.beiseite += cards
    r.note("sieht_an", seat, (len(cards),), cite, secret=tuple(cards), knows=(seat,), reveals=True)
    order: tuple[str, ...] = ()
    may_trash = True
    while cards:
        command = yield torwaechterin_ask(seat, cards, may_trash, cite)
        if isinstance(command, Entsorge):
            for card in command.karten:
                cards.remove(card)
                player.beiseite.remove(card)
            yield from entsorgen(r, seat, command.karten, cite, zone="angesehen")
        elif isinstance(command, LegeAb):
            may_trash = False
            for card in command.karten:
                cards.remove(card)
                player.beiseite.remove(card)
            player.ablage += command.karten
            r.note("legt_ab", seat, (len(command.karten), command.karten[-1]), cite, secret=command.karten, knows=(seat,))
        else:
            order = command.karten if isinstance(command, LegeAuf) else tuple(cards)
            break
    for card in order:
        player.beiseite.remove(card)
    player.obenauf(order)
    if order:
        r.note("legt_auf", seat, (len(order),), cite, secret=order, knows=(seat,))


def torwaechterin_ask(seat: int, cards: list[str], may_trash: bool, cite: str) -> WahlAsk:
    kinds = list(dict.fromkeys(in_order(cards)))
    options: list[Command] = []
    if may_trash:
        options += [SINGLE[Entsorge][card] for card in kinds]
        if len(cards) == 2:
            options.append(Entsorge(karten=tuple(in_order(cards))))
    options += [SINGLE[LegeAb][card] for card in kinds]
    if len(cards) == 2:
        options.append(LegeAb(karten=tuple(in_order(cards))))
    back = [tuple(cards)] if len(kinds) == 1 else [tuple(cards), tuple(reversed(cards))]
    options += [LegeAuf(karten=order) for order in back]
    also: list[Command] = [FERTIG, NEIN]  # leaves them as they lie
    if len(cards) == 2:
        also += [verb(karten=tuple(reversed(in_order(cards)))) for verb in ((Entsorge, LegeAb) if may_trash else (LegeAb,))]
    prompt = f"Torwächterin: Du siehst {names(cards)} an. Du darfst entsorgen, ablegen oder zurücklegen (die erste kommt nach oben)."
    return WahlAsk(seat, prompt, options, cite, also=also, public="sieht zwei Karten an (Torwächterin)")


@wirkung("toepferei")
def toepferei(r: Ref, played: Played, immun: Immun) -> Play[None]:
    cite = CITE["toepferei"]
    yield from aus_dem_vorrat(r, 5, "Du nimmst eine Karte, die bis zu 5 kostet, auf die Hand.", cite, to="hand")
    yield from handkarte_auflegen(r, r.state.active, "Töpferei: Du musst eine Handkarte auf deinen Nachziehstapel legen.", cite)

