"""Runs inside pyminion's own environment: plain big money for two, one line of figures. Not imported by us."""

import random
import sys
import time

from pyminion.bots.examples import BigMoney  # type: ignore[import-not-found]
from pyminion.expansions import base  # type: ignore[import-not-found]
from pyminion.game import Game  # type: ignore[import-not-found]

KINGDOM = [base.cellar, base.market, base.merchant, base.militia, base.mine, base.moat, base.remodel, base.smithy, base.village, base.workshop]

games, seed = int(sys.argv[1]), int(sys.argv[2])
random.seed(seed)
turns = 0
started = time.perf_counter()
for _ in range(games):
    players = [BigMoney("a"), BigMoney("b")]
    game = Game(players=players, expansions=[base.base_set], kingdom_cards=KINGDOM, log_stdout=False)  # its log records are made, but not printed
    game.play()
    turns += sum(player.turns for player in players)
print("\n", games / (time.perf_counter() - started), turns)
