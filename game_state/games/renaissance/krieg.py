"""A.2 > Krieg: two players roll, the loser cedes provinces; a tie goes on in the next card phase."""

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.reichweite import overseas_left
from game_state.games.renaissance.staerke import military
from game_state.games.renaissance.state import Krieg, Ref, State
from game_state.games.renaissance.tueren import change_misery, take_off
from game_state.verdict import Calculation, Refused, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS, PROVINCES, TARGETS

CITE, CEDING = "A.2 > Krieg", "A.2 > Krieg > Abtreten von Provinzen"


def check_cede(s: State, loser: int, winner: int, province: str) -> None:
    """Only control markers the winner can really keep up."""
    name, p = PROVINCES.text(province), s.spieler[winner]
    refuse_unless(province in s.spieler[loser].kontrolle, f"In {name} liegt kein Kontrollmarker des Verlierers.", CEDING, code="no_control")
    place = s.karte[province]
    refuse_unless(place.region != "V" or p.has("R"), f"{name} liegt in Region V; der Sieger hat keine Seidenstraße [R].", CEDING, code="needs_r")
    refuse_unless(not place.overseas or p.has("T"), f"Für {name} braucht der Sieger Hochseenavigation [T].", CEDING, code="needs_t")
    refuse_unless(place.region != "Neue Welt" or p.has("U"), f"Für {name} braucht der Sieger Neue Welt [U].", CEDING, code="needs_u")
    if place.overseas and not p.present(province):
        no_ship = f"Die Flotte des Siegers kann {name} nicht unterhalten."
        refuse_unless(overseas_left(s, winner) > 0, no_ship, "9.4.1 > Hochseenavigation", CEDING, code="overseas_full")


def can_cede(s: State, loser: int, winner: int) -> list[str]:
    found = []
    for province in s.spieler[loser].kontrolle:
        try:
            check_cede(s, loser, winner, province)
        except Refused:
            continue
        found.append(province)
    return found


class CedeAsk(Frage):
    """Which provinces change hands."""

    __slots__ = ("count", "loser", "winner")
    cites = (CITE, CEDING)

    def __init__(self, s: State, seat: int, loser: int, winner: int, count: int) -> None:
        super().__init__(s, seat)
        self.loser, self.winner, self.count = loser, winner, count

    def prompt(self) -> str:
        provinces = "eine Provinz" if self.count == 1 else f"{self.count} Provinzen"
        if self.seat == self.loser:
            return f"Du hast den Krieg verloren und musst {provinces} an {TARGETS.text(self.s.called(self.winner))} abtreten."
        return f"Du hast den Krieg gewonnen und musst {provinces} von {TARGETS.text(self.s.called(self.loser))} auswählen."

    def public_prompt(self) -> str:
        return "wählt die abzutretenden Provinzen"

    def options(self) -> list[Command]:
        found = can_cede(self.s, self.loser, self.winner)
        room = max(0, overseas_left(self.s, self.winner))
        offered: list[Command] = []
        for n in range(len(found)):
            chosen: list[str] = []
            for province in found[n:] + found[:n]:
                if not self.s.karte[province].overseas or sum(self.s.karte[q].overseas for q in chosen) < room:
                    chosen.append(province)
            offered.append(say.Cede(provinces=tuple(sorted(chosen[:self.count], key=found.index))))
        return list(dict.fromkeys(offered))

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Cede):
            raise self.wrong(command)
        for province in command.provinces:
            check_cede(self.s, self.loser, self.winner, province)
        refuse_unless(len(set(command.provinces)) == len(command.provinces), "Nenne jede Provinz nur einmal.", CEDING, code="twice")
        refuse_unless(
            len(command.provinces) == self.count, f"Abzutreten sind {self.count} Provinzen, du nennst {len(command.provinces)}.", CITE,
            instead=[o.say() for o in self.options()[:4]], code="wrong_number",
        )
        overseas = sum(self.s.karte[p].overseas for p in command.provinces)
        room = overseas_left(self.s, self.winner)
        refuse_unless(overseas <= max(room, 0), f"Der Sieger kann nur {max(room, 0)} weitere Überseeprovinzen unterhalten.", CEDING, code="overseas_full")


def declare(r: Ref, attacker: int, enemy: int) -> Play[None]:
    """The card is played: the first rolls."""
    war = Krieg(attacker, enemy)
    r.note("kriegserklaerung", attacker, (enemy,), CITE)
    if not (yield from battle(r, war)):
        r.state.kriege.append(war)


def go_on(r: Ref) -> Play[None]:
    """Undecided wars roll again."""
    s = r.state
    wars, s.kriege = s.kriege, []
    for war in wars:
        if s.spieler[war.angreifer].raus or s.spieler[war.gegner].raus:
            continue
        if not (yield from battle(r, war)) and not s.spieler[war.angreifer].raus and not s.spieler[war.gegner].raus:
            s.kriege.append(war)


def battle(r: Ref, war: Krieg) -> Play[bool]:
    """One pair of rolls. True when the war is decided."""
    s = r.state
    results = [_result(r, war.angreifer, war.gegner), _result(r, war.gegner, war.angreifer)]
    totals = [result.total for result in results]
    r.note("kriegswurf", war.angreifer, (war.gegner, *(result.explain() for result in results)), CITE, reveals=True)
    if totals[0] == totals[1]:
        change_misery(r, war.angreifer, 1, "unentschiedener Krieg", CITE)
        change_misery(r, war.gegner, 1, "unentschiedener Krieg", CITE)
        return False
    winner, loser = (war.angreifer, war.gegner) if totals[0] > totals[1] else (war.gegner, war.angreifer)
    r.note("kriegssieg", winner, (loser, abs(totals[0] - totals[1])), CITE)
    change_misery(r, winner, 1, "gewonnener Krieg", CITE)
    change_misery(r, loser, 2, "verlorener Krieg", CITE)
    if not s.spieler[loser].raus and not s.spieler[winner].raus:
        yield from _cede(r, loser, winner, abs(totals[0] - totals[1]))
    return True


def _result(r: Ref, seat: int, enemy: int) -> Calculation:
    found = Calculation("Ergebnis").add("Wurf", r.dice.roll(6, "Krieg"), CITE)
    if r.state.spieler[seat].has("W"):
        found.add("Nationalismus", 1, "9.5.2 > Nationalismus")
    for card in military(r.state, seat, [enemy]):
        found.add(CARDS.text(card), 1, CITE)
    return found


def _cede(r: Ref, loser: int, winner: int, count: int) -> Play[None]:
    s = r.state
    found = can_cede(s, loser, winner)
    overseas = [p for p in found if s.karte[p].overseas]
    most = len(found) - max(0, len(overseas) - max(0, overseas_left(s, winner)))
    due = min(count, most, s.control_limit() - s.spieler[winner].controls)
    if due == len(found):
        chosen: tuple[str, ...] = tuple(found)
    elif due == 0:
        chosen = ()
    else:
        chooser = winner if s.liest("krieg_wahl_der_provinzen", "sieger") else loser
        answer = yield CedeAsk(s, chooser, loser, winner, due)
        chosen = answer.provinces
    for province in chosen:
        take_off(s, loser, province)
        take_off(s, winner, province)
        s.spieler[winner].kontrolle.append(province)
    if chosen:
        r.note("tritt_ab", loser, (winner, chosen), CEDING)
    if count > len(chosen):
        change_misery(r, loser, count - len(chosen), "nicht abgetretene Provinzen", CEDING)
