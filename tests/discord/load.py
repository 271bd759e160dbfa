"""Load: `python -m tests.discord.load 1000` lets so many channels play at once and prints ratios, measured in one run.

Nothing may be lost, and every interaction must be answered inside Discord's three seconds.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import aiohttp

from tests.discord.conftest import Bot
from tests.discord.model import Interaction
from tests.discord.person import Person
from tests.discord.world import World


def echo(world: World, count: int = 300) -> float:
    """Seconds for one request to the emulator itself, the yardstick."""
    async def run() -> float:
        url, head = f"http://127.0.0.1:{world.port}/api/v10/users/@me", {"Authorization": f"Bot {world.token}"}
        async with aiohttp.ClientSession() as session:
            times = []
            for _ in range(count):
                started = time.perf_counter()
                async with session.get(url, headers=head) as response:
                    await response.read()
                times.append(time.perf_counter() - started)
            return statistics.median(times)
    return asyncio.run(run())


def all_at_once(world: World, people: list[Person], do: Callable[[Person], Interaction]) -> tuple[float, float]:
    """Everybody does it without waiting; the worst and the middle time to the answer."""
    made = [do(person) for person in people]
    world.until(lambda: all(i.acked is not None for i in made), 60, "Antworten")
    seconds = sorted(i.seconds or 99.0 for i in made)
    return seconds[-1], statistics.median(seconds)


def main(channels: int) -> int:
    world = World()
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(world, Path(folder), discord_anheften=False).start()
        people = [Person(world, f"Anna{number}", world.channel(f"k{number}")) for number in range(channels)]
        base = echo(world)
        one = people[0]
        times = []
        for _ in range(100):
            answered = one.slash("meine_spiele")
            times.append(answered.seconds or 99.0)
        worst = 0.0
        for name, options in (("neu", {"spiel": "basar"}), ("computer", {}), ("start", {}), ("zug", {"befehle": "biete 1"})):
            started = time.perf_counter()
            slowest, middle = all_at_once(world, people, lambda p, n=name, o=options: p.slash(n, wait=False, **o))  # type: ignore[misc]
            worst = max(worst, slowest)
            print(f"/{name} in {channels} Kanälen zugleich: {time.perf_counter() - started:.1f} s, Antwort im Mittel {middle:.2f} s, spätestens {slowest:.2f} s")
        world.until(lambda: sum("Gebote: " in text or "verfällt" in text for text in world.public_texts()) >= channels, 120, "Ergebnis in jedem Kanal")
        told = sum("Gebote: " in text or "verfällt" in text for text in world.public_texts())
        code = bot.stop()
        print(f"eine Antwort: {1000 * statistics.median(times):.2f} ms, das {statistics.median(times) / base:.1f}-fache des Echos ({1000 * base:.2f} ms)")
        print(f"Ergebnisse: {told} von {channels}; späteste Antwort {worst:.2f} s; Ende mit {code}")
    world.close()
    return 0 if code == 0 and told >= channels and worst < 3.0 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
