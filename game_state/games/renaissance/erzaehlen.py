"""Events as short German sentences."""

from collections.abc import Callable, Sequence
from typing import Any

from game_state.event import Event
from game_state.games.renaissance.facts import ADVANCES, FLEETS
from game_state.games.renaissance.preise import level
from rules_dsl.games.renaissance.commands import CARDS, GOODS, GROUPS, PROVINCES

Line = Callable[[str, Sequence[Any], Sequence[str]], str]  # who, args, people


def _province(id_: str) -> str:
    return PROVINCES.text(id_)


def _cards(kinds: Sequence[str]) -> str:
    return ", ".join(CARDS.text(kind) for kind in kinds)


def _names(seats: Sequence[int], people: Sequence[str]) -> str:
    return " und ".join(people[seat] for seat in seats)


def _market(good: str, markers: int) -> str:
    return f"{GOODS.text(good)}: {level(markers)}"


def _misery(who: str, a: Sequence[Any], people: Sequence[str]) -> str:
    before, after, why = a
    return f"{who}: Elend {before} → {after} ({why})." if after is not None else f"{who}: Das Elend steigt von {before} über 1000 hinaus ({why})."


def _placed(who: str, a: Sequence[Any], people: Sequence[str]) -> str:
    return f"{who} setzt " + ", ".join(f"{n} nach {_province(p)}" + (" (Kontrolle)" if control else "") for n, p, control in a[0]) + "."


def _attack(who: str, a: Sequence[Any], people: Sequence[str]) -> str:
    province, count, defenders, defence, bonus = a
    extra = "" if bonus.endswith(" 0") else f"; {bonus}"
    return f"{who} greift {_province(province)} gegen {_names(defenders, people)} mit {count} Markern an ({defence}{extra})."


def _roll(who: str, a: Sequence[Any], people: Sequence[str]) -> str:
    green, black, white, rank, won, chance = a
    return f"Wurf: grün {green}, schwarz {black}, weiß {white} (Rang {rank}, Chance {chance}): {'gewonnen' if won else 'verloren'}."


def _market_roll(who: str, a: Sequence[Any], people: Sequence[str]) -> str:
    green, black, white, shortage, goods = a
    return f"Marktwurf: grün {green}, schwarz {black}, weiß {white}: {'Mangel' if shortage else 'Überfluß'} bei {' und '.join(GOODS.text(g) for g in goods)}."


LINES: dict[str, Line] = {
    # preparing
    "starthand": lambda who, a, people: f"{who} legt eine Karte zurück.",
    "eingemischt": lambda who, a, people: f"Die beiseitegelegten Karten kommen in den Stapel ({a[0]} Karten).",
    "gebote": lambda who, a, people: "Gebote: " + ", ".join(f"{people[n]} {bid}" for n, bid in enumerate(a[0])) + ".",
    "stechen": lambda who, a, people: "Stechen: " + ", ".join(f"{people[n]} würfelt {value}" for n, value in a[0]) + ".",
    "hauptstadt": lambda who, a, people: f"{who} nimmt {_province(a[0])} ({a[1]}. Wahl).",
    # drawing and buying cards
    "runde": lambda who, a, people: f"Runde {a[0]}: {', '.join(people[n] for n in a[1])}.",
    "beseitigt": lambda who, a, people: f"{who} zahlt {a[1]} Dukaten. {'; '.join(_market(good, n) for good, n in a[0])}.",
    "muehlen": lambda who, a, people: f"{who} setzt die Mühlen ein. {_market(a[0], a[1])}.",
    "zieht": lambda who, a, people: f"{who} zieht eine Karte ({a[0]}).",
    "keine_karte": lambda who, a, people: f"Für {who} ist keine Karte mehr da ({a[0]}).",
    "epoche": lambda who, a, people: f"Epoche {a[0]} beginnt mit {a[1]} Karten.",
    "ausverkauft": lambda who, a, people: "Die letzte Karte ist gezogen.",
    "legt_ab": lambda who, a, people: f"{who} legt {CARDS.text(a[0])} ab.",
    # playing cards
    "passt": lambda who, a, people: f"{who} passt ({a[0]}).",
    "spielt": lambda who, a, people: f"{who} spielt {a[0]}.",
    "auszahlung": lambda who, a, people: f"{who} erhält {a[1]} Dukaten ({a[2]}).",
    "keine_auszahlung": lambda who, a, people: f"Niemand kontrolliert eine Provinz mit {GOODS.text(a[0])}.",
    "markt": lambda who, a, people: f"{_market(a[0], a[1])}.",
    "persoenlichkeit": lambda who, a, people: f"{CARDS.text(a[0])} liegt " + (f"auf Platz {a[1]} des Spielbretts." if a[1] else f"ungeschützt vor {who}."),
    "buchdruck": lambda who, a, people: f"Buchdruck: {who} erhält {a[1]} Dukaten für {', '.join(ADVANCES[x].name for x in a[2])}.",
    "ohne_ziel": lambda who, a, people: f"{CARDS.text(a[0])} trifft niemanden und bleibt ohne Wirkung.",
    "geschuetzt": lambda who, a, people: f"{who} ist für den Rest der Runde durch den Aufgeklärten Monarchen geschützt.",
    "verschont": lambda who, a, people: f"{who} bleibt durch den Aufgeklärten Monarchen von {CARDS.text(a[0])} verschont.",
    "zahlt": lambda who, a, people: f"{who} zahlt {a[0]} Dukaten ({a[1]}).",
    "erhaelt": lambda who, a, people: f"{who} erhält {a[0]} Dukaten ({a[1]}).",
    "verliert_marker": lambda who, a, people: f"{who} verliert {a[0]} Expansionsmarker ({a[1]}).",
    "verliert_kontrolle": lambda who, a, people: f"{who} verliert die Kontrolle über {_province(a[0])}; "
    + ("die Provinz bleibt leer." if a[1] else "ein Expansionsmarker bleibt."),
    "kreuzzug": lambda who, a, people: f"{who} legt einen Kontrollmarker nach {_province(a[0])}.",
    "dekret": lambda who, a, people: f"Diese Runde gesperrt: {', '.join(GROUPS.text(g) for g in a[0])}.",
    "dekret_aufgehoben": lambda who, a, people: "Der Religionskrieg hebt das Päpstliche Dekret auf.",
    "militaer": lambda who, a, people: f"{who} hat diese Runde einen militärischen Vorteil ({CARDS.text(a[0])}).",
    "pest": lambda who, a, people: f"Der Schwarze Tod trifft Region {a[0]}.",
    "kriegserklaerung": lambda who, a, people: f"{who} erklärt {people[a[0]]} den Krieg.",
    "kriegswurf": lambda who, a, people: f"Krieg: {who} {a[1]}; {people[a[0]]} {a[2]}.",
    "kriegssieg": lambda who, a, people: f"{who} gewinnt den Krieg gegen {people[a[0]]} mit Differenz {a[1]}.",
    "tritt_ab": lambda who, a, people: f"{who} tritt an {people[a[0]]} ab: {', '.join(_province(p) for p in a[1])}.",
    # purchases
    "flotte": lambda who, a, people: f"{who}: Flotte {FLEETS[a[0]]}" + (f" ({a[1]} Dukaten)." if a[1] else "."),
    "kauft": lambda who, a, people: f"{who} erwirbt {ADVANCES[a[0]].name} [{a[0]}] für {a[1]} Dukaten ({a[2]}).",
    "stabilisiert": lambda who, a, people: f"{who} zahlt {a[1]} Dukaten Stabilisierung für {a[0]} Karten.",
    "nicht_stabilisiert": lambda who, a, people: f"{who} zahlt die Stabilisierung von {a[1]} Dukaten nicht.",
    "elend": _misery,
    "raus": lambda who, a, people: f"{who} scheidet aus." + (f" Abgelegt: {_cards(a[0])}." if a[0] else ""),
    # expansion
    "letzter": lambda who, a, people: f"{who} kommt nach dem Bürgerkrieg zuletzt an die Reihe (Rang {a[0]}).",
    "rangtausch": lambda who, a, people: f"{who} tauscht mit {people[a[0]]} und steht jetzt auf Rang {a[1]}.",
    "absolution_nimmt": lambda who, a, people: f"Heilige Absolution: {who} nimmt {a[0]} Marker" + (f" und {a[1]} Dukaten." if a[1] else "."),
    "absolution_gibt": lambda who, a, people: f"Heilige Absolution: {who} legt {a[0]} Marker zurück" + (f", {a[1]} fehlen." if a[1] else "."),
    "setzt": _placed,
    "ohne_kontrollmarker": lambda who, a, people: f"Alle {a[1]} Kontrollmarker von {who} liegen auf dem Brett: In {', '.join(_province(p) for p in a[0])} "
    "bleiben die Expansionsmarker liegen, ohne Einkommen und Ware.",
    "ersetzt": lambda who, a, people: f"{who} ersetzt die Marker in {_province(a[0])} durch einen Kontrollmarker.",
    "unsicher": lambda who, a, people: f"Beim Marktvolumen von {_province(a[0])} ({a[1]}) sind die Quellen uneins; schaut bitte aufs Brett. "
    f"Steht dort etwas anderes, hilft der Spielleitung „korrektur {_province(a[0])} Marktvolumen ZAHL“.",
    "unsicher_brett": lambda who, a, people: f"{_province(a[0])} ist so nur auf dem Brett der Fassung A in Reichweite "
    "(London grenzt an Chester, kein Smolensk); schaut bitte nach. Ist es Fassung B, stellt „lesart brett_layout b“ um.",
    "greift_an": _attack,
    "kathedrale": lambda who, a, people: f"{who} setzt die Kathedrale gegen {_names(a[0], people)} ein.",
    "wurf": _roll,
    "abgewehrt": lambda who, a, people: f"Der Angriff auf {_province(a[0])} scheitert; {who} verliert {a[1]} Marker.",
    "erobert": lambda who, a, people: f"{who} erobert {_province(a[0])} von {_names(a[1], people)}.",
    "tausch": lambda who, a, people: f"{who} erzwingt einen Kartentausch mit {people[a[0]]}.",
    "getauscht": lambda who, a, people: "",
    "legt_zurueck": lambda who, a, people: f"{who} legt {a[0]} ungenutzte Marker zurück.",
    "bonuskarte": lambda who, a, people: f"Bonuskarte für {who} (neue Kontrollmarker: {', '.join(f'{people[n]} {c}' for n, c in a[0])}).",
    "konsolidierung": lambda who, a, people: "Alle Marker werden umgedreht.",
    # income and order
    "bankwesen": lambda who, a, people: f"{who} erhält durch Bankwesen {a[0]} Dukaten ({a[1]}).",
    "einkommen": lambda who, a, people: f"{who} erhält {a[0]} Dukaten ({a[1]}).",
    "marktwurf": _market_roll,
    "reihenfolge": lambda who, a, people: "Gekauft: "
    + ", ".join(f"{people[n]} {c}{f', erhält {got}' if c > got else ''} (Rang {rank})" for n, c, got, rank in a[0]) + ".",
    # the end
    "letzte_phase": lambda who, a, people: "Die letzte Runde ist gespielt; jetzt werden alle Handkarten ausgespielt.",
    "wirkungslos": lambda who, a, people: f"{who} legt wirkungslos ab: {_cards(a[0])}.",
    "krieg_unentschieden": lambda who, a, people: "Der Krieg endet unentschieden.",
    "wertung": lambda who, a, people: f"{who}: {a[0]}" + (" (ausgeschieden)." if a[1] else "."),
}

SECRETS: dict[str, Callable[[Sequence[Any], Sequence[Any], Sequence[str]], str]] = {  # args, secret, people
    "starthand": lambda a, secret, people: f"Deine Starthand: {_cards(secret)}.",
    "zieht": lambda a, secret, people: f"Du ziehst {CARDS.text(secret[0])} ({a[0]}).",
    "tausch": lambda a, secret, people: f"Du gibst {people[a[0]]} {CARDS.text(secret[0])} und erhältst {CARDS.text(secret[1])}.",
    "getauscht": lambda a, secret, people: f"{people[a[0]]} zieht dir {CARDS.text(secret[0])} und gibt dir {CARDS.text(secret[1])}.",
}


def tell(event: Event, people: Sequence[str]) -> str:
    """One event for one reader; `event.secret` is there only for those who may know it."""
    if event.secret is not None:
        return SECRETS[event.name](event.args, event.secret, people)
    return LINES[event.name](people[event.seat] if event.seat is not None else "", event.args, people)
