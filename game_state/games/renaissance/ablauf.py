"""2 and 9: the sequence of play. Seven phases, then the next round; 11: until the end."""

from collections.abc import Callable

from game_state.ask import QUIET, Play
from game_state.games.renaissance import einkommen, ende, erwerb, expansion, kauf, reihenfolge, spielen, vorbereitung, ziehen
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import clear_table, leave_resigned

Turn = Callable[[Ref, int], Play[None]]


def _nothing(r: Ref) -> Play[None]:
    yield from ()


def by_turns(r: Ref, begin: Callable[[Ref], Play[None]], turn: Turn) -> Play[bool]:
    """A phase in which one after the other acts. False when the game stops in the middle."""
    s = r.state
    if s.offen is None:
        yield from begin(r)
        s.offen = s.in_order()
    while s.offen:
        yield QUIET
        leave_resigned(r)
        if lonely(s):
            return False
        seat = s.offen[0]
        if not s.spieler[seat].raus:
            yield from turn(r, seat)
        s.offen.pop(0)
    s.offen = None
    return True


def lonely(s: State) -> bool:
    """Nobody is left to play against."""
    return len(s.active()) <= 1


def phase_1(r: Ref) -> Play[None]:
    r.note("runde", None, (r.state.runde, tuple(r.state.in_order())), "9")
    yield from reihenfolge.swaps(r)
    yield from ziehen.drawing(r)
    r.state.phase = "2"


def phase_2(r: Ref) -> Play[None]:
    if (yield from by_turns(r, reihenfolge.swaps, kauf.turn)):
        r.state.phase = "3"


def phase_3(r: Ref) -> Play[None]:
    def begin(r: Ref) -> Play[None]:
        yield from reihenfolge.swaps(r)
        yield from spielen.begin(r)

    if (yield from by_turns(r, begin, spielen.turn)):
        yield from spielen.finish(r)
        r.state.phase = "4"


def phase_4(r: Ref) -> Play[None]:
    if (yield from by_turns(r, reihenfolge.swaps, erwerb.turn)):
        erwerb.finish(r)
        r.state.phase = "5"


def phase_5(r: Ref) -> Play[None]:
    def begin(r: Ref) -> Play[None]:
        reihenfolge.put_last(r)
        yield from reihenfolge.swaps(r)
        yield from expansion.begin(r)

    if (yield from by_turns(r, begin, expansion.turn)):
        expansion.finish(r)
        r.state.phase = "6"


def phase_6(r: Ref) -> Play[None]:
    yield from einkommen.earn_and_roll(r)
    last = ende.is_last_round(r.state)
    r.state.phase = "11.1" if last else "7"
    if last:
        r.note("letzte_phase", None, (), "11", "11.1")


def phase_7(r: Ref) -> Play[None]:
    yield from reihenfolge.buying(r)
    new_round(r.state)


def new_round(s: State) -> None:
    """What lasted only for a round is over."""
    clear_table(s)
    s.persoenlichkeiten, s.gespielt, s.dekret = [], [], []
    for p in s.spieler:
        p.militaer, p.monarch, p.abgelegt, p.getauscht, p.gebaut = [], False, False, False, False


def last_cards(r: Ref) -> Play[None]:
    if (yield from by_turns(r, reihenfolge.swaps, ende.turn)):
        ende.finish(r)


PHASES: dict[str, Callable[[Ref], Play[None]]] = {
    "starthand": vorbereitung.starting_hands, "gebot": vorbereitung.auction, "hauptstadt": vorbereitung.choosing,
    "1": phase_1, "2": phase_2, "3": phase_3, "4": phase_4, "5": phase_5, "6": phase_6, "7": phase_7, "11.1": last_cards,
}


def play(r: Ref) -> Play[None]:
    """From any quiet point to the end."""
    s = r.state
    s.lesarten = r.readings
    while not s.vorbei:
        yield QUIET
        if s.runde:
            leave_resigned(r)
            if lonely(s):
                ende.finish(r)
                return
        yield from PHASES[s.phase](r)
