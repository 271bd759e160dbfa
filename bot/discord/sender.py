"""Everything that goes out to Discord passes here: its limits, its escapes, its failures.

discord.py obeys rate limits and repeats some server errors; a 503 or a cut connection on a channel send it gives up.
Here the same message is sent again with the same nonce, so that it appears once even if only the answer was lost.
"""

import asyncio
import io
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord

T = TypeVar("T")
log = logging.getLogger("herold.discord")

CONTENT = 2000
MOST_PARTS = 4  # longer answers go out as a file
WAITS = (0.5, 1.0, 2.0, 4.0, 8.0)
NOBODY = discord.AllowedMentions.none()

_MENTION = re.compile(r"@(?=everyone|here)|(?<=<)(?=[@#/:ta])|(?<=\])(?=\()", re.I)
_HEADING = re.compile(r"^(\s*)(#{1,3}|-#|>{1,3}) ", re.M)
_NUMBER = re.compile(r"^(\s*\d+)(?=[.)] )", re.M)  # a list, which Discord would number anew: line 47 of the log would read 12
GAP = "\u200b"


class Attachment(NamedTuple):
    name: str
    content: str


def plain(text: str) -> str:
    """Text in which nothing mentions, links, or shouts.

    >>> plain("@everyone <@1>") == "@\u200beveryone <\u200b@1>"
    True
    """
    text = _MENTION.sub(lambda m: m.group() + GAP, text)
    return _NUMBER.sub(r"\1\\", _HEADING.sub(r"\1\\\2 ", text)).replace("```", "'''").replace("||", "|" + GAP + "|")


def size(text: str) -> int:
    """Length as Discord counts it at worst."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def split(text: str, limit: int = CONTENT) -> list[str]:
    """Parts of at most `limit`, cut at line borders, else between words, else anywhere."""
    parts: list[str] = []
    rest = text.strip("\n")
    while size(rest) > limit:
        cut = limit
        while size(rest[:cut]) > limit:
            cut -= max(1, (size(rest[:cut]) - limit) // 2)
        best = max(rest.rfind("\n", 0, cut), 0) or max(rest.rfind(" ", 0, cut), 0) or cut
        parts.append(rest[:best].rstrip())
        rest = rest[best:].lstrip("\n ")
    parts.append(rest)
    return [part for part in parts if part.strip()]


def shortened(text: str, limit: int, more: str = "…") -> str:
    """The first lines that fit, with a word that there is more."""
    if size(text) <= limit:
        return text
    return split(text, limit - size(more) - 1)[0] + "\n" + more


def clipped(text: str, limit: int) -> str:
    if size(text) <= limit:
        return text
    text = text[: limit - 1]
    while size(text) >= limit:
        text = text[:-1]
    return text + "…"


def pinging(users: Iterable[str]) -> discord.AllowedMentions:
    """Only these people are mentioned, and nobody else."""
    called = [discord.Object(int(user)) for user in dict.fromkeys(users) if user.isdigit()]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=called)


def parts_of(text: str, attach: Sequence[Attachment] = ()) -> tuple[list[str], list[Attachment]]:
    """What is written as messages, and what is too long for that and goes as a file."""
    parts = split(text)
    if len(parts) <= MOST_PARTS:
        return parts, list(attach)
    return [shortened(parts[0], CONTENT - 40, "… (alles steht in der Datei)")], [Attachment("antwort.txt", text), *attach]


def files_of(attach: Iterable[Attachment]) -> list[discord.File]:
    """Fresh for every attempt: a sent file is closed."""
    return [discord.File(io.BytesIO(one.content.encode("utf-8")), one.name) for one in attach]


def transient(error: BaseException) -> bool:
    """Whether trying again may help."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500
    return isinstance(error, aiohttp.ClientError | OSError | TimeoutError)


async def again(attempt: Callable[[], Awaitable[T]], waits: Sequence[float] = WAITS) -> T:
    """Try until it works or the failure is final."""
    for wait in waits:
        try:
            return await attempt()
        except Exception as error:
            if not transient(error):
                raise
            log.warning("send failed, trying again: %s", type(error).__name__)
            await asyncio.sleep(wait)
    return await attempt()


class Sender:
    """Sends to channels and people."""

    def __init__(self, client: discord.Client) -> None:
        self.client = client

    async def send(
        self, channel: str, text: str, view: discord.ui.View | None = None, mention: Iterable[str] = (), reply_to: discord.Message | None = None,
        attach: Sequence[Attachment] = (), nonce: str = "",
    ) -> discord.Message:
        """One text to a channel, in as many messages as it takes; the buttons stand under the last. With the same `nonce` it appears once."""
        parts, files = parts_of(text, attach)
        target = self.client.get_partial_messageable(int(channel))
        return await self._parts(target.send, parts, files, view, pinging(mention), reply_to, nonce)

    async def letter(self, user: int, text: str, view: discord.ui.View | None = None, attach: Sequence[Attachment] = ()) -> discord.Message:
        """A private message. Raises `discord.Forbidden` when the person does not take any."""
        channel = await again(lambda: self.client.create_dm(discord.Object(user)))
        parts, files = parts_of(text, attach)
        return await self._parts(channel.send, parts, files, view, NOBODY, None)

    async def _parts(
        self, send: Callable[..., Awaitable[discord.Message]], parts: list[str], files: list[Attachment], view: discord.ui.View | None,
        mentions: discord.AllowedMentions, reply_to: discord.Message | None, nonce: str = "",
    ) -> discord.Message:
        message: discord.Message | None = None
        nonce = nonce or secrets.token_hex(10)
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            options: dict[str, Any] = {"content": part, "nonce": f"{nonce}-{number}", "allowed_mentions": mentions, "suppress_embeds": True}
            if last and view is not None:
                options["view"] = view
            if number == 0 and reply_to is not None:
                options["reference"] = reply_to.to_reference(fail_if_not_exists=False)

            async def attempt(options: dict[str, Any] = options, last: bool = last) -> discord.Message:
                return await send(**options, **({"files": files_of(files)} if last and files else {}))

            message = await again(attempt)
        assert message is not None
        return message
