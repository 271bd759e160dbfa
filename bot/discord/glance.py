"""What the Discord side needs to know of a table, taken in the worker thread as plain data."""

from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import Any

from bot import words
from bot.messages import Message
from bot.service import Service
from game_state.ask import Ask
from game_state.notebook import Notebook, position_of
from game_state.store import StoreError
from game_state.table import Table

MISSED_LINES = 20


@dataclass(frozen=True, slots=True)
class Awaited:
    user: str | None
    name: str
    prompt: str  # what everybody may read
    position: int
    ping: bool  # not told yet that this decision is waiting


@dataclass(frozen=True, slots=True)
class Decision:
    """A pending decision of one user. Never to be shown to anybody else."""

    table: int
    position: int
    mark: str
    prompt: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Glance:
    """The public side of a table."""

    table: int
    channel: str
    title: str
    phase: str
    seq: int
    awaited: tuple[Awaited, ...]
    board: str
    vote: str | None


@dataclass(frozen=True, slots=True)
class Letter:
    """Private news for somebody who wants them as a private message."""

    user: str
    channel: str
    text: str
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class Result:
    """What came of something somebody said or clicked."""

    replies: list[dict[str, Any]]
    glances: dict[str, Glance]  # by channel
    decision: Decision | None = None
    hand: str = ""
    notes: tuple[str, ...] = ()  # private news the speaker has not seen yet
    stale: bool = False
    chosen: str = ""  # the order a button or menu entry stood for
    letters: tuple[Letter, ...] = ()


def decision_of(table: Table, user: str) -> Decision | None:
    ask = table.ask_of(user)
    return _decision(table, ask) if ask is not None else None


def _decision(table: Table, ask: Ask) -> Decision:
    position, options = position_of(table), tuple(option.say() for option in ask.options())
    mark = blake2s("\n".join([str(ask.seat), ask.prompt(), *options]).encode(), digest_size=4).hexdigest()
    return Decision(table.meta.id, position, mark, ask.prompt(), options)


def glance_at(service: Service, channel: str, pinging: bool = False, speaker: str = "") -> Glance | None:
    """The public side of a channel's table; `pinging` notes that those awaited are told now. Who acts, and goes on acting, is not called."""
    store = service.store
    table = store.last_table(channel)
    if table is None:
        return None
    awaited: tuple[Awaited, ...] = ()
    if table.meta.phase == "playing":
        told = Notebook(store).pinged(table.meta.id)
        position = position_of(table)
        found = [(table.meta.seats[ask.seat], ask) for ask in table.running.waiting()]
        knows = {user for user, at in told.items() if at == position or user == speaker}
        awaited = tuple(Awaited(s.user, s.name, ask.public_prompt(), position, s.user not in knows) for s, ask in found)
        if pinging and any(told.get(a.user or "") != a.position for a in awaited):
            with store.message():
                Notebook(store).set_pinged(table.meta.id, {a.user: a.position for a in awaited if a.user})
    board = ""
    if table.meta.phase in ("playing", "over"):
        board = table.game.show(table.game.view(table.running_state, None), table.people)
    elif table.meta.phase == "lobby":
        board = "Am Tisch: " + ", ".join(table.people)
    proposal = table.meta.proposal
    return Glance(
        table.meta.id, channel, table.game.title, table.meta.phase, table.meta.seq, awaited, board, proposal.text if proposal is not None else None,
    )


def said(service: Service, message: Message) -> Result:
    """Say it, and look around afterwards."""
    return digest(service, message, service.handle(message))


def digest(service: Service, message: Message, replies: list[dict[str, Any]]) -> Result:
    table = _table_meant(service, message)
    changed = any(reply["kind"] in ("acted", "ask") for reply in replies) and not any(reply.get("duplicate") for reply in replies)
    glances: dict[str, Glance] = {}
    decision = None
    notes: tuple[str, ...] = ()
    letters: tuple[Letter, ...] = ()
    if changed:
        for channel in dict.fromkeys(reply["channel"] for reply in replies):
            found = glance_at(service, channel, any(r["kind"] == "ask" for r in replies), message.user)
            if found is not None:
                glances[channel] = found
        with service.store.message():
            letters = _news(service, message, replies)
            if message.private and table is not None:
                notes = tuple(Notebook(service.store).take_notes(message.user, table.meta.channel))
    if message.private or changed:
        decision = decision_of(table, message.user) if table is not None else None
    return Result(replies, glances, decision, notes=notes, letters=letters)


def around(service: Service, channel: str, replies: list[dict[str, Any]]) -> Result:
    """The public side of a channel after something nobody said."""
    glance = glance_at(service, channel, any(reply["kind"] == "ask" for reply in replies))
    with service.store.message():
        letters = _news(service, Message("", channel, "", ""), replies)
    return Result(replies, {channel: glance} if glance is not None else {}, letters=letters)


def _table_meant(service: Service, message: Message) -> Table | None:
    try:
        return service.table_for(message)
    except StoreError:
        return None


def _news(service: Service, message: Message, replies: list[dict[str, Any]]) -> tuple[Letter, ...]:
    """News for people who did not speak wait until they look, or go out as letters to those who wish it."""
    book = Notebook(service.store)
    letters: dict[str, Letter] = {}
    for reply in replies:
        user, channel = reply["to"], reply["channel"]
        if user in (None, message.user) or reply["kind"] not in ("notice", "ask"):
            continue
        if not book.wishes(user).letters:
            if reply["kind"] == "notice":
                book.add_note(user, channel, reply["text"])
            continue
        before = letters.get(user, Letter(user, channel, "", None))
        table = service.store.open_table(channel)
        if reply["kind"] == "ask":
            letters[user] = Letter(user, channel, before.text, decision_of(table, user) if table is not None else None)
        else:
            letters[user] = Letter(user, channel, f"{before.text}\n{reply['text']}".strip(), before.decision)
    return tuple(letters.values())


def look(service: Service, table_id: int, user: str) -> Result | None:
    """What a user sees when he presses the button under a turn notice."""
    table = _open(service, table_id)
    if table is None:
        return None
    found = glance_at(service, table.meta.channel)
    hand = ""
    seat = table.seat_of(user)
    if seat is not None and table.meta.phase == "playing":
        hand = table.game.show_hand(table.game.view(table.running_state, seat), table.people)
    with service.store.message():
        notes = tuple(Notebook(service.store).take_notes(user, table.meta.channel))
    return Result([], {table.meta.channel: found} if found else {}, decision_of(table, user), hand, notes)


def choose(service: Service, message: Message, table_id: int, position: int, mark: str, index: int) -> Result:
    """A button or menu entry: the option it stood for, if the decision is still the same."""
    table = _open(service, table_id)
    if table is None:
        return Result([], {}, stale=True)
    message = replace(message, channel=table.meta.channel, text="", private=True)
    if service.store.replies_to(message.channel, message.id) is None:
        decision = decision_of(table, message.user)
        if decision is None or (decision.position, decision.mark) != (position, mark) or index >= len(decision.options):
            found = glance_at(service, table.meta.channel)
            return Result([], {table.meta.channel: found} if found else {}, decision, stale=True)
        message = replace(message, text=decision.options[index])
    return replace(said(service, message), chosen=message.text)


def at_table(service: Service, message: Message, table_id: int) -> Result:
    """Say something at a certain table, wherever the button was."""
    table = _open(service, table_id)
    if table is None:
        return Result([], {}, stale=True)
    return said(service, replace(message, channel=table.meta.channel, private=True))


def _open(service: Service, table_id: int) -> Table | None:
    try:
        table = service.store.table(table_id)
    except StoreError:
        return None
    found = service.store.open_table(table.meta.channel)
    return found if found is not None and found.meta.id == table_id else None


def missed(service: Service) -> list[tuple[str, Glance]]:
    """Lines of the log that channels have not heard, because Herold was stopped before it could say them."""
    found = []
    for table_id, channel, told in Notebook(service.store).untold():
        table = service.store.open_table(channel)
        glance = glance_at(service, channel, True)
        if table is None or glance is None:
            continue
        records = service.store.records(table_id, table.meta.seq, min(table.meta.seq - told, MISSED_LINES))
        found.append(("\n".join(filter(None, (words.log_line(table, record, None) for record in records))), glance))
    return found
