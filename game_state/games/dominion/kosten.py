"""What a card costs and what it is. Both are questions to the state: whose turn it is and what was played (Grundregeln > Kosten)."""

from game_state.games.dominion.cards import AKTION, ALL, CITE, COST, GELD, PLUS_MUENZEN, PUNKTE, name
from game_state.games.dominion.state import State
from game_state.verdict import Calculation

KOSTEN = "Grundregeln > Kosten"


def senkung(s: State) -> int:
    """Erfinder of this turn, and Kanal of the player whose turn it is."""
    return s.erfinder + (1 if s.projekte and "kanal" in s.spieler.projekte else 0)


def kosten(s: State, card: str) -> int:
    """The cost of a card now, wherever it lies and whoever it belongs to."""
    less = senkung(s)
    return COST[card] if not less else max(0, COST[card] - less)


def preis(s: State, card: str) -> Calculation:
    """The cost with its reasons. Projects are no cards and never get cheaper."""
    sum_ = Calculation(f"{name(card)} kostet").add("Preis", COST[card], CITE[card])
    if ALL[card].kind == "project":
        return sum_
    if s.erfinder:
        sum_.add("Erfinder", -s.erfinder, CITE["erfinder"])
    if senkung(s) > s.erfinder:
        sum_.add("Kanal", -1, CITE["kanal"])
    if sum_.total < 0:
        sum_.add("nie unter 0:", -sum_.total, KOSTEN)
    return sum_


def kapitalismus(s: State) -> bool:
    """In the turns of its owner actions with "+ coins" are treasures too, everywhere."""
    return bool(s.projekte) and "kapitalismus" in s.spieler.projekte


def ist_geld(s: State, card: str) -> bool:
    return card in GELD or (card in PLUS_MUENZEN and kapitalismus(s))


def ist_aktion(card: str) -> bool:
    return card in AKTION


def ist_punkte(card: str) -> bool:
    """A curse is none (Grundregeln > Fluch)."""
    return card in PUNKTE


def typen(s: State, card: str) -> list[str]:
    types = list(ALL[card].types)
    return [*types, "Geld"] if "Geld" not in types and ist_geld(s, card) else types


def leere_stapel(s: State) -> int:
    return sum(1 for count in s.vorrat.values() if count == 0)
