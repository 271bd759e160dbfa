"""T.14: reminders, quiet hours, deadlines, absence, with a clock that goes as fast as we like."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.reminders import Notice, Times, hours_in, is_quiet, tick
from bot.service import Service
from game_state.notebook import Notebook, Wishes
from game_state.store import Store
from tests.conftest import Room


class Clock:
    """Hours since the test began."""

    def __init__(self, room: Room) -> None:
        self.room, self.at = room, datetime.now(UTC) + timedelta(minutes=1)
        room.service.times = Times(ZoneInfo("UTC"), 24, lambda: self.at)

    def after(self, hours: float) -> list[Notice]:
        self.at += timedelta(hours=hours)
        return tick(self.room.service)


@pytest.fixture
def clock(room: Room) -> Clock:
    room.started("anna", "bernd")
    return Clock(room)


def called(notices: list[Notice]) -> list[str]:
    return sorted(user for notice in notices for user in notice.users)


def test_reminded_once_a_day_unless_one_has_decided(room: Room, clock: Clock) -> None:
    assert clock.after(0) == []
    room.ok("anna", "biete 3")
    assert clock.after(23) == []
    assert called(clock.after(1)) == ["bernd"]
    assert clock.after(1) == []
    assert called(clock.after(23)) == ["bernd"]


def test_own_interval_and_never(room: Room, clock: Clock) -> None:
    assert "alle 8 Stunden" in room.say("anna", "erinnere mich alle 8 stunden")[0]["text"]
    room.say("bernd", "erinnere mich nie")
    assert called(clock.after(9)) == ["anna"]
    assert called(clock.after(40)) == ["anna"]
    assert "Sag mir, wie oft" in room.no("anna", "erinnere mich manchmal")


def test_quiet_hours_delay(room: Room, clock: Clock) -> None:
    room.say("anna", "erinnere mich alle 2 stunden")
    room.say("bernd", "erinnere mich nie")
    hour = clock.at.hour
    room.say("anna", f"ruhezeit {hour} bis {(hour + 6) % 24}")
    assert clock.after(3) == []
    assert called(clock.after(4)) == ["anna"]
    room.say("anna", "ruhezeit aus")
    assert called(clock.after(2)) == ["anna"]


@pytest.mark.parametrize(("quiet", "hour", "expected"), [
    ((22, 7), 23, True), ((22, 7), 6, True), ((22, 7), 7, False), ((12, 14), 13, True), ((12, 14), 14, False),
])
def test_quiet_over_midnight(quiet: tuple[int, int], hour: int, expected: bool) -> None:
    assert is_quiet(Wishes(quiet=quiet), datetime(2026, 1, 1, hour, tzinfo=UTC)) is expected


def test_absence_stops_reminders_and_deadlines(room: Room, clock: Clock) -> None:
    room.ok("anna", "frist 10 stunden dann computer")
    room.ok("bernd", "biete 1")
    day = clock.at + timedelta(days=3)
    assert f"{day:%d.%m.%Y}" in room.say("anna", f"abwesend bis {day.day}.{day.month}.")[0]["text"]
    assert clock.after(48) == []
    room.say("anna", "wieder da")
    assert clock.after(0)[0].replies


def test_absent_for_days_counts_from_the_return(room: Room, clock: Clock) -> None:
    room.say("bernd", "erinnere mich nie")
    room.say("anna", "abwesend 3 tage")
    assert clock.after(71) == []
    assert clock.after(20) == []
    assert called(clock.after(10)) == ["anna"]


def test_deadline_computer_decides_once(room: Room, clock: Clock) -> None:
    room.ok("anna", "frist 2 tage dann computer")
    room.ok("bernd", "biete 1")
    assert called(clock.after(47)) == ["anna"]
    notice, = clock.after(1)
    assert "der Computer entscheidet für Anna" in notice.replies[0]["text"]
    assert room.table.meta.seats[0].user == "anna"
    assert room.table.meta.length >= 2


def test_deadline_vote(room: Room, clock: Clock) -> None:
    room.ok("anna", "frist 5 stunden dann abstimmen")
    room.ok("bernd", "biete 1")
    notice, = clock.after(5)
    assert "beantragt" in notice.replies[0]["text"]
    assert notice.replies[0]["voters"] == ["bernd"]
    assert "Computer entscheidet für Anna" in room.ok("bernd", "stimme zu")


def test_deadline_vote_is_off_when_one_decides(room: Room, clock: Clock) -> None:
    room.ok("anna", "frist 5 stunden dann abstimmen")
    room.ok("bernd", "biete 1")
    clock.after(5)
    assert "vom Tisch" in room.ok("anna", "biete 2")


def test_deadline_reminds_again_and_again(room: Room, clock: Clock) -> None:
    room.ok("anna", "frist 5 stunden")
    room.ok("bernd", "biete 1")
    for _ in range(3):
        assert "Frist ist um" in clock.after(5)[0].text
    room.ok("anna", "frist aus")
    assert clock.after(5) == []


def test_who_sets_the_deadline(room: Room, clock: Clock) -> None:
    assert "Spielleitung" in room.no("bernd", "frist 5 stunden")
    room.ok("zeno", "frist 5 stunden", roles=("leitung",))
    assert "Frist: 5 Stunden" in room.ok("bernd", "frist")
    assert "Sag mir Dauer" in room.no("anna", "frist bald")


def test_several_tables_are_one_notice(room: Room, clock: Clock) -> None:
    Room(room.service, "c2").started("anna", "carl")
    notice = next(n for n in clock.after(25) if n.users == ["anna"])
    assert notice.private
    assert "{c1}" in notice.text
    assert "{c2}" in notice.text


def test_restart_forgets_nothing(room: Room, clock: Clock, store: Store, tmp_path: Path) -> None:
    room.say("anna", "erinnere mich alle 8 stunden")
    room.ok("anna", "frist 30 stunden dann computer")
    assert called(clock.after(9)) == ["anna"]
    store.close()
    again = Room(Service(Store(tmp_path / "daten")))
    again.service.times = Times(ZoneInfo("UTC"), 24, lambda: clock.at + timedelta(hours=7))
    assert tick(again.service) == []
    again.service.times.now = lambda: clock.at + timedelta(hours=8)
    assert called(tick(again.service)) == ["anna"]
    again.service.times.now = lambda: clock.at + timedelta(hours=40)
    assert any(notice.replies for notice in tick(again.service))
    again.service.store.close()


def test_ended_and_deserted_tables_are_left_alone(room: Room, clock: Clock) -> None:
    clock.after(1)
    Notebook(room.service.store).set_board(room.table.meta.id, gone=1)
    assert clock.after(100) == []
    room.ok("anna", "spiel beenden", roles=("leitung",))
    assert clock.after(100) == []
    assert list(Notebook(room.service.store).waits()) == []


@pytest.mark.parametrize(("text", "hours"), [("8 stunden", 8), ("alle 2 tage dann computer", 48), ("90 min", 1.5), ("taeglich", 24), ("bald", None)])
def test_spans(text: str, hours: float | None) -> None:
    found = hours_in(text)
    assert (found[0] if found else None) == hours
