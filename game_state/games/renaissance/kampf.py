"""9.5.2: a fight for a province, from the declaration to the forced exchange of cards."""

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage, YesNo
from game_state.games.renaissance.facts import Province, kind_of
from game_state.games.renaissance.staerke import need, odds, percent, wins
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import declines, put_control, take_off
from game_state.verdict import refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS, PROVINCES

KATHEDRALE, AUFZEICHNUNGEN = "9.5.2 > Kathedrale", "9.5.2 > Schriftliche Aufzeichnungen"


class GiveAsk(Frage):
    """9.5.2: which card to give for a blind one of the loser."""

    __slots__ = ("victim",)
    cites = (AUFZEICHNUNGEN,)
    must = False
    window = "zwangstausch"

    def __init__(self, s: State, seat: int, victim: int) -> None:
        super().__init__(s, seat)
        self.victim = victim

    def prompt(self) -> str:
        return f"Du darfst eine Karte geben und blind eine von {say.TARGETS.text(self.s.called(self.victim))} ziehen."

    def public_prompt(self) -> str:
        return "darf einen Kartentausch erzwingen"

    def options(self) -> list[Command]:
        return [*(say.Give(card=kind) for kind in self.s.kinds(self.seat)), say.Pass()]

    def check(self, command: Command) -> None:
        if isinstance(command, say.Give):
            refuse_unless(
                self.s.find_in_hand(self.seat, command.card), f"{CARDS.text(command.card)} hast du nicht auf der Hand.", AUFZEICHNUNGEN,
                instead=[o.say() for o in self.options()], code="not_in_hand",
            )
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def passing(self) -> Command:
        return say.Pass()


def fight(r: Ref, seat: int, province: Province, count: int) -> Play[None]:
    """The attack itself; `count` markers from those bought have been checked."""
    s, p = r.state, r.state.spieler[seat]
    defenders = s.others_in(province.id, seat)
    taken = [other for other in defenders if s.spieler[other].controls_province(province.id)]
    demand = need(s, province, seat)
    p.expansion -= count
    p.weiss[province.id] = p.weiss.get(province.id, 0) + count
    bonus = demand.bonus.explain() if demand.bonus.terms or not demand.double else ""
    if demand.double:
        bonus += f"{'; ' if bonus else ''}in der eigenen Hauptstadt zählen sie {2 * p.markers_in(province.id)}"
    r.note("greift_an", seat, (province.id, p.markers_in(province.id), tuple(defenders), demand.defence.explain(), bonus), "9.5.2")
    victory = yield from _cathedral(r, seat, defenders)
    if victory is None:
        green, black, white = r.dice.roll(6, "grün"), r.dice.roll(6, "schwarz"), r.dice.roll(6, "weiß")
        victory = wins(s, seat, defenders, green, black, white)
        faith = ("9.5.2 > Gottvertrauen",) if p.has("G") else ()
        r.note("wurf", seat, (green, black, white, s.rank(seat), victory, percent(odds(s, seat, defenders))), "9.5.2", "B.1", *faith, reveals=True)
    if not victory:
        lost = p.markers_in(province.id)
        take_off(s, seat, province.id)
        r.note("abgewehrt", seat, (province.id, lost), "9.5.2")
        return
    for other in defenders:
        take_off(s, other, province.id)
    if province.satellite:
        take_off(s, seat, province.id)
        p.weiss[province.id] = 1
    else:
        put_control(s, seat, province.id)
    r.note("erobert", seat, (province.id, tuple(defenders)), "9.5.2")
    for other in taken:
        yield from _exchange(r, seat, other)


def may_use_cathedral(s: State, seat: int, defenders: list[int]) -> bool:
    """Against several defenders only if none owns one and it is unused against each of them."""
    p = s.spieler[seat]
    return p.has("H") and not any(s.spieler[other].has("H") or other in p.kathedrale for other in defenders)


def cathedral_rivals(s: State, seat: int, defenders: list[int]) -> list[int]:
    """Defenders who may repel this attacker with theirs."""
    if s.spieler[seat].has("H"):
        return []
    return [other for other in defenders if s.spieler[other].has("H") and seat not in s.spieler[other].kathedrale]


def _cathedral(r: Ref, seat: int, defenders: list[int]) -> Play[bool | None]:
    """Kathedrale decides before the dice: the attacker first, then each defender. None: the dice decide."""
    s, p = r.state, r.state.spieler[seat]
    if may_use_cathedral(s, seat, defenders):
        chance = percent(odds(s, seat, defenders))
        prompt = f"Du darfst diesen Kampf mit der Kathedrale gewinnen (ohne sie {chance}); gegen diese Spieler ist sie dann für die Runde verbraucht."
        answer = yield YesNo(s, seat, prompt, "darf die Kathedrale einsetzen", (KATHEDRALE,), "kathedrale")
        if isinstance(answer, say.Yes):
            p.kathedrale += defenders
            r.note("kathedrale", seat, (tuple(defenders),), KATHEDRALE)
            return True
    for other in cathedral_rivals(s, seat, defenders):
        q = s.spieler[other]
        prompt = "Du darfst diesen Angriff mit der Kathedrale abwehren; gegen diesen Spieler ist sie dann für die Runde verbraucht."
        answer = yield YesNo(s, other, prompt, "darf die Kathedrale einsetzen", (KATHEDRALE,), "kathedrale")
        if isinstance(answer, say.Yes):
            q.kathedrale.append(seat)
            r.note("kathedrale", other, ((seat,),), KATHEDRALE)
            return False
    return None


def _exchange(r: Ref, seat: int, victim: int) -> Play[None]:
    """Schriftliche Aufzeichnungen: own choice against a blind card, once per player and round."""
    s, p, loser = r.state, r.state.spieler[seat], r.state.spieler[victim]
    once = bool(p.zwangstausch) if s.liest("aufzeichnungen_haeufigkeit", "je_expansionsphase") else victim in p.zwangstausch
    if not p.has("N") or loser.has("N") or loser.raus or once or not p.hand or not loser.hand:
        return
    answer = yield GiveAsk(s, seat, victim)
    if not isinstance(answer, say.Give):
        declines(r, seat, "Kartentausch", AUFZEICHNUNGEN)
        return
    p.zwangstausch.append(victim)
    given = s.find_in_hand(seat, answer.card)
    assert given is not None
    got = r.dice.choose(loser.hand, "Zwangstausch")
    p.hand.remove(given)
    loser.hand.remove(got)
    p.hand.append(got)
    loser.hand.append(given)
    r.note("tausch", seat, (victim,), AUFZEICHNUNGEN, secret=(kind_of(given), kind_of(got)), knows=(seat,), reveals=True)
    r.note("getauscht", victim, (seat,), AUFZEICHNUNGEN, secret=(kind_of(got), kind_of(given)), knows=(victim,))


def fight_forecast(s: State, seat: int, province: Province) -> str:
    """`chance` and `darf ich`: markers and odds."""
    demand = need(s, province, seat)
    text = f"Angriff auf {PROVINCES.text(province.id)}: {demand.defence.explain()}"
    if demand.bonus.terms:
        text += f"; {demand.bonus.explain()}"
    text += demand.remark()
    here = s.spieler[seat].markers_in(province.id)
    text += f". Du brauchst {demand.total} Marker" + (f" ({here} liegen schon dort, {demand.new} neue)" if here else "")
    defenders = s.others_in(province.id, seat)
    winning = odds(s, seat, defenders)
    text += f". Gewinnchance auf Rang {s.rank(seat)}: {percent(winning)} ({winning} von 216 Würfen)."
    if may_use_cathedral(s, seat, defenders):
        text += " Mit der Kathedrale [H] kannst du ohne Wurf gewinnen."
    for other in cathedral_rivals(s, seat, defenders):
        text += f" {say.TARGETS.text(s.called(other))} kann den Angriff mit der Kathedrale [H] ohne Wurf abwehren."
    return text


def forecast_cites(s: State, seat: int, province: Province) -> tuple[str, ...]:
    demand, defenders = need(s, province, seat), s.others_in(province.id, seat)
    church = (KATHEDRALE,) if may_use_cathedral(s, seat, defenders) or cathedral_rivals(s, seat, defenders) else ()
    return tuple(dict.fromkeys(("9.5.2", "B.1", *demand.defence.cites, *demand.bonus.cites, *church)))
