"""What a channel is told, in order: one lane per channel. News that wait together become one message."""

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

import discord

from bot.discord import cases
from bot.discord.glance import Glance
from bot.discord.panel import board_embed, turn_view
from bot.discord.sender import CONTENT, NOBODY, Attachment, Sender, again, size, transient
from bot.worker import Worker
from game_state.notebook import Notebook

log = logging.getLogger("herold.discord")

BOARD_PAUSE = 2.0  # the board is edited at most so often
OUTAGE = 15.0  # seconds until a channel is tried again that could not be reached
MUTE = "Das gilt, aber ich darf in diesem Kanal nicht schreiben; gebt mir dort „Nachrichten senden“ und „Kanal ansehen“."


@dataclass
class Post:
    channel: str
    text: str
    glance: Glance | None = None
    mention: list[str] = field(default_factory=list)
    reply_to: discord.Message | None = None
    attach: list[Attachment] = field(default_factory=list)
    refused: Callable[[str], Awaitable[object]] | None = None  # who learns that it could not be posted
    case: cases.Case | None = None  # a dispute that gets a thread of its own
    otherwise: str = ""  # the channel that reads it if this thread is gone
    nonce: str = field(default_factory=lambda: secrets.token_hex(10))


class Lanes:
    """Queues posts per channel and keeps the board message of each table."""

    def __init__(self, sender: Sender, worker: Worker, pin: bool = True) -> None:
        self.sender, self.worker, self.pin = sender, worker, pin
        self._waiting: dict[str, deque[Post]] = {}
        self._boards: dict[str, Glance] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    def post(self, post: Post) -> None:
        queue = self._waiting.get(post.channel)
        if queue is not None:
            queue.append(post)
            return
        self._waiting[post.channel] = deque([post])
        self._start(self._drive(post.channel))

    def show(self, glance: Glance) -> None:
        """Bring the board message up to date, soon."""
        if glance.phase == "lobby":
            return
        running = glance.channel in self._boards
        self._boards[glance.channel] = glance
        if not running:
            self._start(self._keep_board(glance.channel))

    def _start(self, work: "Awaitable[None]") -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self, seconds: float) -> None:
        """Before a stop: let what waits go out."""
        self._closing.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._tasks:  # one that ends may have started another
                    await asyncio.wait(set(self._tasks))

    # -- posts --------------------------------------------------------------------------------------------------

    async def _drive(self, channel: str) -> None:
        queue = self._waiting[channel]
        try:
            while queue:
                posts = self._together(queue)
                if posts[0].case is not None:
                    posts = [await cases.moved(self.sender, self.worker, posts[0])]
                while not await self._deliver(posts) and not self._closing.is_set():  # Discord is away: nothing is dropped
                    await self._pause(OUTAGE)
        finally:
            del self._waiting[channel]

    def _together(self, queue: deque[Post]) -> list[Post]:
        posts = [queue.popleft()]
        length = size(posts[0].text)
        while queue and not posts[0].case and not queue[0].case and queue[0].reply_to is None and length + size(queue[0].text) + 1 <= CONTENT:
            length += size(queue[0].text) + 1
            posts.append(queue.popleft())
        return posts

    async def _pause(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    async def _deliver(self, posts: list[Post]) -> bool:
        """Whether it is settled: said, or refused for good."""
        glance = next((post.glance for post in reversed(posts) if post.glance is not None), None)
        view = turn_view(glance, posts[0].channel) if glance is not None else None
        mention = [user for post in posts for user in post.mention]
        try:
            attach = [file for post in posts for file in post.attach]
            await self.sender.send(posts[0].channel, "\n".join(post.text for post in posts), view, mention, posts[0].reply_to, attach, posts[0].nonce)
        except Exception as error:
            if transient(error):
                log.warning("cannot post in %s now: %s", posts[0].channel, type(error).__name__)
                return False
            if isinstance(error, discord.HTTPException):
                await self._could_not(posts, glance, error)
            else:
                log.error("post lost in %s: %s", posts[0].channel, type(error).__name__)
        else:
            if glance is not None:
                self.told(glance, posts[0].channel)
                self.show(glance)
        return True

    def told(self, glance: Glance, place: str) -> None:
        """The table knows everything up to here, unless it was said in a thread while the channel is still to hear more."""
        if place == glance.channel or glance.channel not in self._waiting:
            self.worker.submit(lambda service: Notebook(service.store).told(glance.table, glance.seq))

    async def _could_not(self, posts: list[Post], glance: Glance | None, error: discord.HTTPException) -> None:
        place = posts[0].channel
        log.warning("cannot post in %s: %s %s", place, error.status, error.code)
        if isinstance(error, discord.NotFound):
            self.worker.submit(lambda service: cases.left(service, place))
            if glance is not None and glance.channel == place:
                table = glance.table
                self.worker.submit(lambda service: Notebook(service.store).set_board(table, gone=1))
        for post in posts:
            if post.otherwise:
                self.post(replace(post, channel=post.otherwise, otherwise="", reply_to=None))
            elif post.refused is not None and (post.glance is None or post.glance.channel == place):
                await post.refused(MUTE)

    # -- board --------------------------------------------------------------------------------------------------

    async def _keep_board(self, channel: str) -> None:
        shown: Glance | None = None
        while self._boards[channel] is not shown:
            shown = self._boards[channel]
            try:
                await self._show(shown)
            except Exception as error:
                log.warning("board of table %s not shown: %s", shown.table, type(error).__name__)
            await self._pause(BOARD_PAUSE)
        del self._boards[channel]

    async def _show(self, glance: Glance) -> None:
        table = glance.table
        board = await asyncio.wrap_future(self.worker.submit(lambda service: Notebook(service.store).board(table)))
        target = self.sender.client.get_partial_messageable(int(glance.channel))
        embed = board_embed(glance)
        if board.message is not None:
            message = target.get_partial_message(int(board.message))
            try:
                await again(lambda: message.edit(embed=embed, allowed_mentions=NOBODY))
                return
            except discord.NotFound:
                pass  # somebody deleted it: a new one
        nonce = f"board-{table}-{glance.seq}"
        sent = await again(lambda: target.send(embed=embed, allowed_mentions=NOBODY, silent=True, nonce=nonce))
        number = str(sent.id)
        await asyncio.wrap_future(self.worker.submit(lambda service: Notebook(service.store).set_board(table, message=number)))
        if self.pin:
            try:
                await sent.pin()
            except discord.HTTPException:
                self.pin_refused(glance.channel)

    def pin_refused(self, channel: str) -> None:
        log.info("may not pin in %s", channel)
