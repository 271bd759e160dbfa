"""Sends what the clock finds due: to the channel with a mention, or as one letter when it is about several tables."""

import asyncio
import logging
import re
from typing import TYPE_CHECKING

from bot.discord.glance import Result, around
from bot.discord.lanes import Post
from bot.discord.sender import plain
from bot.reminders import Notice, tick
from bot.service import Service

if TYPE_CHECKING:
    from bot.discord.client import Herold

log = logging.getLogger("herold.discord")


def due(service: Service) -> list[tuple[Notice, Result]]:
    return [(notice, around(service, notice.channel, notice.replies)) for notice in tick(service)]


class Reminding:
    """Looks at the clock every `pause` seconds."""

    def __init__(self, herold: "Herold", pause: float) -> None:
        self.herold, self.pause = herold, pause

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self.pause)
            if not self.herold.is_ready():
                continue
            try:
                for notice, result in await self.herold.ask(due):
                    await self._send(notice, result)
            except Exception as error:
                log.error("the clock stumbled: %s", type(error).__name__)

    async def _send(self, notice: Notice, result: Result) -> None:
        self.herold.metrics.count("reminders")
        text = re.sub(r"\{(\d+)\}", r"<#\1>", plain(notice.text))
        if notice.private and notice.users[0].isdigit():
            await self.herold.talk.letter(int(notice.users[0]), text, None, lambda: self._post(notice, text, result))
        elif notice.channel.isdigit():
            self._post(notice, text, result)

    def _post(self, notice: Notice, text: str, result: Result) -> None:
        posts = self.herold.talk.public(result)
        post = posts.get(notice.channel) or Post(notice.channel, "", result.glances.get(notice.channel))
        if text:
            names = " ".join(f"<@{user}>" for user in notice.users if user.isdigit())
            post.text = f"{names}: {text}\n{post.text}".strip() if names else f"{text}\n{post.text}".strip()
            post.mention = [*post.mention, *notice.users]
        self.herold.lanes.post(post)
