"""What the network is taught with: wordings of one typical question mean the same, those of its neighbours do not; and questions of
players, whose section and yes or no are known, belong to typical questions of that section with that word."""

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional as F

from rules_dsl.registry import all_games
from rules_dsl.search import Search
from rules_dsl.text import rule_text
from tests.eval_questions import fits, game_key
from tests.learn.model import Model

TOGETHER = 6  # questions near each other, each to be told from the others
BESIDE = 10  # typical questions beside one of a player
SPOKEN = ((r"\beine?(n|r|m)?\b", r"ne\1"), (r"\bist\b", "is"), (r"\bnicht\b", "nich"), (r"\bnichts\b", "nix"), (r"\bhabe\b", "hab"))


@dataclass(frozen=True, eq=False)
class Known:
    """A typical question, or one without an answer (`section` empty)."""

    game: str
    section: str
    verdict: str | None
    wordings: tuple[str, ...]

    def harmless(self, other: "Known") -> bool:
        """Whether to take one for the other does no harm."""
        return (self.game, self.section, self.verdict) == (other.game, other.section, other.verdict)


def known() -> list[Known]:
    found = []
    for name in all_games():
        text = rule_text(name.id)
        found += [Known(name.id, section.id, q.verdict, (q.ask, *q.also)) for section in text for q in section.question]
        found += [Known(name.id, "", None, (q.ask, *q.also)) for q in text.silent]
    return found


def typed(text: str) -> str:
    """As somebody in a hurry types it."""
    text = text.lower()
    for pattern, spoken in SPOKEN if random.random() < 0.25 else ():
        text = re.sub(pattern, spoken, text) if random.random() < 0.6 else text
    if random.random() < 0.12:
        text = text.replace("ä", "ae").replace("ö", "oe").replace("ü", "ue").replace("ß", "ss")
    if random.random() < 0.12 and len(text) > 8:
        place, kind = random.randrange(1, len(text) - 2), random.random()
        text = text[:place] + (text[place + 1:] if kind < 0.4 else text[place + 1] + text[place] + text[place + 2:] if kind < 0.8 else text[place] + text[place:])
    return text


class Wordings:
    """Clusters of near questions, by the model as it was before it was taught."""

    def __init__(self, model: Model, questions: list[Known]) -> None:
        self.questions = questions
        self.near: dict[Known, list[Known]] = {}
        games: defaultdict[str, list[Known]] = defaultdict(list)
        for question in questions:
            games[question.game].append(question)
        self.games = dict(games)
        self.order: list[Known] = []
        for found in self.games.values():
            whole = torch.cat([model.read([q.wordings[0] for q in found[at:at + 256]])[0] for at in range(0, len(found), 256)])
            for question, best in zip(found, (whole @ whole.T).topk(min(40, len(found)), dim=1).indices.tolist(), strict=True):
                self.near[question] = [found[number] for number in best if found[number] is not question]

    def cluster(self) -> list[Known]:
        if not self.order:
            self.order = random.sample([q for q in self.questions if len(q.wordings) > 1], k=sum(len(q.wordings) > 1 for q in self.questions))
        first = self.order.pop()
        near = [q for q in self.near[first] if len(q.wordings) > 1]
        opposite = [q for q in near if q.section == first.section and {q.verdict, first.verdict} == {"ja", "nein"}]
        hard = [q for q in near if not q.harmless(first)][:14]
        random.shuffle(opposite)
        random.shuffle(hard)
        found = list(dict.fromkeys([first, *opposite[:2], *hard]))[:TOGETHER]
        while len(found) < TOGETHER:
            other = random.choice(self.games[first.game])
            found += [other] if len(other.wordings) > 1 and other not in found else []
        return found

    def loss(self, model: Model, clusters: int = 8) -> Tensor:
        found = [self.cluster() for _ in range(clusters)]
        everyone = [question for cluster in found for question in cluster]
        pairs = [random.sample(question.wordings, 2) for question in everyone]
        same = model.same(model.read([typed(one) for one, _ in pairs]), model.read([other for _, other in pairs]))
        size = len(everyone)
        block = torch.block_diag(*[torch.ones(TOGETHER, TOGETHER)] * clusters)
        harmless = torch.tensor([[a is not b and a.harmless(b) for b in everyone] for a in everyone]) & (block > 0)
        told = same.masked_fill(harmless, -1e4)
        right = torch.arange(size)
        weight = block * (~harmless).float()
        absolute = (F.binary_cross_entropy_with_logits(same, torch.eye(size), reduction="none") * weight).sum() / weight.sum()
        return (F.cross_entropy(told, right) + F.cross_entropy(told.T, right)) / 2 + 2 * absolute


@dataclass(frozen=True)
class Asked:
    """A player's question, typical ones that ask the same and some that do not."""

    text: str
    good: list[str]
    bad: list[str]


def players(path: Path, search: Search) -> Iterator[Asked]:
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        key = game_key(row["game"])
        if key is None:
            continue
        nearest = sorted(((score, wording) for hit in search.candidates(row["question"], key) for score, wording in hit.wordings), key=lambda pair: -pair[0])[:24]
        good, bad = [], []
        for _, wording in nearest:
            there, verdict = fits(wording.section.id, row["labels"]), wording.question.verdict
            if there and (row["verdict"] is None or verdict == row["verdict"]):
                good.append(wording.text)
            elif not there or verdict is not None:
                bad.append(wording.text)
        if (good or not row["answerable"]) and len(good) + len(bad) >= BESIDE:
            yield Asked(row["question"], good, bad)


def players_loss(model: Model, asked: list[Asked]) -> Tensor:
    total = torch.zeros(())
    rows = [(random.sample(one.good, min(4, len(one.good))), one) for one in asked]
    beside = [(good, random.sample(one.bad, min(BESIDE - len(good), len(one.bad)))) for good, one in rows]
    texts = model.read([text for good, bad in beside for text in (*good, *bad)])
    every = model.same(model.read([typed(one.text) for one in asked]), texts)
    start = 0
    for number, (good, bad) in enumerate(beside):
        same = every[number, start:start + len(good) + len(bad)]
        start += len(good) + len(bad)
        if good:
            total = total + torch.logsumexp(same, 0) - torch.logsumexp(same[:len(good)], 0) + F.softplus(-same[:len(good)].max()) / 2
        total = total + F.softplus(same[len(good):]).sum() / 5
    return total / len(asked)
