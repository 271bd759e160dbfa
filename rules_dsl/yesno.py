"""Yes or no: by the typical questions that ask the same, each counting by how near it comes.

Inside one section most questions share their words, so words count by how few of its questions use them. The nearest question
is often the counterpart of the one that was asked ("darf ich … ?" beside "auch ohne … ?"); what tells them apart are the modal
verb, numbers, opposites and the words one of them lacks. The likeliest are read beside the question (see same.py), and what was
read counts most. A word that is not clear is said with "wohl".
"""

import math
from collections import Counter
from dataclasses import dataclass

from rules_dsl.analysis import DATA, STOP, Word, alike, all_words
from rules_dsl.polarity import Shape, forbids, opposed, restricted, shape
from rules_dsl.search import UNREAD, Hit, Reader
from rules_dsl.text import Section, TypicalQuestion

_NOISE, _TELLING = (frozenset(DATA["form"][name].split()) for name in ("noise", "telling"))

# How much each sign counts for "asks the same". Found on 800 players' questions with their right word.
SAME = {
    "there": 4.05, "back": 4.3, "both": 3.3, "answer": 1.6, "place": 3.2, "ask": 1.05, "closed": 0.5, "modal": -2.1, "modal_clash": -1.3,
    "negation": 0.5, "opposed": -1.95, "only": -1.6, "numbers": -1.2,
}
UNKNOWN = 0.6  # weight of a word none of the section's questions uses
PLACES = 3  # sections whose typical questions are compared
READ = 4  # of them are read
SHARED, MEANT = 0.15, 0.97  # weight of likeness and of what was read …
TURNED, TURNED_MEANT = -2.1, -1.27  # … if one denies what the other asks
ALIKE = 0.4  # likeness from which a typical question lends its answer
EQUAL = 0.9  # likeness from which a question is taken for a typical one, whatever its form
SURE = 0.92  # how likely the word must be to be said without "wohl"


@dataclass(frozen=True, slots=True)
class Entry:
    """One wording of a typical question of a section, prepared."""

    question: TypicalQuestion
    text: str
    words: tuple[Word, ...]
    shape: Shape
    restricted: bool


def telling(text: str) -> tuple[Word, ...]:
    found = tuple(all_words(text))
    return tuple(word for word in found if word.text not in _NOISE) or found


class Local:
    """The typical questions of one section, with the weight of words among them."""

    def __init__(self, section: Section) -> None:
        self.entries = [
            Entry(question, text, telling(text), shape(text), restricted(text))
            for question in section.question for text in (question.ask, *question.also) if question.verdict or shape(text).closed
        ]
        self.answers = {question.answer: telling(question.answer) for question in section.question}
        self.count = len(section.question)
        self.use: Counter[str] = Counter()
        for question in section.question:
            self.use.update({word.stem for text in (question.ask, *question.also) for word in telling(text)})

    def weight(self, word: Word) -> float:
        known = self.use[word.stem]
        value = math.log(1 + (self.count + 1) / (known + 0.5)) * (0.5 if word.text in STOP and word.text not in _TELLING else 1.0)
        return value if known else value * UNKNOWN

    def covered(self, asked: tuple[Word, ...], others: tuple[Word, ...]) -> float:
        """How much of the first words the second speak of."""
        total = sum(map(self.weight, asked))
        return sum(self.weight(word) * max((alike(word, other) for other in others), default=0.0) for word in asked) / total if total else 0.0


@dataclass(frozen=True, slots=True)
class Likeness:
    """One typical question beside the one asked: the word it implies (none if it depends), how near it comes, and how much that counts."""

    text: str
    word: str | None
    doubtful: bool  # one of the two seems to deny what the other asks
    near: float
    force: float
    answer: str


def compare(text: str, places: list[tuple[float, Local]]) -> list[Likeness]:
    """All typical questions of these sections; `place` is how well a section fits."""
    asked, wanted, limited = telling(text), shape(text), restricted(text)
    numbers = _numbers(asked)
    found = []
    for place, here in places:
        for entry in here.entries:
            there, back = here.covered(asked, entry.words), here.covered(entry.words, asked)
            other = entry.shape.closed and entry.shape.modal != wanted.modal
            theirs = _numbers(entry.words)
            turned = entry.shape.negated != wanted.negated
            signs = {
                "there": there, "back": back, "both": there * back, "answer": here.covered(asked, here.answers[entry.question.answer]), "place": place,
                "ask": entry.text == entry.question.ask, "closed": entry.shape.closed,
                "modal": other, "modal_clash": other and "is" not in (entry.shape.modal, wanted.modal), "negation": turned,
                "opposed": opposed(text, entry.text), "only": entry.restricted != limited, "numbers": bool(numbers and theirs and numbers != theirs),
            }
            word: str | None = entry.question.verdict
            if turned and word:
                word = "nein" if word == "ja" else "ja"
            force = sum(SAME[name] * value for name, value in signs.items())
            doubtful = turned and not forbids(text) and not forbids(entry.text)
            found.append(Likeness(entry.text, word, doubtful, 0.55 * there + 0.45 * back, force, entry.question.answer))
    return sorted(found, key=lambda one: -one.force)


def read(reader: Reader, found: list[Likeness]) -> list[tuple[float, Likeness]]:
    """The likeliest and those read already, each with what it counts now."""
    reader.read((one.text for one in found), READ)
    return [
        (math.exp(SHARED * one.force + MEANT * same + (TURNED + TURNED_MEANT * same if one.doubtful else 0)), one)
        for one in found if (same := reader.same(one.text)) > UNREAD
    ]


def _numbers(words: tuple[Word, ...]) -> set[str]:
    return {word.text for word in words if word.text.isdigit()}


@dataclass(frozen=True, slots=True)
class Verdict:
    word: str | None = None
    certain: bool = False
    answer: str = ""


class YesNo:
    """Gives the word; keeps the questions of each section prepared."""

    def __init__(self) -> None:
        self._prepared: dict[tuple[str, str], Local] = {}

    def local(self, hit: Hit) -> Local:
        key = (hit.game, hit.section.id)
        if key not in self._prepared:
            self._prepared[key] = Local(hit.section)
        return self._prepared[key]

    def verdict(self, reader: Reader, hits: list[Hit], claimed: bool = False) -> Verdict:
        """Yes or no to a question that wants one (or to something claimed), how sure, and the known answer that says so."""
        text = reader.text
        closed = claimed or shape(text).closed
        if not closed and hits[0].asked < EQUAL:
            return Verdict()
        found = compare(text, [(hit.score / hits[0].score, self.local(hit)) for hit in hits[:PLACES]])
        if not found or (not closed and max(one.near for one in found) < EQUAL):
            return Verdict()
        weighed = read(reader, found)
        total = {word: sum(force for force, one in weighed if one.word == word) for word in ("ja", "nein", None)}
        word = "ja" if total["ja"] > total["nein"] else "nein"
        best = max((pair for pair in weighed if pair[1].word == word), key=lambda pair: pair[0], default=None)
        if best is None:
            return Verdict()
        return Verdict(word, total[word] >= SURE * sum(total.values()), best[1].answer if best[1].near >= ALIKE else "")
