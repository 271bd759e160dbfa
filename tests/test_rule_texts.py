"""Every section can be looked up, every reference and every citation leads somewhere."""

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import game_state.orders
from bot.main import main
from rules_dsl.answer import passage_text
from rules_dsl.coverage import matrix
from rules_dsl.fold import fold
from rules_dsl.lookup import glossary, look_up, page
from rules_dsl.registry import TABLE, all_games
from rules_dsl.text import rule_text

KEYS = [name.id for name in all_games() if rule_text(name.id).sections]
GAMES_CODE = Path(game_state.orders.__file__).parent / "games"
_LABEL = re.compile(r"^(?:\d{1,2}|[A-C])(?:\.\d{1,2}){1,4}(?: > .+)?$|^[^<>=\n]{1,40}(?: > [^<>=\n]{1,60})+$")


@pytest.mark.parametrize("key", KEYS)
def test_every_id_gives_exactly_its_section(key: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = rule_text(key)
    assert len(text.by_id) == len(text.sections)
    for section in text:
        assert look_up(key, section.id).section is section
    for section in text.sections[::40]:
        assert main(["regel", "--daten", str(tmp_path), key, section.id]) == 0
        assert capsys.readouterr().out == f"§ {section.id} {section.heading}\n{passage_text(section)}\n"


@pytest.mark.parametrize("key", [*KEYS, TABLE])
def test_every_cross_reference_resolves(key: str) -> None:
    text = rule_text(key)
    missing = [(section.id, see) for section in text for see in section.see if see not in text]
    assert not missing


@pytest.mark.parametrize("key", KEYS)
def test_readings_offer_their_default(key: str) -> None:
    readings = rule_text(key).readings()
    assert len({reading.id for reading in readings}) == len(readings)
    assert all(reading.default in reading.choices for reading in readings)


@pytest.mark.parametrize("key", KEYS)
def test_no_wording_stands_under_two_words(key: str) -> None:
    """The same question cannot be yes in one place and no, or open, in another."""
    words: defaultdict[str, set[str | None]] = defaultdict(set)
    for section in rule_text(key):
        for question in section.question:
            for wording in (question.ask, *question.also):
                words[fold(wording).strip(" ?!.")].add(question.verdict)
    assert [wording for wording, found in words.items() if len(found) > 1] == []


@pytest.mark.parametrize("key", KEYS)
def test_no_wording_is_both_answered_and_without_an_answer(key: str) -> None:
    text = rule_text(key)
    answered = {fold(wording) for section in text for question in section.question for wording in (question.ask, *question.also)}
    silent = [fold(wording) for silence in text.silent for wording in (silence.ask, *silence.also)]
    assert not answered.intersection(silent)
    assert len(silent) == len(set(silent))
    assert all(silence.answer.endswith((".", "?", "!")) for silence in text.silent)


@pytest.mark.parametrize("key", KEYS)
def test_every_citation_in_code_resolves(key: str) -> None:
    """Strings that look like a section number or a heading path."""
    text, table = rule_text(key), rule_text(TABLE)
    unknown = []
    for path in sorted((GAMES_CODE / key).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            value = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
            if _LABEL.match(value) and not value.endswith(".") and value not in text and value not in table:
                unknown.append(f"{path.name} {value}")
    assert not unknown


@pytest.mark.parametrize(("key", "wanted", "section"), [
    ("renaissance", "§ 9.5.2", "9.5.2"), ("renaissance", "Satellitenprovinz", "9.5.2 > Satellitenprovinz"), ("orleans", "apoteke", "Ortskarten > Apotheke"),
    ("dominion", "alte hexe", "Königreich-Karten > Alte Hexe"), ("elisabeth", "Umsegelung", "16.6"), ("magister_navis", "lohn-phase", "3) LOHN-PHASE"),
])
def test_names_and_misspelt_names_are_found(key: str, wanted: str, section: str) -> None:
    assert look_up(key, wanted).section == rule_text(key)[section]


def test_what_is_not_there_brings_what_is_near() -> None:
    found = look_up("dominion", "Zepterkarte")
    assert found.section is None or "Zepter" in found.section.id
    assert look_up("dominion", "xqzw").section is None


def test_pages_know_their_neighbours() -> None:
    text = rule_text("renaissance")
    around = page(text, "9.5.2")
    assert around.previous is not None
    assert around.next is not None
    assert {child.parent for child in around.children} == {"9.5.2"}
    assert page(text, text.sections[0].id).previous is None


@pytest.mark.parametrize("key", KEYS)
def test_glossary_leads_to_sections(key: str) -> None:
    assert all(id_ in rule_text(key) for ids in glossary(key).values() for id_ in ids)


def test_coverage_counts_what_is_cited(tmp_path: Path) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "cases").mkdir()
    (tmp_path / "code" / "play.py").write_text('refuse("nein", "9.5.2")\n', "utf-8")
    (tmp_path / "cases" / "a.toml").write_text('[[case]]\ncites = ["renaissance:9.4.1"]\n', "utf-8")
    rows = {row.section: row for row in matrix(rule_text("renaissance"), tmp_path / "code", tmp_path / "cases")}
    assert rows["9.5.2"].enforced
    assert not rows["9.5.2"].case
    assert rows["9.4.1"].case
    assert all(row.text for row in rows.values())


def test_every_normative_section_of_renaissance_is_enforced_and_covered_or_says_why_not() -> None:
    root = Path(__file__).parent.parent
    rows = matrix(rule_text("renaissance"), root / "game_state/games/renaissance", root / "tests/cases/renaissance")
    assert [row.section for row in rows if not (row.enforced and row.case) and not row.reason] == []
