"""One round through everything that must hold. The harness runs it against the bot, and against bots with planted defects."""

import re

from tests.discord.conftest import Room
from tests.discord.model import Channel, Message
from tests.discord.world import World

PRIVATE = re.compile(r"Deine Hand|Du ziehst|(?<!„)\b(?:biete \d|spiele (?:Dieb|Wache|Esel)|tausche (?:Dieb|Wache|Esel))")


def leaks(world: World) -> list[str]:
    """What everybody could read although it was meant for one."""
    return [text for text in world.public_texts() if PRIVATE.search(text)]


def wrong_requests(world: World) -> list[str]:
    """Requests Discord refused, apart from those of planted faults."""
    return [f"{s.method} {s.path} {s.status} {s.answer}" for s in world.seen if 400 <= s.status < 500 and s.status != 429]


def sound(room: Room, refused: bool = False) -> None:
    """What must be true whenever a scene has been played."""
    world = room.world
    assert leaks(world) == []
    assert world.unanswered() == [], [i.data for i in world.unanswered()]
    slow = [i for i in world.interactions.values() if (i.seconds or 0) > 3.0]
    assert not slow
    unfinished = [i for i in world.interactions.values() if i.kind == 5 and not i.messages]
    assert not unfinished, [i.data for i in unfinished]
    if not refused:
        assert wrong_requests(world) == []
    for told in world.told:
        if told.message.author is world.me:
            assert "@everyone" not in told.message.pinged
            assert "@everyone" not in told.text
    assert not room.bot.dead(), room.bot.log.read_text()
    assert "Traceback" not in room.bot.log.read_text(), room.bot.log.read_text()


def once(room: Room, text: str, place: Channel | None = None) -> Message:
    """The channel, or a thread of it, reads this exactly once."""
    room.hears(text, place=place)
    found = [m for m in room.world.in_channel(place or room.channel) if text in m.content]
    assert len(found) == 1, [m.content for m in found]
    return found[0]


def round_trip(room: Room) -> None:
    """Opening, joining, private hands, sealed bids, faults, repeated events."""
    world = room.world
    anna, bernd = room.people("Anna", "@everyone Bernd")
    assert "Basar" in anna.slash("neu", spiel="basar").public
    bernd.slash("mitspielen")
    start = anna.slash("start").last
    assert set(start.pinged) == {anna.user.id, bernd.user.id}
    assert "spiel" in anna.slash("hilfe").private
    help_ = anna.slash("hilfe")
    world.until(lambda: len(help_.messages) >= 2, 5, "zweiter Teil der Hilfe")
    assert "Deine Hand" in anna.slash("hand").private
    world.until(lambda: [m for m in world.in_channel(room.channel) if m.pinned], 5, "angehefteter Stand")
    assert "biete 4" in anna.completions("zug", befehle="biete 4")
    panel = anna.panel()
    assert len([label for label in panel.labels if label.startswith("biete")]) == 11
    anna.choose(panel, "biete 4")
    sealed = once(room, "Anna hat sich entschieden")
    assert "noch verdeckt" in sealed.content
    assert sealed.pinged == []  # Bernd knows already
    post = rf"/channels/{room.channel.id}/messages$"
    world.fault("POST", post, "status", status=503)
    bernd.slash("zug", befehle="biete 2")
    awarded = once(room, "Gebote: Anna 4")
    assert awarded.pinged == []  # Bernd has just acted and sees that he goes on
    world.fault("POST", post, "reset_after")
    pressed = bernd.click(bernd.panel(), "passe", times=2)
    swap = once(room, "darf eine Karte tauschen")
    assert swap.pinged == [anna.user.id]
    assert "passe" not in pressed.last.labels
    unclear = anna.slash("zug", befehle="tanze @everyone <@1> Samba").private
    assert "@everyone" not in unclear
    said = anna.say("@Herold stand @everyone")
    world.until(lambda: [m for m in world.in_channel(room.channel) if m.reference == said.id], 5, "Antwort auf die Erwähnung")
    anna.slash("zug", befehle="passe", times=2)
    once(room, "Runde 2:")
    written = [m.content for m in world.in_channel(room.channel) if m.content]
    assert len(set(written)) == len(written), "doppelt: " + str([text for text in written if written.count(text) > 1])
    sound(room)
