"""Yes or no: the word of the typical question that asks the same, checked against the sentence that decides.

Inside one section most questions share their words, so words count by how few of its questions use them. The nearest other
question of a section is often its counterpart ("darf ich … ?" beside "auch ohne … ?"); therefore a word that is not clear is
said with "wohl".
"""

import math
import re
from collections import Counter
from dataclasses import dataclass

from rules_dsl.analysis import DATA, STOP, Word, alike, all_words
from rules_dsl.fold import fold
from rules_dsl.polarity import Shape, opposed, restricted, shape
from rules_dsl.search import Hit
from rules_dsl.text import Section, TypicalQuestion

_NOISE, _TELLING = (frozenset(DATA["form"][name].split()) for name in ("noise", "telling"))
_NOT = re.compile(r"\b(?:nicht|nie|niemals|kein\w*|verboten|ausgeschlossen|weder|nichts|niemand\w*)\b")
UNKNOWN, FORWARD, ANSWER, OTHER_MODAL, SOME_MODAL, OPPOSED = 0.6, 0.55, 0.25, 0.6, 0.95, 0.5

# Logistic weights for "ja": likeness of the nearest question that implies it, and of the nearest that implies "nein"; whether the
# nearest sentence of the text and the nearest known answer have a negation, by how far they cover the question.
YES = {"bias": -0.25, "ja": 1.80, "nein": -1.40, "cubes": 1.70, "lead": 0.07, "sentence": -0.15, "sentence_cover": -0.20, "answer_cover": -0.80}
PLACES = 4  # sections whose typical questions are compared
ALIKE = 0.4  # likeness from which its answer is given too
SURE = 0.62  # how likely the word must be to be said without "wohl"


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
            for question in section.question if question.verdict for text in (question.ask, *question.also)
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

    def likeness(self, asked: tuple[Word, ...], entry: Entry) -> float:
        both = FORWARD * self.covered(asked, entry.words) + (1 - FORWARD) * self.covered(entry.words, asked)
        return (1 - ANSWER) * both + ANSWER * self.covered(asked, self.answers[entry.question.answer])


@dataclass(frozen=True, slots=True)
class Nearest:
    """A word and the known answer it comes from, with the likeness of its question."""

    likeness: float = 0.0
    answer: str = ""


def nearest(text: str, places: list[tuple[float, Local]]) -> dict[str, Nearest]:
    """The nearest typical question that implies "ja", and the nearest that implies "nein"; each place counts by its share."""
    asked, wanted, limited = telling(text), shape(text), restricted(text)
    best = {"ja": Nearest(), "nein": Nearest()}
    for share, here in places:
        for entry in here.entries:
            value = share * here.likeness(asked, entry)
            if entry.shape.modal != wanted.modal and entry.shape.closed:
                value *= OTHER_MODAL if "is" not in (entry.shape.modal, wanted.modal) else SOME_MODAL
            if opposed(text, entry.text) or entry.restricted != limited:
                value *= OPPOSED
            word = str(entry.question.verdict)
            if entry.shape.negated != wanted.negated:
                word = "nein" if word == "ja" else "ja"
            if value > best[word].likeness:
                best[word] = Nearest(value, entry.question.answer)
    return best


def signs(text: str, here: Local, best: dict[str, Nearest], sentence: str) -> dict[str, float]:
    """What speaks for and against "ja"."""
    asked, ja, nein = telling(text), best["ja"].likeness, best["nein"].likeness
    answer = max(here.answers, key=lambda answer: here.covered(asked, here.answers[answer]), default="")
    denied = bool(_NOT.search(fold(sentence)))
    return {
        "bias": 1.0, "ja": ja, "nein": nein, "cubes": ja**3 - nein**3, "lead": 1.0 if ja > nein else -1.0,
        "sentence": float(denied), "sentence_cover": denied * here.covered(asked, telling(sentence)),
        "answer_cover": bool(_NOT.search(fold(answer))) * here.covered(asked, here.answers.get(answer, ())),
    }


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

    def verdict(self, text: str, hits: list[Hit], sentence: str, claimed: bool = False) -> Verdict:
        """Yes or no to a question that wants one (or to something claimed), how sure, and the known answer that says so."""
        if not claimed and not shape(text).closed:
            return Verdict()
        places = [((hit.score / hits[0].score) ** 2, self.local(hit)) for hit in hits[:PLACES]]
        best = nearest(text, places)
        if not any(found.likeness for found in best.values()):
            return Verdict()
        yes = 1 / (1 + math.exp(-sum(YES[name] * value for name, value in signs(text, places[0][1], best, sentence).items())))
        word = "ja" if yes > 0.5 else "nein"
        return Verdict(word, max(yes, 1 - yes) >= SURE, best[word].answer if best[word].likeness >= ALIKE else "")
