"""Dominion beside pyminion in one run: two players, plain big money, no action bought, fixed seeds."""

import subprocess
import sys
import time
import venv
from pathlib import Path
from statistics import median

from game_state.game import find_game
from game_state.simulate import play_game

PEER, VERSION = "pyminion", "0.4.0"
KINGDOM = ["keller", "markt", "haendlerin", "miliz", "mine", "burggraben", "umbau", "schmiede", "dorf", "werkstatt"]
GAMES, RUNS = 300, 5


def ours(seed: int) -> tuple[float, int]:
    """Games per second and turns, with events and citations on."""
    game = find_game("dominion")
    bots = [game.bots()["geld"]] * 2
    turns = 0
    started = time.perf_counter()
    for number in range(GAMES):
        played = play_game(game, 2, f"{seed}-{number}", bots, {"koenigreich": KINGDOM, "projekte": []})
        assert played.events > 2 * played.state.zug
        turns += played.state.zug
    return GAMES / (time.perf_counter() - started), turns


def peer_python() -> Path | None:
    """An environment of pyminion's own; None if it cannot be had."""
    folder = Path(sys.prefix) / "bench" / PEER
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    done = subprocess.run([python, "-m", "pip", "install", "-q", f"{PEER}=={VERSION}"], capture_output=True, text=True)
    return python if done.returncode == 0 else None


def theirs(python: Path, seed: int) -> tuple[float, int]:
    script = Path(__file__).parent / "pyminion_driver.py"
    done = subprocess.run([python, script, str(GAMES), str(seed)], capture_output=True, text=True, check=True)
    rate, turns = done.stdout.split()[-2:]
    return float(rate), int(turns)


def main() -> None:
    ours(0)
    python = peer_python()
    mine, other = [], []
    for seed in range(1, RUNS + 1):  # alternating, so that both see the same machine
        mine.append(ours(seed))
        if python is not None:
            other.append(theirs(python, seed))
    rate = median(r for r, _ in mine)
    turns = sum(t for _, t in mine) / (GAMES * RUNS)
    print(f"dominion: {rate:,.0f} games/s, {turns:.1f} turns a game, {1e6 / rate / turns:.0f} µs a turn, events and citations on")
    if other:
        their_rate, their_turns = median(r for r, _ in other), sum(t for _, t in other) / (GAMES * RUNS)
        print(f"{PEER} {VERSION} as shipped: {their_rate:,.0f} games/s, {their_turns:.1f} turns a game; ratio {rate / their_rate:.2f} (goal 3)")
    else:
        print(f"{PEER} {VERSION} cannot be installed here; no comparison")
