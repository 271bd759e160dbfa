"""What goes over the line: private things only to their seat, nothing twice, nothing lost on reload or restart."""

import asyncio
import contextlib
import json
from typing import Any

import pytest

from bot.web import room as rooms
from bot.web.server import Server
from game_state.store import Store
from tests.web.conftest import Seat, serving


async def start_game(anna: Seat, bernd: Seat) -> None:
    await anna.sit()
    await bernd.sit()
    await anna.say("neues spiel basar")
    await bernd.say("mitspielen")
    await anna.say("start")


def private_of(seat: Seat, name: str) -> list[dict[str, Any]]:
    return [entry for entry in seat.entries if entry["to"] == name]


async def test_hands_and_bids_stay_with_their_seat(server: Server) -> None:
    """Over all recorded traffic: nothing addressed to one reaches another, and the sealed bid is nowhere before it is opened."""
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd, Seat(server, "Zora") as zora:
        await zora.sit()
        await start_game(anna, bernd)
        table = server.room.service.store.open_table("tisch-1")
        assert table is not None
        table.running_state.traders[0].hand[:] = ["wache", "wache", "wache"]
        table.running_state.traders[1].hand[:] = ["esel", "esel", "esel"]
        for other in (bernd, zora):
            await other.drain()
            other.traffic.clear()  # the hand Bernd was dealt before
        assert "Wache, Wache, Wache" in (await anna.say("stand"))["hand"]
        await anna.say("hand")
        await anna.say("biete 7")
        await anna.say("biete 7")  # refused: already sealed
        await anna.say("was kann ich tun")
        await anna.say("spiele Dieb", public=True)  # a move is never said aloud
        await bernd.say("hand")
        for other in (bernd, zora):
            await other.drain()
            seen = "\n".join(other.traffic)
            assert "Wache" not in seen
            assert "biete 7" not in [entry["text"] for entry in other.entries]
            assert "spiele Dieb" not in [entry["text"] for entry in other.entries]
        await bernd.say("biete 2")
        await bernd.say("passe")
        await anna.say("tausche Wache")
        for seat in (anna, bernd, zora):
            await seat.drain()
            assert {entry["to"] for entry in seat.entries} <= {None, seat.name.lower()}
        assert private_of(anna, "anna")
        assert "Du ziehst" in "".join(anna.traffic)
        assert "Du ziehst" not in "".join(bernd.traffic + zora.traffic)
        assert "Gebote: Anna 7, Bernd 2" in "".join(zora.traffic)
        assert not any("Deine Hand" in text for text in zora.traffic)


async def test_every_seat_gets_its_own_buttons(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd, Seat(server, "Zora") as zora:
        await zora.sit()
        await start_game(anna, bernd)
        state = await anna.say("biete 3")
        assert state["actions"] == []
        state = await bernd.say("stand")
        assert [say for say, _ in state["actions"]] == [f"biete {n}" for n in range(11)]
        assert state["yours"]
        assert state["cites"] == ["basar:3"]
        state = await zora.say("stand")
        assert not state["seated"]
        assert not state["actions"]


async def test_questions_are_private_unless_asked_aloud(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("regel 3")
        await bernd.drain()
        assert "regel 3" not in [entry["text"] for entry in bernd.entries]
        await anna.say("regel 4", public=True)
        await bernd.drain()
        answer = bernd.entries[-1]
        assert (answer["kind"], answer["cites"], answer["to"]) == ("answer", ["basar:4"], None)
        assert bernd.entries[-2]["text"] == "regel 4"


async def test_the_same_message_again_counts_once(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("biete 3", id_="dieselbe-1")
        table = server.room.service.store.open_table("tisch-1")
        assert table is not None
        before, seen = table.meta.seq, len(anna.entries)
        await anna.say("biete 3", id_="dieselbe-1")
        await bernd.drain()
        assert table.meta.seq == before
        assert len(anna.entries) == seen
        state = await bernd.say("biete 2", id_="dieselbe-1")  # the id of one person is not the id of another
        assert "Gebote: Anna 3, Bernd 2" in "".join(bernd.traffic)
        assert state["phase"] == "playing"


async def test_resent_after_a_restart_counts_once(store: Store) -> None:
    async with serving(store) as server, Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("biete 3", id_="vorher-1")
        await anna.say("regel 2", id_="frage-0001")
    async with serving(store) as server, Seat(server, "Anna") as again:
        again.secret = anna.secret
        await again.sit()
        table = server.room.service.store.open_table("tisch-1")
        assert table is not None
        before = table.meta.seq
        await again.say("biete 3", id_="vorher-1")
        await again.say("regel 2", id_="frage-0001")
        assert table.meta.seq == before
        assert sum("Anna hat sich entschieden" in entry["text"] for entry in again.entries) == 1
        assert "Zu Beginn einer Runde" in again.entries[-1]["text"]


async def test_the_log_survives_a_reload(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("hand")
        async with Seat(server, "Anna") as again:
            again.secret = anna.secret
            welcome = await again.sit()
            assert [entry["n"] for entry in welcome["entries"]] == [entry["n"] for entry in anna.entries]
            assert "Deine Hand" in welcome["state"]["hand"]


async def test_after_a_restart_the_journal_tells_the_story_to_each_seat(store: Store) -> None:
    async with serving(store) as server, Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("biete 3")
        await bernd.say("biete 2")
        await bernd.say("passe")
        state = await anna.say("stand")
        await anna.say(state["actions"][0][0])
    async with serving(store) as server, Seat(server, "Anna") as again, Seat(server, "Zora") as zora:
        again.secret = anna.secret
        await again.sit()
        await zora.sit()
        assert any("Gebote: Anna 3, Bernd 2" in entry["text"] and "basar:3" in entry["cites"] for entry in zora.entries)
        assert any("Du ziehst" in entry["text"] and entry["to"] == "anna" for entry in again.entries)
        assert "Du ziehst" not in "".join(zora.traffic)


async def test_tables_are_separate_rooms(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.ask("channel", text="Zweiter")
        await anna.send(op="enter", channel="zweiter")
        welcome = await anna.until("welcome")
        assert (welcome["channel"], welcome["entries"]) == ("zweiter", [])
        assert [one["yours"] for one in welcome["channels"]] == [True, False]
        anna.channel = "zweiter"
        await anna.say("neues spiel basar")
        await bernd.drain()
        assert not any(entry["text"] == "neues spiel basar" and entry["to"] == "bernd" for entry in bernd.entries)
        assert sum("Ein Tisch für Basar" in entry["text"] for entry in bernd.entries) == 1


async def test_unknown_tables_and_nonsense_change_nothing(server: Server) -> None:
    async with Seat(server, "Anna") as anna:
        await anna.sit()
        await anna.send(op="say", id="nachricht-x", channel="123456", text="neues spiel basar")
        assert "gibt es nicht" in (await anna.until("trouble"))["text"]
        for nonsense in ("{", "[]", json.dumps({"op": "say", "id": "x"}), json.dumps({"op": "complete", "q": "a" * 20})):
            await anna.socket.send_str(nonsense)
            await anna.until("trouble")
        assert server.room.service.store.table_ids() == []


async def test_completion_sections_and_questions(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        assert (await anna.ask("complete", text="biete 1"))["found"][:2] == ["biete 1", "biete 10"]
        contents = (await anna.ask("contents", game="basar"))["found"]
        assert ["3", "Gebote"] in contents
        section = (await anna.ask("section", game="basar", text="3"))["found"]
        assert section["text"].startswith("Alle bieten verdeckt")
        assert "kenne ich nicht" in (await anna.ask("section", game="basar", text="99"))["error"]
        for game in ("../../game_state", "", "/etc"):
            assert "kenne ich nicht" in (await anna.ask("contents", game=game))["error"]
        found = (await anna.ask("lookup", text="Wer bekommt den Schatz bei Gleichstand der Gebote?", game="basar"))["found"]
        assert "basar:3" in found[0]["cites"]
        found = (await anna.ask("lookup", text="Was kostet ein Silber?", game="dominion"))["found"]
        assert found[0]["cites"][0].startswith("dominion:")
        await bernd.drain()
        assert "Gleichstand der Gebote" not in "".join(bernd.traffic)


async def test_many_pages_at_once_lose_nothing(server: Server) -> None:
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(Seat(server, f"Person {number}")) for number in range(8)]
        await asyncio.gather(*(seat.sit() for seat in seats))
        for _ in range(5):
            await asyncio.gather(*(seat.say("spiele") for seat in seats))
        await asyncio.gather(*(seat.drain() for seat in seats))
        for seat in seats:
            numbers = [entry["n"] for entry in seat.entries]
            assert numbers == sorted(set(numbers))
            assert sum(entry["kind"] == "said" for entry in seat.entries) == 40


@pytest.mark.parametrize("game", ["dominion", "elisabeth", "magister_navis", "orleans", "renaissance", "tisch"])
async def test_every_rule_section_can_be_opened(server: Server, game: str) -> None:
    contents = server.room.contents(game)
    assert contents
    for id_, heading in contents:
        assert server.room.section(game, id_)["heading"] == heading


async def test_the_log_is_bounded(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "KEPT", 20)
    async with Seat(server, "Anna") as anna:
        await anna.sit()
        for _ in range(15):
            await anna.say("spiele")
        assert len(server.room.logs["tisch-1"]) == 20


async def test_a_finished_game_can_be_taken_along_and_read_in(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("spiel beenden")
        await bernd.say("stimme zu")
        await anna.say("export")
        file = next(entry["file"] for entry in anna.entries if "file" in entry)
        await anna.ask("channel", text="Zweiter")
        await anna.send(op="enter", channel="zweiter")
        await anna.until("welcome")
        await anna.send(op="say", id="einlesen-1", channel="zweiter", text="import", file=file["content"])
        await anna.until("state")
        assert any("eingelesen" in entry["text"] for entry in anna.entries)


async def test_a_whole_dispute_in_the_browser_table(server: Server) -> None:
    async with Seat(server, "Anna") as anna, Seat(server, "Bernd") as bernd:
        await start_game(anna, bernd)
        await anna.say("biete 3")
        await bernd.say("biete 2")
        table = server.room.service.store.open_table("tisch-1")
        assert table is not None
        await bernd.say(f"streit {table.meta.seq} Das war zu viel")
        await anna.say("ansicht Das höchste Gebot zahlt")
        await anna.say("befund")
        await bernd.say("abhilfe lassen")
        await anna.say("stimme zu")
        await anna.say("urteile")
        for seat in (anna, bernd):
            await seat.drain()
        told = "\n".join(entry["text"] for entry in bernd.entries)
        for part in ("Streitfall eröffnet", "Davor:", "Danach:", "richtig ausgeführt", "Ansicht von Anna", "Streitfall entschieden", "euer Urteil 1"):
            assert part in told, part
