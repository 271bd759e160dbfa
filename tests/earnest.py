"""A command said in earnest, to compare what was foretold."""

from game_state.runner import Runner
from game_state.table import Table
from game_state.verdict import Refused
from rules_dsl.command import Command


def happens(table: Table, seat: int, command: Command) -> Runner | Refused:
    """The command said in earnest, on a game of its own."""
    runner = table.position(table.meta.length)
    try:
        runner.check(seat, command)
    except Refused as refused:
        return refused
    runner.referee.dice.position = table.meta.dice_next
    runner.answer(seat, command)
    return runner
