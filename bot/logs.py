"""Log lines for machines: one JSON object each. What people said or hold is never logged; tokens are blotted out."""

import json
import logging
import re
import sys
from datetime import UTC, datetime

_TOKEN = re.compile(r"[\w-]{20,}\.[\w-]{5,}\.[\w-]{20,}|(?<=/webhooks/)\d+/[\w-]+|(?<=/interactions/)\d+/[\w-]+|(?<=Bot )\S+")


def blotted(text: str) -> str:
    return _TOKEN.sub("…", text)


class Lines(logging.Formatter):
    """`{"at": "…", "level": "info", "name": "herold", "text": "…"}`"""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"at": at, "level": record.levelname.lower(), "name": record.name, "text": blotted(record.getMessage())}
        if record.exc_info:
            line["trace"] = blotted(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


class Plain(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return blotted(super().format(record))


def set_up(level: str, form: str) -> None:
    """All loggers write to standard error. discord.py's own debug lines carry payloads, so it stays at info."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines() if form == "json" else Plain("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("discord", "aiohttp", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
