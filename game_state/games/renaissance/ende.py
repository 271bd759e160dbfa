"""11: the end: when it comes, the last cards, who has won."""

from game_state.ask import Play
from game_state.game import Result
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.facts import kind_of
from game_state.games.renaissance.krieg import go_on
from game_state.games.renaissance.preise import score
from game_state.games.renaissance.spielen import check_play, play_card, plays
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import put_away
from game_state.verdict import Refused
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS


def is_last_round(s: State) -> bool:
    """26 advances, or the last card of the game drawn (for a full game only where the sheet is followed)."""
    if any(len(p.fortschritte) == 26 for p in s.spieler):
        return True
    return s.ausverkauft and (s.letzte_epoche < 3 or not s.liest("spielende_letzte_karte", "nur_26"))


class LastCardsAsk(Frage):
    """11.1: all cards must be played, in an order of one's own."""

    __slots__ = ()
    cites = ("11.1",)
    veiled = True  # who holds only cards that can do nothing is not asked

    def prompt(self) -> str:
        hand = ", ".join(CARDS.text(k) for k in self.s.kinds(self.seat))
        return f"Du musst alle Handkarten ausspielen: {hand}."

    def public_prompt(self) -> str:
        return "spielt die letzten Karten aus"

    def options(self) -> list[Command]:
        return plays(self.s, self.seat)

    def check(self, command: Command) -> None:
        if isinstance(command, say.Pass):
            instead = tuple(option.say() for option in self.options()[:6])
            raise Refused("In der letzten Kartenspielphase werden alle Handkarten ausgespielt.", ("11.1",), None, instead, "must_play")
        if not isinstance(command, say.Play):
            raise self.wrong(command)
        check_play(self.s, self.seat, command)


def turn(r: Ref, seat: int) -> Play[None]:
    """11.1 for one player; wars that are still undecided roll again at the beginning of each turn."""
    s, p = r.state, r.state.spieler[seat]
    order = s.in_order()
    skipped = s.liest("krieg_letzte_runde_wuerfe", "zwei_wuerfe") and seat == order[-1]
    if s.kriege and not skipped:
        yield from go_on(r)
    while p.hand and not p.raus and plays(s, seat):
        answer = yield LastCardsAsk(s, seat)
        yield from play_card(r, seat, answer)
    if p.hand and not p.raus:
        r.note("wirkungslos", seat, (tuple(kind_of(card) for card in p.hand),), "11.1", "7.2 > Stabilitätsbelastung", reveals=True)
        for kind in [kind_of(card) for card in p.hand]:
            put_away(s, seat, kind)


def finish(r: Ref) -> None:
    s = r.state
    if s.kriege:
        r.note("krieg_unentschieden", None, (), "11.1")
        s.kriege = []
    s.vorbei = True
    for seat in range(s.players):
        r.note("wertung", seat, (score(s, seat).explain(), s.spieler[seat].raus), "11.2")


def result(s: State) -> Result | None:
    """11.2: the greatest sum wins; who is out comes last."""
    if not s.vorbei:
        return None
    keys = [(not p.raus, score(s, seat).total) if not p.raus else (False, 0) for seat, p in enumerate(s.spieler)]
    places = [[seat for seat, key in enumerate(keys) if key == rank] for rank in sorted(set(keys), reverse=True)]
    scores = [score(s, seat).explain() + (" (ausgeschieden)" if p.raus else "") for seat, p in enumerate(s.spieler)]
    return Result(places=places, scores=scores, cites=("11.2",))
