"""Basar: a tiny complete game with dice, a hidden hand, a sealed bid and a reaction. It tests the kernel.

Two to four traders bid for treasures. `tests.basar.language` is its part of rules_dsl, `tests.basar.game` its part of game_state.
"""

from game_state import game as games
from rules_dsl import registry


def register() -> None:
    registry.add_game("basar", "tests.basar.language", "Basar", ("bazar",))
    games.add_game("basar", "tests.basar.game")


register()
