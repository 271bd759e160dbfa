"""9.3: playing cards: goods, events, personalities."""

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.ereignisse import EVENTS, check_event, event_plays, needs
from game_state.games.renaissance.facts import CARDS, MILITARY, SECTIONS
from game_state.games.renaissance.kauf import check_in_hand, may_discard
from game_state.games.renaissance.krieg import go_on
from game_state.games.renaissance.preise import BOOST, cite_card, discount, listed, payout
from game_state.games.renaissance.state import Persoenlichkeit, Ref, State
from game_state.games.renaissance.tueren import declines, put_away, receive
from game_state.games.renaissance.ziehen import move_market
from game_state.verdict import refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS as CARD_NAMES
from rules_dsl.games.renaissance.commands import GOODS as GOOD_NAMES

_SORTS = {"Ware": "7.1", "Ereignis": "7.2", "Persönlichkeit": "7.3"}
_KINDS = {card.kind: card for card in CARDS.values()}


def plays(s: State, seat: int) -> list[Command]:
    """Every way to play a card of the hand now."""
    found: list[Command] = []
    for kind in s.kinds(seat):
        card = _KINDS[kind]
        if card.type == "Ware":
            found += [say.Play(card=kind, good=good) for good in card.goods] if len(card.goods) > 1 else [say.Play(card=kind)]
        elif card.type == "Ereignis":
            found += event_plays(s, seat, kind)
        else:
            found.append(say.Play(card=kind))
    return found


def check_play(s: State, seat: int, play: say.Play) -> None:
    """Whether this card may be played in this way."""
    card, cite = _KINDS[play.card], cite_card(play.card)
    if not s.find_in_hand(seat, play.card):
        found = plays(s, seat)
        double = [p for p in found if isinstance(p, say.Play) and p.good and p.good in card.goods]  # „spiele Wein“ with Stoffe/Wein in hand
        check_in_hand(s, seat, play.card, "9.3", double or found)
    if card.type == "Ereignis":
        check_event(s, seat, play)
        return
    extra = play.target or play.provinces or play.group or play.region
    refuse_unless(not extra, f"{CARD_NAMES.text(play.card)} spielst du einfach aus, ohne ein Ziel zu nennen.", cite, code="wrong_target")
    if len(card.goods) > 1:
        both = [say.Play(card=play.card, good=good).say() for good in card.goods]
        refuse_unless(play.good in card.goods, "Bestimme, für welche der beiden Waren ausgezahlt wird.", "7.1", cite, instead=both, code="which_good")
    else:
        fits = play.good is None or play.good in card.goods
        refuse_unless(fits, f"{CARD_NAMES.text(play.card)} zahlt nicht für {GOOD_NAMES.text(play.good or 'stein')}.", cite, code="wrong_good")


class PlayAsk(Frage):
    """A player's turn in phase 3."""

    __slots__ = ()
    cites: tuple[str, ...] = ("9.3",)
    must = False

    def prompt(self) -> str:
        hand = ", ".join(CARD_NAMES.text(k) for k in self.s.kinds(self.seat)) or "keine"
        return f"Du darfst Karten spielen oder passen (auf der Hand: {hand})."

    def public_prompt(self) -> str:
        return "spielt Karten"

    def options(self) -> list[Command]:
        return [*plays(self.s, self.seat), say.Pass()]

    def check(self, command: Command) -> None:
        if isinstance(command, say.Play):
            check_play(self.s, self.seat, command)
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def passing(self) -> Command:
        return say.Pass()


def play_card(r: Ref, seat: int, play: say.Play) -> Play[None]:
    """One card, from the hand to its effect."""
    s, card = r.state, _KINDS[play.card]
    r.note("spielt", seat, (play.say()[7:],), cite_card(play.card), "9.3", _SORTS[card.type])
    if card.type == "Ware":
        put_away(s, seat, play.card)
        _pay_goods(r, play.good or card.goods[0], cite_card(play.card))
    elif card.type == "Ereignis":
        put_away(s, seat, play.card)
        s.gespielt.append(play.card)
        wanted = needs(s, play.card)
        if wanted and not getattr(play, wanted):
            r.note("ohne_ziel", seat, (play.card,), "9.3.2", cite_card(play.card))
        else:
            yield from EVENTS[play.card][1](r, seat, play)
        _raise_rebates(r, play.card)
    else:
        _personality(r, seat, play.card)


def _pay_goods(r: Ref, good: str, cite: str) -> None:
    """9.3.1: everybody with a province of this good is paid; one marker of shortage or surplus is used up."""
    s = r.state
    for seat in s.in_order():
        sum_ = payout(s, seat, good)
        if s.count(seat, good):
            receive(s, seat, sum_.total)
            r.note("auszahlung", seat, (good, sum_.total, sum_.explain()), "9.3.1", cite, SECTIONS["good"][good], "4.7 > Warentabelle")
    if not any(s.count(seat, good) for seat in s.in_order()):
        r.note("keine_auszahlung", None, (good,), "9.3.1", cite)
    level = s.markt.get(good, 0)
    if level:
        move_market(s, good, -1 if level > 0 else 1)
        r.note("markt", None, (good, s.markt.get(good, 0)), "9.6.1")


def _personality(r: Ref, seat: int, kind: str) -> None:
    """9.3.3: the first lie on the board, protected; Buchdruck pays for advances already owned."""
    s, p = r.state, r.state.spieler[seat]
    slots = 2 if s.players <= 4 else 3
    on_board = sum(leader.slot > 0 for leader in s.persoenlichkeiten)
    slot = on_board + 1 if on_board < slots else 0
    card = s.find_in_hand(seat, kind)
    assert card is not None
    p.hand.remove(card)
    s.aus_dem_spiel.append(card)
    s.persoenlichkeiten.append(Persoenlichkeit(kind, seat, slot))
    r.note("persoenlichkeit", seat, (kind, slot), "9.3.3", cite_card(kind))
    if p.has("O"):
        _rebate(r, seat, kind, {letter: discount(s, kind, letter) for letter in p.fortschritte})


def _rebate(r: Ref, seat: int, kind: str, due: dict[str, int]) -> None:
    """9.3.3 > Buchdruck: discounts on advances already owned are paid in cash."""
    paid = {letter: ducats for letter, ducats in due.items() if ducats}
    if paid:
        receive(r.state, seat, sum(paid.values()))
        r.note("buchdruck", seat, (kind, sum(paid.values()), tuple(paid)), "9.3.3 > Buchdruck", cite_card(kind))


def _raise_rebates(r: Ref, event: str) -> None:
    """A.2, A.3: Kreuzzüge and Mongolen raise the discount of Walter and Marco Polo for the round, also one Buchdruck has already paid."""
    s = r.state
    if s.gespielt.count(event) > 1 or s.liest("buchdruck_ereignis_danach", "sofort"):
        return
    for leader in s.persoenlichkeiten:
        p = s.spieler[leader.seat]
        if BOOST.get(leader.card) == event and p.has("O"):
            _rebate(r, leader.seat, leader.card, {a: discount(s, leader.card, a) - listed(leader.card, a) for a in p.fortschritte})


class ArmAsk(PlayAsk):
    """A.2 > Krieg, read turn by turn: who is at war may arm before the next roll."""

    __slots__ = ()
    cites = ("A.2 > Krieg", "9.3")

    def prompt(self) -> str:
        return "Dein Krieg ist unentschieden. Vor dem nächsten Wurf darfst du militärische Vorteile ausspielen."

    def public_prompt(self) -> str:
        return "rüstet sich für den Krieg"

    def options(self) -> list[Command]:
        return [option for option in super().options() if isinstance(option, say.Pass) or (isinstance(option, say.Play) and option.card in MILITARY)]

    def check(self, command: Command) -> None:
        if isinstance(command, say.Play):
            first = "Zuerst wird der Krieg ausgewürfelt; vorher sind nur militärische Vorteile erlaubt."
            refuse_unless(command.card in MILITARY, first, "A.2 > Krieg", instead=[o.say() for o in self.options()], code="war_first")
        super().check(command)


def begin(r: Ref) -> Play[None]:
    """Wars that were not decided go on."""
    if not r.state.liest("krieg_fortsetzung", "jeder_zug"):
        yield from go_on(r)


def wars_in_turn(r: Ref, seat: int) -> Play[None]:
    """Only where wars are read to go on with every player's turn: arm, then roll."""
    s, p = r.state, r.state.spieler[seat]
    if not s.kriege or not s.liest("krieg_fortsetzung", "jeder_zug"):
        return
    at_war = any(seat in (war.angreifer, war.gegner) for war in s.kriege)
    while at_war and p.hand:
        answer = yield ArmAsk(s, seat)
        if not isinstance(answer, say.Play):
            break
        yield from play_card(r, seat, answer)
    yield from go_on(r)


def turn(r: Ref, seat: int) -> Play[None]:
    """Phase 3 of one player."""
    s, p = r.state, r.state.spieler[seat]
    yield from wars_in_turn(r, seat)
    while p.hand and not p.raus:
        answer = yield PlayAsk(s, seat)
        if not isinstance(answer, say.Play):
            declines(r, seat, "Karten spielen", "9.3")
            return
        yield from play_card(r, seat, answer)


def finish(r: Ref) -> Play[None]:
    """Only where overview C is read so: Kunst & Technik at the end of the phase."""
    s = r.state
    if s.liest("kunst_technik_phase", "ende_phase_3"):
        for seat in s.in_order():
            if s.spieler[seat].has("P"):
                yield from may_discard(r, seat, "C > Kunst & Technik")
