"""Looking things up: by number, heading, card, term or province; the glossary; neighbours and sub-sections."""

import re
from dataclasses import dataclass, field
from functools import cache

from rapidfuzz import fuzz, process

from rules_dsl.fold import fold
from rules_dsl.text import RuleText, Section, rule_text

CLOSE, DISTINCT = 80.0, 5.0
_PREFIX = re.compile(r"^(?:(?:die|der|das|abschnitt|kapitel|regel|paragraph|paragraf|nr\.?|§)\s+)+|^§\s*")


@dataclass(slots=True)
class Found:
    """What a look-up brings: one section, or several to choose from, or none and what is near."""

    section: Section | None = None
    choices: list[Section] = field(default_factory=list)
    near: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Page:
    """A section with what stands around it."""

    section: Section
    children: list[Section]
    previous: Section | None
    next: Section | None


def page(text: RuleText, id_: str) -> Page:
    section = text[id_]
    place = text.sections.index(section)
    following = text.sections[place + 1] if place + 1 < len(text.sections) else None
    return Page(section, [s for s in text.children(id_) if s.parent == id_], text.sections[place - 1] if place else None, following)


@cache
def names(game: str) -> dict[str, tuple[str, ...]]:
    """Folded headings, terms and player words, each with the sections it stands for. Headings come first, words last."""
    found: dict[str, list[tuple[int, str]]] = {}
    for section in rule_text(game):
        bare = re.sub(r"\s*[\[(].*?[\])]", "", section.heading)
        for rank, forms in enumerate(((section.id, section.id.split(" > ")[-1], section.heading, bare), section.terms, section.words)):
            for form in forms:
                found.setdefault(clean(form), []).append((rank, section.id))
    return {name: _best(entries) for name, entries in found.items() if name}


def _best(entries: list[tuple[int, str]]) -> tuple[str, ...]:
    best = min(rank for rank, _ in entries)
    return tuple(dict.fromkeys(id_ for rank, id_ in entries if rank == best))


def clean(text: str) -> str:
    return _PREFIX.sub("", " ".join(fold(text).replace('"', "").split())).strip(" .!?")


def look_up(game: str, wanted: str) -> Found:
    """`regel 9.5.2`, `regel Kathedrale`, `regel Provence`; misspelt names are found too."""
    text, known, key = rule_text(game), names(game), clean(wanted)
    if wanted.strip() in text:
        return Found(text[wanted.strip()])
    if not key:
        return Found()
    ids = known.get(key, ()) or _misspelt(key, known)
    if ids:
        return Found(text[ids[0]], [text[id_] for id_ in ids[1:]])
    spoken = [section for section in text if re.search(rf"\b{re.escape(key)}\b", fold(section.text))] if len(key) >= 4 else []
    if spoken:
        return Found(spoken[0] if len(spoken) == 1 else None, spoken[:8] if len(spoken) > 1 else [])
    near = [name for name in known if len(key) >= 4 and key in name]
    near += [name for name, _, _ in process.extract(key, list(known), scorer=fuzz.ratio, limit=6, score_cutoff=60.0)] if len(key) >= 3 else []
    return Found(near=list(dict.fromkeys(known[name][0] for name in near))[:5])


def _misspelt(key: str, known: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The one name this clearly means."""
    if len(key) < 4 or key[0].isdigit():
        return ()
    close = process.extract(key, list(known), scorer=fuzz.ratio, limit=4, score_cutoff=CLOSE)
    rivals = [name for name, score, _ in close[1:] if score > close[0][1] - DISTINCT and not set(known[name]) & set(known[close[0][0]])]
    return known[close[0][0]] if close and not rivals else ()


def glossary(game: str) -> dict[str, list[str]]:
    """Every term of the game with the sections that explain it, in alphabetical order."""
    found: dict[str, list[str]] = {}
    for section in rule_text(game):
        for term in section.terms:
            found.setdefault(term, []).append(section.id)
    return dict(sorted(found.items(), key=lambda entry: fold(entry[0])))
