"""9.4.1 and 9.5: where markers can go, over land, along the coast, across seas and the ocean."""

from dataclasses import replace
from typing import NamedTuple

from game_state.games.renaissance.facts import CAPACITY, DREIMASTER, FLEETS, HOCHSEE, REGIONS_IN_PLAY, Province
from game_state.games.renaissance.state import State
from game_state.verdict import Calculation, Refused
from rules_dsl.games.renaissance.commands import PROVINCES


class Reichweite(NamedTuple):
    """Bit masks of provinces in reach: over land (any number of markers) and by ship (up to `capacity` per province and round)."""

    land: int
    sea: int
    capacity: int


def bases(s: State, seat: int) -> int:
    """9.5: provinces where own markers stood before this round, and always the capital."""
    p, karte = s.spieler[seat], s.karte
    found = karte.mask(p.kontrolle) | karte.mask((p.hauptstadt,))
    if not s.liest("reichweite_basis", "nur_kontrolle"):
        found |= karte.mask(p.marker) | karte.mask(p.basis)
    return found


def open_to(s: State, seat: int) -> int:
    """Provinces the player may enter at all: regions in play, Seidenstraße, Hochseenavigation, Neue Welt."""
    p, karte = s.spieler[seat], s.karte
    found = 0
    for region in REGIONS_IN_PLAY[s.players]:
        if region != "V" or p.has("R"):
            found |= karte.regions[region]
    if s.liest("island_westafrika", "ja") and not p.has("T"):
        found &= ~karte.mask(("iceland", "mauritanie"))
    if p.has("T"):
        found |= karte.regions["Orient"]
        if p.has("U"):
            found |= karte.regions["Neue Welt"]
    return found


def held_by_others(s: State, seat: int) -> int:
    """9.5 > Karawane: provinces another player controls, by control marker or by markers up to the market."""
    karte = s.karte
    others = [p for other, p in enumerate(s.spieler) if other != seat]
    together = s.liest("karawane_mehrere_gegner", "zusammen")
    found = 0
    for p in others:
        found |= karte.mask(p.kontrolle) | karte.mask(p.neue_kontrolle)
        for q in (*p.marker, *p.weiss):
            if (sum(o.markers_in(q) for o in others) if together else p.markers_in(q)) >= karte[q].market:
                found |= 1 << karte[q].index
    return found


def reichweite(s: State, seat: int) -> Reichweite:
    p, karte = s.spieler[seat], s.karte
    own, enterable = bases(s, seat), open_to(s, seat)
    land, through = own, 0
    rest = own
    while rest:
        low = rest & -rest
        through |= karte.land[low.bit_length() - 1]
        rest ^= low
    land |= through
    if p.has("I"):
        rest = through & enterable & ~held_by_others(s, seat)
        while rest:
            low = rest & -rest
            land |= karte.land[low.bit_length() - 1]
            rest ^= low
    sea = 0
    if p.flotte >= DREIMASTER:
        sea = karte.coastal
    elif p.flotte:
        table = karte.galley[(CAPACITY[p.flotte], p.has("A"))]
        rest = own
        while rest:
            low = rest & -rest
            sea |= table[low.bit_length() - 1]
            rest ^= low
    return Reichweite(land & enterable, sea & enterable, CAPACITY[p.flotte])


def overseas_left(s: State, seat: int) -> int:
    """9.4.1 > Hochseenavigation: how many more overseas provinces the fleet can keep up."""
    p = s.spieler[seat]
    limit = p.flotte - HOCHSEE + 1 if p.flotte >= HOCHSEE else 0
    return limit - sum(p.present(q.id) for q in s.karte.all if q.overseas)


def can_go(s: State, seat: int, reach: Reichweite, province: Province) -> int:
    """How many more markers can be brought there now, by reach alone (999: any number)."""
    bit = 1 << province.index
    p = s.spieler[seat]
    if province.overseas and not p.present(province.id) and overseas_left(s, seat) <= 0:
        return 0
    if reach.land & bit:
        return 999
    if reach.sea & bit:
        return 999 if reach.capacity >= 999 else reach.capacity - p.verschifft.get(province.id, 0)
    return 0


def overseas_full(s: State, seat: int) -> Refused:
    """9.4.1 > Hochseenavigation: the fleet keeps up no more."""
    p = s.spieler[seat]
    limit = max(0, p.flotte - HOCHSEE + 1)
    held = [PROVINCES.text(q.id) for q in s.karte.all if q.overseas and p.present(q.id)]
    text = f"Mit {FLEETS[p.flotte]} unterhältst du höchstens {limit} Überseeprovinz{'' if limit == 1 else 'en'}" + (f": {', '.join(held)}." if held else ".")
    return Refused(text, ("9.4.1 > Hochseenavigation",), code="overseas_full")


def other_board(s: State) -> State | None:
    """4.1: the same position on the other printed layout, as long as the table has not said which one it owns."""
    if s.brett or not s.liest("brett_layout", "a"):
        return None
    return replace(s, brett="b")


def explain_reach(s: State, seat: int, province: Province) -> Refused:
    """Why markers cannot go there, with the number that failed; where only the printed layout decides, that is said."""
    refused, other = _why_not(s, seat, province), other_board(s)
    if other is not None and refused.code in ("out_of_reach", "no_fleet") and can_go(other, seat, reichweite(other, seat), other.karte[province.id]) > 0:
        refused.text += " Auf einem Brett der Fassung B wäre es in Reichweite: Schaut nach, „lesart brett_layout b“ stellt um."
        refused.cites = (*refused.cites, "4.1")
    return refused


def _why_not(s: State, seat: int, province: Province) -> Refused:
    p, karte, name = s.spieler[seat], s.karte, PROVINCES.text(province.id)
    if not s.in_play(province):
        text = f"{name} liegt in Region {province.region}; zu {s.players}. spielt ihr nur in {', '.join(REGIONS_IN_PLAY[s.players])}."
        return Refused(text, ("8.2",), code="not_in_play")
    if province.region == "V" and not p.has("R"):
        return Refused(f"{name} liegt in Region V; ohne Seidenstraße [R] kommst du dort nicht hinein.", ("9.5 > Seidenstraße",), code="needs_r")
    if province.overseas and not p.has("T"):
        return Refused(f"{name} erreichst du nur mit Hochseenavigation [T].", ("4.1 > Überseeische Provinz", "4.2 > Ozean"), code="needs_t")
    if province.region == "Neue Welt" and not p.has("U"):
        return Refused(f"{name} erreichst du nur mit dem Fortschritt Neue Welt [U].", ("4.1 > Überseeische Provinz",), code="needs_u")
    if province.overseas:
        return overseas_full(s, seat)
    if province.id in ("iceland", "mauritanie") and s.liest("island_westafrika", "ja") and not p.has("T"):
        return Refused(f"{name} erreichst du nach eurer Lesart nur mit Hochseenavigation [T].", ("4.1 > Überseeische Provinz",), code="needs_t")
    shipped = p.verschifft.get(province.id, 0)
    if shipped:
        used = Calculation("Frei").add(FLEETS[p.flotte], CAPACITY[p.flotte], "9.4.1").add("diese Runde schon verschifft", -shipped, "9.4.1")
        return Refused(f"Nach {name} fasst deine Flotte diese Runde keine weiteren Marker.", ("9.4.1",), used, code="capacity")
    over = ("9.5", "9.5 > Karawane") if p.has("I") else ("9.5",)
    over_land = f"Keine eigene Provinz mit farbigem Marker grenzt an {name}" + (", auch nicht über eine freie Provinz (Karawane)" if p.has("I") else "")
    if not province.coastal:
        return Refused(f"{over_land}, und {name} liegt nicht am Meer.", (*over, "4.1 > Unpassierbare Zone"), code="out_of_reach")
    if not p.flotte:
        return Refused(f"{over_land}, und du hast keine Flotte.", (*over, "9.4.1", "4.2"), code="no_fleet")
    table = karte.distances_sea if p.has("A") else karte.distances
    steps = min((table[karte[base].index].get(province.id, 99) for base in karte.ids(bases(s, seat))), default=99)
    if steps >= 99:
        text = f"{over_land}; entlang der Küste führt kein Weg dorthin" + ("." if p.has("A") else ", dazu brauchst du Sternenkunde [A] oder Dreimaster [S].")
        return Refused(text, ("9.4.1", "4.2 > Meer", "9.4.1 > Sternenkunde"), code="out_of_reach")
    short = Calculation("Fehlend").add("Küstenschritte", steps, "9.4.1").add(FLEETS[p.flotte], -CAPACITY[p.flotte], "9.4.1")
    text = f"{over_land}; per Schiff sind es {steps} Küstenschritte, {FLEETS[p.flotte]} schafft {CAPACITY[p.flotte]}."
    return Refused(text, ("9.4.1", *over), short, code="out_of_reach")
