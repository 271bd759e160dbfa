"""What a game must tell the kernel, and where games are found."""

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter

from game_state.ask import Ask, Play
from game_state.dice import Dice
from game_state.event import Event
from game_state.verdict import Calculation, Refused
from rules_dsl.command import Command
from rules_dsl.fold import fold
from rules_dsl.language import Language
from rules_dsl.registry import language_of
from rules_dsl.text import rule_text

S = TypeVar("S")
Bot = Callable[[Any, Ask, Random], Command]  # state, decision, own chance -> answer


class Options(BaseModel):
    """Choices made before the start. A game subclasses it."""

    model_config = ConfigDict(extra="forbid")


class Referee(Generic[S]):
    """What the rules of a game work with: the state, the dice, the log, the table's readings."""

    __slots__ = ("dice", "events", "players", "readings", "resigned", "state")

    def __init__(self, state: S, dice: Dice, players: int, readings: dict[str, str], resigned: set[int]) -> None:
        self.state, self.dice, self.players, self.readings, self.resigned = state, dice, players, readings, resigned
        self.events: list[Event] = []

    def note(
        self, name: str, seat: int | None, args: tuple[Any, ...], *cites: str,
        secret: tuple[Any, ...] | None = None, knows: tuple[int, ...] = (), reveals: bool = False,
    ) -> None:
        """Write down what happened, with its paragraphs."""
        self.events.append(Event(name, seat, args, cites, secret, knows, reveals))


class Result(BaseModel):
    """How a game ended: places (seats, best first, ties together) and the scoring of each seat."""

    places: list[list[int]]
    scores: list[str]  # one line per seat, broken down
    cites: tuple[str, ...] = ()


class Game(ABC, Generic[S]):
    """One game. `play` is its sequence of play; everything else serves it."""

    key: str
    title: str
    players: tuple[int, int]
    version: str
    state_type: type[S]
    options_type: type[Options] = Options
    option_help: str = ""  # what `start` understands besides, for `hilfe`
    places: Sequence[str] = ()  # names of seats (colours, powers), if the game has them

    @cached_property
    def adapter(self) -> TypeAdapter[S]:
        return TypeAdapter(self.state_type)

    @property
    def language(self) -> Language:
        return language_of(self.key)

    # -- play ---------------------------------------------------------------------------------------------------

    @abstractmethod
    def setup(self, options: Any, players: int, dice: Dice, readings: Mapping[str, str]) -> S:
        """The position before the first decision."""

    @abstractmethod
    def play(self, referee: Referee[S]) -> Play[None]:
        """The sequence of play from any quiet point. Must yield QUIET before its first decision."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Places and scores when the game is over."""

    def bots(self) -> dict[str, Bot]:
        """Computer players by name; the first is the default. A random one always exists."""
        return {"zufall": lambda _state, ask, chance: chance.choice(ask.options())}

    def passive(self, state: S, ask: Ask, chance: Random) -> Command:
        """The answer of a seat nobody plays any more: decline if that is possible."""
        return ask.passing() or ask.options()[0]

    def turn(self, state: S) -> Any:
        """What changes when a turn (or phase) is over, for messages with several orders. None: they may go on and on."""
        return None

    # -- seeing -------------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: int | None) -> dict[str, Any]:
        """What this seat (None: everybody) may know. The only door for hidden information."""

    @abstractmethod
    def show(self, view: Mapping[str, Any], people: Sequence[str], topic: str = "") -> str:
        """The position as German text, from a view alone. `topic` narrows it (a province, a pile)."""

    @abstractmethod
    def show_hand(self, view: Mapping[str, Any], people: Sequence[str]) -> str:
        """What only this seat sees, as German text, from its view alone."""

    @abstractmethod
    def tell(self, event: Event, people: Sequence[str]) -> str:
        """One event as a German sentence. `event.secret` is None for those who may not know it. "" = say nothing."""

    def inform(self, state: S, seat: int | None, command: Command, people: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """The answer to a command that only asks (`info = True`): German text and its paragraphs, from what the seat may know."""
        raise NotImplementedError(f"{self.key} has no answer to {command.kind}")

    def forecast(self, state: S, seat: int, command: Command, people: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        """Calculations and exact odds of an allowed command before the fact, from what the seat may know, with paragraphs."""
        return [], ()

    def sums(self, state: S, seat: int, command: Command) -> list[Calculation]:
        """The calculations behind a move that everybody may know (a price, a strength), in the position before it."""
        return []

    def odds(self, state: S, seat: int, events: Sequence[Event], shuffled: Sequence[Sequence[Any]]) -> tuple[list[str], tuple[str, ...]]:
        """Exact odds of the first of these events that shows something new; with the paragraphs.

        `state` is the position before the command, `shuffled` what was mixed on the way. Only what the seat knows may be used.
        """
        return [], ()

    def about(self, state: S, command: Command, asked: list[str]) -> bool:
        """Whether an option is of the kind a question of these folded words speaks of („eine Aktion spielen“)."""
        return True

    def tries(self, state: S, seat: int) -> list[Command]:
        """Commands worth trying when a question names only a verb, to find the reason why it is not possible."""
        return []

    def threat(self, state: S, by: int, who: str, seat: int) -> tuple[str, str, tuple[str, ...]] | None:
        """Whether a seat could act against this one now, by what all can see: ja or nein, the reason, the paragraphs."""
        return None

    def asked(self, state: S, about: str, seat: int, who: str, asked: list[str], people: Sequence[str]) -> tuple[str, str, tuple[str, ...]] | None:
        """What the position says to a question about a seat: the verdict or "", the sentence, the paragraphs; None if the game cannot say.

        `about` is "leisten" (can it pay for what is named), "hin" (does it get there), "angriff" (can it attack that), "sicher" (is it safe
        from that) or "ertrag" (what would it bring). `who` is the name of another player, "" for the asker, who alone may hear of the own hand.
        """
        return None

    def called(self, state: S, seat: int) -> list[str]:
        """Folded words besides the name by which players speak of a seat (a colour)."""
        return []

    def order(self, state: S) -> list[int]:
        """Seats in the order in which they play; empty where there is none."""
        return []

    def correction(self, text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
        """A step of the Spielleitung as typed data, and how it reads. Raise `Refused` for what is no such step."""
        raise Refused(f"{self.title} kennt keine Korrekturen; „rückgängig bis“ geht immer.", code="bad_correction")

    def correct(self, state: S, step: Mapping[str, Any]) -> None:
        """Apply a correction; raise `Refused` if the position does not allow it."""
        raise NotImplementedError(f"{self.key} has no corrections")

    def problems(self, state: S) -> list[str]:
        """What is wrong with a position in itself (lost cards, negative money), in German; empty if it is sound."""
        return []

    # -- table --------------------------------------------------------------------------------------------------

    def parse_options(self, text: str) -> dict[str, Any]:
        """Start options as a player writes them. Raise `Refused` with a German reason."""
        if text.strip():
            raise Refused(f"Dieses Spiel kennt keine Startoptionen; „{text.strip()}“ verstehe ich nicht.", code="no_options")
        return {}

    def readings(self) -> dict[str, str]:
        """Named readings with their defaults, from the rule text."""
        return {reading.id: reading.default for reading in rule_text(self.key).readings()}

    def reading_choices(self) -> dict[str, dict[str, str]]:
        return {reading.id: dict(reading.choices) for reading in rule_text(self.key).readings()}

    def seat_word(self, seat: int) -> str | None:
        """How the game's language calls a seat; players may then write a person's name instead. None: it never names seats."""
        return None

    def in_sight(self, state: S) -> frozenset[str]:
        """Ids of things everybody can see in this game; they win over others when a name is misspelt."""
        return frozenset()

    def full_view(self, state: S) -> dict[str, Any]:
        """Everything, hidden or not, as data: what cases compare with. Never shown to players."""
        found: dict[str, Any] = self.adapter.dump_python(state, mode="json")
        return found

    def arrange(self, state: S, position: Mapping[str, Any], players: Sequence[str]) -> None:
        """Bring a fresh position into the one a case describes."""
        raise NotImplementedError(f"{self.key} has no case positions")


def seat_named(word: str, people: Sequence[str]) -> int:
    """The seat of a person named in a correction."""
    names = [fold(person).split(" ")[0] for person in people]
    if fold(word) not in names:
        raise Refused(f"„{word}“ sitzt nicht an diesem Tisch.", code="bad_correction")
    return names.index(fold(word))


def number_said(text: str) -> tuple[int, bool]:
    """A number of a correction, and whether it is to be added (`+3`, `-2`) rather than set."""
    return int(text), text[0] in "+-"


_modules: dict[str, str] = {}
_loaded: dict[str, Game[Any]] = {}


def add_game(key: str, module: str) -> None:
    """Make a game known that does not live in `game_state.games`."""
    _modules[key] = module
    _loaded.pop(key, None)


def find_game(key: str) -> Game[Any]:
    """The rules of a game; its module has a `GAME`."""
    if key not in _loaded:
        _loaded[key] = importlib.import_module(_modules.get(key, f"game_state.games.{key}")).GAME
    return _loaded[key]


def playable(key: str) -> bool:
    """Whether there are rules to play this game by (they are not loaded for it)."""
    spec = importlib.util.find_spec(_modules.get(key, f"game_state.games.{key}"))
    return key in _loaded or (spec is not None and spec.origin is not None)
