"""`python -m tests.learn.weigh`: how much each sign counts, found on questions of players; prints the numbers that stand in
`rules_dsl/search.py` (SAME), `rules_dsl/yesno.py` (SHARED, MEANT, TURNED …) and `rules_dsl/doubt.py` (SURE)."""

from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F

from rules_dsl.answer import FOUND, Answerer
from rules_dsl.index import Index
from rules_dsl.search import Reader, Search, share
from rules_dsl.yesno import PLACES, compare, read
from tests.eval_questions import GOLD, OWN, PLAYERS, fits, game_key, rows

SILENCE = 1.6  # a question without an answer counts more: there are fewer of them


def questions(answerer: Answerer) -> Iterator[tuple[dict[str, Any], Reader, list[Any], dict[str, float]]]:
    """Each with its sections and how they scored before anything was read."""
    for path in (GOLD, OWN, PLAYERS):
        for row in rows(path):
            key = game_key(row["game"])
            reader = Reader(row["question"])
            if key and (hits := answerer.search.candidates(reader.text, key)):
                before = {hit.section.id: hit.score for hit in hits}
                yield row, reader, answerer.search.reread(reader, hits)[:FOUND], before


def least(loss: Callable[[Tensor], Tensor], size: int) -> list[float]:
    weights = torch.zeros(size, dtype=torch.double, requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=80, line_search_fn="strong_wolfe")

    def step() -> Tensor:
        optimizer.zero_grad()
        value = loss(weights) + 0.3 * (weights * weights).sum()
        value.backward()
        return value

    optimizer.step(step)
    return [round(value, 2) for value in weights.tolist()]


def numbers(values: list[list[float]] | list[float]) -> Tensor:
    return torch.tensor(values, dtype=torch.double)


def main() -> None:
    answerer = Answerer(Search(Index(None)))
    places, words, doubts, signs = [], [], [], []
    for row, reader, hits, before in questions(answerer):
        found = answerer.doubt.signs(reader, hits)
        signs = list(found)
        doubts.append(([float(value) for value in found.values()], float(row["answerable"])))
        right = [fits(hit.section.id, row["labels"]) for hit in hits]
        if any(right):
            places.append((numbers([[before[hit.section.id], share(hit.same)] for hit in hits]), torch.tensor(right)))
        if row["verdict"]:
            near = compare(reader.text, [(hit.score / hits[0].score, answerer.yesno.local(hit)) for hit in hits[:PLACES]])
            known = [(reader.same(one.text), one) for _, one in read(reader, near) if one.word]
            if {one.word for _, one in known} == {"ja", "nein"}:
                shown = numbers([[one.force, same, one.doubtful, one.doubtful * same] for same, one in known])
                words.append((shown, torch.tensor([one.word == row["verdict"] for _, one in known])))

    def chosen(cases: list[tuple[Tensor, Tensor]]) -> Callable[[Tensor], Tensor]:
        """The right ones must outweigh the others."""
        return lambda weights: -sum((torch.logsumexp((x @ weights)[y], 0) - torch.logsumexp(x @ weights, 0) for x, y in cases), torch.zeros(()))

    first = least(chosen(places), 2)
    print(f"SAME = {first[1] / first[0]:.2f}")
    print("SHARED, MEANT, TURNED, TURNED_MEANT =", *least(chosen(words), 4))
    x, y = numbers([values for values, _ in doubts]), numbers([answered for _, answered in doubts])
    count = torch.where(y > 0, 1.0, SILENCE)
    sure = least(lambda weights: (F.binary_cross_entropy_with_logits(x @ weights, y, reduction="none") * count).sum(), len(signs))
    print("SURE =", dict(zip(signs, sure, strict=True)))


if __name__ == "__main__":
    main()
