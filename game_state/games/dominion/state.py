"""The position of a game of Dominion, as plain data.

Cards are ids. Piles are lists whose last card lies on top. Only what has been played and can matter again has an identity (`Played`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from game_state.game import Referee


@dataclass(slots=True)
class Played:
    """A card in play that is more than its coins: an action, a Zepter, a duration of an earlier turn."""

    id: int
    card: str
    zug: int  # the turn it was played in
    angebote: int = 0  # Frachtschiff: plays of this turn that may still take a gained card
    ladung: list[str] = field(default_factory=list)  # face up on a Frachtschiff
    verdeckt: list[str] = field(default_factory=list)  # face down on a Forscherin
    haelt: list[int] = field(default_factory=list)  # durations that keep this Thronsaal or Zepter in play


@dataclass(slots=True)
class Player:
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    ablage: list[str] = field(default_factory=list)
    bekannt: int = 0  # cards on top of the deck whose owner knows them
    gelder: list[str] = field(default_factory=list)  # treasures in play that need no identity
    gespielt: list[Played] = field(default_factory=list)
    beiseite: list[str] = field(default_factory=list)  # set aside for the moment (Bibliothek)
    ladung: list[str] = field(default_factory=list)  # set aside by a Frachtschiff that has left play
    taler: int = 0
    dorfbewohner: int = 0
    projekte: list[str] = field(default_factory=list)
    artefakte: list[str] = field(default_factory=list)
    plan_marker: int = 0  # on Finsterer Plan
    zuege: int = 0
    flottenzuege: int = 0  # those of the extra round among them

    def obenauf(self, cards: Iterable[str]) -> None:
        """Onto the deck, the first one on top."""
        before = len(self.deck)
        self.deck += reversed(list(cards))
        self.bekannt += len(self.deck) - before

    def im_spiel(self) -> list[str]:
        return self.gelder + [played.card for played in self.gespielt]

    def kartensatz(self) -> list[str]:
        """Every card that belongs to this player, wherever it lies."""
        cards = self.hand + self.deck + self.ablage + self.gelder + self.beiseite + self.ladung
        for played in self.gespielt:
            cards.append(played.card)
            cards += played.ladung
            cards += played.verdeckt
        return cards


@dataclass(slots=True)
class State:
    players: list[Player]
    vorrat: dict[str, int]
    koenigreich: list[str]
    projekte: list[str] = field(default_factory=list)
    artefakte: list[str] = field(default_factory=list)  # of this game, whoever has them
    muell: list[str] = field(default_factory=list)
    active: int = 0
    phase: str = "aufbau"  # aufbau, beginn, aktion, kauf, aufraeumen, ende
    zug: int = 0
    next_id: int = 1
    # this turn
    aktionen: int = 1
    kaeufe: int = 1
    muenzen: int = 0
    gekauft: int = 0  # anything bought this turn: treasures and Taler are over
    karten_gekauft: int = 0
    erfinder: int = 0
    priester: int = 0
    fortschritt: int = 0
    haendlerin: int = 0
    silber: int = 0
    aktionen_gespielt: int = 0
    aktion_genommen: bool = False  # Innovation looks at the first one only
    horn_genutzt: bool = False
    angebote: int = 0  # of Frachtschiffe that have left play
    # the end
    leerlauf: int = 0  # turns in a row in which nobody gained a card
    flotte: list[int] | None = None  # seats that still have a turn in the extra round
    gleichstand: list[int] = field(default_factory=list)  # turns that count in a tie, by seat
    aufgegeben: list[int] = field(default_factory=list)  # seats that gave up: no more turns, and last in the result
    # what can happen in this game at all
    beim_nehmen: bool = False  # somebody may watch what is gained
    burggraben: bool = False  # a Burggraben has left the supply

    @property
    def spieler(self) -> Player:
        """Whose turn it is."""
        return self.players[self.active]

    def ab(self, seat: int) -> list[int]:
        """All seats in turn order, beginning with this one."""
        n = len(self.players)
        return [(seat + k) % n for k in range(n)]

    def mitspieler(self, seat: int) -> list[int]:
        return self.ab(seat)[1:]


Ref = Referee[State]
