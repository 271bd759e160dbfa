"""9.4: purchases: fleet, advances, stabilisation, misery."""

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.facts import ADVANCES, DREIMASTER, FLEET_STEP, FLEETS, HOCHSEE, IN_GROUP
from game_state.games.renaissance.kauf import may_discard
from game_state.games.renaissance.preise import cite_advance, cite_card, claimable, discount, patron_limit, price, stabilisation
from game_state.games.renaissance.state import Ref, Spieler, State, prerequisites_of
from game_state.games.renaissance.tueren import change_misery, declines, misery_at, pay, suffer_unpaid, unpaid_place
from game_state.verdict import Calculation, Refused, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import ADVANCES as ADVANCE_NAMES
from rules_dsl.games.renaissance.commands import CARDS, GROUPS, TARGETS

ONE_KIND = "Nach eurer Lesart ist nur eine Art von Erwerb je Runde erlaubt."
FLOTTE, STABIL = "9.4.1", "9.4.3 > Stabilisierung"


class ErwerbAsk(Frage):
    """A player's turn in phase 4: fleet, then advances, then stabilisation."""

    __slots__ = ("stable",)
    cites = ("9.4",)
    must = False

    def __init__(self, s: State, seat: int, stable: bool = False) -> None:
        super().__init__(s, seat)
        self.stable = stable  # already paid for (only where purchases may be made in any order)

    def prompt(self) -> str:
        p, cost = self.s.spieler[self.seat], stabilisation(self.s, self.seat).total
        rest = "" if self.stable or not cost else f"; Stabilisierung kostet {cost}"
        return f"Du darfst die Flotte ausbauen, Fortschritte kaufen oder abschließen ({p.bargeld} Dukaten, Elend {p.elend}{rest})."

    def public_prompt(self) -> str:
        return "tätigt Erwerbe"

    def options(self) -> list[Command]:
        s, p = self.s, self.s.spieler[self.seat]
        found: list[Command] = [say.Fleet()] if self._ok(say.Fleet()) else []
        for letter in ADVANCES:
            if letter not in p.fortschritte and price(s, self.seat, letter)[0].total <= p.bargeld:
                buy = say.Buy(advance=letter)
                if self._ok(buy):
                    found.append(buy)
        if self._ok(say.Stabilise()):
            found.append(say.Stabilise())
        return [*found, say.Pass()]

    def _ok(self, command: Command) -> bool:
        try:
            self.check(command)
        except Refused:
            return False
        return True

    def check(self, command: Command) -> None:
        if isinstance(command, say.Fleet):
            self._check_fleet(command)
        elif isinstance(command, say.Buy):
            self._check_buy(command)
        elif isinstance(command, say.Stabilise | say.Pay):
            self._check_stabilise(as_stabilise(self.s, self.seat, command))
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def _only_one_kind(self, kind: str) -> None:
        p = self.s.spieler[self.seat]
        done = "fleet" if p.gebaut else "buy" if p.gekauft else ""
        allowed = not done or done == kind or not self.s.liest("erwerb_anzahl", "eine")
        refuse_unless(allowed, ONE_KIND, "2", code="one_kind")

    def _check_fleet(self, command: say.Fleet) -> None:
        p = self.s.spieler[self.seat]
        once = f"Du hast die Flotte diese Runde schon ausgebaut ({FLEETS[p.flotte]}); mehr als ein Feld geht nicht."
        refuse_unless(not p.gebaut, once, FLOTTE, code="already_built")
        self._only_one_kind("fleet")
        late = "Die Flotte kommt vor den Fortschritten; du hast schon einen Fortschritt gekauft."
        refuse_unless(not p.gekauft or self.s.liest("erwerb_reihenfolge", "frei"), late, "9.4", FLOTTE, code="order")
        text = f"Von {FLEETS[p.flotte]} geht es nicht durch Zahlung weiter"
        refuse_unless(p.flotte != DREIMASTER - 1, f"{text}, sondern nur durch den Kauf von Dreimaster [S].", "9.4.1 > Dreimaster", code="needs_s")
        refuse_unless(p.flotte != HOCHSEE - 1, f"{text}, sondern nur durch den Kauf von Hochseenavigation [T].", "9.4.1 > Hochseenavigation", code="needs_t")
        refuse_unless(p.flotte < len(FLEETS) - 1, "Deine Flotte ist schon ganz ausgebaut.", "9.4.1 > Hochseenavigation", code="fleet_full")
        coming = FLEETS[p.flotte + 1]
        step = f"Ausgebaut wird um ein Feld: Nach „{FLEETS[p.flotte]}“ kommt {coming}, nicht {command.box}."
        refuse_unless(command.box in (None, coming), step, FLOTTE, instead=[say.Fleet(box=coming).say()], code="wrong_box")
        purse = Calculation("Fehlend").add("Ausbau", FLEET_STEP, FLOTTE).add("dein Bargeld", -p.bargeld)
        refuse_unless(purse.total <= 0, f"Ein Ausbau kostet {FLEET_STEP} Dukaten.", FLOTTE, calculation=purse, code="too_expensive")

    def _check_buy(self, command: say.Buy) -> None:
        s, p, letter = self.s, self.s.spieler[self.seat], command.advance
        advance, cite = ADVANCES[letter], cite_advance(letter)
        name = f"{advance.name} [{letter}]"
        refuse_unless(letter not in p.fortschritte, f"{name} besitzt du schon.", "9.4.2", cite, code="owned")
        banned = f"Ein Päpstliches Dekret sperrt diese Runde den Bereich {GROUPS.text(advance.group)}."
        refuse_unless(advance.group not in s.dekret, banned, "A.2 > Päpstliches Dekret", code="decree")
        missing = [other for other in prerequisites_of(s, letter) if other not in p.fortschritte]
        lacks = " und ".join(f"{ADVANCES[other].name} [{other}]" for other in missing)
        refuse_unless(not missing, f"{name} setzt {lacks} voraus.", "9.4.2 > Vorbedingung", cite, code="prerequisite")
        self._only_one_kind("buy")
        for card in command.leaders:
            check_leader(s, self.seat, command, card)
        cost, _ = price(s, self.seat, letter, command)
        short = f"{name} kostet dich {cost.total} Dukaten, du hast {p.bargeld}."
        refuse_unless(cost.total <= p.bargeld, short, "9.4.2", cite, calculation=cost, code="too_expensive")

    def _check_stabilise(self, command: say.Stabilise) -> None:
        s, p = self.s, self.s.spieler[self.seat]
        refuse_unless(not self.stable, "Du hast schon stabilisiert.", STABIL, code="already_stable")
        cost = stabilisation(s, self.seat)
        if command.pay:
            done = p.gebaut or p.gekauft
            refuse_unless(not done or not s.liest("erwerb_anzahl", "eine"), ONE_KIND, "2", code="one_kind")
            short = f"Dir fehlen {cost.total - p.bargeld} Dukaten; nur einen Teil zu zahlen ist nicht erlaubt."
            refuse_unless(cost.total <= p.bargeld, short, STABIL, calculation=cost, code="too_expensive")

    def passing(self) -> Command:
        return say.Pass()


def unpaid(s: State, seat: int) -> str:
    """9.4.3: what not paying for the cards in hand would mean."""
    here = s.spieler[seat].elend
    place = misery_at(s, unpaid_place(s, here, stabilisation(s, seat).total))
    return f"steigt dein Elend von {here} über 1000 hinaus und du scheidest aus" if place is None else f"steigt dein Elend von {here} auf {place}"


def as_stabilise(s: State, seat: int, command: say.Stabilise | say.Pay) -> say.Stabilise:
    """9.4.3: „zahle 15“ and „zahle nichts“ answer too, but only a part cannot be paid."""
    if isinstance(command, say.Stabilise):
        return command
    cost = stabilisation(s, seat)
    part = f"Die Stabilisierung kostet {cost.total} Dukaten; eine andere Summe als alles oder nichts ist nicht erlaubt."
    whole = command.ducats in (0, cost.total)
    refuse_unless(whole, part, STABIL, calculation=cost, instead=[say.Stabilise().say(), say.Stabilise(pay=False).say()], code="not_a_part")
    return say.Stabilise(pay=command.ducats > 0)


class StabiliseAsk(Frage):
    """9.4.3: pay for the cards in hand, all or nothing, or take the misery."""

    __slots__ = ()
    cites = (STABIL,)

    def prompt(self) -> str:
        p, cost = self.s.spieler[self.seat], stabilisation(self.s, self.seat)
        cards = "eine Karte" if len(p.hand) == 1 else f"{len(p.hand)} Karten"
        offer = f"{cost.total} Dukaten für {cards} (du hast {p.bargeld})"
        return f"Du musst entscheiden, ob du die Stabilisierung zahlst: {offer}; sonst {unpaid(self.s, self.seat)}."

    def public_prompt(self) -> str:
        return "entscheidet über die Stabilisierung"

    def options(self) -> list[Command]:
        return [say.Stabilise(), say.Stabilise(pay=False)]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Stabilise | say.Pay):
            raise self.wrong(command)
        as_stabilise(self.s, self.seat, command)


def build_fleet(r: Ref, seat: int) -> None:
    s, p = r.state, r.state.spieler[seat]
    pay(s, seat, FLEET_STEP)
    p.flotte += 1
    p.gebaut = True
    r.note("flotte", seat, (p.flotte, FLEET_STEP), FLOTTE)


def check_leader(s: State, seat: int, buy: say.Buy, card: str) -> None:
    """9.3.3: a personality named with a purchase must be one whose discount the player can claim, or leave."""
    name, advance, cite = CARDS.text(card), ADVANCES[buy.advance], "9.3.3 > Patronatsrecht"
    leader = next((x for x in s.persoenlichkeiten if x.card == card), None)
    refuse_unless(leader, f"{name} wurde diese Runde nicht ausgespielt.", "9.4.2 > Nachlässe", code="no_leader")
    assert leader is not None
    gives = discount(s, card, buy.advance)
    refuse_unless(gives, f"{name} gewährt keinen Nachlaß auf {advance.name} [{buy.advance}].", cite_card(card), code="no_discount")
    if leader.seat == seat:
        refuse_unless(buy.patronage, f"{name} hast du selbst gespielt; der Nachlaß zählt in jedem Fall.", "9.4.2", code="own_leader")
        return
    refuse_unless(s.spieler[seat].has("E"), f"{name} gehört dir nicht; dafür brauchst du Patronatsrecht [E].", cite, code="needs_e")
    limit, users = patron_limit(s, leader), " und ".join(TARGETS.text(s.called(n)) for n in leader.patrone)
    full = f"{name} liegt auf Platz {leader.slot} und wird schon von {users} genutzt; mehr als {limit} Patronat{'' if limit == 1 else 'e'} gibt es dort nicht."
    refuse_unless(limit, f"{name} wurde als erste Persönlichkeit gespielt und ist vor Patronatsrecht geschützt.", cite, code="protected")
    refuse_unless(claimable(s, seat, leader), full, cite, code="used_up")


def buy_advance(r: Ref, seat: int, buy: say.Buy) -> Play[None]:
    """9.4.2: price, claims, and what the advance does at once."""
    s, p, letter, advance = r.state, r.state.spieler[seat], buy.advance, ADVANCES[buy.advance]
    cost, claims = price(s, seat, letter, buy)
    pay(s, seat, cost.total)
    for leader in claims:
        if seat not in leader.patrone:
            leader.patrone.append(seat)
    p.fortschritte[letter] = s.runde
    p.gekauft = True
    r.note("kauft", seat, (letter, cost.total, cost.explain()), "9.4.2", *cost.cites, *(("9.4.2 > Nachlässe", "6") if len(cost.terms) > 1 else ()))
    if letter == "S":
        p.flotte = DREIMASTER
    if letter == "T":
        p.flotte = HOCHSEE
    if letter in "ST":
        r.note("flotte", seat, (p.flotte, 0), "9.4.1 > Dreimaster" if letter == "S" else "9.4.1 > Hochseenavigation")
    if advance.misery:
        change_misery(r, seat, advance.misery, ADVANCE_NAMES.text(letter), "C > Religion" if advance.misery > 0 else "9.4.3", cite_advance(letter))
    if letter == "P" and not p.raus:
        yield from may_discard(r, seat, "9.4.2 > Eigenschaften")


def set_level(s: State, p: Spieler) -> int:
    """9.4.3: 1 for the first two of Wissenschaft, Handel and Kultur each, 2 for the first three, 3 for all."""
    groups = ("wissenschaft", "handel", "kultur")
    for level, count in ((3, 9), (2, 3), (1, 2)):
        if s.liest("set_bonus_welche", "beliebige"):
            full = all(p.in_group(g) >= min(count, len(IN_GROUP[g])) for g in groups)
        else:
            full = all(letter in p.fortschritte for g in groups for letter in IN_GROUP[g][:count])
        if full:
            return level
    return 0


def lower_misery(r: Ref, seat: int) -> None:
    """9.4.3: the bonus for balanced groups, each level once."""
    s, p = r.state, r.state.spieler[seat]
    level = set_level(s, p)
    if level <= p.bonus:
        return
    if s.liest("set_bonus", "insgesamt"):
        steps = level - p.bonus
    else:
        steps = sum(range(p.bonus + 1, level + 1))
    p.bonus = level
    change_misery(r, seat, -steps, "Wissenschaft, Handel und Kultur", "9.4.3")


def stabilise(r: Ref, seat: int, paying: bool) -> None:
    s, p = r.state, r.state.spieler[seat]
    cost = stabilisation(s, seat).total
    if paying:
        pay(s, seat, cost)
        r.note("stabilisiert", seat, (len(p.hand), cost), STABIL)
    else:
        r.note("nicht_stabilisiert", seat, (len(p.hand), cost), STABIL)
        suffer_unpaid(r, seat, cost)


def turn(r: Ref, seat: int) -> Play[None]:
    """Phase 4 of one player."""
    s, p = r.state, r.state.spieler[seat]
    p.gebaut = p.gekauft = False
    stable = False
    while not p.raus:
        answer = yield ErwerbAsk(s, seat, stable)
        if isinstance(answer, say.Fleet):
            build_fleet(r, seat)
        elif isinstance(answer, say.Buy):
            yield from buy_advance(r, seat, answer)
        elif isinstance(answer, say.Stabilise | say.Pay):
            if p.hand:
                stabilise(r, seat, as_stabilise(s, seat, answer).pay)
            else:
                declines(r, seat, "Erwerb, keine Karten zu stabilisieren", "9.4", STABIL)
            stable = True
            if not s.liest("erwerb_reihenfolge", "frei"):
                break
        else:
            declines(r, seat, "Erwerb", "9.4")
            break
    if p.hand and not p.raus and not stable:
        payable = stabilisation(s, seat).total <= p.bargeld and not (s.liest("erwerb_anzahl", "eine") and (p.gebaut or p.gekauft))
        answer = (yield StabiliseAsk(s, seat)) if payable else say.Stabilise(pay=False)
        stabilise(r, seat, as_stabilise(s, seat, answer).pay)
    if not p.raus:
        lower_misery(r, seat)


def finish(r: Ref) -> None:
    """9.3.3: the personalities leave the game; the decree is over."""
    s = r.state
    if not s.liest("persoenlichkeiten_ende", "rundenende"):
        s.persoenlichkeiten = []
    s.dekret = []
