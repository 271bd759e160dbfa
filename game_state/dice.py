"""Chance that can be checked. Draw number n is a function of the table's seed and n alone.

The hash of the seed is published before the first draw, the seed after the last one.
"""

import hashlib
import secrets
from collections.abc import Sequence
from math import factorial
from typing import Any, TypeVar

T = TypeVar("T")

Draw = tuple[int, str, Any]  # number, what was drawn, result


def new_seed() -> str:
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class Dice:
    """Numbered draws from a seed. `position` is the number of the next draw; it never goes back."""

    __slots__ = ("_key", "drawn", "position")

    def __init__(self, seed: str, position: int = 0) -> None:
        self._key = bytes.fromhex(seed)
        self.position = position
        self.drawn: list[Draw] = []

    def _number(self, below: int) -> int:
        """A number in range(below) from draw `position`; 512 bits, so the bias of the remainder is nothing."""
        size = 64
        while True:
            blocks = (size + 63) // 64
            data = b"".join(
                hashlib.blake2b(b"%d.%d" % (self.position, block), key=self._key).digest() for block in range(blocks)
            )
            if below.bit_length() + 128 <= len(data) * 8:
                return int.from_bytes(data, "big") % below
            size *= 2

    def roll(self, sides: int = 6, label: str = "") -> int:
        """One die."""
        value = 1 + self._number(sides)
        self._note(f"W{sides}" + (f" {label}" if label else ""), value)
        return value

    def choose(self, options: Sequence[T], label: str = "") -> T:
        index = self._number(len(options))
        self._note(f"1 aus {len(options)}" + (f" {label}" if label else ""), index)
        return options[index]

    def shuffle(self, cards: list[Any]) -> None:
        """Bring a list into random order, in place, by one draw."""
        if len(cards) < 2:
            return
        number = rest = self._number(factorial(len(cards)))
        for last in range(len(cards) - 1, 0, -1):
            rest, index = divmod(rest, last + 1)
            cards[last], cards[index] = cards[index], cards[last]
        self._note(f"mischen {len(cards)}", number)

    def _note(self, what: str, value: Any) -> None:
        self.drawn.append((self.position, what, value))
        self.position += 1


class ForcedDice(Dice):
    """Dice for cases: rolls come from a list, shuffles leave the order as it stands."""

    __slots__ = ("forced",)

    def __init__(self, forced: Sequence[int] = ()) -> None:
        super().__init__("00" * 32)
        self.forced = list(forced)

    def roll(self, sides: int = 6, label: str = "") -> int:
        if not self.forced:
            raise ValueError(f"the case gives no value for this roll (W{sides} {label})")
        value = self.forced.pop(0)
        self._note(f"W{sides}" + (f" {label}" if label else ""), value)
        return value

    def choose(self, options: Sequence[T], label: str = "") -> T:
        index = self.forced.pop(0) if self.forced else 0
        self._note(f"1 aus {len(options)}", index)
        return options[index]

    def shuffle(self, cards: list[Any]) -> None:
        self._note(f"mischen {len(cards)}", 0)
