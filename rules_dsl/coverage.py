"""The matrix of sections: has it text, is it enforced in code, has it a case, has it typical questions."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rules_dsl.registry import text_folder
from rules_dsl.text import RuleText

_QUOTED = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'")


@dataclass(frozen=True, slots=True)
class Row:
    section: str
    text: bool
    enforced: bool
    case: bool
    question: bool
    reason: str = ""  # why something is missing, in words


BY_KIND = {
    "example": "Beispiel; es wird nachgespielt, wo es Zahlen nennt.", "tip": "Rat, keine Vorschrift.",
    "overview": "Zusammenfassung; die Regel steht an ihrem eigenen Ort.", "component": "Beschreibt Material.",
}


def cited_in_code(folder: Path) -> set[str]:
    """Every string constant of a game's code and data files; a citation is one of them."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        if path.suffix in (".py", ".toml", ".json"):
            found.update((a or b).replace('\\"', '"') for a, b in _QUOTED.findall(path.read_text("utf-8")))
    return found


def cited_in_cases(folder: Path, game: str) -> set[str]:
    """What the conformance cases of a game cite."""
    found: set[str] = set()
    for path in sorted(folder.rglob("*.toml")) if folder.is_dir() else []:
        found.update(cite.removeprefix(game + ":") for cite in _cites(tomllib.loads(path.read_text("utf-8"))))
    return found


def _cites(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        for key, value in data.items():
            if key == "cites" and isinstance(value, list):
                yield from map(str, value)
            else:
                yield from _cites(value)
    elif isinstance(data, list):
        for item in data:
            yield from _cites(item)


def matrix(text: RuleText, code: Path, cases: Path) -> list[Row]:
    """One row per section. What is missing has its reason, by the kind of section or from the game's `coverage.toml`."""
    enforced, cased = cited_in_code(code), cited_in_cases(cases, text.game)
    about = text_folder(text.game).parent / "coverage.toml"
    reasons = tomllib.loads(about.read_text("utf-8")) if about.is_file() else {}
    rows = []
    for section in text:
        whole = section.id in enforced and section.id in cased
        reason = "" if whole else reasons.get(section.id, BY_KIND.get(section.kind, ""))
        rows.append(Row(section.id, bool(section.text.strip()), section.id in enforced, section.id in cased, bool(section.question), reason))
    return rows


@dataclass(frozen=True, slots=True)
class Stance:
    """How an unclear place of the rules is treated: the choices, the default and its reason, and which choices have cases."""

    reading: str
    section: str
    question: str
    default: str
    reason: str
    choices: dict[str, str]
    enforced: bool
    cases: dict[str, list[str]]  # by choice: ids of the cases that play it


def stances(text: RuleText, code: Path, cases: Path) -> list[Stance]:
    """The statement of compliance of a game: one entry per reading."""
    known = cited_in_code(code)
    played = [case for path in sorted(cases.rglob("*.toml")) for case in tomllib.loads(path.read_text("utf-8")).get("case", [])]
    found = []
    for section in text:
        for reading in section.reading:
            by_choice: dict[str, list[str]] = {choice: [] for choice in reading.choices}
            for case in played:
                chosen = case.get("readings", {}).get(reading.id)
                if chosen is None and section.id in case.get("cites", []):
                    chosen = reading.default
                if chosen in by_choice:
                    by_choice[chosen].append(case["id"])
            enforced, choices = reading.id in known, dict(reading.choices)
            found.append(Stance(reading.id, section.id, reading.question, reading.default, reading.reason, choices, enforced, by_choice))
    return found
