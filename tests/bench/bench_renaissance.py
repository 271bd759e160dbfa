"""Das Zeitalter der Renaissance: complete games per second, time per command late against early, options in a full position."""

import time
from random import Random
from statistics import fmean, median

from game_state.dice import Dice
from game_state.game import Referee, find_game
from game_state.runner import Runner
from game_state.simulate import play_game

GAMES = 12


def main() -> None:
    game = find_game("renaissance")
    bot = game.bots()["zufall"]
    play_game(game, 6, "warm", [bot] * 6)
    started, steps = time.perf_counter(), 0
    ratios, thirds, options = [], [], []
    for number in range(GAMES):
        dice = Dice(f"{number:064x}")
        readings = game.readings()
        state = game.setup(game.options_type(), 6, dice, readings)
        runner = Runner(game, Referee(state, dice, 6, readings, set()))
        chance, times = Random(number), []  # round and seconds of each command
        while not runner.over:
            for ask in runner.pending:
                begun = time.process_time()
                found = ask.options()
                if state.phase == "5":
                    options.append(time.process_time() - begun)
                command = bot(state, ask, chance) if len(found) == 1 else chance.choice(found)
                ask.check(command)
                runner.answer(ask.seat, command)
                times.append((state.runde, time.process_time() - begun))
        steps += len(times)
        early = [seconds for round_, seconds in times if 0 < round_ <= state.runde / 2]
        late = [seconds for round_, seconds in times if round_ > state.runde / 2]
        ratios.append(fmean(late) / fmean(early))
        third = len(times) // 3
        thirds.append(fmean(seconds for _, seconds in times[-third:]) / fmean(seconds for _, seconds in times[:third]))
    seconds = time.perf_counter() - started
    print(f"renaissance: {GAMES / seconds:.1f} random six-player games/s, {steps / seconds:.0f} commands/s")
    print(f"renaissance: time per command (options, check, apply), second half of the rounds against the first: {median(ratios):.2f}")
    print(f"renaissance: the same, last third of all commands (set-up included) against the first: {median(thirds):.2f}")
    print(f"renaissance: options in the expansion phase: median {median(options) * 1000:.2f} ms, longest {max(options) * 1000:.2f} ms")


if __name__ == "__main__":
    main()
