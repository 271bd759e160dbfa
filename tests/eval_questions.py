"""How good the answers are, measured: `python -m tests.eval_questions [--gold FILE] [--zeige]`.

Recall at 1 and 3 on the section and on section + facts, per game and over all; how often Herold is silent where there is an
answer, refuses where there is none, and says the right yes or no. In the same run: plain FTS5 (unicode61, no analysis) over our own
texts and, where they are at hand, over the originals cut at their headings.
"""

import argparse
import json
import re
import sqlite3
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_dsl.answer import Answerer, passage_text
from rules_dsl.edition import _headings, _plain_lines, align, sections
from rules_dsl.fold import fold
from rules_dsl.index import Index
from rules_dsl.registry import all_games
from rules_dsl.search import Search
from rules_dsl.text import rule_text

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared"
GOLD = SHARED / "gold" / "dev_questions.jsonl"
OWN = HERE / "data" / "own_questions.jsonl"
PLAYERS = HERE / "data" / "player_questions.jsonl"  # written from the rulebooks alone, by people who had not seen our texts
EXAM = HERE / "data" / "exam_questions.jsonl"  # the same, and the network was not taught with it
ORIGINALS = SHARED / "originals"

Passage = tuple[str, str]  # label, text
Retrieve = Callable[[str, str], list[Passage]]


def game_key(name: str | None) -> str | None:
    return all_games().by_form.get(fold(name).replace("_", " ")) if name else None


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def fits(label: str, gold: list[str]) -> bool:
    return any(label == wanted or label.startswith(wanted + " > ") for wanted in gold)


@dataclass
class Tally:
    n: int = 0
    first: int = 0
    third: int = 0
    first_facts: int = 0
    third_facts: int = 0

    def add(self, passages: list[Passage], row: dict[str, Any]) -> None:
        label = [fits(name, row["labels"]) for name, _ in passages[:3]]
        facts = [ok and all(re.search(fact, text) for fact in row["facts"]) for ok, (_, text) in zip(label, passages, strict=False)]
        self.n += 1
        self.first += any(label[:1])
        self.third += any(label)
        self.first_facts += any(facts[:1])
        self.third_facts += any(facts)

    def line(self) -> str:
        share = [f"{value / max(1, self.n):.3f}" for value in (self.first, self.third, self.first_facts, self.third_facts)]
        return f"n {self.n:3}  section {share[0]} / {share[1]}  section+facts {share[2]} / {share[3]}"


@dataclass
class Report:
    """What one run over a file of questions gives."""

    games: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    all: Tally = field(default_factory=Tally)
    silent: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    unanswerable: int = 0
    closed: int = 0
    right: int = 0
    milliseconds: list[float] = field(default_factory=list)

    @property
    def refused(self) -> float:
        return 1 - len(self.answered) / max(1, self.unanswerable)

    @property
    def wrongly_silent(self) -> float:
        return len(self.silent) / max(1, self.all.n)

    @property
    def verdicts(self) -> float:
        return self.right / max(1, self.closed)


def measure(answerer: Answerer, gold: list[dict[str, Any]]) -> Report:
    report = Report()
    for row in gold:
        started = time.perf_counter()
        answer = answerer.ask(row["question"], game_key(row["game"]))
        report.milliseconds.append(1000 * (time.perf_counter() - started))
        if not row["answerable"]:
            report.unanswerable += 1
            report.answered += [] if answer.abstain else [row["question"]]
            continue
        passages = [(hit.section.id, passage_text(hit.section)) for hit in answer.hits]
        report.games[row["game"]].add(passages, row)
        report.all.add(passages, row)
        if not passages or not fits(passages[0][0], row["labels"]):
            report.missed.append(f"{row['question']}  {row['labels']}  got {[label for label, _ in passages[:3]]}")
        report.silent += [row["question"]] if answer.abstain else []
        if row["verdict"]:
            report.closed += 1
            report.right += answer.verdict == row["verdict"]
            report.wrong += [f"{row['question']}  {row['verdict']}, said {answer.verdict}"] if answer.verdict != row["verdict"] else []
    return report


def plain_fts(passages: dict[str, list[Passage]]) -> Retrieve:
    """The yardstick: FTS5 as it comes, the words of the question joined by OR."""
    conn = sqlite3.connect(":memory:")
    for game, found in passages.items():
        conn.execute(f'create virtual table "{game}" using fts5(label, text, tokenize="unicode61")')
        conn.executemany(f'insert into "{game}" values (?, ?)', found)

    def retrieve(text: str, game: str) -> list[Passage]:
        query = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        return conn.execute(f'select label, text from "{game}" where "{game}" match ? order by rank limit 5', [query]).fetchall()

    return retrieve


def our_passages() -> dict[str, list[Passage]]:
    games = [name.id for name in all_games() if rule_text(name.id).sections]
    return {game: [(section.id, f"{section.heading}\n{passage_text(section)}") for section in rule_text(game)] for game in games}


def original_passages() -> dict[str, list[Passage]]:
    """The originals, cut crudely at numbers and at headings we share."""
    found: dict[str, list[Passage]] = {}
    for path in sorted(ORIGINALS.glob("*.txt")):
        text = rule_text(path.stem)
        found[path.stem] = [(part.id or part.heading, f"{part.heading}\n{part.text}") for part in align(sections(_plain_lines(path), _headings(text)), text)]
    return found


def compare(retrieve: Retrieve, gold: list[dict[str, Any]]) -> Tally:
    tally = Tally()
    for row in gold:
        if row["answerable"]:
            tally.add(retrieve(row["question"], game_key(row["game"]) or ""), row)
    return tally


def lines(report: Report, gold: list[dict[str, Any]], show: bool) -> Iterator[str]:
    for game, tally in report.games.items():
        yield f"{game:16} {tally.line()}"
    yield f"{'all':16} {report.all.line()}"
    yield f"wrongly silent {report.wrongly_silent:.3f}, refused {report.refused:.3f} of {report.unanswerable}"
    yield f"yes/no right {report.verdicts:.3f} of {report.closed}"
    yield f"answer: median {statistics.median(report.milliseconds):.1f} ms"
    yield f"{'FTS5, our texts':16} {compare(plain_fts(our_passages()), gold).line()}"
    if ORIGINALS.is_dir():
        yield f"{'FTS5, originals':16} {compare(plain_fts(original_passages()), gold).line()}"
    if show:
        for name, found in (("missed", report.missed), ("silent", report.silent), ("answered", report.answered), ("yes/no", report.wrong)):
            yield from (f"{name}: {entry}" for entry in found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.eval_questions")
    parser.add_argument("--gold", type=Path, action="append", help="questions as JSON lines; default: the development file and our own")
    parser.add_argument("--zeige", action="store_true", help="list what went wrong")
    arguments = parser.parse_args()
    started = time.perf_counter()
    answerer = Answerer(Search(Index(None)))
    print(f"texts read and indexed in {time.perf_counter() - started:.1f} s")
    for path in arguments.gold or [GOLD, OWN, PLAYERS, EXAM]:
        if path.is_file():
            gold = rows(path)
            print(f"\n{path.name}: {len(gold)} questions")
            print("\n".join(lines(measure(answerer, gold), gold, arguments.zeige)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
