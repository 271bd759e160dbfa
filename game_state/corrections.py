"""Corrections by the Spielleitung: named, typed steps, checked against the invariants of the game. Never a raw edit."""

from game_state.orders import LEITUNG, Actor
from game_state.table import Change, Outcome, Table
from game_state.verdict import Refused, refuse_unless
from rules_dsl.fold import fold

BACK = ("zurueck", "rueckgaengig", "zuruecknehmen")


def correct(table: Table, actor: Actor, text: str) -> Outcome:
    """T.13: one step of correction, or the last one taken back."""
    refuse_unless(LEITUNG in actor.roles, "Nur die Spielleitung berichtigt einen Stand; du kannst „streit“ eröffnen.", code="leitung_only")
    runner = table.running
    if fold(text) in BACK:
        return _take_back(table, actor)
    step, reads = table.game.correction(text, table.people)
    before = table.game.problems(runner.referee.state)
    trial = table.position(table.meta.length).referee.state
    table.game.correct(trial, step)
    wrong = [problem for problem in table.game.problems(trial) if problem not in before]
    refuse_unless(not wrong, f"Das geht so nicht: {' '.join(wrong)}", code="bad_correction")
    record = table.record("correct", actor.user, {"step": step, "text": reads})
    table.change(Change(table.meta.length, correction=step, seq=record.seq))
    table.meta.undone = []
    return Outcome([f"Korrektur durch {actor.name} (Zeile {record.seq}): {reads}."])


def _take_back(table: Table, actor: Actor) -> Outcome:
    last = next((change for change in reversed(table.meta.changes) if change.correction is not None), None)
    if last is None:
        raise Refused("Es gibt keine Korrektur, die ich zurücknehmen könnte.", code="bad_correction")
    refuse_unless(last.at == table.meta.length, "Seit der Korrektur wurde gezogen; „rückgängig bis“ geht davor zurück.", code="bad_correction")
    table.meta.changes.remove(last)
    table.record("uncorrect", actor.user, {"seq": last.seq})
    table.rebuild(table.meta.length)
    return Outcome([f"Die Korrektur aus Zeile {last.seq} ist zurückgenommen."])
