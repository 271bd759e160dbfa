"""9.5.2: how strong attacker and defender are, how many markers an attack takes, and how likely it is to succeed."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game_state.games.renaissance.facts import Province
from game_state.games.renaissance.preise import cite_card
from game_state.games.renaissance.state import State
from game_state.verdict import Calculation, Term
from rules_dsl.games.renaissance.commands import CARDS, PROVINCES

_WEAKER = {"steigbuegel": "ruestung", "langbogen": "schiesspulver"}  # A.2: gives no strength against …


class Bedarf(NamedTuple):
    """What an attack takes."""

    new: int  # markers from those bought for this round
    total: int  # with the own markers already there
    defence: Calculation
    bonus: Calculation  # what the attacker has besides markers
    double: bool  # own capital: his markers count twice

    def remark(self) -> str:
        """Why the markers are not simply defence less bonus."""
        strength = max(0, self.defence.total - self.bonus.total)
        alone = (strength + 1) // 2 if self.double else strength
        text = "; deine Marker zählen in deiner Hauptstadt doppelt" if self.double else ""
        floor = self.total > alone and self.total == self.defence.terms[0].value
        return text + ("; weniger als das Marktvolumen dürfen es nie sein" if floor else "")


def in_force(s: State, card: str, against: Sequence[int]) -> bool:
    """A.2: Langbogen and Schießpulver end the use of Steigbügel and Rüstung: for all, or only against those who played them."""
    if card not in ("steigbuegel", "ruestung"):
        return True
    if s.liest("ruestung_schon_gespielt", "nur_gegen_besitzer"):
        return not any({"langbogen", "schiesspulver"} & set(s.spieler[other].militaer) for other in against)
    return not ({"langbogen", "schiesspulver"} & set(s.fuer_immer))


def military(s: State, seat: int, against: list[int]) -> list[str]:
    """The military cards that add strength against these opponents."""
    found = []
    for card in s.spieler[seat].militaer:
        better = _WEAKER.get(card)
        beaten = better is not None and any(better in s.spieler[other].militaer and in_force(s, better, [seat]) for other in against)
        if in_force(s, card, against) and not beaten:
            found.append(card)
    return found


def has_edge(s: State, seat: int, against: Sequence[int]) -> bool:
    """Whether a tie of black and white is a win: any military card played this round that is still in force."""
    return any(in_force(s, card, against) for card in s.spieler[seat].militaer)


def satellites(s: State, seat: int, province: Province) -> list[str]:
    """Own satellites with an arrow to the province; a marker of this round (white) does not count."""
    return [q for q in province.supported_by if q in s.spieler[seat].marker]


def defence_terms(s: State, province: Province, attacker: int, defenders: list[int]) -> Iterator[Term]:
    """Markers, market, satellites, military cards, Nationalismus and Weltbürgertum of all defenders together."""
    id_ = province.id
    yield Term("Marktvolumen", province.market, "9.5.2")
    for seat in defenders:
        p = s.spieler[seat]
        controls = id_ in p.kontrolle or id_ in p.neue_kontrolle
        count = province.market if controls else p.markers_in(id_)
        yield Term("Kontrollmarker" if controls else "Marker", count, "9.5.2")
        if p.hauptstadt == id_:
            yield Term("Hauptstadt, Marker doppelt", count, "9.5.2")
        if id_ in p.kontrolle or (controls and not s.liest("satellit_neue_kontrolle", "nein")):
            for satellite in satellites(s, seat, province):
                yield Term(f"Satellit {PROVINCES.text(satellite)}", 1, "9.5.2 > Satellitenprovinz")
                if p.has("Y") and not s.liest("weltbuergertum_verteidigung", "eins"):
                    yield Term("Weltbürgertum", 1, "9.5.2 > Weltbürgertum")
        yield from _advantages(s, seat, [attacker], province)


def bonus_terms(s: State, province: Province, seat: int, against: list[int]) -> Iterator[Term]:
    """What the attacker adds to his markers."""
    if s.spieler[seat].has("Y"):
        for satellite in satellites(s, seat, province):
            yield Term(f"Weltbürgertum mit {PROVINCES.text(satellite)}", 1, "9.5.2 > Weltbürgertum")
    yield from _advantages(s, seat, against, province)


def _advantages(s: State, seat: int, against: list[int], province: Province) -> Iterator[Term]:
    p = s.spieler[seat]
    if p.militaer:
        for card in military(s, seat, against):
            yield Term(CARDS.text(card), 1, cite_card(card))
    if "W" in p.fortschritte and s.home(seat) == province.region:
        twice = p.hauptstadt == province.id and s.liest("hauptstadt_nationalismus", "doppelt")
        yield Term("Nationalismus", 2 if twice else 1, "9.5.2 > Nationalismus")


def markers_needed(s: State, province: Province, seat: int, defence: int, bonus: int) -> int:
    """Strength as great as the defence, and never fewer markers than the market; with those already there."""
    strength = max(0, defence - bonus)
    total = (strength + 1) // 2 if s.spieler[seat].hauptstadt == province.id else strength
    return max(total, 1 if s.liest("angriff_mindestmarker", "nein") else province.market, s.spieler[seat].markers_in(province.id) + 1)


def new_markers(s: State, province: Province, seat: int, defenders: list[int] | None = None) -> int:
    """How many of the markers bought for this round an attack takes."""
    if defenders is None:
        defenders = s.others_in(province.id, seat)
    defence = sum([term.value for term in defence_terms(s, province, seat, defenders)])
    bonus = sum([term.value for term in bonus_terms(s, province, seat, defenders)])
    return markers_needed(s, province, seat, defence, bonus) - s.spieler[seat].markers_in(province.id)


def need(s: State, province: Province, seat: int) -> Bedarf:
    """The demand of an attack with all its reasons."""
    defenders = s.others_in(province.id, seat)
    defence = Calculation("Verteidigung", list(defence_terms(s, province, seat, defenders)))
    bonus = Calculation("Zuschlag", list(bonus_terms(s, province, seat, defenders)))
    total = markers_needed(s, province, seat, defence.total, bonus.total)
    return Bedarf(total - s.spieler[seat].markers_in(province.id), total, defence, bonus, s.spieler[seat].hauptstadt == province.id)


def winning_rolls(rank: int, faith: bool, edge: bool) -> int:
    """B.1: how many of the 216 rolls win: green beats the rank, or black beats white."""
    lost_green = min(6, rank - 1 if faith else rank)
    lost_black = 15 if edge else 21
    return 216 - lost_green * lost_black


def odds(s: State, seat: int, defenders: Sequence[int]) -> int:
    p = s.spieler[seat]
    return winning_rolls(s.rank(seat), p.has("G"), has_edge(s, seat, defenders))


def percent(rolls: int) -> str:
    return f"{rolls / 216 * 100:.2f}".replace(".", ",") + " %"


def wins(s: State, seat: int, defenders: Sequence[int], green: int, black: int, white: int) -> bool:
    p, rank = s.spieler[seat], s.rank(seat)
    if green > rank or (green == rank and p.has("G")):
        return True
    return black > white or (black == white and has_edge(s, seat, defenders))
