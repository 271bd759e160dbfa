"""The decisions inside of effects: choose cards, accept or decline, bring effects into order.

Whether somebody is asked depends only on what all may know (how many cards a hand has, what lies in the supply); otherwise
being asked would tell what is in a hand.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import NoReturn

from game_state.ask import Ask, Play
from game_state.games.dominion.cards import ALL, CITE, SUPPLY_ORDER, name, names
from game_state.games.dominion.kosten import KOSTEN, kosten, preis
from game_state.games.dominion.state import State
from game_state.verdict import Refused, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import (
    ALLES,
    DeckeAuf,
    Entsorge,
    Fertig,
    Genannt,
    Ja,
    Kaufe,
    LegeAb,
    LegeAuf,
    LegeBeiseite,
    Nein,
    Nimm,
    Spiele,
    Taler,
    WithCards,
    Zuerst,
    ZugBeenden,
)

ENOUGH = 60  # so many combinations are offered; more may be said

JA, NEIN, FERTIG, ZUG_BEENDEN, EIN_TALER = Ja(), Nein(), Fertig(), ZugBeenden(), Taler(zahl=1)
SINGLE: dict[type[WithCards], dict[str, WithCards]] = {
    verb: {card: verb(karten=(card,)) for card in ALL}
    for verb in (Spiele, Kaufe, Nimm, Entsorge, LegeAb, LegeAuf, LegeBeiseite, DeckeAuf, Zuerst)
}
DOING = {
    Entsorge: "entsorgst", LegeAb: "legst ab", LegeAuf: "legst auf", LegeBeiseite: "legst beiseite", Nimm: "nimmst", Spiele: "spielst aus",
}
PFLICHT = "Grundregeln > Anweisungen ausführen"


def declines(command: Command) -> bool:
    return isinstance(command, Nein | Fertig)


def said(verb: type[WithCards], cards: tuple[str, ...]) -> Command:
    return SINGLE[verb][cards[0]] if len(cards) == 1 else verb(karten=cards)


def counted_out(command: WithCards, lying: Sequence[str], choosable: Sequence[str]) -> tuple[str, ...]:
    """The cards a command names, with „alle Kupfer“ and „alle“ counted out. A kind that does not lie there stays named once."""
    cards = list(command.karten)
    for card in command.alle:
        cards += choosable if card == ALLES else [card] * max(1, lying.count(card))
    return tuple(cards)


def in_order(cards: Sequence[str]) -> list[str]:
    return sorted(cards, key=lambda card: SUPPLY_ORDER.get(card, 99))


def combinations(cards: Sequence[str], least: int, most: int) -> Iterator[tuple[str, ...]]:
    """Different selections of least to most cards, small ones first."""
    counted = list(Counter(in_order(cards)).items())

    def pick(at: int, left: int) -> Iterator[tuple[str, ...]]:
        if left == 0:
            yield ()
            return
        if at == len(counted):
            return
        card, count = counted[at]
        for n in range(min(count, left), -1, -1):
            for rest in pick(at + 1, left - n):
                yield (card,) * n + rest

    for size in range(max(1, least), most + 1):
        yield from pick(0, size)


class CardsAsk(Ask):
    """Choose between `least` and `most` cards of `pool` with one verb; `zone` are all cards that lie there."""

    __slots__ = ("_prompt", "_public", "cites", "least", "most", "must", "pool", "verb", "why", "window", "zone")
    place = "auf deiner Hand"
    same: tuple[type[WithCards], ...] = ()  # verbs that mean the same here

    def __init__(
        self, seat: int, verb: type[WithCards], zone: Sequence[str], least: int, most: int, prompt: str, *cites: str,
        pool: Sequence[str] | None = None, why: str = "", public: str = "", window: str = "",
    ) -> None:
        super().__init__(seat)
        self.verb, self.zone, self.pool = verb, zone, zone if pool is None else pool
        self.most = min(most, len(self.pool))
        self.least = min(least, self.most)
        self._prompt, self._public, self.why, self.cites, self.window = prompt, public, why, cites, window
        self.must = self.least > 0

    def prompt(self) -> str:
        return self._prompt

    def public_prompt(self) -> str:
        return self._public or f"entscheidet ({self.cites[0].rpartition(' > ')[2]})"

    def passing(self) -> Command | None:
        if self.least:
            return None
        return NEIN if self.most <= 1 else FERTIG

    def options(self) -> list[Command]:
        found: list[Command] = []
        if self.verb is LegeAuf and self.most > 1:
            orders = dict.fromkeys(permutations(in_order(self.pool), self.most))
            found = [said(self.verb, order) for order in orders]
        else:
            for cards in combinations(self.pool, self.least, self.most):
                if len(found) == ENOUGH:
                    break
                found.append(said(self.verb, cards))
        declined = self.passing()
        return found if declined is None else [*found, declined]

    def refuse(self, text: str, code: str, *cites: str) -> NoReturn:
        raise Refused(text, cites or tuple(self.cites), None, tuple(option.say() for option in self.options()), code)

    def meant(self, command: Command) -> Command:
        """„ja“ takes the only card there is to choose; a name alone goes with the verb that is asked for."""
        if (isinstance(command, Ja) or self.names_the_source(command)) and self.most == 1 and len(set(self.pool)) == 1:
            return SINGLE[self.verb][self.pool[0]]
        if self.verb is LegeBeiseite and isinstance(command, Nimm) and set(command.karten) <= set(self.pool):  # „behalte Gold“
            return NEIN
        if type(command) in self.same and command.karten:  # type: ignore[attr-defined]
            return said(self.verb, command.karten)  # type: ignore[attr-defined]
        if isinstance(command, Genannt) or (type(command) is self.verb and command.alle):
            cards = counted_out(command, self.zone, self.pool)
            return said(self.verb, cards) if cards else NEIN
        return command

    def names_the_source(self, command: Command) -> bool:
        """„Innovation“ or „nutze Horn“: what gives the choice, not one of the cards."""
        if not isinstance(command, Genannt | Zuerst) or len(command.karten) != 1:
            return False
        return CITE[command.karten[0]] == self.cites[0] and command.karten[0] not in self.zone

    def check(self, command: Command) -> None:
        command = self.meant(command)
        if declines(command):
            if self.least:
                self.refuse(f"Verzichten geht nicht, das ist Pflicht: {self._prompt}", "must_choose", *self.cites, PFLICHT)
            return
        if type(command) is not self.verb:
            self.refuse(f"„{command.say()}“ passt jetzt nicht. {self._prompt}", "other_decision")
        assert isinstance(command, WithCards)
        wanted = Counter(command.karten)
        lying, allowed = Counter(self.zone), Counter(self.pool)
        for card, count in wanted.items():
            if count > lying[card]:
                self.missing(card, count, lying[card])
            if count > allowed[card]:
                self.forbidden(card)
        count = len(command.karten)
        if count > self.most:
            self.refuse(f"Das sind {count} Karten, erlaubt {'ist' if self.most == 1 else 'sind'} höchstens {self.most}.", "too_many")
        if count < self.least:
            named = "Das ist 1 Karte" if count == 1 else f"Das sind {count} Karten"
            self.refuse(f"{named}, es {'muss' if self.least == 1 else 'müssen'} {self.least} sein.", "too_few")

    def missing(self, card: str, wanted: int, there: int) -> NoReturn:
        if there:
            self.refuse(f"{self.place[0].upper()}{self.place[1:]} {'ist' if there == 1 else 'sind'} nur {there} {name(card)}, nicht {wanted}.", "not_enough")
        self.refuse(f"{name(card)} ist nicht {self.place}; dort sind: {names(self.zone) or 'keine Karten'}.", "not_there")

    def forbidden(self, card: str) -> NoReturn:
        self.refuse(f"{name(card)} geht hier nicht: {self.why or self._prompt}", "not_allowed")


class ShowAndPutAsk(CardsAsk):
    """Turn up a card of the hand and put it onto the deck."""

    __slots__ = ()
    same = (DeckeAuf,)


class PileAsk(CardsAsk):
    """Cards of the own discard pile."""

    __slots__ = ()
    place = "in deinem Ablagestapel"


class ShownAsk(CardsAsk):
    """Cards that were turned up or are looked at."""

    __slots__ = ()
    place = "unter diesen Karten"


class PlayAreaAsk(CardsAsk):
    """Cards in play."""

    __slots__ = ()
    place = "bei dir im Spiel"


class TrashPileAsk(CardsAsk):
    __slots__ = ()
    place = "im Müll"


class SupplyAsk(CardsAsk):
    """Take one card out of the supply that fits; prices are explained."""

    __slots__ = ("exact", "limit", "state")
    place = "im Vorrat"

    def __init__(
        self, seat: int, state: State, limit: int, prompt: str, *cites: str, exact: bool = False, pool: Sequence[str] | None = None, why: str = "",
    ) -> None:
        fits = [
            card for card, count in state.vorrat.items()
            if count and (kosten(state, card) == limit if exact else kosten(state, card) <= limit) and (pool is None or card in pool)
        ]
        super().__init__(seat, Nimm, [card for card, count in state.vorrat.items() if count], 1, 1, prompt, *cites, pool=in_order(fits), why=why)
        self.state, self.limit, self.exact = state, limit, exact

    def missing(self, card: str, wanted: int, there: int) -> NoReturn:
        if there:
            self.refuse(f"Du nimmst nur eine Karte, nicht {wanted}.", "too_many")
        not_in_supply(self.state, card)
        self.refuse(f"Der Stapel {name(card)} ist leer.", "empty_pile", "Grundregeln > Erhalten/Nehmen")

    def forbidden(self, card: str) -> NoReturn:
        price = preis(self.state, card)
        offered = tuple(option.say() for option in self.options())
        if self.exact and price.total != self.limit:
            raise Refused(f"{name(card)} muss genau {self.limit} kosten.", (*self.cites, KOSTEN), price, offered, "wrong_price")
        if price.total > self.limit:
            raise Refused(f"{name(card)} ist zu teuer: Erlaubt sind Karten bis {self.limit}.", (*self.cites, KOSTEN), price, offered, "too_expensive")
        super().forbidden(card)


def not_in_supply(s: State, card: str) -> None:
    """Refuse what is no pile of this game."""
    if card in s.vorrat:
        return
    kind = ALL[card].kind
    refuse_unless(kind != "artifact", f"{name(card)} ist ein Artefakt und gehört nicht zum Vorrat.", "Neue Regeln > Artefakte", CITE[card], code="artifact")
    refuse_unless(kind != "project", f"{name(card)} ist ein Projekt und wird nicht genommen.", "Begriffe > Nehmen/Erhalten", code="project")
    raise Refused(
        f"{name(card)} ist in dieser Partie nicht dabei; im Königreich sind: {names(s.koenigreich)}.",
        ("Grundregeln > Vorrat",), None, (), "not_in_game",
    )


class YesNo(Ask):
    """A plain may."""

    __slots__ = ("_prompt", "_public", "cites")
    must = False

    def __init__(self, seat: int, prompt: str, *cites: str, public: str = "") -> None:
        super().__init__(seat)
        self._prompt, self.cites, self._public = prompt, cites, public

    def prompt(self) -> str:
        return self._prompt

    def public_prompt(self) -> str:
        return self._public or f"entscheidet ({self.cites[0].rpartition(' > ')[2]})"

    def options(self) -> list[Command]:
        return [JA, NEIN]

    def passing(self) -> Command | None:
        return NEIN

    def meant(self, command: Command) -> Command:
        """What gives the choice, or its gain, said instead of „ja“."""
        named = isinstance(command, Genannt | Zuerst) and len(command.karten) == 1 and CITE[command.karten[0]] == self.cites[0]
        return JA if named or command == EIN_TALER else command

    def check(self, command: Command) -> None:
        command = self.meant(command)
        refuse_unless(
            isinstance(command, Ja) or declines(command), f"Hier geht nur ja oder nein. {self._prompt}", *self.cites, instead=["ja", "nein"],
            code="yes_or_no",
        )


class ReactionAsk(Ask):
    """Everybody attacked may show a Burggraben; all are asked, so that asking tells nothing."""

    __slots__ = ("attack", "hand", "who")
    must = False
    window = "burggraben"
    cites = (CITE["burggraben"], "Grundregeln > Reaktion")

    def __init__(self, seat: int, hand: Sequence[str], attack: str) -> None:
        super().__init__(seat)
        self.hand, self.attack = hand, attack

    def prompt(self) -> str:
        return f"Dich trifft ein Angriff ({name(self.attack)}): Du darfst einen Burggraben aus der Hand aufdecken."

    def public_prompt(self) -> str:
        return f"darf auf {name(self.attack)} reagieren"

    def options(self) -> list[Command]:
        return [SINGLE[DeckeAuf]["burggraben"], NEIN] if "burggraben" in self.hand else [NEIN]

    def passing(self) -> Command | None:
        return NEIN

    def meant(self, command: Command) -> Command:
        if isinstance(command, Ja):
            return SINGLE[DeckeAuf]["burggraben"]
        return SINGLE[DeckeAuf][command.karten[0]] if isinstance(command, Genannt) and len(command.karten) == 1 else command

    def check(self, command: Command) -> None:
        command = self.meant(command)
        if declines(command):
            return
        offered = [option.say() for option in self.options()]
        if not isinstance(command, DeckeAuf):
            raise Refused(f"„{command.say()}“ passt jetzt nicht. {self.prompt()}", self.cites, None, tuple(offered), "other_decision")
        card = command.karten[0]
        refuse_unless(card == "burggraben", f"{name(card)} ist keine Reaktion auf einen Angriff.", *self.cites, instead=offered, code="no_reaction")
        refuse_unless("burggraben" in self.hand, "Du hast keinen Burggraben auf der Hand.", *self.cites, instead=offered, code="not_in_hand")


class WahlAsk(Ask):
    """Begriffe > Wähle eins: a list of answers, some of which name cards."""

    __slots__ = ("_options", "_prompt", "_public", "also", "cites", "must")

    def __init__(
        self, seat: int, prompt: str, options: Sequence[Command], *cites: str, also: Sequence[Command] = (), must: bool = True, public: str = "",
    ) -> None:
        super().__init__(seat)
        self._prompt, self._options, self.also, self.cites, self.must, self._public = prompt, options, also, cites, must, public

    def prompt(self) -> str:
        return self._prompt

    def public_prompt(self) -> str:
        return self._public or f"wählt ({self.cites[0].rpartition(' > ')[2]})"

    def options(self) -> list[Command]:
        return list(self._options)

    def passing(self) -> Command | None:
        return None if self.must else self._options[-1]

    def meant(self, command: Command) -> Command:
        """A name alone, if only one answer speaks of it; „alle“ is the answer with the most cards."""
        named = [option for option in self._options if isinstance(option, WithCards)]
        if isinstance(command, Genannt):
            fitting = [option for option in named if option.karten == command.karten]
            return fitting[0] if len(fitting) == 1 else command
        if isinstance(command, WithCards) and command.alle:
            fitting = [option for option in named if type(option) is type(command) and (ALLES in command.alle or {*command.alle} == {*option.karten})]
            most = max(fitting, key=lambda option: len(option.karten), default=command)
            return most if len(fitting) == 1 or len(most.karten) > 1 else command
        return command

    def check(self, command: Command) -> None:
        command = self.meant(command)
        if command in self._options or command in self.also or (not self.must and declines(command)):
            return
        offered = [option.say() for option in self._options]
        text = f"„{command.say()}“ steht jetzt nicht zur Wahl. {self._prompt}"
        if declines(command):
            text = f"Eines musst du wählen. {self._prompt}"
        raise Refused(text, tuple(self.cites), None, tuple(offered), "not_offered")


class Effekt:
    """Something that happens to a player at the same moment as something else. `ask` is its decision, if it has one at once."""

    __slots__ = ("ask", "name", "run")

    def __init__(self, name: str, run: Callable[[Command | None], Play[None]], ask: Callable[[], Ask] | None = None) -> None:
        self.name, self.run, self.ask = name, run, ask


class OrderAsk(Ask):
    """Grundregeln > Mehrere Effekte gleichzeitig: their owner orders them. An answer to one of them chooses it too."""

    __slots__ = ("effekte",)
    cites = ("Grundregeln > Mehrere Effekte gleichzeitig",)

    def __init__(self, seat: int, effekte: Sequence[Effekt]) -> None:
        super().__init__(seat)
        self.effekte = effekte

    def prompt(self) -> str:
        return "Das geschieht gleichzeitig, du bestimmst die Reihenfolge: " + ", ".join(name(e.name) for e in self.effekte) + ". Was kommt zuerst?"

    def public_prompt(self) -> str:
        return "bestimmt die Reihenfolge seiner Effekte"

    @property
    def must(self) -> bool:  # type: ignore[override]
        return self.passing() is None

    def passing(self) -> Command | None:
        """Declining all of them at once, if each could be declined."""
        return NEIN if all(e.ask is not None and not e.ask().must for e in self.effekte) else None

    def options(self) -> list[Command]:
        found: list[Command] = [SINGLE[Zuerst][card] for card in dict.fromkeys(e.name for e in self.effekte)]
        return found if self.must else [*found, NEIN]

    def meant(self, command: Command) -> Command:
        return SINGLE[Zuerst][command.karten[0]] if isinstance(command, Genannt) and len(command.karten) == 1 else command

    def chosen(self, command: Command) -> tuple[int, Command | None] | None:
        """Which effect, and its answer if the command was one already."""
        for number, effekt in enumerate(self.effekte):
            if isinstance(command, Zuerst):
                if effekt.name == command.karten[0]:
                    return number, None
            elif effekt.ask is not None and not isinstance(command, Ja | Nein | Fertig):
                try:
                    effekt.ask().check(command)
                except Refused:
                    continue
                return number, effekt.ask().meant(command)
        return None

    def check(self, command: Command) -> None:
        command = self.meant(command)
        refuse_unless(
            (declines(command) and not self.must) or self.chosen(command), f"„{command.say()}“ passt jetzt nicht. {self.prompt()}", *self.cites,
            instead=[option.say() for option in self.options()], code="order_first",
        )

