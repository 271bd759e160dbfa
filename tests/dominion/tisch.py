"""A table of Anna, Bernd and Carla for tests: a position in a few words, then what they say."""

from typing import Any

from game_state.case import look
from game_state.dice import Dice, ForcedDice
from game_state.event import Event
from game_state.game import Referee, find_game
from game_state.runner import Runner
from game_state.verdict import Refused

GAME: Any = find_game("dominion")
PEOPLE = ["Anna", "Bernd", "Carla"]
BASIS = "Kapelle, Keller, Dorf, Werkstatt, Miliz, Schmiede, Thronsaal, Markt, Laboratorium, Mine"


class Tisch:
    """`Tisch(koenigreich="Priester, …", Anna={"hand": "Priester, Kupfer"})`: Anna's action phase unless said otherwise."""

    def __init__(self, players: int = 2, readings: dict[str, str] | None = None, dice: Dice | None = None, **position: Any) -> None:
        self.people = PEOPLE[:players]
        state = GAME.setup(GAME.options_type(projekte=[]), players, ForcedDice(), {})
        position.setdefault("koenigreich", BASIS)
        GAME.arrange(state, position, self.people)
        self.runner = Runner(GAME, Referee(state, dice or ForcedDice(), players, {**GAME.readings(), **(readings or {})}, set()))
        self.told: list[Event] = list(self.runner.referee.events)

    def says(self, who: str, text: str) -> "Tisch":
        """All orders of the message are accepted."""
        for order in GAME.language.parse(text):
            assert order.command is not None, (order.text, order.unclear and order.unclear.explain())
            seat = self.people.index(who)
            self.runner.check(seat, order.command)
            self.runner.referee.events = []
            self.runner.answer(seat, order.command)
            self.told = self.runner.referee.events
        return self

    def no(self, who: str, text: str) -> Refused:
        """The last order is refused; those before it are accepted."""
        *before, last = GAME.language.parse(text)
        for order in before:
            self.says(who, order.text)
        assert last.command is not None, last.unclear and last.unclear.explain()
        try:
            self.runner.check(self.people.index(who), last.command)
        except Refused as refused:
            return refused
        raise AssertionError(f"„{text}“ was accepted")

    def options(self, who: str) -> list[str]:
        ask = self.runner.ask_of(self.people.index(who))
        return [] if ask is None else [option.say() for option in ask.options()]

    def asked(self) -> list[str]:
        return [self.people[ask.seat] for ask in self.runner.waiting()]

    def __getitem__(self, path: str) -> Any:
        """`tisch["Anna.taler"]`, `tisch["muenzen"]`: full information."""
        full = GAME.full_view(self.runner.referee.state)
        return look(full, f"spieler.{path}" if path.partition(".")[0] in self.people else path, self.people)
