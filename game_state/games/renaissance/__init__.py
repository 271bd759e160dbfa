"""Das Zeitalter der Renaissance: `ablauf` is the sequence of play, one module per phase beside it.

Facts lie in `data/` (with their confidence), the doors for money, misery, cards and pieces in `tueren`.
"""

from game_state.games.renaissance.game import Renaissance

GAME = Renaissance()
