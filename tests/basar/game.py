"""The rules of Basar, in the order of its rule text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import Field

from game_state.ask import QUIET, Ask, AskAll, Choose, Play
from game_state.dice import Dice
from game_state.event import Event
from game_state.game import Game, Options, Referee, Result
from game_state.verdict import Calculation, Refused, refuse_unless
from rules_dsl.command import Command
from rules_dsl.fold import fold
from tests.basar.language import CARDS, Bid, Card, Pass, PlayCard, Swap

ROUNDS = 4


class BasarOptions(Options):
    rounds: int = Field(default=ROUNDS, ge=1, le=1000)



@dataclass(slots=True)
class Trader:
    coins: int = 10
    points: int = 0
    hand: list[str] = field(default_factory=list)


@dataclass(slots=True)
class State:
    traders: list[Trader]
    deck: list[str]
    discard: list[str] = field(default_factory=list)
    round: int = 1
    rounds: int = ROUNDS
    starter: int = 0
    treasure: int = 0
    over: bool = False


Ref = Referee[State]


class BidAsk(Ask):
    """3: a sealed bid of at most what one has."""

    __slots__ = ("trader", "treasure")
    cites = ("3",)

    def __init__(self, seat: int, trader: Trader, treasure: int) -> None:
        super().__init__(seat)
        self.trader, self.treasure = trader, treasure

    def prompt(self) -> str:
        return f"Du musst verdeckt auf den Schatz mit {self.treasure} Punkten bieten (0 bis {self.trader.coins})."

    def public_prompt(self) -> str:
        return "bietet verdeckt"

    def options(self) -> list[Command]:
        return [Bid(coins=n) for n in range(self.trader.coins + 1)]

    def check(self, command: Command) -> None:
        refuse_unless(isinstance(command, Bid), f"Jetzt wird geboten, „{command.say()}“ passt nicht.", "3", instead=["biete 0"], code="bid_first")
        assert isinstance(command, Bid)
        purse = Calculation("Du hast").add("Münzen", self.trader.coins, "1")
        refuse_unless(command.coins <= self.trader.coins, f"{command.coins} kannst du nicht bieten.", "3", calculation=purse, code="too_much")


def turn(r: Ref) -> Play[None]:
    """One round: 2 offer, 3 bids, 4 thieves, 5 drawing."""
    s = r.state
    s.treasure = r.dice.roll(6, "Schatz")
    r.note("offer", None, (s.round, s.treasure), "2", reveals=True)
    bids = yield AskAll([BidAsk(seat, trader, s.treasure) for seat, trader in enumerate(s.traders)])
    winner = award(r, {seat: bid.coins for seat, bid in bids.items()})
    if winner is not None:
        yield from thieves(r, winner)
    yield from drawing(r)


def award(r: Ref, bids: dict[int, int]) -> int | None:
    """3: the highest bid pays and takes the treasure."""
    s = r.state
    best = max(bids.values())
    if best == 0 and r.readings.get("nullgebot", "nein") == "nein":
        r.note("nobody", None, (tuple(bids.values()),), "3")
        return None
    leaders = [seat for seat, coins in bids.items() if coins == best]
    winner = leaders[0] if len(leaders) == 1 else r.dice.choose(leaders, "Gleichstand")
    s.traders[winner].coins -= best
    s.traders[winner].points += s.treasure
    r.note("award", winner, (tuple(bids.values()), best, s.treasure), "3", reveals=True)
    return winner


def thieves(r: Ref, winner: int) -> Play[None]:
    """4: everybody else may play a thief at once; the winner may answer each with a guard."""
    s = r.state
    others = [seat for seat in range(len(s.traders)) if seat != winner]
    answers = yield AskAll([card_ask(s, seat, "dieb", "Du darfst einen Dieb spielen.", "darf einen Dieb spielen") for seat in others])
    for seat in others:
        if not isinstance(answers[seat], PlayCard):
            continue
        play(r, seat, "dieb", "4")
        guard = yield card_ask(s, winner, "wache", "Du darfst den Dieb mit einer Wache vertreiben.", "darf eine Wache spielen")
        if isinstance(guard, PlayCard):
            play(r, winner, "wache", "4")
            continue
        loot = min(s.treasure // 2, s.traders[winner].points)
        s.traders[winner].points -= loot
        s.traders[seat].points += loot
        r.note("stolen", seat, (winner, loot), "4")


def card_ask(s: State, seat: int, card: Card, prompt: str, public: str) -> Ask:
    """Everybody is asked, whether he has the card or not: being asked must not tell what is in a hand."""
    options: list[Command] = [PlayCard(card=card)] if card in s.traders[seat].hand else []
    return Choose(seat, prompt, [*options, Pass()], "4", must=False, window=card, public=public)


def play(r: Ref, seat: int, card: str, cite: str) -> None:
    r.state.traders[seat].hand.remove(card)
    r.state.discard.append(card)
    r.note("play", seat, (card,), cite)


def drawing(r: Ref) -> Play[None]:
    """5: the start player may swap one card; then the next trader starts."""
    s = r.state
    hand = s.traders[s.starter].hand
    cards = sorted(set(hand))
    choice = yield Choose(
        s.starter, "Du darfst eine Handkarte ablegen und neu ziehen.", [*(Swap(card=c) for c in cards), Pass()], "5",
        must=False, public="darf eine Karte tauschen",
    )
    if isinstance(choice, Swap):
        hand.remove(choice.card)
        s.discard.append(choice.card)
        if not s.deck:
            s.deck, s.discard = s.discard, []
            r.dice.shuffle(s.deck)
        card = s.deck.pop()
        hand.append(card)
        r.note("swap", s.starter, (choice.card,), "5", secret=(card,), knows=(s.starter,), reveals=True)
    s.starter = (s.starter + 1) % len(s.traders)


class Basar(Game[State]):
    key, title, players, version = "basar", "Basar", (2, 4), "1"
    state_type = State
    options_type = BasarOptions

    def parse_options(self, text: str) -> dict[str, Any]:
        match text.split():
            case []:
                return {}
            case [word, number] if word.startswith("runde") and number.isdigit() and 1 <= int(number) <= 1000:
                return {"rounds": int(number)}
        raise Refused(f"„{text}“ verstehe ich nicht; „runden 6“ ginge (1 bis 1000).", ("6",), code="bad_option")

    def setup(self, options: BasarOptions, players: int, dice: Dice, readings: Mapping[str, str]) -> State:
        deck = ["dieb"] * 4 + ["wache"] * 4 + ["esel"] * 8
        dice.shuffle(deck)
        return State([Trader(hand=[deck.pop() for _ in range(3)]) for _ in range(players)], deck, rounds=options.rounds)

    def play(self, referee: Ref) -> Play[None]:
        s = referee.state
        while s.round <= s.rounds:
            yield QUIET
            yield from turn(referee)
            s.round += 1
        s.over = True

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        ranks = sorted({(t.points, t.coins) for t in state.traders}, reverse=True)
        places = [[seat for seat, t in enumerate(state.traders) if (t.points, t.coins) == rank] for rank in ranks]
        return Result(places=places, scores=[f"{t.points} Punkte, {t.coins} Münzen" for t in state.traders], cites=("6",))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return {
            "round": state.round, "rounds": state.rounds, "starter": state.starter, "treasure": state.treasure, "deck": len(state.deck),
            "discard": list(state.discard),
            "traders": [
                {"coins": t.coins, "points": t.points, "cards": len(t.hand), **({"hand": sorted(t.hand)} if number == seat else {})}
                for number, t in enumerate(state.traders)
            ],
            "seat": seat,
        }

    def show(self, view: Mapping[str, Any], people: Sequence[str], topic: str = "") -> str:
        lines = [f"Runde {view['round']} von {view['rounds']}, Schatz {view['treasure']}, Startspieler {people[view['starter']]}"]
        for name, t in zip(people, view["traders"], strict=True):
            lines.append(f"{name}: {t['coins']} Münzen, {t['points']} Punkte, {t['cards']} Karten")
        return "\n".join(lines)

    def show_hand(self, view: Mapping[str, Any], people: Sequence[str]) -> str:
        return "Deine Hand: " + (", ".join(CARDS.text(c) for c in view["traders"][view["seat"]]["hand"]) or "leer")

    def tell(self, event: Event, people: Sequence[str]) -> str:
        who = people[event.seat] if event.seat is not None else ""
        match event.name:
            case "offer":
                return f"Runde {event.args[0]}: Ein Schatz mit {event.args[1]} Punkten."
            case "nobody":
                return "Niemand bietet; der Schatz verfällt."
            case "award":
                shown = ", ".join(f"{name} {coins}" for name, coins in zip(people, event.args[0], strict=True))
                return f"Gebote: {shown}. {who} zahlt {event.args[1]} und erhält {event.args[2]} Punkte."
            case "play":
                return f"{who} spielt {CARDS.text(event.args[0])}."
            case "stolen":
                return f"{who} stiehlt {people[event.args[0]]} {event.args[1]} Punkte."
            case "swap" if event.secret:
                return f"Du ziehst {CARDS.text(event.secret[0])}."
            case "swap":
                return f"{who} legt {CARDS.text(event.args[0])} ab und zieht eine Karte."
        raise AssertionError(event.name)

    def correction(self, text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
        match fold(text).split():
            case [name, number, word] if name in map(fold, people) and number.lstrip("-").isdigit() and word.startswith("muenz"):
                seat = list(map(fold, people)).index(name)
                return {"seat": seat, "coins": int(number)}, f"{people[seat]} hat {number} Münzen"
        raise Refused(f"„{text}“ ist keine Korrektur; „NAME ZAHL Münzen“ ginge.", ("1",), code="bad_correction")

    def correct(self, state: State, step: Mapping[str, Any]) -> None:
        state.traders[step["seat"]].coins = step["coins"]

    def problems(self, state: State) -> list[str]:
        return [f"{trader.coins} Münzen sind weniger als keine." for trader in state.traders if trader.coins < 0]

    def arrange(self, state: State, position: Mapping[str, Any], players: Sequence[str]) -> None:
        for name, given in position.items():
            if name in players:
                for key, val in given.items():
                    setattr(state.traders[players.index(name)], key, val)
            elif name == "stapel":
                state.deck = list(given)
            else:
                raise ValueError(f"Basar hat nichts namens {name}")


GAME = Basar()
