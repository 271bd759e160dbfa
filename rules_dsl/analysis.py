"""How a question is taken apart: folded words without stop words, stems, word-internal 4-grams, near words.

>>> [w.text for w in words("Wieviel kostets die Flotte auszubaun?")]
['kostets', 'flotte', 'auszubaun']
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from rapidfuzz.distance import OSA

from rules_dsl.fold import fold
from rules_dsl.names import Name
from rules_dsl.numbers import NUMBER_WORDS

DATA = tomllib.loads((Path(__file__).parent / "search.toml").read_text("utf-8"))
STOP = frozenset(DATA["stop"].split())
GRAM = 4

_WORD = re.compile(r"[a-z0-9]+")
_SOMEBODY = "ich|du|er|sie|es|man|wir|ihr|jeder|jede|der|die|das|den|einer|alle|beide|mein|dein"
_GET = re.compile(rf"\bkrieg(?:e|st|t|en)?\b(?= (?:{_SOMEBODY})\b)|\bkrieg(?:e|st|t|en|ste)\b")
_QUOTED = re.compile(r"\"([^\"]{2,60})\"|'([^']{2,60})'")
_ENDINGS = ("ungen", "ern", "est", "ten", "tes", "ter", "em", "en", "er", "es", "et", "te", "st", "ts", "e", "n", "s", "t")
NUMBERS = {word: str(value) for word, value in NUMBER_WORDS.items() if value <= 20 and not word.startswith(("ein", "kein"))} | {"eins": "1"}
NUMBERS |= {"zweit": "2", "dritt": "3", "viert": "4", "fuenft": "5", "sechst": "6", "zweier": "2", "zweites": "2", "zweite": "2", "zweiten": "2"}


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """One word that says something, folded; `stem` without its ending, `grams` its 4-grams."""

    text: str
    stem: str
    grams: frozenset[str]


@cache
def stem(word: str) -> str:
    """A rough German stem, the same for most forms of a word."""
    if len(word) > 6 and word.startswith("ge") and word.endswith(("t", "en")):
        word = word[2:]
    for _ in range(2):
        for ending in _ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                break
        else:
            break
    return word.replace("aeu", "au").replace("ae", "a").replace("oe", "o").replace("ue", "u") if len(word) > 3 else word


def gram_list(word: str) -> tuple[str, ...]:
    """Word-internal 4-grams; a short word is its own gram.

    >>> gram_list("karten")
    ('kart', 'arte', 'rten')
    """
    if len(word) <= GRAM:
        return (word,)
    return tuple(word[i:i + GRAM] for i in range(len(word) - GRAM + 1))


@lru_cache(maxsize=100_000)
def as_word(text: str) -> Word:
    return Word(text, stem(text), frozenset(gram_list(text)))


def plain(text: str) -> str:
    """Folded, with "krieg ich" read as "bekomme ich" so that it is no war."""
    return _GET.sub("bekomme", fold(text))


def tokens(text: str) -> list[str]:
    """Every folded word, number words as digits."""
    return [NUMBERS.get(word, word) for word in _WORD.findall(plain(text))]


def words(text: str) -> list[Word]:
    """The words that say something. If all are stop words they all stay: then they are the question."""
    found = tokens(text)
    kept = [word for word in found if word not in STOP and (len(word) > 1 or word.isdigit())]
    return [as_word(word) for word in dict.fromkeys(kept or found)]


def all_words(text: str) -> list[Word]:
    return [as_word(word) for word in dict.fromkeys(tokens(text))]


def quoted(text: str) -> list[str]:
    """Folded phrases in quotes."""
    return [fold(a or b) for a, b in _QUOTED.findall(fold(text))]


def gram_text(parts: Iterable[str]) -> str:
    """All grams of a text with their repetitions, as one indexed field; near words add their group."""
    grams: list[str] = []
    for part in parts:
        for token in tokens(part):
            if token not in STOP and (len(token) > 1 or token.isdigit()):
                grams += gram_list(token)
                grams += [f"zz{group}" for group in groups(stem(token))]
    return " ".join(grams)


@cache
def _near() -> dict[str, tuple[int, ...]]:
    found: dict[str, list[int]] = {}
    for number, line in enumerate(DATA["near"]):
        for word in dict.fromkeys(stem(fold(w)) for w in line.split()):
            found.setdefault(word, []).append(number)
    return {word: tuple(numbers) for word, numbers in found.items()}


def groups(stemmed: str) -> tuple[int, ...]:
    """The groups of near words a stem belongs to."""
    return _near().get(stemmed, ())


NEAR = 0.6


def is_part(stemmed: str, word: str) -> bool:
    """Whether a stem stands in a compound: in front, or after a part that can be a word itself.

    >>> is_part("ritt", "rittertum"), is_part("flott", "kriegsflotte"), is_part("ritt", "dritter")
    (True, True, False)
    """
    place = word.find(stemmed)
    return place == 0 or place > 2


@lru_cache(maxsize=200_000)
def alike(a: Word, b: Word) -> float:
    """How much two words mean the same, from 0 to 1: same stem, part of a compound, misspelt, near."""
    if a.text == b.text:
        return 1.0
    if a.stem == b.stem:
        return 0.95
    if a.text.isdigit() or b.text.isdigit():
        return 0.0
    best = NEAR if not set(groups(a.stem)).isdisjoint(groups(b.stem)) else 0.0
    short, long = (a, b) if len(a.text) <= len(b.text) else (b, a)
    if len(short.stem) >= 4 and is_part(short.stem, long.text):
        best = max(best, 0.6 + 0.35 * len(short.stem) / len(long.text))
    if len(short.text) >= 4:
        limit = 1 if len(short.text) < 8 else 2
        if len(long.text) - len(short.text) <= limit and OSA.distance(a.text, b.text, score_cutoff=limit) <= limit:
            best = max(best, 0.85)
        shared = len(a.grams & b.grams)
        if shared >= 2:
            best = max(best, 0.9 * shared / (len(a.grams) + len(b.grams) - shared), 0.7 * shared / min(len(a.grams), len(b.grams)))
    return best


def names_in(text: str, names: Iterable[Name]) -> list[str]:
    """Ids of the names a text mentions as whole words."""
    padded = " " + " ".join(_WORD.findall(fold(text))) + " "
    return [name.id for name in names if any(f" {' '.join(_WORD.findall(fold(form)))} " in padded for form in (name.text, name.id, *name.forms))]
