"""What can be said and what is written: grammars, typed commands, rule texts, citations, search.

This room knows words and paragraphs, never the state of a game.
"""
