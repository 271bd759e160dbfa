"""Events as German sentences. `event.secret` is there only for those who may know it."""

from collections.abc import Callable, Sequence
from typing import Any

from game_state.event import Event
from game_state.games.dominion.cards import name, names
from rules_dsl.games.dominion.commands import CHOICES

VON = {"frachtschiff": "vom Frachtschiff", "forscherin": "von der Forscherin"}
ZIEL = {"ablage": "", "hand": " auf die Hand", "deck": " auf den Nachziehstapel"}


def cards(count: int) -> str:
    return "keine Karte" if count == 0 else "1 Karte" if count == 1 else f"{count} Karten"


def coins(count: int) -> str:
    return "1 Münze" if count == 1 else f"{count} Münzen"


def tell(event: Event, people: Sequence[str]) -> str:
    who = people[event.seat] if event.seat is not None else ""
    if event.secret is not None:
        private = PRIVATE.get(event.name)
        if private is not None:
            return private(event)
    return PUBLIC[event.name](who, event.args, people)


def _aufbau(who: str, args: Any, people: Sequence[str]) -> str:
    kingdom, projects, platin = args
    text = f"Königreich: {names(kingdom)}."
    if projects:
        text += f" Projekte: {names(projects)}."
    if platin:
        text += " Mit Platin und Kolonie."
    return f"{text} {who} beginnt."


def _bonus(who: str, args: Any, people: Sequence[str]) -> str:
    source, muenzen, taler, dorfbewohner, aktionen, kaeufe = args
    parts = [
        f"+ {count} {one if count == 1 else more}" if count > 0 else f"− {-count} {one}"
        for count, one, more in (
            (aktionen, "Aktion", "Aktionen"), (kaeufe, "Kauf", "Käufe"), (muenzen, "Münze", "Münzen"), (taler, "Taler", "Taler"),
            (dorfbewohner, "Dorfbewohner", "Dorfbewohner"),
        ) if count
    ]
    return f"{who}: {', '.join(parts)} ({name(source)})." if parts else ""


def _entsorgt(who: str, args: Any, people: Sequence[str]) -> str:
    gone, zone = args
    place = {"spiel": " aus dem Spiel", "aufgedeckt": " (aufgedeckt)"}.get(zone, "")
    return f"{who} entsorgt {names(gone)}{place}."


def _legt_ab(who: str, args: Any, people: Sequence[str]) -> str:
    count, top = args
    return f"{who} legt {name(top)} ab." if count == 1 else f"{who} legt {count} Karten ab (oben {name(top)})."


def _deckt_auf(who: str, args: Any, people: Sequence[str]) -> str:
    shown, hand = args
    return f"{who} deckt {'die Hand auf: ' if hand else ''}{names(shown) or 'nichts'}{'' if hand else ' auf'}."


def _erhaelt(who: str, args: Any, people: Sequence[str]) -> str:
    artefakt, before = args
    if before is not None and people[before] == who:
        return f"{who} behält {name(artefakt)}."
    return f"{who} erhält {name(artefakt)}" + (f" von {people[before]}." if before is not None else ".")


def _behaelt(who: str, args: Any, people: Sequence[str]) -> str:
    kept, rest = args
    return f"{who} nimmt {names(kept)} auf die Hand" + (f" und legt {names(rest)} ab." if rest else ".")


def _seher(who: str, args: Any, people: Sequence[str]) -> str:
    taken, back = args
    return f"{who} nimmt {names(taken) or 'nichts'} auf die Hand" + (f" und legt {', '.join(map(name, back))} zurück (von oben)." if back else ".")


def _auf_die_hand(who: str, args: Any, people: Sequence[str]) -> str:
    card, shown, hidden = args
    return f"{who} nimmt {names(shown) if shown else cards(hidden)} {VON[card]} auf die Hand."


Teller = Callable[[str, Any, Sequence[str]], str]

PUBLIC: dict[str, Teller] = {
    "aufbau": _aufbau,
    "spielt": lambda who, a, _: f"{who} spielt {name(a[0])}.",
    "wiederholt": lambda who, a, _: f"{who} wiederholt mit dem Zepter {name(a[0])}.",
    "gelder": lambda who, a, _: f"{who} spielt {names(a[0])} (+ {coins(a[1])}, zusammen {a[2]}).",
    "bonus": _bonus,
    "zieht": lambda who, a, _: f"{who} zieht {cards(a[0])}.",
    "mischt": lambda who, a, _: f"{who} mischt {cards(a[0])}.",
    "sternenkarte": lambda who, a, _: f"{who} legt mit der Sternenkarte eine Karte nach oben.",
    "legt_ab": _legt_ab,
    "legt_auf": lambda who, a, _: f"{who} legt {cards(a[0])} auf den Nachziehstapel.",
    "deckt_auf": _deckt_auf,
    "entsorgt": _entsorgt,
    "nimmt": lambda who, a, _: f"{who} nimmt {name(a[0])}{' aus dem Müll' if a[2] == 'muell' else ''}{ZIEL[a[1]]}.",
    "kauft": lambda who, a, _: f"{who} kauft {name(a[0])} für {a[1]} (übrig {a[2]}).",
    "projekt": lambda who, a, _: f"{who} kauft das Projekt {name(a[0])} für {a[1]} (übrig {a[2]}).",
    "leer": lambda who, a, _: f"Der Stapel {name(a[0])} ist leer, {who} nimmt nichts.",
    "nichts_da": lambda who, a, _: f"Es gibt keine Karte, die {'genau' if a[1] else 'bis zu'} {a[0]} kostet; {who} nimmt nichts.",
    "erhaelt": _erhaelt,
    "laedt": lambda who, a, _: f"{who} legt {name(a[0])} auf das Frachtschiff.",
    "auf_die_hand": _auf_die_hand,
    "verdeckt": lambda who, a, _: f"{who} legt {cards(a[0])} verdeckt auf die Forscherin.",
    "zurueck": lambda who, a, _: f"{who} legt {name(a[0])} in den Vorrat zurück.",
    "billiger": lambda who, a, _: f"Alle Karten kosten in diesem Zug {a[0]} weniger (Erfinder).",
    "burggraben": lambda who, a, _: f"{who} deckt einen Burggraben auf: {name(a[0])} trifft {who} nicht.",
    "trifft": lambda who, a, _: f"{name(a[0])} trifft {who}.",
    "vasall": lambda who, a, _: f"Der Vasall legt {name(a[0])} ab.",
    "behaelt": _behaelt,
    "seher": _seher,
    "sieht_durch": lambda who, a, _: f"{who} sieht den Ablagestapel durch ({cards(a[0])}).",
    "sieht_an": lambda who, a, _: f"{who} sieht {cards(a[0])} an.",
    "beiseite": lambda who, a, _: f"{who} legt {name(a[0])} beiseite.",
    "legt_aufgedeckte_ab": lambda who, a, _: f"{who} legt {names(a[0])} ab.",
    "aus_ablage": lambda who, a, _: f"{who} nimmt eine Karte aus dem Ablagestapel auf die Hand.",
    "vergeblich": lambda who, a, _: f"{who} wählt {CHOICES.text(a[0])}; das ist nicht möglich, es geschieht nichts.",
    "plan": lambda who, a, _: f"{who} hat {a[0]} Marker auf dem Finsteren Plan.",
    "dorfbewohner": lambda who, a, _: f"{who} legt {a[0]} Dorfbewohner zurück und hat {a[1]} {'Aktion' if a[1] == 1 else 'Aktionen'}.",
    "taler": lambda who, a, _: f"{who} legt {a[0]} Taler zurück und hat {coins(a[1])}.",
    "kaufphase": lambda who, a, _: f"{who} geht in die Kaufphase.",
    "horn": lambda who, a, _: f"{who} legt mit dem Horn einen Grenzposten auf den Nachziehstapel.",
    "raeumt_auf": lambda who, a, _: f"{who} räumt auf und zieht {cards(a[0])}.",
    "flotte": lambda who, a, people: f"Das Spiel würde enden; die Flotte gibt noch eine Runde für {', '.join(people[seat] for seat in a[0])}.",
    "allein": lambda who, a, _: f"Nur noch {who} spielt mit; die anderen haben aufgegeben." if who else "Alle haben aufgegeben.",
    "ende": lambda who, a, _: ("Seit 50 Runden hat niemand eine Karte genommen. " if a[0] else "") + "Das Spiel ist zu Ende, es wird gezählt.",
}

PRIVATE: dict[str, Callable[[Event], str]] = {
    "zieht": lambda e: f"Du ziehst {names(e.secret) or 'nichts'}.",
    "raeumt_auf": lambda e: f"Deine neue Hand: {names(e.secret) or 'leer'}.",
    "sternenkarte": lambda e: f"Du legst {names(e.secret)} nach oben.",
    "legt_auf": lambda e: f"Du legst {', '.join(map(name, e.secret or ()))} auf deinen Nachziehstapel.",
    "legt_ab": lambda e: f"Du legst {names(e.secret)} ab.",
    "verdeckt": lambda e: f"Du legst {names(e.secret) or 'nichts'} verdeckt auf die Forscherin.",
    "auf_die_hand": lambda e: f"Du nimmst {names((*e.args[1], *(e.secret or ())))} {VON[e.args[0]]} auf die Hand.",
    "sieht_an": lambda e: f"Du siehst {names(e.secret)} an.",
    "aus_ablage": lambda e: f"Du nimmst {names(e.secret)} aus deinem Ablagestapel auf die Hand.",
}
