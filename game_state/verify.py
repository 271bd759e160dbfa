"""Verification of a stored table: hash chain, line, dice and state, all derived again from the journal."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from game_state.dice import Dice, commitment
from game_state.game import Game, Referee, find_game
from game_state.journal import GENESIS, Entry, Record
from game_state.runner import Runner
from game_state.store import Store
from game_state.table import Meta, Table


@dataclass
class Findings:
    table: int
    game: str
    channel: str
    records: int = 0
    moves: int = 0
    draws: int = 0
    problems: list[str] = field(default_factory=list)


def verify(store: Store, table_id: int) -> Findings:
    """Everything that can be wrong with a stored table, in German sentences; none means it is sound."""
    table = store.table(table_id)
    found = Findings(table_id, table.meta.game, table.meta.channel)
    records = store.records(table_id, table.meta.seq, table.meta.seq)
    found.records = len(records)
    _chain(table, records, found)
    if not found.problems:
        line = _line(records)
        stored = [row[0] for row in store.conn.execute("select seq from line where table_id = ? order by pos", [table_id])]
        if [entry.seq for _, entry in line] != stored:
            found.problems.append("Die gespeicherte Zugfolge passt nicht zum Journal.")
        _meta(table.meta, records, len(line), found)
        runner = _replay(table, records, line, found)
        if runner is not None and table.meta.phase == "playing" and not found.problems:
            _position(store, table, runner, found)
    return found


def _meta(meta: Meta, records: list[Record], length: int, found: Findings) -> None:
    """What is stored beside the journal must follow from it: who sits where, how far the game is, seed and settings."""
    seats: list[tuple[str | None, str, str | None, bool]] = []
    phase, started, drawn = "lobby", {"seed": "", "options": meta.options, "readings": meta.readings}, [-1]
    for record in records:
        body = record.body
        drawn += [draw[0] for draw in body.get("draws", [])]
        if record.kind == "join":
            seats.append((record.user or None, body["name"], body["bot"], False))
        elif record.kind == "leave":
            seats.pop(body["seat"])
        elif record.kind == "replace":
            seats[body["seat"]] = (body["user"], body["name"], body["bot"], False)
        elif record.kind == "resign":
            seats[body["seat"]] = (*seats[body["seat"]][:3], True)
        elif record.kind == "start":
            started = body
        phase = {"start": "playing", "over": "over", "end": "ended"}.get(record.kind, phase)
    if [(seat.user, seat.name, seat.bot, seat.resigned) for seat in meta.seats] != seats:
        found.problems.append("Wer am Tisch sitzt, passt nicht zum Journal.")
    if meta.phase != phase or meta.length != length:
        found.problems.append("Wie weit die Partie ist, passt nicht zum Journal.")
    if (meta.seed, meta.options, meta.readings) != (started["seed"], started["options"], started["readings"]) or meta.dice_next <= max(drawn):
        found.problems.append("Zufall, Optionen oder Lesarten passen nicht zum Journal.")
    if not set(meta.undone) <= {record.seq for record in records if record.kind == "move"}:
        found.problems.append("Die zurückgenommenen Züge passen nicht zum Journal.")


def _position(store: Store, table: Table, replayed: Runner, found: Findings) -> None:
    """The position play goes on from: the newest checkpoint and what came after it."""
    if not store.conn.execute("select 1 from checkpoints where table_id = ?", [table.meta.id]).fetchone():
        return
    try:
        stored = table.position(table.meta.length).referee
    except Exception as error:
        found.problems.append(f"Der gespeicherte Zwischenstand ist beschädigt ({type(error).__name__}).")
        return
    derived = replayed.referee
    same = table.hash_of(stored.state) == table.hash_of(derived.state)
    if not same or (stored.readings, stored.resigned) != (derived.readings, derived.resigned):
        found.problems.append("Der gespeicherte Zwischenstand folgt nicht aus dem Journal.")


def _chain(table: Table, records: list[Record], found: Findings) -> None:
    head = GENESIS
    for number, record in enumerate(records, 1):
        if record.seq != number:
            found.problems.append(f"Im Journal fehlt Zeile {number}.")
            return
        if record.prev != head or record.digest() != record.hash:
            found.problems.append(f"Zeile {record.seq} des Journals ist verändert worden.")
            return
        head = record.hash
    if len(records) != table.meta.seq or head != table.meta.head:
        found.problems.append("Das Ende des Journals fehlt oder ist verändert.")


def _line(records: list[Record]) -> list[tuple[int, Entry]]:
    """The accepted commands that hold after all undo and redo, each with the line that put it there."""
    entries: dict[int, Entry] = {}
    line: list[tuple[int, int]] = []
    for record in records:
        if record.kind == "move":
            entries[record.seq] = Entry.load(record.seq, json.loads(record.text))
            line.append((record.seq, record.seq))
        elif record.kind == "undo":
            dropped = set(record.body["drop"])
            line = [(by, seq) for by, seq in line if seq not in dropped]
        elif record.kind == "redo":
            line.append((record.seq, record.body["seq"]))
    return [(by, entries[seq]) for by, seq in line]


def _replay(table: Table, records: list[Record], line: list[tuple[int, Entry]], found: Findings) -> Runner | None:
    """Everything played again; gives back the game as it stands now, unless it goes on from a position today's rules do not give."""
    start = next((record for record in records if record.kind == "start"), None)
    if start is None:
        return None
    body = start.body
    if commitment(body["seed"]) != table.meta.commitment:
        found.problems.append("Der Startwert des Zufalls passt nicht zur veröffentlichten Prüfsumme.")
        return None
    game = find_game(table.meta.game)
    dice = Dice(body["seed"])
    readings = dict(body["readings"])
    withdrawn = {record.body["seq"] for record in records if record.kind == "uncorrect"}
    withdrawn |= {seq for record in records if record.kind == "undo" for seq in record.body.get("corrections", [])}
    kinds = ("reading", "resign", "replace", "correct")
    changes = [record for record in records if record.kind in kinds and record.seq not in withdrawn and record.seq > start.seq]
    state = game.setup(game.options_type.model_validate(body["options"]), body["players"], dice, readings)
    referee = Referee(state, dice, body["players"], readings, set())
    runner = Runner(game, referee)

    def compare(seq: int, draws: list[list[object]], state_hash: str) -> bool:
        found.draws += len(draws)
        if [list(d) for d in dice.drawn] != draws:
            found.problems.append(f"Zeile {seq}: Die Würfe folgen nicht aus dem Startwert.")
        elif hashlib.sha256(game.adapter.dump_json(state)).hexdigest()[:32] != state_hash:
            found.problems.append(f"Zeile {seq}: Der Spielstand danach ist ein anderer.")
        return not found.problems

    if not compare(start.seq, body["draws"], body["state"]):
        return None
    ruled = max((record.seq for record in records if record.kind == "rules"), default=0)
    for by, entry in line:
        while changes and changes[0].seq < by:
            _change(changes.pop(0), game, referee)
        dice.drawn, dice.position, referee.events = [], entry.dice_at, []
        try:
            command = game.language.commands.load(entry.command)
            runner.check(entry.seat, command)
            runner.answer(entry.seat, command)
        except Exception as error:
            found.problems.append(f"Zeile {entry.seq}: Der Zug lässt sich nicht nachspielen ({error}).")
            return None
        found.moves += 1
        if entry.seq < ruled:
            continue  # played under older rules; the table has accepted or kept what came of it
        if ruled and _stayed(records):
            return None
        if not compare(entry.seq, [list(d) for d in entry.draws], entry.state_hash):
            return None
    for record in changes:
        _change(record, game, referee)
    return None if _stayed(records) else runner


def _stayed(records: list[Record]) -> bool:
    return any(record.kind == "rules" and "stay" in record.body for record in records)


def _change(record: Record, game: Game[Any], referee: Referee[Any]) -> None:
    """A record between moves that changes how later ones are judged."""
    body = record.body
    if record.kind == "reading":
        referee.readings[body["reading"]] = body["choice"]
    elif record.kind == "resign":
        referee.resigned.add(body["seat"])
    elif record.kind == "correct":
        game.correct(referee.state, body["step"])
    else:
        referee.resigned.discard(body["seat"])
