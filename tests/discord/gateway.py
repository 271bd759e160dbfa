"""The gateway: hello, identify, heartbeat, resume, and everything that goes wrong with them."""

import asyncio
import json
import secrets
import zlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

if TYPE_CHECKING:
    from tests.discord.world import World

PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)
GUILDS, GUILD_MESSAGES, DM_MESSAGES, CONTENT = 1, 1 << 9, 1 << 12, 1 << 15


@dataclass
class Session:
    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    events: list[dict[str, Any]] = field(default_factory=list)
    link: "Link | None" = None


class Link:
    """One websocket, compressed as the client wished."""

    def __init__(self, ws: web.WebSocketResponse, compress: bool) -> None:
        self.ws = ws
        self._deflate = zlib.compressobj() if compress else None

    async def send(self, frame: dict[str, Any]) -> None:
        text = json.dumps(frame)
        if self._deflate is None:
            await self.ws.send_str(text)
            return
        await self.ws.send_bytes(self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH))


class Gateway:
    def __init__(self, world: "World") -> None:
        self.world = world
        self.sessions: dict[str, Session] = {}
        self.identifies = self.resumes = 0
        self.heartbeat = 41250
        self.acking = True
        self.refuse_resume = False
        self.too_big: list[int] = []

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(max_msg_size=0)
        await ws.prepare(request)
        link = Link(ws, request.query.get("compress") == "zlib-stream")
        session: Session | None = None
        await link.send({"op": 10, "s": None, "t": None, "d": {"heartbeat_interval": self.heartbeat}})
        async for message in ws:
            if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                break
            raw = message.data if isinstance(message.data, str) else message.data.decode()
            if len(raw) > 4096:
                self.too_big.append(len(raw))
                await ws.close(code=4002)
                break
            frame = json.loads(raw)
            match frame["op"]:
                case 1:
                    if self.acking:
                        await link.send({"op": 11, "s": None, "t": None, "d": None})
                case 2:
                    session = await self._identify(link, frame["d"])
                    if session is None:
                        break
                case 6:
                    session = await self._resume(link, frame["d"])
                case 3 | 4 | 8:
                    pass
        if session is not None and session.link is link:
            session.link = None
        return ws

    async def _identify(self, link: Link, data: dict[str, Any]) -> Session | None:
        self.identifies += 1
        if data["token"] != self.world.token:
            await link.ws.close(code=4004, message=b"Authentication failed.")
            return None
        if data["intents"] & PRIVILEGED:
            await link.ws.close(code=4014, message=b"Disallowed intent(s).")
            return None
        shard = tuple(data.get("shard", (0, 1)))
        session = Session(secrets.token_hex(8), data["intents"], shard, link=link)
        self.sessions[session.id] = session
        world = self.world
        await self._to(session, "READY", {
            "v": 10, "user": {**world.me.dump(), "mfa_enabled": False, "verified": True, "email": None}, "guilds": [{"id": world.guild_id,
            "unavailable": True}],
            "session_id": session.id, "resume_gateway_url": f"ws://127.0.0.1:{world.port}/gw", "shard": list(shard), "session_type": "normal",
            "application": {"id": world.me.id, "flags": 0}, "private_channels": [], "relationships": [], "presences": [], "_trace": [],
        })
        if not world.removed:
            await self._to(session, "GUILD_CREATE", world.guild_payload())
        return session

    async def _resume(self, link: Link, data: dict[str, Any]) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or self.refuse_resume:
            await link.send({"op": 9, "s": None, "t": None, "d": False})
            return None
        self.resumes += 1
        session.link = link
        for event in session.events:
            if event["s"] > data["seq"]:
                await link.send(event)
        await self._to(session, "RESUMED", {"_trace": []})
        return session

    async def _to(self, session: Session, name: str, data: dict[str, Any]) -> None:
        session.seq += 1
        frame = {"op": 0, "s": session.seq, "t": name, "d": data}
        session.events.append(frame)
        if session.link is not None and not session.link.ws.closed:
            try:
                await session.link.send(frame)
            except (ConnectionError, RuntimeError):
                session.link = None

    async def dispatch(self, name: str, data: dict[str, Any], times: int = 1) -> None:
        """To the newest session, if its intents want it. `times` > 1 repeats the event, as a faulty gateway might."""
        if not self.sessions:
            return
        session = list(self.sessions.values())[-1]
        if name.startswith("MESSAGE_"):
            needed = GUILD_MESSAGES if data.get("guild_id") else DM_MESSAGES
        else:
            needed = GUILDS if name.startswith(("GUILD_", "CHANNEL_", "THREAD_")) else 0
        if needed and not session.intents & needed:
            return
        for _ in range(times):
            await self._to(session, name, data)

    # -- faults -------------------------------------------------------------------------------------------------

    @property
    def live(self) -> list[Session]:
        return [s for s in self.sessions.values() if s.link is not None]

    async def reconnect(self) -> None:
        for session in self.live:
            assert session.link is not None
            await session.link.send({"op": 7, "s": None, "t": None, "d": None})

    async def invalidate(self) -> None:
        """Op 9: the session is gone, identify anew."""
        for session in self.live:
            link = session.link
            assert link is not None
            del self.sessions[session.id]
            await link.send({"op": 9, "s": None, "t": None, "d": False})

    async def close(self, code: int) -> None:
        for session in self.live:
            assert session.link is not None
            self._closing = asyncio.ensure_future(session.link.ws.close(code=code))

    async def abort(self) -> None:
        """The wire is cut."""
        for session in self.live:
            link, session.link = session.link, None
            assert link is not None
            transport = link.ws._req.transport if link.ws._req is not None else None
            if transport is not None:
                transport.abort()
