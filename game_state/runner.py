"""Runs a game's procedure from one decision to the next."""

from collections.abc import Callable
from typing import Any

from game_state.ask import Ask, AskAll, Play, Quiet
from game_state.game import Game, Referee
from game_state.verdict import Refused
from rules_dsl.command import Command


class Runner:
    """A suspended game: `pending` decisions, and `answer` to go on. Never stored; rebuilt by replay."""

    __slots__ = ("_play", "_sealed", "answers", "on_quiet", "over", "pending", "referee")

    def __init__(self, game: Game[Any], referee: Referee[Any], on_quiet: Callable[[Referee[Any]], None] = lambda _: None) -> None:
        self.referee = referee
        self.on_quiet = on_quiet
        self.over = False
        self.pending: tuple[Ask, ...] = ()
        self.answers: dict[int, Command] = {}
        self._sealed = False
        self._play: Play[None] = game.play(referee)
        self._advance(None)

    def waiting(self) -> list[Ask]:
        """Decisions nobody has answered yet."""
        return [ask for ask in self.pending if ask.seat not in self.answers]

    def ask_of(self, seat: int) -> Ask | None:
        for ask in self.pending:
            if ask.seat == seat and seat not in self.answers:
                return ask
        return None

    @property
    def sealed(self) -> bool:
        """True while answers are collected that nobody may see yet."""
        return self._sealed

    def check(self, seat: int, command: Command) -> None:
        ask = self.ask_of(seat)
        if ask is None:
            raise Refused("Du musst gerade nichts entscheiden.", code="not_asked")
        ask.check(command)

    def answer(self, seat: int, command: Command) -> None:
        """Apply a command that `check` has let through."""
        ask = self.ask_of(seat)
        assert ask is not None
        command = ask.meant(command)
        if not self._sealed:
            self._advance(command)
            return
        self.answers[seat] = command
        if len(self.answers) == len(self.pending):
            answers, self.answers = self.answers, {}
            self._advance({ask.seat: answers[ask.seat] for ask in self.pending})

    def _advance(self, value: Any) -> None:
        while True:
            try:
                step = self._play.send(value)
            except StopIteration:
                self.over, self.pending, self._sealed = True, (), False
                return
            value = None
            if isinstance(step, Ask):
                self.pending, self._sealed = (step,), False
                return
            if isinstance(step, Quiet):
                self.on_quiet(self.referee)
                continue
            assert isinstance(step, AskAll)
            if not step.asks:
                value = {}
                continue
            self.pending, self._sealed = step.asks, True
            return
