"""9.7: buying markers in secret, the order of play, and the swaps of Renaissance."""

from game_state.ask import AskAll, Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import declines, pay
from game_state.verdict import Calculation, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import TARGETS

RENAISSANCE = "9.7 > Renaissance"


class MarkersAsk(Frage):
    """A sealed number of markers; more than the stock and negative numbers are allowed, each costs a ducat."""

    __slots__ = ()
    cites = ("9.7",)

    def prompt(self) -> str:
        p = self.s.spieler[self.seat]
        return f"Du musst verdeckt Expansionsmarker kaufen: {p.bargeld} Dukaten, {p.vorrat} Marker im Vorrat (auch mehr oder eine negative Zahl)."

    def public_prompt(self) -> str:
        return "kauft verdeckt Expansionsmarker"

    def options(self) -> list[Command]:
        cash = self.s.spieler[self.seat].bargeld
        numbers = [n for n in (*range(0, 21), 24, 28, 32, 36, 40, -1, -5, -10) if abs(n) <= cash]
        return [say.Markers(count=n) for n in numbers]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Markers):
            raise self.wrong(command)
        cash = self.s.spieler[self.seat].bargeld
        purse = Calculation("Fehlend").add("ein Dukaten je Marker", abs(command.count), "9.7").add("dein Bargeld", -cash)
        short = f"{command.count} Marker kosten {abs(command.count)} Dukaten, du hast {cash}."
        refuse_unless(abs(command.count) <= cash, short, "9.7", calculation=purse, code="too_expensive")


def buying(r: Ref) -> Play[None]:
    """Phase 7 (and 8.5): everybody writes, all reveal and pay; the fewest go first."""
    s = r.state
    answers = yield AskAll([MarkersAsk(s, seat) for seat in s.active()])
    s.kaeufe = [0] * s.players  # who is out counts as buying none
    for seat, answer in answers.items():
        p = s.spieler[seat]
        pay(s, seat, abs(answer.count))
        s.kaeufe[seat] = answer.count
        p.expansion = min(max(answer.count, 0), p.vorrat)
        p.notiert = p.bargeld
    later_first = not s.liest("gleichstand_reihenfolge", "zuerst_gewaehlt")
    s.reihenfolge = sorted(range(s.players), key=lambda seat: (s.kaeufe[seat], -s.spieler[seat].wahl if later_first else s.spieler[seat].wahl))
    bought = tuple((seat, s.kaeufe[seat], s.spieler[seat].expansion, s.rank(seat)) for seat in s.in_order())
    first = () if s.runde else ("8.5",)
    r.note("reihenfolge", None, (bought,), "9.7", "4.7 > Spielreihenfolge", "5.5", *first, reveals=True)
    s.runde += 1
    s.phase = "1"


class RenaissanceAsk(Frage):
    """At the beginning of a phase: change places with a direct neighbour who does not own Renaissance."""

    __slots__ = ()
    cites = (RENAISSANCE,)
    must = False
    window = "renaissance"

    def neighbours(self) -> dict[bool, int]:
        """Whom the player may change with: True in front, False behind."""
        order = self.s.in_order()
        place = order.index(self.seat)
        found = {True: order[place - 1]} if place else {}
        if place + 1 < len(order):
            found[False] = order[place + 1]
        return {forward: seat for forward, seat in found.items() if not self.s.spieler[seat].has("Q")}

    def partner(self, command: say.SwapRank) -> int | None:
        """The neighbour the player means, if the swap is allowed."""
        neighbours = self.neighbours()
        if command.target is None:
            return neighbours.get(command.forward)
        named = self.s.seat_called(command.target)
        return named if named in neighbours.values() else None

    def prompt(self) -> str:
        names = " oder ".join(f"{TARGETS.text(self.s.called(seat))} {'vor' if forward else 'hinter'} dir" for forward, seat in self.neighbours().items())
        return f"Du darfst mit Renaissance [Q] den Rang tauschen: {names}."

    def public_prompt(self) -> str:
        return "darf den Rang tauschen"

    def options(self) -> list[Command]:
        return [*(say.SwapRank(forward=forward) for forward in self.neighbours()), say.Pass()]

    def check(self, command: Command) -> None:
        if isinstance(command, say.SwapRank):
            where = "vor oder hinter" if command.target else "vor" if command.forward else "hinter"
            who = TARGETS.text(command.target) if command.target else "niemand, der Renaissance nicht besitzt"
            text = f"Direkt {where} dir steht {who}" + (" nicht, oder er besitzt selbst Renaissance [Q]." if command.target else ".")
            refuse_unless(self.partner(command) is not None, text, RENAISSANCE, instead=[o.say() for o in self.options()], code="no_neighbour")
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def passing(self) -> Command:
        return say.Pass()


def swaps(r: Ref) -> Play[None]:
    """Owners of Renaissance, the foremost first, each once in a round."""
    s = r.state
    asked: list[int] = []
    while True:
        seat = next((n for n in s.in_order() if n not in asked and s.spieler[n].has("Q") and not s.spieler[n].getauscht), None)
        if seat is None:
            return
        asked.append(seat)
        ask = RenaissanceAsk(s, seat)
        if not ask.neighbours():
            continue
        answer = yield ask
        if isinstance(answer, say.SwapRank):
            partner = ask.partner(answer)
            assert partner is not None
            swap(s, seat, partner)
            s.spieler[seat].getauscht = True
            r.note("rangtausch", seat, (partner, s.rank(seat)), RENAISSANCE)
        else:
            declines(r, seat, "Renaissance", RENAISSANCE)


def swap(s: State, a: int, b: int) -> None:
    order = s.reihenfolge
    i, j = order.index(a), order.index(b)
    order[i], order[j] = b, a


def put_last(r: Ref) -> None:
    """A.2 > Bürgerkrieg: the victim goes last, before Renaissance may be used."""
    s = r.state
    for seat in s.buergerkrieg:
        if not s.spieler[seat].raus:
            s.reihenfolge.remove(seat)
            s.reihenfolge.append(seat)
            r.note("letzter", seat, (s.rank(seat),), "A.2 > Bürgerkrieg")
