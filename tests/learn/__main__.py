"""`make learn`: teaches the network anew and writes `rules_dsl/same.npz`. Prints how it gets on; an hour on two cores."""

import argparse
import random
import time
from pathlib import Path

import numpy as np
import torch

from rules_dsl.answer import passage_text
from rules_dsl.index import Index
from rules_dsl.registry import all_games
from rules_dsl.same import WEIGHTS, Pieces
from rules_dsl.search import Search
from rules_dsl.text import rule_text
from tests.learn.base import base
from tests.learn.lessons import Wordings, known, players, players_loss
from tests.learn.model import Model, stored

PRACTICE = Path(__file__).parent.parent / "data" / "practice_questions.jsonl"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.learn")
    parser.add_argument("--german", type=Path, default=Path("/usr/share/dict/ngerman"), help="a list of German words (Debian: wngerman)")
    parser.add_argument("--minutes", type=float, nargs=2, default=(40, 12), help="with typical questions alone, then with players' questions as well")
    arguments = parser.parse_args()
    random.seed(0)
    torch.manual_seed(0)
    questions = known()
    texts = [text for question in questions for text in question.wordings]
    texts += [passage_text(section) for name in all_games() for section in rule_text(name.id)]
    german = arguments.german.read_text("utf-8").split() if arguments.german.is_file() else []
    start = base(texts, german)
    model = Model(start, Pieces([str(piece) for piece in start["pieces"]], [float(score) for score in start["scores"]]))
    with torch.no_grad():
        wordings = Wordings(model.eval(), questions)
    asked = list(players(PRACTICE, Search(Index(None))))
    model.train()
    for stage, (minutes, rate) in enumerate(zip(arguments.minutes, (6e-5, 3e-5), strict=True)):
        new = [*model.part.parameters(), *model.tell.parameters()]
        rest = [p for name, p in model.named_parameters() if not name.startswith(("part", "tell", "mix"))]
        speeds = [(rest, rate), (new, 1e-3 if stage == 0 else 3e-4), ([model.mix], 3e-2 if stage == 0 else 1e-2)]
        optimizer = torch.optim.AdamW([{"params": params, "lr": speed} for params, speed in speeds], weight_decay=0.01)
        began, step, sums = time.monotonic(), 0, []
        while (gone := (time.monotonic() - began) / 60 / minutes) < 1:
            for group, (_, speed) in zip(optimizer.param_groups, speeds, strict=True):
                group["lr"] = speed * min(1.0, (step + 1) / 60) * max(0.03, 1 - gone)
            loss = players_loss(model, random.sample(asked, 10)) if stage and step % 2 else wordings.loss(model)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            sums.append(loss.item())
            step += 1
            if step % 50 == 0:
                print(f"stage {stage + 1}, {gone:.0%}, {step} steps, loss {sum(sums[-50:]) / 50:.3f}", flush=True)
    np.savez_compressed(WEIGHTS, **stored(model, start))
    print(f"written: {WEIGHTS.name}")


main()
