"""Rules questions in a channel and on the console."""

import io
import json
from pathlib import Path

import pytest

from bot.main import main
from bot.service import Service
from game_state import feedback
from game_state.store import Store
from rules_dsl.text import rule_text
from tests.conftest import Room


def test_a_question_without_a_table_names_its_game(room: Room) -> None:
    (reply,) = room.say("anna", "frage Dominion: Was macht die Alte Hexe?")
    assert reply["kind"] == "answer"
    assert reply["game"] == "dominion"
    assert "dominion:Königreich-Karten > Alte Hexe" in reply["cites"]
    assert "§ Königreich-Karten > Alte Hexe" in reply["text"]


def test_a_plain_question_is_answered_too(room: Room) -> None:
    (reply,) = room.say("anna", "Wie viele Runden spielt man bei Orléans?")
    assert reply["kind"] == "answer"
    assert "18" in reply["text"]


def test_the_bot_asks_back_when_the_game_is_open(room: Room) -> None:
    (reply,) = room.say("anna", "frage Wer gewinnt bei Gleichstand?")
    assert "Meinst du" in reply["text"]


def test_deciding_sentence_is_marked_and_verdict_given(room: Room) -> None:
    (reply,) = room.say("anna", "frage Magister Navis: Kann ich Karten mit Mitspielern tauschen?")
    assert reply["verdict"] == "nein"
    assert reply["text"].startswith("**Nein.**")
    assert reply["text"].count("**") >= 4


@pytest.mark.parametrize(("question", "verdict", "section"), [
    pytest.param("Nehmen race-built Galeonen in einer Mittelmeer-Seezone weniger Schaden?", "ja", "5.4 > Race-built Galeone", id="5.4-16.2-every-sea-zone"),
    pytest.param("Darf ein Anführer ohne Truppen im Feld einer Schlacht ausweichen?", "nein", "13.3 > Beschränkungen", id="13.3-leader-alone"),
    pytest.param("Darf nur der Armeeführer fliehen und die Truppen stehen lassen?", "ja", "13.3 > Eine Schlacht vermeiden, Ablauf", id="13.3-leader-leaves-units"),
    pytest.param("Wirft ein Corsair in Atlantik-Seezonen weniger Würfel?", "nein", "16.2 > Seeschlacht – Würfelkontingente", id="16.2-corsair-one-die"),
    pytest.param("Hat der Verteidiger in der Seezone einen Extrawürfel?", "nein", "16.2 > Seeschlacht, Ablauf > 2. Der Verteidiger ermittelt seine Würfelzahl",
                 id="16.2-no-extra-die-at-sea"),
    pytest.param("Muss ich Schiffe haben, um im Frühjahrsaufmarsch eine Seezone zu überqueren?", "nein",
                 "10 > Frühjahrsaufmarsch, Ablauf > 6. Eine Formation aus der Hauptstadt bewegen > Beschränkungen", id="10-no-ships-in-spring"),
])
def test_elisabeth_rules_as_its_readings_decide(room: Room, question: str, verdict: str, section: str) -> None:
    (reply,) = room.say("anna", f"frage Elisabeth: {question}")
    assert reply["verdict"] == verdict
    assert f"elisabeth:{section}" in reply["cites"]


def test_silence_is_logged_and_can_be_deleted(room: Room, store: Store) -> None:
    (reply,) = room.say("anna", "frage Orléans: Wie züchtet man Schafe auf der Weide?")
    assert reply["abstain"]
    assert [question for _, _, question in feedback.misses(store)] == ["Orléans: Wie züchtet man Schafe auf der Weide?"]
    with store.message():
        assert feedback.forget_misses(store) == 1
    assert not feedback.misses(store)


def test_feedback_is_kept_per_server(room: Room, store: Store) -> None:
    assert "noch keine Regelfrage" in room.no("anna", "hilfreich")
    room.say("anna", "frage Orléans: Was macht das Badehaus?")
    room.ok("anna", "hilfreich", server="s1")
    assert feedback.judged(store, "s1") == [("Orléans: Was macht das Badehaus?", "orleans", "Ortskarten > Badehaus", True)]
    room.ok("bernd", "falsch", server="s1")
    assert [helpful for *_, helpful in feedback.judged(store, "s1")] == [False]
    assert not feedback.judged(store, "s2")


def test_rule_is_looked_up_and_turned(room: Room) -> None:
    text = room.ok("anna", "regel renaissance 9.5.2")
    assert text.startswith("§ 9.5.2")
    assert rule_text("renaissance")["9.5.2"].text.strip() in text
    sections = rule_text("renaissance").sections
    place = [section.id for section in sections].index("9.5.2")
    assert room.ok("anna", "regel weiter").startswith(f"§ {sections[place + 1].id}")
    assert room.ok("anna", "regel zurück").startswith("§ 9.5.2")
    assert "Badehaus" in room.ok("anna", "regel orleans: badehaus")
    assert "Begriffe in" in room.ok("anna", "regel orleans glossar")


def test_rule_without_a_game_is_asked_back(room: Room) -> None:
    assert "In welchem Spiel?" in room.no("anna", "regel Spielende")
    assert "Alte Hexe" in room.ok("anna", "regel alte hexe")
    assert "kenne ich" in room.no("anna", "regel dominion xyzzyx")


def test_the_game_of_the_channel_comes_first(room: Room) -> None:
    room.ok("anna", "neues spiel basar")
    (reply,) = room.say("anna", "frage Wer fängt an?")
    assert reply["game"] in ("basar", None)


def test_jsonl_answers_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [
        {"id": "a", "game": "orleans", "question": "Wie viele Runden spielt man?"}, {"id": "b", "game": None, "question": "Was macht die Alte Hexe?"},
        {"id": "c", "game": "endeavor", "question": "Wie viele Runden gibt es?"}, {"id": "d", "game": "orleans", "question": "Wie wird das Wetter?"},
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(map(json.dumps, asked)) + "\nkein json\n"))
    assert main(["frage", "--jsonl", "--daten", str(tmp_path)]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in rows] == ["a", "b", "c", "d", None]
    assert [row["game"] for row in rows] == ["orleans", "dominion", "endeavor", "orleans", None]
    assert [row["abstain"] for row in rows] == [False, False, False, True, True]
    assert set(rows[0]) == {"id", "game", "abstain", "verdict", "answer", "passages"}
    for row in rows[:3]:
        assert 1 <= len(row["passages"]) <= 5
        assert set(row["passages"][0]) == {"game", "section", "heading", "text"}
    assert "18" in rows[0]["answer"] + rows[0]["passages"][0]["text"]


def test_console_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = ["--daten", str(tmp_path)]
    assert main(["frage", *folder, "--spiel", "orleans", "Was", "macht", "das", "Badehaus?"]) == 0
    assert "§ Ortskarten > Badehaus" in capsys.readouterr().out
    assert main(["frage", *folder]) == 2
    assert main(["regel", *folder, "orleans", "gibtesnicht"]) == 1
    assert main(["regel", *folder, "quux", "1"]) == 1
    capsys.readouterr()
    assert main(["abdeckung", *folder, "orleans", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["orleans"]
    assert set(rows[0]) >= {"section", "text", "enforced", "case", "question"}
    assert len(rows) == len(rule_text("orleans").sections)
    assert main(["abdeckung", *folder]) == 0


def test_misses_on_the_console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path)
    Room(Service(store)).say("anna", "frage Orléans: Wie züchtet man Schafe auf der Weide?")
    store.close()
    assert main(["frage", "--offen", "--daten", str(tmp_path)]) == 0
    assert "Schafe" in capsys.readouterr().out
    assert main(["frage", "--vergessen", "--daten", str(tmp_path)]) == 0
    assert "1 Fragen" in capsys.readouterr().out


def test_the_tischordnung_can_be_looked_up_at_any_table(room: Room) -> None:
    assert "Zurücknehmen" in room.ok("anna", "regel T.5")
    room.started("anna", "bernd")
    assert "Zurücknehmen" in room.ok("anna", "regel t.5")
