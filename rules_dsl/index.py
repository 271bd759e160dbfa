"""The index over all rule texts: SQLite FTS5 over word-internal 4-grams, three tables per game.

`p_<game>` has one row per section (heading, path, text, words, typical questions), `q_<game>` one row per wording of a
typical question, `n_<game>` one per wording of a question the text does not answer. The file is rebuilt only when a content hash of texts and analysis changes.
"""

import hashlib
import math
import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from rules_dsl import analysis
from rules_dsl.analysis import gram_text, words
from rules_dsl.registry import TABLE, all_games
from rules_dsl.text import SEPARATOR, RuleText, Section, Silence, TypicalQuestion, rule_text

FORMAT = "1"


@dataclass
class Wording:
    """One way to put a typical question."""

    section: Section
    question: TypicalQuestion
    text: str

    @cached_property
    def words(self) -> list[analysis.Word]:
        return words(self.text)

    @cached_property
    def all_words(self) -> list[analysis.Word]:
        return analysis.all_words(self.text)

    @cached_property
    def answer_words(self) -> list[analysis.Word]:
        return words(self.question.answer)


@dataclass
class Unanswered:
    """One way to ask what the text does not answer."""

    silence: Silence
    text: str

    @cached_property
    def words(self) -> list[analysis.Word]:
        return words(self.text)


class GameIndex:
    """What is searched for one game."""

    def __init__(self, text: RuleText) -> None:
        self.text = text
        self.game = text.game
        self.sections = text.sections
        self.wordings = [
            Wording(section, question, wording)
            for section in text for question in section.question for wording in (question.ask, *question.also)
        ]
        self.unanswered = [Unanswered(silence, wording) for silence in text.silent for wording in (silence.ask, *silence.also)]
        self.place = {section.id: number for number, section in enumerate(text.sections)}
        self.stems: Counter[str] = Counter()  # in how many sections a stem occurs
        self.strong: frozenset[str] = frozenset()  # stems of headings, words and terms
        self.things: frozenset[str] = frozenset()  # stems of headings and terms: what the game has

    def weight(self, word: analysis.Word) -> float:
        """How much a word tells: rare ones more."""
        return 1 + math.log((1 + len(self.sections)) / (1 + self.stems[word.stem])) if word.stem in self.stems else self.unknown_weight

    @property
    def unknown_weight(self) -> float:
        return 1 + math.log(1 + len(self.sections)) * 0.8


def fields(section: Section, text: RuleText) -> tuple[list[str], list[str], list[str], list[str], list[str]]:
    """Heading, path, body, words, questions of a section."""
    path = [part for part in section.id.split(SEPARATOR)[:-1] if not part[:1].isdigit()]
    above = text.by_id.get(section.parent)
    if above is not None:
        path.append(above.heading)
    asks = [wording for question in section.question for wording in (question.ask, *question.also)]
    answers = [question.answer for question in section.question]
    return [section.heading], path, [section.text, *section.examples, *answers], [*section.words, *section.terms], asks


class Index:
    """All games. `Index(None)` lives in memory."""

    def __init__(self, folder: Path | None = None, texts: Iterable[RuleText] | None = None) -> None:
        found = list(texts) if texts is not None else [rule_text(key) for key in (*(name.id for name in all_games()), TABLE)]
        self.games = {text.game: GameIndex(text) for text in found if text.sections}
        self.conn = self._open(folder, self._hash())
        for game in self.games.values():
            rows = self.conn.execute(f'select stem, n, strong from "s_{game.game}"').fetchall()
            game.stems = Counter({stem: n for stem, n, _ in rows})
            game.strong = frozenset(stem for stem, _, strong in rows if strong)
            game.things = frozenset(stem for stem, _, strong in rows if strong == 2)

    def _hash(self) -> str:
        digest = hashlib.sha256(FORMAT.encode())
        for module in ("analysis.py", "index.py", "search.toml", "fold.py"):
            digest.update((Path(__file__).parent / module).read_bytes())
        for key, game in sorted(self.games.items()):
            digest.update(key.encode())
            for section in game.sections:
                digest.update(repr(section).encode())
            digest.update(repr(game.text.silent).encode())
        return digest.hexdigest()

    def _open(self, folder: Path | None, stamp: str) -> sqlite3.Connection:
        if folder is not None:
            path = folder / "index.db"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                if path.is_file():
                    conn = sqlite3.connect(path, check_same_thread=False)
                    if conn.execute("select stamp from about").fetchone() == (stamp,):
                        return conn
                    conn.close()
            except (sqlite3.Error, OSError):
                pass
            try:
                fresh = path.with_suffix(".new")
                fresh.unlink(missing_ok=True)
                conn = sqlite3.connect(fresh, check_same_thread=False)
                self._build(conn, stamp)
                fresh.replace(path)
                return conn
            except (sqlite3.Error, OSError):
                pass  # a folder we cannot write to: the index lives in memory
        conn = sqlite3.connect(":memory:", check_same_thread=False)
        self._build(conn, stamp)
        return conn

    def _build(self, conn: sqlite3.Connection, stamp: str) -> None:
        with conn:
            for key, game in self.games.items():
                conn.execute(f'create virtual table "p_{key}" using fts5(head, path, body, words, asks, tokenize="ascii", detail=column)')
                conn.execute(f'create virtual table "q_{key}" using fts5(asked, tokenize="ascii", detail=none)')
                conn.execute(f'create virtual table "n_{key}" using fts5(asked, tokenize="ascii", detail=none)')
                conn.execute(f'create table "s_{key}" (stem text primary key, n integer, strong integer) without rowid')
                stems: Counter[str] = Counter()
                strong: dict[str, int] = {}
                for number, section in enumerate(game.sections):
                    parts = fields(section, game.text)
                    conn.execute(f'insert into "p_{key}" (rowid, head, path, body, words, asks) values (?, ?, ?, ?, ?, ?)', [number, *map(gram_text, parts)])
                    stems.update({word.stem for field_ in parts for part in field_ for word in words(part)})
                    strong = {word.stem: 1 for part in section.words for word in words(part)} | strong
                    strong |= {word.stem: 2 for part in (section.heading, *section.terms) for word in words(part)}
                conn.executemany(f'insert into "q_{key}" (rowid, asked) values (?, ?)', [(n, gram_text([w.text])) for n, w in enumerate(game.wordings)])
                conn.executemany(f'insert into "n_{key}" (rowid, asked) values (?, ?)', [(n, gram_text([w.text])) for n, w in enumerate(game.unanswered)])
                conn.executemany(f'insert into "s_{key}" values (?, ?, ?)', [(stem, n, strong.get(stem, 0)) for stem, n in stems.items()])
            conn.execute("create table about (stamp text)")
            conn.execute("insert into about values (?)", [stamp])
