"""A dispute in Discord: it gets a thread of its own, is argued and voted there, and its ruling is told to all."""

import re
import signal
import time
from collections.abc import Callable

from game_state.disputes import Disputes
from game_state.notebook import Notebook
from game_state.store import Store
from tests.discord.conftest import Room
from tests.discord.model import EVERY, SEND_IN_THREADS, THREADS, Channel
from tests.discord.person import Person
from tests.discord.scenario import leaks, once, sound

OPENED = "Streitfall eröffnet"


def bidden(room: Room) -> tuple[Person, Person, int]:
    """Two bids are open; the number is the line of the second."""
    anna, bernd = room.started("Anna", "Bernd")
    anna.slash("zug", befehle="biete 3")
    bernd.slash("zug", befehle="biete 2")
    once(room, "Gebote: Anna 3, Bernd 2")
    log = bernd.slash("protokoll", zeilen=30).private
    return anna, bernd, [int(number) for number, text in re.findall(r"^(\d+)\\?\. (.*)$", log, re.M) if "Gebote" in text][-1]


def opened(room: Room) -> tuple[Person, Person, Channel]:
    anna, bernd, line = bidden(room)
    bernd.slash("zug", befehle=f"streit {line} Anna hat zu viel gezahlt")
    room.hears("Weiter in <#")
    thread = room.threads()[0]
    once(room, OPENED, thread)
    return anna, bernd, thread


def said_in_channel(room: Room) -> list[str]:
    return [m.content for m in room.world.in_channel(room.channel) if m.content]


def test_a_dispute_from_line_to_ruling(room: Room) -> None:
    anna, bernd, line = bidden(room)
    before = len(said_in_channel(room))
    bernd.slash("streit", text=f"{line} Anna hat zu viel gezahlt", times=2)
    room.hears("Weiter in <#")
    [thread] = room.threads()
    assert re.fullmatch(rf"Streitfall \d+: Zeile {line}", thread.name)
    assert said_in_channel(room)[before:] == [f"{thread.name}. Weiter in <#{thread.id}>."]
    text = once(room, OPENED, thread).content
    assert "Bernd: „Anna hat zu viel gezahlt“" in text  # nobody else has read the slash command
    assert "Befund (vom Programm nachgerechnet)" in text
    anna.slash("zug", thread, befehle="ansicht Das höchste Gebot zahlt")
    once(room, "Ansicht von Anna aufgenommen: „Das höchste Gebot zahlt“", thread)
    asked = bernd.say("@Herold befund", thread)
    assert once(room, "Anna: „Das höchste Gebot zahlt“", thread).reference == asked.id
    assert "richtig ausgeführt" in anna.slash("zug", thread, befehle="befund").private
    assert "abhilfe" in " ".join(anna.completions("zug", thread, befehle="abh"))
    bernd.say("@Herold abhilfe zurück weil Anna sich vertippt hat", thread)
    wanted = once(room, "Streitfall beenden", thread)
    assert ", weil Anna sich vertippt hat" in wanted.content
    assert wanted.pinged == [anna.user.id]
    assert [b["label"] for b in wanted.buttons] == ["Zustimmen", "Ablehnen"]
    assert len(said_in_channel(room)) == before + 1
    anna.click(wanted, "Zustimmen")
    for place in (thread, room.channel):
        assert "zurück vor Zeile" in once(room, "Streitfall entschieden", place).content
        once(room, "Das ist euer Urteil", place)
    assert "Urteil 1" in anna.slash("zug", thread, befehle="urteile").private
    assert leaks(room.world) == []


def test_moves_said_in_the_thread_are_told_in_the_channel(room: Room) -> None:
    _anna, bernd, thread = opened(room)
    assert "passe" in bernd.completions("zug", thread, befehle="pas")
    bernd.slash("zug", thread, befehle="passe")
    once(room, "darf eine Karte tauschen")
    assert "tauschen" not in room.texts(thread)
    assert "Zurückgenommen" not in bernd.slash("rueckgaengig", thread).public  # a public order of the table, answered in any case
    once(room, "Zurückgenommen")
    said = bernd.say("@Herold passe", thread)
    room.world.until(lambda: room.texts().count("darf eine Karte tauschen") == 2, 5, "Zug im Kanal")
    assert once(room, f"Das steht in <#{room.channel.id}>", thread).reference == said.id
    assert "Runde 1" in bernd.slash("stand", thread, oeffentlich=True).public
    assert "läuft schon" in bernd.slash("neu", thread, spiel="basar").private
    assert leaks(room.world) == []


def test_what_is_argued_in_the_channel_or_privately_is_read_in_the_thread(room: Room) -> None:
    anna, bernd, thread = opened(room)
    said = anna.say("@Herold ansicht Das höchste Gebot zahlt")
    once(room, "Ansicht von Anna", thread)
    assert once(room, f"Das steht in <#{thread.id}>").reference == said.id
    bernd.write("ansicht Das zweithöchste Gebot zahlt")
    once(room, "Ansicht von Bernd", thread)
    assert f"Das steht in <#{thread.id}>" in bernd.slash("zug", befehle="abhilfe lassen").private
    once(room, "Streitfall beenden", thread)
    assert "Urteil" in anna.slash("zustimmen").public
    once(room, "Das ist euer Urteil", thread)
    once(room, "Das ist euer Urteil")


def test_a_question_names_its_thread_and_nobody_is_called_by_it(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    anna.say(f"@Herold streit @everyone <@1> zahlt das {'wirklich ' * 30}höchste Gebot?")
    room.hears("Weiter in <#")
    [thread] = room.threads()
    assert re.match(r"Streitfall \d+: @\u200beveryone 1 zahlt das wirklich", thread.name)
    assert len(thread.name) <= 100
    once(room, OPENED, thread)
    sound(room)


def test_without_the_right_to_threads_it_is_argued_in_the_channel(room: Room) -> None:
    for missing in (THREADS, SEND_IN_THREADS):
        room.channel = room.world.channel()
        room.world.call(room.world.allow(room.channel, EVERY & ~missing))
        anna, bernd, line = bidden(room)
        bernd.slash("zug", befehle=f"streit {line}")
        once(room, OPENED)
        anna.slash("zug", befehle="ansicht Das höchste Gebot zahlt")
        once(room, "Ansicht von Anna aufgenommen")
        bernd.slash("zug", befehle="abhilfe lassen")
        assert once(room, "Streitfall beenden").pinged == [anna.user.id]
        anna.slash("zustimmen")
        once(room, "Das ist euer Urteil")
        assert room.threads() == []


def test_a_thread_that_cannot_be_made_or_answers_late(room: Room) -> None:
    _anna, bernd, line = bidden(room)
    path = rf"/channels/{room.channel.id}/messages/\d+/threads$"
    room.world.fault("POST", path, "status", status=403)
    bernd.slash("zug", befehle=f"streit {line}")
    once(room, OPENED)
    bernd.slash("zug", befehle="abhilfe lassen")
    once(room, "Streitfall beenden")
    _anna.slash("zustimmen")
    once(room, "Das ist euer Urteil")
    room.world.fault("POST", path, "after", status=503)
    bernd.slash("zug", befehle=f"streit {line}")
    room.hears("Weiter in <#")
    [thread] = room.threads()
    once(room, OPENED, thread)


def test_a_table_in_a_thread_has_no_threads(room: Room) -> None:
    room.people("Olga")[0].slash("neu", spiel="basar", faden=True)
    room.world.until(room.threads, 5, "Thread")
    [table] = room.threads()
    outer, room.channel = room.channel, table
    room.hears("Ein Tisch für Basar")
    anna = room.people("Anna")[0]
    anna.slash("zug", befehle="streit Zahlt das höchste Gebot?")
    once(room, OPENED)
    assert room.threads() == []
    room.channel = outer
    assert room.threads() == [table]


def test_a_deleted_thread_loses_nothing(room: Room) -> None:
    """Whether Discord has told us that it is gone, or we find it closed."""
    for announced in (True, False):
        room.channel = room.world.channel()
        anna, bernd, thread = opened(room)
        if announced:
            room.world.call(room.world.remove_channel(thread))
        else:
            thread.gone = True
        anna.slash("zug", befehle="ansicht Das höchste Gebot zahlt")
        once(room, "Ansicht von Anna aufgenommen")
        bernd.slash("zug", befehle="abhilfe lassen")
        once(room, "Streitfall beenden")
        anna.slash("zustimmen")
        once(room, "Das ist euer Urteil")


def test_what_the_thread_does_not_take_is_said_even_while_stopping(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, _bernd, thread = opened(room)
    thread.gone = True
    room.world.fault("POST", rf"/channels/{thread.id}/messages$", "status", status=503)
    anna.slash("zug", befehle="ansicht Das höchste Gebot zahlt")
    assert room.bot.stop() == 0
    once(room, "Ansicht von Anna aufgenommen")


def test_a_ruling_for_a_thread_that_is_gone_is_told_in_the_channel(make_room: Callable[..., Room]) -> None:
    """And the channel is not taken for lost with it."""
    room = make_room()
    _anna, _bernd, thread = opened(room)
    thread.gone = True
    leader = room.people("Luise", roles=("Spielleitung",))[0]
    decided = leader.slash("zug", befehle="abhilfe lassen")
    once(room, "Das ist euer Urteil 1")
    room.world.until(lambda: any(s.status == 404 for s in room.world.seen), 5, "Versuch im Thread")
    assert room.bot.stop() == 0
    assert "darf in diesem Kanal nicht schreiben" not in decided.private
    store = Store(room.bot.folder / "daten", readonly=True)
    assert not Notebook(store).board(1).gone
    assert Disputes(store).argued_at(thread.id) is None
    store.close()


def test_a_closed_thread_is_answered_in_the_channel(room: Room) -> None:
    anna, bernd, thread = opened(room)
    thread.rights &= ~SEND_IN_THREADS
    anna.slash("zug", befehle="ansicht Das höchste Gebot zahlt")
    once(room, "Ansicht von Anna aufgenommen")
    thread.rights |= SEND_IN_THREADS
    bernd.slash("zug", thread, befehle="ansicht Das zweithöchste zahlt")
    once(room, "Ansicht von Bernd aufgenommen", thread)


def test_the_thread_is_known_after_a_restart(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, bernd, thread = opened(room)
    bernd.slash("zug", thread, befehle="abhilfe lassen")
    vote = once(room, "Streitfall beenden", thread)
    time.sleep(0.3)
    before = said_in_channel(room)
    room.bot.stop(signal.SIGKILL)
    room.bot.start()
    anna.slash("zug", thread, befehle="ansicht Das höchste Gebot zahlt", times=2)
    once(room, "Ansicht von Anna aufgenommen", thread)
    assert said_in_channel(room) == before  # nothing was left to be told
    anna.click(vote, "Zustimmen", times=2)
    once(room, "Das ist euer Urteil 1", thread)
    once(room, "Das ist euer Urteil 1")
    assert len(room.threads()) == 1
    sound(room)
    assert room.bot.stop() == 0
