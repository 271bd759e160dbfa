"""Whole games by several people through slash commands, buttons, menus and private messages."""

import itertools
import re
from collections.abc import Callable

import pytest

from game_state.game import playable
from game_state.store import Store
from game_state.verify import verify
from tests.discord.conftest import Room
from tests.discord.judge import document, judge
from tests.discord.model import Message
from tests.discord.person import Person
from tests.discord.scenario import leaks, sound

ENDED = "Die Partie ist zu Ende"


def move(person: Person, way: str, panel: Message, option: str) -> None:
    """One decision, said in one of the ways there are."""
    if way == "panel" and option in panel.labels:
        person.choose(panel, option)
    elif way == "letter":
        person.write(option)
    else:
        person.slash("zug", befehle=option)


def decide(panel: Message) -> list[str]:
    return [label for label in panel.labels if label not in ("Befehl schreiben", "Stand")]


def play(room: Room, people: list[Person], pick: Callable[[list[str]], str], most: int) -> int:
    """Everybody looks for a decision and takes it until the game is over."""
    ways = itertools.cycle(["panel", "slash", "letter", "panel"])
    for number in range(most):
        if ENDED in room.texts():
            return number
        waiting = False
        for person in people:
            panel = person.panel()
            options = decide(panel)
            if options:
                waiting = True
                seen = len(room.world.told)
                move(person, next(ways), panel, pick(options))
                room.world.until(lambda seen=seen: any(t.readers is None for t in room.world.told[seen:]), 5, "Nachricht im Kanal")  # type: ignore[misc]
                if ENDED in room.texts():
                    return number
        if not waiting:
            room.world.until(lambda: ENDED in room.texts() or any(decide(p.panel()) for p in people), 5, "jemand ist dran")
    raise AssertionError("die Partie nimmt kein Ende")


def test_basar_with_hidden_hands_and_sealed_bids(make_room: Callable[..., Room]) -> None:
    room = make_room()
    people = room.started("Anna", "Bernd", "Carl")
    bids = itertools.cycle([3, 1, 0, 2])

    def pick(options: list[str]) -> str:
        if options[0].startswith("biete"):
            return options[min(next(bids), len(options) - 1)]
        return options[0]

    play(room, people, pick, 60)
    room.hears("Startwert des Zufalls")
    sound(room)
    assert len(room.world.public_texts()) > 10
    assert leaks(room.world) == []
    if document() is not None:
        assert judge(room.world.seen) == []
    assert room.bot.stop() == 0
    store = Store(room.bot.folder / "daten", readonly=True)
    assert verify(store, 1).problems == []
    store.close()


@pytest.mark.skipif(not playable("dominion"), reason="Dominion ist noch nicht spielbar")
def test_dominion_from_start_to_end(make_room: Callable[..., Room]) -> None:
    """Two people empty three piles; nobody else ever reads a hand."""
    room = make_room()
    people = room.started("Anna", "Bernd", game="dominion")

    def pick(options: list[str]) -> str:
        bought = [o for o in options if o.startswith("kaufe") and o not in ("kaufe Kupfer", "kaufe Silber", "kaufe Gold")]
        return next((o for o in ("kaufe Fluch", "alle gelder") if o in options), None) or next(iter(bought), None) or options[-1]

    play(room, people, pick, 200)
    hands = {hand for told in room.world.told if told.readers is not None for hand in re.findall(r"Hand: [^.]+\.", told.text)}
    for text in room.world.public_texts():
        assert not any(hand in text for hand in hands)
    assert len(hands) > 10
    sound(room)
    if document() is not None:
        assert judge(room.world.seen) == []
    assert room.bot.stop() == 0
    store = Store(room.bot.folder / "daten", readonly=True)
    assert verify(store, 1).problems == []
    store.close()
