"""The game as the kernel sees it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from game_state.ask import Play
from game_state.dice import Dice
from game_state.event import Event
from game_state.game import Bot, Game, Options, Result
from game_state.games.renaissance import ablauf, ansicht, aufstellen, auskunft, bots, ende, erzaehlen, fragen, korrektur, vorbereitung
from game_state.games.renaissance.state import Ref, State
from game_state.verdict import Refused
from rules_dsl.command import Command
from rules_dsl.fold import fold
from rules_dsl.games.renaissance.commands import PROVINCES

_EPOCHS = re.compile(r"(?:mit |nur )*(?:epochen? ?:? ?(?:1 ?(?:und|bis|-) ?)?([123])|([123]|eine|zwei|drei) epochen?)")


class RenaissanceOptions(Options):
    """`epochen`: how many epochs are played (11); `brett`: the printed layout (4.1); `maerkte`: market numbers corrected from the own board."""

    epochen: Literal[1, 2, 3] = 3
    brett: Literal["", "a", "b"] = ""
    maerkte: dict[str, int] = {}  # noqa: RUF012


class Renaissance(Game[State]):
    key, title, players, version = "renaissance", "Das Zeitalter der Renaissance", (3, 6), "1"
    state_type = State
    options_type = RenaissanceOptions
    option_help = "„start epochen 1“ (oder 2, 3: so viele Epochen), „brett a“ oder „brett b“, „markt PROVINZ ZAHL“; mehrere mit Komma."

    def setup(self, options: RenaissanceOptions, players: int, dice: Dice, readings: Mapping[str, str]) -> State:
        s = vorbereitung.build(players, options.epochen, dice, readings)
        s.brett, s.maerkte, s.lesarten = options.brett, dict(options.maerkte), dict(readings)
        return s

    def play(self, referee: Ref) -> Play[None]:
        return ablauf.play(referee)

    def bots(self) -> dict[str, Bot]:
        return {"händler": bots.haendler, "zufall": bots.zufall}

    def turn(self, state: State) -> tuple[int, str]:
        return state.runde, state.phase

    def result(self, state: State) -> Result | None:
        return ende.result(state)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return ansicht.view(state, seat)

    def threat(self, state: State, by: int, who: str, seat: int) -> tuple[str, str, tuple[str, ...]] | None:
        return fragen.threat(state, by, who, seat)

    def asked(self, state: State, about: str, seat: int, who: str, asked: list[str], people: Sequence[str]) -> tuple[str, str, tuple[str, ...]] | None:
        return fragen.asked(state, about, seat, who, asked, people)

    def called(self, state: State, seat: int) -> list[str]:
        return fragen.called(state, seat)

    def order(self, state: State) -> list[int]:
        return list(state.reihenfolge)

    def show(self, view: Mapping[str, Any], people: Sequence[str], topic: str = "") -> str:
        return ansicht.show(view, people, topic)

    def show_hand(self, view: Mapping[str, Any], people: Sequence[str]) -> str:
        return ansicht.show_hand(view, people)

    def tell(self, event: Event, people: Sequence[str]) -> str:
        return erzaehlen.tell(event, people)

    def inform(self, state: State, seat: int | None, command: Command, people: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        return auskunft.inform(state, seat, command, people)

    def forecast(self, state: State, seat: int, command: Command, people: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        return auskunft.forecast(state, seat, command)

    def correction(self, text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
        return korrektur.read(text, people)

    def correct(self, state: State, step: Mapping[str, Any]) -> None:
        korrektur.apply(state, step)

    def problems(self, state: State) -> list[str]:
        return korrektur.problems(state)

    def arrange(self, state: State, position: Mapping[str, Any], players: Sequence[str]) -> None:
        aufstellen.arrange(state, position, players)

    def seat_word(self, seat: int) -> str | None:
        return f"Spieler {seat + 1}"

    def parse_options(self, text: str) -> dict[str, Any]:
        """`epochen 2`, `brett b`, `markt Hamburg 3`, several separated by commas."""
        found: dict[str, Any] = {}
        for part in filter(None, (fold(p) for p in re.split(r"[,;\n]", text))):
            if m := _EPOCHS.fullmatch(part):
                found["epochen"] = {"eine": 1, "zwei": 2, "drei": 3}.get(m[1] or m[2]) or int(m[1] or m[2])
            elif m := re.fullmatch(r"(?:brett|layout)\s*:?\s*([ab])", part):
                found["brett"] = m[1]
            elif (m := re.fullmatch(r"(?:markt|marktvolumen)\s+(.+?)\s*:?\s*(\d)", part)) and m[1] in PROVINCES.by_form:
                found.setdefault("maerkte", {})[PROVINCES.by_form[m[1]]] = int(m[2])
            else:
                possible = "möglich sind „epochen 1“ bis „epochen 3“, „brett a“ oder „brett b“ und „markt PROVINZ ZAHL“"
                raise Refused(f"„{part}“ verstehe ich nicht; {possible}.", ("11", "4.1"), code="no_option")
        return found
