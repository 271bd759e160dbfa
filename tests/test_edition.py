"""A group's own rule book: read in, aligned, quoted; hostile files are refused in one sentence."""

import time
import zlib
from pathlib import Path

import pytest

from bot.main import main
from rules_dsl import edition, pdf_text
from rules_dsl.text import rule_text

BOOK = """Inhalt
9.4.1 Aufbau der Flotte ........ 12
9.5.2 Kampf um eine Provinz .... 14

9.4.1 Aufbau der Flotte
Eine Flotte wird Stufe um Stufe ge-
baut. Jede Stufe kostet Geld.

13
9.5.2 Kampf um eine Provinz
Wer kämpft, würfelt.
- erst grün
- dann schwarz
"""


def pdf(pages: list[list[tuple[int, int, str]]], squeeze: bool = False) -> bytes:
    """A small PDF; each page is a list of (x, y, text)."""
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"]
    kids = []
    for page in pages:
        body = b"BT /F1 10 Tf " + b" ".join(f"1 0 0 1 {x} {y} Tm ({text}) Tj".encode("cp1252") for x, y, text in page) + b" ET"
        coded = zlib.compress(body) if squeeze else body
        kids.append(len(objects) + 1)
        objects.append(f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents {len(objects) + 2} 0 R>>".encode())
        objects.append(f"<</Length {len(coded)}{'/Filter/FlateDecode' if squeeze else ''}>>stream\n".encode() + coded + b"\nendstream")
    objects[1] = f"<</Type/Pages/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]/Count {len(kids)}>>".encode()
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj".encode() + content + b"endobj\n"
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n" + "".join(f"{place:010} 00000 n \n" for place in places)
    return out + table.encode() + f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF".encode()


def read(path: Path, content: str | bytes) -> list[edition.Part]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return edition.read_book(path, rule_text("renaissance"))


def test_text_with_contents_hyphens_and_page_numbers(tmp_path: Path) -> None:
    first, second = read(tmp_path / "heft.txt", BOOK)
    assert (first.number, first.id, first.text) == ("9.4.1", "9.4.1", "Eine Flotte wird Stufe um Stufe gebaut. Jede Stufe kostet Geld.")
    assert (second.id, second.page) == ("9.5.2", 13)
    assert second.text.splitlines() == ["Wer kämpft, würfelt.", "- erst grün", "- dann schwarz"]


def test_markdown_by_heading(tmp_path: Path) -> None:
    parts = read(tmp_path / "heft.md", "# Diplomatie\nRedet offen.\n\n## Anderes\nNichts.\n")
    assert [(part.heading, part.id) for part in parts] == [("Diplomatie", "10"), ("Anderes", "")]


def test_pdf_in_two_columns(tmp_path: Path) -> None:
    left = [(40, 700 - 15 * n, text) for n, text in enumerate(["9.4.1 Aufbau der Flotte", *(f"links {n}" for n in "abcdef")])]
    right = [(320, 700 - 15 * n, text) for n, text in enumerate(["9.5.2 Kampf um eine Provinz", *(f"rechts {n}" for n in "abcdef")])]
    mixed = [piece for pair in zip(left, right, strict=True) for piece in pair]
    first, second = read(tmp_path / "heft.pdf", pdf([[(40, 750, "Titel")], mixed]))
    assert first.text.startswith("links a links b")
    assert "rechts" not in first.text
    assert (second.number, second.page) == ("9.5.2", 2)


def test_answers_quote_the_own_edition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "heft.txt").write_text(BOOK, "utf-8")
    data = ["--daten", str(tmp_path / "daten")]
    assert main(["einlesen", str(tmp_path / "heft.txt"), "--spiel", "renaissance", "--vorschau", *data]) == 0
    assert "9.4.1 Aufbau der Flotte → § 9.4.1" in capsys.readouterr().out
    assert main(["einlesen", str(tmp_path / "heft.txt"), "--spiel", "renaissance", *data]) == 0
    capsys.readouterr()
    assert main(["regel", "renaissance", "9.5.2", "--alles", *data]) == 0
    assert "Eure Ausgabe, S. 13: Wer kämpft" in capsys.readouterr().out


HOSTILE = {
    "broken.pdf": b"%PDF-1.4\nnothing but noise \x00\xff" * 50,
    "fake.pdf": b"this is no pdf at all",
    "binary.txt": b"\x00\x01\x02" * 1000,
    "no_headings.txt": "Nur Fließtext ohne alles. ".encode() * 20,
    "one_line.txt": b"9.1 Kampf\n" + b"x" * 200_000,
    "list_bomb.txt": "".join(f"# Abschnitt {n}\n" for n in range(6000)).encode(),
    "bomb.pdf": pdf([[(40, 700, "9.4.1 Flotte " + "x" * 40_000_000)]], squeeze=True),
    "pages.pdf": pdf([[(40, 700, "Seite")]] * 1200),
    "empty.pdf": pdf([[]]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_within_bounds(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_text, "SECONDS", 15)
    (tmp_path / name).write_bytes(HOSTILE[name])
    started = time.perf_counter()
    assert main(["einlesen", str(tmp_path / name), "--spiel", "renaissance", "--daten", str(tmp_path / "daten")]) == 1
    assert time.perf_counter() - started < 40
    said = capsys.readouterr()
    assert not said.out
    assert len(said.err.strip().splitlines()) == 1
    assert said.err.strip().endswith(".")
    assert not (tmp_path / "daten" / edition.FOLDER).exists()


def test_encrypted_and_huge_files_are_refused(tmp_path: Path) -> None:
    from pypdf import PdfReader, PdfWriter

    (tmp_path / "plain.pdf").write_bytes(pdf([[(40, 700, "9.4.1 Flotte")]]))
    writer = PdfWriter(clone_from=PdfReader(tmp_path / "plain.pdf"))
    writer.encrypt("geheim", algorithm="RC4-128")
    writer.write(tmp_path / "locked.pdf")
    with pytest.raises(edition.Refusal, match="verschlüsselt"):
        edition.read_book(tmp_path / "locked.pdf", rule_text("renaissance"))
    with (tmp_path / "huge.txt").open("wb") as huge:
        huge.truncate(60_000_000)
    with pytest.raises(edition.Refusal, match="zu groß"):
        edition.read_book(tmp_path / "huge.txt", rule_text("renaissance"))
    with pytest.raises(edition.Refusal):
        edition.read_book(tmp_path / "missing.txt", rule_text("renaissance"))
