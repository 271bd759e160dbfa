"""What kind of yes or no a question wants, so that an opposite wording never gets the word of its counterpart.

>>> shape("Darf ich nach dem Passen nochmal einsteigen?")
Shape(closed=True, modal='may', negated=False)
>>> shape("Ist es verboten, Karten zu tauschen?").negated, shape("Wer fängt an?").closed
(True, False)
>>> shape("Zählt auch eine nicht gekaufte Karte?").negated
False
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rules_dsl.analysis import DATA, STOP, plain
from rules_dsl.fold import fold

_WORD = re.compile(r"[a-z0-9]+")
_CLAUSE = re.compile(r"[,;:.!?]| - ")
_FORM = DATA["form"]
_OPENERS = "|".join(_FORM["open"].split())
_OPEN = re.compile(rf"^(?:{_OPENERS})$")
_OPEN_START = re.compile(rf"^(?:(?:{'|'.join(_FORM['before_open'].split())}) )?(?:{_OPENERS})\b")
_NO_VERB, _PRONOUNS, _CLOSING, _STORY = (frozenset(_FORM[name].split()) for name in ("no_verb", "pronoun", "closing", "story"))
_LEAD = frozenset(("und", "aber", "also", "eigentlich", "dann", "oder", "da", "jetzt"))
_MODALS = frozenset(("darf", "duerfen", "kann", "koennen", "muss", "muessen"))


def _present(infinitive: str) -> Iterator[str]:
    """The forms a question may begin with: kommen -> kommen, komme, komm, kommt."""
    stem = infinitive.removesuffix("n").removesuffix("e")
    yield from (infinitive, stem, stem + "e", stem + ("et" if stem.endswith(("t", "d")) else "t"))


_VERBS = frozenset(_FORM["verb"].split()) | {form for verb in _FORM["infinitive"].split() for form in _present(verb)}
_EITHER = re.compile(r"\boder\b(?! nicht| nich| so| was| etwa)")
_INDIRECT = re.compile(r"\bob\b.*\boder\b")
_MUST, _MAY = (re.compile(rf"\b(?:{'|'.join(_FORM[name].split())})\b") for name in ("must", "may"))
_FREE = re.compile(r"\b(?:freiwillig|optional|freigestellt)\b")
_NOT = re.compile(r"\b(?:nicht|nich|nie|niemals|kein\w*|nirgends|niemand\w*)\b")
_ATTRIBUTE = re.compile(  # "eine nicht gekaufte Karte" denies the card only, „Regionen, die nicht mitspielen“ the regions
    r"\bnicht[ -](?:\w*ge|ver|be|er|ent)\w+(?:te|ene)[nrms]?\b|\bnicht-\w+|\b(?:die|der|das|den|denen) (?:mir )?(?:nicht|nix|nichts) \w+\W*$"
)
_FORBID = re.compile(r"\b(?:verboten|untersagt|unzulaessig|unmoeglich|ausgeschlossen|tabu)\b")
_ONLY = re.compile(r"\b(?:nur|ausschliesslich|allein)\b")
_SUBORDINATE = re.compile(r"\b(?:wenn|falls|obwohl|weil|solange|sobald|nachdem|bevor|wo|ohne dass|dass)\b.*?(?:[,;.?!]|$)")


@dataclass(frozen=True, slots=True)
class Shape:
    closed: bool  # wants yes or no
    modal: str  # may, must, is
    negated: bool


def shape(text: str) -> Shape:
    folded = plain(text)
    return Shape(_closed(folded), _modal(folded), negated(folded))


def _closed(folded: str) -> bool:
    """Whether yes or no is wanted. What is asked mostly stands last, after a story of what has happened."""
    clauses = [found for clause in _CLAUSE.split(folded) if (found := _WORD.findall(clause))]
    either = _EITHER.search(" ".join(clauses[-1])) if clauses else None
    if either and not _INDIRECT.search(" ".join(clauses[-1])) and not _starts_with_verb(_WORD.findall(either.string[either.end():])):
        return False
    for number, found in reversed(list(enumerate(clauses))):
        if _starts_with_verb(found):
            return True
        if _OPEN_START.match(" ".join(found)):
            return any(earlier[0] in _MODALS for earlier in clauses[:number])  # „darf ich in eine Stadt, wo schon einer ist“
    every = [word for found in clauses for word in found]
    if any(map(_OPEN.match, every)):
        return False
    if any(word in _MODALS for word in every):
        return True
    return "?" in folded and (any(word in _CLOSING or word.endswith("bar") for word in every) or any(word in _VERBS for word in every[1:]))


def _modal(folded: str) -> str:
    main = _SUBORDINATE.sub(" ", folded) or folded
    if _FREE.search(main) or (_MUST.search(main) and not re.search(r"\b(?:darf|duerfen)\b", main)):
        return "must"
    return "may" if _MAY.search(main) else "is"


def negated(folded: str) -> bool:
    """Whether the main clause asks for the opposite: "verboten", "nicht", "freiwillig" against "muss"."""
    main = _ATTRIBUTE.sub(" ", _main_clause(_SUBORDINATE.sub(" ", folded)))
    count = bool(_NOT.search(main)) + bool(_FORBID.search(main)) + bool(_FREE.search(main))
    return count % 2 == 1


def _main_clause(folded: str) -> str:
    """The last clause with the verb in front, else all."""
    for clause in reversed(_CLAUSE.split(folded)):
        if _starts_with_verb(_WORD.findall(clause)):
            return clause
    return folded


def _starts_with_verb(found: list[str]) -> bool:
    """Whether a clause begins like a yes/no question; „hab 8 Waren, …“ begins a story."""
    if found and found[0] in _LEAD:
        found = found[1:]
    if not found or found[0] in _NO_VERB:
        return False
    first, second = found[0], found[1] if len(found) > 1 else ""
    if second in _PRONOUNS:
        return first in _VERBS or first in _STORY or (len(first) > 2 and first not in STOP)
    return first in _VERBS and first not in _STORY


@cache
def _sides() -> dict[str, tuple[int, int]]:
    """For every word the opposites it belongs to, as bits: on the left side, on the right side."""
    found: dict[str, tuple[int, int]] = {}
    for number, sides in enumerate(DATA["opposite"]):
        for side, line in enumerate(sides):
            for word in fold(line).split():
                left, right = found.get(word, (0, 0))
                found[word] = (left | 1 << number, right) if side == 0 else (left, right | 1 << number)
    return found


@lru_cache(maxsize=50_000)
def _taken(text: str) -> tuple[int, int]:
    """The opposites of which a text uses only the left side, and only the right."""
    left = right = 0
    for word in _WORD.findall(plain(text)):
        one, other = _sides().get(word, (0, 0))
        left, right = left | one, right | other
    return left & ~right, right & ~left


def opposed(one: str, other: str) -> bool:
    """Whether one of two questions uses a word and the other its opposite."""
    (left, right), (other_left, other_right) = _taken(one), _taken(other)
    return bool(left & other_right or right & other_left)


def forbids(text: str) -> bool:
    """Whether it is asked if something is forbidden; that turns the question round beyond doubt."""
    return bool(_FORBID.search(plain(text)))


def restricted(text: str) -> bool:
    return bool(_ONLY.search(plain(text)))
