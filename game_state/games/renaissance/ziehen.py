"""9.1: removing shortage and surplus, Mühlen, and one card for everybody."""

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.facts import GOODS, MUEHLEN_GOODS
from game_state.games.renaissance.preise import level
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import declines, draw, mix_in_held_back, pay
from game_state.verdict import Calculation, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import GOODS as GOOD_NAMES

TWELVE = ("gold", "elfenbein")  # 9.6.1: a roll of 12


class RemoveAsk(Frage):
    """The first player may pay markers of shortage or surplus away."""

    __slots__ = ()
    cites = ("9.1", "9.6.1")
    must = False

    def prompt(self) -> str:
        goods = ", ".join(f"{GOOD_NAMES.text(g)} {level(n)}" for g, n in self.s.markt.items() if n)
        return f"Du darfst als Startspieler Mangel oder Überfluß zum Basiswert beseitigen: {goods}."

    def public_prompt(self) -> str:
        return "darf Mangel oder Überfluß beseitigen"

    def options(self) -> list[Command]:
        cash = self.s.spieler[self.seat].bargeld
        return [*(say.Remove(good=g) for g, n in self.s.markt.items() if n and GOODS[g].base <= cash), say.Pass()]

    def check(self, command: Command) -> None:
        if isinstance(command, say.Pass):
            return
        if not isinstance(command, say.Remove):
            raise self.wrong(command)
        name = GOOD_NAMES.text(command.good)
        refuse_unless(
            self.s.markt.get(command.good), f"Bei {name} herrscht weder Mangel noch Überfluß.", "9.1",
            instead=[o.say() for o in self.options()], code="no_marker",
        )
        purse = Calculation("Fehlend").add(f"Basiswert {name}", GOODS[command.good].base, "9.1").add("dein Bargeld", -self.s.spieler[self.seat].bargeld)
        refuse_unless(purse.total <= 0, f"Das kostet {GOODS[command.good].base} Dukaten.", "9.1", calculation=purse, code="too_expensive")

    def passing(self) -> Command:
        return say.Pass()


class MillAsk(Frage):
    """Mühlen: the first owner moves one of four goods by one field."""

    __slots__ = ()
    cites = ("9.1", "C > Mühlen")
    must = False
    window = "muehlen"

    def prompt(self) -> str:
        goods = ", ".join(f"{GOOD_NAMES.text(g)} {level(self.s.markt.get(g, 0))}" for g in MUEHLEN_GOODS)
        return f"Du darfst mit den Mühlen [J] eine Ware um ein Feld verschieben: {goods}."

    def public_prompt(self) -> str:
        return "darf die Mühlen einsetzen"

    def options(self) -> list[Command]:
        return [*(say.Mill(good=g, shortage=up) for g in MUEHLEN_GOODS for up in (True, False)), say.Pass()]

    def check(self, command: Command) -> None:
        if isinstance(command, say.Pass):
            return
        if not isinstance(command, say.Mill):
            raise self.wrong(command)
        refuse_unless(
            command.good in MUEHLEN_GOODS, f"Mühlen verändern nur Getreide, Stoffe, Wein oder Metall, nicht {GOOD_NAMES.text(command.good)}.", "9.1",
            instead=[o.say() for o in self.options()], code="not_a_mill_good",
        )

    def passing(self) -> Command:
        return say.Pass()


def move_market(s: State, good: str, steps: int) -> None:
    markers = s.markt.pop(good, 0) + steps
    if markers:
        s.markt[good] = markers


def removing(r: Ref, seat: int) -> Play[None]:
    """The first player, before anybody draws."""
    s = r.state
    while any(n and GOODS[g].base <= s.spieler[seat].bargeld for g, n in s.markt.items()):
        answer = yield RemoveAsk(s, seat)
        if not isinstance(answer, say.Remove):
            declines(r, seat, "Mangel und Überfluß", "9.1")
            return
        cost = GOODS[answer.good].base
        pay(s, seat, cost)
        together = answer.good in TWELVE and not s.liest("zwoelf_marker", "zwei")  # a 12 set one marker for both
        goods = TWELVE if together else (answer.good,)
        for good in goods:
            markers = s.markt.get(good, 0)
            move_market(s, good, -1 if markers > 0 else 1 if markers < 0 else 0)
        r.note("beseitigt", seat, (tuple((good, s.markt.get(good, 0)) for good in goods), cost), "9.1", *(("9.6.1",) if together else ()))


def milling(r: Ref) -> Play[None]:
    """Only the first owner in the order of play."""
    s = r.state
    owner = next((seat for seat in s.in_order() if s.spieler[seat].has("J")), None)
    if owner is None:
        return
    answer = yield MillAsk(s, owner)
    if isinstance(answer, say.Mill):
        move_market(s, answer.good, 1 if answer.shortage else -1)
        r.note("muehlen", owner, (answer.good, s.markt.get(answer.good, 0)), "9.1", "C > Mühlen")
    else:
        declines(r, owner, "Mühlen", "9.1", "C > Mühlen")


def drawing(r: Ref) -> Play[None]:
    """Phase 1."""
    s = r.state
    if s.runde == 2 and s.beiseite:
        mix_in_held_back(r)
    yield from removing(r, s.in_order()[0])
    if not s.liest("muehlen_phase", "phase_5"):
        yield from milling(r)
    for seat in s.in_order():
        draw(r, seat, "Kartenphase", "9.1")
