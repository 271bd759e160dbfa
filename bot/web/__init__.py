"""The table in the browser: a page on loopback, a websocket, and everything a channel can do.

`people` knows who sits where with which secret, `room` talks to the service, `server` listens.
"""
