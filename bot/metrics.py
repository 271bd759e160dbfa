"""Counters of a running Herold, and the loopback page where a supervisor reads them.

`/gesund` answers 200 with one line while all is well, `/metrics` in the text format of Prometheus.
"""

import time
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from aiohttp import web

KEPT = 2000


class Metrics:
    """Numbers only; nothing anybody said."""

    def __init__(self) -> None:
        self.started = time.time()
        self.counts: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.gauges: dict[str, float] = {}
        self.seconds: deque[float] = deque(maxlen=KEPT)

    def count(self, name: str) -> None:
        self.counts[name] += 1

    def gauge(self, name: str, value: float) -> None:
        self.gauges[name] = value

    def said(self, replies: list[dict[str, Any]]) -> None:
        """Which kinds of answers were given: acted, refused, unclear …"""
        for reply in replies:
            if reply["kind"] not in ("ask", "notice"):
                self.kinds[reply["kind"]] += 1

    def took(self, seconds: float) -> None:
        self.seconds.append(seconds)

    def text(self) -> str:
        lines = [f"herold_uptime_seconds {time.time() - self.started:.0f}"]
        lines += [f"herold_{name}_total {value}" for name, value in sorted(self.counts.items())]
        lines += [f'herold_replies_total{{kind="{kind}"}} {value}' for kind, value in sorted(self.kinds.items())]
        lines += [f"herold_{name} {value:g}" for name, value in sorted(self.gauges.items())]
        ordered = sorted(self.seconds)
        for share in (0.5, 0.95, 0.99) if ordered else ():
            lines.append(f'herold_answer_seconds{{quantile="{share}"}} {ordered[min(len(ordered) - 1, int(share * len(ordered)))]:.4f}')
        return "\n".join(lines) + "\n"


async def serve(metrics: Metrics, port: int, healthy: Callable[[], str | None]) -> web.AppRunner:
    """Open the page on loopback. `healthy` gives None, or what is wrong."""
    async def health(request: web.Request) -> web.Response:
        wrong = healthy()
        return web.Response(text=f"{wrong}\n" if wrong else "gesund\n", status=503 if wrong else 200)

    async def numbers(request: web.Request) -> web.Response:
        return web.Response(text=metrics.text())

    app = web.Application()
    app.add_routes([web.get("/gesund", health), web.get("/metrics", numbers)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    return runner
