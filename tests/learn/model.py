"""The network as torch sees it; `rules_dsl/same.py` does the same with numpy."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from rules_dsl.same import END, PAD, START, UNKNOWN, Network, Pieces
from tests.learn.base import INNER, LAYERS, LINEAR, SIZE

PART = 128  # numbers by which two pieces are compared
LONGEST = 60
DROP = 0.1
Read = tuple[Tensor, Tensor, Tensor, Tensor]  # whole, parts, weight, which pieces are the question's own


class Layer(nn.Module):
    def __init__(self, base: dict[str, Any], number: int) -> None:
        super().__init__()
        shapes = {"fi": (SIZE, INNER), "fo": (INNER, SIZE)}
        for name in LINEAR:
            self.add_module(name, _filled(nn.Linear(*shapes.get(name, (SIZE, SIZE))), base, f"{number}.{name}"))
        for name in ("aln", "oln"):
            self.add_module(name, _filled(nn.LayerNorm(SIZE, eps=1e-12), base, f"{number}.{name}"))

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        count, width, _ = x.shape

        def heads(y: Tensor) -> Tensor:
            return y.view(count, width, Network.HEADS, Network.SIZE).transpose(1, 2)

        heard = F.scaled_dot_product_attention(heads(self.q(x)), heads(self.k(x)), heads(self.v(x)), attn_mask=mask)
        x = self.aln(x + F.dropout(self.ao(heard.transpose(1, 2).reshape(x.shape)), DROP, self.training))
        return self.oln(x + F.dropout(self.fo(F.gelu(self.fi(x))), DROP, self.training))


def _filled(module: Any, base: dict[str, Any], name: str) -> Any:
    module.weight.data, module.bias.data = torch.tensor(base[name]), torch.tensor(base[f"{name}.bias"])
    return module


class Model(nn.Module):
    def __init__(self, base: dict[str, Any], pieces: Pieces) -> None:
        super().__init__()
        self.pieces, self.opening = pieces, [START, *pieces("query:")]
        self.word = nn.Embedding.from_pretrained(torch.tensor(base["word"]), freeze=False)
        self.place = nn.Parameter(torch.tensor(base["place"]))
        self.norm = _filled(nn.LayerNorm(SIZE, eps=1e-12), base, "norm")
        self.layers = nn.ModuleList(Layer(base, number) for number in range(LAYERS))
        self.part = nn.Linear(SIZE, PART, bias=False)
        nn.init.orthogonal_(self.part.weight)
        self.tell = nn.Linear(SIZE, 1, bias=False)
        nn.init.zeros_(self.tell.weight)
        self.mix = nn.Parameter(torch.tensor([15.0, 6.0, 6.0, -16.0]))

    def read(self, texts: list[str]) -> Read:
        rows = [[*self.opening, *(self.pieces(text)[:LONGEST] or [UNKNOWN]), END] for text in texts]
        width = max(map(len, rows))
        numbers = torch.tensor([row + [PAD] * (width - len(row)) for row in rows])
        there = numbers != PAD
        with torch.autocast("cpu", torch.bfloat16):
            x = F.dropout(self.norm(self.word(numbers) + self.place[:width]), DROP, self.training)
            for layer in self.layers:
                x = layer(x, there[:, None, None, :])
        x = x.float()
        own = there.clone()
        own[:, :len(self.opening)] = False
        own[torch.arange(len(rows)), there.sum(1) - 1] = False
        share = there[:, :, None].float()
        whole = F.normalize((x * share).sum(1) / share.sum(1), dim=-1)
        weight = self.tell(x)[:, :, 0].masked_fill(~own, -1e4).softmax(-1)
        return whole, F.normalize(self.part(x), dim=-1), weight, own

    def same(self, some: Read, others: Read) -> Tensor:
        """All of the first beside all of the second."""
        near = torch.einsum("aih,bjh->abij", some[1], others[1])
        there = near.masked_fill(~others[3][None, :, None, :], -1).amax(3)
        back = near.masked_fill(~some[3][:, None, :, None], -1).amax(2)
        return (
            self.mix[0] * (some[0] @ others[0].T) + self.mix[1] * (there * some[2][:, None]).sum(2) + self.mix[2] * (back * others[2][None]).sum(2) + self.mix[3]
        )


def stored(model: Model, base: dict[str, Any]) -> dict[str, Any]:
    """As `rules_dsl/same.py` reads it: rows of bytes with a scale each."""
    def plain(tensor: Tensor) -> Any:
        return tensor.detach().numpy()

    def put(name: str, weight: Any) -> None:
        scale = np.maximum(np.abs(weight).max(1) / 127, 1e-6).astype(np.float16)
        found[name], found[f"{name}.scale"] = np.clip(np.round(weight / scale.astype(np.float32)[:, None]), -127, 127).astype(np.int8), scale

    found: dict[str, Any] = {"pieces": base["pieces"], "scores": base["scores"], "place": plain(model.place).astype(np.float16)}
    put("word", plain(model.word.weight))
    found["norm"], found["norm.bias"] = plain(model.norm.weight), plain(model.norm.bias)
    names = {"q": "q", "k": "k", "v": "v", "ao": "out", "fi": "up", "fo": "down"}
    for number, layer in enumerate(model.layers):
        for ours, name in names.items():
            module = getattr(layer, ours)
            put(f"{number}.{name}", plain(module.weight))
            found[f"{number}.{name}.bias"] = plain(module.bias)
        for ours, name in (("aln", "norm1"), ("oln", "norm2")):
            module = getattr(layer, ours)
            found[f"{number}.{name}"], found[f"{number}.{name}.bias"] = plain(module.weight), plain(module.bias)
    found["part"], found["tell"], found["mix"] = plain(model.part.weight), plain(model.tell.weight)[0], plain(model.mix)
    return found
