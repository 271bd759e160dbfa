"""What comes in and what goes out, the same for every medium."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Message:
    """Somebody says something in a channel. `query` instead of `text` asks for data."""

    id: str
    channel: str
    user: str
    name: str
    text: str = ""
    private: bool = False
    roles: frozenset[str] = frozenset()
    query: str | None = None
    file: str | None = None  # content of an attachment
    server: str = ""  # what rulings are kept for: a Discord server, a group


@dataclass(slots=True)
class Reply:
    """One answer. `to` is None for the whole channel, otherwise the user who alone may read it."""

    kind: str  # acted, refused, unclear, answer, state, ask, notice, error
    text: str
    to: str | None = None
    ok: bool = True
    cites: tuple[str, ...] = ()
    channel: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    def dump(self, re: str, channel: str) -> dict[str, Any]:
        return {
            "re": re, "channel": self.channel or channel, "to": self.to, "kind": self.kind, "ok": self.ok, "text": self.text,
            "cites": list(self.cites), **self.extra,
        }
