"""Disputes and precedents: opened on a line of the log or on a question, decided by the table, kept per server."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from game_state.ask import Ask
from game_state.event import Event, of_play, same
from game_state.game import Game
from game_state.journal import Entry
from game_state.store import Store
from game_state.table import Table
from game_state.verdict import Refused

ENFORCED, TEXT, SILENT = "vom Programm nachgerechnet", "nur Regeltext", "die Regel schweigt"


@dataclass
class View:
    """What one side says."""

    user: str
    name: str
    text: str
    section: str = ""  # the passage that speaks to it
    verdict: str | None = None  # ja: it supports the claim, nein: it contradicts it


@dataclass
class Finding:
    """What Herold finds: the sentence, how sure, on which paragraphs, with which numbers."""

    text: str
    confidence: str
    cites: list[str] = field(default_factory=list)
    calculation: list[str] = field(default_factory=list)
    lawful: bool | None = None


@dataclass
class Dispute:
    id: int
    server: str
    channel: str
    table: int | None
    game: str
    opened_by: str
    at: str
    line: int | None = None
    text: str = ""
    views: list[View] = field(default_factory=list)
    finding: Finding | None = None
    status: str = "open"  # open, decided, withdrawn, revoked
    serial: int = 0  # of the case in its server
    place: str = ""  # where it is argued, if not in the channel of its table
    number: int | None = None  # of the ruling, once decided
    ruling: str = ""
    how: str = ""
    decided_at: str = ""

    @property
    def cites(self) -> list[str]:
        return self.finding.cites if self.finding is not None else []


class Disputes:
    """The disputes of a store."""

    def __init__(self, store: Store) -> None:
        self.conn = store.conn

    def open(self, dispute: Dispute) -> Dispute:
        cursor = self.conn.execute(
            "insert into disputes (server, channel, table_id, game, status, data) values (?, ?, ?, ?, 'open', '')",
            [dispute.server, dispute.channel, dispute.table, dispute.game],
        )
        dispute.id = int(cursor.lastrowid or 0)
        dispute.serial = self.conn.execute("select count(*) from disputes where server = ?", [dispute.server]).fetchone()[0]
        self.save(dispute)
        return dispute

    def save(self, dispute: Dispute) -> None:
        data = json.dumps(asdict(dispute), ensure_ascii=False)
        self.conn.execute(
            "update disputes set status = ?, number = ?, place = ?, data = ? where id = ?", [dispute.status, dispute.number, dispute.place, data, dispute.id],
        )

    def find(self, number: int) -> Dispute:
        return _load(self.conn.execute("select data from disputes where id = ?", [number]).fetchone()[0])

    def current(self, channel: str) -> Dispute | None:
        row = self.conn.execute("select data from disputes where channel = ? and status = 'open' order by id desc limit 1", [channel]).fetchone()
        return _load(row[0]) if row else None

    def argued_at(self, place: str) -> Dispute | None:
        """The case that is, or was, argued in a place of its own."""
        row = self.conn.execute("select data from disputes where place = ? and place <> '' order by id desc limit 1", [place]).fetchone()
        return _load(row[0]) if row else None

    def rulings(self, server: str, game: str | None = None) -> list[Dispute]:
        rows = self.conn.execute("select data from disputes where server = ? and status = 'decided' order by number", [server])
        return [found for found in (_load(row[0]) for row in rows) if game is None or found.game == game]

    def touching(self, server: str, game: str, cites: list[str]) -> list[Dispute]:
        """Rulings in force about any of these paragraphs."""
        return [ruling for ruling in self.rulings(server, game) if set(ruling.cites) & set(cites)]

    def decide(self, dispute: Dispute, ruling: str, how: str, at: str) -> Dispute:
        last = self.conn.execute("select max(number) from disputes where server = ?", [dispute.server]).fetchone()[0] or 0
        dispute.status, dispute.number, dispute.ruling, dispute.how, dispute.decided_at = "decided", last + 1, ruling, how, at
        self.save(dispute)
        return dispute

    def revoke(self, server: str, number: int) -> Dispute:
        found = [ruling for ruling in self.rulings(server) if ruling.number == number]
        if not found:
            raise Refused(f"Ein Urteil {number} gilt hier nicht.", code="no_ruling")
        found[0].status = "revoked"
        self.save(found[0])
        return found[0]


def _load(text: str) -> Dispute:
    data: dict[str, Any] = json.loads(text)
    data["views"] = [View(**view) for view in data["views"]]
    data["finding"] = Finding(**data["finding"]) if data["finding"] else None
    return Dispute(**data)


@dataclass
class Rerun:
    """A line of the log played again: the position before, the position after, and whether it comes out the same."""

    entry: Entry
    number: int  # position on the line
    before: Any
    after: Any
    events: list[Event]
    refusal: Refused | None
    same: bool
    ask: Ask | None = None  # the decision it answered
    readings: dict[str, str] = field(default_factory=dict)  # in force at that moment


def _no_move(table: Table, seq: int) -> str:
    """Why a number names no move that counts."""
    records = [*table.archive.records(table.meta.id, table.meta.seq, table.meta.seq), *table.new_records]
    record = next((found for found in records if found.seq == seq), None)
    if record is None:
        return f"Eine Zeile {seq} gibt es nicht; die letzte ist {table.meta.seq}."
    return f"Zeile {seq} ist zurückgenommen und gilt nicht mehr." if record.kind == "move" else f"Zeile {seq} ist kein Zug."


def rerun(table: Table, seq: int) -> Rerun:
    """Play one line again under the present rules."""
    line = table.entries(0, table.meta.length)
    number = next((n for n, entry in enumerate(line) if entry.seq == seq), None)
    if number is None:
        raise Refused(f"{_no_move(table, seq)} „protokoll“ zeigt die Nummern.", code="no_such_line")
    entry = line[number]
    game: Game[Any] = table.game
    earlier = table.position(number)
    before, ask = earlier.referee.state, earlier.ask_of(entry.seat)
    runner = table.position(number)
    command = game.language.commands.load(entry.command)
    runner.referee.dice.position = entry.dice_at
    refusal: Refused | None = None
    try:
        runner.check(entry.seat, command)
        runner.answer(entry.seat, command)
    except Refused as refused:
        refusal = refused
    after = runner.referee.state
    now, then = of_play(runner.referee.events), of_play(entry.events)
    alike = refusal is None and len(now) == len(then) and all(map(same, now, then))
    return Rerun(entry, number, before, after, runner.referee.events, refusal, alike, ask, earlier.referee.readings)
