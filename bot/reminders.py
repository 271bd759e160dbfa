"""Time: reminders, quiet hours, deadlines, absence. Everything is stored, so a restart forgets nothing.

`tick` looks who has been waited for too long and says what is to be sent; who sends it is the medium's affair.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from bot.messages import Reply
from game_state import orders
from game_state.notebook import Notebook, Wait, Wishes, position_of
from game_state.table import Actor, Table
from game_state.verdict import Refused, refuse_unless
from rules_dsl import table as say
from rules_dsl.fold import fold

if TYPE_CHECKING:
    from bot.questions import Desk
    from bot.service import Service

ACTIONS = {"erinnern": "wird erinnert", "abstimmen": "stimmt der Tisch ab", "computer": "entscheidet der Computer"}
NEVER = ("nie", "nicht", "nicht mehr", "aus", "niemals")
OFF = ("aus", "keine", "ohne", "nein", "weg")
LONGEST = 24 * 60  # hours


@dataclass
class Times:
    """The clock Herold goes by, and how often people are reminded who wish nothing else."""

    zone: ZoneInfo = field(default_factory=lambda: ZoneInfo("UTC"))
    every: float = 24
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    def local(self) -> datetime:
        return self.now().astimezone(self.zone)


@dataclass(slots=True)
class Notice:
    """Something to be said because of the time. `users` are called; several tables of one user are one notice."""

    channel: str
    text: str
    users: list[str]
    replies: list[dict[str, Any]] = field(default_factory=list)  # what followed at the table
    private: bool = False  # better said to the user alone, since it speaks of several tables


# -- orders -------------------------------------------------------------------------------------------------------


def hours_in(text: str) -> tuple[float, str] | None:
    """`8 stunden …` or `2 tage …`: hours and the rest."""
    match = re.match(r"(?:alle |nach )?(\d{1,4}) ?(stunden?|std\.?|h|tage?n?|d|minuten?|min)\b\.?\s*(.*)", text)
    if match is None:
        return (24.0, text.removeprefix("taeglich").strip()) if text.startswith("taeglich") else None
    unit = match.group(2)
    factor = 24.0 if unit.startswith(("ta", "d")) else 1 / 60 if unit.startswith("min") else 1.0
    return int(match.group(1)) * factor, match.group(3)


def spoken(hours: float) -> str:
    if hours % 24 == 0 and hours >= 48:
        return f"{hours / 24:g} Tage"
    return f"{hours:g} Stunden" if hours != 1 else "1 Stunde"


def remind(desk: "Desk", order: say.Remind) -> list[Reply]:
    text = fold(order.text)
    book, user = Notebook(desk.store), desk.message.user
    if text in NEVER:
        book.wish(user, every=0)
        return [Reply("answer", "Ich erinnere dich nicht mehr.", user)]
    found = hours_in(text)
    if found is None or not 1 <= found[0] <= LONGEST:
        raise Refused("Sag mir, wie oft: zum Beispiel „erinnere mich alle 8 stunden“ (mindestens jede Stunde) oder „erinnere mich nie“.", code="bad_time")
    book.wish(user, every=found[0])
    return [Reply("answer", f"Wenn du dran bist, erinnere ich dich alle {spoken(found[0])}.", user)]


def quiet(desk: "Desk", order: say.Quiet) -> list[Reply]:
    text = fold(order.text)
    book, user = Notebook(desk.store), desk.message.user
    if text in OFF:
        book.wish(user, quiet=None)
        return [Reply("answer", "Du hast keine Ruhezeit mehr.", user)]
    match = re.fullmatch(r"(?:von )?(\d{1,2})(?: uhr)?(?: bis |-| - )(\d{1,2})(?: uhr)?", text)
    hours = (int(match.group(1)), int(match.group(2))) if match is not None else (24, 24)
    refuse_unless(max(hours) <= 24 and hours[0] % 24 != hours[1] % 24, "Sag mir zwei Stunden: zum Beispiel „ruhezeit 22 bis 7“.", code="bad_time")
    book.wish(user, quiet=(hours[0] % 24, hours[1] % 24))
    return [Reply("answer", f"Von {hours[0]} bis {hours[1]} Uhr lasse ich dich in Ruhe ({desk.service.times.zone}).", user)]


def deadline(desk: "Desk", order: say.Deadline) -> list[Reply]:
    table = desk.need_table()
    book, text = Notebook(desk.store), fold(order.text)
    actor = Actor(desk.message.user, desk.message.name, desk.message.roles)
    if not text:
        found = book.deadline(table.meta.id)
        known = f"Frist: {spoken(found[0])}, dann {ACTIONS[found[1]]}." if found else "Dieser Tisch hat keine Frist."
        return [Reply("answer", known, desk.aside)]
    lobby = table.meta.phase == "lobby" and desk.seat is not None
    refuse_unless(orders.leads(table, actor) or lobby, "Die Frist setzt, wer den Tisch eröffnet hat, oder die Spielleitung.", code="leitung_only")
    if text in OFF:
        book.set_deadline(table.meta.id, None, "")
        return [Reply("answer", "Es gibt keine Frist mehr.", None, channel=table.meta.channel)]
    hours = hours_in(text)
    action = (hours[1].removeprefix("dann").strip() or "erinnern") if hours else ""
    chosen = [name for name in ACTIONS if action and (name.startswith(action) or action.startswith(name))]
    if hours is None or not chosen or not 0 < hours[0] <= LONGEST:
        raise Refused("Sag mir Dauer und Folge.", instead=tuple(f"frist 48 stunden dann {name}" for name in ACTIONS), code="bad_time")
    book.set_deadline(table.meta.id, hours[0], chosen[0])
    return [Reply("answer", f"Wer {spoken(hours[0])} lang nicht entscheidet: Dann {ACTIONS[chosen[0]]}.", None, channel=table.meta.channel)]


def away(desk: "Desk", order: say.Away) -> list[Reply]:
    """Until the end of a day, or for so many days."""
    text, user, local = fold(order.text).removeprefix("bis ").strip(), desk.message.user, desk.service.times.local()
    until: datetime | None = None
    match = re.match(r"(?:zum )?(\d{1,2})\.(\d{1,2})\.?(\d{4})?$", text)
    period = hours_in(text.removeprefix("fuer ").strip())
    try:
        if match is not None:
            day, month, year = int(match.group(1)), int(match.group(2)), int(match.group(3) or local.year)
            until = datetime(year, month, day, 23, 59, tzinfo=local.tzinfo)
            if until < local and not match.group(3):
                until = until.replace(year=year + 1)
    except ValueError:
        until = None
    if match is None and period is not None:
        until = local + timedelta(hours=period[0])
    if until is None or not local < until < local + timedelta(days=400):
        raise Refused("Sag mir, bis wann: zum Beispiel „abwesend bis 24.12.“ oder „abwesend 5 tage“.", code="bad_time")
    Notebook(desk.store).wish(user, away=until.astimezone(UTC).isoformat())
    return [Reply("answer", f"Gute Zeit! Bis {until:%d.%m.%Y} ruhen für dich Erinnerungen und Fristen („wieder da“ beendet das).", user)]


def back(desk: "Desk", order: say.Back) -> list[Reply]:
    Notebook(desk.store).wish(desk.message.user, away=None)
    return [Reply("answer", "Schön, dass du wieder da bist.", desk.message.user)]


# -- the clock ----------------------------------------------------------------------------------------------------


def is_quiet(wishes: Wishes, local: datetime) -> bool:
    if wishes.quiet is None:
        return False
    first, last = wishes.quiet
    return first <= local.hour < last if first < last else local.hour >= first or local.hour < last


def absent(wishes: Wishes, now: datetime) -> bool:
    return wishes.away is not None and datetime.fromisoformat(wishes.away) > now


def tick(service: "Service") -> list[Notice]:
    """What is due now. What it says is marked as said; what it does is stored."""
    with service.store.message():
        book = Notebook(service.store)
        book.forget_closed()
        for table_id, channel, seq in book.changed_tables():
            _look(service, book, table_id, channel, seq)
        return _due(service, book)


def _look(service: "Service", book: Notebook, table_id: int, channel: str, seq: int) -> None:
    """Who is awaited at a table that has moved; who was awaited for the same decision before has waited on."""
    table = service.store.open_table(channel)
    if table is None:
        return
    before = {wait.seat: wait for wait in book.waits(table_id)}
    waits = []
    if table.meta.phase == "playing":
        since = service.store.records(table_id, seq, 1)[0].at
        position = position_of(table)
        for ask in table.running.waiting():
            user, old = table.meta.seats[ask.seat].user, before.get(ask.seat)
            if user is not None:
                same = old is not None and (old.user, old.position) == (user, position)
                waits.append(old if old is not None and same else Wait(table_id, ask.seat, user, position, since, since, 0))
    book.keep_waits(table_id, waits)
    book.looked_at(table_id, seq)


def _due(service: "Service", book: Notebook) -> list[Notice]:
    now, local = service.times.now(), service.times.local()
    reminders: dict[str, list[Table]] = {}
    found: list[Notice] = []
    played: set[int] = set()
    for wait in book.waits():
        wishes = book.wishes(wait.user)
        if wait.table in played or absent(wishes, now) or is_quiet(wishes, local) or book.board(wait.table).gone:
            continue
        returned = datetime.fromisoformat(wishes.away) if wishes.away else datetime.min.replace(tzinfo=UTC)
        since, reminded = (max(datetime.fromisoformat(at), returned) for at in (wait.since, wait.reminded))
        limit = book.deadline(wait.table)
        every = service.times.every if wishes.every is None else wishes.every
        if limit is not None and now - since >= timedelta(hours=limit[0] * (wait.passed + 1)):
            wait.passed += 1
            wait.reminded = now.isoformat()
            book.mark(wait)
            found.append(_passed(service, wait, limit))
            played.add(wait.table)
        elif every and now - reminded >= timedelta(hours=every):
            wait.reminded = now.isoformat()
            book.mark(wait)
            table = _open(service, wait.table)
            reminders.setdefault(wait.user, []).append(table)
    return found + [_reminder(user, tables) for user, tables in reminders.items()]


def _open(service: "Service", table_id: int) -> Table:
    table = service.store.open_table(service.store.table(table_id).meta.channel)
    assert table is not None
    return table


def _reminder(user: str, tables: list[Table]) -> Notice:
    first = tables[0].meta
    if len(tables) == 1:
        return Notice(first.channel, f"du bist dran bei {tables[0].game.title} („was kann ich tun“ zählt auf, was geht).", [user])
    text = "Du bist an mehreren Tischen dran: " + ", ".join(f"{table.game.title} ({{{table.meta.channel}}})" for table in tables) + "."
    return Notice(first.channel, text, [user], private=True)


def _passed(service: "Service", wait: Wait, limit: tuple[float, str]) -> Notice:
    """A deadline went by: remind, vote, or let the computer decide."""
    table = _open(service, wait.table)
    name, channel = table.meta.seats[wait.seat].name, table.meta.channel
    overdue = f"{name} überlegt seit {spoken(limit[0] * wait.passed)}; die Frist ist um."
    if limit[1] == "computer":
        return Notice(channel, "", [], service.by_itself(table, orders.stand_in(table, wait.seat)))
    if limit[1] == "abstimmen" and table.meta.proposal is None:
        others = [n for n, seat in enumerate(table.meta.seats) if seat.user is not None and not seat.resigned and n != wait.seat]
        outcome = orders.propose(
            table, Actor("", "Herold"), "stand_in", f"der Computer entscheidet einmal für {name}", others, True, {"seat": wait.seat},
        )
        return Notice(channel, overdue, [wait.user], service.by_itself(table, outcome))
    return Notice(channel, f"{overdue} Du bist dran.", [wait.user])
