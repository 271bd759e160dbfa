"""`herold pipe`: JSON Lines in, JSON Lines out. The reference medium for tests, load drivers and other platforms."""

import json
import os
import select
import sys
from collections.abc import Iterator
from typing import IO, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.messages import Message
from bot.service import Service

MAX_LINE = 16 * 1024 * 1024
MAX_BATCH = 64


class Incoming(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str = ""
    channel: str = Field(min_length=1)
    user: str = Field(min_length=1)
    name: str = ""
    text: str = ""
    private: bool = False
    roles: list[str] = []
    query: str | None = None
    file: str | None = None
    server: str = ""

    def message(self) -> Message:
        roles = frozenset(self.roles)
        return Message(self.id, self.channel, self.user, self.name or self.user, self.text, self.private, roles, self.query, self.file, self.server)


def run(service: Service, source: IO[bytes] | None = None, sink: IO[bytes] | None = None) -> None:
    """Answer until the input ends. Lines that are there at once share a commit; answers follow it, in order."""
    source, sink = source or sys.stdin.buffer, sink or sys.stdout.buffer
    for lines in batches(source.fileno()):
        answers: list[list[dict[str, Any]]] = [[] for _ in lines]
        messages: list[tuple[int, Message]] = []
        for number, line in enumerate(lines):
            parsed = read(line)
            if isinstance(parsed, Message):
                messages.append((number, parsed))
            else:
                answers[number] = [parsed]
        if messages:
            for (number, _), replies in zip(messages, service.handle_many([m for _, m in messages]), strict=True):
                answers[number] = replies
        for replies in answers:
            for reply in replies:
                sink.write(json.dumps(reply, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n")
        sink.flush()


def batches(fd: int) -> Iterator[list[bytes]]:
    """Complete lines as they come: everything that is waiting, at most MAX_BATCH at once."""
    buffer = bytearray()
    ended = False
    while not ended:
        data, complete = os.read(fd, 1 << 16), False
        while data:
            buffer += data
            complete = complete or b"\n" in data
            if complete and (len(buffer) > (1 << 20) or not select.select([fd], [], [], 0)[0]):
                break
            if len(buffer) > MAX_LINE and not complete:
                del buffer[MAX_LINE + 1:]  # too long already; the rest of this line is not kept
            data = os.read(fd, 1 << 16)
        ended = not data
        *lines, rest = bytes(buffer).split(b"\n")
        if ended:
            lines.append(rest)
        buffer = bytearray(rest)
        lines = [line for line in lines if line.strip()]
        for start in range(0, len(lines), MAX_BATCH):
            yield lines[start:start + MAX_BATCH]


def read(line: bytes) -> Message | dict[str, Any]:
    """One line as a message, or the error to answer with."""
    data: Any = None
    try:
        if len(line) > MAX_LINE:
            raise ValueError("too long")
        data = json.loads(line.decode("utf-8-sig"))
        return Incoming.model_validate(_whole(data)).message()
    except (ValueError, RecursionError) as error:
        known = data if isinstance(data, dict) else {}
        reason = f"sie ist länger als {MAX_LINE // 1024 // 1024} MB" if len(line) > MAX_LINE else "das ist kein JSON-Objekt in UTF-8"
        if isinstance(error, ValidationError) and isinstance(data, dict):
            reason = "es fehlt oder passt nicht: " + ", ".join(dict.fromkeys(str(e["loc"][0]) for e in error.errors()))
        return {
            "re": known.get("id"), "channel": known.get("channel"), "to": None, "kind": "error", "ok": False,
            "text": f"Diese Zeile verstehe ich nicht: {reason}.", "cites": [], "done": True,
        }


def _whole(data: Any) -> Any:
    """Text with half characters (JSON can escape one of a pair) cannot be stored; they become question marks."""
    if not isinstance(data, dict):
        return data
    return {key: value.encode("utf-8", "replace").decode("utf-8") if isinstance(value, str) else value for key, value in data.items()}
