"""The text of a PDF, page by page, read in a child process with hard limits: `python -m rules_dsl.pdf_text FILE`.

A hostile file can only waste the child's time and memory. The answer is one JSON line per page on standard output,
or one line {"error": CODE} with one of the codes in ERRORS.
"""

import contextlib
import json
import logging
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

MAX_PAGES, MAX_TEXT, MAX_STREAM = 1000, 8_000_000, 4_000_000
SECONDS, MEMORY = 60, 1_500_000_000
ERRORS = {
    "encrypted": "ist verschlüsselt; ich kann nur Dateien ohne Kennwort lesen",
    "pages": f"hat mehr als {MAX_PAGES} Seiten; so lang ist keine Spielregel",
    "broken": "ist beschädigt oder gar kein PDF",
    "big": "enthält unmäßig viel Text oder aufgeblähte Daten",
    "empty": "enthält keinen lesbaren Text (vielleicht ist sie nur eingescannt)",
}


class Unreadable(Exception):
    """Why a file is not read, as a key of ERRORS."""


def pages(path: Path) -> list[str]:
    """The text of every page; raises `Unreadable`."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rules_dsl.pdf_text", str(path)], capture_output=True, timeout=SECONDS + 10, check=False,
            cwd=Path(__file__).parent.parent, preexec_fn=_limits,
        )
    except subprocess.TimeoutExpired:
        raise Unreadable("big") from None
    found: list[str] = []
    for line in done.stdout.splitlines():
        data = json.loads(line)
        if "error" in data:
            raise Unreadable(data["error"])
        found.append(data["text"])
    if done.returncode != 0:
        raise Unreadable("big" if done.returncode < 0 or b"MemoryError" in done.stderr else "broken")
    if not any(text.strip() for text in found):
        raise Unreadable("empty")
    return found


def _limits() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main(path: str) -> int:
    """Runs in the child."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.disable(logging.CRITICAL)
    try:
        reader = PdfReader(path)
        if reader.is_encrypted:
            return _error("encrypted")
        if len(reader.pages) > MAX_PAGES:
            return _error("pages")
        size = 0
        for page in reader.pages:
            contents = page.get_contents()
            if contents is not None and len(contents.get_data()) > MAX_STREAM:
                return _error("big")
            text = _columns(page)
            size += len(text)
            if size > MAX_TEXT:
                return _error("big")
            print(json.dumps({"text": text}), flush=True)
    except MemoryError:
        return _error("big")
    except RecursionError:
        return _error("broken")
    except PyPdfError as error:
        return _error("big" if "limit" in str(error).lower() else "broken")
    except Exception:
        return _error("broken")
    return 0


def _error(code: str) -> int:
    with contextlib.suppress(OSError):
        print(json.dumps({"error": code}), flush=True)
    return 0


def _columns(page: Any) -> str:
    """The page's text; if it is set in two columns, the left one first."""
    lines = str(page.extract_text(extraction_mode="layout", layout_mode_space_vertically=False)).splitlines()
    gutter = _gutter(lines)
    if gutter is None:
        return str(page.extract_text())
    return "\n".join([line[:gutter].strip() for line in lines] + [line[gutter:].strip() for line in lines])


def _gutter(lines: list[str]) -> int | None:
    """The empty strip between two columns, if there is one: hardly a line crosses it, many stand on both sides."""
    width = max((len(line) for line in lines), default=0)
    best = None
    for place in range(int(width * 0.3), int(width * 0.7)):
        crossing = sum(line[place - 1:place + 2].strip() != "" for line in lines)
        both = sum(bool(line[:place].strip()) and bool(line[place:].strip()) for line in lines)
        if both >= 6 and crossing <= 0.1 * len(lines) and (best is None or crossing < best[0]):
            best = (crossing, place)
    return best[1] if best else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
