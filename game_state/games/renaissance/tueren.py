"""One door per verb: paying, misery, leaving the game, drawing and putting away cards, pieces on the board."""

from game_state.ask import Play
from game_state.games.renaissance.asks import ReserveAsk
from game_state.games.renaissance.facts import TRACK, kind_of
from game_state.games.renaissance.state import Ref, State, is_circle
from rules_dsl.games.renaissance.commands import Yes


def declines(r: Ref, seat: int, what: str, *cites: str) -> None:
    """A player gives up a choice; the others may know."""
    r.note("passt", seat, (what,), *cites)


# -- money ----------------------------------------------------------------------------------------------------------


def pay(s: State, seat: int, ducats: int) -> None:
    """To the bank."""
    assert 0 <= ducats <= s.spieler[seat].bargeld, (seat, ducats)
    s.spieler[seat].bargeld -= ducats
    s.bank += ducats


def receive(s: State, seat: int, ducats: int) -> None:
    """From the bank."""
    s.spieler[seat].bargeld += ducats
    s.bank -= ducats


# -- misery ---------------------------------------------------------------------------------------------------------


def change_misery(r: Ref, seat: int, steps: int, why: str, *cites: str) -> None:
    """So many steps up or down the track; beyond its end the player is out."""
    if steps:
        _move(r, seat, TRACK.index(r.state.spieler[seat].elend) + steps, why, *cites)


def unpaid_place(s: State, value: int, cost: int) -> int:
    """9.4.3: the place on the track where the rise covers the unpaid cost; beyond the end if none does."""
    here = TRACK.index(value)
    if s.liest("elend_schritte", "je_dukaten"):
        return here + cost
    for place in range(here, len(TRACK)):
        if TRACK[place] - value >= cost:
            return place
    return len(TRACK)


def suffer_unpaid(r: Ref, seat: int, cost: int) -> None:
    _move(r, seat, unpaid_place(r.state, r.state.spieler[seat].elend, cost), "unbezahlte Stabilisierung", "9.4.3 > Stabilisierung")


def misery_at(s: State, place: int) -> int | None:
    """9.4.3: the number on this place of the track; None where a player is out."""
    limit = len(TRACK) - (1 if s.liest("elend_1000", "erreichen") else 0)
    return TRACK[max(0, place)] if place < limit else None


def _move(r: Ref, seat: int, place: int, why: str, *cites: str) -> None:
    p = r.state.spieler[seat]
    if p.raus:
        return
    after = misery_at(r.state, place)
    if after is None:
        r.note("elend", seat, (p.elend, None, why), *cites)
        p.elend = TRACK[-1]
        leave(r, seat, "9.4.3")
        return
    before, p.elend = p.elend, after
    if before != p.elend:
        r.note("elend", seat, (before, p.elend, why), *cites)


def leave(r: Ref, seat: int, cite: str) -> None:
    """9.4.3, 11.3: the pieces stay, the cards go, only Nationalismus keeps working."""
    s, p = r.state, r.state.spieler[seat]
    if p.raus:
        return
    p.raus = True
    cards = [kind_of(card) for card in p.hand]
    for card in p.hand:
        _lay_down(s, card)
    p.hand, p.expansion, p.militaer, p.monarch = [], 0, [], False
    s.kriege = [war for war in s.kriege if seat not in (war.angreifer, war.gegner)]
    r.note("raus", seat, (tuple(cards),), cite, "1.2", reveals=True)


def leave_resigned(r: Ref) -> None:
    """11.3: who has given up is treated like somebody eliminated."""
    for seat in sorted(r.resigned):
        leave(r, seat, "11.3")


# -- cards ----------------------------------------------------------------------------------------------------------


def draw(r: Ref, seat: int, why: str, *cites: str) -> None:
    """One card from the pile, if there is one."""
    s, p = r.state, r.state.spieler[seat]
    if s.karten_da:
        refill(r)
    if not s.stapel:
        r.note("keine_karte", seat, (why,), *cites)
        return
    card = s.stapel.pop(0)
    p.hand.append(card)
    r.note("zieht", seat, (why,), *cites, secret=(kind_of(card),), knows=(seat,), reveals=True)
    if not s.karten_da or not s.liest("epochenwechsel", "beim_ziehen"):
        refill(r)


def refill(r: Ref) -> None:
    """4.7: an exhausted pile is replaced by the next epoch and the reused cards; after the last epoch there is none."""
    s = r.state
    if s.stapel:
        return
    if s.beiseite:
        mix_in_held_back(r)
    elif s.epoche < s.letzte_epoche:
        s.epoche += 1
        s.stapel = s.spaeter.pop(s.epoche) + s.ablage
        s.ablage = []
        r.dice.shuffle(s.stapel)
        r.note("epoche", None, (s.epoche, len(s.stapel)), "4.7 > Kartenstapel", "7")
    elif not s.ausverkauft:
        s.ausverkauft = True
        r.note("ausverkauft", None, (), "11")


def mix_in_held_back(r: Ref) -> None:
    """8.1: the five cards set aside come into the pile."""
    s = r.state
    s.stapel += s.beiseite
    s.beiseite = []
    r.dice.shuffle(s.stapel)
    r.note("eingemischt", None, (len(s.stapel),), "8.1")


def _lay_down(s: State, card: str) -> None:
    (s.ablage if is_circle(s, card) else s.aus_dem_spiel).append(card)


def put_away(s: State, seat: int, kind: str) -> None:
    """4.7: from the hand to the pile of reused cards, or out of the game."""
    card = s.find_in_hand(seat, kind)
    assert card is not None
    s.spieler[seat].hand.remove(card)
    if s.liest("karten_abraeumen", "rundenende"):
        s.auf_dem_tisch.append(card)
    else:
        _lay_down(s, card)


def clear_table(s: State) -> None:
    """The end of the round, for tables that clear away only then."""
    for card in s.auf_dem_tisch:
        _lay_down(s, card)
    s.auf_dem_tisch = []


# -- pieces ---------------------------------------------------------------------------------------------------------


def take_off(s: State, seat: int, province: str) -> None:
    """All pieces of a player in a province go back to the sheet."""
    p = s.spieler[seat]
    p.marker.pop(province, None)
    p.weiss.pop(province, None)
    if province in p.kontrolle:
        p.kontrolle.remove(province)
    if province in p.neue_kontrolle:
        p.neue_kontrolle.remove(province)
    if province in p.basis:
        p.basis.remove(province)


def put_white(s: State, seat: int, province: str, count: int) -> bool:
    """9.5: bought markers go to the board, white side up; as many as the market become a control marker, if one is left (5.2)."""
    p, place = s.spieler[seat], s.karte[province]
    p.expansion -= count
    p.weiss[province] = p.weiss.get(province, 0) + count
    if place.satellite or p.markers_in(province) < place.market or p.controls >= s.control_limit():
        return False
    put_control(s, seat, province)
    return True


def put_control(s: State, seat: int, province: str) -> None:
    """A new control marker replaces the own markers; where older ones stood the province stays a base for this round."""
    p = s.spieler[seat]
    older = province in p.marker
    take_off(s, seat, province)
    p.neue_kontrolle.append(province)
    if older:
        p.basis.append(province)


def turn_to_marker(r: Ref, seat: int, province: str, *cites: str) -> Play[None]:
    """9.3.2: a control marker becomes an expansion marker, from the stock, else from those bought, else the province is left."""
    s, p = r.state, r.state.spieler[seat]
    white = province in p.neue_kontrolle
    take_off(s, seat, province)
    left = p.vorrat == 0
    if left and p.expansion > 0 and not p.raus:
        answer = yield ReserveAsk(s, seat, province)
        if isinstance(answer, Yes):
            p.expansion -= 1
            left = False
    if not left:
        (p.weiss if white else p.marker)[province] = 1
    r.note("verliert_kontrolle", seat, (province, left), *cites)
