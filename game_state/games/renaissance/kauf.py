"""9.2: buying a card with Städtevorherrschaft, discarding one with Kunst & Technik."""

from collections.abc import Sequence

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import declines, draw, pay, put_away
from game_state.verdict import Calculation, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS

PRICE = 10
STADT, KUNST = "9.2 > Städtevorherrschaft", "9.2 > Kunst & Technik"


class CardBuyAsk(Frage):
    """What the owners of V and P may do in phase 2."""

    __slots__ = ()
    cites = ("9.2",)
    must = False

    @property
    def buying(self) -> bool:
        p = self.s.spieler[self.seat]
        return p.has("V") and not p.gekauft

    @property
    def discarding(self) -> bool:
        p = self.s.spieler[self.seat]
        return p.has("P") and not p.abgelegt and not self.s.liest("kunst_technik_phase", "ende_phase_3")

    @property
    def affordable(self) -> bool:
        return self.buying and self.s.spieler[self.seat].bargeld >= PRICE and self.s.karten_da

    def anything(self) -> bool:
        return self.affordable or (self.discarding and bool(self.s.spieler[self.seat].hand))

    def prompt(self) -> str:
        parts = [f"für {PRICE} Dukaten eine Karte kaufen"] if self.affordable else []
        parts += ["eine Handkarte ablegen"] if self.discarding else []
        return f"Du darfst {' und '.join(parts)} oder passen."

    def public_prompt(self) -> str:
        return "darf Karten kaufen oder ablegen"

    def options(self) -> list[Command]:
        found: list[Command] = [say.BuyCard()] if self.affordable else []
        if self.discarding:
            found += [say.Discard(card=kind) for kind in self.s.kinds(self.seat)]
        return [*found, say.Pass()]

    def check(self, command: Command) -> None:
        p = self.s.spieler[self.seat]
        if isinstance(command, say.BuyCard):
            refuse_unless(p.has("V"), "Karten kauft in Phase 2 nur, wer Städtevorherrschaft [V] besitzt.", STADT, code="needs_v")
            refuse_unless(self.buying, "Du hast in dieser Phase schon eine Karte gekauft; mehr als eine ist nicht erlaubt.", STADT, code="already_bought")
            purse = Calculation("Fehlend").add("Preis", PRICE, STADT).add("dein Bargeld", -p.bargeld)
            refuse_unless(purse.total <= 0, f"Eine Karte kostet {PRICE} Dukaten.", STADT, calculation=purse, code="too_expensive")
            refuse_unless(self.s.karten_da, "Es liegt keine Karte mehr auf dem Stapel.", "11", code="no_cards")
        elif isinstance(command, say.Discard):
            refuse_unless(p.has("P"), "Ablegen darf nur, wer Kunst & Technik [P] besitzt.", KUNST, code="needs_p")
            refuse_unless(self.discarding, "Mit Kunst & Technik darfst du diese Runde nichts mehr ablegen.", KUNST, code="already_discarded")
            check_in_hand(self.s, self.seat, command.card, KUNST)
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def passing(self) -> Command:
        return say.Pass()


class DiscardAsk(Frage):
    """9.4.2, C: right after buying Kunst & Technik (or at the end of phase 3, as overview C reads) one card may be discarded."""

    __slots__ = ()
    cites = ("9.4.2 > Eigenschaften", "C > Kunst & Technik")
    must = False

    def prompt(self) -> str:
        return "Du darfst mit Kunst & Technik [P] eine Handkarte ablegen."

    def public_prompt(self) -> str:
        return "darf eine Karte ablegen"

    def options(self) -> list[Command]:
        return [*(say.Discard(card=kind) for kind in self.s.kinds(self.seat)), say.Pass()]

    def check(self, command: Command) -> None:
        if isinstance(command, say.Discard):
            check_in_hand(self.s, self.seat, command.card, KUNST)
        elif not isinstance(command, say.Pass):
            raise self.wrong(command)

    def passing(self) -> Command:
        return say.Pass()


def check_in_hand(s: State, seat: int, kind: str, cite: str, instead: Sequence[Command] | None = None) -> None:
    others = instead if instead is not None else [say.Discard(card=k) for k in s.kinds(seat)]
    text = f"{CARDS.text(kind)} hast du nicht auf der Hand."
    refuse_unless(s.find_in_hand(seat, kind), text, cite, instead=[o.say() for o in others[:6]], code="not_in_hand")


def discard(r: Ref, seat: int, kind: str, *cites: str) -> None:
    r.state.spieler[seat].abgelegt = True
    put_away(r.state, seat, kind)
    r.note("legt_ab", seat, (kind,), *cites, "4.7 > Ablagefeld")


def may_discard(r: Ref, seat: int, *cites: str) -> Play[None]:
    p = r.state.spieler[seat]
    if p.hand and not p.abgelegt:
        answer = yield DiscardAsk(r.state, seat)
        if isinstance(answer, say.Discard):
            discard(r, seat, answer.card, *cites)
        else:
            declines(r, seat, "Kunst & Technik", *cites)


def turn(r: Ref, seat: int) -> Play[None]:
    """Phase 2 of one player."""
    s, p = r.state, r.state.spieler[seat]
    p.gekauft = False
    while not p.raus:
        ask = CardBuyAsk(s, seat)
        if not ask.anything():
            break
        answer = yield ask
        if isinstance(answer, say.BuyCard):
            pay(s, seat, PRICE)
            p.gekauft = True
            draw(r, seat, f"für {PRICE} Dukaten", STADT)
        elif isinstance(answer, say.Discard):
            discard(r, seat, answer.card, KUNST)
        else:
            declines(r, seat, "Kauf von Karten", "9.2")
            break
    p.gekauft = False
