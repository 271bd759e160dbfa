"""Conformance cases: a position, orders, forced dice, and what must come out. Plain TOML, one format for all games.

The format is described in docs/faelle.md.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from game_state.dice import ForcedDice
from game_state.event import Event
from game_state.game import Game, Referee, find_game, playable
from game_state.runner import Runner
from game_state.verdict import Refused
from rules_dsl.text import rule_text


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Step(Strict):
    by: str
    say: str
    verdict: str = "ok"  # ok, refused, unclear
    cites: list[str] = []
    says: list[str] = []
    says_not: list[str] = []
    expect: dict[str, Any] = {}
    options_include: list[str] = []
    options_exclude: list[str] = []


class CaseClaim(Strict):
    by: str
    text: str


class CaseDispute(Strict):
    """Two views of one step, and who is right."""

    step: int = 0  # counted from 1; 0 is the last
    claims: list[CaseClaim] = Field(min_length=2)
    right: str
    finding: Literal["erlaubt", "nicht erlaubt"]
    cites: list[str] = Field(min_length=1)
    calculation: list[str] = []  # what the finding must say, with its numbers


class Case(Strict):
    id: str
    game: str
    title: str = ""
    why: str = ""
    cites: list[str] = []
    players: list[str] = ["Anna", "Bernd"]
    options: dict[str, Any] = {}
    readings: dict[str, str] = {}
    dice: list[int] = []
    position: dict[str, Any] = {}
    step: list[Step] = Field(default=[])
    expect: dict[str, Any] = {}
    dispute: CaseDispute | None = None
    skip: str = ""


@dataclass
class CaseResult:
    id: str
    game: str
    cites: list[str]
    passed: bool
    problems: list[str] = field(default_factory=list)
    skipped: str = ""


def load_cases(paths: Iterable[Path]) -> list[Case | CaseResult]:
    """All cases in these files and folders; a file that cannot be read is a failed case itself."""
    found: list[Case | CaseResult] = []
    for path in paths:
        if path.is_dir():
            files = sorted(path.rglob("*.toml"))
        else:
            files = [path]
        for file in files:
            try:
                data = tomllib.loads(file.read_text("utf-8"))
                if not data.get("case"):
                    raise ValueError("kein Fall darin; jeder beginnt mit [[case]]")
                found += [Case.model_validate(case) for case in data["case"]]
            except (OSError, ValueError, TypeError) as error:
                found.append(CaseResult(str(file), "", [], False, [f"nicht lesbar: {' '.join(str(error).split())}"]))
    return found


def run_case(case: Case) -> CaseResult:
    """Play the case and compare."""
    result = CaseResult(case.id, case.game, case.cites, True)
    if case.skip:
        result.skipped = case.skip
        return result
    if not playable(case.game):
        result.passed, result.problems = False, [f"das Spiel {case.game} gibt es nicht"]
        return result
    game = find_game(case.game)
    known = rule_text(case.game)
    result.problems += [f"§ {cite} gibt es nicht" for cite in case.cites if cite not in known]
    try:
        _Play(game, case).run(result.problems)
    except Refused as refused:
        result.problems.append(f"Aufbau abgelehnt: {refused.explain()}")
    except Exception as error:
        result.problems.append(f"{type(error).__name__}: {error}")
    result.passed = not result.problems
    return result


class _Play:
    def __init__(self, game: Game[Any], case: Case) -> None:
        self.game, self.case = game, case
        self.results: list[tuple[str, str, list[str]]] = []  # verdict, text and paragraphs of each step
        self.dice = ForcedDice(case.dice)
        readings = {**game.readings(), **case.readings}
        options = game.options_type.model_validate(case.options)
        state = game.setup(options, len(case.players), ForcedDice(), readings)
        game.arrange(state, case.position, case.players)
        self.referee: Referee[Any] = Referee(state, self.dice, len(case.players), readings, set())
        self.runner = Runner(game, self.referee)

    def run(self, problems: list[str]) -> None:
        for number, step in enumerate(self.case.step, 1):
            self.step(step, f"Schritt {number} ({step.by}: {step.say})", problems)
        self.compare(self.case.expect, "am Ende", problems)
        if self.case.dispute is not None:
            self.settle(self.case.dispute, problems)

    def settle(self, dispute: CaseDispute, problems: list[str]) -> None:
        """What the rules say to the disputed step, against what the case says."""
        verdict, text, cites = self.results[dispute.step - 1]
        finding = {"ok": "erlaubt", "refused": "nicht erlaubt"}.get(verdict, verdict)
        if finding != dispute.finding:
            problems.append(f"Befund: erwartet {dispute.finding}, war {finding} ({' '.join(text.split())})")
        if dispute.right not in [claim.by for claim in dispute.claims]:
            problems.append(f"Befund: {dispute.right} hat keine Ansicht vorgetragen")
        problems += [f"Befund: § {cite} nicht genannt (genannt: {', '.join(dict.fromkeys(cites)) or 'nichts'})" for cite in dispute.cites if cite not in cites]
        problems += [f"Befund: „{part}“ fehlt in „{' '.join(text.split())}“" for part in dispute.calculation if part not in text]

    def step(self, step: Step, where: str, problems: list[str]) -> None:
        if step.by not in self.case.players:
            problems.append(f"{where}: {step.by} sitzt nicht am Tisch")
            return
        seat = self.case.players.index(step.by)
        verdict, text = "ok", ""
        cites: list[str] = []
        for order in self.game.language.parse(step.say):
            if order.command is None:
                verdict, text = "unclear", order.unclear.explain() if order.unclear else ""
                break
            self.referee.events = []
            try:
                if order.command.info:
                    answer, found = self.game.inform(self.referee.state, seat, order.command, self.case.players)
                    text, cites = text + answer + "\n", [*cites, *found]
                    continue
                self.runner.check(seat, order.command)
            except Refused as refused:
                verdict, text = "refused", text + refused.explain()
                cites += refused.cites
                break
            self.runner.answer(seat, order.command)
            text += "\n".join(self.told(event, seat) for event in self.referee.events) + "\n"
            cites += [cite for event in self.referee.events for cite in event.cites]
        self.results.append((verdict, text, cites))
        if verdict != step.verdict:
            problems.append(f"{where}: erwartet {step.verdict}, war {verdict}" + (f" ({' '.join(text.split())})" if verdict != "ok" else ""))
        problems += [f"{where}: § {cite} nicht genannt (genannt: {', '.join(dict.fromkeys(cites)) or 'nichts'})" for cite in step.cites if cite not in cites]
        problems += [f"{where}: „{part}“ fehlt in „{' '.join(text.split())}“" for part in step.says if part not in text]
        problems += [f"{where}: „{part}“ steht in „{' '.join(text.split())}“" for part in step.says_not if part in text]
        self.compare(step.expect, where, problems)
        if step.options_include or step.options_exclude:
            ask = self.runner.ask_of(seat)
            options = [option.say() for option in ask.options()] if ask is not None else []
            problems += [f"{where}: „{o}“ steht nicht zur Wahl ({', '.join(options) or 'nichts'})" for o in step.options_include if o not in options]
            problems += [f"{where}: „{o}“ steht zur Wahl" for o in step.options_exclude if o in options]

    def told(self, event: Event, seat: int) -> str:
        return self.game.tell(event.for_seat(seat), self.case.players)

    def compare(self, expect: Mapping[str, Any], where: str, problems: list[str]) -> None:
        if not expect:
            return
        view = self.game.full_view(self.referee.state)
        for path, wanted in expect.items():
            try:
                value = look(view, path, self.case.players)
            except KeyError as error:
                problems.append(f"{where}: {path}: {error.args[0]}")
                continue
            if value != wanted:
                problems.append(f"{where}: {path} ist {value!r}, erwartet {wanted!r}")


def look(view: Any, path: str, players: Sequence[str]) -> Any:
    """`spieler.Anna.hand` in nested data: keys, list positions, or names of players for lists by seat."""
    for part in path.split("."):
        if isinstance(view, Mapping) and part in view:
            view = view[part]
        elif isinstance(view, list) and part in players:
            view = view[players.index(part)]
        elif isinstance(view, list) and part.isdigit() and int(part) < len(view):
            view = view[int(part)]
        else:
            raise KeyError(f"„{part}“ gibt es dort nicht ({', '.join(map(str, view)) if isinstance(view, Mapping) else type(view).__name__})")
    return view


def run_all(paths: Iterable[Path]) -> list[CaseResult]:
    return [case if isinstance(case, CaseResult) else run_case(case) for case in load_cases(paths)]
