"""What a seat may know, as data, and as German text made from that data alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from game_state.games.renaissance.facts import ADVANCES, FLEETS, kind_of
from game_state.games.renaissance.preise import card_price, level, patron_limit, provinces, stabilisation
from game_state.games.renaissance.state import State
from rules_dsl.fold import fold
from rules_dsl.games.renaissance.commands import CARDS, GOODS, GROUPS, PROVINCES, TARGETS

PHASE_NAMES = {
    "starthand": "Starthand", "gebot": "Gebote", "hauptstadt": "Wahl der Hauptstadt", "1": "Phase 1, Karten ziehen", "2": "Phase 2, Kauf von Karten",
    "3": "Phase 3, Karten spielen", "4": "Phase 4, Erwerb", "5": "Phase 5, Expansion", "6": "Phase 6, Einkommen", "7": "Phase 7, Spielreihenfolge",
    "11.1": "letzte Kartenspielphase",
}


def view(s: State, seat: int | None) -> dict[str, Any]:
    """The only door for hidden information: hands, piles, and nothing else, are hidden."""
    return {
        "seat": seat, "runde": s.runde, "phase": s.phase, "epoche": s.epoche, "letzte_epoche": s.letzte_epoche, "reihenfolge": list(s.reihenfolge),
        "raenge": [s.rank(n) if s.runde and n in s.reihenfolge else 0 for n in range(s.players)],
        "stapel": len(s.stapel), "beiseite": len(s.beiseite), "ablage": len(s.ablage), "ablage_oben": kind_of(s.ablage[-1]) if s.ablage else None,
        "aus_dem_spiel": [kind_of(card) for card in s.aus_dem_spiel], "markt": dict(s.markt), "dekret": list(s.dekret), "gespielt": list(s.gespielt),
        "persoenlichkeiten": [
            {"karte": x.card, "spieler": x.seat, "platz": x.slot, "patrone": list(x.patrone), "patrone_frei": patron_limit(s, x) - len(x.patrone)}
            for x in s.persoenlichkeiten
        ],
        "kriege": [[w.angreifer, w.gegner] for w in s.kriege], "kartenpreis": card_price(s), "vorbei": s.vorbei,
        "spieler": [
            {
                "farbe": s.colour(n), "hauptstadt": p.hauptstadt, "bargeld": p.bargeld, "notiert": p.notiert, "elend": p.elend, "flotte": FLEETS[p.flotte],
                "karten": len(p.hand), "fortschritte": sorted(p.fortschritte), "expansion": p.expansion, "vorrat": p.vorrat,
                "kontrolle": list(p.kontrolle), "neue_kontrolle": list(p.neue_kontrolle), "marker": dict(p.marker), "weiss": dict(p.weiss),
                "waren": {good: count for good in GOODS.by_id if (count := s.count(n, good))},
                "militaer": list(p.militaer), "monarch": p.monarch, "raus": p.raus,
                **({"hand": [kind_of(card) for card in p.hand], "stabilisierung": stabilisation(s, n).total} if n == seat else {}),
            }
            for n, p in enumerate(s.spieler)
        ],
    }


def show(v: Mapping[str, Any], people: Sequence[str], topic: str = "") -> str:
    """The public position; a topic narrows it to a province, a good or a player."""
    wanted = fold(topic)
    if wanted:
        if wanted in PROVINCES.by_form:
            return show_province(v, people, PROVINCES.by_form[wanted])
        for n, p in enumerate(v["spieler"]):
            if wanted in (fold(people[n]), p["farbe"], p["hauptstadt"]):
                return show_player(v, people, n)
        if wanted in GOODS.by_form:
            good = GOODS.by_form[wanted]
            counts = ", ".join(f"{people[n]} {p['waren'][good]}" for n, p in enumerate(v["spieler"]) if good in p["waren"])
            return f"{GOODS.text(good)}: {level(v['markt'].get(good, 0))}; Provinzen: {counts or 'keine'}."
    when = "zur zweiten Runde" if len(people) > 4 else "nach der Starthand"
    aside = f" ({v['beiseite']} weitere kommen {when} hinein)" if v["beiseite"] else ""
    epoch = f"Epoche {v['epoche']} von {v['letzte_epoche']}, noch {v['stapel']} Karten im Stapel{aside}"
    lines = [f"Runde {v['runde']}, {PHASE_NAMES[v['phase']]}, {epoch}."]
    if v["markt"]:
        lines.append("Markt: " + ", ".join(f"{GOODS.text(g)} {level(n)}" for g, n in v["markt"].items()) + ".")
    if v["persoenlichkeiten"]:
        leaders = (f"{CARDS.text(x['karte'])} ({people[x['spieler']]}, {_patronage(x, people)})" for x in v["persoenlichkeiten"])
        lines.append(f"Persönlichkeiten: {', '.join(leaders)}.")
    if v["dekret"]:
        lines.append("Päpstliches Dekret gegen " + ", ".join(GROUPS.text(g) for g in v["dekret"]) + ".")
    if v["kriege"]:
        lines.append("Krieg: " + ", ".join(f"{people[a]} gegen {people[b]}" for a, b in v["kriege"]) + ".")
    order = v["reihenfolge"] or list(range(len(people)))
    lines += [_summary(v, people, n) for n in order]
    return "\n".join(lines)


def _patronage(leader: Mapping[str, Any], people: Sequence[str]) -> str:
    """9.3.3: how far a personality is protected, and who uses it already."""
    if leader["platz"] == 1:
        return "geschützt"
    left = "ungeschützt" if not leader["platz"] else f"noch {leader['patrone_frei']} Patronat{'' if leader['patrone_frei'] == 1 else 'e'} frei"
    return left + (f", genutzt von {' und '.join(people[n] for n in leader['patrone'])}" if leader["patrone"] else "")


def _summary(v: Mapping[str, Any], people: Sequence[str], n: int) -> str:
    p = v["spieler"][n]
    who = people[n] + (f" ({PROVINCES.text(p['hauptstadt'])}, {TARGETS.text(p['farbe'])})" if p["hauptstadt"] else "")
    if p["raus"]:
        return f"{who}: ausgeschieden"
    held = provinces(len(p["kontrolle"]) + len(p["neue_kontrolle"]))
    parts = [f"{p['bargeld']} Dukaten", f"Elend {p['elend']}", held, "eine Karte" if p["karten"] == 1 else f"{p['karten']} Karten", p["flotte"]]
    if p["expansion"]:
        parts.append(f"{p['expansion']} Marker zum Setzen")
    if p["fortschritte"]:
        parts.append("Fortschritte " + "".join(p["fortschritte"]))
    if p["militaer"]:
        parts.append(", ".join(CARDS.text(c) for c in p["militaer"]))
    if p["monarch"]:
        parts.append("Aufgeklärter Monarch")
    rank = f"Rang {v['raenge'][n]}, " if v["raenge"][n] else ""
    return f"{who}: {rank}" + ", ".join(parts)


def show_player(v: Mapping[str, Any], people: Sequence[str], n: int) -> str:
    p = v["spieler"][n]
    lines = [_summary(v, people, n)]
    lines.append("Kontrolle: " + (", ".join(PROVINCES.text(q) for q in (*p["kontrolle"], *p["neue_kontrolle"])) or "keine") + ".")
    markers = {q: p["marker"].get(q, 0) + p["weiss"].get(q, 0) for q in (*p["marker"], *p["weiss"])}
    if markers:
        lines.append("Marker: " + ", ".join(f"{PROVINCES.text(q)} {c}" for q, c in markers.items()) + ".")
    if p["waren"]:
        lines.append("Waren: " + ", ".join(f"{GOODS.text(g)} {c}" for g, c in p["waren"].items()) + ".")
    if p["fortschritte"]:
        lines.append("Fortschritte: " + ", ".join(f"{ADVANCES[a].name} [{a}]" for a in p["fortschritte"]) + ".")
    lines.append(f"Vorrat {p['vorrat']} Marker; zuletzt notiert {p['notiert']} Dukaten.")
    return "\n".join(lines)


def show_province(v: Mapping[str, Any], people: Sequence[str], province: str) -> str:
    """Who stands where."""
    parts = []
    for n, p in enumerate(v["spieler"]):
        if province in p["kontrolle"] or province in p["neue_kontrolle"]:
            parts.append(f"Kontrollmarker von {people[n]}" + (" (neu)" if province in p["neue_kontrolle"] else ""))
        count = p["marker"].get(province, 0) + p["weiss"].get(province, 0)
        if count:
            parts.append(f"{count} Marker von {people[n]}")
    return f"{PROVINCES.text(province)}: " + (", ".join(parts) or "unbesetzt") + "."


def show_hand(v: Mapping[str, Any], people: Sequence[str]) -> str:
    p = v["spieler"][v["seat"]]
    cards = ", ".join(CARDS.text(c) for c in p["hand"]) or "leer"
    return f"Deine Hand: {cards} (Stabilisierung {p['stabilisierung']} Dukaten).\n" + show_player(v, people, v["seat"])
