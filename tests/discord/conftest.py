"""A test Discord with the bot in it."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.discord.judge import judge
from tests.discord.model import Channel
from tests.discord.person import Person
from tests.discord.world import World

pytest.register_assert_rewrite("tests.discord.scenario")
ROOT = Path(__file__).parents[2]


class Bot:
    """The bot process beside a test Discord."""

    def __init__(self, world: World, folder: Path, module: str = "tests.discord.launcher", **settings: Any) -> None:
        self.world, self.folder, self.module = world, folder, module
        self.settings = {"HEROLD_DISCORD_TOKEN": world.token, **{f"HEROLD_{k.upper()}": str(v) for k, v in settings.items()}}
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "bot.log"

    def start(self, wait: bool = True) -> "Bot":
        before = self.world.gateway.identifies
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module, str(self.world.port), "--daten", str(self.folder / "daten")],
                cwd=ROOT, env={**os.environ, **self.settings}, stdout=log, stderr=log,
            )
        if wait:
            self.world.until(lambda: self.dead() or (self.world.gateway.identifies > before and self.world.gateway.live), 20, "Start des Bots")
            assert not self.dead(), self.log.read_text()
        return self

    def dead(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def stop(self, how: int = signal.SIGTERM) -> int:
        assert self.process is not None
        if not self.dead():
            self.process.send_signal(how)
        return self.process.wait(15)

    def exit_code(self) -> int:
        assert self.process is not None
        return self.process.wait(30)


class Room:
    """A channel with people, and the bot listening."""

    def __init__(self, world: World, bot: Bot) -> None:
        self.world, self.bot = world, bot
        self.channel: Channel = world.channel()

    def people(self, *names: str, roles: tuple[str, ...] = ()) -> list[Person]:
        return [Person(self.world, name, self.channel, roles) for name in names]

    def started(self, *names: str, game: str = "basar") -> list[Person]:
        """A game under way, begun with slash commands."""
        people = self.people(*names)
        people[0].slash("neu", spiel=game)
        for person in people[1:]:
            person.slash("mitspielen")
        people[0].slash("start")
        return people

    def texts(self, place: Channel | None = None) -> str:
        return "\n".join(m.text for m in self.world.in_channel(place or self.channel))

    def hears(self, text: str, seconds: float = 8.0, place: Channel | None = None) -> None:
        """The channel, or a thread of it, reads this, now or soon."""
        self.world.until(lambda: text in self.texts(place), seconds, f"„{text}“ im Kanal; dort steht:\n{self.texts(place)}")

    def threads(self) -> list[Channel]:
        return [c for c in list(self.world.channels.values()) if c.parent == self.channel.id and not c.gone]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[World, Bot]]:
    """One bot for all tests of a module that do not break it."""
    world = World()
    bot = Bot(world, tmp_path_factory.mktemp("bot")).start()
    yield world, bot
    code = bot.stop()
    world.close()
    assert code == 0, bot.log.read_text()
    assert "Traceback" not in bot.log.read_text(), bot.log.read_text()
    assert judge(world.seen) == []


@pytest.fixture
def room(house: tuple[World, Bot]) -> Iterator[Room]:
    world, bot = house
    made = Room(world, bot)
    yield made
    world.faults.clear()
    world.limit = (1000, 1.0)
    assert not bot.dead(), bot.log.read_text()


@pytest.fixture
def make_room(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Rooms with a bot of their own, for tests that stop or break it."""
    made: list[Room] = []

    def make(start: bool = True, module: str = "tests.discord.launcher", **settings: Any) -> Room:
        world = World()
        bot = Bot(world, tmp_path, module, **settings)
        room = Room(world, bot)
        made.append(room)
        if start:
            bot.start()
        return room

    yield make
    for room in made:
        if room.bot.process is not None and not room.bot.dead():
            room.bot.process.kill()
            room.bot.process.wait()
        room.world.close()
