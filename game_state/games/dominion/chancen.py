"""Odds before the fact: what the next cards of the own deck may be, from what their owner knows.

He knows his whole set of cards and sees his hand, what he has in play and the top of his discard pile. How the rest is spread over
deck and discard pile he may not look up (Grundregeln > Ansehen), so every spread counts alike.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

from game_state.event import Event
from game_state.games.dominion.asks import in_order
from game_state.games.dominion.cards import AKTION, CITE, name
from game_state.games.dominion.ereignisse import cards
from game_state.games.dominion.state import Player, State
from game_state.games.dominion.verben import MISCHEN

ANSEHEN = "Grundregeln > Ansehen"
GEZOGEN = frozenset({"zieht", "raeumt_auf", "sieht_an", "verdeckt"})  # their first number says how many cards leave the deck
AUFGEDECKT = frozenset({CITE["grenzposten"], CITE["seher"]})
SHOWN = 8


def anzahl(event: Event) -> int:
    """How many cards of the own deck an event brings to light."""
    if event.name in GEZOGEN:
        return int(event.args[0])
    if event.name == "vasall":
        return 1
    if event.name == "deckt_auf" and AUFGEDECKT.intersection(event.cites):
        return len(event.args[0])
    return 0


def chancen(s: State, seat: int, events: Sequence[Event], shuffled: Sequence[Sequence[str]]) -> tuple[list[str], tuple[str, ...]]:
    first = next(number for number, event in enumerate(events) if event.reveals)
    if any(event.name in ("legt_auf", "horn") or (event.name == "nimmt" and event.args[1] == "deck") for event in events[:first]):
        return [], ()  # the top of the deck is known then
    rest = list(events[first:])
    mixed: Sequence[str] = ()
    if rest[0].name == "mischt" and rest[0].seat == seat:
        mixed = shuffled[0]
        rest.pop(0)
    count = anzahl(rest[0]) if rest and rest[0].seat == seat else 0
    if not count:
        return [], ()
    if s.players[seat].bekannt:
        return ["Was oben auf deinem Nachziehstapel liegt, kennst du; eine Chance nenne ich dafür nicht."], (MISCHEN, ANSEHEN)
    return [beschreiben(Ziehung(s.players[seat], count, mixed))], (MISCHEN, ANSEHEN)


class Ziehung:
    """So many cards from the top of a deck, and from what is mixed under it if it is too short."""

    def __init__(self, player: Player, count: int, mixed: Sequence[str]) -> None:
        below = player.ablage[:-1]
        self.hidden = player.deck + below
        self.mixed = list(mixed)
        self.known = list((Counter(mixed) - Counter(below)).elements())  # those the owner has just seen go to the discard pile
        self.from_deck = min(count, len(player.deck))
        self.from_mixed = count - self.from_deck if mixed else 0

    def keine(self, wanted: Callable[[str], bool]) -> Fraction:
        """The chance that none of the cards is a wanted one."""
        hidden, known = sum(map(wanted, self.hidden)), sum(map(wanted, self.known))
        chance = _ohne(len(self.hidden), hidden, self.from_deck)
        return chance * _ohne(len(self.mixed), hidden + known, self.from_mixed) if chance else chance

    def eine(self, wanted: Callable[[str], bool]) -> Fraction:
        return 1 - self.keine(wanted)


def _ohne(total: int, wanted: int, drawn: int) -> Fraction:
    return Fraction(comb(max(0, total - wanted), drawn), comb(total, drawn))


def beschreiben(draw: Ziehung) -> str:
    possible = draw.hidden + (draw.known if draw.from_mixed else [])
    counted = Counter(possible)
    parts = [f"{name(card)} {prozent(draw.eine(lambda c, card=card: c == card))} ({counted[card]})" for card in in_order(list(counted))[:SHOWN]]  # type: ignore[misc]
    actions = sum(card in AKTION for card in possible)
    if actions:
        parts.append(f"irgendeine Aktionskarte {prozent(draw.eine(lambda c: c in AKTION))} ({actions})")
    where = f"{cards(draw.from_deck)} von {len(draw.hidden)}, die du nicht siehst"
    if draw.from_mixed:
        where += f", dazu {draw.from_mixed} von {len(draw.mixed)} neu gemischten"
    return f"Chance auf mindestens eine – {where}: " + ", ".join(parts) + "."


def prozent(chance: Fraction) -> str:
    if chance == 1:
        return "sicher"
    tenths = round(chance * 1000)
    if tenths in (0, 1000):
        return "unter 0,1 %" if tenths == 0 else "über 99,9 %"
    return f"{tenths // 10},{tenths % 10} %"
