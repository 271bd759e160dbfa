"""German sentences about a table, made from views, events and asks."""

from collections.abc import Sequence

from game_state.ask import Ask
from game_state.event import Event
from game_state.journal import Entry, Record
from game_state.table import Outcome, Table
from rules_dsl.errors import shorten
from rules_dsl.tisch import RECORDS

SHOWN_OPTIONS = 12
SEALED = " (noch verdeckt)."


def tell(table: Table, event: Event, seat: int | None) -> str:
    """One event as this seat may read it."""
    event = event.for_seat(seat)
    if event.name == "tisch.antwort":
        return f"{table.people[event.seat or 0]} hat sich entschieden{SEALED}"
    if event.name == "tisch.ende":
        return ending(table, event)
    return table.game.tell(event, table.people)


def ending(table: Table, event: Event) -> str:
    result, seed = event.args
    lines = ["Die Partie ist zu Ende."]
    if result:
        for place, seats in enumerate(result["places"], 1):
            for seat in seats:
                lines.append(f"{place}. {table.people[seat]}: {result['scores'][seat]}")
    lines.append(f"Startwert des Zufalls: {seed} (Prüfsumme {table.meta.commitment}).")
    return "\n".join(lines)


def public(table: Table, outcome: Outcome) -> str:
    told = [tell(table, event, None) for event in outcome.events]
    if any(event.name != "tisch.antwort" for event in outcome.events):
        told = [text.removesuffix(SEALED) + "." if text.endswith(SEALED) else text for text in told]  # the last answer opens all
    return "\n".join([*outcome.notes, *filter(None, told)])


def private(table: Table, outcome: Outcome, seat: int) -> str:
    """What this seat learns beyond what all learn."""
    lines = []
    for event in outcome.events:
        if event.secret is not None and seat in event.knows:
            line = tell(table, event, seat)
            if line and line != tell(table, event, None):
                lines.append(line)
    return "\n".join(lines)


def duty(table: Table, ask: Ask) -> str:
    """The pending decision for the one who takes it."""
    options = [option.say() for option in ask.options()]
    shown = ", ".join(options[:SHOWN_OPTIONS]) + (" …" if len(options) > SHOWN_OPTIONS else "")
    return f"{ask.prompt()}{paragraphs(ask.cites)}\nMöglich: {shown}"


def paragraphs(cites: Sequence[str]) -> str:
    """` [§ 9.5.2, § 9.4.1]`"""
    return " [" + ", ".join(f"§ {cite}" for cite in cites) + "]" if cites else ""


def clipped(text: str, limit: int = 300) -> str:
    return shorten(text, limit)


def log_line(table: Table, record: Record, seat: int | None) -> str:
    """One journal record as this seat may read it."""
    events = [Event.load(data) for data in record.body.get("events", [])]
    told = " ".join(filter(None, (tell(table, event, seat) for event in events)))
    cites = tuple(dict.fromkeys(cite for event in events for cite in event.cites))
    if record.kind == "move":
        return (told or f"{table.people[record.body['seat']]} hat gezogen.") + paragraphs(cites)
    if record.kind == "start":
        return f"Start von {table.game.title}. {told}".strip() + paragraphs(cites or [RECORDS["start"]])
    plain = {
        "open": "Tisch eröffnet.", "join": f"{record.body.get('name')} setzt sich.", "leave": "Jemand steht auf.", "option": "Optionen geändert.",
        "undo": "Zurückgenommen: " + ", ".join(map(str, record.body.get("drop", []))) + ".", "redo": f"Wiederholt: {record.body.get('seq')}.",
        "propose": f"Antrag: {record.body.get('text')}.", "vote": "Stimme dafür." if record.body.get("yes") else "Stimme dagegen.",
        "resign": f"{_name(table, record)} gibt auf.", "replace": f"{record.body.get('name')} übernimmt einen Platz.", "end": "Partie beendet.",
        "correct": f"Korrektur: {record.body.get('text')}.", "uncorrect": f"Korrektur {record.body.get('seq')} zurückgenommen.",
        "settle": f"Streitfall entschieden: {record.body.get('ruling')}.",
        "reading": f"Lesart {record.body.get('reading')}: {record.body.get('choice')}.", "standing": "", "over": told,
    }
    told = plain.get(record.kind, record.kind)
    return told + paragraphs([RECORDS[record.kind]]) if told and record.kind in RECORDS else told


def _name(table: Table, record: Record) -> str:
    seat = record.body.get("seat")
    return table.people[seat] if isinstance(seat, int) and seat < len(table.people) else "Jemand"


def move_said(table: Table, entry: Entry) -> str:
    """What was said on a line, as everybody may read it; what only its player knows stays covered."""
    if entry.hidden:
        return "(verdeckt)"
    return f"„{table.game.language.commands.load(entry.command).say()}“"
