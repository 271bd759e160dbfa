"""Names as data: what a thing is called, in which forms, and how it is written back.

A `Names` is the vocabulary of one kind of thing (cards, provinces, goods). It becomes one terminal
of the grammar; what matched becomes the id of the thing.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rules_dsl.fold import fold

ENDINGS = ("e", "n", "en", "s", "es", "er", "em")


@dataclass(frozen=True)
class Name:
    id: str
    text: str  # as we write it
    forms: tuple[str, ...] = ()  # other spellings: inflected, English, abbreviations


class Names:
    """All names of one kind. Generated endings never overrule a written form."""

    def __init__(self, label: str, names: Iterable[Name], inflect: bool = True) -> None:
        self.label = label  # what to call such a thing in an error: "eine Karte"
        self.by_id: dict[str, Name] = {}
        self.by_form: dict[str, str] = {}
        for name in names:
            self.by_id[name.id] = name
            for form in (name.text, name.id.replace("_", " "), *name.forms):
                self.by_form.setdefault(fold(form), name.id)
        if inflect:
            for form, id_ in list(self.by_form.items()):
                for ending in ENDINGS:
                    self.by_form.setdefault(form + ending, id_)

    def text(self, id_: str) -> str:
        return self.by_id[id_].text

    def __iter__(self) -> Iterator[Name]:
        return iter(self.by_id.values())


@dataclass
class _Node:
    ends: bool = False
    next: dict[str, "_Node"] = field(default_factory=dict)


def pattern(forms: Iterable[str]) -> str:
    """A regular expression for the longest of these forms, as whole words.

    >>> pattern(["kauf", "kaufe"])
    'kauf(?:e)?(?![a-z0-9])'
    """
    root = _Node()
    for form in forms:
        node = root
        for char in form:
            node = node.next.setdefault(char, _Node())
        node.ends = True

    def render(node: _Node) -> str:
        branches = [re.escape(char) + render(child) for char, child in sorted(node.next.items())]
        if not branches:
            return ""
        if len(branches) == 1 and not node.ends:
            return branches[0]
        return "(?:" + "|".join(branches) + ")" + ("?" if node.ends else "")

    if not root.next:
        return r"\x00"  # nothing to name: a terminal that never matches
    return render(root) + "(?![a-z0-9])"


def verbs(words: Mapping[str, Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """Keyword terminals from data: {"KAUFE": ["kaufe", "kauf"]}, folded, the first is canonical."""
    for forms in words.values():
        _WRITTEN.update({fold(form): form for form in forms})
    return {terminal: tuple(dict.fromkeys(fold(form) for form in forms)) for terminal, forms in words.items()}


_WRITTEN: dict[str, str] = {}


def written(keyword: str) -> str:
    """A folded keyword as people write it: waehle -> wähle."""
    return _WRITTEN.get(keyword, keyword)
