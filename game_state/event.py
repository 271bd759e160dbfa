"""Events: what happened, as small tuples. German text is made from them only when somebody reads it."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple


class Event(NamedTuple):
    """`args` may be told to everybody; `secret` only to the seats in `knows`.

    `reveals` marks that somebody learned something they did not know (a roll, a draw, a card shown): from then on
    undo needs consent.
    """

    name: str
    seat: int | None = None
    args: tuple[Any, ...] = ()
    cites: tuple[str, ...] = ()
    secret: tuple[Any, ...] | None = None
    knows: tuple[int, ...] = ()
    reveals: bool = False

    def for_seat(self, seat: int | None) -> "Event":
        """The event as this seat may know it: the only way events leave the table."""
        if self.secret is None or (seat is not None and seat in self.knows):
            return self
        return self._replace(secret=None)

    def dump(self) -> list[Any]:
        return [self.name, self.seat, self.args, self.cites, self.secret, self.knows, self.reveals]

    @classmethod
    def load(cls, data: list[Any]) -> "Event":
        name, seat, args, cites, secret, knows, reveals = data
        return cls(name, seat, tuple(args), tuple(cites), None if secret is None else tuple(secret), tuple(knows), reveals)


def of_play(events: Sequence[Event]) -> list[Event]:
    """What the game itself has said, without the table's own events."""
    return [event for event in events if not event.name.startswith("tisch.")]


def same(one: Event, other: Event) -> bool:
    """Whether two events say the same, also when one of them comes back from the store, where a tuple has become a list."""
    return json.dumps(one.dump()) == json.dumps(other.dump())
