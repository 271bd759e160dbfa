"""How sure it is that a section answers a question; below a limit the answer is silence.

No single score tells a question without an answer from one in unusual words. What helps: how near the typical questions come and
how near the questions known to have no answer, both by words and as they were read, and whether a word names a thing this game does not have.
"""

import math
import re
from functools import cache

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rules_dsl.analysis import DATA, Word, groups, is_part, words
from rules_dsl.fold import fold
from rules_dsl.index import GameIndex
from rules_dsl.registry import TABLE
from rules_dsl.search import Hit, Query, Reader, Search

# Logistic weights, found on players' questions with and without an answer.
SURE = {
    "bias": -0.45, "asked": 0.5, "third": 1.6, "same": 2.6, "unanswered": -1.35, "mute": -1.45, "foreign": -0.5, "thing": -0.95, "missing": -1.25,
    "topic": -3.5, "length": 1.6,
}
EQUAL = 0.98  # likeness from which two questions are the same …
KNOWN = 0.8  # … and how sure it is then
_NOUN = re.compile(r"(?<=[a-zäöüß,0-9] )[A-ZÄÖÜ][\wäöüß-]+")


@cache
def _topics() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(topic["pattern"]), topic["text"]) for topic in DATA["silent"]]


def off_topic(text: str, game: GameIndex | None = None) -> str:
    """The sentence about a topic no rule book treats, or nothing; what the game itself has a word for is a topic."""
    folded = fold(text)
    for pattern, said in _topics():
        match = pattern.search(folded)
        if match is not None:
            named = words(match.group())
            if game is None or not all(word.stem in game.things and len(word.stem) > 4 for word in named):
                return said
    return ""


def nouns(text: str) -> frozenset[str]:
    """Words written with a capital inside a sentence, folded."""
    return frozenset(part for noun in _NOUN.findall(text) for part in re.findall(r"[a-z0-9]+", fold(noun)))


class Doubt:
    """Knows which words each game knows."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self._known: dict[tuple[str, str], float] = {}
        self._groups = {key: {group for stem in game.stems for group in groups(stem)} for key, game in search.index.games.items()}

    def known(self, word: Word, game: GameIndex) -> float:
        """From 0 to 1: whether the game has this word, a near one, a part of it or one spelt alike."""
        if word.stem in game.stems:
            return 1.0
        key = (game.game, word.text)
        if key not in self._known:
            if len(self._known) > 20_000:
                self._known.clear()
            self._known[key] = self._look(word, game)
        return self._known[key]

    def _look(self, word: Word, game: GameIndex) -> float:
        best = 0.7 if not self._groups[game.game].isdisjoint(groups(word.stem)) else 0.0
        if len(word.stem) >= 4:
            for stem in game.stems:
                if len(stem) >= 4 and (is_part(stem, word.text) or is_part(word.stem, stem)):
                    best = max(best, 0.5 + 0.4 * min(len(stem), len(word.stem)) / max(len(stem), len(word.text)))
            alike = process.extractOne(word.text, list(game.stems), scorer=OSA.normalized_similarity, score_cutoff=0.75)
            best = max(best, alike[1]) if alike else best
        return best

    def signs(self, reader: Reader, hits: list[Hit]) -> dict[str, float]:
        text = reader.text
        query, game = Query.of(text), self.search.index.games[hits[0].game]
        unanswered, mute, _ = self.search.unanswered(reader, game.game)
        weight = {word: game.weight(word) for word in query.words}
        lacking = {word: 1 - self.known(word, game) for word in query.words}
        others = [other for key, other in self.search.index.games.items() if key not in (game.game, TABLE)]
        foreign = [w * lacking[word] for word, w in weight.items() if any(word.stem in other.things for other in others)]
        capital = nouns(text)
        things = [w * lacking[word] for word, w in weight.items() if word.text in capital]
        bag = self.search.bag(game, hits[0].section)
        return {
            "bias": 1.0,
            **{name: max(hit.signs[name] for hit in hits) for name in ("asked", "third")},
            "same": max(hit.same for hit in hits) / 5,
            "unanswered": unanswered,
            "mute": mute / 5,
            "foreign": max(foreign, default=0.0) / 5,
            "thing": max(things, default=0.0) / 5,
            "missing": max(w * (1 - bag.all.covers(word)) for word, w in weight.items()) / 5,
            "topic": float(bool(off_topic(text, game))),
            "length": min(len(query.words), 8) / 8,
        }

    def sure(self, reader: Reader, hits: list[Hit]) -> float:
        """From 0 to 1: how likely these sections answer the question."""
        signs = self.signs(reader, hits)
        if hits[0].signs["head"] > 2:
            return 1.0  # its heading was quoted
        value = 1 / (1 + math.exp(-sum(SURE[name] * value for name, value in signs.items())))
        if signs["asked"] >= EQUAL > signs["unanswered"] and not signs["topic"]:
            return max(value, KNOWN)
        return min(value, 1 - KNOWN) if signs["unanswered"] >= EQUAL > signs["asked"] else value
