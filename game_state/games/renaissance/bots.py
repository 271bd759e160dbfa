"""Computer players. They look at what their seat may see: the board, the sums, the own hand."""

from random import Random

from game_state.ask import Ask
from game_state.games.renaissance.facts import ADVANCES, CARDS, GOODS
from game_state.games.renaissance.preise import payout, price, stabilisation
from game_state.games.renaissance.staerke import odds
from game_state.games.renaissance.state import State
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say

_KINDS = {card.kind: card for card in CARDS.values()}
_WISHES = "VIARNJKSOLXWCMPTBQYDZEFGHU"  # in which order advances are worth having


def zufall(_state: State, ask: Ask, chance: Random) -> Command:
    """Any legal command."""
    return chance.choice(ask.options())


def haendler(s: State, ask: Ask, chance: Random) -> Command:
    """Controls rich provinces, plays goods that pay him best, buys advances as he can, keeps misery low."""
    options = ask.options()
    best = max(options, key=lambda option: (_worth(s, ask.seat, option, options), chance.random()))
    return best


def _worth(s: State, seat: int, option: Command, options: list[Command]) -> float:
    match option:
        case say.Bid():
            return -abs(option.ducats - 3)
        case say.Markers():
            return -abs(option.count - 0.45 * s.spieler[seat].bargeld) if option.count >= 0 else -99
        case say.Discard() | say.Give():
            return 20 - _keep(s, seat, option.card)
        case say.Play():
            return _play(s, seat, option)
        case say.Buy():
            return _buy(s, seat, option.advance)
        case say.Fleet():
            return 30 if s.spieler[seat].flotte < 2 else 3
        case say.Stabilise():
            return 2 if option.pay else 0
        case say.Place():
            return _place(s, seat, option)
        case say.Attack():
            return _attack(s, seat, option)
        case say.BuyCard():
            return 4 if len(s.spieler[seat].hand) < 4 else -1
        case say.Remove() | say.Mill() | say.SwapRank() | say.Reduce() | say.Lose():
            return -1
        case say.Pay():
            return option.ducats
        case say.Yes():
            return 1
    return 0


def _keep(s: State, seat: int, kind: str) -> float:
    card = _KINDS[kind]
    if card.type == "Ware":
        return max(s.count(seat, good) * GOODS[good].base for good in card.goods) + 1
    return 8 if card.type == "Persönlichkeit" else 6


def _play(s: State, seat: int, play: say.Play) -> float:
    """Goods when they pay better than the others; personalities for what can be bought; events against the strongest."""
    card = _KINDS[play.card]
    p = s.spieler[seat]
    crowded = len(p.hand) - 2
    if card.type == "Ware":
        good = play.good or card.goods[0]
        mine = payout(s, seat, good).total
        best = max((payout(s, other, good).total for other in s.active() if other != seat), default=0)
        return mine - best + crowded
    if card.type == "Persönlichkeit":
        gain = max((off for letter, off in card.discounts.items() if letter not in p.fortschritte and ADVANCES[letter].cost - off <= p.bargeld), default=-2)
        return gain + crowded
    if play.target:
        victim = s.seat_called(play.target)
        return 0 if victim is None else s.spieler[victim].controls / 2 + crowded
    if play.provinces:
        return s.karte[play.provinces[0]].market + (5 if play.card == "kreuzzuege" else 0)
    if play.card in ("hungersnot", "mystizismus", "aufstaende", "religionskrieg", "schwarzer_tod"):
        return crowded - 1
    return 3


def _buy(s: State, seat: int, letter: str) -> float:
    cost = price(s, seat, letter)[0].total
    left = s.spieler[seat].bargeld - cost - stabilisation(s, seat).total
    return 25 - _WISHES.index(letter) * 0.5 if left >= 0 else -1


def _place(s: State, seat: int, option: say.Place) -> float:
    count, id_ = option.lines[0]
    province = s.karte[id_]
    if province.satellite:
        return 0.5
    gain = sum(GOODS[good].base * (2 * s.count(seat, good) + 1) for good in province.goods) + s.players
    full = s.spieler[seat].markers_in(id_) + count >= province.market
    return gain / count if full else 0.3 * gain / province.market


def _attack(s: State, seat: int, option: say.Attack) -> float:
    province = s.karte[option.province]
    if province.satellite or not option.markers:
        return -1
    gain = sum(GOODS[good].base * (2 * s.count(seat, good) + 1) for good in province.goods) + 2 * s.players
    return gain / option.markers * odds(s, seat, s.others_in(province.id, seat)) / 216 - 0.8
