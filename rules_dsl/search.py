"""Finding the section that answers a question.

FTS5 over 4-grams brings the candidates; they are weighed by what tells most: how near the question comes to a typical
question of the section, how much of it the section speaks of, whether it names the section, and what kind of section it is.
The nearest typical questions are then read beside the one asked (see same.py), and what was read decides.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from rules_dsl.analysis import NEAR, Word, alike, gram_list, groups, quoted, tokens, words
from rules_dsl.fold import fold
from rules_dsl.index import GameIndex, Index, Wording, fields
from rules_dsl.polarity import shape
from rules_dsl.same import network
from rules_dsl.text import SEPARATOR, Section, Silence

MAX_QUESTION = 600  # characters; longer questions are cut
CANDIDATES, WORDINGS, SILENCES = 40, 70, 15
COLUMNS = (3.0, 1.0, 1.0, 1.0, 1.0)  # heading, path, body, words, questions
PART = 0.6  # a heading named only in part or by a word like it („Gold“ for „Goldmünze“) counts less
READ, READ_OPEN, SILENCES_READ = 4, 6, 1  # typical questions read beside one that wants yes or no and beside others, and questions without an answer
WORTH, NEAR_ENOUGH = 0.7, 0.4  # only what shares words is worth reading: as much of the best typical question's likeness, so much of a silent one's
EQUAL = 10.0  # how much a question asks the same as itself
UNREAD = -6.0  # stands for a question that was not read: rather not the same
FORWARD = 0.65  # in the likeness of two questions: share of "ours is covered" against "theirs is covered"

# How much each sign counts. Found on wordings of typical questions, each asked while the index knows its question in other words only.
WEIGHTS = {
    "passage": 0.17, "asked": 0.28, "second": 0.13, "third": 0.18, "cover": 0.24, "body": 0.14, "strong": 0.14, "head": 0.12, "deep": 0.07, "unnamed": -0.12,
}
SAME = 0.32  # … and that one of them was read as the same question
KIND = {"rule": 0.0, "card": 0.0, "table": 0.0, "component": -0.01, "overview": -0.03, "example": 0.0, "tip": -0.03}


@dataclass(slots=True)
class Query:
    """A question taken apart once."""

    text: str
    words: list[Word]
    phrases: list[str]

    @classmethod
    def of(cls, text: str) -> "Query":
        text = text[:MAX_QUESTION]
        return cls(text, words(text), quoted(text))

    @property
    def match(self) -> str:
        grams = dict.fromkeys(gram for word in self.words for gram in (*gram_list(word.text), *(f"zz{g}" for g in groups(word.stem))))
        return " OR ".join(f'"{gram}"' for gram in grams)


@dataclass(slots=True)
class Hit:
    """A section and why it came up. `signs` are numbers from 0 to 1, see WEIGHTS:

    passage: full-text score as share of the best; asked, second, third: likeness to the three nearest typical questions; cover: how
    much of the question the section speaks of; body: the same without its typical questions; strong: the same for heading, words and
    terms; head: how much of the heading is named (above 1: all of it); unnamed: a card nobody has named; deep: how special the section is.
    """

    game: str
    section: Section
    score: float = 0.0
    same: float = UNREAD  # how much the best of its typical questions that were read asks the same
    signs: dict[str, float] = field(default_factory=lambda: dict.fromkeys(WEIGHTS, 0.0))
    wordings: list[tuple[float, Wording]] = field(default_factory=list)

    @property
    def asked(self) -> float:
        return self.signs["asked"]

    @property
    def cover(self) -> float:
        return self.signs["cover"]


class Reader:
    """One question that is read beside others, each once. One that was put word for word the same leaves nothing to read."""

    def __init__(self, text: str) -> None:
        self.text = text[:MAX_QUESTION]
        self._plain = tokens(self.text)
        self._same: dict[str, float] = {}
        self._equal = False

    def read(self, others: Iterable[str], limit: int) -> None:
        """The first of the others, or only the one that equals this question."""
        if self._equal:
            return
        others = list(dict.fromkeys(others))[:limit]
        equal = next((other for other in others if tokens(other) == self._plain), None)
        if equal is not None:
            self._equal, self._same = True, {equal: EQUAL}
            return
        new = [other for other in others if other not in self._same]
        self._same.update(zip(new, network().same(self.text, new), strict=True))

    def same(self, other: str) -> float:
        """How much another question asks the same, above 0 for "rather yes"; UNREAD unless it was read."""
        return self._same.get(other, UNREAD)


def share(same: float) -> float:
    """From 0 to 1 instead of from "surely not" to "surely"."""
    return 1 / (1 + math.exp(-same))


class Part:
    """A set of words, for coverage."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = {word for text in texts for word in words(text)}
        self.stems = {word.stem for word in found}
        self.grams = {gram for word in found for gram in word.grams}
        self.groups = {group for word in found for group in groups(word.stem)}

    def covers(self, word: Word) -> float:
        if word.stem in self.stems:
            return 1.0
        near = NEAR if not self.groups.isdisjoint(groups(word.stem)) else 0.0
        share = len(word.grams & self.grams) / len(word.grams) if len(word.text) > 3 else 0.0
        return max(near, share * share)


class Bag:
    """The words of one section."""

    def __init__(self, section: Section, game: GameIndex) -> None:
        parts = fields(section, game.text)
        self.all = Part(text for part in parts for text in part)
        self.body = Part(text for part in parts[:4] for text in part)
        self.strong = Part([*parts[0], *parts[1], *parts[3]])
        self.head = words(section.heading)


class Search:
    """Ask with `find`; one instance serves all games."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._bags: dict[tuple[str, str], Bag] = {}

    def bag(self, game: GameIndex, section: Section) -> Bag:
        key = (game.game, section.id)
        if key not in self._bags:
            self._bags[key] = Bag(section, game)
        return self._bags[key]

    def find(self, text: str, key: str, limit: int = 8) -> list[Hit]:
        """The best sections of one game, best first."""
        return self.reread(Reader(text), self.candidates(text, key))[:limit]

    def candidates(self, text: str, key: str) -> list[Hit]:
        """The sections of one game that share words with a question, best first."""
        game, query = self.index.games[key], Query.of(text)
        if not query.words:
            return []
        rows = self.index.conn.execute(
            f'select rowid, bm25("p_{key}", ?, ?, ?, ?, ?) as score from "p_{key}" where "p_{key}" match ? order by score limit ?',
            [*COLUMNS, query.match, CANDIDATES],
        ).fetchall()
        hits: dict[str, Hit] = {}
        for number, score in rows:
            hit = hits[game.sections[number].id] = Hit(key, game.sections[number])
            hit.signs["passage"] = score / rows[0][1]
        for section in game.sections if query.phrases else ():
            if fold(section.heading) in query.phrases:
                hits.setdefault(section.id, Hit(key, section))
        weight = {word: game.weight(word) for word in query.words}
        self._ask(game, query, weight, hits)
        for hit in hits.values():
            self._weigh(game, query, weight, hit)
        return sorted(hits.values(), key=lambda hit: -hit.score)

    def reread(self, reader: Reader, hits: list[Hit]) -> list[Hit]:
        """The nearest typical questions read beside the one asked, and the sections ranked anew."""
        nearest = sorted(((score, wording.text) for hit in hits for score, wording in hit.wordings), key=lambda pair: -pair[0])
        worth = [text for score, text in nearest if score >= WORTH * nearest[0][0]]
        reader.read(worth, READ if shape(reader.text).closed else READ_OPEN)
        for hit in hits:
            hit.same = max((reader.same(wording.text) for _, wording in hit.wordings), default=UNREAD)
            hit.score += SAME * share(hit.same)
        return sorted(hits, key=lambda hit: -hit.score)

    def unanswered(self, reader: Reader, key: str) -> tuple[float, float, Silence | None]:
        """The question nearest to this one that the text is known not to answer, how near it comes and how much it asks the same."""
        game, query = self.index.games[key], Query.of(reader.text)
        weight = {word: game.weight(word) for word in query.words}
        rows = self.index.conn.execute(
            f'select rowid from "n_{key}" where "n_{key}" match ? order by rank limit ?', [query.match, SILENCES]
        ) if query.words else ()
        nearest = sorted(
            ((likeness(game, weight, game.unanswered[number].words), game.unanswered[number]) for (number,) in rows), key=lambda pair: -pair[0],
        )
        if not nearest or nearest[0][0] < NEAR_ENOUGH:
            return nearest[0][0] if nearest else 0.0, UNREAD, None
        reader.read((entry.text for _, entry in nearest), SILENCES_READ)
        same, silence = max(((reader.same(entry.text), entry.silence) for _, entry in nearest), key=lambda pair: pair[0])
        return nearest[0][0], same, silence

    def _ask(self, game: GameIndex, query: Query, weight: dict[Word, float], hits: dict[str, Hit]) -> None:
        """How near the typical questions come."""
        rows = self.index.conn.execute(
            f'select rowid from "q_{game.game}" where "q_{game.game}" match ? order by rank limit ?', [query.match, WORDINGS]
        )
        for (number,) in rows:
            wording = game.wordings[number]
            hit = hits.setdefault(wording.section.id, Hit(game.game, wording.section))
            hit.wordings.append((likeness(game, weight, wording.words), wording))
        for hit in hits.values():
            hit.wordings.sort(key=lambda pair: -pair[0])
            nearest: dict[int, float] = {}
            for score, wording in hit.wordings:
                nearest.setdefault(id(wording.question), score)
            hit.signs.update(zip(("asked", "second", "third"), nearest.values(), strict=False))

    def _weigh(self, game: GameIndex, query: Query, weight: dict[Word, float], hit: Hit) -> None:
        bag, signs = self.bag(game, hit.section), hit.signs
        total = sum(weight.values())
        for name, part in (("cover", bag.all), ("body", bag.body), ("strong", bag.strong)):
            signs[name] = sum(weight[word] * part.covers(word) for word in query.words) / total
        signs["deep"] = hit.section.id.count(SEPARATOR) / 4
        named = [max(alike(word, other) for word in query.words) for other in bag.head]
        signs["head"] = sum(value if value > 0.9 else PART * value for value in named if value > 0.6) / len(named) if named else 0.0
        signs["unnamed"] = float(hit.section.kind == "card" and signs["head"] < 0.3)
        if named and min(named) > 0.9:
            signs["head"] = 1.2  # named in full
        if any(phrase == fold(hit.section.heading) for phrase in query.phrases):
            signs["head"] = 4.0  # quoted in full
        hit.score = sum(WEIGHTS[name] * value for name, value in signs.items()) + KIND[hit.section.kind]


def likeness(game: GameIndex, asked: dict[Word, float], typical: list[Word]) -> float:
    """From 0 to 1: how much two questions share, by words that tell something."""
    there = back = 0.0
    nearest = dict.fromkeys(typical, 0.0)
    for word, weight in asked.items():
        best = 0.0
        for other in nearest:
            value = alike(word, other)
            best = max(best, value)
            nearest[other] = max(nearest[other], value)
        there += weight * best
    weights = {other: game.weight(other) for other in nearest}
    for other, value in nearest.items():
        back += weights[other] * value
    return FORWARD * there / sum(asked.values()) + (1 - FORWARD) * back / sum(weights.values()) if asked and weights else 0.0
