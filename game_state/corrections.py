"""Corrections by the Spielleitung: named, typed steps, checked against the invariants of the game. Never a raw edit."""

from typing import Any

from game_state.table import LEITUNG, Actor, Change, Outcome, Table
from game_state.verdict import Refused, refuse_unless
from rules_dsl.fold import fold

BACK = ("zurueck", "rueckgaengig", "zuruecknehmen")


def correct(table: Table, actor: Actor, text: str) -> Outcome:
    """T.13: one step of correction, or the last one taken back."""
    refuse_unless(LEITUNG in actor.roles, "Nur die Spielleitung berichtigt einen Stand; du kannst „streit“ eröffnen.", code="leitung_only")
    if fold(text) in BACK:
        return _take_back(table, actor)
    step, reads = read(table, text)
    return Outcome([f"Korrektur durch {actor.name} (Zeile {carry_out(table, actor.user, step, reads)}): {reads}."])


def read(table: Table, text: str) -> tuple[dict[str, Any], str]:
    """A step in words as typed data that the position allows."""
    step, reads = table.game.correction(text, table.people)
    allowed(table, step)
    return step, reads


def allowed(table: Table, step: dict[str, Any]) -> None:
    """Refused unless the step, tried on a copy, leaves the position sound."""
    before = table.game.problems(table.running_state)
    trial = table.position(table.meta.length).referee.state
    table.game.correct(trial, step)
    wrong = [problem for problem in table.game.problems(trial) if problem not in before]
    refuse_unless(not wrong, f"Das geht so nicht: {' '.join(wrong)}", code="bad_correction")


def carry_out(table: Table, user: str, step: dict[str, Any], reads: str) -> int:
    """The step on the position, for good; the line of the journal it stands on."""
    record = table.record("correct", user, {"step": step, "text": reads})
    table.change(Change(table.meta.length, correction=step, seq=record.seq))
    table.meta.undone = []
    return record.seq


def _take_back(table: Table, actor: Actor) -> Outcome:
    last = next((change for change in reversed(table.meta.changes) if change.correction is not None), None)
    if last is None:
        raise Refused("Es gibt keine Korrektur, die ich zurücknehmen könnte.", code="bad_correction")
    refuse_unless(last.at == table.meta.length, "Seit der Korrektur wurde gezogen; „rückgängig bis“ geht davor zurück.", code="bad_correction")
    table.meta.changes.remove(last)
    table.record("uncorrect", actor.user, {"seq": last.seq})
    table.rebuild(table.meta.length)
    return Outcome([f"Die Korrektur aus Zeile {last.seq} ist zurückgenommen."])
