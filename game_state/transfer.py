"""A whole game as one JSON document: out of one store, into another.

A document holds the seed and every hidden card, so a running game leaves only through the operator's hands.
"""

import json
import sqlite3

from pydantic import BaseModel, ConfigDict, ValidationError

from game_state.game import playable
from game_state.journal import Record
from game_state.store import Store
from game_state.table import META, Meta, Table
from game_state.verdict import Refused, refuse_unless
from game_state.verify import Findings, verify

FORMAT = "herold-partie-1"


class Line(BaseModel):
    model_config = ConfigDict(extra="forbid")
    seq: int
    kind: str
    user: str
    at: str
    body: str
    prev: str
    hash: str


class Document(BaseModel):
    model_config = ConfigDict(extra="forbid")
    format: str
    meta: Meta
    journal: list[Line]
    line: list[int]


def export_table(store: Store, table: Table) -> str:
    """The document of a stored table."""
    meta = table.meta
    line = [row[0] for row in store.conn.execute("select seq from line where table_id = ? order by pos", [meta.id])]
    journal = [
        Line(seq=r.seq, kind=r.kind, user=r.user, at=r.at, body=r.text, prev=r.prev, hash=r.hash) for r in store.records(meta.id, meta.seq, meta.seq)
    ]
    document = {"format": FORMAT, "meta": json.loads(META.dump_json(meta)), "journal": [entry.model_dump() for entry in journal], "line": line}
    return json.dumps(document, ensure_ascii=False)


def import_table(store: Store, text: str, channel: str | None = None) -> Table:
    """Read a document into a channel without an open game; refused unless everything in it can be derived again."""
    try:
        document = Document.model_validate_json(text)
    except ValidationError as error:
        raise Refused("Das ist keine ausgegebene Partie von Herold.", code="bad_document") from error
    if document.format != FORMAT:
        raise Refused(f"Dieses Format ({document.format[:40]}) kenne ich nicht.", code="bad_document")
    meta = document.meta
    meta.channel = channel or meta.channel
    if not playable(meta.game):
        raise Refused(f"Das Dokument ist eine Partie „{meta.game[:40]}“, das hier nicht eingerichtet ist.", code="bad_document")
    if store.open_table(meta.channel) is not None:
        raise Refused("In diesem Kanal ist schon ein Tisch offen; „spiel beenden“ schließt ihn.", code="channel_busy")
    with store.attempt():
        try:
            problems = _read_in(store, document).problems
        except (ValueError, LookupError, TypeError, OverflowError, AttributeError, sqlite3.IntegrityError):
            problems = ["Das Dokument passt nicht zu sich selbst."]
        refuse_unless(not problems, "Diese Partie lässt sich nicht nachrechnen: " + " ".join(problems), code="bad_document")
    return store.table(meta.id)


def _read_in(store: Store, document: Document) -> Findings:
    """Everything of the document in the store, and what is wrong with it."""
    meta = document.meta
    meta.id = store.new_table(meta.channel, meta.game, meta.version, meta.owner).meta.id
    store.forget(meta.channel)
    records = [Record(r.seq, r.kind, r.user, json.loads(r.body), r.at, r.prev, r.hash, r.body) for r in document.journal]
    fresh = Table(meta, store)
    fresh.new_records = records
    store.save(fresh)
    store.conn.executemany("insert into line values (?, ?, ?)", [(meta.id, pos, seq) for pos, seq in enumerate(document.line)])
    findings = verify(store, meta.id)
    if not findings.problems and meta.phase == "playing":
        _checkpoints(store, fresh)
        findings = verify(store, meta.id)
    return findings


def _checkpoints(store: Store, table: Table) -> None:
    """Play the line again from the start, so that quiet points are stored."""
    again = Table(META.validate_json(META.dump_json(table.meta)), store)
    entries = store.entries(table.meta.id, 0, table.meta.length)
    again.replay_from_start(entries)
    store.conn.executemany(
        "insert or replace into checkpoints values (?, ?, ?, ?)",
        [(table.meta.id, p.length, p.dice, store.packed(p.state)) for p in again.new_points],
    )

