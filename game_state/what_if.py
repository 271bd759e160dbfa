"""What would follow from a command, as far as the asker may know it. Nothing changes."""

from dataclasses import dataclass, field
from typing import Any

from game_state.ask import Ask
from game_state.dice import Dice
from game_state.event import Event
from game_state.table import Table
from rules_dsl.command import Command


class _Chance(Exception):
    """The rules would draw here."""


class VeiledDice(Dice):
    """Dice nobody may look at: the first roll ends the preview. A shuffle leaves everything as it lies and is remembered."""

    __slots__ = ("shuffled",)

    def __init__(self) -> None:
        super().__init__("00" * 32)
        self.shuffled: list[list[Any]] = []

    def _number(self, below: int) -> int:
        raise _Chance

    def shuffle(self, cards: list[Any]) -> None:
        self.shuffled.append(list(cards))


@dataclass
class Preview:
    """An allowed command: what it would do up to the first thing that is hidden or left to chance."""

    events: list[Event] = field(default_factory=list)
    stopped: str = ""  # why the preview ends early: "chance", "hidden", "sealed" or ""
    next: list[Ask] = field(default_factory=list)
    forecast: list[str] = field(default_factory=list)  # calculations and odds, from the game
    cites: tuple[str, ...] = ()


def what_if(table: Table, user: str, command: Command) -> Preview:
    """Check and try a command on a copy. Raises `Refused` with the reason if it is not allowed."""
    table.check(user, command)
    seat = table.seat_of(user)
    assert seat is not None
    ask = table.running.ask_of(seat)
    assert ask is not None
    lines, cites = table.game.forecast(table.running_state, seat, command, table.people)
    preview = Preview(forecast=lines, cites=tuple(dict.fromkeys([*ask.cites, *cites])))
    if table.running.sealed:
        preview.stopped = "sealed"
        return preview
    runner = table.position(table.meta.length)
    runner.referee.dice = dice = VeiledDice()
    try:
        runner.answer(seat, command)
        preview.next = runner.waiting()
    except _Chance:
        preview.stopped = "chance"
    events = runner.referee.events
    open_ = next((number for number, event in enumerate(events) if event.reveals), len(events))
    preview.events = events[:open_]
    if open_ < len(events):
        preview.stopped, preview.next = "chance" if dice.shuffled else "hidden", []
        lines, cites = table.game.odds(table.running_state, seat, events, dice.shuffled)
        preview.forecast += lines
        preview.cites = tuple(dict.fromkeys([*preview.cites, *cites]))
    elif dice.shuffled and not preview.stopped:
        preview.stopped, preview.next = "chance", []
    elif any(ask.veiled and ask.seat != seat for ask in preview.next):
        preview.stopped, preview.next = "hidden", []
    return preview


@dataclass(frozen=True)
class Right:
    """One thing a player must do, may do, or gives up by going on."""

    kind: str  # muss, darf, verfällt
    text: str
    cites: tuple[str, ...]


def rights(ask: Ask) -> list[Right]:
    """What the pending decision obliges to, allows, and what passing would forgo."""
    cites = tuple(ask.cites)
    found = [Right("muss" if ask.must else "darf", ask.prompt(), cites)]
    declining = ask.passing()
    groups: dict[str, list[str]] = {}
    for option in ask.options():
        if option != declining:
            groups.setdefault(type(option).form, []).append(option.say())
    for form, options in groups.items():
        shown = ", ".join(options[:6]) + (" …" if len(options) > 6 else "")
        found.append(Right("darf", f"{form}: {shown}", cites))
    if declining is not None and groups:
        found.append(Right("verfällt", f"Mit „{declining.say()}“ verzichtest du auf: {', '.join(groups)}.", cites))
    return found


def state_of(table: Table, length: int) -> Any:
    """The state after so many entries, rebuilt."""
    return table.position(length).referee.state
