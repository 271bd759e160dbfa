"""Can the harness fail? Bots with planted defects must be noticed."""

import re
from collections.abc import Callable

import pytest

from tests.discord.conftest import Room
from tests.discord.defects import PLANTED
from tests.discord.scenario import round_trip, wrong_requests


def test_without_a_defect_all_is_well(make_room: Callable[..., Room]) -> None:
    round_trip(make_room(module="tests.discord.defects", planted="none"))


EVIDENCE = {
    "long": "BASE_TYPE_MAX_LENGTH", "embed": "BASE_TYPE_MAX_LENGTH", "label": "BASE_TYPE_MAX_LENGTH", "same_id": "COMPONENT_CUSTOM_ID_DUPLICATED",
    "empty": "50006", "late": "10062", "blocking": "10062", "unfinished": "Text nach dem Aufschub", "crash": "planted", "twice": "40060",
    "leak": "private", "mentions": "@everyone", "lost": "nicht eingetreten.*Gebote", "new_nonce": "doppelt", "again": "40060|doppelt", "everybody": "pinged",
}


@pytest.mark.parametrize("name", PLANTED)
def test_noticed(make_room: Callable[..., Room], name: str) -> None:
    """Each is noticed, and for its own reason."""
    room = make_room(module="tests.discord.defects", planted=name)
    room.world.patience = 0.3
    with pytest.raises(AssertionError) as found:
        round_trip(room)
    trace = "\n".join(str(entry.statement) for entry in found.traceback)
    evidence = "\n".join([str(found.value), trace, *wrong_requests(room.world), room.bot.log.read_text()])
    assert re.search(EVIDENCE[name], evidence), evidence
