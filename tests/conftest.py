"""Shared helpers: a table in a temporary store, and people who speak there."""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import tests.basar  # noqa: F401  (registers the tiny game)
from bot.messages import Message
from bot.service import Service
from game_state.store import Store

FUZZ = int(os.environ.get("HEROLD_FUZZ", "1"))  # how much longer than usual `make fuzz` runs

settings.register_profile("herold", deadline=None, max_examples=60 * FUZZ, suppress_health_check=list(HealthCheck))
settings.load_profile("herold")


_ids = itertools.count(1)


class Room:
    """A channel with people in it."""

    def __init__(self, service: Service, channel: str = "c1") -> None:
        self.service, self.channel = service, channel

    def say(self, user: str, text: str, private: bool = False, roles: tuple[str, ...] = (), id_: str | None = None, **more: Any) -> list[dict[str, Any]]:
        message_id = f"m{next(_ids)}" if id_ is None else id_
        return self.service.handle(Message(message_id, self.channel, user, user.capitalize(), text, private, frozenset(roles), **more))

    def ok(self, user: str, text: str, **more: Any) -> str:
        """Said and accepted; what all could read."""
        replies = self.say(user, text, **more)
        assert all(reply["ok"] for reply in replies), replies
        return "\n".join(reply["text"] for reply in replies if reply["to"] is None)

    def no(self, user: str, text: str, **more: Any) -> str:
        """Said and refused; the reason."""
        replies = self.say(user, text, **more)
        assert any(reply["kind"] in ("refused", "unclear") for reply in replies), replies
        return "\n".join(reply["text"] for reply in replies)

    def started(self, *users: str, game: str = "basar") -> "Room":
        self.ok(users[0], f"neues spiel {game}")
        for user in users[1:]:
            self.ok(user, "mitspielen")
        self.ok(users[0], "start")
        return self

    def there_and_back(self, user: str, text: str, users: list[str]) -> bool:
        """Say it, take it back, repeat it, reload: the state is exact each time. False if that ended the game."""
        before = self.table.state_hash()
        self.ok(user, text, private=True)
        if self.table is None:
            return False
        after = self.table.state_hash()
        if any("beantragt" in reply["text"] for reply in self.say(user, "rückgängig")):
            for other in users:
                if self.table.meta.proposal is not None and other != user:
                    self.ok(other, "stimme zu")
        assert self.table.state_hash() == before
        self.ok(user, "wiederholen")
        assert self.table.state_hash() == after
        self.service.store.forget(self.channel)
        assert self.table.state_hash() == after
        return True

    @property
    def table(self) -> Any:
        return self.service.store.open_table(self.channel)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "daten")
    yield opened
    opened.close()


@pytest.fixture
def room(store: Store) -> Room:
    return Room(Service(store))
