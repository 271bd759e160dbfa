"""9.5: expansion: Heilige Absolution, placing markers, fights, cards for markers, the bonus card, consolidation."""

from collections.abc import Iterator

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.facts import CAPACITY, FLEETS, Province
from game_state.games.renaissance.kampf import fight
from game_state.games.renaissance.preise import card_price
from game_state.games.renaissance.reichweite import Reichweite, can_go, explain_reach, other_board, overseas_full, overseas_left, reichweite
from game_state.games.renaissance.staerke import need, new_markers
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import change_misery, draw, leave_resigned, pay, put_control, put_white, receive, turn_to_marker
from game_state.verdict import Calculation, Refused, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import PROVINCES

ABSOLUTION = "9.5 > Heilige Absolution"


# -- at the beginning -----------------------------------------------------------------------------------------------


class AbsolutionAsk(Frage):
    """Markers are missing: ducats or misery for each."""

    __slots__ = ("missing",)
    cites = (ABSOLUTION,)

    def __init__(self, s: State, seat: int, missing: int) -> None:
        super().__init__(s, seat)
        self.missing = missing

    def most(self) -> int:
        return min(self.missing, self.s.spieler[self.seat].bargeld)

    def prompt(self) -> str:
        question = f"Du musst sagen, wie viele du bezahlst (0 bis {self.most()}); für die übrigen steigt dein Elend."
        return f"Heilige Absolution: Dir {'fehlt' if self.missing == 1 else 'fehlen'} {self.missing} Marker. {question}"

    def public_prompt(self) -> str:
        return "zahlt für Heilige Absolution"

    def options(self) -> list[Command]:
        return [say.Pay(ducats=n) for n in range(self.most(), -1, -1)]

    def meant(self, command: Command) -> Command:
        """„zahle“ alone pays all that can be paid."""
        return say.Pay(ducats=self.most()) if isinstance(command, say.Stabilise) and command.pay else command

    def check(self, command: Command) -> None:
        command = self.meant(command)
        if not isinstance(command, say.Pay):
            raise self.wrong(command)
        limit = Calculation("Höchstens").add("fehlende Marker und Bargeld", self.most(), ABSOLUTION)
        refuse_unless(command.ducats <= self.most(), f"{command.ducats} Dukaten gehen hier nicht.", ABSOLUTION, calculation=limit, code="too_much")


def absolution(r: Ref) -> Play[None]:
    """Owners take two markers for each non-owner, non-owners give two to each owner."""
    s = r.state
    owners = [seat for seat in s.in_order() if s.spieler[seat].has("F")]
    others = [seat for seat in s.in_order() if not s.spieler[seat].has("F")]
    if not owners or not others:
        return
    for seat in owners:
        p, due = s.spieler[seat], 2 * len(others)
        got = min(due, p.vorrat)
        p.expansion += got
        receive(s, seat, due - got)
        r.note("absolution_nimmt", seat, (got, due - got), ABSOLUTION)
    for seat in others:
        p, due = s.spieler[seat], 2 * len(owners)
        given = min(due, p.expansion)
        p.expansion -= given
        r.note("absolution_gibt", seat, (given, due - given), ABSOLUTION)
        missing = due - given
        if not missing:
            continue
        ducats = min(missing, p.bargeld)
        if ducats and not s.liest("absolution_wahl", "nur_bei_geldmangel"):
            ducats = (yield AbsolutionAsk(s, seat, missing)).ducats
        if ducats:
            pay(s, seat, ducats)
            r.note("zahlt", seat, (ducats, "Heilige Absolution"), ABSOLUTION)
        steps = missing - ducats
        if steps:
            change_misery(r, seat, 1 if s.liest("absolution_schritte", "einmal") else steps, "Heilige Absolution", ABSOLUTION)


def begin(r: Ref) -> Play[None]:
    """The markers of Heilige Absolution; nobody has shipped anything yet."""
    r.state.kartenkaeufe = 0
    for p in r.state.spieler:
        p.verschifft, p.kathedrale, p.zwangstausch = {}, [], []
    yield from absolution(r)


# -- where markers may go -------------------------------------------------------------------------------------------


def foreign(s: State, seat: int) -> dict[str, dict[int, int]]:
    """Markers of each other player by province; a control marker counts as many as the market."""
    karte = s.karte.by_id
    found: dict[str, dict[int, int]] = {}
    for other, p in enumerate(s.spieler):
        if other == seat:
            continue
        for markers in (p.marker, p.weiss):
            for province, count in markers.items():
                there = found.setdefault(province, {})
                there[other] = there.get(other, 0) + count
        for controlled in (p.kontrolle, p.neue_kontrolle):
            for province in controlled:
                found.setdefault(province, {})[other] = karte[province].market
    return found


def room(s: State, seat: int, province: Province, others: int | None = None) -> int:
    """9.5.2: how many own markers fit without a fight."""
    p = s.spieler[seat]
    if p.controls_province(province.id):
        return 0
    if others is None:
        others = sum(foreign(s, seat).get(province.id, {}).values())
    if others and s.liest("konflikt_beginn", "sofort"):
        return 0
    return max(0, province.market - others - p.markers_in(province.id))




class ExpansionAsk(Frage):
    """A player's turn in phase 5."""

    __slots__ = ()
    cites = ("9.5",)
    must = False

    def prompt(self) -> str:
        card = f", eine Karte kaufen ({card_price(self.s)} Marker)" if self._can_buy() else ""
        markers = self.s.spieler[self.seat].expansion
        return f"Du darfst {'einen' if markers == 1 else markers} Expansionsmarker setzen, angreifen{card} oder passen."

    def _can_buy(self) -> bool:
        p = self.s.spieler[self.seat]
        return not p.gekauft and self.s.karten_da and card_price(self.s) <= p.expansion

    def public_prompt(self) -> str:
        return f"setzt Expansionsmarker ({self.s.spieler[self.seat].expansion} übrig)"

    def targets(self) -> Iterator[tuple[Province, int]]:
        """Provinces in reach, with the number of markers that can be brought there."""
        s, p = self.s, self.s.spieler[self.seat]
        reach = reichweite(s, self.seat)
        for province in s.karte.inside(reach.land & ~s.karte.mask((*p.kontrolle, *p.neue_kontrolle))):
            yield province, p.expansion
        for province in s.karte.inside(reach.sea & ~reach.land):
            count = min(can_go(s, self.seat, reach, province), p.expansion)
            if count > 0:
                yield province, count

    def options(self) -> list[Command]:
        s, p = self.s, self.s.spieler[self.seat]
        found: list[Command] = []
        full = p.controls >= s.control_limit()
        if p.expansion:
            others = foreign(s, self.seat)
            own = {*p.kontrolle, *p.neue_kontrolle}
            for province, count in self.targets():
                if province.id in own:
                    continue
                defenders = others.get(province.id)
                there = sum(defenders.values()) if defenders else 0
                fits = min(room(s, self.seat, province, there), count)
                if fits:
                    found.append(say.Place(lines=((fits, province.id),)))
                if defenders and not (full and not province.satellite) and self._hopeful(province, there, count):
                    new = new_markers(s, province, self.seat, list(defenders))
                    if new <= count:
                        found.append(say.Attack(province=province.id, markers=new))
        if self._can_buy():
            found.append(say.BuyCard())
        if full and p.vorrat:
            found += [say.Reduce(province=q) for q in (*p.kontrolle, *p.neue_kontrolle)]
        return [*found, say.Pass()]

    def _hopeful(self, province: Province, there: int, count: int) -> bool:
        """Whether an attack could be strong enough at all: a bound that is cheap to compute."""
        p = self.s.spieler[self.seat]
        markers = count + p.markers_in(province.id)
        best = (2 * markers if p.hauptstadt == province.id else markers) + len(p.militaer) + len(province.supported_by) + 1
        return best >= there + province.market

    def check(self, command: Command) -> None:
        if isinstance(command, say.Place):
            self._check_place(command)
        elif isinstance(command, say.Attack):
            self._check_attack(command)
        elif isinstance(command, say.BuyCard):
            self._check_card()
        elif isinstance(command, say.Reduce):
            self._check_reduce(command)
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def _check_place(self, command: say.Place) -> None:
        """The whole list, with the result of each line."""
        p = self.s.spieler[self.seat]
        pool = Calculation("Fehlend").add("genannt", sum(n for n, _ in command.lines), "9.5").add("deine Marker", -p.expansion)
        results: list[tuple[str, Refused | None]] = []
        seen: dict[str, int] = {}
        overseas = 0
        for count, id_ in command.lines:
            seen[id_] = seen.get(id_, 0) + count
            try:
                self._check_line(seen[id_], count, id_)
                if self.s.karte[id_].overseas and not p.present(id_) and seen[id_] == count:
                    overseas += 1
                    if overseas > overseas_left(self.s, self.seat):
                        raise overseas_full(self.s, self.seat)
                results.append((f"{count} {PROVINCES.text(id_)}: geht", None))
            except Refused as refused:
                results.append((f"{count} {PROVINCES.text(id_)}: {refused.explain()}", refused))
        bad = [refused for _, refused in results if refused is not None]
        if bad and len(results) == 1:
            raise bad[0]
        if bad:
            cites = tuple(dict.fromkeys(cite for refused in bad for cite in refused.cites))
            raise Refused("Die Liste gilt nur als Ganzes. " + " | ".join(text for text, _ in results), cites, None, (), bad[0].code)
        refuse_unless(pool.total <= 0, f"So viele Expansionsmarker hast du nicht mehr: {p.expansion}.", "9.5", calculation=pool, code="too_few_markers")

    def _check_line(self, total: int, count: int, id_: str) -> None:
        s, p, name = self.s, self.s.spieler[self.seat], PROVINCES.text(id_)
        refuse_unless(id_ in s.karte, f"{name} gibt es auf eurem Brett nicht.", "4.1", code="no_such_province")
        refuse_unless(count > 0, "Setze mindestens einen Marker.", "9.5", code="zero")
        province = s.karte[id_]
        refuse_unless(not p.controls_province(id_), f"{name} kontrollierst du schon.", "4.3", code="own_control")
        self._check_reach(province, total)
        fits = room(s, self.seat, province)
        if total > fits:
            self._refuse_room(province, total, fits)

    def _check_reach(self, province: Province, count: int) -> None:
        able = can_go(self.s, self.seat, reichweite(self.s, self.seat), province)
        if able <= 0:
            raise explain_reach(self.s, self.seat, province)
        if count > able:
            p = self.s.spieler[self.seat]
            free = Calculation("Frei").add(FLEETS[p.flotte], CAPACITY[p.flotte], "9.4.1")
            if p.verschifft.get(province.id):
                free.add("diese Runde schon verschifft", -p.verschifft[province.id], "9.4.1")
            name = PROVINCES.text(province.id)
            raise Refused(f"Nach {name} kommst du nur per Schiff; {count} Marker fasst deine Flotte nicht.", ("9.4.1",), free, code="capacity")

    def _refuse_room(self, province: Province, count: int, fits: int) -> None:
        s, p, name = self.s, self.s.spieler[self.seat], PROVINCES.text(province.id)
        others = s.others_in(province.id, self.seat)
        place = Calculation("Platz").add("Marktvolumen", province.market, "4.3")
        if p.markers_in(province.id):
            place.add("eigene Marker", -p.markers_in(province.id), "4.3")
        if not others:
            raise Refused(f"In {name} ist nur Platz für {fits}.", ("4.3",), place, code="market_full")
        demand = need(s, province, self.seat)
        text = f"In {name} stehen andere; ohne Kampf passen {fits} dazu. Für einen Angriff brauchst du {demand.new} neue Marker."
        attack = say.Attack(province=province.id, markers=demand.new)
        try:
            self._check_attack(attack)
        except Refused:
            raise Refused(text, ("9.5.2", "4.3"), demand.defence, (), "would_fight") from None
        raise Refused(text, ("9.5.2", "4.3"), demand.defence, (attack.say(),), "would_fight")

    def _check_attack(self, command: say.Attack) -> None:
        s, p, name = self.s, self.s.spieler[self.seat], PROVINCES.text(command.province)
        refuse_unless(command.province in s.karte, f"{name} gibt es auf eurem Brett nicht.", "4.1", code="no_such_province")
        province = s.karte[command.province]
        refuse_unless(s.in_play(province), f"{name} ist zu {s.players}. nicht im Spiel.", "8.2", code="not_in_play")
        refuse_unless(not p.controls_province(province.id), f"{name} kontrollierst du schon.", "9.5.2", code="own_control")
        refuse_unless(s.others_in(province.id, self.seat), f"In {name} steht niemand, gegen den du kämpfen könntest.", "9.5.2", code="no_defender")
        demand = need(s, province, self.seat)
        count = command.markers if command.markers is not None else demand.new
        self._check_reach(province, count)
        here = p.markers_in(province.id)
        extra = (f"; {demand.bonus.explain()}" if demand.bonus.terms else "") + demand.remark()
        needed = f"Für {name} brauchst du {demand.total} Marker{extra}"
        refuse_unless(count >= demand.new, f"{needed}; du hättest {count + here}.", "9.5.2", calculation=demand.defence, code="too_weak")
        few = f"{needed}; du hast noch {p.expansion} zu setzen" + (f" und {here} dort." if here else ".")
        refuse_unless(demand.new <= p.expansion, few, "9.5", "9.5.2", calculation=demand.defence, code="too_few_markers")
        pool = Calculation("Fehlend").add("genannt", count, "9.5").add("deine Marker", -p.expansion)
        refuse_unless(count <= p.expansion, f"So viele Expansionsmarker hast du nicht mehr: {p.expansion}.", "9.5", calculation=pool, code="too_few_markers")
        limit = s.control_limit()
        refuse_unless(
            province.satellite or p.controls < limit, f"Alle deine {limit} Kontrollmarker liegen auf dem Brett; reduziere erst eine Provinz.", "9.5.2", "5.2",
            instead=[say.Reduce(province=q).say() for q in p.kontrolle[:3]] if p.vorrat else (), code="no_control_marker",
        )

    def _check_card(self) -> None:
        s, p, price = self.s, self.s.spieler[self.seat], card_price(self.s)
        refuse_unless(not p.gekauft, "Du hast in dieser Phase schon eine Karte mit Markern gekauft.", "9.5.1", code="already_bought")
        refuse_unless(s.karten_da, "Es liegt keine Karte mehr auf dem Stapel.", "11", code="no_cards")
        purse = Calculation("Fehlend").add(f"{s.kartenkaeufe + 1}. Karte der Phase", price, "9.5.1").add("deine Marker", -p.expansion)
        refuse_unless(price <= p.expansion, f"Die Karte kostet jetzt {price} Marker.", "9.5.1", calculation=purse, code="too_expensive")

    def _check_reduce(self, command: say.Reduce) -> None:
        s, p, name = self.s, self.s.spieler[self.seat], PROVINCES.text(command.province)
        limit = s.control_limit()
        refuse_unless(p.controls_province(command.province), f"In {name} liegt kein Kontrollmarker von dir.", "9.5.2", code="no_control")
        text = f"Tauschen darfst du erst, wenn alle {limit} Kontrollmarker auf dem Brett sind; es sind {p.controls}."
        refuse_unless(p.controls >= limit, text, "9.5.2", code="not_all_used")
        refuse_unless(p.vorrat > 0, "Dein Vorrat an Expansionsmarkern ist leer.", "9.5.2", code="no_marker")

    def passing(self) -> Command:
        return say.Pass()


# -- acting ---------------------------------------------------------------------------------------------------------


def _ship(s: State, seat: int, reach: Reichweite, province: Province, count: int) -> None:
    """9.4.1: what is not in reach over land comes by ship and counts against its capacity for the whole round."""
    if not reach.land & (1 << province.index):
        shipped = s.spieler[seat].verschifft
        shipped[province.id] = shipped.get(province.id, 0) + count


def place(r: Ref, seat: int, command: say.Place) -> None:
    s = r.state
    reach = reichweite(s, seat)
    done = []
    for count, id_ in command.lines:
        province = s.karte[id_]
        _ship(s, seat, reach, province, count)
        _mention(r, seat, province)
        done.append((count, id_, put_white(s, seat, id_, count)))
    several = any(control and len(s.karte[id_].goods) > 1 for _, id_, control in done)
    r.note("setzt", seat, (tuple(done),), "9.5", *(("4.7 > Mehrere Handelswaren",) if several else ()))
    full = [id_ for _, id_, control in done if not control and _waits(s, seat, id_)]
    if full:
        r.note("ohne_kontrollmarker", seat, (tuple(full), s.control_limit()), "5.2", "4.3", "9.5.2")


def _waits(s: State, seat: int, id_: str) -> bool:
    """4.3: as many own markers as the market, but no control marker was left to replace them."""
    province = s.karte[id_]
    return not province.satellite and s.spieler[seat].markers_in(id_) >= province.market


def replace_full(r: Ref, seat: int) -> None:
    """9.5: as soon as a control marker is free again it replaces markers that fill a market."""
    s, p = r.state, r.state.spieler[seat]
    for id_ in [*p.marker, *(q for q in p.weiss if q not in p.marker)]:
        if p.controls < s.control_limit() and _waits(s, seat, id_):
            put_control(s, seat, id_)
            r.note("ersetzt", seat, (id_,), "9.5", "5.2")


def _mention(r: Ref, seat: int, province: Province) -> None:
    """An uncertain market number, or a border only one layout prints, is told the table the first time it matters."""
    s = r.state
    if "market" in province.uncertain and province.id not in s.erwaehnt:
        s.erwaehnt.append(province.id)
        r.note("unsicher", None, (province.id, province.market), "4.3")
    if "brett" not in s.erwaehnt and (other := other_board(s)) is not None and not can_go(other, seat, reichweite(other, seat), other.karte[province.id]):
        s.erwaehnt.append("brett")
        r.note("unsicher_brett", None, (province.id,), "4.1")


def turn(r: Ref, seat: int) -> Play[None]:
    """Phase 5 of one player; unused markers go back."""
    s, p = r.state, r.state.spieler[seat]
    p.gekauft = False
    replace_full(r, seat)
    while p.expansion and not p.raus:
        answer = yield ExpansionAsk(s, seat)
        leave_resigned(r)  # 11.3: who gave up in the meantime defends without cards and Kathedrale
        if len(s.active()) < 2:
            break
        if isinstance(answer, say.Place):
            place(r, seat, answer)
        elif isinstance(answer, say.Attack):
            province = s.karte[answer.province]
            count = answer.markers if answer.markers is not None else new_markers(s, province, seat)
            _mention(r, seat, province)
            _ship(s, seat, reichweite(s, seat), province, count)
            yield from fight(r, seat, province, count)
        elif isinstance(answer, say.BuyCard):
            price = card_price(s)
            p.expansion -= price
            p.gekauft = True
            s.kartenkaeufe += 1
            draw(r, seat, f"für {price} Marker", "9.5.1")
        elif isinstance(answer, say.Reduce):
            yield from turn_to_marker(r, seat, answer.province, "9.5.2")
            replace_full(r, seat)
        else:
            break
    if p.expansion:
        r.note("legt_zurueck", seat, (p.expansion,), "9.5")
    p.expansion = 0
    p.gekauft = False


def finish(r: Ref) -> None:
    """9.5.3 bonus card, 9.5.4 consolidation."""
    s = r.state
    best = max((len(s.spieler[seat].neue_kontrolle) for seat in s.in_order()), default=0)
    if best:
        winner = next(seat for seat in s.in_order() if len(s.spieler[seat].neue_kontrolle) == best)
        r.note("bonuskarte", winner, (tuple((seat, len(s.spieler[seat].neue_kontrolle)) for seat in s.in_order()),), "9.5.3")
        draw(r, winner, "Bonuskarte", "9.5.3")
    for p in s.spieler:
        p.kontrolle += p.neue_kontrolle
        p.neue_kontrolle = []
        for province, count in p.weiss.items():
            p.marker[province] = p.marker.get(province, 0) + count
        p.weiss, p.basis, p.verschifft = {}, [], {}
    s.buergerkrieg = []
    r.note("konsolidierung", None, (), "9.5.4")
