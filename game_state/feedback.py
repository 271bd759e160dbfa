"""What people say about answers, and the questions no answer was found for. Only texts are kept, no names."""

from dataclasses import dataclass
from datetime import UTC, datetime

from game_state.store import Store

KEPT_MISSES = 5000


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """The answer somebody in a channel got last."""

    game: str
    question: str
    section: str


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def remember(store: Store, channel: str, answer: LastAnswer) -> None:
    """Inside `store.message()`, like everything that writes."""
    store.conn.execute("insert or replace into answers values (?, ?, ?, ?)", [channel, answer.game, answer.question, answer.section])


def last(store: Store, channel: str) -> LastAnswer | None:
    row = store.conn.execute("select game, question, section from answers where channel = ?", [channel]).fetchone()
    return LastAnswer(*row) if row else None


def judge(store: Store, server: str, channel: str, answer: LastAnswer, helpful: bool) -> None:
    """One judgement per question and channel; the newest counts."""
    store.conn.execute(
        "insert or replace into feedback (server, channel, question, game, section, helpful, at) values (?, ?, ?, ?, ?, ?, ?)",
        [server, channel, answer.question, answer.game, answer.section, helpful, _now()],
    )


def judged(store: Store, server: str | None = None) -> list[tuple[str, str, str, bool]]:
    """Question, game, section and whether it helped."""
    where, values = (" where server = ?", [server]) if server is not None else ("", [])
    rows = store.conn.execute(f"select question, game, section, helpful from feedback{where} order by at", values)
    return [(question, game, section, bool(helpful)) for question, game, section, helpful in rows]


def miss(store: Store, game: str | None, question: str) -> None:
    """A question without an answer, for the vocabulary."""
    store.conn.execute("insert into misses (at, game, question) values (?, ?, ?)", [_now(), game, question[:300]])
    store.conn.execute("delete from misses where id <= (select max(id) from misses) - ?", [KEPT_MISSES])


def misses(store: Store) -> list[tuple[int, str | None, str]]:
    return list(store.conn.execute("select id, game, question from misses order by id"))


def forget_misses(store: Store, id_: int | None = None) -> int:
    """Delete one logged question or all; gives back how many."""
    where, values = (" where id = ?", [id_]) if id_ is not None else ("", [])
    return store.conn.execute(f"delete from misses{where}", values).rowcount
