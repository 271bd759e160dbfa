"""Who gets in: token, secret, Host and Origin. And how the server starts and stops."""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot.web.people import FILE, People, Person
from bot.web.server import FILES, Connection, Server
from game_state.store import Store
from tests.web.conftest import Seat, serving


async def get(server: Server, path: str = "/", **headers: str) -> tuple[int, Mapping[str, str], str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{server.port}{path}", headers=headers) as response:
        return response.status, response.headers, await response.text()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}", ""])
async def test_only_the_own_host_name(server: Server, host: str) -> None:
    assert (await get(server, Host=host.format(port=server.port)))[0] == 403
    assert (await get(server, Host=f"localhost:{server.port}"))[0] == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"])
async def test_no_other_origin(server: Server, origin: str) -> None:
    origin = origin.format(port=server.port)
    assert (await get(server, Origin=origin))[0] == 403
    async with aiohttp.ClientSession() as session:
        for wrong in (origin, None):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(f"http://127.0.0.1:{server.port}/live", origin=wrong)
            assert refused.value.status == 403


async def test_files_are_strict_and_tell_nothing(server: Server) -> None:
    for path in ("/", *(f"/{name}" for name in FILES)):
        status, headers, body = await get(server, path)
        assert status == 200
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert server.people.register.token not in body
        assert not re.search(r"(?:src|href|url)\W{1,3}(?:https?:)?//", body)
    for path in ("/server.py", "/people.py", "/../config.py", "/%2e%2e/config.py", "/web.json"):
        assert (await get(server, path))[0] == 404


async def turned_away(server: Server, **message: str) -> dict[str, str]:
    async with Seat(server, "Mallory") as seat:
        await seat.send(**message)
        answer = await seat.until("denied")
        assert (await seat.socket.receive()).type is aiohttp.WSMsgType.CLOSE
        assert len(seat.traffic) == 1
        return answer


async def test_token_and_secret(server: Server) -> None:
    token = server.people.register.token
    async with Seat(server, "Anna") as anna:
        await anna.sit()
        assert (await turned_away(server, op="hello", token="falsch", person="anna", secret=anna.secret))["code"] == "token"
        assert (await turned_away(server, op="arrive", token="", name="Carl", secret=anna.secret))["code"] == "token"
        assert (await turned_away(server, op="hello", token=token, person="anna", secret="falsch"))["code"] == "secret"
        assert (await turned_away(server, op="hello", token=token, person="niemand", secret=""))["code"] == "secret"
        assert "gibt es schon" in (await turned_away(server, op="arrive", token=token, name="ANNA ", secret="x" * 30))["text"]
    async with Seat(server, "Anna") as again:
        await again.send(op="hello", token=token, person="anna", secret=anna.secret)
        assert (await again.until("person"))["name"] == "Anna"


async def test_arriving_twice_with_the_same_secret_is_one_person(server: Server) -> None:
    async with Seat(server, "Anna") as first, Seat(server, "Anna") as second:
        await first.sit()
        second.secret = first.secret
        await second.sit()
        assert list(server.people.register.persons) == ["anna"]


@pytest.mark.parametrize("name", ["", " ", "***", "x" * 25])
async def test_names_that_are_none(server: Server, name: str) -> None:
    token = server.people.register.token
    assert (await turned_away(server, op="arrive", token=token, name=name, secret="x" * 30))["code"] == "name"


async def test_a_numeric_name_never_becomes_a_discord_number(server: Server) -> None:
    async with Seat(server, "123456789") as seat:
        await seat.sit()
        assert list(server.people.register.persons) == ["n-123456789"]


@pytest.mark.parametrize("first", ["", "{", "[]", '{"op": "say"}', '{"op": "hello"}', "x" * 100_000])
async def test_nonsense_at_the_door(server: Server, first: str) -> None:
    async with Seat(server, "Mallory") as seat:
        await seat.socket.send_str(first)
        assert (await seat.socket.receive()).type is aiohttp.WSMsgType.CLOSE


async def test_seats_tables_and_token_survive_a_restart(store: Store) -> None:
    async with serving(store) as server, Seat(server, "Anna") as anna:
        await anna.sit()
        assert (await anna.ask("channel", text="Küche"))["found"] == "kueche"
        assert "gibt es schon" in (await anna.ask("channel", text="kueche"))["error"]
        token = server.people.register.token
    assert (store.folder / FILE).stat().st_mode & 0o077 == 0
    assert anna.secret not in (store.folder / FILE).read_text()
    async with serving(store) as server, Seat(server, "Anna") as again:
        await again.send(op="hello", token=token, person="anna", secret=anna.secret, channel="kueche")
        assert [one["name"] for one in (await again.until("welcome"))["channels"]] == ["Tisch 1", "Küche"]


async def test_a_page_that_does_not_read_is_let_go(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.web.server.MAX_WAITING", 3)

    async def stuck() -> None:
        connection = Connection(web.WebSocketResponse(), Person(id="anna", name="Anna", secret=""), "tisch-1")
        for _ in range(4):
            connection.send("state")
        await asyncio.sleep(5)

    with pytest.raises(asyncio.CancelledError):
        await asyncio.create_task(stuck())


async def test_an_unreadable_register_is_one_sentence(store: Store) -> None:
    (store.folder / FILE).write_text("{")
    with pytest.raises(Exception, match=r"web\.json lässt sich nicht lesen"):
        People(store.folder)


def herold(folder: Path, port: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "HEROLD_PORT": str(port), "HEROLD_DISCORD_TOKEN": ""}
    command = [sys.executable, "-m", "bot.main", "--daten", str(folder)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
async def test_start_and_stop(tmp_path: Path, stop: signal.Signals) -> None:
    process = herold(tmp_path / "daten", 0)
    try:
        assert process.stdout is not None
        line = await asyncio.to_thread(process.stdout.readline)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#token=(\S+)", line)
        assert found, line
        origin = f"http://127.0.0.1:{found[1]}"
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{origin}/live", origin=origin) as ws:
            await ws.send_json({"op": "arrive", "token": found[2], "name": "Anna", "secret": "x" * 30})
            assert json.loads(await ws.receive_str(timeout=5))["type"] == "person"
            process.send_signal(stop)
            while (frame := await ws.receive(timeout=5)).type is aiohttp.WSMsgType.TEXT:
                pass
            assert frame.data == aiohttp.WSCloseCode.GOING_AWAY
        out, err = await asyncio.to_thread(process.communicate, timeout=10)
        assert process.returncode == 0
        assert "gespeichert" in out
        assert "Traceback" not in err
        assert found[2] not in err
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()


def test_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        process = herold(tmp_path / "daten", port)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert out == ""
    assert err.count("\n") == 1
    assert f"Auf dem Port {port} läuft schon" in err
