"""A Discord of our own on loopback (REST v10 and gateway), and people who use it as a real client would let them.

The bot runs beside it as its own process, unchanged; `launcher.py` only turns its addresses to loopback.
"""
