"""The contract of `options`: whole games are played by nothing else, and every option, sent as text, is accepted."""

import contextlib
import random

import pytest

from bot.messages import Message
from bot.service import Service
from game_state.store import Store
from game_state.verify import verify
from tests.conftest import FUZZ, Room

NAMES = {"u1": "3", "u2": "Genoa", "u3": "kaufe Silber", "u4": "\u202eFluch\u200b", "u5": "🙂", "u6": "alle"}  # names must not get in the way


class Back(Exception):
    """Ends a batch, so that nothing of it has happened."""


def said(service: Service, user: str, text: str = "", query: str | None = None) -> dict[str, object]:
    return service.handle(Message("", "c1", user, NAMES[user], text, query=query))[0]


@pytest.mark.parametrize(("game", "count"), [("basar", 3), ("dominion", 3), ("renaissance", 3), ("renaissance", 6)])
def test_fuzz_games_by_options_alone(store: Store, game: str, count: int) -> None:
    service, chance, users = Service(store), random.Random(f"{game}{count}{FUZZ}"), list(NAMES)[:count]
    room = Room(service)
    said(service, "u1", f"neues spiel {game}")
    for user in users[1:]:
        said(service, user, "mitspielen")
    said(service, "u1", "start")
    for _ in range(200 * FUZZ):
        if room.table is None:
            break
        offered = {user: said(service, user, query="options")["options"] for user in users}
        user, options = next((user, options) for user, options in offered.items() if isinstance(options, list) and options)
        assert len(options) == len(set(options))
        tried = chance.sample(options, min(12, len(options))) if chance.random() < 0.2 else []
        for option in tried:
            with contextlib.suppress(Back), store.batch():
                reply = said(service, user, option)
                assert reply["kind"] == "acted", (option, reply["text"])
                assert "gelesen als" not in str(reply["text"])
                raise Back
        reply = said(service, user, chance.choice(options))
        assert reply["kind"] == "acted", reply["text"]
    assert verify(store, 1).problems == []
