"""The journal: append-only records, chained by hash. Everything a table is follows from them."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any, Protocol

from game_state.dice import Draw
from game_state.event import Event

GENESIS = "0" * 64


def canonical(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=False)


@dataclass(slots=True)
class Record:
    """One line of the journal. `kind` says what it is: open, join, start, move, undo …"""

    seq: int
    kind: str
    user: str
    body: dict[str, Any]
    at: str
    prev: str
    hash: str = ""
    text: str = ""  # the body as it is stored and hashed

    def seal(self) -> "Record":
        self.text = canonical(self.body)
        self.hash = self.digest()
        return self

    def digest(self) -> str:
        return hashlib.sha256(f"{self.prev}|{self.seq}|{self.kind}|{self.user}|{self.at}|{self.text}".encode()).hexdigest()


@dataclass(slots=True)
class Entry:
    """An accepted command on the line of play."""

    seq: int
    seat: int
    auto: bool
    command: dict[str, Any]
    dice_at: int
    draws: list[Draw]
    reveals: bool
    state_hash: str
    events: list[Event] = field(default_factory=list)

    @property
    def free(self) -> bool:
        """May be taken back without asking anybody: nothing was rolled, drawn or shown."""
        return not self.draws and not self.reveals

    @property
    def hidden(self) -> bool:
        """The words of the command are for its player alone: a sealed answer, or a choice of cards nobody else saw."""
        if len(self.events) == 1 and self.events[0].name == "tisch.antwort":
            return True
        own = [event for event in self.events if event.seat == self.seat and not event.name.startswith("tisch.")]
        return len(self.command) > 1 and bool(own) and own[0].secret is not None

    def dump(self) -> dict[str, Any]:
        return {
            "seat": self.seat, "auto": self.auto, "command": self.command, "dice_at": self.dice_at,
            "draws": [list(d) for d in self.draws], "reveals": self.reveals, "state": self.state_hash, "events": [e.dump() for e in self.events],
        }

    @classmethod
    def load(cls, seq: int, body: dict[str, Any]) -> "Entry":
        return cls(
            seq, body["seat"], body["auto"], body["command"], body["dice_at"], [(d[0], d[1], d[2]) for d in body["draws"]],
            body["reveals"], body["state"], [Event.load(e) for e in body["events"]],
        )


@dataclass(slots=True)
class Checkpoint:
    """The state at a quiet point, after the first `length` entries of the line."""

    length: int
    state: bytes
    dice: int


class Archive(Protocol):
    """Where older parts of a table are found. Live parts are in memory."""

    def checkpoint(self, table: int, length: int) -> Checkpoint:
        """The newest checkpoint that covers at most `length` entries."""

    def entries(self, table: int, first: int, last: int) -> list[Entry]:
        """Entries of the line from position `first` (counted from 0) up to before `last`."""

    def by_seq(self, table: int, seqs: list[int]) -> list[Entry]: ...

    def records(self, table: int, last: int, count: int) -> list[Record]:
        """Up to `count` journal records ending with number `last`."""


class Memory:
    """An archive in memory, for cases, simulations and tests."""

    def __init__(self) -> None:
        self.journal: dict[int, list[Record]] = {}
        self.line: dict[int, list[int]] = {}
        self.points: dict[int, list[Checkpoint]] = {}

    def save(self, table: int, records: list[Record], kept: int, line: list[int], points: list[Checkpoint]) -> None:
        self.journal.setdefault(table, []).extend(records)
        self.line.setdefault(table, [])[kept:] = line
        stored = [p for p in self.points.get(table, []) if p.length <= kept]
        self.points[table] = stored + points

    def checkpoint(self, table: int, length: int) -> Checkpoint:
        return [p for p in self.points[table] if p.length <= length][-1]

    def entries(self, table: int, first: int, last: int) -> list[Entry]:
        return self.by_seq(table, self.line[table][first:last])

    def by_seq(self, table: int, seqs: list[int]) -> list[Entry]:
        wanted = {r.seq: r for r in self.journal.get(table, []) if r.seq in set(seqs)}
        return [Entry.load(seq, json.loads(wanted[seq].text)) for seq in seqs]

    def records(self, table: int, last: int, count: int) -> list[Record]:
        return [r for r in self.journal.get(table, []) if last - count < r.seq <= last]
