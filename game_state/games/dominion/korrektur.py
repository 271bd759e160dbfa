"""Corrections by the Spielleitung: a number set, or cards moved from one place to another. Cards are never made or lost."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from game_state.games.dominion.state import Player, State
from game_state.verdict import Refused, refuse_unless
from rules_dsl.fold import fold
from rules_dsl.games.dominion import NAMES

ZAHLEN = {"taler": "Taler", "dorfbewohner": "Dorfbewohner"}
RUNDE = {"aktionen": "Aktionen", "kaeufe": "Käufe", "muenzen": "Münzen"}
ORTE = {
    "hand": "Hand", "ablage": "Ablagestapel", "ablagestapel": "Ablagestapel", "deck": "Nachziehstapel", "nachziehstapel": "Nachziehstapel",
    "stapel": "Nachziehstapel",
}
FORM = "„Anna 2 Taler“, „3 Käufe“ oder „2 Kupfer von Vorrat nach Hand Anna“"


def schritt(text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
    """A correction as typed data, and how it reads."""
    folded = fold(text)
    zahl = re.fullmatch(r"(\w+) (?:hat )?(\d+) (taler|dorfbewohner)", folded)
    if zahl:
        seat = sitz(zahl.group(1), people)
        return {"was": zahl.group(3), "seat": seat, "zahl": int(zahl.group(2))}, f"{people[seat]} hat {zahl.group(2)} {ZAHLEN[zahl.group(3)]}"
    runde = re.fullmatch(r"(\d+) (aktionen|kaeufe|muenzen)", folded)
    if runde:
        return {"was": runde.group(2), "zahl": int(runde.group(1))}, f"in diesem Zug noch {runde.group(1)} {RUNDE[runde.group(2)]}"
    umlegen = re.fullmatch(r"(?:lege )?(?:(\d+) )?(.+?) (?:von|aus) (.+?) (?:nach|auf|in) (.+)", folded)
    if umlegen:
        anzahl = int(umlegen.group(1) or 1)
        karte = NAMES["CARD"].by_form.get(umlegen.group(2))
        refuse_unless(karte, f"Eine Karte „{umlegen.group(2)}“ gibt es nicht.", code="bad_correction")
        assert karte is not None
        von, nach = ort(umlegen.group(3), people), ort(umlegen.group(4), people)
        name = NAMES["CARD"].text(karte)
        step = {"was": "umlegen", "karte": karte, "anzahl": anzahl, "von": von, "nach": nach}
        return step, f"{anzahl} {name} von {lies(von, people)} nach {lies(nach, people)}"
    raise Refused(f"„{text}“ ist keine Korrektur; es geht {FORM}.", code="bad_correction")


def sitz(name: str, people: Sequence[str]) -> int:
    names = [fold(person).split(" ")[0] for person in people]
    refuse_unless(name in names, f"„{name}“ sitzt nicht an diesem Tisch.", code="bad_correction")
    return names.index(name)


def ort(text: str, people: Sequence[str]) -> list[Any]:
    """Where cards lie: the supply, the trash, or a pile of a player."""
    words = text.removeprefix("die ").removeprefix("den ").split(" ")
    if words[0] in ("vorrat", "muell"):
        return [words[0], None]
    refuse_unless(words[0] in ORTE and len(words) > 1, f"Den Ort „{text}“ kenne ich nicht; es geht {FORM}.", code="bad_correction")
    return [ORTE[words[0]], sitz(words[-1], people)]


def lies(ort_: Sequence[Any], people: Sequence[str]) -> str:
    name, seat = ort_
    return {"vorrat": "dem Vorrat", "muell": "dem Müll"}.get(name, f"{name} von {people[seat]}" if seat is not None else name)


def anwenden(s: State, step: Mapping[str, Any]) -> None:
    was = step["was"]
    if was in ZAHLEN:
        setattr(s.players[step["seat"]], was, step["zahl"])
    elif was in RUNDE:
        setattr(s, was, step["zahl"])
    else:
        for _ in range(step["anzahl"]):
            nehmen(s, step["karte"], step["von"])
            legen(s, step["karte"], step["nach"])
        if step["karte"] == "burggraben":
            s.burggraben = True  # from now on attacks ask for reactions


def nehmen(s: State, karte: str, von: Sequence[Any]) -> None:
    if von[0] == "vorrat":
        refuse_unless(s.vorrat.get(karte, 0) > 0, f"Im Vorrat liegt kein {NAMES['CARD'].text(karte)} mehr.", code="bad_correction")
        s.vorrat[karte] -= 1
        return
    pile = stapel(s, von)
    refuse_unless(karte in pile, f"{NAMES['CARD'].text(karte)} liegt dort nicht.", code="bad_correction")
    pile.remove(karte)
    if von[0] == "Nachziehstapel":
        s.players[von[1]].bekannt = 0


def legen(s: State, karte: str, nach: Sequence[Any]) -> None:
    if nach[0] == "vorrat":
        refuse_unless(karte in s.vorrat, f"{NAMES['CARD'].text(karte)} gehört nicht zum Vorrat dieser Partie.", code="bad_correction")
        s.vorrat[karte] += 1
    elif nach[0] == "Nachziehstapel":
        s.players[nach[1]].obenauf((karte,))
    else:
        stapel(s, nach).append(karte)


def stapel(s: State, ort_: Sequence[Any]) -> list[str]:
    if ort_[0] == "muell":
        return s.muell
    player: Player = s.players[ort_[1]]
    return {"Hand": player.hand, "Ablagestapel": player.ablage, "Nachziehstapel": player.deck}[ort_[0]]
