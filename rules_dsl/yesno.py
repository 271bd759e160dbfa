"""Yes or no: by the typical questions that ask the same, each counting by how near it comes.

Inside one section most questions share their words, so words count by how few of its questions use them. The nearest question
is often the counterpart of the one that was asked ("darf ich … ?" beside "auch ohne … ?"); what tells them apart are the modal
verb, numbers, opposites and the words one of them lacks. A word that is not clear is said with "wohl".
"""

import math
from collections import Counter
from dataclasses import dataclass

from rules_dsl.analysis import DATA, STOP, Word, alike, all_words
from rules_dsl.polarity import Shape, opposed, restricted, shape
from rules_dsl.search import Hit
from rules_dsl.text import Section, TypicalQuestion

_NOISE, _TELLING = (frozenset(DATA["form"][name].split()) for name in ("noise", "telling"))

# How much each sign counts for "asks the same". Found on wordings of typical questions, each asked while the others know its
# question in other words only.
SAME = {
    "there": 2.6, "back": 2.4, "both": 1.8, "answer": 0.8, "place": 1.4, "modal": -1.7, "modal_clash": -1.4, "negation": 0.4, "opposed": -1.25,
    "only": -1.8, "numbers": -1.45, "lacks": -0.4, "adds": -0.9,
}
UNKNOWN = 0.6  # weight of a word none of the section's questions uses
PLACES = 4  # sections whose typical questions are compared
ALIKE = 0.4  # likeness from which a typical question lends its answer
EQUAL = 0.9  # likeness from which a question is taken for a typical one, whatever its form
SURE = 0.68  # how likely the word must be to be said without "wohl"


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

    word: str | None
    near: float
    force: float
    answer: str


def compare(text: str, places: list[tuple[float, Local]]) -> list[Likeness]:
    """All typical questions of these sections; `place` is how well a section fits."""
    asked, wanted, limited = telling(text), shape(text), restricted(text)
    numbers = _numbers(asked)
    found = []
    for place, here in places:
        weights = {word: here.weight(word) for word in asked}
        for entry in here.entries:
            there, lacks = _covered(asked, entry.words, weights)
            back, adds = _covered(entry.words, asked, {word: here.weight(word) for word in entry.words})
            other = entry.shape.closed and entry.shape.modal != wanted.modal
            theirs = _numbers(entry.words)
            turned = entry.shape.negated != wanted.negated
            signs = {
                "there": there, "back": back, "both": there * back, "answer": here.covered(asked, here.answers[entry.question.answer]), "place": place,
                "modal": other, "modal_clash": other and "is" not in (entry.shape.modal, wanted.modal), "negation": turned,
                "opposed": opposed(text, entry.text), "only": entry.restricted != limited, "numbers": bool(numbers and theirs and numbers != theirs),
                "lacks": lacks / 3, "adds": adds / 3,
            }
            word: str | None = entry.question.verdict
            if turned and word:
                word = "nein" if word == "ja" else "ja"
            force = math.exp(sum(SAME[name] * value for name, value in signs.items()))
            found.append(Likeness(word, 0.55 * there + 0.45 * back, force, entry.question.answer))
    return found


def _covered(words: tuple[Word, ...], others: tuple[Word, ...], weights: dict[Word, float]) -> tuple[float, float]:
    """How much of the words the others speak of, and the weight of the most telling one they do not."""
    total = spoken = missing = 0.0
    for word in words:
        near = max((alike(word, other) for other in others), default=0.0)
        total += weights[word]
        spoken += weights[word] * near
        missing = max(missing, weights[word] * (1 - near))
    return (spoken / total if total else 0.0), missing


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

    def verdict(self, text: str, hits: list[Hit], claimed: bool = False) -> Verdict:
        """Yes or no to a question that wants one (or to something claimed), how sure, and the known answer that says so."""
        closed = claimed or shape(text).closed
        if not closed and hits[0].asked < EQUAL:
            return Verdict()
        found = compare(text, [(hit.score / hits[0].score, self.local(hit)) for hit in hits[:PLACES]])
        if not found or (not closed and max(one.near for one in found) < EQUAL):
            return Verdict()
        force = {word: sum(one.force for one in found if one.word == word) for word in ("ja", "nein", None)}
        word = "ja" if force["ja"] > force["nein"] else "nein"
        best = max((one for one in found if one.word == word), key=lambda one: one.force, default=None)
        if best is None:
            return Verdict()
        return Verdict(word, force[word] >= SURE * sum(force.values()), best.answer if best.near >= ALIKE else "")
