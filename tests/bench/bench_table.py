"""The table: durable commands, parsing, loading, memory. Every figure is a ratio within this run."""

import sqlite3
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median

import tests.basar  # noqa: F401
from bot.messages import Message
from bot.service import Service
from game_state.store import Store
from rules_dsl.registry import language_of


def timed(work: Callable[[], object], repeat: int = 5) -> float:
    """Median seconds of a piece of work."""
    found = []
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        found.append(time.perf_counter() - started)
    return median(found)


def bare_commits(folder: Path, count: int, size: int) -> float:
    """Durable SQLite commits per second with our settings and rows of our size."""
    conn = sqlite3.connect(folder / "bare.db", isolation_level=None)
    conn.execute("pragma journal_mode=wal")
    conn.execute("pragma synchronous=full")
    conn.execute("create table t (id integer primary key, body text)")
    body = "x" * size
    started = time.perf_counter()
    for _ in range(count):
        conn.execute("begin immediate")
        conn.execute("insert into t (body) values (?)", [body])
        conn.execute("commit")
    return count / (time.perf_counter() - started)


def commands(folder: Path, channels: int, rounds: int, batch: int) -> float:
    """Durable commands per second through the whole path, many channels at once."""
    store = Store(folder)
    service = Service(store)
    names = ("anna", "bernd")
    serial = 0

    def message(channel: int, user: str, text: str) -> Message:
        nonlocal serial
        serial += 1
        return Message(f"m{serial}", f"c{channel}", user, user.capitalize(), text)

    for channel in range(channels):
        for user, text in (("anna", "neues spiel basar"), ("bernd", "mitspielen"), ("anna", "start")):
            service.handle(message(channel, user, text))
    work = []
    for _ in range(rounds):
        for user, text in ((names[0], "biete 0"), (names[0], "rückgängig"), (names[1], "biete 1"), (names[1], "rückgängig")):
            work += [message(channel, user, text) for channel in range(channels)]
    started = time.perf_counter()
    for first in range(0, len(work), batch):
        answers = service.handle_many(work[first:first + batch])
        assert all(answer[0]["kind"] == "acted" for answer in answers)
    seconds = time.perf_counter() - started
    store.close()
    return len(work) / seconds


def loading(folder: Path) -> tuple[float, float]:
    """Seconds to load a table of about 20 and of about 2,000 commands, all on the line."""
    store = Store(folder)
    service = Service(store)
    found = []
    for channel, count in (("klein", 20), ("gross", 2000)):
        for user, text in (("anna", "neues spiel basar"), ("bernd", "mitspielen"), ("anna", "start runden 1000")):
            service.handle(Message("", channel, user, user, text))
        with store.batch():
            while (table := store.open_table(channel)) is not None and table.meta.length < count:
                for user in ("anna", "bernd"):
                    options = table.options(user)
                    if options:
                        service.handle(Message("", channel, user, user, "passe" if "passe" in options else "biete 0"))

        def load(channel: str = channel) -> None:
            store.forget(channel)
            table = store.open_table(channel)
            assert table is not None
            table.options("anna")

        found.append(timed(load, 30))
    store.close()
    return found[0], found[1]


def starting(folder: Path, tables: int) -> tuple[float, int]:
    """Seconds to open a store of many tables and answer one, and bytes kept."""
    store = Store(folder)
    service = Service(store)
    with store.batch():
        for number in range(tables):
            service.handle(Message("", f"c{number}", "anna", "Anna", "neues spiel basar"))
    store.close()

    def start() -> None:
        again = Store(folder)
        Service(again).handle(Message("", "c3", "anna", "Anna", "stand"))
        again.close()

    seconds = timed(start)
    tracemalloc.start()
    store = Store(folder)
    service = Service(store)
    for number in range(min(tables, 2000)):
        service.handle(Message("", f"c{number}", "anna", "Anna", "wer ist dran"))
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    store.close()
    return seconds, kept


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bare = bare_commits(folder, 3000, 700)
        for batch in (1, 16, 64):
            rate = commands(folder / f"b{batch}", 50, 10, batch)
            print(f"durable commands: {rate:,.0f}/s, {batch} at once; bare commits {bare:,.0f}/s; ratio {rate / bare:.2f} (goal 0.5, many channels)")
        language = language_of("basar")
        texts = ["biete 3", "spiele dieb", "rueckgaengig bis 12", "tausche esel", "passe", "protokoll 20"]
        ours = timed(lambda: [language.parse(text) for text in texts * 200])
        plain = timed(lambda: [language.bare.parse(text, start="order") for text in texts * 200])
        print(f"parsing: {1e6 * ours / 1200:.0f} µs; bare Lark {1e6 * plain / 1200:.0f} µs; ratio {ours / plain:.2f} (goal under 2)")
        small, large = loading(folder / "laden")
        print(f"loading: 20 commands {1e3 * small:.2f} ms, 2,000 commands {1e3 * large:.2f} ms; ratio {large / small:.2f} (goal under 3)")
        few, memory_few = starting(folder / "s10", 10)
        many, memory_many = starting(folder / "s10000", 10_000)
        print(f"starting: 10 tables {1e3 * few:.1f} ms, 10,000 tables {1e3 * many:.1f} ms; ratio {many / few:.2f}")
        print(f"memory after touching 10 tables {memory_few / 1024:.0f} KiB, 2,000 tables {memory_many / 1024:.0f} KiB")
