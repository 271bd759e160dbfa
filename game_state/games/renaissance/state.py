"""What is true at a table: plain data, and the small questions everybody asks about it."""

from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from game_state.game import Referee
from game_state.games.renaissance.facts import (
    ADVANCES,
    CARDS,
    CONTROL_MARKERS,
    IN_GROUP,
    MARKERS,
    MONEY,
    RANKS,
    REGIONS_IN_PLAY,
    START_CASH,
    TRACK,
    Geography,
    Province,
    geography,
    kind_of,
)


@dataclass(slots=True)
class Spieler:
    """One player's pieces, money and knowledge. Markers on the board: `marker` and `kontrolle` show their coloured side,
    `weiss` and `neue_kontrolle` were placed in this expansion phase."""

    bargeld: int = START_CASH
    notiert: int = START_CASH  # cash as last written on the sheet (5.5)
    elend: int = 0
    flotte: int = 0  # box on the fleet table, 0 = none
    hauptstadt: str = ""
    wahl: int = 0  # 1 = chose the capital first
    gebot: int = 0
    hand: list[str] = field(default_factory=list)
    fortschritte: dict[str, int] = field(default_factory=dict)  # letter -> round of purchase
    expansion: int = 0  # markers bought for this round
    kontrolle: list[str] = field(default_factory=list)
    neue_kontrolle: list[str] = field(default_factory=list)
    basis: list[str] = field(default_factory=list)  # provinces with a new control marker where older markers stood: still a base
    marker: dict[str, int] = field(default_factory=dict)
    weiss: dict[str, int] = field(default_factory=dict)
    verschifft: dict[str, int] = field(default_factory=dict)  # markers brought by ship this round
    militaer: list[str] = field(default_factory=list)
    monarch: bool = False
    gebaut: bool = False  # fleet extended this round
    gekauft: bool = False  # bought an advance this round, or (phase 2, 5) a card
    abgelegt: bool = False  # used Kunst & Technik this round
    getauscht: bool = False  # used Renaissance this round
    kathedrale: list[int] = field(default_factory=list)  # seats it was used against this round
    zwangstausch: list[int] = field(default_factory=list)  # seats forced to swap a card this round
    bonus: int = 0  # set bonus of 9.4.3 already taken (level)
    raus: bool = False

    def has(self, letter: str) -> bool:
        """Owns the advance, and is still there to use it (9.4.3: only Nationalismus outlives its owner)."""
        return letter in self.fortschritte and (not self.raus or letter == "W")

    def in_group(self, group: str) -> int:
        return sum(letter in self.fortschritte for letter in IN_GROUP[group])

    @property
    def vorrat(self) -> int:
        """Expansion markers neither bought nor on the board."""
        return MARKERS - self.expansion - sum(self.marker.values()) - sum(self.weiss.values())

    @property
    def controls(self) -> int:
        return len(self.kontrolle) + len(self.neue_kontrolle)

    def markers_in(self, province: str) -> int:
        return self.marker.get(province, 0) + self.weiss.get(province, 0)

    def controls_province(self, province: str) -> bool:
        return province in self.kontrolle or province in self.neue_kontrolle

    def present(self, province: str) -> bool:
        return province in self.marker or province in self.weiss or self.controls_province(province)


@dataclass(slots=True)
class Persoenlichkeit:
    """9.3.3: a personality on the table this round."""

    card: str  # kind
    seat: int
    slot: int  # 1, 2, 3 on the board; 0 = in front of its owner
    patrone: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Krieg:
    """A war that is still undecided."""

    angreifer: int
    gegner: int


@dataclass(slots=True)
class State:
    spieler: list[Spieler]
    stapel: list[str] = field(default_factory=list)  # draw pile, the next card first
    spaeter: dict[int, list[str]] = field(default_factory=dict)  # cards of later epochs
    beiseite: list[str] = field(default_factory=list)  # 8.1: held back at the start
    ablage: list[str] = field(default_factory=list)  # reused in the next epoch
    auf_dem_tisch: list[str] = field(default_factory=list)  # played, cleared away at the end of the round (only by that reading)
    aus_dem_spiel: list[str] = field(default_factory=list)
    epoche: int = 1
    letzte_epoche: int = 3
    runde: int = 0
    phase: str = "starthand"
    offen: list[int] | None = None  # who still has to act in this phase; None = the phase has not begun
    reihenfolge: list[int] = field(default_factory=list)
    kaeufe: list[int] = field(default_factory=list)  # markers bought, by seat, last time
    markt: dict[str, int] = field(default_factory=dict)  # good -> shortage (+) or surplus (-)
    persoenlichkeiten: list[Persoenlichkeit] = field(default_factory=list)
    gespielt: list[str] = field(default_factory=list)  # events of this round, by kind
    fuer_immer: list[str] = field(default_factory=list)  # events that made other cards unplayable
    dekret: list[str] = field(default_factory=list)  # groups banned in the coming purchase phase
    buergerkrieg: list[int] = field(default_factory=list)  # go last in the expansion phase
    kriege: list[Krieg] = field(default_factory=list)
    kartenkaeufe: int = 0  # cards bought with markers in this phase
    ausverkauft: bool = False  # the last card was drawn
    vorbei: bool = False
    bank: int = MONEY
    brett: str = ""  # layout chosen at the start; "" = as the reading says
    maerkte: dict[str, int] = field(default_factory=dict)  # corrected by the table
    erwaehnt: list[str] = field(default_factory=list)  # uncertain facts the table has been told of
    lesarten: Annotated[dict[str, str], Field(exclude=True)] = field(default_factory=dict)  # the referee's, never stored

    def liest(self, reading: str, choice: str) -> bool:
        """Whether this table reads an unclear place in this way."""
        return self.lesarten.get(reading) == choice

    @property
    def karte(self) -> Geography:
        layout = self.brett or self.lesarten.get("brett_layout", "a")
        return geography(layout, tuple(sorted(self.maerkte.items()))) if self.maerkte else geography(layout)

    @property
    def players(self) -> int:
        return len(self.spieler)

    def active(self) -> list[int]:
        """Seats still in the game, in seat order."""
        return [seat for seat, p in enumerate(self.spieler) if not p.raus]

    def in_order(self) -> list[int]:
        """Seats still in the game, in the order of play."""
        return [seat for seat in self.reihenfolge if not self.spieler[seat].raus]

    def rank(self, seat: int) -> int:
        """2: the box on the order table; with fewer than six players some boxes stay free."""
        slots = RANKS[self.players]
        if self.players in (4, 5) and self.liest("rangfelder_4_5", "lueckenlos"):
            slots = tuple(range(1, self.players + 1))
        order = self.reihenfolge
        if self.liest("ausgeschiedene_rang", "aufruecken"):
            order = sorted(order, key=lambda n: self.spieler[n].raus)
        return slots[order.index(seat)]

    @property
    def karten_da(self) -> bool:
        """Whether there is still a card to draw: in the pile, held back, or in an epoch to come."""
        return bool(self.stapel or self.beiseite) or self.epoche < self.letzte_epoche

    def control_limit(self) -> int:
        return 5 if self.liest("kontrollmarker_zahl", "k5") else CONTROL_MARKERS

    def owner(self, province: str) -> int | None:
        """Who has the control marker there."""
        for seat, p in enumerate(self.spieler):
            if p.controls_province(province):
                return seat
        return None

    def others_in(self, province: str, seat: int) -> list[int]:
        return [n for n, p in enumerate(self.spieler) if n != seat and p.present(province)]

    def in_play(self, province: Province) -> bool:
        """8.2: regions by number of players; Orient and Neue Welt always."""
        return province.overseas or province.region in REGIONS_IN_PLAY[self.players]

    def colour(self, seat: int) -> str:
        capital = self.spieler[seat].hauptstadt
        return self.karte[capital].colour if capital else ""

    def home(self, seat: int) -> str:
        """The region of the capital."""
        capital = self.spieler[seat].hauptstadt
        return self.karte[capital].region if capital else ""

    def seat_called(self, target: str) -> int | None:
        """The seat with this colour or number."""
        if target.startswith("spieler_"):
            number = int(target[8:]) - 1
            return number if number < self.players else None
        for seat in range(self.players):
            if self.colour(seat) == target:
                return seat
        return None

    def called(self, seat: int) -> str:
        """How a command names this seat."""
        return self.colour(seat) or f"spieler_{seat + 1}"

    def count(self, seat: int, good: str) -> int:
        """5.3: goods control cards of this kind."""
        karte = self.karte
        return sum(karte[p].goods.count(good) for p in self.spieler[seat].kontrolle)

    def kinds(self, seat: int) -> list[str]:
        """The hand as a player sees it: kinds of cards, without repetition."""
        return list(dict.fromkeys(kind_of(card) for card in self.spieler[seat].hand))

    def find_in_hand(self, seat: int, kind: str) -> str | None:
        for card in self.spieler[seat].hand:
            if kind_of(card) == kind:
                return card
        return None


Ref = Referee[State]


def cost_of(s: State, letter: str) -> int:
    """The printed cost; overview C and the sheet differ for Heilige Absolution."""
    return 80 if letter == "F" and s.liest("fortschritt_f_preis", "achtzig") else ADVANCES[letter].cost


def credit_of(s: State, letter: str) -> int:
    return 20 if letter == "N" and s.liest("fortschritt_n_nachlass", "zwanzig") else ADVANCES[letter].credit


def prerequisites_of(s: State, letter: str) -> tuple[str, ...]:
    if letter == "Y" and s.liest("fortschritt_y_vorbedingung", "kathedrale"):
        return ("H",)
    if letter == "Z" and s.liest("fortschritt_z_vorbedingung", "institutsforschung"):
        return ("X",)
    return ADVANCES[letter].prerequisites


def is_circle(s: State, card: str) -> bool:
    """Whether a card comes back; list A.2 and the printed cards differ for two of them."""
    if kind_of(card) in ("steigbuegel", "ruestung"):
        return s.liest("steigbuegel_ruestung_ablage", "kreis")
    return CARDS[card].circle


def track_step(value: int, steps: int) -> int | None:
    """A place on the misery track after so many steps; None beyond its end."""
    place = max(0, TRACK.index(value) + steps)
    return TRACK[place] if place < len(TRACK) else None
