"""The test Discord as a whole: runs in a thread of its own, remembers everything, breaks on request."""

import asyncio
import re
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from aiohttp import web

from tests.discord.gateway import CONTENT, Gateway
from tests.discord.model import MANAGE_GUILD, THREAD, USUAL, ApiError, Channel, Interaction, Message, User, snowflake
from tests.discord.rest import Rest

T = TypeVar("T")


@dataclass
class Seen:
    """One request and its answer."""

    method: str
    path: str
    body: Any
    status: int
    answer: Any
    at: float
    files: int = 0


@dataclass
class Fault:
    """`kind`: a status before it is done, `after` a status although it was done, `reset` or `reset_after`, `limit` a 429."""

    method: str
    path: str
    kind: str
    status: int = 503
    times: int = 1
    wait: float = 0.3
    everywhere: bool = False
    hits: int = 0

    def fits(self, method: str, path: str) -> bool:
        return self.hits < self.times and method == self.method and re.search(self.path, path) is not None


@dataclass
class Told:
    """A version of a message, and who could read it."""

    message: Message
    readers: User | None  # None: everybody in the server
    text: str


class World:
    def __init__(self, token: str = "test.token.secret") -> None:
        self.token = token
        self.port = 0
        self.patience = 1.0  # how much of the usual time people wait
        self.me = User("Herold", bot=True)
        self.guild_id = snowflake()
        self.owner = User("Olga")
        self.roles: dict[str, dict[str, Any]] = {}
        self.my_role = {**self._role(snowflake(), "Herold", 0), "managed": True, "tags": {"bot_id": self.me.id}}
        self.channels: dict[str, Channel] = {}
        self.users: dict[str, User] = {self.me.id: self.me, self.owner.id: self.owner}
        self.messages: dict[str, Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: list[dict[str, Any]] = []
        self.nonces: dict[tuple[str, str], Message] = {}
        self.seen: list[Seen] = []
        self.told: list[Told] = []
        self.faults: list[Fault] = []
        self.removed = False
        self.limit: tuple[int, float] = (1000, 1.0)  # sends per channel and seconds
        self.sent_at: dict[str, list[float]] = {}
        self.too_fast = 0
        self.gateway = Gateway(self)
        self.rest = Rest(self)
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._runner: web.AppRunner | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait(10)

    # -- running ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._open())
        self._ready.set()
        self._loop.run_forever()

    async def _open(self) -> None:
        app = web.Application(middlewares=[self.rest.guard], client_max_size=30_000_000)
        app.router.add_get("/gw", self.gateway.serve)
        app.router.add_get("/gw/", self.gateway.serve)
        self.rest.routes(app)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        listening = socket.socket()
        listening.bind(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        await web.SockSite(self._runner, listening, backlog=4096).start()

    def close(self) -> None:
        async def end() -> None:
            await self.gateway.abort()
            if self._runner is not None:
                await self._runner.cleanup()
        self.call(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the world's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def until(self, found: Callable[[], T], seconds: float = 8.0, what: str = "") -> T:
        """Wait for something to be true, and give it back."""
        end = time.monotonic() + seconds * self.patience
        while True:
            value = found()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"nicht eingetreten nach {seconds} s: {what}\n" + self.transcript())
            time.sleep(0.004)

    def transcript(self, last: int = 25) -> str:
        lines = []
        for told in self.told[-last:]:
            lines.append(f"[{told.message.channel.name}] an {told.readers.name if told.readers else 'alle'}: {told.text!r}")
        lines += [f"{s.method} {s.path} -> {s.status} {str(s.answer)[:200] if s.status >= 400 else ''}" for s in self.seen[-last:]]
        return "\n".join(lines)

    # -- furnishing ---------------------------------------------------------------------------------------------

    def channel(self, name: str = "tisch") -> Channel:
        channel = Channel(name, guild=self.guild_id)
        self.channels[channel.id] = channel
        self.call(self.gateway.dispatch("CHANNEL_CREATE", channel.dump()))
        return channel

    def user(self, name: str, roles: tuple[str, ...] = ()) -> User:
        user = User(name)
        for role in roles:
            if role not in self.roles:
                self.roles[role] = self._role(snowflake(), role, USUAL)
                self.call(self.gateway.dispatch("GUILD_ROLE_CREATE", {"guild_id": self.guild_id, "role": self.roles[role]}))
            user.roles.append(self.roles[role]["id"])
        self.users[user.id] = user
        return user

    def _role(self, number: str, name: str, rights: int) -> dict[str, Any]:
        return {
            "id": number, "name": name, "color": 0, "hoist": False, "position": 0 if name == "@everyone" else 1, "permissions": str(rights), "managed": False,
            "mentionable": False, "flags": 0, "icon": None, "unicode_emoji": None, "colors": {"primary_color": 0, "secondary_color": None,
            "tertiary_color": None},
        }

    def guild_payload(self) -> dict[str, Any]:
        everyone = self._role(self.guild_id, "@everyone", USUAL)
        return {
            "id": self.guild_id, "name": "Spielerunde", "icon": None, "splash": None, "discovery_splash": None, "owner_id": self.owner.id,
            "afk_channel_id": None,
            "afk_timeout": 300, "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0,
            "premium_tier": 0, "preferred_locale": "de", "system_channel_flags": 0, "system_channel_id": None, "rules_channel_id": None, "features": [],
            "emojis": [],
            "stickers": [], "roles": [everyone, self.my_role, *self.roles.values()], "channels": [c.dump() for c in self.channels.values() if c.type == 0 and not c.gone],
            "threads": [c.dump() for c in self.channels.values() if c.type == THREAD and not c.gone], "members": [{**self.me.member(), "user": self.me.dump()}], "member_count": len(self.users), "voice_states": [], "presences": [],
            "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [], "large": False, "unavailable": False,
            "joined_at": "2026-01-01T00:00:00+00:00",
            "application_id": None, "description": None, "banner": None, "vanity_url_code": None, "premium_progress_bar_enabled": False,
        }

    def rights_of(self, user: User) -> int:
        return USUAL | (MANAGE_GUILD if user is self.owner else 0)

    # -- what happens -------------------------------------------------------------------------------------------

    def publish(self, message: Message) -> None:
        """Remember this version of a message and who could read it."""
        readers = message.only_for
        if readers is None and message.channel.type == 1:
            readers = message.channel.people[0]
        self.told.append(Told(message, readers, message.text + "\n" + "\n".join(message.labels)))
        message.versions.append(message.content)

    async def announce(self, name: str, message: Message, times: int = 1) -> None:
        """A message event as the bot may see it: without the intent, content only where it is addressed."""
        if message.only_for is not None:
            return
        own = message.author is self.me or message.channel.type == 1 or self.me in message.mentioned
        session = list(self.gateway.sessions.values())[-1] if self.gateway.sessions else None
        blank = not own and not (session is not None and session.intents & CONTENT)
        data = message.dump(blank)
        if message.channel.guild is not None:
            data |= {"guild_id": message.channel.guild, "member": message.author.member()}
        await self.gateway.dispatch(name, data, times)

    def in_channel(self, channel: Channel, since: int = 0) -> list[Message]:
        """What stands in a channel for everybody."""
        own = [m for m in list(self.messages.values()) if m.channel is channel and m.author is self.me]
        return [m for m in own if m.only_for is None and not m.deleted and int(m.id) > since]

    def public_texts(self) -> list[str]:
        return [told.text for told in self.told if told.readers is None and told.message.author is self.me]

    def fault(self, method: str, path: str, kind: str, **more: Any) -> Fault:
        fault = Fault(method, path, kind, **more)
        self.faults.append(fault)
        return fault

    def find_channel(self, number: str) -> Channel:
        channel = self.channels.get(number)
        if channel is None or channel.gone:
            raise ApiError(404, 10003, "Unknown Channel")
        if self.removed and channel.guild is not None:
            raise ApiError(403, 50001, "Missing Access")
        return channel

    def conversation(self, user: User) -> Channel:
        for channel in self.channels.values():
            if channel.type == 1 and channel.people == [user]:
                return channel
        channel = Channel(f"privat {user.name}", 1, [user])
        self.channels[channel.id] = channel
        return channel

    async def remove_channel(self, channel: Channel) -> None:
        channel.gone = True
        if channel.type == THREAD:
            event = {"id": channel.id, "guild_id": channel.guild, "parent_id": channel.parent, "type": THREAD}
            await self.gateway.dispatch("THREAD_DELETE", event)
        else:
            await self.gateway.dispatch("CHANNEL_DELETE", channel.dump())

    async def allow(self, channel: Channel, rights: int) -> None:
        """The bot's rights in a channel change."""
        channel.rights = rights
        await self.gateway.dispatch("CHANNEL_UPDATE", channel.dump())

    async def kick(self) -> None:
        """The bot is removed from the server."""
        self.removed = True
        await self.gateway.dispatch("GUILD_DELETE", {"id": self.guild_id})

    def unanswered(self) -> list[Interaction]:
        return [i for i in self.interactions.values() if i.acked is None]
