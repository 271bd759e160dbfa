"""What traders can say."""

from typing import ClassVar, Literal

from lark import Token, v_args

from rules_dsl.command import Command, collect
from rules_dsl.names import Name, Names, verbs
from rules_dsl.table import TableBuild, value

CARDS = Names("eine Karte", [Name("dieb", "Dieb", ("Diebin",)), Name("wache", "Wache", ("Wächter",)), Name("esel", "Esel", ("donkey",))])

GRAMMAR = """
game_order: BID NUMBER -> bid
    | PLAY CARD        -> play_card
    | SWAP CARD        -> swap
    | PASS             -> pass_
"""
WORDS = verbs({
    "BID": ["biete", "gebot", "bieten"],
    "PLAY": ["spiele", "spiel"],
    "SWAP": ["tausche", "lege ab"],
    "PASS": ["passe", "passen", "weiter"],
    "GAMES": ["welche spiele", "spieleliste"],
})
NAMES = {"CARD": CARDS}

Card = Literal["dieb", "wache", "esel"]


class Bid(Command):
    kind, form, help = "bid", "biete ZAHL", "dein verdecktes Gebot"
    coins: int

    def say(self) -> str:
        return f"biete {self.coins}"


class PlayCard(Command):
    kind, form, help = "play", "spiele KARTE", "spielt eine Handkarte"
    card: Card

    def say(self) -> str:
        return f"spiele {CARDS.text(self.card)}"


class Swap(Command):
    kind, form, help = "swap", "tausche KARTE", "legt eine Karte ab und zieht eine neue"
    card: Card

    def say(self) -> str:
        return f"tausche {CARDS.text(self.card)}"


class Pass(Command):
    kind, form, help = "pass", "passe", "du verzichtest"
    NAME: ClassVar[str] = "passe"


COMMANDS = collect(Bid, PlayCard, Swap, Pass)


@v_args(inline=True)
class BasarBuild(TableBuild):
    def bid(self, _verb: Token, coins: Token) -> Command:
        return Bid(coins=value(coins))

    def play_card(self, _verb: Token, card: Token) -> Command:
        return PlayCard(card=value(card))

    def swap(self, _verb: Token, card: Token) -> Command:
        return Swap(card=value(card))

    def pass_(self, *_: Token) -> Command:
        return Pass()


BUILD = BasarBuild()
