"""After a rule fix: stored games played again under the rules of today, and what a table can do about a difference."""

from dataclasses import dataclass
from typing import Any

from game_state.event import of_play, same
from game_state.journal import Entry
from game_state.runner import Runner
from game_state.store import Store
from game_state.table import Table
from game_state.verdict import Refused


@dataclass
class Difference:
    """The first line that comes out otherwise, in words, with the paragraphs it touches."""

    line: int
    text: str
    cites: tuple[str, ...]


def replayed(table: Table) -> tuple[Runner, Difference | None]:
    """The whole line under the present rules, up to the first difference."""
    runner = table.from_the_start(lambda _: None)
    referee = runner.referee
    changes = list(table.meta.changes)
    for number, entry in enumerate(table.entries(0, table.meta.length)):
        while changes and changes[0].at <= number:
            changes.pop(0).apply(table.game, referee)
        referee.events, referee.dice.drawn, referee.dice.position = [], [], entry.dice_at
        command = table.game.language.commands.load(entry.command)
        try:
            runner.check(entry.seat, command)
        except Refused as refused:
            return runner, Difference(entry.seq, f"„{command.say()}“ wäre heute nicht erlaubt: {refused.explain()}", refused.cites)
        runner.answer(entry.seat, command)
        found = _difference(table, entry, runner)
        if found is not None:
            return runner, found
    return runner, None


def _difference(table: Table, entry: Entry, runner: Runner) -> Difference | None:
    now, then = of_play(runner.referee.events), of_play(entry.events)
    for one, other in zip(now, then, strict=False):
        if not same(one, other):
            cites = tuple(dict.fromkeys((*one.cites, *other.cites)))
            told = [table.game.tell(event.for_seat(None), table.people) for event in (other, one)]
            return Difference(entry.seq, f"damals: {told[0] or other.name} – heute: {told[1] or one.name}", cites)
    cites = tuple(dict.fromkeys(cite for event in (*now, *then) for cite in event.cites))
    if len(now) != len(then):
        return Difference(entry.seq, f"damals geschahen {len(then)} Dinge, heute {len(now)}", cites)
    if [list(d) for d in runner.referee.dice.drawn] != [list(d) for d in entry.draws]:
        return Difference(entry.seq, "es würde anders gewürfelt", cites)
    return None


def accept(store: Store, table: Table) -> None:
    """Go on under the present rules with the position they give; refused if a command has become illegal."""
    old = {"version": table.meta.version, "state": table.state_hash()}
    again = Table(table.meta, store)
    entries = table.entries(0, table.meta.length)
    again.replay_from_start(entries)
    again.kept, again.meta.version = 0, table.game.version
    again.record("rules", "", {"from": old, "version": table.game.version, "state": again.state_hash()})
    store.conn.execute("delete from checkpoints where table_id = ?", [table.meta.id])
    store.save(again)
    store.forget(table.meta.channel)


def stay(store: Store, table: Table) -> None:
    """Keep the position as it was played; only later moves follow the present rules."""
    table.record("rules", "", {"stay": table.meta.version, "version": table.game.version, "state": table.state_hash()})
    table.meta.version = table.game.version
    store.save(table)


def tables(store: Store, channel: str | None) -> list[Any]:
    """Started tables of a channel, or of the whole store."""
    found = [store.table(number) for number in store.table_ids(channel)]
    return [table for table in found if table.meta.seed]
