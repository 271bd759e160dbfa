"""A browser table on a free port, people who connect to it without a browser, and Chromium for those who need one."""

import asyncio
import contextlib
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.service import Service
from bot.web.people import People
from bot.web.server import Server, listen, serve
from game_state.store import Store
from tests.web.browser import Browser, Chromium, chromium_path

SECRET = "geheim-geheim-geheim-"


@contextlib.asynccontextmanager
async def serving(store: Store, port: int = 0) -> AsyncIterator[Server]:
    with listen(port) as listening:
        server = Server(Service(store), People(store.folder), listening.getsockname()[1])
        stop = asyncio.Event()
        task = asyncio.create_task(serve(server, listening, stop))
        try:
            yield server
        finally:
            stop.set()
            await task


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with serving(store) as running:
        yield running


class Seat:
    """One person at one websocket. Everything that ever came over the line is in `traffic`."""

    _numbers = itertools.count(1)

    def __init__(self, server: Server, name: str, channel: str = "") -> None:
        self.server, self.name, self.channel = server, name, channel
        self.secret = SECRET + secrets.token_hex(8)
        self.traffic: list[str] = []

    async def __aenter__(self) -> "Seat":
        self.session = aiohttp.ClientSession()
        origin = f"http://127.0.0.1:{self.server.port}"
        self.socket = await self.session.ws_connect(f"{origin}/live", origin=origin)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()
        await self.session.close()

    async def sit(self) -> dict[str, Any]:
        """Arrive; what the page of this person shows first."""
        await self.send(op="arrive", token=self.server.people.register.token, name=self.name, secret=self.secret, channel=self.channel)
        welcome = await self.until("welcome")
        self.channel = welcome["channel"]
        return welcome

    async def send(self, **message: Any) -> None:
        await self.socket.send_json(message)

    async def until(self, kind: str) -> dict[str, Any]:
        while True:
            text = await self.socket.receive_str(timeout=5)
            self.traffic.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == kind:
                return message

    async def ask(self, op: str, **data: Any) -> dict[str, Any]:
        await self.send(op=op, q=next(self._numbers), **data)
        return await self.until("answer")

    async def say(self, text: str, id_: str = "", public: bool = False) -> dict[str, Any]:
        """Say something and wait for what the page shows after it."""
        await self.send(op="say", id=id_ or f"nachricht-{next(self._numbers)}", channel=self.channel, text=text, public=public)
        await self.until("ack")
        state: dict[str, Any] = (await self.until("state"))["state"]
        return state

    async def drain(self) -> None:
        """Read what is still on its way."""
        with contextlib.suppress(TimeoutError):
            while True:
                self.traffic.append(await self.socket.receive_str(timeout=0.2))

    @property
    def entries(self) -> list[dict[str, Any]]:
        found = []
        for text in self.traffic:
            found += json.loads(text).get("entries", [])
        return found


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chromium]:
    path = chromium_path()
    if path is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with Chromium(path, tmp_path_factory.mktemp("chromium")) as running:
        yield running


@pytest.fixture
async def browser(chromium: Chromium) -> AsyncIterator[Browser]:
    async with Browser(chromium.endpoint()) as connected:
        yield connected


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bilder")
