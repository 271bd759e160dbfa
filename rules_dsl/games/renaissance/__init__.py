"""What players of Das Zeitalter der Renaissance can say: grammar, words, names, and how trees become commands."""

import tomllib
from pathlib import Path
from typing import Any

from lark import Token, v_args

from rules_dsl.command import Command, Several
from rules_dsl.errors import Unclear
from rules_dsl.fold import fold
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


AT_A_PLAYER = ("alchimie", "buergerkrieg", "krieg")  # cards played against a player


def _found(tokens: tuple[Any, ...], kind: str) -> Any:
    """What the token of this kind stands for, or None."""
    for token in tokens:
        if isinstance(token, Token) and token.type == kind:
            return value(token)
    return None


@v_args(inline=True)
class RenaissanceBuild(TableBuild):
    def bid(self, *tokens: Token) -> Command:
        return say.Bid(ducats=_found(tokens, "NUMBER"))

    def bid_nothing(self, *_: Token) -> Command:
        return say.Bid(ducats=0)

    def keep(self, _verb: Token, cards: tuple[str, ...]) -> Command:
        return say.Keep(cards=cards)

    def capital(self, _verb: Token, province: Token, *_: Token) -> Command:
        return say.Capital(province=value(province))

    def markers(self, _verb: Token, count: Token) -> Command:
        return say.Markers(count=value(count))

    def markers_minus(self, _verb: Token, _minus: Token, count: Token) -> Command:
        return say.Markers(count=-value(count))

    def buy_markers(self, *words: Token) -> Command:
        return say.Markers(count=_found(words, "NUMBER"))

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
        one = say.Remove(good=_found(tokens, "GOOD"))
        return Several(parts=(one, one)) if _found(tokens, "BOTH") else one

    def mill(self, *tokens: Token) -> Command:
        return say.Mill(good=_found(tokens, "GOOD"), shortage=_found(tokens, "SHORTAGE") is not None)

    def buy_card(self, *_: Token) -> Command:
        return say.BuyCard()

    def discard(self, *tokens: Token) -> Command:
        return say.Discard(card=_found(tokens, "CARD"))

    def play(self, *tokens: Any) -> Command:
        card, provinces = _found(tokens, "CARD"), next((part for part in tokens if isinstance(part, tuple)), ())
        target = _found(tokens, "TARGET")
        capital = TARGETS.by_form.get(fold(PROVINCES.text(provinces[0]))) if len(provinces) == 1 else None
        if card in AT_A_PLAYER and capital is not None:
            target, provinces = capital, ()
        group, region, good = (_found(tokens, kind) for kind in ("GROUP", "REGION", "GOOD"))
        return say.Play(card=card, target=target, provinces=provinces, group=group, region=region, good=good)

    def play_many(self, *tokens: Token | None) -> Command:
        return Several(parts=tuple(say.Play(card=token.value) for token in tokens if token is not None and token.type == "CARD"))

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

    def fleet(self, *tokens: Token | None) -> Command:
        """`Galeere 2`, `Dreimaster 12`: the box that is meant; advances named with it are bought after it."""
        words = [token for token in tokens if token is not None]
        number, advances = _found(tuple(words), "NUMBER"), [word.value for word in words if word.type == "ADVANCE"]
        row = "Galeere"
        if words[0].type == "BUY" and words[1].type == "ADVANCE":
            row = {"S": "Dreimaster", "T": "Hochsee"}.get(advances.pop(), "")
            if not row:
                raise Unclear(str(number), reason="Fortschritte kaufst du ohne Zahl; eine Zahl hat nur die Flotte, z. B. „baue Galeere 4“.")
        ship = say.Fleet(box=f"{row} {number}" if number is not None else None)
        return Several(parts=(ship, *(say.Buy(advance=letter) for letter in advances))) if advances else ship

    def buy(self, *words: Token) -> Command:
        return say.Buy(advance=value(words[-1]))

    def buy_many(self, *words: Token | None) -> Command:
        return Several(parts=tuple(say.Buy(advance=word.value) for word in words if word is not None and word.type == "ADVANCE"))

    def buy_by_name(self, word: Token) -> Command:
        """„kaufe Karawane und Mühlen“: the second name also begins an order of its own."""
        if word not in ADVANCES.by_form:
            raise Unclear(str(word), len(word), reason=f"„{word}“: Sag bitte noch, was und wohin.")
        return say.Buy(advance=ADVANCES.by_form[str(word)])

    def buy_without(self, _verb: Token, advance: Token, _without: Token, what: Any) -> Command:
        return say.Buy(advance=value(advance), patronage=False, leaders=what if isinstance(what, tuple) else ())

    def buy_with(self, *tokens: Any) -> Command:
        return say.Buy(advance=_found(tokens, "ADVANCE"), leaders=tokens[-1])

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

    def cards(self, *tokens: Token) -> tuple[str, ...]:
        return tuple(value(token) for token in tokens if isinstance(token, Token) and token.type == "CARD")

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

    def costs_stabilise(self, *_: Token) -> Command:
        return say.StabiliseInfo()

    def income(self, *_: Token) -> Command:
        return say.IncomeInfo()

    def reach(self, *tokens: Token) -> Command:
        return say.Reach(province=_found(tokens, "PROVINCE"))

    def goods(self, _verb: Token, good: Token) -> Command:
        return say.GoodInfo(good=value(good))

    def about(self, *tokens: Token) -> Command:
        return say.ProvinceInfo(province=_found(tokens, "PROVINCE"))


BUILD = RenaissanceBuild()
