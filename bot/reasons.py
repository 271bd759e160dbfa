"""`warum`: the last refusal or any line of the log, with everything it rests on."""

from typing import TYPE_CHECKING, Any

from bot import words
from bot.messages import Reply
from game_state.disputes import Rerun, rerun
from game_state.journal import Record
from game_state.table import Table
from game_state.verdict import Refused
from rules_dsl import table as say
from rules_dsl.answer import heading
from rules_dsl.registry import TABLE
from rules_dsl.text import rule_text
from rules_dsl.tisch import CODES, RECORDS

if TYPE_CHECKING:
    from bot.questions import Desk

QUOTED = 3


def why(desk: "Desk", order: say.Why) -> list[Reply]:
    """The last refusal, or a line of the log: rule, numbers, who decided, dice with their proof, reading in force."""
    if order.line is None:
        return [_refused(desk)]
    table = desk.need_table()
    record = next((found for found in records(table, table.meta.seq) if found.seq == order.line), None)
    if record is None:
        raise Refused(f"Eine Zeile {order.line} gibt es im Protokoll nicht; die letzte ist {table.meta.seq}.", code="no_such_line")
    seat = desk.seat if desk.message.private else None
    cites = tuple(dict.fromkeys(cite for event in record.body.get("events", []) for cite in event[3]))
    again = _again(table, record)
    lines = [f"{record.seq}. {words.log_line(table, record, seat)}", _decided(desk, table, record, again, seat)]
    if again is not None:
        sums, more = _calculation(table, again, seat)
        lines += sums
        cites = tuple(dict.fromkeys((*cites, *more)))
    lines += _dice(table, record)
    lines += _readings(table, cites, again)
    game = table.meta.game
    if not cites and record.kind in RECORDS:
        game, cites = TABLE, (RECORDS[record.kind],)
    lines += _quoted(game, cites)
    return [Reply("answer", "\n".join(filter(None, lines)), desk.aside, cites=tuple(f"{game}:{cite}" for cite in cites))]


def records(table: Table, count: int) -> list[Record]:
    return [*table.archive.records(table.meta.id, table.meta.seq, count), *table.new_records][-count:]


def _refused(desk: "Desk") -> Reply:
    refused = desk.service.refusals.get((desk.message.channel, desk.message.user))
    if refused is None:
        raise Refused("Ich habe dir hier zuletzt nichts abgelehnt. „warum 12“ begründet Zeile 12 des Protokolls.", code="nothing_refused")
    table = desk.table
    game, cites = (table.meta.game if table is not None else ""), tuple(refused.cites)
    if not cites and refused.code in CODES:
        game, cites = TABLE, (CODES[refused.code],)
    lines = [refused.explain()]
    if table is not None and game == table.meta.game:
        lines += _readings(table, cites, None)
    return Reply("answer", "\n".join([*lines, *_quoted(game, cites)]), desk.message.user, cites=tuple(f"{game}:{cite}" for cite in cites))


# -- what a line rests on -------------------------------------------------------------------------------------------


def _again(table: Table, record: Record) -> Rerun | None:
    """The line played again; nothing for lines that are no moves or were taken back."""
    if record.kind != "move" or not table.meta.seed:
        return None
    try:
        return rerun(table, record.seq)
    except Refused:
        return None


def _decided(desk: "Desk", table: Table, record: Record, again: Rerun | None, seat: int | None) -> str:
    """Who said what, and in which decision."""
    if record.kind != "move":
        name = _name(desk, table, record.user)
        return f"Veranlasst von {name}." if name else ""
    who = record.body["seat"]
    entry = table.archive_entry(record.seq)
    said = f"„{table.game.language.commands.load(entry.command).say()}“" if seat == who else words.move_said(table, entry)
    by = f" (nicht selbst: {_stand_in(table, who)})" if record.body["auto"] else ""
    text = f"Entschieden hat {table.people[who]}: {said}{by}."
    if again is not None and again.ask is not None:
        kind = "eine Pflicht" if again.ask.must else "freiwillig"
        text += f" Das war {kind}{words.paragraphs(again.ask.cites)}."
    return text


def _stand_in(table: Table, seat: int) -> str:
    return "der Computer" if table.meta.seats[seat].bot else "Herold nach stehender Anweisung, Frist oder Aufgabe"


def _name(desk: "Desk", table: Table, user: str) -> str:
    seat = table.seat_of(user) if user else None
    if seat is not None:
        return table.people[seat]
    return next((name for id_, name, _ in desk.store.people(table.meta.channel) if id_ == user), "")


def _calculation(table: Table, again: Rerun, seat: int | None) -> tuple[list[str], tuple[str, ...]]:
    """The sums behind a move: those all may know, and for its own player what could be known before."""
    command: Any = table.game.language.commands.load(again.entry.command)
    sums = [] if again.entry.hidden else table.game.sums(again.before, again.entry.seat, command)
    lines = [f"Rechnung: {sum_.explain()}." for sum_ in sums]
    cites = tuple(dict.fromkeys(cite for sum_ in sums for cite in sum_.cites))
    if not sums and seat == again.entry.seat:
        told, cites = table.game.forecast(again.before, seat, command, table.people)
        lines = [f"Rechnung: {text}" for text in told]
    return lines, cites


def _dice(table: Table, record: Record) -> list[str]:
    """Every draw with its number; orders of cards stay covered until the seed is published."""
    draws = record.body.get("draws", [])
    if not draws:
        return []
    over = table.meta.phase not in ("lobby", "playing")
    shown = [f"Nr. {number} {what}" + (f": {value}" if what.startswith("W") or over else "") for number, what, value in draws]
    proof = f"Startwert {table.meta.seed}, Prüfsumme {table.meta.commitment}" if over else f"Prüfsumme {table.meta.commitment}, der Startwert folgt am Ende"
    return [f"Zufall: {', '.join(shown)}. Beweis: {proof}; jede Nummer ergibt sich allein aus Startwert und Nummer."]


def _readings(table: Table, cites: tuple[str, ...], again: Rerun | None) -> list[str]:
    """Readings in force when it happened, of the paragraphs it stands on."""
    text = rule_text(table.meta.game)
    chosen = again.readings if again is not None else table.readings
    found = [reading for cite in cites if cite in text for reading in text[cite].reading]
    return [f"Lesart {r.id}: {r.choices.get(chosen.get(r.id, r.default), '')}" for r in found]


def _quoted(game: str, cites: tuple[str, ...]) -> list[str]:
    text = rule_text(game)
    return [f"§ {cite} {heading(text[cite])}".rstrip() + f": {words.clipped(text[cite].text, 400)}" for cite in cites[:QUOTED] if cite in text]
