"""Starts the unchanged bot with all its addresses turned to the test Discord. Anything but loopback is refused.

    python -m tests.discord.launcher PORT herold-arguments…
"""

import runpy
import socket
import sys
from typing import Any

import discord.asset
import discord.gateway
import discord.http
import yarl

import tests.basar  # noqa: F401  (registers the tiny game)

_connect = socket.socket.connect


def only_loopback(self: socket.socket, address: Any) -> None:
    if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] != "127.0.0.1":
        raise AssertionError(f"the bot tried to reach {address}")
    _connect(self, address)


def main() -> None:
    port = sys.argv[1]
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://127.0.0.1:{port}/gw/")
    discord.asset.Asset.BASE = f"http://127.0.0.1:{port}/cdn"
    socket.socket.connect = only_loopback  # type: ignore[method-assign,assignment]
    sys.argv = ["herold", *sys.argv[2:]]
    runpy.run_module("bot.main", run_name="__main__")


if __name__ == "__main__":
    main()
