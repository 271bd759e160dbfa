"""What keeps the bot from running is said in one German sentence."""

import socket
import urllib.request
from collections.abc import Callable

from tests.discord.conftest import Room


def last_line(room: Room) -> str:
    text = room.bot.log.read_text()
    assert "Traceback" not in text, text
    return text.strip().splitlines()[-1]


def test_wrong_token(make_room: Callable[..., Room]) -> None:
    room = make_room(start=False, discord_token="falsch")
    assert room.bot.start(wait=False).exit_code() == 1
    assert "nimmt den Token nicht an" in last_line(room)
    assert "falsch" not in room.bot.log.read_text()


def test_no_network(make_room: Callable[..., Room]) -> None:
    room = make_room(start=False)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        real, room.world.port = room.world.port, free.getsockname()[1]
        assert room.bot.start(wait=False).exit_code() == 1
        room.world.port = real
    assert "nicht erreichbar" in last_line(room)


def test_port_in_use_and_second_bot(make_room: Callable[..., Room]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        room = make_room(start=False, gesundheit_port=taken.getsockname()[1])
        assert room.bot.start(wait=False).exit_code() == 1
    assert "schon belegt" in last_line(room)


def test_health_metrics_and_log(make_room: Callable[..., Room]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    room = make_room(gesundheit_port=port, protokoll_form="json")
    anna, _bernd = room.started("Anna", "Bernd")
    anna.slash("zug", befehle="biete 9")
    anna.slash("zug", befehle="biete 99")
    anna.slash("hand")
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/gesund").read() == b"gesund\n"
    numbers = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    assert 'herold_replies_total{kind="acted"}' in numbers
    assert 'herold_replies_total{kind="refused"} 1' in numbers
    assert "herold_answer_seconds" in numbers
    assert room.bot.stop() == 0
    log = room.bot.log.read_text()
    assert room.world.token not in log
    for secret in ("biete", "Dieb", "Wache", "Esel", "Anna"):
        assert secret not in log
    assert all(line.startswith("{") for line in log.splitlines())


def test_first_start_before_anybody_has_invited_it(make_room: Callable[..., Room]) -> None:
    room = make_room(start=False)
    room.world.removed = True
    room.bot.start()
    zeno = room.people("Zeno")[0]
    zeno.write("hilfe")
    room.world.until(lambda: zeno.letters, 5, "Hilfe im Brief")
    assert room.bot.stop() == 0
    assert "Traceback" not in room.bot.log.read_text()


def test_missing_rights_to_commands(make_room: Callable[..., Room]) -> None:
    room = make_room(start=False)
    room.world.fault("PUT", "/commands$", "status", status=403, times=9)
    room.bot.start()
    assert room.bot.stop() == 0
