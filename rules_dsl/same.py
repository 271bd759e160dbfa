"""Whether two questions ask the same: a small network reads each and gives a number for both, above 0 for "rather yes".

Shared words cannot tell „zwei Stufen in einer Runde?“ from „eine Stufe pro Runde?“. The network is a language model
(multilingual-e5-small, MIT licence) that was taught on the typical questions of our texts; `make learn` does that again.
Every word of one question looks for the word of the other that says the same there, and words count by how much they tell.
"""

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # several programs whose threads wait for each other's cores stand still

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

START, PAD, END, UNKNOWN = range(4)  # the first four pieces; PAD fills up rows where they must be equally long
LONGEST = 60  # pieces read of a question
OPENING = "query:"  # the model was made to see this in front
BEFORE = "\u2581"  # stands before the first piece of a word
_MARKS = re.compile(r'[?.!"„“”()]')
WEIGHTS = Path(__file__).with_suffix(".npz")


class Pieces:
    """Cuts words into the known pieces that fit best together.

    >>> network().pieces.cut("Flottenstufe")
    ['\u2581flott', 'en', 'stufe']
    """

    def __init__(self, pieces: Sequence[str], scores: Sequence[float]) -> None:
        self.pieces = pieces
        self.number = {piece: number for number, piece in enumerate(pieces)}
        self.score = list(scores)
        self.unknown = min(scores) - 10
        self.longest = max(map(len, pieces))
        self._known: dict[str, list[int]] = {}

    def cut(self, text: str) -> list[str]:
        return [self.pieces[number] for number in self(text)]

    def __call__(self, text: str) -> list[int]:
        plain = _MARKS.sub(" ", unicodedata.normalize("NFKC", text).lower())  # how a question is typed says nothing
        return [number for word in plain.split() for number in self._word(BEFORE + word)]

    def _word(self, word: str) -> list[int]:
        if word not in self._known:
            if len(self._known) > 50_000:
                self._known.clear()
            self._known[word] = self._best(word)
        return self._known[word]

    def _best(self, word: str) -> list[int]:
        """The way through the word with the best sum of scores."""
        size = len(word)
        best = [0.0] + [-1e30] * size
        step = [(0, UNKNOWN)] * (size + 1)
        for start in range(size):
            for end in range(start + 1, min(size, start + self.longest) + 1):
                number = self.number.get(word[start:end])
                if number is not None and best[start] + self.score[number] > best[end]:
                    best[end], step[end] = best[start] + self.score[number], (start, number)
            if best[start] + self.unknown > best[start + 1]:
                best[start + 1], step[start + 1] = best[start] + self.unknown, (start, UNKNOWN)
        found, place = [], size
        while place:
            place, number = step[place]
            found.append(number)
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Meaning:
    """A question as it was read: as a whole, piece by piece, and how much each piece tells."""

    whole: Array
    parts: Array
    weight: Array


class Network:
    """Layers of attention over the pieces of a question. Weights are kept as bytes with a scale for each row."""

    HEADS, SIZE = 12, 32
    KEPT = 4_000  # questions remembered

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.pieces = Pieces([str(piece) for piece in data["pieces"]], [float(score) for score in data["scores"]])
        self.words, self.scale = data["word"], data["word.scale"].astype(np.float32)
        self.place: Array = data["place"].astype(np.float32)
        self.norm = _floats(data, "norm")
        self.layers: list[tuple[tuple[Array, Array], ...]] = []
        while f"{len(self.layers)}.q" in data:
            name = str(len(self.layers))
            attend = np.concatenate([_matrix(data, f"{name}.{part}") for part in "qkv"], axis=1)
            bias = np.concatenate([data[f"{name}.{part}.bias"].astype(np.float32) for part in "qkv"])
            linear = [(_matrix(data, f"{name}.{part}"), data[f"{name}.{part}.bias"].astype(np.float32)) for part in ("out", "up", "down")]
            self.layers.append(((attend, bias), *linear, _floats(data, f"{name}.norm1"), _floats(data, f"{name}.norm2")))
        self.part: Array = np.ascontiguousarray(data["part"].astype(np.float32).T)
        self.tell: Array = data["tell"].astype(np.float32)
        self.mix = [float(value) for value in data["mix"]]
        self._read: dict[str, Meaning] = {}

    def same(self, question: str, others: Sequence[str]) -> list[float]:
        """How much each of the others asks the same."""
        asked, *rest = self.meanings([question, *others])
        return [self._compare(asked, other) for other in rest]

    def _compare(self, one: Meaning, other: Meaning) -> float:
        near = one.parts @ other.parts.T
        whole, there, back, bias = self.mix
        return float(whole * (one.whole @ other.whole) + there * (near.max(axis=1) @ one.weight) + back * (near.max(axis=0) @ other.weight) + bias)

    def meanings(self, texts: Sequence[str]) -> list[Meaning]:
        read = {text: found for text in texts if (found := self._read.get(text)) is not None}
        new = [text for text in dict.fromkeys(texts) if text not in read]
        if new:
            fresh = dict(zip(new, self._meanings(new), strict=True))
            read |= fresh
            if len(self._read) + len(fresh) > self.KEPT:
                self._read = {}
            self._read.update(fresh)
        return [read[text] for text in texts]

    def _meanings(self, texts: Sequence[str]) -> list[Meaning]:
        opening = [START, *self.pieces(OPENING)]
        rows = [[*opening, *(self.pieces(text)[:LONGEST] or [UNKNOWN]), END] for text in texts]
        ends = np.cumsum([len(row) for row in rows])
        found = []
        for values in np.split(self._hidden(rows), ends[:-1]):
            whole = values.mean(axis=0)
            inner = values[len(opening):-1]
            parts, weight = inner @ self.part, inner @ self.tell
            weight = np.exp(weight - weight.max())
            found.append(Meaning(whole / np.linalg.norm(whole), parts / np.linalg.norm(parts, axis=1, keepdims=True), weight / weight.sum()))
        return found

    def _hidden(self, rows: list[list[int]]) -> Array:
        """What the layers make of all pieces, one after the other; each piece attends to those of its own row only."""
        numbers = np.array([number for row in rows for number in row])
        sizes = np.array([len(row) for row in rows])
        there = np.arange(sizes.max()) < sizes[:, None]
        hide = np.where(there, 0, -1e9).astype(np.float32)[:, None, None, :]
        hidden = self.words[numbers] * self.scale[numbers][:, None] + self.place[np.nonzero(there)[1]]
        hidden = _level(hidden, self.norm)
        both = np.zeros((*there.shape, 3, self.HEADS, self.SIZE), np.float32)
        for (attend, bias), out, up, down, norm1, norm2 in self.layers:
            both[there] = (hidden @ attend + bias).reshape(-1, 3, self.HEADS, self.SIZE)
            ask, offer, value = both.transpose(2, 0, 3, 1, 4)
            weight = ask @ offer.swapaxes(-1, -2) * np.float32(self.SIZE ** -0.5) + hide
            weight = np.exp(weight - weight.max(axis=-1, keepdims=True))
            weight /= weight.sum(axis=-1, keepdims=True)
            heard = (weight @ value).transpose(0, 2, 1, 3)[there].reshape(len(hidden), -1)
            hidden = _level(hidden + heard @ out[0] + out[1], norm1)
            hidden = _level(hidden + _bend(hidden @ up[0] + up[1]) @ down[0] + down[1], norm2)
        return hidden


def _matrix(data: Mapping[str, Any], name: str) -> Array:
    """Stored as rows of bytes, one scale each; turned so that it is multiplied from the right."""
    rows = data[name].astype(np.float32) * data[f"{name}.scale"].astype(np.float32)[:, None]
    turned: Array = np.ascontiguousarray(rows.T)
    return turned


def _floats(data: Mapping[str, Any], name: str) -> tuple[Array, Array]:
    return data[name].astype(np.float32), data[f"{name}.bias"].astype(np.float32)


def _level(rows: Array, norm: tuple[Array, Array]) -> Array:
    """Every row with mean 0 and spread 1, then scaled."""
    rows = rows - rows.mean(axis=-1, keepdims=True)
    spread = np.sqrt(np.einsum("ij,ij->i", rows, rows) / rows.shape[-1] + 1e-12)
    level: Array = rows / spread[:, None] * norm[0] + norm[1]
    return level


def _bend(value: Array) -> Array:
    """GELU, in the form with tanh."""
    bent = value * value
    bent *= np.float32(0.7978845608 * 0.044715)
    bent += np.float32(0.7978845608)
    bent *= value
    np.tanh(bent, out=bent)
    bent += 1
    bent *= value
    bent *= np.float32(0.5)
    return bent


@cache
def network() -> Network:
    """Read once, at the first question."""
    with np.load(WEIGHTS) as data:
        return Network({name: data[name] for name in data.files})
