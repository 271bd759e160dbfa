"""9.6: income, Bankwesen, Aufklärung, shortage and surplus."""

from game_state.ask import Play
from game_state.games.renaissance.facts import GOODS
from game_state.games.renaissance.preise import bank_bonus, income
from game_state.games.renaissance.state import Ref
from game_state.games.renaissance.tueren import change_misery, draw, pay, receive
from game_state.games.renaissance.ziehen import milling, move_market

SHEETS = {
    3: "Spielblatt > Einkommen für 3 oder 4 Spieler", 4: "Spielblatt > Einkommen für 3 oder 4 Spieler",
    5: "Spielblatt > Einkommen für 5 oder 6 Spieler", 6: "Spielblatt > Einkommen für 5 oder 6 Spieler",
}


def earning(r: Ref) -> None:
    """Bankwesen before the payment, then everybody's income, then Aufklärung."""
    s = r.state
    for seat in s.active():
        earned = income(s, seat)
        if s.spieler[seat].has("L"):
            extra = bank_bonus(s, seat)
            receive(s, seat, extra.total)
            r.note("bankwesen", seat, (extra.total, extra.explain()), "9.6 > Bankwesen")
        receive(s, seat, earned.total)
        r.note("einkommen", seat, (earned.total, earned.explain()), "9.6", "5.1", SHEETS[s.players])
    letter = "J" if s.liest("aufklaerung_buchstabe", "j") else "D"
    for seat in s.active():
        if s.spieler[seat].has(letter):
            change_misery(r, seat, -1, "Aufklärung", "9.6 > Aufklärung")


def shortages(r: Ref) -> None:
    """9.6.1: old markers end; two rolls set new ones for the coming round."""
    s = r.state
    s.markt = {}
    for _ in range(2):
        green, black, white = r.dice.roll(6, "grün"), r.dice.roll(6, "schwarz"), r.dice.roll(6, "weiß")
        shortage = green <= 3
        goods = [good.id for good in GOODS.values() if good.dice == black + white]
        r.note("marktwurf", None, (green, black, white, shortage, tuple(goods)), "9.6.1", "C > Tabelle Ermittlung Überfluß / Mangel", reveals=True)
        for good in goods:
            move_market(s, good, 1 if shortage else -1)
            _majority(r, good, shortage)


def _majority(r: Ref, good: str, shortage: bool) -> None:
    """Who alone has most provinces of the good draws a card, or pays a ducat for each."""
    s = r.state
    counts = {seat: s.count(seat, good) for seat in s.active()}
    best = max(counts.values(), default=0)
    leaders = [seat for seat, n in counts.items() if n == best]
    if not best or len(leaders) > 1:
        return
    if shortage:
        draw(r, leaders[0], "Mangel", "9.6.1")
        return
    due = min(best, s.spieler[leaders[0]].bargeld)
    pay(s, leaders[0], due)
    r.note("zahlt", leaders[0], (due, "Überfluß"), "9.6.1")


def earn_and_roll(r: Ref) -> Play[None]:
    """Phase 6."""
    earning(r)
    shortages(r)
    if r.state.liest("muehlen_phase", "phase_5"):
        yield from milling(r)
