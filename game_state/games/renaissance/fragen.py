"""Questions about the position in plain words: does the money suffice, who gets where, who can attack whom, what would a good bring."""

from collections.abc import Sequence

from game_state.games.renaissance.auskunft import inform
from game_state.games.renaissance.expansion import room
from game_state.games.renaissance.facts import ADVANCES, FLEET_STEP, FLEETS, Province
from game_state.games.renaissance.preise import price, stabilisation
from game_state.games.renaissance.reichweite import can_go, explain_reach, reichweite
from game_state.games.renaissance.staerke import new_markers, odds, percent
from game_state.games.renaissance.state import State, prerequisites_of
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import PROVINCES
from rules_dsl.names import Names
from rules_dsl.numbers import NUMBER_WORDS

Told = tuple[str, str, tuple[str, ...]]
EXPANSION, FIGHT = "9.5", "9.5.2"


def called(s: State, seat: int) -> list[str]:
    """The colour of a seat, once it has a capital; the capital itself stays the name of a province."""
    if not s.spieler[seat].hauptstadt:
        return []
    return [form for form, id_ in say.TARGETS.by_form.items() if id_ == s.called(seat) and form not in PROVINCES.by_form]


def asked(s: State, about: str, seat: int, who: str, words: list[str], people: Sequence[str]) -> Told | None:
    known = {s.called(other) for other in range(len(s.spieler)) if s.spieler[other].hauptstadt}
    strangers = [id_ for word in words if word not in PROVINCES.by_form and (id_ := say.TARGETS.by_form.get(word)) and id_ not in known]
    if strangers and len(known) == len(s.spieler):
        return "nein", f"{say.TARGETS.text(strangers[0])} spielt in dieser Partie nicht mit.", ("8.2",)
    goods = _named(say.GOODS, words)
    numbers = [n for word in words if (n := int(word) if word.isdecimal() else NUMBER_WORDS.get(word, 0)) > 1]
    if about == "ertrag" and goods and not numbers and "man" not in words:  # „für drei Provinzen“ asks for the table of the rules
        text, cites = inform(s, seat, say.GoodInfo(good=goods[0]), people)
        return "", text, cites
    if not s.spieler[seat].hauptstadt or seat not in s.reihenfolge:
        return None
    provinces = [s.karte[id_] for id_ in _named(PROVINCES, words) if id_ in s.karte]
    if about == "leisten" and "marker" in words and provinces and not who:
        text, cites = inform(s, seat, say.Chance(province=provinces[0].id, markers=numbers[0] if numbers else None), people)
        return "", text, cites
    if about == "leisten":
        return _pays(s, seat, who, words)
    if (about == "hin" or (about == "angriff" and who)) and provinces:
        return _attacks(s, seat, who, provinces[0]) if about == "angriff" else _gets(s, seat, who, provinces[0])
    return None


def _named(names: Names, words: list[str]) -> list[str]:
    """Ids of what is named, longest names first; a single letter is no name here."""
    spans = [" ".join(words[at : at + length]) for length in (3, 2, 1) for at in range(len(words) - length + 1)]
    return list(dict.fromkeys(names.by_form[span] for span in spans if len(span) > 1 and span in names.by_form))


def _pays(s: State, seat: int, who: str, words: list[str]) -> Told | None:
    """Cash against the price with all discounts of this moment; a missing condition is told too."""
    p = s.spieler[seat]
    subject, possession = who or "du", f"{who} hat" if who else "Du hast"
    letters = _named(say.ADVANCES, words)
    if letters:
        letter = letters[0]
        if letter in p.fortschritte:
            return "", f"{ADVANCES[letter].name} [{letter}] {'besitzt ' + who if who else 'besitzt du'} schon.", ("9.4.2",)
        cost = price(s, seat, letter)[0]
        missing = [f"{ADVANCES[x].name} [{x}]" for x in prerequisites_of(s, letter) if x not in p.fortschritte]
        text = f"{ADVANCES[letter].name} [{letter}]: {cost.explain()}. {possession} {p.bargeld} Dukaten."
        if missing:
            text += f" Vorher {'braucht' if who else 'brauchst'} {subject} {' und '.join(missing)}."
        return "ja" if p.bargeld >= cost.total and not missing else "nein", text, ("9.4.2", *cost.cites)
    if "flotte" in words:
        return "ja" if p.bargeld >= FLEET_STEP else "nein", f"Ein Ausbau der Flotte kostet {FLEET_STEP} Dukaten. {possession} {p.bargeld}.", ("9.4.1",)
    if "stabilisierung" in words and not who:
        due = stabilisation(s, seat)
        return "ja" if p.bargeld >= due.total else "nein", f"{due.explain()}. {possession} {p.bargeld} Dukaten.", due.cites
    return None


def _gets(s: State, seat: int, who: str, province: Province) -> Told:
    """Reach, and what fits in without a fight."""
    name = PROVINCES.text(province.id)
    if s.spieler[seat].controls_province(province.id):
        return "", f"{name} kontrolliert {who} schon." if who else f"{name} kontrollierst du schon.", ("4.3",)
    reach = reichweite(s, seat)
    able = can_go(s, seat, reach, province)
    if able <= 0:
        refused = explain_reach(s, seat, province)
        text = f"{name} liegt nicht in der Reichweite von {who} ({FLEETS[s.spieler[seat].flotte]})." if who else refused.explain()
        return "nein", text, tuple(refused.cites)
    how = "über Land" if reach.land & (1 << province.index) else "per Schiff"
    fits = room(s, seat, province)
    text = f"{name} erreicht {who} {how}" if who else f"{name} erreichst du {how}"
    text += "" if able >= 999 else f", noch mit {able} {'Marker' if able == 1 else 'Markern'}"
    markers = f"; ohne Kampf {'passt' if fits == 1 else 'passen'} {fits} hinein. {_left(s, seat, who)}"
    return "ja", text + markers, (EXPANSION, "9.4.1")


def _left(s: State, seat: int, who: str) -> str:
    return f"{who + ' hat' if who else 'Du hast'} für diese Runde noch {s.spieler[seat].expansion} Marker."


def _attacks(s: State, seat: int, who: str, province: Province) -> Told:
    """Somebody must be there, in reach, and the markers must suffice; fights only happen in the expansion."""
    name, others = PROVINCES.text(province.id), s.others_in(province.id, seat)
    if not others:
        return "nein", f"In {name} steht kein anderer; dort gibt es nichts zu bekämpfen.", (FIGHT,)
    word, text, cites = _gets(s, seat, who, province)
    if word != "ja":
        return "nein", text, cites
    needed, have, able = new_markers(s, province, seat), s.spieler[seat].expansion, can_go(s, seat, reichweite(s, seat), province)
    text = f"Der Angriff auf {name} braucht {needed} neue Marker. {_left(s, seat, who)}"
    if able < needed:
        return "nein", f"{text} Per Schiff kommen aber nur {able} dorthin.", (FIGHT, "9.4.1")
    if have < needed or not _still(s, seat):
        return "nein", text + _when(s, seat, who), (FIGHT, EXPANSION)
    return "ja", f"{text} Chance {percent(odds(s, seat, others))}.{_when(s, seat, who)}", (FIGHT, EXPANSION)


def _still(s: State, seat: int) -> bool:
    """Whether this seat may yet place markers in this round."""
    return s.phase in "1234" or (s.phase == "5" and (s.offen is None or seat in s.offen))


def _when(s: State, seat: int, who: str) -> str:
    if s.phase == "5" and not _still(s, seat):
        return f" {who + ' hat' if who else 'Du hast'} in dieser Expansion schon gesetzt."
    return "" if s.phase == "5" else " Gekämpft wird erst in der Expansion (Phase 5)."


def threat(s: State, by: int, who: str, seat: int) -> Told | None:
    """Which provinces of a seat another one could attack in this round, by reach and markers as they are now."""
    if not s.spieler[by].hauptstadt or by not in s.reihenfolge:
        return None
    if not _still(s, by):
        return "nein", f"In dieser Runde nicht mehr.{_when(s, by, who)}", (EXPANSION, FIGHT)
    have, reach = s.spieler[by].expansion, reichweite(s, by)
    found = []
    for province in s.karte.all:
        if s.spieler[seat].present(province.id):
            needed = new_markers(s, province, by)
            if needed <= min(have, can_go(s, by, reach, province)):
                found.append(f"{PROVINCES.text(province.id)} ({needed} Marker, Chance {percent(odds(s, by, s.others_in(province.id, by)))})")
    left = _left(s, by, who) + _when(s, by, who)
    if not found:
        return "nein", f"{left} Damit kommt {who} nach dem jetzigen Stand in keiner deiner Provinzen zum Angriff.", (FIGHT, EXPANSION)
    return "ja", f"{left} Nach dem jetzigen Stand angreifbar: {', '.join(found)}.", (FIGHT, EXPANSION)
