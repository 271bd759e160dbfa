"""What Discord does to bots: no move is lost and none is made twice."""

import signal
import time
from collections.abc import Callable

from tests.discord.conftest import Room
from tests.discord.scenario import leaks, once


def posts(room: Room) -> str:
    return rf"/channels/{room.channel.id}/messages$"


def test_resume_replays_what_was_missed(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    world, before = room.world, room.world.gateway.resumes
    world.call(world.gateway.reconnect())
    pressed = anna.slash("zug", befehle="biete 3")
    world.until(lambda: world.gateway.resumes > before, 8, "RESUME")
    assert pressed.acked is not None
    once(room, "Anna hat sich entschieden")
    assert world.gateway.identifies == 1


def test_cut_wire_and_strange_close(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    world, before = room.world, room.world.gateway.resumes
    world.call(world.gateway.abort())
    made = anna.slash("zug", befehle="biete 3", wait=False)
    world.until(lambda: world.gateway.resumes > before, 10, "RESUME nach Abriss")
    once(room, "Anna hat sich entschieden")
    world.call(world.gateway.close(4000))
    world.until(lambda: world.gateway.resumes > before + 1, 10, "RESUME nach 4000")
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 3, Bernd 1")
    assert made.id


def test_repeated_and_reordered_events(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    bernd.slash("zug", befehle="biete 1", times=3)
    anna.slash("zug", befehle="biete 3", times=2)
    once(room, "Gebote: Anna 3, Bernd 1")
    bernd.say("@Herold passe", times=3)
    once(room, "darf eine Karte tauschen")


def test_edited_and_deleted_messages(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    said = anna.say("@Herold biete 3")
    once(room, "Anna hat sich entschieden")
    anna.edit(said, "@Herold biete 9")
    anna.delete(said)
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 3, Bernd 1")


def test_server_errors_and_resets_lose_and_double_nothing(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    world = room.world
    world.fault("POST", posts(room), "status", status=503, times=2)
    anna.slash("zug", befehle="biete 3")
    once(room, "Anna hat sich entschieden")
    world.fault("POST", posts(room), "after", status=502)
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 3, Bernd 1")
    world.fault("POST", posts(room), "reset_after")
    bernd.slash("zug", befehle="passe")
    once(room, "Anna darf eine Karte tauschen") if "Anna darf eine Karte tauschen" in room.texts() else room.hears("darf eine Karte tauschen")
    world.fault("POST", "/callback$", "status", status=503)
    assert "Deine Hand" in anna.slash("hand").private
    time.sleep(0.6)
    for text in ("Anna hat sich entschieden", "Gebote: Anna 3, Bernd 1"):
        once(room, text)


def test_rate_limits_are_obeyed(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    world = room.world
    world.fault("POST", posts(room), "limit", wait=0.3)
    anna.slash("zug", befehle="biete 3")
    once(room, "Anna hat sich entschieden")
    world.fault("POST", posts(room), "limit", wait=0.3, everywhere=True)
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 3, Bernd 1")
    world.limit, before = (3, 0.6), world.too_fast
    for number in range(8):
        anna.say(f"@Herold stand thema{number}")
    world.until(lambda: len([m for m in world.in_channel(room.channel) if m.reference]) >= 8, 8, "acht Antworten")
    assert world.too_fast - before <= 2


def test_deleted_channel(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    room.world.call(room.world.remove_channel(room.channel))
    anna.write("biete 3")
    room.world.until(lambda: any("entschieden" in m.text for m in anna.letters), 5, "Antwort trotz gelöschtem Kanal")


def test_a_burst_is_answered_in_time(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    made = [anna.slash("stand", wait=False) for _ in range(150)]
    room.world.until(lambda: all(i.acked is not None for i in made), 6, "150 Antworten")
    assert max(i.seconds or 9 for i in made) < 3.0
    assert leaks(room.world) == []


# -- a bot of their own -------------------------------------------------------------------------------------------


def test_killed_and_started_again(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, bernd = room.started("Anna", "Bernd")
    old = anna.panel()
    notice = next(m for m in room.world.in_channel(room.channel) if "Dran:" in m.content)
    bernd.slash("zug", befehle="biete 1")
    once(room, "Bernd hat sich entschieden")
    room.bot.stop(signal.SIGKILL)
    room.bot.start()
    anna.select(old, "biete 3")
    once(room, "Gebote: Anna 3, Bernd 1")
    assert "passe" in bernd.click(notice, "Wählen").last.labels
    assert room.bot.stop() == 0
    assert "Traceback" not in room.bot.log.read_text()


def test_what_was_not_told_before_a_crash_is_told_after_it(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, bernd = room.started("Anna", "Bernd")
    anna.slash("zug", befehle="biete 3")
    once(room, "Anna hat sich entschieden")
    room.world.fault("POST", posts(room), "status", status=503, times=99)
    bernd.slash("zug", befehle="biete 1")
    room.bot.stop(signal.SIGKILL)
    room.world.faults.clear()
    room.bot.start()
    told = once(room, "Gebote: Anna 3, Bernd 1")
    assert told.pinged == [bernd.user.id] or "darf einen Dieb spielen" in told.content


def test_an_outage_of_discord_delays_and_drops_nothing(make_room: Callable[..., Room]) -> None:
    """One message is lost on the way back and comes again with its nonce, the others wait for it."""
    room = make_room(module="tests.discord.defects", planted="hasty")
    anna, bernd = room.started("Anna", "Bernd")
    room.world.fault("POST", posts(room), "reset_after")
    room.world.fault("POST", posts(room), "status", status=503, times=3)
    anna.slash("zug", befehle="biete 3")
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 3, Bernd 1")
    once(room, "Anna hat sich entschieden")
    assert room.bot.stop() == 0


def test_who_is_not_answered_because_something_failed_gets_a_word(make_room: Callable[..., Room]) -> None:
    room = make_room(module="tests.discord.defects", planted="stumbling")
    anna = room.people("Anna")[0]
    said = anna.say("@Herold stand")
    assert once(room, "ein Fehler unterlaufen").reference == said.id
    assert "ein Fehler unterlaufen" in anna.slash("stand").private
    assert not room.bot.dead()


def test_session_lost_means_a_new_one(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, _bernd = room.started("Anna", "Bernd")
    room.world.call(room.world.gateway.invalidate())
    room.world.until(lambda: room.world.gateway.identifies == 2 and room.world.gateway.live, 12, "neues IDENTIFY")
    anna.slash("zug", befehle="biete 3")
    once(room, "Anna hat sich entschieden")


def test_removed_from_the_server(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, _bernd = room.started("Anna", "Bernd")
    room.world.call(room.world.kick())
    anna.write("biete 3")
    room.world.until(lambda: anna.letters, 5, "Antwort im Brief")
    time.sleep(0.2)
    assert not room.bot.dead()
    assert room.bot.stop() == 0


def test_stops_gracefully_with_work_in_hand(make_room: Callable[..., Room]) -> None:
    room = make_room()
    anna, _bernd = room.started("Anna", "Bernd")
    room.world.fault("POST", posts(room), "status", status=503)
    anna.slash("zug", befehle="biete 3")
    assert room.bot.stop() == 0
    once(room, "Anna hat sich entschieden")


def test_reminders_mention_who_must_act(make_room: Callable[..., Room]) -> None:
    room = make_room(erinnern_stunden=0.0004, takt_sekunden=0.3)
    anna, bernd = room.started("Anna", "Bernd")
    anna.slash("zeit", wunsch="erinnere mich nie")
    room.hears("du bist dran bei Basar")
    reminder = next(m for m in room.world.in_channel(room.channel) if "du bist dran" in m.content)
    assert reminder.pinged == [bernd.user.id]
