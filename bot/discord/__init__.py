"""Herold in Discord: slash commands, buttons, private answers.

Needs no privileged intent. Everything it says comes from `bot.service`; this room only hears and sends.
"""
