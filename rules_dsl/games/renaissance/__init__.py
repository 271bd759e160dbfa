"""What players of Das Zeitalter der Renaissance can say: grammar, words, names, and how trees become commands."""

import tomllib
from pathlib import Path
from typing import Any

from lark import Token, v_args

from rules_dsl.command import Command, Several
from rules_dsl.errors import Unclear
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import ADVANCES, CARDS, COMMANDS, GOODS, GROUPS, PROVINCES, REGIONS, TARGETS
from rules_dsl.names import verbs
from rules_dsl.table import TableBuild, value

_HERE = Path(__file__).parent

GRAMMAR = (_HERE / "grammar.lark").read_text("utf-8")
WORDS = verbs(tomllib.loads((_HERE / "words.toml").read_text("utf-8")))
NAMES = {
    "PROVINCE": PROVINCES, "CARD": CARDS, "ADVANCE": ADVANCES, "GOOD": GOODS, "GROUP": GROUPS, "REGION": REGIONS, "TARGET": TARGETS,
}

__all__ = ["ADVANCES", "BUILD", "CARDS", "COMMANDS", "GOODS", "GRAMMAR", "GROUPS", "NAMES", "PROVINCES", "REGIONS", "TARGETS", "WORDS"]


def _found(tokens: tuple[Any, ...], kind: str) -> Any:
    """What the token of this kind stands for, or None."""
    for token in tokens:
        if isinstance(token, Token) and token.type == kind:
            return value(token)
    return None


@v_args(inline=True)
class RenaissanceBuild(TableBuild):
    def bid(self, _verb: Token, ducats: Token, *_: Token) -> Command:
        return say.Bid(ducats=value(ducats))

    def capital(self, _verb: Token, province: Token, *_: Token) -> Command:
        return say.Capital(province=value(province))

    def markers(self, _verb: Token, count: Token) -> Command:
        return say.Markers(count=value(count))

    def markers_minus(self, _verb: Token, _minus: Token, count: Token) -> Command:
        return say.Markers(count=-value(count))

    def buy_markers(self, *words: Token) -> Command:
        return say.Markers(count=value(words[-2]))

    def signed_markers(self, *words: Token) -> Command:
        return say.Markers(count=_found(words, "SIGNED"))

    def minus_markers(self, *words: Token) -> Command:
        return say.Markers(count=-_found(words, "NUMBER"))

    def swap_with(self, *words: Token) -> Command:
        return say.SwapRank(target=value(words[-1]))

    def swap_front(self, *_: Token) -> Command:
        return say.SwapRank(forward=True)

    def swap_back(self, *_: Token) -> Command:
        return say.SwapRank(forward=False)

    def remove(self, *tokens: Token) -> Command:
        return say.Remove(good=_found(tokens, "GOOD"))

    def mill_shortage(self, _verb: Token, good: Token, _kind: Token) -> Command:
        return say.Mill(good=value(good), shortage=True)

    def mill_surplus(self, _verb: Token, good: Token, _kind: Token) -> Command:
        return say.Mill(good=value(good), shortage=False)

    def buy_card(self, *_: Token) -> Command:
        return say.BuyCard()

    def discard(self, *tokens: Token) -> Command:
        return say.Discard(card=_found(tokens, "CARD"))

    def play(self, _verb: Token, card: Token, *_: Token) -> Command:
        return say.Play(card=value(card))

    def play_target(self, _verb: Token, card: Token, _against: Token, target: Token) -> Command:
        return say.Play(card=value(card), target=value(target))

    def play_group(self, _verb: Token, card: Token, _against: Token, group: Token) -> Command:
        return say.Play(card=value(card), group=value(group))

    def play_provinces(self, _verb: Token, card: Token, _on: Token, provinces: tuple[str, ...]) -> Command:
        return say.Play(card=value(card), provinces=provinces)

    def play_region(self, _verb: Token, card: Token, _on: Token, region: Token) -> Command:
        return say.Play(card=value(card), region=value(region))

    def play_good(self, _verb: Token, card: Token, _for: Token, good: Token) -> Command:
        return say.Play(card=value(card), good=value(good))

    def lose_markers(self, *_: Token) -> Command:
        return say.Lose(markers=True)

    def lose_money(self, *_: Token) -> Command:
        return say.Lose(markers=False)

    def yes(self, *_: Token) -> Command:
        return say.Yes()

    def no(self, *_: Token) -> Command:
        return say.No()

    def cede(self, _verb: Token, provinces: tuple[str, ...], *_: Token) -> Command:
        return say.Cede(provinces=provinces)

    def fleet(self, *_: Token) -> Command:
        return say.Fleet()

    def buy(self, *words: Token) -> Command:
        return say.Buy(advance=value(words[-1]))

    def buy_many(self, *words: Token | None) -> Command:
        return Several(parts=tuple(say.Buy(advance=word.value) for word in words if word is not None and word.type == "ADVANCE"))

    def buy_plain(self, _verb: Token, advance: Token, *_: Token) -> Command:
        return say.Buy(advance=value(advance), patronage=False)

    def stabilise(self, *_: Token) -> Command:
        return say.Stabilise()

    def stabilise_not(self, *_: Token) -> Command:
        return say.Stabilise(pay=False)

    def pay(self, _verb: Token, ducats: Token, *_: Token) -> Command:
        return say.Pay(ducats=value(ducats))

    def pay_nothing(self, *_: Token) -> Command:
        return say.Pay(ducats=0)

    def place_all(self, *_: Token) -> Command:
        raise Unclear("alles", reason="Sag bitte, wie viele Marker wohin, z. B. „setze 3 Firenze, 2 Milano“; „stand“ zeigt, wie viele du hast.")

    def place_each(self, *parts: Any) -> Command:
        provinces = next(part for part in parts if isinstance(part, tuple))
        return say.Place(lines=tuple((_found(parts, "NUMBER"), province) for province in provinces))

    def occupy(self, verb: Token, province: Token) -> Command:
        name = PROVINCES.text(value(province))
        raise Unclear(str(verb), reason=f"Sag bitte, mit wie vielen Markern, z. B. „setze 3 {name}“; steht dort ein Gegner, „greife {name} an“.")

    def occupy_with(self, *tokens: Token) -> Command:
        return say.Place(lines=((_found(tokens, "NUMBER"), _found(tokens, "PROVINCE")),))

    def place(self, *lines: Any) -> Command:
        return say.Place(lines=tuple(line for line in lines if isinstance(line, tuple)))

    def line(self, *tokens: Token) -> tuple[int, str]:
        return _found(tokens, "NUMBER"), _found(tokens, "PROVINCE")

    def line_turned(self, province: Token, count: Token) -> tuple[int, str]:
        return value(count), value(province)

    def provinces(self, *tokens: Token) -> tuple[str, ...]:
        return tuple(value(token) for token in tokens if isinstance(token, Token) and token.type == "PROVINCE")

    def attack(self, _verb: Token, province: Token, *_: Token) -> Command:
        return say.Attack(province=value(province))

    def attack_with(self, *tokens: Token) -> Command:
        return say.Attack(province=_found(tokens, "PROVINCE"), markers=_found(tokens, "NUMBER"))

    def reduce(self, _verb: Token, province: Token) -> Command:
        return say.Reduce(province=value(province))

    def give(self, *tokens: Token) -> Command:
        return say.Give(card=_found(tokens, "CARD"))

    def pass_(self, *_: Token) -> Command:
        return say.Pass()

    def chance(self, *tokens: Token) -> Command:
        return say.Chance(province=_found(tokens, "PROVINCE"))

    def chance_with(self, *tokens: Token) -> Command:
        return say.Chance(province=_found(tokens, "PROVINCE"), markers=_found(tokens, "NUMBER"))

    def costs(self, _verb: Token, advance: Token | None = None) -> Command:
        return say.Costs(advance=value(advance))

    def reach(self, *tokens: Token) -> Command:
        return say.Reach(province=_found(tokens, "PROVINCE"))

    def goods(self, _verb: Token, good: Token) -> Command:
        return say.GoodInfo(good=value(good))

    def about(self, *tokens: Token) -> Command:
        return say.ProvinceInfo(province=_found(tokens, "PROVINCE"))


BUILD = RenaissanceBuild()
