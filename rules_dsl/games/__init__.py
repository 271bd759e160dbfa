"""One folder per game: grammar, words, names, typed commands and the rule text."""
