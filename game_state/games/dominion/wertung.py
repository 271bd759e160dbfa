"""The end: points of every player, broken down, and who wins (Grundregeln > Wertung, Grundregeln > Gleichstand)."""

from collections import Counter

from game_state.game import Result
from game_state.games.dominion.asks import in_order
from game_state.games.dominion.cards import ALL, CITE, name
from game_state.games.dominion.state import Player, State
from game_state.verdict import Calculation

WERTUNG, GLEICHSTAND = "Grundregeln > Wertung", "Grundregeln > Gleichstand"


def punkte(player: Player) -> Calculation:
    """All cards count, wherever they lie; Gärten 1 for every full 10 cards."""
    cards = player.kartensatz()
    sum_ = Calculation("Punkte")
    counted = Counter(cards)
    for card in in_order(list(counted)):
        count = counted[card]
        if card == "gaerten":
            sum_.add(f"{count} Gärten bei {len(cards)} Karten", count * (len(cards) // 10), CITE[card])
        elif ALL[card].vp:
            sum_.add(f"{count} {name(card)}", count * ALL[card].vp, CITE[card])
    return sum_


def ergebnis(s: State) -> Result | None:
    """Most points, then fewest turns; those who gave up come after all others."""
    if s.phase != "ende":
        return None
    sums = [punkte(player) for player in s.players]
    ranks = [(seat in s.aufgegeben, -sum_.total, s.gleichstand[seat]) for seat, sum_ in enumerate(sums)]
    places = [[seat for seat, rank in enumerate(ranks) if rank == wanted] for wanted in sorted(set(ranks))]
    scores = [
        f"{sum_.total} Punkte ({', '.join(f'{t.label} = {t.value}' for t in sum_.terms) or 'keine Punktekarten'}; {s.gleichstand[seat]} Züge"
        f"{', aufgegeben' if seat in s.aufgegeben else ''})"
        for seat, sum_ in enumerate(sums)
    ]
    return Result(places=places, scores=scores, cites=(WERTUNG, GLEICHSTAND))
