"""What is remembered beside the games: wishes of people, deadlines, who waits since when, news nobody has read yet."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from game_state.store import Store
from game_state.table import Table

MAX_NOTES = 20


def position_of(table: Table) -> int:
    """Where on the line the pending decision arose; sealed answers of others do not change it."""
    return table.meta.length - len(table.running.answers)


@dataclass(slots=True)
class Wishes:
    """How somebody wants to be reminded. Hours are of the day, quiet from `quiet[0]` to `quiet[1]`."""

    every: float | None = None  # hours between reminders; 0 never, None as the operator says
    quiet: tuple[int, int] | None = None
    away: str | None = None  # until when, ISO
    letters: bool = False  # private news as private messages


WISHES = TypeAdapter(Wishes)


@dataclass(slots=True)
class Wait:
    """Somebody is awaited since then."""

    table: int
    seat: int
    user: str
    position: int
    since: str
    reminded: str
    passed: int  # deadlines that went by unanswered


@dataclass(slots=True)
class Board:
    """What the channel of a table has been told."""

    message: str | None
    told: int
    gone: bool


class Notebook:
    """Reads and writes through the store's transaction; made where it is needed."""

    def __init__(self, store: Store) -> None:
        self.store, self.execute = store, store.conn.execute

    # -- people -------------------------------------------------------------------------------------------------

    def wishes(self, user: str) -> Wishes:
        row = self.execute("select data from wishes where user = ?", [user]).fetchone()
        return WISHES.validate_json(row[0]) if row else Wishes()

    def wish(self, user: str, **changes: Any) -> Wishes:
        wishes = self.wishes(user)
        for name, value in changes.items():
            setattr(wishes, name, value)
        self.execute("insert or replace into wishes values (?, ?)", [user, WISHES.dump_json(wishes).decode()])
        return wishes

    def add_note(self, user: str, channel: str, text: str) -> None:
        self.execute("insert into notes (user, channel, text) values (?, ?, ?)", [user, channel, text])
        self.execute(
            "delete from notes where user = ? and id not in (select id from notes where user = ? order by id desc limit ?)", [user, user, MAX_NOTES],
        )

    def take_notes(self, user: str, channel: str) -> list[str]:
        rows = self.execute("select text from notes where user = ? and channel = ? order by id", [user, channel]).fetchall()
        if rows:
            self.execute("delete from notes where user = ? and channel = ?", [user, channel])
        return [row[0] for row in rows]

    # -- deadlines ----------------------------------------------------------------------------------------------

    def deadline(self, table: int) -> tuple[float, str] | None:
        row = self.execute("select hours, action from deadlines where table_id = ?", [table]).fetchone()
        return (row[0], row[1]) if row else None

    def set_deadline(self, table: int, hours: float | None, action: str) -> None:
        self.execute("delete from deadlines where table_id = ?", [table])
        if hours is not None:
            self.execute("insert into deadlines values (?, ?, ?)", [table, hours, action])

    # -- waiting ------------------------------------------------------------------------------------------------

    def changed_tables(self) -> list[tuple[int, str, int]]:
        """Tables (number, channel, seq) that moved since they were looked at."""
        return list(self.execute(
            "select id, channel, json_extract(meta, '$.seq') as now from tables left join looked on table_id = id where open and looked.seq is not now"
        ))

    def looked_at(self, table: int, seq: int) -> None:
        self.execute("insert or replace into looked values (?, ?)", [table, seq])

    def forget_closed(self) -> None:
        for name in ("waits", "looked", "deadlines"):
            self.execute(f"delete from {name} where table_id in (select table_id from {name} join tables on id = table_id where not open)")

    def waits(self, table: int | None = None) -> Iterator[Wait]:
        sql = "select table_id, seat, user, position, since, reminded, passed from waits"
        for row in self.execute(sql + (" where table_id = ?" if table is not None else ""), [table] if table is not None else []).fetchall():
            yield Wait(*row)

    def keep_waits(self, table: int, waits: list[Wait]) -> None:
        self.execute("delete from waits where table_id = ?", [table])
        self.store.conn.executemany(
            "insert into waits values (?, ?, ?, ?, ?, ?, ?)", [(w.table, w.seat, w.user, w.position, w.since, w.reminded, w.passed) for w in waits],
        )

    def mark(self, wait: Wait) -> None:
        self.execute(
            "update waits set reminded = ?, passed = ?, since = ? where table_id = ? and seat = ?",
            [wait.reminded, wait.passed, wait.since, wait.table, wait.seat],
        )

    # -- boards -------------------------------------------------------------------------------------------------

    def board(self, table: int) -> Board:
        row = self.execute("select message, told, gone from boards where table_id = ?", [table]).fetchone()
        return Board(row[0], row[1], bool(row[2])) if row else Board(None, 0, False)

    def set_board(self, table: int, **changes: Any) -> None:
        self.execute("insert or ignore into boards (table_id) values (?)", [table])
        for name, value in changes.items():
            assert name in ("message", "told", "gone")
            self.execute(f"update boards set {name} = ? where table_id = ?", [value, table])

    def told(self, table: int, seq: int) -> None:
        self.execute("insert or ignore into boards (table_id) values (?)", [table])
        self.execute("update boards set told = max(told, ?), gone = 0 where table_id = ?", [seq, table])

    def pinged(self, table: int) -> dict[str, int]:
        row = self.execute("select pinged from boards where table_id = ?", [table]).fetchone()
        found: dict[str, int] = json.loads(row[0]) if row else {}
        return found

    def set_pinged(self, table: int, pinged: dict[str, int]) -> None:
        self.execute("insert or ignore into boards (table_id) values (?)", [table])
        self.execute("update boards set pinged = ? where table_id = ?", [json.dumps(pinged), table])

    def untold(self) -> list[tuple[int, str, int]]:
        """Open tables (number, channel, told) whose channel has not heard everything."""
        return list(self.execute(
            "select id, channel, told from boards join tables on id = table_id where open and not gone and told < json_extract(meta, '$.seq')"
        ))
