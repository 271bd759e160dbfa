"""Whether two questions ask the same: the network tells a question from its counterpart, however it is typed."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.same import BEFORE, UNKNOWN, network
from rules_dsl.search import EQUAL, UNREAD, Reader


@pytest.mark.parametrize(("asked", "same", "other"), [
    pytest.param(
        "kann ich mehr tokens bestellen als ich überhaupt noch im vorrat liegen hab", "Darf ich mehr Expansionsmarker kaufen, als in meinem Vorrat liegen?",
        "Darf ich mehr Marker kaufen, als ich Dukaten habe?", id="9.7-stock-against-money",
    ),
    pytest.param(
        "Er haut die Miliz raus, ich hab aber eh nur noch 3 Karten. muss ich trotzdem was ablegen",
        "Muss ich bei der Miliz mit 3 Handkarten noch etwas ablegen?", "Muss der Spieler der Miliz selbst ablegen?", id="Miliz-with-three-cards",
    ),
])
def test_a_question_is_told_from_its_neighbour(asked: str, same: str, other: str) -> None:
    right, wrong = network().same(asked, [same, other])
    assert right > wrong


def test_how_a_question_is_typed_changes_nothing() -> None:
    plain, loud = network().same("Darf ich nach dem Passen wieder einsteigen?", ["darf ich nach dem passen wieder einsteigen", "DARF ICH NACH DEM PASSEN WIEDER EINSTEIGEN!"])
    assert plain == pytest.approx(loud, abs=1e-3)
    assert plain > 0


def test_questions_read_together_are_read_as_if_alone() -> None:
    others = ["Wer fängt an?", "Wie viele Karten darf ich am Ende meines Zuges auf der Hand behalten, wenn ich nichts gekauft habe?"]
    fresh = network().meanings(others)
    for text, together in zip(others, fresh, strict=True):
        network()._read.pop(text)
        (alone,) = network().meanings([text])
        assert alone.whole @ together.whole == pytest.approx(1, abs=1e-4)


def test_every_word_can_be_cut() -> None:
    pieces = network().pieces
    for word in ("flottenstufe", "gaerten", "überfluss", "xyzzyquux"):
        assert "".join(pieces.cut(word)) == BEFORE + word
    assert pieces("漢")[-1] == UNKNOWN


@given(st.text(max_size=120))
@settings(max_examples=30, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    assert len(network().same(text, ["Wer fängt an?"])) == 1


def test_a_reader_reads_each_question_once() -> None:
    reader = Reader("Wer fängt an?")
    assert reader.same("Wer beginnt?") == UNREAD
    reader.read(["Wer beginnt?", "Wer beginnt?", "Wer hört auf?"], 1)
    assert reader.same("Wer beginnt?") > 0
    assert reader.same("Wer hört auf?") == UNREAD


def test_the_same_words_need_no_reading() -> None:
    reader = Reader("wer beginnt")
    reader.read(["Wer fängt an?", "Wer beginnt?"], 2)
    assert reader.same("Wer beginnt?") == EQUAL
    assert reader.same("Wer fängt an?") == UNREAD
