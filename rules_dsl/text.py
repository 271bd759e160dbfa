"""Rule texts: small sections under the original's number or heading path, written in our own words.

The reader, the index, the citations and the web page all use the same ids.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules_dsl.registry import text_folder

SEPARATOR = " > "


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TypicalQuestion(Strict):
    ask: str
    answer: str
    also: tuple[str, ...] = ()
    verdict: Literal["ja", "nein"] | None = None


class Silence(Strict):
    """Something players ask that the rule text does not answer, and the sentence that says so."""

    ask: str
    answer: str
    also: tuple[str, ...] = ()


class Reading(Strict):
    """A place where the rulebook is unclear: the choices, our default and its reason."""

    id: str
    question: str
    default: str
    reason: str
    choices: dict[str, str]


class Section(Strict):
    id: str
    heading: str
    text: str
    kind: Literal["rule", "example", "overview", "table", "card", "tip", "component"] = "rule"
    examples: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    question: tuple[TypicalQuestion, ...] = Field(default=())
    reading: tuple[Reading, ...] = Field(default=())

    @property
    def parent(self) -> str:
        """The id one level up: `9.5` for `9.5.2`, `9.5.2` for `9.5.2 > Kathedrale`, "" at the top."""
        if SEPARATOR in self.id:
            return self.id.rpartition(SEPARATOR)[0]
        return self.id.rpartition(".")[0]


class RuleText:
    """All sections of one game, in order."""

    def __init__(self, game: str, edition: str, version: str, sections: list[Section], silent: tuple[Silence, ...] = ()) -> None:
        self.game, self.edition, self.version = game, edition, version
        self.sections, self.silent = sections, silent
        self.by_id = {section.id: section for section in sections}

    def __getitem__(self, id_: str) -> Section:
        return self.by_id[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self.by_id

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections)

    def readings(self) -> list[Reading]:
        return [reading for section in self.sections for reading in section.reading]

    def children(self, id_: str) -> list[Section]:
        return [section for section in self.sections if section.id.startswith((id_ + SEPARATOR, id_ + ".")) and section.id != id_]


class About(Strict):
    """Further typical questions of a section, kept beside the text in `fragen/`."""

    section: str
    question: tuple[TypicalQuestion, ...]


@cache
def rule_text(game: str) -> RuleText:
    """The rule text of a game; empty if it has none yet."""
    folder = text_folder(game)
    asked: defaultdict[str, list[TypicalQuestion]] = defaultdict(list)
    for entry in _entries(folder.with_name("fragen"), "about"):
        found = About.model_validate(entry)
        asked[found.section] += found.question
    sections = []
    for data in _entries(folder, "section"):
        more = asked.pop(data["id"], [])
        sections.append(Section.model_validate({**data, "question": [*data.get("question", []), *more]}))
    if asked:
        raise ValueError(f"{game}: questions about sections that do not exist: {sorted(asked)}")
    about = folder.parent / "game.toml"
    data = tomllib.loads(about.read_text("utf-8")) if about.is_file() else {}
    silence = folder.with_name("schweigen.toml")
    silent = tomllib.loads(silence.read_text("utf-8"))["silent"] if silence.is_file() else []
    return RuleText(game, data.get("edition", ""), data.get("version", ""), sections, tuple(map(Silence.model_validate, silent)))


def _entries(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    """The entries of one name in all files of a folder, in order."""
    for path in sorted(folder.glob("*.toml")):
        yield from tomllib.loads(path.read_text("utf-8")).get(name, [])


