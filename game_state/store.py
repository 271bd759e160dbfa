"""The store: one SQLite file in the data folder. What is answered is on disk before the answer.

Everything a message changes is one transaction. Several messages may share one commit (`batch`); each
keeps its own savepoint, so one that fails takes nothing with it.
"""

import contextlib
import fcntl
import json
import shutil
import sqlite3
import zlib
from collections import OrderedDict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import IO, Any

from sqlite_utils import Database

from game_state.game import playable
from game_state.journal import Checkpoint, Entry, Record
from game_state.schema import migrations
from game_state.table import META, Meta, Table

FILE, LOCK = "herold.db", "herold.lock"
STORED = frozenset({"tables", "journal", "line", "checkpoints", "messages"})  # what every store has, however old
CACHED_TABLES = 64
KEPT_CHECKPOINTS = 12  # the newest; of older ones every tenth stays, for going far back
REMEMBERED = timedelta(days=30)  # how long a repeated message id is recognised


class StoreError(Exception):
    """Storage does not do what it must; the text is a German sentence for people."""


def sentence(error: Exception, folder: Path) -> str:
    """What is wrong with the storage, in words."""
    text = str(error).lower()
    if "no such table" in text:
        return f"{folder / FILE} ist keine Datei von Herold oder beschädigt; es wurde nichts geändert."
    if "readonly" in text or "read-only" in text or isinstance(error, PermissionError):
        return f"Der Datenordner {folder} ist nicht beschreibbar; es wurde nichts geändert."
    if "full" in text or "no space" in text:
        return f"Der Datenträger mit {folder} ist voll; es wurde nichts geändert."
    if "locked" in text or "busy" in text:
        return f"Die Daten in {folder} sind gerade von einem anderen Programm gesperrt; es wurde nichts geändert."
    if "malformed" in text or "not a database" in text or "corrupt" in text or "disk image" in text:
        return f"Die Datei {folder / FILE} ist beschädigt; es wurde nichts geändert. „herold wiederherstellen“ spielt eine Sicherung ein."
    return f"Die Daten in {folder} lassen sich nicht schreiben oder lesen ({error}); es wurde nichts geändert."


def take_lock(folder: Path) -> IO[str]:
    """One process at a time works in a folder, as long as it holds this."""
    folder.mkdir(parents=True, exist_ok=True)
    lock = open(folder / LOCK, "w")  # noqa: SIM115  (held for the life of the process)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        raise StoreError(f"In {folder} arbeitet schon ein anderer Herold; beende ihn oder wähle mit --daten einen anderen Ordner.") from None
    return lock


def reading(path: Path) -> str:
    """The address under which SQLite opens a file without changing it."""
    return path.absolute().as_uri() + "?mode=ro"


def copy(source: Path, target: Path) -> bool:
    """A consistent copy of a store, also while it is used. False, and no copy, if it is not a sound one."""
    sound = False
    try:
        with contextlib.closing(sqlite3.connect(reading(source), uri=True)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            old.backup(new)
            names = {row[0] for row in new.execute("select name from sqlite_master")}
            sound = names >= STORED and new.execute("pragma integrity_check").fetchone()[0] == "ok"
    except sqlite3.OperationalError as error:
        raise StoreError(f"{source} lässt sich nicht nach {target} schreiben ({error}).") from error
    except sqlite3.DatabaseError:
        pass  # damaged, or never one of ours
    finally:
        if not sound:
            target.unlink(missing_ok=True)
    return sound


def restore(source: Path, folder: Path) -> Path | None:
    """Puts a backup in the place of the data of a folder, even if those are damaged; gives back where they lie now."""
    with contextlib.closing(take_lock(folder)):
        fresh = folder / f"{FILE}.neu"
        fresh.unlink(missing_ok=True)
        if not copy(source, fresh):
            raise StoreError(f"{source} ist keine heile Sicherung von Herold; es wurde nichts geändert.")
        kept = folder / f"{FILE}.vorher-{datetime.now(UTC).strftime('%Y%m%d-%H%M%S-%f')}"
        before = [part for part in ("", "-wal") if (folder / f"{FILE}{part}").exists()]
        for part in before:
            shutil.copy2(folder / f"{FILE}{part}", f"{kept}{part}")
        for part in ("-wal", "-shm"):
            (folder / f"{FILE}{part}").unlink(missing_ok=True)
        fresh.replace(folder / FILE)
        return kept if before else None


class Store:
    """Opens a data folder for one process. Tables are loaded when they are needed and forgotten when they are not."""

    def __init__(self, folder: Path, readonly: bool = False) -> None:
        self.folder = folder
        self._lock: IO[str] | None = None
        self._cache: OrderedDict[str, Table] = OrderedDict()
        self._batch = False
        try:
            if not readonly:
                self._lock = take_lock(folder)
            path = folder / FILE
            if readonly:
                if not path.is_file():
                    raise StoreError(f"In {folder} liegen keine Daten von Herold.")
                self.conn = sqlite3.connect(reading(path), uri=True, isolation_level=None, timeout=5)
            else:
                self.conn = sqlite3.connect(path, isolation_level=None, timeout=2, check_same_thread=False)
                self.conn.execute("pragma journal_mode=wal")
                self.conn.execute("pragma synchronous=full")
                migrations.apply(Database(self.conn))
            self.db = Database(self.conn)
        except (sqlite3.Error, OSError) as error:
            self.close()
            raise StoreError(sentence(error, folder)) from error

    def close(self) -> None:
        if hasattr(self, "conn"):
            self.conn.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # -- transactions -------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def batch(self) -> Iterator[None]:
        """Messages inside share one durable commit. If it fails, nothing of them has happened."""
        try:
            self.conn.execute("begin immediate")
        except sqlite3.Error as error:
            raise StoreError(sentence(error, self.folder)) from error
        self._batch = True
        try:
            yield
            self.conn.execute("commit")
        except BaseException as error:
            self._cache.clear()
            with contextlib.suppress(sqlite3.Error):
                self.conn.execute("rollback")
            if isinstance(error, sqlite3.Error):
                raise StoreError(sentence(error, self.folder)) from error
            raise
        finally:
            self._batch = False

    @contextlib.contextmanager
    def message(self) -> Iterator[None]:
        """One message: all of it or nothing."""
        if not self._batch:
            with self.batch(), self.message():
                yield
            return
        if not self.conn.in_transaction:  # a full disk took the whole batch back; each of its messages is tried again alone
            raise StoreError(f"Die Daten in {self.folder} lassen sich gerade nicht schreiben; es wurde nichts geändert.")
        with self.attempt():
            yield

    @contextlib.contextmanager
    def attempt(self) -> Iterator[None]:
        """Part of a message that leaves nothing behind if it fails."""
        self.conn.execute("savepoint attempt")
        try:
            yield
            self.conn.execute("release attempt")
        except BaseException as error:
            self._cache.clear()
            with contextlib.suppress(sqlite3.Error):
                self.conn.execute("rollback to attempt")
                self.conn.execute("release attempt")
            if isinstance(error, sqlite3.Error):
                raise StoreError(sentence(error, self.folder)) from error
            raise

    # -- tables -------------------------------------------------------------------------------------------------

    def open_table(self, channel: str) -> Table | None:
        """The open game of a channel."""
        if channel in self._cache:
            self._cache.move_to_end(channel)
            return self._cache[channel]
        row = self.conn.execute("select meta from tables where channel = ? and open", [channel]).fetchone()
        return self._load(row[0]) if row else None

    def last_table(self, channel: str) -> Table | None:
        """The open game, or the one that ended last."""
        table = self.open_table(channel)
        if table is not None:
            return table
        row = self.conn.execute("select meta from tables where channel = ? order by id desc limit 1", [channel]).fetchone()
        return self._load(row[0], cache=False) if row else None

    def table(self, table_id: int) -> Table:
        row = self.conn.execute("select meta from tables where id = ?", [table_id]).fetchone()
        if row is None:
            raise StoreError(f"Einen Tisch mit der Nummer {table_id} gibt es nicht.")
        return self._load(row[0], cache=False)

    def _load(self, text: str, cache: bool = True) -> Table:
        try:
            meta = META.validate_json(text)
        except ValueError as error:
            raise StoreError("Die Daten dieses Tisches sind beschädigt; ich rühre sie nicht an. „herold pruefe“ zeigt mehr.") from error
        if not playable(meta.game):
            raise StoreError(f"Dieser Tisch spielt „{meta.game}“, das hier nicht eingerichtet ist.")
        table = Table(meta, self)
        if cache:
            self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._cache[table.meta.channel] = table
        self._cache.move_to_end(table.meta.channel)
        while len(self._cache) > CACHED_TABLES:
            self._cache.popitem(last=False)

    def forget(self, channel: str) -> None:
        """Drop the live table, so that it is read anew."""
        self._cache.pop(channel, None)

    def new_table(self, channel: str, game: str, version: str, owner: str, server: str = "") -> Table:
        cursor = self.conn.execute("insert into tables (channel, game, open, meta) values (?, ?, 1, '')", [channel, game])
        table = Table(Meta(int(cursor.lastrowid or 0), channel, game, version, owner, server), self)
        table.record("open", owner, {"game": game, "version": version})
        self._keep(table)
        return table

    def save(self, table: Table) -> None:
        """Write what the table has become. Inside `message`."""
        meta, execute = table.meta, self.conn.execute
        if table.new_records:
            self.conn.executemany(
                "insert into journal (table_id, seq, kind, user, at, body, prev, hash) values (?, ?, ?, ?, ?, ?, ?, ?)",
                [(meta.id, r.seq, r.kind, r.user, r.at, r.text, r.prev, r.hash) for r in table.new_records],
            )
        if table.kept < meta.length or table.new_points or any(r.kind in ("undo", "redo") for r in table.new_records):
            execute("delete from line where table_id = ? and pos >= ?", [meta.id, table.kept])
            execute("delete from checkpoints where table_id = ? and length > ?", [meta.id, table.kept])
            self.conn.executemany(
                "insert into line values (?, ?, ?)",
                [(meta.id, pos, table.tail[pos - table.base].seq) for pos in range(table.kept, meta.length)],
            )
            self.conn.executemany(
                "insert or replace into checkpoints values (?, ?, ?, ?)",
                [(meta.id, p.length, p.dice, self.packed(p.state)) for p in table.new_points],
            )
            if table.new_points:
                self._thin(meta.id)
        is_open = meta.phase in ("lobby", "playing")
        execute("update tables set open = ?, meta = ? where id = ?", [is_open, META.dump_json(meta).decode(), meta.id])
        if any(r.kind in ("join", "leave", "replace", "end", "over") for r in table.new_records):
            execute("delete from sitting where table_id = ?", [meta.id])
            if is_open:
                self.conn.executemany("insert or ignore into sitting values (?, ?)", [(s.user, meta.id) for s in meta.seats if s.user])
        table.flushed()
        if not is_open:
            self.forget(meta.channel)

    @staticmethod
    def packed(state: bytes) -> bytes:
        return zlib.compress(state, 1)

    def _thin(self, table: int) -> None:
        """Keep the newest checkpoints and every tenth of the older ones."""
        rows = [row[0] for row in self.conn.execute("select length from checkpoints where table_id = ? order by length desc", [table])]
        if len(rows) <= 2 * KEPT_CHECKPOINTS:
            return
        old = rows[KEPT_CHECKPOINTS:-1]
        kept: set[int] = set()
        for length in reversed(old):
            if not kept or length >= max(kept) + 100:
                kept.add(length)
        self.conn.executemany("delete from checkpoints where table_id = ? and length = ?", [(table, n) for n in old if n not in kept])

    # -- Archive: older parts of a table ------------------------------------------------------------------------

    def checkpoint(self, table: int, length: int) -> Checkpoint:
        row = self.conn.execute(
            "select length, state, dice from checkpoints where table_id = ? and length <= ? order by length desc limit 1", [table, length]
        ).fetchone()
        if row is None:
            raise StoreError("Zu diesem Tisch fehlt jeder Zwischenstand; ich rühre ihn nicht an. „herold pruefe“ zeigt mehr.")
        try:
            return Checkpoint(row[0], zlib.decompress(row[1]), row[2])
        except zlib.error as error:
            raise StoreError("Ein Zwischenstand dieses Tisches ist beschädigt; ich rühre ihn nicht an.") from error

    def entries(self, table: int, first: int, last: int) -> list[Entry]:
        rows = self.conn.execute(
            "select journal.seq, body from line join journal using (table_id, seq) where table_id = ? and pos >= ? and pos < ? order by pos",
            [table, first, last],
        ).fetchall()
        if len(rows) != max(0, last - first):
            raise StoreError("Im Journal dieses Tisches fehlen Züge; ich rühre ihn nicht an. „herold pruefe“ zeigt mehr.")
        try:
            return [Entry.load(seq, json.loads(body)) for seq, body in rows]
        except (ValueError, KeyError) as error:
            raise StoreError("Das Journal dieses Tisches ist beschädigt; ich rühre ihn nicht an. „herold pruefe“ zeigt mehr.") from error

    def by_seq(self, table: int, seqs: list[int]) -> list[Entry]:
        found = {r.seq: Entry.load(r.seq, r.body) for seq in seqs for r in self.records(table, seq, 1)}
        return [found[seq] for seq in seqs]

    def records(self, table: int, last: int, count: int) -> list[Record]:
        rows = self.conn.execute(
            "select seq, kind, user, body, at, prev, hash from journal where table_id = ? and seq > ? and seq <= ? order by seq", [table, last - count, last]
        )
        return [Record(seq, kind, user, json.loads(body), at, prev, hash_, body) for seq, kind, user, body, at, prev, hash_ in rows]

    # -- messages -----------------------------------------------------------------------------------------------

    def replies_to(self, channel: str, message: str) -> list[dict[str, Any]] | None:
        """What was answered to a message id, if it came before."""
        row = self.conn.execute("select replies from messages where channel = ? and id = ?", [channel, message]).fetchone()
        return json.loads(row[0]) if row else None

    def remember(self, channel: str, message: str, replies: list[dict[str, Any]]) -> None:
        now = datetime.now(UTC).isoformat(timespec="seconds")
        text = json.dumps(replies, ensure_ascii=False, separators=(",", ":"))
        self.conn.execute("insert into messages values (?, ?, ?, ?)", [channel, message, now, text])

    def prune(self) -> None:
        """Forget message ids nobody will repeat any more."""
        limit = (datetime.now(UTC) - REMEMBERED).isoformat(timespec="seconds")
        with self.message():
            self.conn.execute("delete from messages where at < ?", [limit])

    # -- people -------------------------------------------------------------------------------------------------

    def meet(self, channel: str, user: str, name: str, handle: str) -> None:
        self.conn.execute("insert or replace into people values (?, ?, ?, ?)", [channel, user, name, handle])

    def people(self, channel: str) -> list[tuple[str, str, str]]:
        """User id, name, handle of everybody who spoke in this channel."""
        return list(self.conn.execute("select user, name, handle from people where channel = ?", [channel]))

    def tables_of(self, user: str) -> list[tuple[int, str, str]]:
        """Open tables a user sits at: number, channel, game."""
        return list(self.conn.execute(
            "select tables.id, channel, game from sitting join tables on tables.id = table_id where user = ? and open order by tables.id", [user]
        ))

    def table_ids(self, channel: str | None = None) -> list[int]:
        sql = "select id from tables" + (" where channel = ?" if channel else "") + " order by id"
        return [row[0] for row in self.conn.execute(sql, [channel] if channel else [])]
