"""Corrections by the Spielleitung: a number set, or cards moved from one place to another. Cards are never made or lost."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from game_state.game import number_said, seat_named
from game_state.games.dominion.state import Player, State
from game_state.verdict import Refused, refuse_unless
from rules_dsl.fold import fold
from rules_dsl.games.dominion import NAMES

ZAHLEN = {"taler": "Taler", "dorfbewohner": "Dorfbewohner"}
RUNDE = {"aktionen": "Aktionen", "kaeufe": "Käufe", "muenzen": "Münzen"}
_RUNDE = {name: name for name in RUNDE} | {"aktion": "aktionen", "kauf": "kaeufe", "muenze": "muenzen"}
ORTE = {
    "hand": "Hand", "ablage": "Ablagestapel", "ablagestapel": "Ablagestapel", "deck": "Nachziehstapel", "nachziehstapel": "Nachziehstapel",
    "stapel": "Nachziehstapel",
}
FORM = "„Anna 2 Taler“, „Anna +1 Taler“, „3 Käufe“, „+1 Aktion“ oder „2 Kupfer von Vorrat nach Hand Anna“"


def schritt(text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
    """A correction as typed data, and how it reads."""
    folded = fold(text)
    if m := re.fullmatch(r"(\w+) (?:hat )?([-+]?\d+) (taler|dorfbewohner)", folded):
        seat, (zahl, dazu) = seat_named(m[1], people), number_said(m[2])
        return {"was": m[3], "seat": seat, "zahl": zahl, "dazu": dazu}, f"{people[seat]} {'bekommt' if dazu else 'hat'} {m[2]} {ZAHLEN[m[3]]}"
    if m := re.fullmatch(r"([-+]?\d+) (aktion|aktionen|kauf|kaeufe|muenze|muenzen)", folded):
        was, (zahl, dazu) = _RUNDE[m[2]], number_said(m[1])
        return {"was": was, "zahl": zahl, "dazu": dazu}, f"in diesem Zug {m[1] if dazu else f'noch {zahl}'} {RUNDE[was]}"
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


def ort(text: str, people: Sequence[str]) -> list[Any]:
    """Where cards lie: the supply, the trash, or a pile of a player."""
    words = text.removeprefix("die ").removeprefix("den ").split(" ")
    if words[0] in ("vorrat", "muell"):
        return [words[0], None]
    refuse_unless(words[0] in ORTE and len(words) > 1, f"Den Ort „{text}“ kenne ich nicht; es geht {FORM}.", code="bad_correction")
    return [ORTE[words[0]], seat_named(words[-1], people)]


def lies(ort_: Sequence[Any], people: Sequence[str]) -> str:
    name, seat = ort_
    return {"vorrat": "dem Vorrat", "muell": "dem Müll"}.get(name, f"{name} von {people[seat]}" if seat is not None else name)


def anwenden(s: State, step: Mapping[str, Any]) -> None:
    was = step["was"]
    if was in ZAHLEN or was in RUNDE:
        wer = s.players[step["seat"]] if was in ZAHLEN else s
        zahl = step["zahl"] + (getattr(wer, was) if step.get("dazu") else 0)
        refuse_unless(zahl >= 0, f"Weniger als 0 {(ZAHLEN | RUNDE)[was]} gibt es nicht.", code="bad_correction")
        setattr(wer, was, zahl)
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
