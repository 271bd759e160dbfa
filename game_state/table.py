"""A table: seats around one game in one channel, and the line of accepted commands.

`Table` holds what is alive; `Meta` is what is stored beside journal and checkpoints. Nothing here does I/O.
"""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any

from pydantic import TypeAdapter

from game_state.ask import Ask
from game_state.dice import Dice
from game_state.event import Event
from game_state.game import Game, Referee, find_game
from game_state.journal import GENESIS, Archive, Checkpoint, Entry, Record
from game_state.runner import Runner
from game_state.verdict import Refused
from rules_dsl.command import Command
from rules_dsl.fold import MAX_LENGTH, fold
from rules_dsl.language import Order
from rules_dsl.table import COMMANDS as TABLE_COMMANDS

MAX_AUTOMATIC = 20_000
KEEP_IN_MEMORY = 200


@dataclass(slots=True)
class Seat:
    user: str | None
    name: str
    handle: str  # one folded word to address the seat by
    bot: str | None = None
    resigned: bool = False
    place: str | None = None
    pass_always: bool = False


@dataclass(slots=True)
class Proposal:
    """Something the others must agree to."""

    kind: str  # undo, end, reading …
    by: str
    text: str
    needs: list[int]  # seats asked
    majority: bool  # more than half of the table, instead of all asked
    data: dict[str, Any]
    yes: list[int] = field(default_factory=list)


LINE = ("move", "undo", "redo")  # records that change the line of play
BOUND = ("undo", "stand_in")  # proposals that speak of one position only
LEITUNG = "leitung"


@dataclass(frozen=True)
class Actor:
    """Who speaks: a user of the medium, with the roles he has there."""

    user: str
    name: str
    roles: frozenset[str] = frozenset()


@dataclass(slots=True)
class Change:
    """Something between two moves that changes how later ones are judged: a resignation, a reading, a correction."""

    at: int  # after so many entries of the line
    resigned: int | None = None  # seat that gives up
    back: int | None = None  # seat that is played again
    reading: str = ""
    choice: str = ""
    correction: dict[str, Any] | None = None
    seq: int = 0  # the journal line of a correction

    def apply(self, game: Game[Any], referee: Referee[Any]) -> None:
        self.recall(referee)
        if self.correction is not None:
            game.correct(referee.state, self.correction)

    def recall(self, referee: Referee[Any]) -> None:
        """What a stored state does not hold: who has given up, and how rules are read. A correction is part of the state."""
        if self.resigned is not None:
            referee.resigned.add(self.resigned)
        if self.back is not None:
            referee.resigned.discard(self.back)
        if self.reading:
            referee.readings[self.reading] = self.choice


@dataclass(slots=True)
class Meta:
    id: int
    channel: str
    game: str
    version: str
    owner: str
    server: str = ""  # whose rulings apply here
    phase: str = "lobby"  # lobby, playing, over (played to the end), ended (called off)
    seats: list[Seat] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    seed: str = ""
    commitment: str = ""
    seq: int = 0
    length: int = 0  # entries on the line
    dice_next: int = 0
    undone: list[int] = field(default_factory=list)  # seqs that can be repeated, the next one last
    changes: list[Change] = field(default_factory=list)
    proposal: Proposal | None = None
    head: str = GENESIS


META = TypeAdapter(Meta)


@dataclass(slots=True)
class Outcome:
    """What an order did: sentences for all, events with their audience."""

    notes: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    cites: tuple[str, ...] = ()
    changed: bool = True


class Table:
    """One game in one channel. Orders change it through `journal.records`, `line` and `points`, flushed by the store."""

    def __init__(self, meta: Meta, archive: Archive, now: Callable[[], str] | None = None) -> None:
        self.meta = meta
        self.archive = archive
        self.game: Game[Any] = find_game(meta.game)
        self.now = now or (lambda: datetime.now(UTC).isoformat(timespec="seconds"))
        self.runner: Runner | None = None
        self.base = meta.length  # how many entries of the line lie before `tail`
        self.tail: list[Entry] = []
        self.points: list[Checkpoint] = []
        self.applying = 0  # 1 while an entry is applied that is not on the line yet
        self.settled: dict[str, Any] | None = None  # a dispute that was just decided
        self.overtaken = ""  # a proposal about a position that is no longer the present one
        # not yet stored:
        self.new_records: list[Record] = []
        self.new_points: list[Checkpoint] = []
        self.kept = meta.length  # entries of the stored line that still hold

    # -- people -------------------------------------------------------------------------------------------------

    @property
    def people(self) -> list[str]:
        return [seat.name for seat in self.meta.seats]

    def seat_of(self, user: str) -> int | None:
        for number, seat in enumerate(self.meta.seats):
            if seat.user == user:
                return number
        return None

    @property
    def readings(self) -> dict[str, str]:
        """The readings in force now: those of the start, and what was agreed since."""
        return {**self.meta.readings, **{change.reading: change.choice for change in self.meta.changes if change.reading}}

    def find_seat(self, word: str) -> int:
        """The seat a player means by a name, a colour or a number."""
        wanted = fold(word).lstrip("@")
        for number, seat in enumerate(self.meta.seats):
            if wanted in (seat.handle, fold(seat.name), fold(seat.place or ""), str(number + 1)):
                return number
        near = [seat.name for seat in self.meta.seats if fold(seat.name).startswith(wanted)]
        raise Refused(f"„{word}“ sitzt nicht an diesem Tisch; hier sitzen {', '.join(self.people)}.", instead=tuple(near), code="no_such_seat")

    # -- journal ------------------------------------------------------------------------------------------------

    def record(self, kind: str, user: str, body: dict[str, Any]) -> Record:
        proposal = self.meta.proposal
        if proposal is not None and proposal.kind in BOUND and kind in LINE:
            self.meta.proposal, self.overtaken = None, proposal.text
        self.meta.seq += 1
        record = Record(self.meta.seq, kind, user, body, self.now(), self.meta.head).seal()
        self.meta.head = record.hash
        self.new_records.append(record)
        return record

    def flushed(self) -> None:
        """The store has written everything."""
        self.new_records, self.new_points = [], []
        self.kept = self.meta.length
        if len(self.tail) > KEEP_IN_MEMORY and self.points:
            last = self.points[-1]
            self.tail, self.base, self.points = self.tail[last.length - self.base:], last.length, [last]

    # -- play ---------------------------------------------------------------------------------------------------

    @property
    def running(self) -> Runner:
        if self.meta.phase != "playing":
            raise Refused("Hier läuft gerade keine Partie.", code="not_playing")
        if self.runner is None:
            self.wake()
        assert self.runner is not None
        return self.runner

    def state_hash(self) -> str:
        return self.hash_of(self.running_state)

    def hash_of(self, state: Any) -> str:
        return hashlib.sha256(self.game.adapter.dump_json(state)).hexdigest()[:32]

    def dump_state(self) -> bytes:
        return self.game.adapter.dump_json(self.running_state)

    @property
    def running_state(self) -> Any:
        if self.runner is None:
            self.wake()
        assert self.runner is not None
        return self.runner.referee.state

    def change(self, change: Change) -> None:
        """Let a resignation or a reading take effect from here on."""
        self.meta.changes.append(change)
        change.apply(self.game, self.running.referee)

    def begin(self, user: str, seed: str) -> list[Event]:
        """Set up the game and run to its first decision."""
        self.meta.phase, self.meta.seed = "playing", seed
        self.runner = runner = self.from_the_start(self._keep)
        dice = runner.referee.dice
        self.meta.dice_next = dice.position
        events = runner.referee.events
        self.record("start", user, {
            "seed": seed, "options": self.meta.options, "readings": self.meta.readings, "players": len(self.meta.seats), "version": self.meta.version,
            "draws": [list(d) for d in dice.drawn], "state": self.state_hash(), "events": [e.dump() for e in events],
        })
        runner.referee.events = []
        return events

    def from_the_start(self, on_quiet: Callable[[Referee[Any]], None]) -> Runner:
        """The game set up from its seed, at the first decision."""
        dice = Dice(self.meta.seed)
        options = self.game.options_type.model_validate(self.meta.options)
        state = self.game.setup(options, len(self.meta.seats), dice, self.meta.readings)
        return Runner(self.game, Referee(state, dice, len(self.meta.seats), dict(self.meta.readings), set()), on_quiet)

    def replay_from_start(self, entries: list[Entry]) -> None:
        """Run set-up and all entries again, keeping every quiet point."""
        self.base, self.kept, self.meta.length, self.tail, self.points, self.new_points = 0, 0, 0, [], [], []
        self.runner = self.from_the_start(self._keep)
        changes = list(self.meta.changes)
        for entry in entries:
            self.applying = 1
            self._follow(self.runner, [entry], self.meta.length, changes)
            self.applying = 0
            self.tail.append(entry)
            self.meta.length += 1

    def _keep(self, referee: Referee[Any]) -> None:
        """A quiet point: remember the state as it is now."""
        point = Checkpoint(self.meta.length + self.applying, self.game.adapter.dump_json(referee.state), referee.dice.position)
        for points in (self.points, self.new_points):
            if points and points[-1].length == point.length:
                points.pop()
            points.append(point)

    def wake(self) -> None:
        """Rebuild the suspended game: newest checkpoint, then the few commands after it."""
        self.rebuild(self.meta.length)

    def rebuild(self, length: int) -> None:
        """Go to the position after the first `length` entries of the line; later entries leave the line."""
        point = self.point(length)
        if point.length < self.base:
            self.tail = self.archive.entries(self.meta.id, point.length, min(self.base, length)) + self.tail
            self.base = point.length
        self.cut(length)
        self.runner = self.position(length)
        self.runner.on_quiet = self._keep

    def point(self, length: int) -> Checkpoint:
        """The newest checkpoint that covers at most `length` entries."""
        points = [p for p in self.points if p.length <= length]
        return points[-1] if points else self.archive.checkpoint(self.meta.id, length)

    def entries(self, first: int, last: int) -> list[Entry]:
        """Entries of the line from `first` up to before `last`."""
        older = self.archive.entries(self.meta.id, first, min(self.base, last)) if first < self.base else []
        return older + self.tail[max(0, first - self.base): max(0, last - self.base)]

    def position(self, length: int) -> Runner:
        """A game of its own at the position after `length` entries; the table stays as it is."""
        point = self.point(length)
        state = self.game.adapter.validate_json(point.state)
        referee: Referee[Any] = Referee(state, Dice(self.meta.seed, point.dice), len(self.meta.seats), dict(self.meta.readings), set())
        changes = list(self.meta.changes)
        while changes and changes[0].at < point.length:
            changes.pop(0).recall(referee)
        runner = Runner(self.game, referee)
        self._follow(runner, self.entries(point.length, length), point.length, changes)
        while changes and changes[0].at <= length:
            changes.pop(0).apply(self.game, referee)
        referee.events, referee.dice.drawn = [], []
        return runner

    def _follow(self, runner: Runner, entries: list[Entry], first: int, changes: list[Change]) -> None:
        """Apply entries as they were played, with the changes between them."""
        for number, entry in enumerate(entries, first):
            while changes and changes[0].at <= number:
                changes.pop(0).apply(self.game, runner.referee)
            runner.referee.dice.position = entry.dice_at
            runner.answer(entry.seat, self.game.language.commands.load(entry.command))

    def cut(self, length: int) -> None:
        """Forget entries and checkpoints beyond `length`."""
        self.tail = self.tail[: max(0, length - self.base)]
        self.points = [p for p in self.points if p.length <= length]
        self.new_points = [p for p in self.new_points if p.length <= length]
        self.meta.length = length
        self.kept = min(self.kept, length)
        self.meta.changes = [c for c in self.meta.changes if c.correction is None or c.at <= length]
        for change in self.meta.changes:
            change.at = min(change.at, length)

    def submit(self, user: str, seat: int, command: Command, auto: bool = False) -> list[Event]:
        """Check and apply one game command; the line grows by one entry."""
        runner = self.running
        runner.check(seat, command)
        entry = self._apply(seat, command, self.meta.dice_next)
        entry.seq, entry.auto = self.meta.seq + 1, auto
        self.record("move", user, entry.dump())
        self.meta.undone = []
        return entry.events + (self._finish() if runner.over else [])

    def repeatable(self, entry: Entry) -> bool:
        """A taken back entry would lead where it led; not so after a correction, another reading, a resignation."""
        trial = self.position(self.meta.length)
        ask, command = trial.ask_of(entry.seat), self.game.language.commands.load(entry.command)
        try:
            if ask is None:
                return False
            ask.check(command)
        except Refused:
            return False
        trial.referee.dice.position = entry.dice_at
        trial.answer(entry.seat, command)
        return self.hash_of(trial.referee.state) == entry.state_hash

    def repeat(self, entry: Entry) -> list[Event]:
        """A taken back entry comes back to the line, with the dice it had."""
        again = self._apply(entry.seat, self.game.language.commands.load(entry.command), entry.dice_at)
        again.seq, again.auto = entry.seq, entry.auto
        assert again.state_hash == entry.state_hash
        return again.events + (self._finish() if self.running.over else [])

    def _apply(self, seat: int, command: Command, dice_at: int) -> Entry:
        runner = self.running
        referee, sealed, ask, pending = runner.referee, runner.sealed, runner.ask_of(seat), runner.pending
        assert ask is not None
        referee.events, referee.dice.drawn, referee.dice.position = [], [], dice_at
        self.applying = 1
        runner.answer(seat, command)
        self.applying = 0
        events = referee.events
        if sealed:
            events = [Event("tisch.antwort", seat, (), tuple(ask.cites)), *events]
        self.meta.dice_next = max(self.meta.dice_next, referee.dice.position)
        opened = sealed and len(pending) > 1 and runner.pending is not pending  # the last answer opens those of the others
        reveals = opened or any(event.reveals for event in events)
        entry = Entry(0, seat, False, command.dump(), dice_at, referee.dice.drawn, reveals, self.state_hash(), events)
        self.tail.append(entry)
        self.meta.length += 1
        return entry

    def archive_entry(self, seq: int) -> Entry:
        for record in self.new_records:
            if record.seq == seq:
                return Entry.load(seq, record.body)
        return self.archive.by_seq(self.meta.id, [seq])[0]

    def _finish(self) -> list[Event]:
        self.meta.phase = "over"
        self.meta.proposal = None
        result = self.game.result(self.running_state)
        event = Event("tisch.ende", None, (result.model_dump(mode="json") if result else None, self.meta.seed), result.cites if result else ())
        self.record("over", "", {"result": result.model_dump(mode="json") if result else None, "seed": self.meta.seed, "events": [event.dump()]})
        return [event]

    def automatic(self) -> list[Event]:
        """Answers of computer players, of seats nobody plays, and of standing instructions."""
        events: list[Event] = []
        for _ in range(MAX_AUTOMATIC):
            if self.meta.phase != "playing":
                return events
            found = self._next_automatic()
            if found is None:
                return events
            ask, command = found
            events += self.submit("", ask.seat, command, auto=True)
        raise RuntimeError("computer players do not come to an end")

    def _next_automatic(self) -> tuple[Ask, Command] | None:
        runner = self.running
        for ask in runner.waiting():
            seat = self.meta.seats[ask.seat]
            chance = Random(f"{self.meta.seed}:{self.meta.dice_next}:{self.meta.length}:{ask.seat}")
            if seat.resigned:
                return ask, self.game.passive(runner.referee.state, ask, chance)
            if seat.bot is not None:
                return ask, self.game.bots()[seat.bot](runner.referee.state, ask, chance)
            if seat.pass_always and ask.window:
                declined = ask.passing()
                if declined is not None:
                    return ask, declined
        return None

    # -- questions ----------------------------------------------------------------------------------------------

    def turn(self) -> Any:
        """Which turn is being played; orders of one message do not reach beyond it. None: the game does not say."""
        return self.game.turn(self.running_state) if self.meta.phase == "playing" else None

    def ask_of(self, user: str) -> Ask | None:
        seat = self.seat_of(user)
        if self.meta.phase != "playing" or seat is None:
            return None
        return self.running.ask_of(seat)

    def options(self, user: str) -> list[str]:
        ask = self.ask_of(user)
        return [command.say() for command in ask.options()] if ask is not None else []

    def view(self, user: str) -> dict[str, Any]:
        return self.game.view(self.running_state, self.seat_of(user))

    def understand(self, text: str) -> list[Order]:
        """The orders in a text. Names of people at this table are read as their seats, misspelt things as what is in sight."""
        if self.meta.phase != "playing":
            return self.game.language.parse(text)
        sight = self.game.in_sight(self.running_state)
        named = self._seats_for_names(text) if len(text) <= MAX_LENGTH else text
        plain = self.game.language.parse(text, sight)
        order = plain[0].command
        if named == text or (order is not None and order.kind in TABLE_COMMANDS):  # to the table its words are kept: „ansicht …“, „korrektur …“
            return plain
        if all(order.command is not None and order.read_as is None for order in plain):  # somebody may be called „3“ or „Genoa“
            return plain
        return self.game.language.parse(named, sight)

    def _seats_for_names(self, text: str) -> str:
        for number, seat in enumerate(self.meta.seats):
            word = self.game.seat_word(number)
            if word is not None:
                named = rf"\b(gegen|von|bei|für|fuer|an|mit) @?(?:{re.escape(seat.name)}|{re.escape(seat.handle)})\b"
                text = re.sub(named, rf"\1 {word}", text, flags=re.IGNORECASE)
        return text

    def check(self, user: str, command: Command) -> None:
        """Raise `Refused` unless this user may say this game command now."""
        seat = self.seat_of(user)
        runner = self.running
        if seat is None:
            raise Refused(f"Du sitzt nicht an diesem Tisch; es spielen {', '.join(self.people)}.", code="not_seated")
        if self.meta.seats[seat].resigned:
            raise Refused("Du hast diese Partie aufgegeben und kannst keine Züge mehr machen.", code="resigned")
        ask = runner.ask_of(seat)
        if ask is None:
            waiting = runner.waiting()
            if seat in runner.answers:
                raise Refused(f"Deine Antwort ist schon versiegelt; es fehlt noch {self.awaited()}.", tuple(waiting[0].cites), code="already_answered")
            raise Refused(f"Du bist nicht am Zug: {self.awaited()}.", tuple(waiting[0].cites), code="not_your_turn")
        ask.check(command)

    def awaited(self) -> str:
        """Who must act, and what everybody may know about it: `Anna (spielt Aktionen)`."""
        return ", ".join(f"{self.meta.seats[ask.seat].name} {ask.public_prompt()}" for ask in self.running.waiting())
