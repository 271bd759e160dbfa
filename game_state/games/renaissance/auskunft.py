"""Queries: odds, prices, reach, payouts, provinces. Computed only from what everybody, or the asking seat, may know."""

from collections.abc import Sequence

from game_state.games.renaissance.ansicht import show_province, view
from game_state.games.renaissance.erwerb import STABIL, unpaid
from game_state.games.renaissance.expansion import room
from game_state.games.renaissance.facts import ADVANCES, CARDS, FLEET_STEP, FLEETS, GOODS
from game_state.games.renaissance.kampf import fight_forecast, forecast_cites
from game_state.games.renaissance.preise import bank_bonus, cite_advance, income, level, payout, price, stabilisation
from game_state.games.renaissance.reichweite import can_go, explain_reach, reichweite
from game_state.games.renaissance.staerke import new_markers
from game_state.games.renaissance.state import State, prerequisites_of
from game_state.verdict import Refused
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import GOODS as GOOD_NAMES
from rules_dsl.games.renaissance.commands import GROUPS, PROVINCES, TARGETS

Answer = tuple[str, tuple[str, ...]]
GOODS_CARDS = {card.kind: card.goods for card in CARDS.values() if card.goods}
_FIELDS = {"market": "Marktvolumen", "land": "Landgrenzen", "seas": "Meereszonen", "supported_by": "Satelliten"}


def inform(s: State, seat: int | None, command: Command, people: Sequence[str]) -> Answer:
    match command:
        case say.Chance():
            return _chance(s, _seated(seat), command)
        case say.Costs():
            return _costs(s, _seated(seat), command.advance)
        case say.StabiliseInfo():
            return _stabilisation(s, _seated(seat))
        case say.IncomeInfo():
            return _income(s, people)
        case say.Reach():
            return _reach(s, _seated(seat), command.province)
        case say.GoodInfo():
            return _good(s, command.good, people)
        case say.ProvinceInfo():
            return _about(s, seat, command.province, people)
    raise Refused(f"„{command.say()}“ ist keine Auskunft.", code="no_info")


def forecast(s: State, seat: int, command: Command) -> tuple[list[str], tuple[str, ...]]:
    """Before the fact: the odds of an attack, the price of an advance, what a goods card pays, what stabilisation costs."""
    match command:
        case say.Attack():
            province = s.karte[command.province]
            return [fight_forecast(s, seat, province)], forecast_cites(s, seat, province)
        case say.Buy():
            cost = price(s, seat, command.advance, command)[0]
            cheaper = command.advance in "PZ"  # fewer cards to stabilise, or half the cost
            return [f"{cost.explain()}; {_left(s, seat, cost.total, 0 if cheaper else stabilisation(s, seat).total)}."], cost.cites
        case say.Fleet():
            return [f"Der Ausbau kostet {FLEET_STEP} Dukaten; {_left(s, seat, FLEET_STEP, stabilisation(s, seat).total)}."], ("9.4.1",)
        case say.Stabilise() if command.pay:
            due = stabilisation(s, seat)
            return [f"{due.explain()}."], due.cites
        case say.Play() if command.card in GOODS_CARDS:
            good = command.good or GOODS_CARDS[command.card][0]
            sums = {other: payout(s, other, good) for other in s.active() if s.count(other, good)}
            return [f"{TARGETS.text(s.called(other))}: {sum_.explain()}." for other, sum_ in sums.items()], ("9.3.1",)
    return [], ()


def _left(s: State, seat: int, spent: int, due: int) -> str:
    """What remains after a purchase, and whether it still pays for the cards in hand."""
    rest = s.spieler[seat].bargeld - spent
    text = f"dir bleiben {rest} Dukaten"
    return text if rest >= due else f"{text}, zu wenig für die Stabilisierung von {due}: Dann {unpaid(s, seat)}"


def _seated(seat: int | None) -> int:
    if seat is None:
        raise Refused("Das rechne ich nur für Mitspieler aus; du sitzt nicht an diesem Tisch.", code="not_seated")
    return seat


def _begun(s: State, seat: int) -> None:
    if not s.spieler[seat].hauptstadt or seat not in s.reihenfolge:
        raise Refused("Erst wenn die Hauptstädte vergeben sind, lässt sich das sagen.", ("8.3",), code="not_begun")


def _known(s: State, province: str) -> None:
    if province not in s.karte:
        raise Refused(f"{PROVINCES.text(province)} gibt es auf eurem Brett nicht.", ("4.1",), code="no_such_province")


def _chance(s: State, seat: int, command: say.Chance) -> Answer:
    _begun(s, seat)
    _known(s, command.province)
    province, name = s.karte[command.province], PROVINCES.text(command.province)
    if s.spieler[seat].controls_province(province.id):
        return f"{name} kontrollierst du selbst.", ("9.5.2",)
    if not s.others_in(province.id, seat):
        return f"In {name} steht niemand; dort wird nicht gekämpft. Ohne Kampf passen {room(s, seat, province)} Marker hinein.", ("4.3", "9.5.2")
    text = fight_forecast(s, seat, province)
    needed, mine = new_markers(s, province, seat), s.spieler[seat].expansion
    if command.markers is not None:
        text += f" Mit {command.markers} neuen Markern " + ("geht es." if command.markers >= needed else f"fehlen {needed - command.markers}.")
    elif mine < needed:
        text += f" Du hast diese Runde noch {mine} Marker, es fehlen {needed - mine}."
    able = can_go(s, seat, reichweite(s, seat), province)
    if able <= 0:
        text += " Gerade außer Reichweite: " + explain_reach(s, seat, province).explain()
    elif able < 999:
        text += f" Per Schiff kannst du noch {able} Marker dorthin bringen."
    return text, forecast_cites(s, seat, province)


def _costs(s: State, seat: int, letter: str | None) -> Answer:
    p = s.spieler[seat]
    if letter is not None:
        advance = ADVANCES[letter]
        if letter in p.fortschritte:
            return f"{advance.name} [{letter}] besitzt du schon.", (cite_advance(letter),)
        cost, claims = price(s, seat, letter)
        missing = [f"{ADVANCES[x].name} [{x}]" for x in prerequisites_of(s, letter) if x not in p.fortschritte]
        text = f"{advance.name} [{letter}]: {cost.explain()}. Du hast {p.bargeld} Dukaten."
        if missing:
            text += f" Vorher brauchst du {' und '.join(missing)}."
        if advance.group in s.dekret:
            text += f" Der Bereich {GROUPS.text(advance.group)} ist diese Runde durch ein Päpstliches Dekret gesperrt."
        return text, ("9.4.2", cite_advance(letter), *(["9.3.3 > Patronatsrecht"] if claims else []))
    lines = []
    for x, advance in ADVANCES.items():
        if x in p.fortschritte:
            continue
        due = price(s, seat, x)[0].total
        missing = [y for y in prerequisites_of(s, x) if y not in p.fortschritte]
        marks = f" (erst {', '.join(missing)})" if missing else " (gesperrt)" if advance.group in s.dekret else " *" if due <= p.bargeld else ""
        lines.append(f"{advance.name} [{x}] {due}{marks}")
    return f"Du hast {p.bargeld} Dukaten; * kannst du jetzt bezahlen.\n" + "\n".join(lines), ("9.4.2",)


def _stabilisation(s: State, seat: int) -> Answer:
    p, due = s.spieler[seat], stabilisation(s, seat)
    if not p.hand:
        return "Ohne Handkarten kostet dich die Stabilisierung nichts.", (STABIL,)
    return f"{due.explain()}. Du hast {p.bargeld} Dukaten; zahlst du nicht, {unpaid(s, seat)}.", due.cites


def _income(s: State, people: Sequence[str]) -> Answer:
    """9.6: what everybody would get if the round ended with this position."""
    lines = ["Nach dem jetzigen Stand:"]
    for seat in s.active():
        line = f"{people[seat]}: {income(s, seat).explain()}"
        if s.spieler[seat].has("L"):
            line += f"; dazu {bank_bonus(s, seat).explain()}"
        lines.append(line)
    return "\n".join(lines), ("9.6",)


def _reach(s: State, seat: int, wanted: str | None) -> Answer:
    _begun(s, seat)
    reach = reichweite(s, seat)
    if wanted is not None:
        _known(s, wanted)
        province, name = s.karte[wanted], PROVINCES.text(wanted)
        able = can_go(s, seat, reach, province)
        if able <= 0:
            refused = explain_reach(s, seat, province)
            return refused.explain(), refused.cites
        how = "über Land" if reach.land & (1 << province.index) else f"per Schiff ({FLEETS[s.spieler[seat].flotte]})"
        if s.spieler[seat].controls_province(wanted):
            return f"{name} kontrollierst du schon; dort ist kein Platz für weitere Marker.", ("4.3",)
        limit = "beliebig viele" if able >= 999 else f"noch {able}"
        return f"{name} erreichst du {how}: {limit} Marker; ohne Kampf passen {room(s, seat, province)} hinein.", ("9.5", "9.4.1")
    land = [PROVINCES.text(q) for q in s.karte.ids(reach.land) if not s.spieler[seat].controls_province(q)]
    sea = [PROVINCES.text(q) for q in s.karte.ids(reach.sea & ~reach.land) if not s.spieler[seat].controls_province(q)]
    text = f"Über Land: {', '.join(land) or 'nichts'}."
    if sea:
        per = "beliebig viele Marker" if reach.capacity >= 999 else f"bis {reach.capacity} Marker je Provinz"
        text += f"\nPer Schiff ({FLEETS[s.spieler[seat].flotte]}, {per}): {', '.join(sea)}."
    return text, ("9.5", "9.4.1")


def _good(s: State, good: str, people: Sequence[str]) -> Answer:
    lines = [f"{GOOD_NAMES.text(good)}, Basiswert {GOODS[good].base}, {level(s.markt.get(good, 0))}. Eine Warenkarte brächte jetzt:"]
    lines += [f"{people[seat]}: {payout(s, seat, good).explain()}" for seat in s.active()]
    return "\n".join(lines), ("9.3.1", f"A.1 > {GOOD_NAMES.text(good)}", "9.6.1")


def _about(s: State, seat: int | None, id_: str, people: Sequence[str]) -> Answer:
    _known(s, id_)
    p = s.karte[id_]
    kind = "Satellit" if p.satellite else "Hauptstadt" if p.colour else "Provinz"
    goods = f", {' und '.join(GOOD_NAMES.text(g) for g in p.goods)}" if p.goods else ""
    where = p.region if p.overseas else f"Region {p.region}"
    lines = [f"{PROVINCES.text(id_)}: {kind}, {where}, Marktvolumen {p.market}{goods}" + ("" if s.in_play(p) else " (nicht im Spiel)") + "."]
    lines.append("Landgrenzen: " + (", ".join(PROVINCES.text(q) for q in p.land) or "keine") + ".")
    if p.coastal:
        lines.append("Küste: " + (", ".join(PROVINCES.text(q) for q in p.coast) or "nur über ein Meer") + ".")
    if p.seas:
        lines.append("Meere: " + ", ".join(s.karte.seas[q] for q in p.seas) + ".")
    if p.supports:
        lines.append("Unterstützt: " + ", ".join(PROVINCES.text(q) for q in p.supports) + ".")
    if p.supported_by:
        lines.append("Satelliten: " + ", ".join(PROVINCES.text(q) for q in p.supported_by) + ".")
    if p.uncertain:
        lines.append("Nicht gesichert: " + ", ".join(_FIELDS[f] for f in p.uncertain) + "; bitte am Brett prüfen.")
    lines.append(show_province(view(s, None), people, id_))
    return "\n".join(lines), ("4.1", "4.3")
