"""A table without store: commands as players write them, forced dice, cards in a known order."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game_state.dice import ForcedDice
from game_state.game import Referee, find_game
from game_state.games.renaissance.facts import kind_of
from game_state.games.renaissance.state import State
from game_state.runner import Runner
from game_state.verdict import Refused
from rules_dsl.command import Command


class Tisch:
    def __init__(
        self, players: Sequence[str], dice: Sequence[int] = (), position: Mapping[str, Any] | None = None,
        before: Callable[[State], None] = lambda _: None, **readings: str,
    ) -> None:
        self.game = find_game("renaissance")
        self.people = list(players)
        self.readings = {**self.game.readings(), **readings}
        self.state: State = self.game.setup(self.game.options_type(), len(players), ForcedDice(), self.readings)
        self.game.arrange(self.state, position or {}, players)
        before(self.state)
        self.dice = ForcedDice(dice)
        self.referee: Referee[State] = Referee(self.state, self.dice, len(players), self.readings, set())
        self.runner = Runner(self.game, self.referee)

    def parse(self, text: str) -> Command:
        order = self.game.language.parse(text)[0]
        assert order.command is not None, order.unclear
        return order.command

    def say(self, who: str, text: str) -> list[str]:
        """Each order of the text is checked and carried out; gives back the names of the events."""
        seat = self.people.index(who)
        self.referee.events = []
        for order in self.game.language.parse(text):
            assert order.command is not None, order.unclear
            self.runner.check(seat, order.command)
            self.runner.answer(seat, order.command)
        return [event.name for event in self.referee.events]

    def refused(self, who: str, text: str) -> Refused:
        try:
            self.runner.check(self.people.index(who), self.parse(text))
        except Refused as refused:
            return refused
        raise AssertionError(f"{who}: {text} was accepted")

    def asks(self, who: str) -> bool:
        return self.runner.ask_of(self.people.index(who)) is not None

    def draw_next(self, kinds: Sequence[str]) -> None:
        """Bring the pile into this order; the rest follows."""
        rest = list(self.state.stapel)
        front = []
        for kind in kinds:
            card = next(card for card in rest if kind_of(card) == kind)
            rest.remove(card)
            front.append(card)
        self.state.stapel = front + rest
