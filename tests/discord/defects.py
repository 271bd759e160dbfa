"""Bots with a planted defect each: `python -m tests.discord.defects …` with HEROLD_PLANTED naming it."""

import asyncio
import dataclasses
import os
import time
from collections.abc import Callable
from typing import Any

import discord

from bot.discord import answer, client, glance, lanes, panel, sender, talk
from bot.discord.answer import Answer
from bot.discord.client import Herold
from bot.service import Service
from tests.discord import launcher


def plant(place: Any, name: str, value: Any) -> None:
    setattr(place, name, value)


def long() -> None:
    plant(sender, "split", lambda text, limit=0: [text.ljust(2001, ".")])


def embed() -> None:
    made = panel.board_embed

    def too_long(*arguments: Any) -> discord.Embed:
        found = made(*arguments)
        found.description = "x" * 4097
        return found
    plant(lanes, "board_embed", too_long)


def label() -> None:
    plant(panel, "clipped", lambda text, limit: text.ljust(limit + 1, "."))


def same_id() -> None:
    made = panel.button
    plant(panel, "button", lambda label, id_, *more, **options: made(label, "h:w:1", *more, **options))


def empty() -> None:
    plant(sender, "split", lambda text, limit=0: [" \n"])
    plant(panel, "view_of", lambda items: None)


def late() -> None:
    plant(answer, "PATIENCE", 60)
    heard = glance.said

    def slow(service: Service, message: Any) -> Any:
        time.sleep(3.3)
        return heard(service, message)
    plant(client, "said", slow)


def blocking() -> None:
    async def wait(self: Answer, work: Any) -> Any:
        time.sleep(3.2)
        return await asyncio.wrap_future(work)
    plant(Answer, "wait", wait)


def unfinished() -> None:
    async def private(self: Answer, text: str, view: Any = None) -> bool:
        if not self.interaction.response.is_done():
            await self.interaction.response.defer(ephemeral=True, thinking=True)
        return True
    plant(Answer, "private", private)


def crash() -> None:
    async def answer_(self: Any, *arguments: Any) -> None:
        raise RuntimeError("planted")
    plant(talk.Talk, "answer", answer_)


def twice() -> None:
    said = Answer.private

    async def private(self: Answer, *given: Any) -> bool:
        await said(self, *given)
        self.interaction.response._response_type = None
        return await said(self, *given)
    plant(Answer, "private", private)


def leak() -> None:
    async def private(self: Answer, text: str, view: Any = None, files: Any = ()) -> bool:
        return await self.public(text, view, files)
    plant(Answer, "private", private)


def mentions() -> None:
    for place in (sender, talk):
        plant(place, "plain", lambda text: text)
    for place in (sender, answer):
        plant(place, "pinging", lambda users: discord.AllowedMentions.all())


def lost() -> None:
    async def once(attempt: Callable[[], Any], waits: Any = ()) -> Any:
        return await attempt()
    plant(sender, "again", once)


def new_nonce() -> None:
    async def parts(self: Any, send: Any, parts: list[str], files: Any, view: Any, mentions: Any, reply_to: Any, nonce: str = "") -> Any:
        message, more = None, {"view": view} if view else {}
        reference = {"reference": reply_to.to_reference()} if reply_to else {}
        for part in parts:
            message = await sender.again(lambda part=part: send(content=part, allowed_mentions=mentions, **more, **reference))  # type: ignore[misc]
        return message
    plant(sender.Sender, "_parts", parts)


def again() -> None:
    """Events that come twice are acted on twice."""
    plant(Herold, "first_time", lambda self, number: True)
    handle = Service.handle

    def forgetful(self: Service, message: Any) -> Any:
        return handle(self, dataclasses.replace(message, id=""))
    plant(Service, "handle", forgetful)


def everybody() -> None:
    """Calls everybody at the table again and again."""
    line = panel.turn_line

    def loud(found: glance.Glance) -> str:
        awaited = tuple(dataclasses.replace(a, ping=True) for a in found.awaited)
        return line(dataclasses.replace(found, awaited=awaited))
    plant(talk, "turn_line", loud)
    plant(sender, "pinging", lambda users: discord.AllowedMentions(users=True))


def stumbling() -> None:
    """No defect of the room itself: what lies below fails."""
    def fails(service: Service, message: Any) -> Any:
        raise RuntimeError("planted")
    plant(client, "said", fails)


def hasty() -> None:
    """Gives up a message at once and comes back soon, so that an outage is short."""
    lost()
    plant(lanes, "OUTAGE", 0.2)


PLANTED: dict[str, Callable[[], None]] = {
    f.__name__: f for f in (long, embed, label, same_id, empty, late, blocking, unfinished, crash, twice, leak, mentions, lost, new_nonce, again, everybody)
}

if __name__ == "__main__":
    name = os.environ["HEROLD_PLANTED"]
    if name != "none":
        {**PLANTED, "stumbling": stumbling, "hasty": hasty}[name]()
    launcher.main()
