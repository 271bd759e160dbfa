"""What is true: tables, decisions, verdicts, the journal, chance, and one folder of rules per game.

This room never talks to a medium: it takes typed commands and gives typed results.
"""
