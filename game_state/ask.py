"""Decisions. A procedure of a game yields one of these whenever a player must or may choose.

One source of legality: `options` and `check` of the pending ask serve validation, buttons, completion, "was kann ich tun",
"darf ich", the fuzzer and computer players.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from game_state.verdict import Refused
from rules_dsl.command import Command

T = TypeVar("T")


class Ask:
    """One seat chooses. Subclass it per kind of decision, or use `Choose` for a short list.

    `check` gets any command a player of this game can say and refuses what does not fit, each with its own reason.
    """

    __slots__ = ("seat",)

    cites: Sequence[str] = ()  # the paragraphs that give the choice
    must: bool = True  # must (there is no way to decline) or may
    window: str = ""  # name of a reaction window, for standing instructions
    veiled: bool = False  # that this seat is asked at all tells something hidden about it

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def prompt(self) -> str:
        """What the player must or may do, one German sentence. May use only what this seat knows."""
        raise NotImplementedError

    def public_prompt(self) -> str:
        """What everybody may read about this decision; by default that it is awaited."""
        return "trifft eine Entscheidung"

    def options(self) -> list[Command]:
        """Commands that would be accepted now. Complete where that is a list; otherwise enough to play on."""
        raise NotImplementedError

    def check(self, command: Command) -> None:
        """Raise `Refused` unless the command may be said now."""
        raise NotImplementedError

    def meant(self, command: Command) -> Command:
        """A short answer („ja“, a name alone) as the full command it stands for here. `check` must judge that one."""
        return command

    def passing(self) -> Command | None:
        """The answer that declines, if the rules allow to decline."""
        return None


class Choose(Ask):
    """A choice from a list that is short enough to write down; a declining answer stands last."""

    __slots__ = ("_options", "_prompt", "_public", "cites", "must", "window")

    def __init__(
        self, seat: int, prompt: str, options: Sequence[Command], *cites: str, must: bool = True, window: str = "", public: str = "",
    ) -> None:
        super().__init__(seat)
        self._prompt, self._options, self._public = prompt, options, public
        self.cites, self.must, self.window = cites, must, window

    def prompt(self) -> str:
        return self._prompt

    def public_prompt(self) -> str:
        return self._public or super().public_prompt()

    def options(self) -> list[Command]:
        return list(self._options)

    def check(self, command: Command) -> None:
        if command not in self._options:
            offered = tuple(option.say() for option in self._options)
            raise Refused(f"Das steht jetzt nicht zur Wahl: {self._prompt}", tuple(self.cites), None, offered, "not_offered")

    def passing(self) -> Command | None:
        return None if self.must else self._options[-1]


class AskAll:
    """Several seats choose at once; no answer is shown before all are in. Sends back {seat: command}."""

    __slots__ = ("asks",)

    def __init__(self, asks: Sequence[Ask]) -> None:
        self.asks = tuple(asks)


class Quiet:
    """A quiet point: the state alone says how play goes on, so it can be stored here."""

    __slots__ = ()


QUIET = Quiet()

Play = Generator[Ask | AskAll | Quiet, Any, T]
Procedure = Callable[..., Play[None]]
