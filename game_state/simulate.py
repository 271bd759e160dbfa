"""Complete games by computer players, without table or store: for measuring, fuzzing and comparing players."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from game_state.dice import Dice
from game_state.game import Bot, Game, Referee, Result
from game_state.runner import Runner

MAX_STEPS = 200_000


@dataclass(slots=True)
class Played:
    result: Result | None
    steps: int
    events: int
    state: Any


def play_game(
    game: Game[Any], players: int, seed: str, bots: Sequence[Bot], options: dict[str, Any] | None = None, watch: Callable[[Runner], None] | None = None,
) -> Played:
    """One game from set-up to its end."""
    dice = Dice(hashlib.sha256(seed.encode()).hexdigest())
    readings = game.readings()
    state = game.setup(game.options_type.model_validate(options or {}), players, dice, readings)
    referee = Referee(state, dice, players, readings, set())
    runner = Runner(game, referee)
    chance = Random(seed)
    steps = 0
    while not runner.over:
        for ask in runner.pending:
            if watch is not None:
                watch(runner)
            command = bots[ask.seat](state, ask, chance)
            ask.check(command)
            runner.answer(ask.seat, command)
            steps += 1
        if steps > MAX_STEPS:
            raise RuntimeError(f"{game.key} does not end (seed {seed})")
    return Played(game.result(state), steps, len(referee.events), state)
