"""The commands of Dominion. Cards are named by id; a list keeps the order in which it was said."""

import tomllib
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from lark import Token, v_args

from rules_dsl.command import Command, Several, collect
from rules_dsl.errors import Unclear
from rules_dsl.names import Name, Names
from rules_dsl.table import TableBuild, value

NAMED: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "names.toml").read_text("utf-8"))
CARDS = Names("eine Karte", [Name(id_, data["text"], tuple(data["forms"])) for id_, data in NAMED.items()])
CHOICES = Names("eine Möglichkeit", [
    Name("muenzen", "Münzen", ("Münze", "2 Münzen", "+2", "zwei Münzen", "Geld")),
    Name("wiederholen", "Wiederholen", ("nochmals", "noch einmal", "nochmal")),
    Name("marker", "Marker", ("Marker legen", "Marker dazulegen")),
    Name("karten", "Karten", ("ziehen", "Karten ziehen", "Marker entfernen")),
    Name("entsorgen", "Entsorgen", ("Geld entsorgen", "Geldkarte entsorgen")),
    Name("muell", "Müll", ("aus dem Müll", "Müll nehmen")),
], inflect=False)
MOST = 60  # cards in one command
TREASURES = frozenset({"kupfer", "silber", "gold", "platin", "goldmuenze", "gewuerze"})


def listed(cards: tuple[str, ...]) -> str:
    """`2 Kupfer, Anwesen`: neighbours of one kind are counted."""
    parts = []
    for card, same in groupby(cards):
        count = len(list(same))
        parts.append(CARDS.text(card) if count == 1 else f"{count} {CARDS.text(card)}")
    return ", ".join(parts)


class Cards(NamedTuple):
    """What a list of cards says: named ones, and kinds of which all are meant."""

    karten: tuple[str, ...]
    alle: tuple[str, ...] = ()


class WithCards(Command):
    """A verb and the cards it speaks of. `alle`: kinds of which all are meant; how many that are, the decision knows."""

    verb: ClassVar[str] = ""
    particle: ClassVar[str] = ""
    karten: tuple[str, ...] = ()
    alle: tuple[str, ...] = ()

    def say(self) -> str:
        parts = [listed(self.karten)] if self.karten else []
        parts += ["alle" if card == ALLES else f"alle {CARDS.text(card)}" for card in self.alle]
        return f"{self.verb} {', '.join(parts)} {self.particle}".strip()


class Spiele(WithCards):
    kind, form, help, verb = "spiele", "spiele KARTE", "spielt eine Karte aus", "spiele"


class Kaufe(WithCards):
    kind, form, help, verb = "kaufe", "kaufe KARTE", "kauft eine Karte oder ein Projekt", "kaufe"


class Nimm(WithCards):
    kind, form, help, verb = "nimm", "nimm KARTE", "nimmt eine Karte oder erhält ein Artefakt", "nimm"


class Entsorge(WithCards):
    kind, form, help, verb = "entsorge", "entsorge KARTEN", "entsorgt Karten, z. B. „entsorge 2 Kupfer, Anwesen“", "entsorge"


class LegeAb(WithCards):
    kind, form, help, verb, particle = "lege_ab", "lege KARTEN ab", "legt Karten auf deinen Ablagestapel", "lege", "ab"


class LegeAuf(WithCards):
    kind, form, help, verb, particle = "lege_auf", "lege KARTEN auf", "legt Karten auf deinen Nachziehstapel, die erste kommt nach oben", "lege", "auf"


class LegeBeiseite(WithCards):
    kind, form, help, verb, particle = "lege_beiseite", "lege KARTE beiseite", "legt eine Karte zur Seite", "lege", "beiseite"


class DeckeAuf(WithCards):
    kind, form, help, verb, particle = "decke_auf", "decke KARTE auf", "zeigt eine Reaktion aus der Hand", "decke", "auf"


class Zuerst(WithCards):
    kind, form, help, verb = "zuerst", "zuerst KARTE", "bestimmt, welcher deiner Effekte zuerst kommt", "zuerst"


class Genannt(WithCards):
    kind, form, help, short = "genannt", "KARTE", "nennt nur die Karte, wenn gerade nach einer gefragt ist", True


class Stapel(Command):
    kind, form, help, info = "stapel", "was kostet KARTE", "nennt den Preis jetzt, mit Rechnung, und wie viele noch im Stapel liegen", True
    karte: str

    def say(self) -> str:
        return f"was kostet {CARDS.text(self.karte)}"


class Lage(Command):
    kind, form, help, info = "lage", "müll", "zeigt nur einen Teil des Stands: „müll“, „vorrat“, „tableaus“", True
    was: str

    def say(self) -> str:
        return LAGEN[self.was]


class AlleGelder(Command):
    kind, form, help = "alle_gelder", "alle gelder", "spielt alle Geldkarten ohne Entscheidung aus"


class Taler(Command):
    kind, form, help = "taler", "nimm 2 taler", "löst Taler gegen Münzen ein"
    zahl: int

    def say(self) -> str:
        return f"nimm {self.zahl} taler" if self.zahl != ALLE else "alle taler"


class Dorfbewohner(Command):
    kind, form, help = "dorfbewohner", "nimm 1 dorfbewohner", "löst Dorfbewohner gegen Aktionen ein"
    zahl: int

    def say(self) -> str:
        return f"nimm {self.zahl} dorfbewohner" if self.zahl != ALLE else "alle dorfbewohner"


class Waehle(Command):
    kind, form, help = "waehle", "wähle MÖGLICHKEIT", "wählt eine von mehreren Anweisungen"
    was: str

    def say(self) -> str:
        return f"wähle {CHOICES.text(self.was)}"


class Fertig(Command):
    kind, form, help = "fertig", "fertig", "beendet die Phase oder die Auswahl"
    ends = True


class ZugBeenden(Command):
    kind, form, help = "zug_beenden", "zug beenden", "beendet deinen Zug, aus jeder Phase"
    ends = True


class Ja(Command):
    kind, form, help = "ja", "ja", "du nimmst das Angebot an"


class Nein(Command):
    kind, form, help = "nein", "nein", "du verzichtest"


LAGEN = {"muell": "müll", "vorrat": "vorrat", "tableaus": "tableaus"}
ALLE = -1  # as many as there are
ALLES = "alles"  # in `WithCards.alle`: whatever can be chosen
COMMANDS = collect(
    Spiele, AlleGelder, Kaufe, Taler, Dorfbewohner, Fertig, ZugBeenden, Entsorge, Nimm, LegeAb, LegeAuf, LegeBeiseite, DeckeAuf, Waehle, Zuerst,
    Ja, Nein, Genannt, Stapel, Lage,
)


@v_args(inline=True)
class DominionBuild(TableBuild):
    """Trees of grammar.lark to commands."""

    def game_order(self, command: Command) -> Command:
        return command

    def one(self, card: Token) -> Cards:
        return Cards((value(card),))

    def some(self, number: Token, card: Token) -> Cards:
        if value(number) > MOST:
            raise Unclear(f"{value(number)}", reason=f"{value(number)} Karten auf einmal gibt es nicht; höchstens {MOST}.")
        return Cards((value(card),) * value(number))

    def every(self, _all: Token, card: Token) -> Cards:
        return Cards((), (value(card),))

    def everything(self, _all: Token) -> Cards:
        return Cards((), (ALLES,))

    def cards(self, *items: Any) -> Cards:
        named = [item for item in items if isinstance(item, Cards)]
        cards = tuple(card for item in named for card in item.karten)
        if len(cards) > MOST:
            raise Unclear(f"{len(cards)}", reason=f"{len(cards)} Karten auf einmal gibt es nicht; höchstens {MOST}.")
        return Cards(cards, tuple(dict.fromkeys(card for item in named for card in item.alle)))

    def genannt(self, *words: Any) -> Command:
        return Genannt(**_cards(words)._asdict())

    def spiele(self, _verb: Token, cards: Cards, *_out: Token | None) -> Command:
        """Treasures go together; other cards are played one after the other."""
        if len(cards.karten) <= 1 or cards.alle or TREASURES.issuperset(cards.karten):
            return Spiele(**cards._asdict())
        return Several(parts=tuple(Spiele(karten=(card,)) for card in cards.karten))

    def spiele_auf(self, _verb: Token, first: Token, _on: Token, second: Token) -> Command:
        """`spiele Thronsaal auf Dorf`: the card, and the answer to what it asks."""
        return Several(parts=(Spiele(karten=(value(first),)), Spiele(karten=(value(second),))))

    def kaufe(self, _verb: Token, *cards: Any) -> Command:
        return Kaufe(karten=counted(cards[-1]))

    def nimm(self, _verb: Token, cards: Cards, _to: Token | None = None) -> Command:
        return Nimm(karten=counted(cards))

    def entsorge(self, _verb: Token, cards: Cards) -> Command:
        return Entsorge(**cards._asdict())

    def lege_ab(self, *words: Any) -> Command:
        return LegeAb(**_cards(words)._asdict())

    def lege_auf(self, *words: Any) -> Command:
        return LegeAuf(**_cards(words)._asdict())

    def lege_beiseite(self, *words: Any) -> Command:
        return LegeBeiseite(**_cards(words)._asdict())

    def decke_auf(self, _verb: Token, card: Token, _on: Token | None = None) -> Command:
        return DeckeAuf(karten=(value(card),))

    def zuerst(self, _verb: Token, card: Token) -> Command:
        return Zuerst(karten=(value(card),))

    def waehle(self, _verb: Token, choice: Token) -> Command:
        return Waehle(was=value(choice))

    def stapel(self, _ask: Token, card: Token, *_: Token | None) -> Command:
        return Stapel(karte=value(card))

    def lage_muell(self, *_: Token) -> Command:
        return Lage(was="muell")

    def lage_vorrat(self, *_: Token) -> Command:
        return Lage(was="vorrat")

    def lage_tableaus(self, *_: Token) -> Command:
        return Lage(was="tableaus")

    def marker(self, *_: Token) -> Command:
        return Waehle(was="marker")

    def karten(self, *_: Token) -> Command:
        return Waehle(was="karten")

    def muenzen(self, *_: Token) -> Command:
        return Waehle(was="muenzen")

    def alle_gelder(self, *_: Token) -> Command:
        return AlleGelder()

    def taler(self, *words: Token) -> Command:
        return Taler(zahl=_number(words))

    def alle_taler(self, *_: Token) -> Command:
        return Taler(zahl=ALLE)

    def ein_taler(self, *_: Token) -> Command:
        return Taler(zahl=1)

    def dorfbewohner(self, *words: Token) -> Command:
        return Dorfbewohner(zahl=_number(words))

    def alle_dorfbewohner(self, *_: Token) -> Command:
        return Dorfbewohner(zahl=ALLE)

    def ein_dorfbewohner(self, *_: Token) -> Command:
        return Dorfbewohner(zahl=1)

    def fertig(self, *_: Token) -> Command:
        return Fertig()

    def zug_beenden(self, *_: Token) -> Command:
        return ZugBeenden()

    def ja(self, *_: Token) -> Command:
        return Ja()

    def nein(self, *_: Token) -> Command:
        return Nein()


def counted(cards: Cards) -> tuple[str, ...]:
    """Cards of the supply: nobody can mean all of them."""
    if cards.alle:
        name = "Karten" if ALLES in cards.alle else CARDS.text(cards.alle[0])
        raise Unclear(name, reason=f"Sag bitte, wie viele du meinst, z. B. „2 {name}“.")
    return cards.karten


def _cards(words: tuple[Any, ...]) -> Cards:
    return next(word for word in words if isinstance(word, Cards))


def _number(words: tuple[Token, ...]) -> int:
    return int(next(word.value for word in words if word is not None and word.type == "NUMBER"))


BUILD = DominionBuild()
