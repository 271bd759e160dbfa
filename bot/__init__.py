"""Who is listening: Discord, browser, terminal, pipe; configuration and the words of replies.

This room renders what `game_state` decides and what `rules_dsl` finds; it decides nothing itself.
"""
