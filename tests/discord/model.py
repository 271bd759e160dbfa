"""Who and what exists in the test Discord."""

import itertools
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

EPOCH = 1420070400000
_increment = itertools.count(1)

VIEW, SEND, MANAGE_GUILD, EMBED, PIN, THREADS, SEND_IN_THREADS, HISTORY, ATTACH = 1 << 10, 1 << 11, 1 << 5, 1 << 14, 1 << 51, 1 << 35, 1 << 38, 1 << 16, 1 << 15
USUAL = VIEW | SEND | EMBED | HISTORY | SEND_IN_THREADS | ATTACH
EVERY = USUAL | PIN | THREADS
EPHEMERAL = 1 << 6
TEXT, DM, THREAD = 0, 1, 11


def snowflake() -> str:
    return str(((int(time.time() * 1000) - EPOCH) << 22) | (next(_increment) & 0x3FFFFF))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


class ApiError(Exception):
    """An answer Discord gives instead of doing it."""

    def __init__(self, status: int, code: int, text: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} {code} {text}")
        self.status, self.code, self.text, self.errors = status, code, text, errors


@dataclass
class User:
    name: str
    bot: bool = False
    roles: list[str] = field(default_factory=list)
    closed: bool = False  # takes no private messages
    id: str = field(default_factory=snowflake)

    def dump(self) -> dict[str, Any]:
        return {
            "id": self.id, "username": self.name.lower(), "global_name": self.name, "discriminator": "0", "avatar": None, "bot": self.bot,
            "public_flags": 0, "flags": 0, "banner": None, "accent_color": None, "avatar_decoration_data": None, "collectibles": None, "clan": None,
            "primary_guild": None,
        }

    def member(self) -> dict[str, Any]:
        return {
            "roles": list(self.roles), "joined_at": "2026-01-01T00:00:00+00:00", "premium_since": None, "deaf": False, "mute": False, "nick": None,
            "avatar": None,
            "banner": None, "flags": 0, "pending": False, "communication_disabled_until": None,
        }


@dataclass
class Channel:
    name: str
    type: int = TEXT
    people: list[User] = field(default_factory=list)  # of a private conversation
    parent: str | None = None
    rights: int = EVERY  # of the bot
    gone: bool = False
    id: str = field(default_factory=snowflake)
    guild: str | None = None

    def dump(self) -> dict[str, Any]:
        if self.type == DM:
            return {"id": self.id, "type": DM, "flags": 0, "last_message_id": None, "recipients": [user.dump() for user in self.people]}
        base = {
            "id": self.id, "type": self.type, "guild_id": self.guild, "name": self.name, "position": 0, "flags": 0,
            "permission_overwrites": [{"id": self.guild, "type": 0, "allow": str(self.rights), "deny": str(EVERY & ~self.rights)}],
            "parent_id": self.parent, "last_message_id": None, "rate_limit_per_user": 0, "nsfw": False, "topic": None,
        }
        if self.type == THREAD:
            archive = {"archived": False, "auto_archive_duration": 1440, "archive_timestamp": now(), "locked": False, "create_timestamp": now()}
            base |= {
                "thread_metadata": archive, "message_count": 0, "member_count": 1, "total_message_sent": 0, "owner_id": "0",
                "member": {"id": self.id, "user_id": "1", "join_timestamp": now(), "flags": 0},
            }
        return base


@dataclass
class Message:
    channel: Channel
    author: User
    content: str = ""
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    attachments: list[dict[str, Any]] = field(default_factory=list)
    flags: int = 0
    only_for: User | None = None
    nonce: str | None = None
    reference: str | None = None
    mentioned: list[User] = field(default_factory=list)
    mentioned_roles: list[str] = field(default_factory=list)
    pinged: list[str] = field(default_factory=list)  # whom allowed_mentions let through
    edited: str | None = None
    pinned: bool = False
    deleted: bool = False
    interaction: dict[str, Any] | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    versions: list[str] = field(default_factory=list)
    id: str = field(default_factory=snowflake)
    at: str = field(default_factory=now)

    def dump(self, blank: bool = False) -> dict[str, Any]:
        found: dict[str, Any] = {
            "id": self.id, "channel_id": self.channel.id, "author": self.author.dump(), "content": "" if blank else self.content, "timestamp": self.at,
            "edited_timestamp": self.edited, "tts": False, "mention_everyone": False, "mentions": [user.dump() for user in self.mentioned], "mention_roles": self.mentioned_roles,
            "attachments": [] if blank else self.attachments, "embeds": [] if blank else self.embeds, "pinned": self.pinned, "type": 0, "flags": self.flags,
            "components": [] if blank else self.components,
        }
        if self.nonce is not None:
            found["nonce"] = self.nonce
        if self.reference is not None:
            found |= {"type": 19, "message_reference": {"type": 0, "channel_id": self.channel.id, "message_id": self.reference}}
        if self.interaction is not None:
            found["interaction_metadata"] = self.interaction
            found["application_id"] = self.author.id
            found["type"] = 20
        return found

    # -- what people read ---------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """Everything a reader sees: text, embeds, labels."""
        parts = [self.content]
        for embed in self.embeds:
            parts += [embed.get("title") or "", embed.get("description") or ""]
            parts += [f"{f['name']}\n{f['value']}" for f in embed.get("fields", [])]
        return "\n".join(part for part in parts if part)

    @property
    def buttons(self) -> list[dict[str, Any]]:
        return [item for row in self.components for item in row.get("components", []) if item["type"] == 2]

    @property
    def menus(self) -> list[dict[str, Any]]:
        return [item for row in self.components for item in row.get("components", []) if item["type"] == 3]

    @property
    def labels(self) -> list[str]:
        return [b["label"] for b in self.buttons] + [o["label"] for m in self.menus for o in m["options"]]


@dataclass
class Interaction:
    user: User
    channel: Channel
    type: int
    data: dict[str, Any]
    message: Message | None = None
    made: float = field(default_factory=time.monotonic)
    acked: float | None = None
    kind: int | None = None  # callback type
    deferred_flags: int | None = None  # while the first follow-up is still to come
    original: Message | None = None
    messages: list[Message] = field(default_factory=list)
    choices: list[dict[str, Any]] | None = None
    form: dict[str, Any] | None = None
    id: str = field(default_factory=snowflake)
    token: str = ""

    @property
    def seconds(self) -> float | None:
        return None if self.acked is None else self.acked - self.made

    @property
    def private(self) -> str:
        """What only the person read as answer."""
        return "\n".join(m.text for m in self.messages if m.only_for is not None and not m.deleted)

    @property
    def public(self) -> str:
        return "\n".join(m.text for m in self.messages if m.only_for is None and not m.deleted)

    @property
    def last(self) -> Message:
        return self.messages[-1]
