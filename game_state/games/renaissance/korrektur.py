"""Corrections by the Spielleitung, and what makes a position unsound."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from game_state.game import number_said, seat_named
from game_state.games.renaissance.facts import ADVANCES, FLEETS, GOODS, HOCHSEE, MONEY, TRACK, kind_of
from game_state.games.renaissance.state import State
from game_state.games.renaissance.tueren import take_off
from game_state.verdict import Refused, refuse_unless
from rules_dsl.fold import fold
from rules_dsl.games.renaissance.commands import ADVANCES as ADVANCE_NAMES
from rules_dsl.games.renaissance.commands import CARDS as CARD_NAMES
from rules_dsl.games.renaissance.commands import GOODS as GOOD_NAMES
from rules_dsl.games.renaissance.commands import PROVINCES

FORM = (
    "„Anna 30 Dukaten“ oder „Anna +5 Dukaten“, „Anna Elend 50“, „Anna 5 Marker“, „Anna Flotte Galeere 4“, „Anna hat Karawane“, „Anna ohne Karawane“, "
    "„Firenze Kontrolle Anna“, „Firenze 2 Marker Anna“, „Firenze leer“, „Wolle von Stapel nach Anna“, „Reihenfolge Bernd, Anna, Clara“, "
    "„Markt Wein 1“ (Mangel) oder „-1“ (Überfluß), „Hamburg Marktvolumen 3“, „Brett a“ oder „Brett b“ (was auf eurem Brett gedruckt ist)"
)
PILES = {"stapel": "stapel", "kartenstapel": "stapel", "ablage": "ablage", "aus dem spiel": "aus_dem_spiel"}
_FLEETS = {fold(name): n for n, name in enumerate(FLEETS)}


def read(text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
    """One step as typed data, and how it reads."""
    folded = fold(text)
    if m := re.fullmatch(r"markt (.+) ([-+]?[0-3])", folded):
        good = GOOD_NAMES.by_form.get(m[1])
        refuse_unless(good, f"Eine Ware „{m[1]}“ gibt es nicht.", "4.5", code="bad_correction")
        return {"was": "markt", "ware": good, "zahl": int(m[2])}, f"Markt {GOOD_NAMES.text(str(good))} {m[2]}"
    if m := re.fullmatch(r"(?:brett|layout) ([ab])", folded):
        return {"was": "brett", "fassung": m[1]}, f"Brett der Fassung {m[1].upper()}"
    if m := re.fullmatch(r"(.+) (?:marktvolumen|markt) ([1-9])", folded):
        return {"was": "marktvolumen", "provinz": _province(m[1]), "zahl": int(m[2])}, f"{PROVINCES.text(_province(m[1]))} hat Marktvolumen {m[2]}"
    if m := re.fullmatch(r"(.+) leer", folded):
        return {"was": "leer", "provinz": _province(m[1])}, f"{PROVINCES.text(_province(m[1]))} ist leer"
    if m := re.fullmatch(r"(.+) kontrolle (?:von )?(\S+)", folded):
        province, seat = _province(m[1]), seat_named(m[2], people)
        return {"was": "kontrolle", "provinz": province, "seat": seat}, f"{people[seat]} kontrolliert {PROVINCES.text(province)}"
    if (m := re.fullmatch(r"(.+) (\d) marker (?:von )?(\S+)", folded)) and m[1] in PROVINCES.by_form:
        province, seat = _province(m[1]), seat_named(m[3], people)
        return {"was": "marker", "provinz": province, "seat": seat, "zahl": int(m[2])}, f"{m[2]} Marker von {people[seat]} in {PROVINCES.text(province)}"
    if m := re.fullmatch(r"(\S+) (?:hat )?([-+]?\d+) (dukaten|marker)", folded):
        seat, (number, added) = seat_named(m[1], people), number_said(m[2])
        return {"was": m[3], "seat": seat, "zahl": number, "dazu": added}, f"{people[seat]} {'bekommt' if added else 'hat'} {m[2]} {m[3].capitalize()}"
    if m := re.fullmatch(r"(\S+) elend (\d+)", folded):
        seat = seat_named(m[1], people)
        refuse_unless(int(m[2]) in TRACK, f"{m[2]} ist kein Feld des Elendsindex.", "4.7 > Elendsindex", code="bad_correction")
        return {"was": "elend", "seat": seat, "zahl": int(m[2])}, f"{people[seat]} steht auf Elend {m[2]}"
    if m := re.fullmatch(r"(\S+) flotte (.+)", folded):
        seat = seat_named(m[1], people)
        refuse_unless(m[2] in _FLEETS, f"Eine Flotte „{m[2]}“ gibt es nicht.", "4.7 > Flottentabelle", code="bad_correction")
        return {"was": "flotte", "seat": seat, "zahl": _FLEETS[m[2]]}, f"{people[seat]} hat {FLEETS[_FLEETS[m[2]]]}"
    if (m := re.fullmatch(r"(\S+) (hat|ohne) (.+)", folded)) and m[3] in ADVANCE_NAMES.by_form:
        seat, letter = seat_named(m[1], people), ADVANCE_NAMES.by_form[m[3]]
        return {"was": m[2], "seat": seat, "fortschritt": letter}, f"{people[seat]} {m[2]} {ADVANCES[letter].name} [{letter}]"
    if m := re.fullmatch(r"(?:reihenfolge|spielreihenfolge)[: ]+(.+)", folded):
        seats = [seat_named(name, people) for name in re.split(r"[, ]+(?:und )?", m[1])]
        refuse_unless(sorted(seats) == list(range(len(people))), "Nenne jeden am Tisch genau einmal.", "9.7", code="bad_correction")
        return {"was": "reihenfolge", "seats": seats}, "Spielreihenfolge " + ", ".join(people[seat] for seat in seats)
    if (m := re.fullmatch(r"(.+) von (.+) nach (.+)", folded)) and m[1] in CARD_NAMES.by_form:
        kind, ends = CARD_NAMES.by_form[m[1]], [_pile(m[2], people), _pile(m[3], people)]
        told = [people[end] if isinstance(end, int) else name for end, name in zip(ends, (m[2].capitalize(), m[3].capitalize()), strict=True)]
        return {"was": "karte", "karte": kind, "von": ends[0], "nach": ends[1]}, f"{CARD_NAMES.text(kind)} von {told[0]} nach {told[1]}"
    raise Refused(f"„{text}“ ist keine Korrektur; es geht {FORM}.", code="bad_correction")


def _pile(name: str, people: Sequence[str]) -> str | int:
    """A pile, or the hand of a seat."""
    name = name.removeprefix("der ").removeprefix("die ").removeprefix("dem ").removeprefix("hand ").removeprefix("von ")
    return PILES[name] if name in PILES else seat_named(name, people)


def _province(name: str) -> str:
    found = PROVINCES.by_form.get(name)
    refuse_unless(found, f"Eine Provinz „{name}“ gibt es nicht.", "4.1", code="bad_correction")
    return str(found)


def apply(s: State, step: Mapping[str, Any]) -> None:
    """Carry out one step; `problems` judges the position afterwards."""
    match step["was"]:
        case "markt":
            s.markt.pop(step["ware"], None)
            if step["zahl"]:
                s.markt[step["ware"]] = step["zahl"]
        case "brett":
            s.brett = step["fassung"]
        case "marktvolumen":
            s.maerkte[step["provinz"]] = step["zahl"]
        case "leer":
            for seat in range(s.players):
                take_off(s, seat, step["provinz"])
        case "kontrolle":
            for seat in range(s.players):
                take_off(s, seat, step["provinz"])
            s.spieler[step["seat"]].kontrolle.append(step["provinz"])
        case "marker" if "provinz" in step:
            take_off(s, step["seat"], step["provinz"])
            if step["zahl"]:
                s.spieler[step["seat"]].marker[step["provinz"]] = step["zahl"]
        case "marker":
            p = s.spieler[step["seat"]]
            p.expansion = step["zahl"] + (p.expansion if step.get("dazu") else 0)
        case "dukaten":
            p = s.spieler[step["seat"]]
            before, p.bargeld = p.bargeld, step["zahl"] + (p.bargeld if step.get("dazu") else 0)
            s.bank += before - p.bargeld
        case "reihenfolge":
            s.reihenfolge = list(step["seats"])
            if s.offen:  # who acts now finishes; the others follow in the new order
                s.offen[1:] = [seat for seat in s.reihenfolge if seat in s.offen[1:]]
        case "karte":
            source, target = (s.spieler[end].hand if isinstance(end, int) else getattr(s, end) for end in (step["von"], step["nach"]))
            card = next((card for card in source if kind_of(card) == step["karte"]), None)
            if card is None:
                raise Refused(f"{CARD_NAMES.text(step['karte'])} liegt dort nicht.", ("7",), code="bad_correction")
            source.remove(card)
            target.append(card)
        case "elend":
            s.spieler[step["seat"]].elend = step["zahl"]
        case "flotte":
            s.spieler[step["seat"]].flotte = step["zahl"]
        case "hat":
            s.spieler[step["seat"]].fortschritte.setdefault(step["fortschritt"], s.runde - 1)
        case "ohne":
            s.spieler[step["seat"]].fortschritte.pop(step["fortschritt"], None)


def problems(s: State) -> list[str]:
    """What cannot be: lost money, too many pieces, markets overfull."""
    found = []
    if s.bank + sum(p.bargeld for p in s.spieler) != MONEY:
        found.append(f"Es fehlt Geld: {s.bank + sum(p.bargeld for p in s.spieler)} statt {MONEY} Dukaten.")
    karte = s.karte
    held: dict[str, int] = {}
    for seat, p in enumerate(s.spieler):
        who = f"Spieler {seat + 1}"
        if p.bargeld < 0 or p.expansion < 0:
            found.append(f"{who} hat weniger als nichts.")
        if p.vorrat < 0:
            found.append(f"{who} hat {36 - p.vorrat} statt höchstens 36 Expansionsmarker im Spiel.")
        if p.controls > s.control_limit():
            found.append(f"{who} hat {p.controls} Kontrollmarker auf dem Brett, mehr als {s.control_limit()}.")
        if p.flotte >= HOCHSEE and "T" not in p.fortschritte:
            found.append(f"{who} hat Hochseeschiffe ohne Hochseenavigation [T].")
        for province in (*p.kontrolle, *p.neue_kontrolle, *p.marker, *p.weiss):
            if province not in karte:
                return [*found, f"{PROVINCES.text(province)} gibt es auf diesem Brett nicht."]
        for province in (*p.kontrolle, *p.neue_kontrolle):
            if karte[province].satellite:
                found.append(f"In {PROVINCES.text(province)} kann kein Kontrollmarker liegen.")
            if province in held:
                found.append(f"In {PROVINCES.text(province)} liegen zwei Kontrollmarker.")
            held[province] = seat
    for province in {q: None for p in s.spieler for q in (*p.marker, *p.weiss)}:
        if province in held:
            found.append(f"In {PROVINCES.text(province)} liegen Marker neben einem Kontrollmarker.")
        elif sum(p.markers_in(province) for p in s.spieler) > karte[province].market:
            found.append(f"In {PROVINCES.text(province)} liegen mehr Marker, als der Markt fasst.")
    found += [f"{PROVINCES.text(q)} ist ein Satellit, sein Marktvolumen ist 1." for q, n in s.maerkte.items() if q in karte and karte[q].satellite and n != 1]
    for good, level in s.markt.items():
        if good not in GOODS or abs(level) > 3:
            found.append(f"Markt {good} {level} gibt es nicht.")
    return found
