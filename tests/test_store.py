"""Storage: what is confirmed stays, what is damaged is not touched, the rest goes on."""

import json
import os
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

from bot.service import Service
from game_state import transfer
from game_state.journal import Memory
from game_state.store import FILE, Store, StoreError
from game_state.table import META, Table
from game_state.verify import verify
from tests.conftest import Room


def play(room: Room, rounds: int = 1) -> None:
    for _ in range(rounds):
        for user in ("anna", "bernd"):
            room.ok(user, "biete 1", private=True)
        while not room.table.running.sealed or len(room.table.running.waiting()) == 1:
            seat = room.table.running.waiting()[0].seat
            room.ok(("anna", "bernd")[seat], "passe")


def test_reload_at_every_step_gives_the_same_state(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    for user, text in (("anna", "biete 3"), ("bernd", "biete 2"), ("bernd", "passe"), ("anna", "passe"), ("bernd", "biete 5"), ("anna", "biete 1")):
        room.ok(user, text)
        before = room.table.state_hash(), room.table.options("anna"), room.table.options("bernd")
        store.forget("c1")
        assert (room.table.state_hash(), room.table.options("anna"), room.table.options("bernd")) == before
    assert verify(store, 1).problems == []


def test_settings_of_the_database(store: Store) -> None:
    assert store.conn.execute("pragma journal_mode").fetchone()[0] == "wal"
    assert store.conn.execute("pragma synchronous").fetchone()[0] == 2


@pytest.mark.parametrize("damage", [
    "update journal set body = replace(body, '\"coins\":2', '\"coins\":1') where seq = 5",
    "update journal set user = 'x' where seq = 4",
    "delete from journal where seq = 6",
    "update line set seq = 5 where pos = 1",
    "update journal set hash = 'f' where seq = 3",
    "update journal set body = 'kein json' where seq = 5",
    "update tables set meta = replace(meta, '\"user\":\"bernd\"', '\"user\":\"eve\"')",
    "update tables set meta = replace(meta, '\"nullgebot\":\"nein\"', '\"nullgebot\":\"ja\"')",
    "update tables set meta = replace(meta, '\"phase\":\"playing\"', '\"phase\":\"over\"')",
    "update tables set meta = replace(meta, '\"undone\":[]', '\"undone\":[99]')",
    "update tables set meta = replace(meta, '\"dice_next\":', '\"dice_next\":-')",
    "update tables set meta = replace(meta, '\"changes\":[]', '\"changes\":[{\"at\":1,\"resigned\":0}]')",
    "update checkpoints set state = rich(state)",
    "update checkpoints set state = garbage(state)",
])
def test_verification_finds_every_change(room: Room, store: Store, damage: str) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 2")
    room.ok("bernd", "biete 1")
    assert verify(store, 1).problems == []
    store.conn.create_function("rich", 1, lambda state: store.packed(zlib.decompress(state).replace(b'"coins":10', b'"coins":99')))
    store.conn.create_function("garbage", 1, lambda state: store.packed(b"[]"))
    store.conn.execute(damage)
    try:
        assert verify(store, 1).problems
    except ValueError:
        assert "kein json" in damage


def test_a_rigged_seed_is_found(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    meta = META.validate_json(store.conn.execute("select meta from tables").fetchone()[0])
    meta.commitment = "0" * 64
    store.conn.execute("update tables set meta = ?", [META.dump_json(meta).decode()])
    assert "Prüfsumme" in verify(store, 1).problems[0]


def test_damaged_table_is_refused_and_others_go_on(room: Room, store: Store) -> None:
    other = Room(room.service, "c2")
    room.started("anna", "bernd")
    other.started("anna", "bernd")
    store.conn.execute("update checkpoints set state = x'00' where table_id = 1")
    store.forget("c1")
    reply = room.say("anna", "biete 1")[0]
    assert reply["kind"] == "error"
    assert "beschädigt" in reply["text"]
    other.ok("anna", "biete 1")
    store.conn.execute("update tables set meta = 'kaputt' where id = 1")
    store.forget("c1")
    assert room.say("anna", "stand")[0]["kind"] == "error"
    assert store.conn.execute("select meta from tables where id = 1").fetchone()[0] == "kaputt"


def test_damaged_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"das ist keine Datenbank" * 100)
    with pytest.raises(StoreError, match="beschädigt"):
        Store(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith(b"das ist keine")


def test_full_disk_is_told_and_nothing_changes(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    before = room.table.state_hash()
    pages = store.conn.execute("pragma page_count").fetchone()[0]
    store.conn.execute(f"pragma max_page_count = {pages}")
    replies = [room.say("anna", "frage " + "x" * 3000) for _ in range(30)]
    full = [r for r in replies if r[0]["kind"] == "error"]
    assert full
    assert "voll" in full[0][0]["text"]
    store.conn.execute("pragma max_page_count = 1000000")
    assert room.table.state_hash() == before
    room.ok("anna", "biete 1")
    assert verify(store, 1).problems == []


def test_locked_database_is_told(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    store.conn.execute("pragma busy_timeout = 50")
    other = sqlite3.connect(store.folder / FILE, isolation_level=None)
    other.execute("begin immediate")
    reply = room.say("anna", "biete 1")[0]
    assert "gesperrt" in reply["text"]
    other.execute("rollback")
    other.close()
    room.ok("anna", "biete 1")


@pytest.mark.skipif(os.geteuid() == 0 and not os.path.exists("/proc/self/ns/user"), reason="root ignores permissions")
def test_unwritable_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "datei").write_text("")
    with pytest.raises(StoreError):
        Store(tmp_path / "datei" / "ordner")


def test_readonly_database_is_told(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.conn.execute("pragma query_only = on")
    reply = Room(Service(store)).say("anna", "neues spiel basar")[0]
    assert "nicht beschreibbar" in reply["text"]
    store.close()


def test_a_failing_message_takes_nothing_with_it(room: Room, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several messages share a commit; the one that breaks is undone alone."""
    room.started("anna", "bernd")
    monkeypatch.setattr("tests.basar.game.award", lambda *_: 1 / 0)
    from bot.messages import Message

    answers = room.service.handle_many([
        Message("a", "c1", "anna", "Anna", "biete 1"), Message("b", "c1", "bernd", "Bernd", "biete 2"), Message("c", "c2", "carl", "Carl", "neues spiel basar"),
    ])
    assert [answer[0]["kind"] for answer in answers] == ["acted", "error", "acted"]
    assert "nichts verändert" in answers[1][0]["text"]
    monkeypatch.undo()
    assert "Bernd 2" in room.ok("bernd", "biete 2")
    assert verify(store, 1).problems == []


def test_migrations_run_once(tmp_path: Path) -> None:
    Store(tmp_path).close()
    store = Store(tmp_path)
    names = [row[0] for row in store.conn.execute("select name from _sqlite_migrations")]
    assert "m001_tables_and_journal" in names
    assert len(names) == len(set(names))
    store.close()


def test_memory_archive_behaves_like_the_store(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    play(room)
    stored = store.entries(1, 0, room.table.meta.length)
    memory = Memory()
    memory.save(1, store.records(1, 999, 999), 0, [entry.seq for entry in stored], [store.checkpoint(1, 0)])
    table = Table(META.validate_json(META.dump_json(room.table.meta)), memory)
    assert table.state_hash() == room.table.state_hash()


def test_a_batch_that_a_full_disk_took_back_is_not_half_done(room: Room, store: Store) -> None:
    """SQLite may end the whole transaction on a full disk; what follows in the batch must not be stored and then be done again."""
    from bot.messages import Message

    room.started("anna", "bernd")
    broken: list[object] = []

    def fails_once(self: Service, message: Message) -> list[dict[str, Any]]:
        if message.id == "b" and not broken:
            broken.append(store.conn.execute("rollback"))
            raise sqlite3.OperationalError("database or disk is full")
        return whole(self, message)

    whole, Service._handle = Service._handle, fails_once  # type: ignore[method-assign]
    try:
        answers = room.service.handle_many([
            Message("a", "c1", "anna", "Anna", "biete 1"), Message("b", "c2", "carl", "Carl", "spiele"), Message("", "c1", "bernd", "Bernd", "biete 2"),
        ])
    finally:
        Service._handle = whole  # type: ignore[method-assign]
    assert [answer[0]["kind"] for answer in answers] == ["acted", "answer", "acted"]
    assert not any("duplicate" in reply for answer in answers for reply in answer)
    assert verify(store, 1).moves == 2


def test_a_refused_import_leaves_nothing_behind(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    document = json.loads(transfer.export_table(store, room.table))
    document["meta"]["length"] = 7
    other = Room(room.service, "c2")
    assert "lässt sich nicht nachrechnen" in other.no("eve", "import", file=json.dumps(document))
    other.ok("carl", "neues spiel basar")
    assert verify(store, 2).problems == []
