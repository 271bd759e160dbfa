"""A group's own rule book: read in from text, Markdown or PDF, cut into sections and aligned with ours.

It stays in the data folder of the group; answers quote it beside our text.
"""

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from rules_dsl import pdf_text
from rules_dsl.fold import fold
from rules_dsl.text import SEPARATOR, RuleText

MAX_BYTES, MAX_LINES, MAX_LINE, MAX_SECTIONS = 50_000_000, 400_000, 20_000, 5000
FOLDER = "eigene"
_NUMBERED = re.compile(r"^(?:#{1,6}\s*|\*\*)?((?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4})[.)]?\s+([A-ZÄÖÜ„\"(][^\t]{1,90}?)(?:\*\*)?\s*$")
_HASHED = re.compile(r"^#{1,6}\s+(.{1,120}?)\s*#*$")
_PAGE = re.compile(r"^(?:[-–—\s]*|(?:seite|s\.)\s*)(\d{1,4})[-–—\s]*$", re.IGNORECASE)
_ORNAMENT = " \t*:❖•■●▪◆►»«_"
_CONTENTS = re.compile(r"\.{4,}|(?:\. ){4,}|\t|\s\d{1,3}$")


class Refusal(Exception):
    """Why a file is not read in: one German sentence."""


@dataclass(frozen=True, slots=True)
class Part:
    """A section of the group's book; `id` is ours where it could be aligned."""

    number: str
    heading: str
    text: str
    page: int | None = None
    id: str = ""


def read_book(path: Path, text: RuleText) -> list[Part]:
    """The sections of a file, aligned with our text; raises `Refusal`."""
    try:
        size = path.stat().st_size
        head = path.open("rb").read(5) if path.is_file() else b""
    except OSError as error:
        raise Refusal(f"{path} lässt sich nicht lesen: {error.strerror}.") from error
    if not path.is_file():
        raise Refusal(f"{path} ist keine Datei.")
    if size > MAX_BYTES:
        raise Refusal(f"{path.name} ist mit {size // 1_000_000} MB zu groß; mehr als {MAX_BYTES // 1_000_000} MB lese ich nicht.")
    if head.startswith(b"%PDF") or path.suffix.lower() == ".pdf":
        try:
            pages = pdf_text.pages(path)
        except pdf_text.Unreadable as why:
            raise Refusal(f"{path.name} {pdf_text.ERRORS[str(why)]}.") from None
        lines = [(line, number) for number, page in enumerate(pages, 1) for line in page.splitlines()]
        found = sections([(line, number) for line, number in lines if not _PAGE.match(line.strip())], _headings(text))
    else:
        found = sections(_plain_lines(path), _headings(text))
    if not found:
        raise Refusal(f"In {path.name} finde ich keine Überschriften wie „9.5.2 Kampf“ oder „# Kampf“.")
    return align(found, text)


def _headings(text: RuleText) -> dict[str, str]:
    """Our headings, folded, with the section they stand for; a book without numbers is cut at them."""
    found: dict[str, str] = {}
    for section in text:
        for form in (section.heading, section.id.split(SEPARATOR)[-1]):
            found.setdefault(fold(form), section.id)
    return found


def _plain_lines(path: Path) -> list[tuple[str, int | None]]:
    raw = path.read_bytes()
    if b"\0" in raw[:100_000]:
        raise Refusal(f"{path.name} ist kein Text, kein Markdown und kein PDF.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", "replace")
    lines = text.splitlines()
    if len(lines) > MAX_LINES or any(len(line) > MAX_LINE for line in lines):
        raise Refusal(f"{path.name} hat zu viele oder zu lange Zeilen für eine Spielregel.")
    numbered: list[tuple[str, int | None]] = []
    page: int | None = None
    for line in lines:
        match = _PAGE.match(line.strip())
        if "\f" in line:
            page = (page or 1) + 1
        if match is not None and (page is None or 0 < int(match.group(1)) - page <= 3):
            page = int(match.group(1))
        elif match is None:
            numbered.append((line, page))
    return numbered


def sections(lines: list[tuple[str, int | None]], known: dict[str, str]) -> list[Part]:
    """Cut at numbered, marked or known headings. A contents list before the text does not count: the later heading wins."""
    cuts: list[tuple[str, str, int | None, list[str]]] = []
    for line, page in lines:
        found = _heading(line, known)
        if found is not None and _follows(found[0], cuts):
            cuts.append((found[0], found[1], page, []))
            if len(cuts) > MAX_SECTIONS:
                raise Refusal(f"Das sind mehr als {MAX_SECTIONS} Abschnitte; so lang ist keine Spielregel.")
        elif cuts:
            cuts[-1][3].append(line)
    best: dict[str, Part] = {}
    for number, heading, page, body in cuts:
        part = Part(number, heading, joined(body), page)
        key = number or fold(heading)
        if key not in best or len(part.text) > len(best[key].text):
            best.pop(key, None)
            best[key] = part
    return list(best.values())


def _heading(line: str, known: dict[str, str]) -> tuple[str, str] | None:
    line = line.rstrip()
    match = _NUMBERED.match(line.strip())
    if match is not None and not _CONTENTS.search(line) and not match.group(2).rstrip().endswith((".", ",", ";")):
        return match.group(1), match.group(2).strip(" *")
    match = _HASHED.match(line)
    if match is not None:
        return "", match.group(1).strip(" *")
    bare = line.strip(_ORNAMENT)
    return ("", bare) if 2 < len(bare) < 80 and fold(bare) in known else None


def _follows(number: str, cuts: list[tuple[str, str, int | None, list[str]]]) -> bool:
    """A number must come after the one before or start anew; items of numbered lists inside a section do not."""
    before = next((cut[0] for cut in reversed(cuts) if cut[0]), "")
    if not number or not before or not number[0].isdigit() or not before[0].isdigit():
        return True
    new, old = [int(part) for part in number.split(".")], [int(part) for part in before.split(".")]
    return (new > old and new[0] - old[0] <= 2) or number in {cut[0] for cut in cuts}


def joined(lines: list[str]) -> str:
    """Lines as paragraphs, words divided at line ends put together."""
    paragraphs: list[str] = []
    fresh = True
    for line in (line.strip() for line in lines):
        if not line:
            fresh = True
        elif fresh or line.startswith(("-", "•", "*", "|")) or not paragraphs:
            paragraphs.append(line)
            fresh = False
        elif re.search(r"[a-zäöüß]-$", paragraphs[-1]) and line[:1].islower() and not line.startswith(("und ", "oder ", "bzw")):
            paragraphs[-1] = paragraphs[-1][:-1] + line
        else:
            paragraphs[-1] += " " + line
    return "\n".join(paragraphs)


def align(parts: list[Part], text: RuleText) -> list[Part]:
    """Each part with the id of our section: by number, else by heading."""
    by_heading = _headings(text)
    return [
        Part(part.number, part.heading, part.text, part.page, part.number if part.number in text else by_heading.get(fold(part.heading), "")) for part in parts
    ]


def preview(parts: list[Part]) -> str:
    """The tree of sections, with pages and what they were matched to."""
    lines = []
    for part in parts:
        depth = part.number.count(".") if part.number else 0
        page = f" (S. {part.page})" if part.page else ""
        lines.append("  " * depth + f"{part.number} {part.heading}".strip() + page + (f" → § {part.id}" if part.id else ""))
    return "\n".join(lines)


def keep(folder: Path, game: str, parts: list[Part]) -> Path:
    """Store the book for the answers."""
    target = folder / FOLDER / f"{game}.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(".new")
    fresh.write_text(json.dumps([asdict(part) for part in parts], ensure_ascii=False), "utf-8")
    fresh.replace(target)
    return target


_loaded: dict[Path, tuple[int, dict[str, Part]]] = {}


def own_edition(folder: Path, game: str) -> dict[str, Part]:
    """The group's book by our section ids; empty if none was read in."""
    path = folder / FOLDER / f"{game}.json"
    try:
        stamp = path.stat().st_mtime_ns
        if path not in _loaded or _loaded[path][0] != stamp:
            parts = [Part(**data) for data in json.loads(path.read_text("utf-8"))]
            _loaded[path] = (stamp, {part.id: part for part in parts if part.id})
        return _loaded[path][1]
    except (OSError, ValueError, TypeError):
        return {}
