"""Drives `herold pipe` as a separate process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "HEROLD_WEITERE_SPIELE": '["tests.basar"]', "HEROLD_PROTOKOLL": "error", **more}


class Pipe:
    """A running `herold pipe` that can be killed at any moment."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot.main", "pipe", "--daten", str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment(), cwd=ROOT,
        )

    def send(self, *messages: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"".join(json.dumps(m, ensure_ascii=False).encode() + b"\n" for m in messages))
        self.process.stdin.flush()

    def answer(self) -> list[dict[str, Any]] | None:
        """The replies to the next message; None if the process died first."""
        assert self.process.stdout is not None
        replies = []
        while True:
            line = self.process.stdout.readline()
            if not line.endswith(b"\n"):
                return None
            replies.append(json.loads(line))
            if replies[-1].get("done"):
                return replies

    def ask(self, **message: Any) -> list[dict[str, Any]]:
        self.send(message)
        replies = self.answer()
        assert replies is not None, self.process.stderr.read().decode() if self.process.stderr else ""
        return replies

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=20)


def herold(*arguments: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot.main", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, env=environment(**env), cwd=ROOT, timeout=60)
