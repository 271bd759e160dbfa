"""The loopback server of the browser table: a few files and one websocket.

The door has three locks. `Host` must name this server (no DNS rebinding), `Origin` must be our own page (no other site), and the first
message must carry the access token and a person's secret. After that a connection is that one person, and gets only what that person may read.
"""

import asyncio
import contextlib
import errno
import json
import logging
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import PurePath
from typing import Any, Literal, TypeVar

from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from bot.service import Service
from bot.web.people import Denied, People, Person
from bot.web.room import Entry, Room, seen_by
from game_state.store import Store

log = logging.getLogger("herold.web")

HOST = "127.0.0.1"
KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FILES = ("index.html", "app.js", "live.js", "view.js", "speak.js", "rules.js", "style.css", "icon.svg")
HELLO_SECONDS, MAX_MESSAGE, MAX_WAITING = 20, 16 * 1024 * 1024, 512
TURNED_AWAY = 4401  # close code: token or secret is wrong

T = TypeVar("T")


class Hello(BaseModel):
    op: Literal["hello"]
    token: str
    person: str
    secret: str
    channel: str = ""


class Arrive(BaseModel):
    op: Literal["arrive"]
    token: str
    name: str
    secret: str = Field(min_length=20, max_length=100)
    channel: str = ""


class Enter(BaseModel):
    op: Literal["enter"]
    channel: str


class Say(BaseModel):
    op: Literal["say"]
    id: str = Field(min_length=8, max_length=64)
    channel: str
    text: str = Field(max_length=8000)
    public: bool = False
    file: str | None = None  # content of a game to read in


class Request(BaseModel):
    """Something with one answer, for the asker only."""

    op: Literal["complete", "contents", "section", "lookup", "channel"]
    q: int
    text: str = Field(default="", max_length=4000)
    game: str = ""


Opening = TypeAdapter[Hello | Arrive](Hello | Arrive)
Incoming = TypeAdapter[Enter | Say | Request](Enter | Say | Request)


class Connection:
    """One open page: who it is, where it looks, and what still has to be sent."""

    def __init__(self, socket: web.WebSocketResponse, person: Person, channel: str) -> None:
        self.socket, self.person, self.channel = socket, person, channel
        self.queue: asyncio.Queue[str] = asyncio.Queue(MAX_WAITING)
        self.reading = asyncio.current_task()

    def send(self, kind: str, **data: Any) -> None:
        try:
            self.queue.put_nowait(json.dumps({"type": kind, **data}, ensure_ascii=False))
        except asyncio.QueueFull:  # a page that does not read; it will come back and ask for everything
            if self.reading is not None:
                self.reading.cancel()

    async def deliver(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                await self.socket.send_str(await self.queue.get())


class Server:
    """The application and all its connections. The service works in one thread beside the event loop."""

    def __init__(self, service: Service, people: People, port: int) -> None:
        self.room, self.people, self.port = Room(service, people), people, port
        self.connections: set[Connection] = set()
        self.thread = ThreadPoolExecutor(1, "herold")
        names = [f"{name}:{port}" for name in (HOST, "localhost")]
        self.hosts, self.origins = frozenset(names), frozenset(f"http://{name}" for name in names)
        self.headers = {
            "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
            f"connect-src 'self' ws://{HOST}:{port} ws://localhost:{port}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
        }

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/#token={self.people.register.token}"

    def application(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.router.add_get("/", self._file)
        for name in FILES:
            app.router.add_get(f"/{name}", self._file)
        app.router.add_get("/live", self._live)
        app.on_shutdown.append(self._goodbye)
        return app

    async def work(self, function: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.thread, function, *arguments)

    # -- the door -----------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if request.headers.get("Host", "").lower() not in self.hosts or (origin is not None and origin not in self.origins):
            return web.Response(status=403, text="Dieser Tisch spricht nur mit seiner eigenen Seite.\n")
        try:
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(self.headers)
            raise
        if not response.prepared:
            response.headers.update(self.headers)
        return response

    async def _file(self, request: web.Request) -> web.Response:
        name = request.path.lstrip("/") or "index.html"
        body = resources.files("bot.web").joinpath(name).read_bytes()
        return web.Response(body=body, content_type=KINDS[PurePath(name).suffix], charset="utf-8")

    async def _live(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") not in self.origins:  # browsers always name it here
            return web.Response(status=403, text="Dieser Tisch spricht nur mit seiner eigenen Seite.\n")
        socket = web.WebSocketResponse(heartbeat=25, max_msg_size=MAX_MESSAGE)
        await socket.prepare(request)
        try:
            connection = await self._open(socket)
        except Denied as denied:
            await socket.send_json({"type": "denied", "text": str(denied), "code": denied.code})
            await socket.close(code=TURNED_AWAY)
            return socket
        except (TimeoutError, TypeError, ValueError):
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
            return socket
        deliver = asyncio.create_task(connection.deliver())
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(connection, message.data)
        finally:
            self.connections.discard(connection)
            deliver.cancel()
        return socket

    async def _open(self, socket: web.WebSocketResponse) -> Connection:
        """The first message says who this is; nothing is told before it is proven."""
        first = Opening.validate_json(await socket.receive_str(timeout=HELLO_SECONDS))
        self.people.admit(first.token)
        if isinstance(first, Arrive):
            person = await self.work(self.people.arrive, first.name, first.secret)
        else:
            person = self.people.known(first.person, first.secret)
        connection = Connection(socket, person, self.people.channel(first.channel))
        connection.send("person", id=person.id, name=person.name, games=await self.work(self.room.games))
        await self._enter(connection)
        self.connections.add(connection)
        return connection

    async def _enter(self, connection: Connection) -> None:
        channel, person = connection.channel, connection.person

        def look() -> tuple[list[Entry], dict[str, Any], list[dict[str, Any]]]:
            return self.room.visible(channel, person.id), self.room.state(person, channel), self.room.channels(person)

        entries, state, channels = await self.work(look)
        connection.send("welcome", channel=channel, entries=entries, state=state, channels=channels)

    # -- what a page says ---------------------------------------------------------------------------------------

    async def _hear(self, connection: Connection, text: str) -> None:
        try:
            message = Incoming.validate_json(text)
        except ValidationError:
            connection.send("trouble", text="Diese Nachricht verstehe ich nicht; lade die Seite bitte neu.")
            return
        try:
            if isinstance(message, Enter):
                connection.channel = self.people.channel(message.channel)
                await self._enter(connection)
            elif isinstance(message, Say):
                await self._say(connection, message)
            else:
                await self._answer(connection, message)
        except Exception:
            log.exception("%s failed", message.op)
            connection.send("trouble", text="Da ist mir ein Fehler unterlaufen; lade die Seite bitte neu.")

    async def _say(self, connection: Connection, said: Say) -> None:
        if said.channel not in self.people.register.channels:
            connection.send("ack", id=said.id)
            connection.send("trouble", text="Diesen Tisch gibt es nicht mehr.")
            return
        entries = await self.work(self.room.say, connection.person, said.channel, said.id, said.text, said.public, said.file)
        for other in self.connections:
            seen = seen_by(entries, other.person.id)
            if other.channel == said.channel and seen:
                other.send("entries", channel=said.channel, entries=seen)
        connection.send("ack", id=said.id)
        await self._refresh(said.channel)

    async def _refresh(self, channel: str) -> None:
        """New board, hand and buttons for everybody who looks at this table."""
        for other in list(self.connections):
            channels = await self.work(self.room.channels, other.person)
            if other.channel == channel:
                state = await self.work(self.room.state, other.person, channel)
                other.send("state", channel=channel, state=state, channels=channels)
            else:
                other.send("channels", channels=channels)

    async def _answer(self, connection: Connection, request: Request) -> None:
        person, channel, text = connection.person, connection.channel, request.text
        try:
            match request.op:
                case "complete":
                    found: Any = await self.work(self.room.complete, person, channel, text)
                case "contents":
                    found = await self.work(self.room.contents, request.game)
                case "section":
                    found = await self.work(self.room.section, request.game, text)
                case "lookup":
                    found = await self.work(self.room.look_up, person, channel, text, request.game)
                case "channel":
                    found = await self.work(self.people.new_channel, text)
                    await self._refresh(found)
        except Denied as denied:
            connection.send("answer", q=request.q, error=str(denied))
            return
        connection.send("answer", q=request.q, found=found)

    # -- the end ------------------------------------------------------------------------------------------------

    async def _goodbye(self, _app: web.Application) -> None:
        for connection in list(self.connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)


def listen(port: int) -> socket.socket:
    return socket.create_server((HOST, port))


async def serve(server: Server, listening: socket.socket, stop: asyncio.Event) -> None:
    """Run until `stop`; open messages are finished first."""
    runner = web.AppRunner(server.application(), access_log=None, shutdown_timeout=3)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        await stop.wait()
    finally:
        await runner.cleanup()
        server.thread.shutdown()


async def _run(server: Server, listening: socket.socket) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    print(f"Dein Tisch steht bereit: {server.address}\nÖffne die Adresse im Browser; sie gilt nur auf diesem Rechner. Strg-C beendet.", flush=True)
    await serve(server, listening, stop)
    print("Auf Wiedersehen; alle Tische sind gespeichert.", flush=True)


def run(store: Store, port: int) -> int:
    """The browser table until somebody stops it. Gives back the exit code."""
    try:
        listening = listen(port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            print(f"Auf dem Port {port} läuft schon etwas anderes; wähle mit HEROLD_PORT einen anderen (0 nimmt irgendeinen freien).", file=sys.stderr)
        else:
            print(f"Auf dem Port {port} darf ich nicht lauschen ({error.strerror}).", file=sys.stderr)
        return 1
    with listening:
        people = People(store.folder)
        store.prune()
        asyncio.run(_run(Server(Service(store), people, listening.getsockname()[1]), listening))
    return 0
