"""The answer to one interaction: in time, once, and private unless said otherwise."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

import discord

from bot.discord.sender import NOBODY, Attachment, again, files_of, parts_of, pinging

T = TypeVar("T")
log = logging.getLogger("herold.discord")

PATIENCE = 1.2  # seconds before Discord is asked for patience; it waits three
WAITS = (0.2, 0.6)
EXPIRED = {10062, 10015, 50027, 40060, 10008}  # unknown interaction or webhook, token too old, answered already, message gone


class Answer:
    """`update`: the answer replaces the message the button stood on."""

    def __init__(self, interaction: discord.Interaction[Any], update: bool = False) -> None:
        self.interaction, self.update = interaction, update
        self.waiting = False  # Discord shows that we think; the first text goes there

    async def wait(self, work: "Future[T] | Coroutine[Any, Any, T]") -> T:
        """The result of a job; if it takes long, Discord is told that an answer will come."""
        future = asyncio.wrap_future(work) if isinstance(work, Future) else asyncio.ensure_future(work)
        done, _ = await asyncio.wait({future}, timeout=PATIENCE)
        if not done:
            await self._try(self._defer)
        return await future

    async def _defer(self) -> None:
        if not self.interaction.response.is_done():
            if self.update:
                await self.interaction.response.defer()
            else:
                # always private: after a public one the first text would be public, whatever it is
                await self.interaction.response.defer(ephemeral=True, thinking=True)
            self.waiting = True

    async def private(self, text: str, view: discord.ui.View | None = None, attach: Sequence[Attachment] = ()) -> bool:
        """Only who asked reads this."""
        parts, files = parts_of(text or "Erledigt.", attach)
        fine = True
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            fine = await self._try(self._private(part, view if last else None, files if last else [])) and fine
        return fine

    def _private(self, text: str, view: discord.ui.View | None, attach: list[Attachment]) -> Callable[[], Awaitable[object]]:
        async def send() -> object:
            files = files_of(attach)
            response = self.interaction.response
            more: dict[str, Any] = {"allowed_mentions": NOBODY}
            shown: dict[str, Any] = {"view": view} if view is not None else {}
            if response.is_done() and not self.waiting:
                return await self.interaction.followup.send(text, ephemeral=True, suppress_embeds=True, files=files, wait=True, **shown, **more)
            if self.waiting:
                await self.interaction.edit_original_response(content=text, view=view, attachments=files, **more)
                self.waiting = False
                return None
            if self.update:
                return await response.edit_message(content=text, view=view, attachments=files, **more)
            return await response.send_message(text, ephemeral=True, suppress_embeds=True, files=files, **shown, **more)
        return send

    async def public(self, text: str, view: discord.ui.View | None, mention: Iterable[str], attach: Sequence[Attachment] = ()) -> bool:
        """Everybody in the channel reads this, as the answer to a command."""
        if self.waiting:
            await self.private("Erledigt.")
        parts, files = parts_of(text, attach)
        fine = True
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            extra: dict[str, Any] = {"view": view} if last and view is not None else {}
            given = files if last else []

            async def send(part: str = part, extra: dict[str, Any] = extra, given: list[Attachment] = given) -> object:
                extra = {**extra, "files": files_of(given)} if given else extra
                if self.interaction.response.is_done():
                    return await self.interaction.followup.send(part, suppress_embeds=True, allowed_mentions=pinging(mention), wait=True, **extra)
                return await self.interaction.response.send_message(part, suppress_embeds=True, allowed_mentions=pinging(mention), **extra)

            fine = await self._try(send) and fine
        return fine

    async def _try(self, attempt: Callable[[], Awaitable[object]]) -> bool:
        """Too late or answered already is no failure of ours; everything else is logged."""
        try:
            await again(attempt, WAITS)
        except discord.InteractionResponded:
            return False
        except discord.HTTPException as error:
            level = logging.INFO if error.code in EXPIRED else logging.WARNING
            log.log(level, "answer not delivered: %s %s", error.status, error.code)
            return False
        except (TimeoutError, OSError) as error:
            log.warning("answer not delivered: %s", type(error).__name__)
            return False
        return True
