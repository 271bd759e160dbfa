"""8: preparing the game: starting hands, the auction of the capitals, the first purchase of markers."""

from collections.abc import Mapping

from game_state.ask import AskAll, Play
from game_state.dice import Dice
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.facts import CAPITALS, CARDS, kind_of
from game_state.games.renaissance.state import Ref, Spieler, State
from game_state.games.renaissance.tueren import mix_in_held_back, pay
from game_state.verdict import Calculation, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS as CARD_NAMES
from rules_dsl.games.renaissance.commands import PROVINCES


def build(players: int, last_epoch: int, dice: Dice, readings: Mapping[str, str]) -> State:
    """8.1: piles by epoch, five cards set aside, three cards for everybody."""
    s = State([Spieler() for _ in range(players)], letzte_epoche=last_epoch)
    piles: dict[int, list[str]] = {1: [], 2: [], 3: []}
    for card in CARDS.values():
        epoch = 3 if card.kind == "elfenbein_gold" and readings.get("elfenbein_gold_epoche") == "epoche_3" else card.epoch
        (s.beiseite if card.held_back else piles[epoch]).append(card.id)
    s.stapel = piles[1]
    s.spaeter = {epoch: piles[epoch] for epoch in (2, 3) if epoch <= last_epoch}
    dice.shuffle(s.stapel)
    for p in s.spieler:
        p.hand = [s.stapel.pop(0) for _ in range(3)]
    s.bank -= sum(p.bargeld for p in s.spieler)
    return s


class StarthandAsk(Frage):
    """8.1: two of three cards are kept."""

    __slots__ = ()
    cites = ("8.1",)

    def prompt(self) -> str:
        return f"Du musst eine deiner drei Karten zurücklegen: {', '.join(CARD_NAMES.text(kind_of(c)) for c in self.s.spieler[self.seat].hand)}."

    def public_prompt(self) -> str:
        return "legt eine der drei Karten zurück"

    def options(self) -> list[Command]:
        return [say.Discard(card=kind) for kind in self.s.kinds(self.seat)]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Discard | say.Keep):
            raise self.wrong(command)
        instead = [o.say() for o in self.options()]
        left = [kind_of(c) for c in self.s.spieler[self.seat].hand]
        for card in (command.card,) if isinstance(command, say.Discard) else command.cards:
            refuse_unless(card in left, f"{CARD_NAMES.text(card)} hast du nicht auf der Hand.", "8.1", instead=instead, code="not_in_hand")
            left.remove(card)
        if isinstance(command, say.Keep):
            text = f"Du behältst genau zwei deiner drei Karten, du nennst {len(command.cards)}."
            refuse_unless(len(left) == 1, text, "8.1", instead=instead, code="wrong_number")

    def put_back(self, command: Command) -> str:
        """The card that goes back to the pile."""
        hand = list(self.s.spieler[self.seat].hand)
        if isinstance(command, say.Keep):
            for kept in command.cards:
                hand.remove(next(c for c in hand if kind_of(c) == kept))
            return hand[0]
        assert isinstance(command, say.Discard)
        return next(c for c in hand if kind_of(c) == command.card)


class BidAsk(Frage):
    """8.3: a sealed bid of at most the own cash."""

    __slots__ = ()
    cites = ("8.3",)

    def prompt(self) -> str:
        return f"Du musst verdeckt für die Wahl der Hauptstadt bieten (0 bis {self.s.spieler[self.seat].bargeld} Dukaten)."

    def public_prompt(self) -> str:
        return "bietet verdeckt für die Hauptstadt"

    def options(self) -> list[Command]:
        return [say.Bid(ducats=n) for n in range(self.s.spieler[self.seat].bargeld + 1)]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Bid):
            raise self.wrong(command)
        purse = Calculation("Du hast").add("Dukaten", self.s.spieler[self.seat].bargeld, "8.1")
        refuse_unless(command.ducats <= purse.total, f"{command.ducats} Dukaten kannst du nicht bieten.", "8.3", calculation=purse, code="too_much")


class CapitalAsk(Frage):
    """8.3: choose among the capitals that are left."""

    __slots__ = ()
    cites = ("8.3", "8.2")

    def prompt(self) -> str:
        return f"Du musst deine Hauptstadt wählen: {', '.join(PROVINCES.text(c) for c in self.left())}."

    def public_prompt(self) -> str:
        return "wählt die Hauptstadt"

    def left(self) -> list[str]:
        taken = {p.hauptstadt for p in self.s.spieler}
        return [c for c in CAPITALS[: self.s.players] if c not in taken]

    def options(self) -> list[Command]:
        return [say.Capital(province=c) for c in self.left()]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Capital):
            raise self.wrong(command)
        name, instead = PROVINCES.text(command.province), [o.say() for o in self.options()]
        refuse_unless(command.province in CAPITALS, f"{name} ist keine Hauptstadt.", "4.4", instead=instead, code="no_capital")
        possible = CAPITALS[: self.s.players]
        refuse_unless(command.province in possible, f"{name} gibt es zu {self.s.players}. nicht zur Wahl.", "8.2", instead=instead, code="not_in_play")
        refuse_unless(command.province in self.left(), f"{name} ist schon vergeben.", "8.3", instead=instead, code="taken")


def starting_hands(r: Ref) -> Play[None]:
    """8.1."""
    s = r.state
    answers = yield AskAll([StarthandAsk(s, seat) for seat in range(s.players)])
    for seat, answer in answers.items():
        card = StarthandAsk(s, seat).put_back(answer)
        s.spieler[seat].hand.remove(card)
        s.stapel.append(card)
        r.note("starthand", seat, (), "8.1", secret=tuple(s.kinds(seat)), knows=(seat,))
    if s.players <= 4:
        mix_in_held_back(r)
    else:
        r.dice.shuffle(s.stapel)
    s.phase = "gebot"


def auction(r: Ref) -> Play[None]:
    """8.3: sealed bids; the highest chooses first, ties by dice."""
    s = r.state
    answers = yield AskAll([BidAsk(s, seat) for seat in range(s.players)])
    bids = {seat: answer.ducats for seat, answer in answers.items()}
    for seat, ducats in bids.items():
        pay(s, seat, ducats)
        s.spieler[seat].gebot = ducats
    r.note("gebote", None, (tuple(bids.values()),), "8.3", reveals=True)
    order: list[int] = []
    for ducats in sorted(set(bids.values()), reverse=True):
        order += break_tie(r, [seat for seat in bids if bids[seat] == ducats])
    s.reihenfolge = order
    s.phase = "hauptstadt"


def break_tie(r: Ref, seats: list[int]) -> list[int]:
    """The higher roll chooses first; equal rolls are rolled again."""
    if len(seats) < 2:
        return seats
    rolls = {seat: r.dice.roll(6, "Gleichstand") for seat in seats}
    r.note("stechen", None, (tuple(rolls.items()),), "8.3", reveals=True)
    return [seat for value in sorted(set(rolls.values()), reverse=True) for seat in break_tie(r, [n for n in seats if rolls[n] == value])]


def choosing(r: Ref) -> Play[None]:
    """8.3: the capitals, in the order of the bids."""
    s = r.state
    for number, seat in enumerate(s.reihenfolge, 1):
        p = s.spieler[seat]
        if p.hauptstadt:
            continue
        ask = CapitalAsk(s, seat)
        left = ask.left()
        city = left[0] if len(left) == 1 else (yield ask).province
        p.hauptstadt, p.wahl, p.kontrolle = city, number, [city]
        r.note("hauptstadt", seat, (city, number), "8.3", "8.4")
    s.phase = "7"
