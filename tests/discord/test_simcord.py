"""A second opinion: the same client in SimCord, a simulation of Discord written by others."""

from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import discord
import simcord

from bot.config import Settings
from bot.discord.client import Herold
from bot.metrics import Metrics
from bot.service import Service
from bot.worker import Worker
from game_state.store import Store

T = TypeVar("T")


class AtOnce(Worker):
    """Does every job where it is given, since SimCord's time stands still while a thread works."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def submit(self, job: Callable[[Service], T]) -> "Future[T]":
        done: Future[T] = Future()
        self._batch([(job, done)])
        return done


class Table:
    def __init__(self, env: Any) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("tisch")

    def person(self, name: str) -> Any:
        return self.guild.add_member(self.env.create_user(name))

    async def started(self) -> tuple[Any, Any]:
        anna, bernd = self.person("anna"), self.person("bernd")
        await anna.slash(self.channel, "neu", spiel="basar")
        await bernd.slash(self.channel, "mitspielen")
        await anna.slash(self.channel, "start")
        return anna, bernd

    @property
    def texts(self) -> str:
        return "\n".join(message.content for message in self.channel.history())


@asynccontextmanager
async def simulated(tmp_path: Path) -> AsyncIterator[Table]:
    store = Store(tmp_path / "daten")
    herold = Herold(Settings(daten=tmp_path), AtOnce(Service(store)), Metrics())
    herold.lanes._closing.set()  # the board needs no pauses here
    async with simcord.run(herold, shard_count=2) as env:
        yield Table(env)
    store.close()


async def test_a_round(tmp_path: Path) -> None:
    async with simulated(tmp_path) as table:
        anna, bernd = await table.started()
        result = await anna.slash(table.channel, "zug", befehle="biete 3")
        assert result.ephemeral
        await bernd.slash(table.channel, "zug", befehle="biete 1")
        assert "Gebote: anna 3, bernd 1" in table.texts.replace("Anna", "anna").replace("Bernd", "bernd")


async def test_buttons_menus_and_private_answers(tmp_path: Path) -> None:
    async with simulated(tmp_path) as table:
        anna, _bernd = await table.started()
        notice = next(m for m in table.channel.history() if "Dran:" in m.content)
        panel = await anna.click(notice, label="Wählen")
        assert panel.ephemeral
        assert "Deine Hand" in panel.response.content
        assert "Deine Hand" not in table.texts
        menu = panel.response.components[0]["components"][0]
        await anna.select(panel.response, values=[menu["options"][3]["value"]])
        assert "entschieden (noch verdeckt)" in table.texts


async def test_completion_and_refusal(tmp_path: Path) -> None:
    async with simulated(tmp_path) as table:
        anna, _bernd = await table.started()
        offered = await anna.autocomplete(table.channel, "zug", "befehle", "biete 1")
        assert "biete 10" in str(offered)
        refused = await anna.slash(table.channel, "zug", befehle="biete 99")
        assert refused.ephemeral


async def test_hand_by_mention_goes_as_a_letter(tmp_path: Path) -> None:
    async with simulated(tmp_path) as table:
        anna, _bernd = await table.started()
        me = table.env.bot.user
        assert isinstance(me, discord.ClientUser)
        await anna.send(table.channel, f"<@{me.id}> hand")
        assert "Deine Hand" not in table.texts
