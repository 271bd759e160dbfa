"""The contract of `herold pipe` and of the other console commands."""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import FUZZ
from tests.pipes import Pipe, environment, herold


def test_a_game_through_the_pipe(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    base = {"channel": "c1"}
    first = pipe.ask(id="1", user="u1", name="Anna", text="neues spiel basar", **base)
    assert first[-1] == {
        "re": "1", "channel": "c1", "to": None, "kind": "acted", "ok": True, "text": first[-1]["text"], "cites": [], "done": True,
    }
    pipe.ask(id="2", user="u2", name="Bernd", text="mitspielen", **base)
    pipe.ask(id="3", user="u1", name="Anna", text="start", **base)
    options = pipe.ask(id="4", user="u2", query="options", **base)[-1]["options"]
    assert "biete 0" in options
    for number, option in enumerate(options):
        assert pipe.ask(id=f"o{number}", user="u2", name="Bernd", text=option, **base)[0]["kind"] == "acted"
        pipe.ask(id=f"z{number}", user="u2", name="Bernd", text="rückgängig", **base)
    view = pipe.ask(id="5", user="u2", query="view", **base)[-1]["view"]
    assert "hand" in view["traders"][1]
    assert "hand" not in view["traders"][0]
    refused = pipe.ask(id="6", user="u2", name="Bernd", text="biete 99", **base)
    assert (refused[0]["kind"], refused[0]["cites"]) == ("refused", ["basar:3"])
    unclear = pipe.ask(id="7", user="u2", name="Bernd", text="biete schnurps", **base)
    assert unclear[0]["kind"] == "unclear"
    again = pipe.ask(id="2", user="u2", name="Bernd", text="mitspielen", **base)
    assert again[0]["duplicate"] is True
    assert pipe.close() == 0
    assert herold("pruefe", "c1", "--daten", str(tmp_path)).returncode == 0


@pytest.mark.parametrize("line", [
    "kein json", "[]", "3", '{"channel": "", "user": "u", "text": "x"}', '{"channel": "c", "user": "", "text": "x"}', "x" * 40_000_000, '{"id": "1"}', '{"channel": 5, "user": null, "text": "x"}', "\x00", '{"channel":"c","user":"u","text":' + "[" * 2000 + "]" * 2000 + "}",
])
def test_broken_lines_get_an_error_and_service_goes_on(tmp_path: Path, line: str) -> None:
    good = json.dumps({"id": "9", "channel": "c", "user": "u", "text": "spiele"})
    done = herold("pipe", "--daten", str(tmp_path), stdin=f"{line}\n{good}\n")
    rows = [json.loads(row) for row in done.stdout.splitlines()]
    assert rows[0]["kind"] == "error"
    assert rows[0]["done"]
    assert [row["re"] for row in rows if row["done"]][1:] == ["9"]
    assert done.returncode == 0


def test_half_characters_and_byte_order_marks_are_no_reason_to_fail(tmp_path: Path) -> None:
    line = '{"id":"\\ud800","channel":"c\\ud800","user":"u","name":"A\\ud800","text":"neues spiel basar \\ud800"}'
    good = json.dumps({"id": "9", "channel": "c", "user": "u", "name": "Anna", "text": "neues spiel basar"})
    done = herold("pipe", "--daten", str(tmp_path), stdin=f"\ufeff{good}\n{line}\n")
    assert [json.loads(row)["kind"] for row in done.stdout.splitlines()] == ["acted", "acted"]
    assert done.stderr == ""


def test_nobody_reads_the_output(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"id": str(n), "channel": "c", "user": "u", "text": "spiele"}) + "\\n" for n in range(300))
    for sink in ("| head -1", ">&-"):
        command = f"printf '{lines}' | {sys.executable} -m bot.main pipe --daten {tmp_path} {sink}"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=environment(), timeout=60)
        assert done.stderr == ""


def test_kill_at_random_moments_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    """Every command answered `acted` is in the journal exactly once; resent ids answer `duplicate`."""
    chance = random.Random(7)
    confirmed: dict[str, str] = {}
    unanswered: list[dict[str, str]] = []
    serial = 0

    def message(channel: str, user: str, text: str) -> dict[str, str]:
        nonlocal serial
        serial += 1
        return {"id": f"m{serial}", "channel": channel, "user": user, "name": user.capitalize(), "text": text}

    channels = [f"c{n}" for n in range(4)]
    pipe = Pipe(tmp_path)
    for channel in channels:
        for user, text in (("anna", "neues spiel basar"), ("bernd", "mitspielen"), ("anna", "start")):
            pipe.ask(**message(channel, user, text))
    texts = ["biete 0", "biete 1", "passe", "rückgängig", "stimme zu", "tausche esel", "spiele dieb", "stand"]
    kills = 24 * min(FUZZ, 10)
    for _ in range(kills):
        batch = unanswered + [message(chance.choice(channels), chance.choice(["anna", "bernd"]), chance.choice(texts)) for _ in range(12)]
        pipe.send(*batch)
        wanted = chance.randrange(len(batch) + 1)
        answered = 0
        while answered < wanted:
            replies = pipe.answer()
            if replies is None:
                break
            answered += 1
            if any(reply["kind"] == "acted" for reply in replies):
                confirmed[replies[0]["re"]] = batch[answered - 1]["channel"]
        time.sleep(chance.random() * 0.003)
        os.kill(pipe.process.pid, signal.SIGKILL)
        while True:  # answers that were written before the end count too
            replies = pipe.answer()
            if replies is None:
                break
            if any(reply["kind"] == "acted" for reply in replies):
                confirmed[replies[0]["re"]] = batch[answered]["channel"]
            answered += 1
        pipe.kill()
        unanswered = batch[answered:]
        pipe = Pipe(tmp_path)
    for id_, channel in confirmed.items():
        again = pipe.ask(id=id_, channel=channel, user="anna", text="stand")
        assert again[0]["duplicate"] is True
    assert pipe.close() == 0
    assert len(confirmed) > kills
    checked = herold("pruefe", "--daten", str(tmp_path))
    assert checked.returncode == 0, checked.stdout


def test_second_process_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path)
    pipe.ask(id="1", channel="c", user="u", text="spiele")
    other = herold("pipe", "--daten", str(tmp_path))
    assert other.returncode == 1
    assert "anderer Herold" in other.stderr
    assert other.stderr.count("\n") == 1
    pipe.close()


def test_cases_command(tmp_path: Path) -> None:
    good = herold("fall", "tests/basar/cases")
    assert good.returncode == 0
    assert good.stdout.splitlines()[-1].endswith("passed, 0 failed")
    wrong = tmp_path / "falsch.toml"
    wrong.write_text(Path("tests/basar/cases/basar.toml").read_text().replace('"traders.Bernd.points" = 4', '"traders.Bernd.points" = 5'))
    bad = herold("fall", str(wrong))
    assert bad.returncode == 1
    assert "ist 4, erwartet 5" in bad.stdout
    rows = json.loads(herold("fall", "tests/basar/cases", "--json").stdout)
    assert {"id", "game", "paragraphs", "passed"} <= set(rows[0])
    assert herold("fall", "gibtsnicht.toml").returncode == 2
    wrong.write_text('[[fall]]\nid = "verschrieben"\n')
    assert "kein Fall darin" in herold("fall", str(wrong)).stdout


def test_simulation_prints_games_per_second() -> None:
    done = herold("simuliere", "basar", "--partien", "20", "--seed", "5")
    assert done.returncode == 0
    assert "games/s" in done.stdout
    assert done.stdout.split("games/s")[0].splitlines()[:-1] == herold("simuliere", "basar", "--partien", "20", "--seed", "5").stdout.split("games/s")[0].splitlines()[:-1]
    assert "kenne ich nicht" in herold("simuliere", "halma").stderr


def test_backup_and_restore(tmp_path: Path) -> None:
    data, copy = tmp_path / "a", tmp_path / "kopie.db"
    pipe = Pipe(data)
    pipe.ask(id="1", channel="c", user="u", name="Anna", text="neues spiel basar")
    assert herold("sichern", str(copy), "--daten", str(data)).returncode == 0  # while it runs
    assert herold("sichern", str(copy), "--daten", str(data)).returncode == 1
    pipe.ask(id="2", channel="c", user="u", name="Anna", text="spiel beenden")
    pipe.close()
    assert herold("wiederherstellen", str(copy), "--daten", str(data)).returncode == 0
    pipe = Pipe(data)
    assert "läuft schon" in pipe.ask(id="3", channel="c", user="u", name="Anna", text="neues spiel basar")[0]["text"]
    pipe.close()
    with sqlite3.connect(tmp_path / "fremd.db") as foreign:
        foreign.execute("create table journal (zeile)")
    assert "keine heile Sicherung" in herold("wiederherstellen", str(tmp_path / "fremd.db"), "--daten", str(data)).stderr
    assert "Den Ordner" in herold("sichern", str(tmp_path / "nirgends" / "x.db"), "--daten", str(data)).stderr
    (tmp_path / "kaputt.db").write_bytes(b"nichts")
    assert "keine heile Sicherung" in herold("wiederherstellen", str(tmp_path / "kaputt.db"), "--daten", str(data)).stderr


@pytest.mark.parametrize("first", [0, 4096])
def test_damaged_data_are_told_and_a_backup_takes_their_place(tmp_path: Path, first: int) -> None:
    data, copy = tmp_path / "50%41 a?b#c", tmp_path / "kopie.db"
    pipe = Pipe(data)
    pipe.ask(id="1", channel="c", user="u", name="Anna", text="neues spiel basar")
    pipe.close()
    assert herold("sichern", str(copy), "--daten", str(data)).returncode == 0
    file = data / "herold.db"
    raw = file.read_bytes()
    damaged = raw[:first] + b"\xff" * (len(raw) - first)
    file.write_bytes(damaged)
    for arguments in (["pruefe"], ["export", "c"], ["nachspielen"], ["pipe"], ["sichern", str(tmp_path / "neu.db")]):
        done = herold(*arguments, "--daten", str(data))
        assert (done.returncode, "beschädigt" in done.stderr, done.stderr.count("\n")) == (1, True, 1), arguments
    assert not (tmp_path / "neu.db").exists()
    assert file.read_bytes() == damaged
    restored = herold("wiederherstellen", str(copy), "--daten", str(data))
    assert restored.returncode == 0
    assert [kept.read_bytes() for kept in data.glob("*vorher*") if "-wal" not in kept.name] == [damaged]
    assert herold("pruefe", "c", "--daten", str(data)).returncode == 0


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b'{"format": 1}'])
def test_import_of_something_else_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.json").write_bytes(content)
    done = herold("import", str(tmp_path / "x.json"), "--daten", str(tmp_path / "d"))
    assert (done.returncode, done.stderr) == (1, "Das ist keine ausgegebene Partie von Herold.\n")


def test_export_and_import_move_a_running_game(tmp_path: Path) -> None:
    pipe = Pipe(tmp_path / "a")
    for number, (user, text) in enumerate([("u1", "neues spiel basar"), ("u2", "mitspielen"), ("u1", "start"), ("u1", "biete 3"), ("u2", "biete 2"), ("u2", "passe")]):
        pipe.ask(id=str(number), channel="c", user=user, name=user, text=text)
    pipe.close()
    file = tmp_path / "partie.json"
    assert herold("export", "c", "--ziel", str(file), "--daten", str(tmp_path / "a")).returncode == 0
    assert herold("import", str(file), "--daten", str(tmp_path / "b"), "--kanal", "neu").returncode == 0
    assert herold("pruefe", "neu", "--daten", str(tmp_path / "b")).returncode == 0
    pipe = Pipe(tmp_path / "b")
    assert pipe.ask(id="x", channel="neu", user="u1", name="u1", text="passe")[0]["kind"] == "acted"
    pipe.close()
    file.write_text(file.read_text().replace('\\"coins\\":3', '\\"coins\\":9'))
    broken = herold("import", str(file), "--daten", str(tmp_path / "d"))
    assert broken.returncode == 1
    assert "lässt sich nicht nachrechnen" in broken.stderr


@pytest.mark.parametrize(("text", "says"), [
    ('port = "viele"', "port = 'viele'"), ("port = 99999", "zu groß"), ("unbekannt = 1", "diesen Eintrag gibt es nicht"), ("port = [", "kein gültiges TOML"),
    ('protokoll = "laut"', "debug, info"), ('port = "x"\nunbekannt = 1', "keine ganze Zahl; unbekannt = 1"), ("erinnern_stunden = inf", "zu groß"),
    ('discord_token = ["geheim"]', "discord_token = …"), ('weitere_spiele = [""]', "weitere_spiele"), ('weitere_spiele = ["gibt.es.nicht"]', "gibt"),
])
def test_wrong_settings_are_named_in_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "k.toml"
    file.write_text(text)
    environ = {key: value for key, value in environment().items() if not key.startswith("HEROLD_")}
    command = [sys.executable, "-m", "bot.main", "pipe", "--konfig", str(file), "--daten", str(tmp_path / "d")]
    done = subprocess.run(command, capture_output=True, text=True, env=environ, timeout=30, input="")
    assert done.returncode == 1
    assert says in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_usage_errors_exit_with_two() -> None:
    for arguments in (["quatsch"], ["fall"], ["simuliere"], ["pipe", "--nein"], ["simuliere", "basar", "--partien", "x"], ["pipe", "--daten"]):
        done = herold(*arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("Diesen Aufruf verstehe ich nicht: ")
        assert done.stderr.count("\n") == 1
        assert not re.search("argument|required|invalid|expected", done.stderr)


def test_lists_in_the_environment_are_explained() -> None:
    done = herold("pipe", HEROLD_WEITERE_SPIELE="tests.basar")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "HEROLD_WEITERE_SPIELE = 'tests.basar' falsch" in done.stderr


def test_there_is_no_game_to_simulate_or_replay(tmp_path: Path) -> None:
    assert "Wenigstens eine" in herold("simuliere", "basar", "--partien", "0").stderr
    assert "nicht mit 0" in herold("simuliere", "basar", "--spieler", "0").stderr
    Pipe(tmp_path).close()
    assert "keine begonnene Partie" in herold("nachspielen", "nix", "--daten", str(tmp_path)).stderr


def test_chat_reads_from_a_plain_file(tmp_path: Path) -> None:
    done = herold("chat", "--daten", str(tmp_path), stdin="anna: neues spiel basar\nbernd: mitspielen\nanna: start\nbernd: hand\n")
    assert done.returncode == 0
    assert "(nur für Bernd) Deine Hand" in done.stdout


def test_chat_takes_no_order_for_a_name(tmp_path: Path) -> None:
    done = herold("chat", "--daten", str(tmp_path), stdin="neues spiel basar\nregel: 3\nhilfe:\nprotokoll\n")
    assert "§ 3" in done.stdout
    assert "Regel" not in done.stdout.splitlines()[-1]
