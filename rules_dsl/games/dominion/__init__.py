"""What players of Dominion (base game 2nd edition and Renaissance) can say: grammar, words, names, commands."""

import tomllib
from pathlib import Path

from rules_dsl.games.dominion.commands import BUILD, CARDS, CHOICES, COMMANDS
from rules_dsl.names import verbs

HERE = Path(__file__).parent
GRAMMAR = (HERE / "grammar.lark").read_text("utf-8")
WORDS = verbs(tomllib.loads((HERE / "words.toml").read_text("utf-8")))
NAMES = {"CARD": CARDS, "CHOICE": CHOICES}

__all__ = ["BUILD", "CARDS", "CHOICES", "COMMANDS", "GRAMMAR", "NAMES", "WORDS"]
