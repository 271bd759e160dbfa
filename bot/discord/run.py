"""`herold` with a token: run until told to stop. What prevents that is said in one German sentence."""

import asyncio
import contextlib
import logging
import re
import signal
import sys
from zoneinfo import ZoneInfo

import aiohttp
import discord

from bot import logs
from bot.config import Settings
from bot.discord.client import Herold
from bot.discord.reminding import Reminding
from bot.metrics import Metrics, serve
from bot.reminders import Times
from bot.service import Service
from bot.worker import Worker
from game_state.store import Store

log = logging.getLogger("herold.discord")

STOPPING = 8.0  # seconds for what is still waiting to go out
WRONG_TOKEN = "Discord nimmt den Token nicht an; prüfe discord_token in der Konfiguration."
NO_NETWORK = "Discord ist nicht erreichbar; prüfe die Verbindung dieses Rechners ins Netz."
NO_INTENT = "Discord verweigert die Verbindung, weil der Anwendung ein Intent fehlt; prüfe im Developer Portal die Seite „Bot“."
NO_SHARD = "Diese Aufteilung in Shards geht nicht; prüfe discord_shards in der Konfiguration."


class Hopeless(Exception):
    """The bot cannot run; the text says why."""


def shards(text: str) -> dict[str, object]:
    """`0-3/8`: shards 0 to 3 of 8; nothing: as Discord advises."""
    match = re.fullmatch(r"(\d+)(?:-(\d+))?/(\d+)", text)
    if match is None:
        return {}
    first, last, count = int(match.group(1)), int(match.group(2) or match.group(1)), int(match.group(3))
    if not first <= last < count:
        raise Hopeless(NO_SHARD)
    return {"shard_ids": list(range(first, last + 1)), "shard_count": count}


def run_discord(settings: Settings) -> int:
    """Run the bot; returns the exit code."""
    logs.set_up(settings.protokoll, settings.protokoll_form)
    with contextlib.closing(Store(settings.daten)) as store:
        store.prune()
        service = Service(store)
        service.times = Times(ZoneInfo(settings.zeitzone), settings.erinnern_stunden)
        worker = Worker(service)
        try:
            asyncio.run(_run(settings, worker))
        except Hopeless as error:
            print(error, file=sys.stderr)
            return 1
        finally:
            worker.stop()
    return 0


async def _run(settings: Settings, worker: Worker) -> None:
    metrics = Metrics()
    herold = Herold(settings, worker, metrics, **shards(settings.discord_shards))
    reminding = Reminding(herold, settings.takt_sekunden)
    page = None
    if settings.gesundheit_port:
        try:
            page = await serve(metrics, settings.gesundheit_port, lambda: _wrong(herold, worker))
        except OSError:
            raise Hopeless(f"Der Port {settings.gesundheit_port} (gesundheit_port) ist schon belegt.") from None
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    running = asyncio.ensure_future(_connect(herold, settings.discord_token.get_secret_value()))
    stopped = asyncio.ensure_future(stop.wait())
    remind = asyncio.ensure_future(reminding.run())
    try:
        await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        else:
            log.info("stopping")
            await herold.lanes.finish(STOPPING)
    finally:
        for task in (remind, stopped):
            task.cancel()
        await herold.close()
        with contextlib.suppress(BaseException):
            await running
        if page is not None:
            await page.cleanup()


def _wrong(herold: Herold, worker: Worker) -> str | None:
    if herold.is_closed() or not herold.shards or any(shard.is_closed() for shard in herold.shards.values()):
        return "nicht verbunden"
    if worker.waiting > 500:
        return f"{worker.waiting} Aufträge warten"
    return None


async def _connect(herold: Herold, token: str) -> None:
    try:
        async with herold:
            await herold.start(token)
    except discord.LoginFailure:
        raise Hopeless(WRONG_TOKEN) from None
    except discord.PrivilegedIntentsRequired:
        raise Hopeless(NO_INTENT) from None
    except discord.HTTPException as error:
        raise Hopeless(f"Discord antwortet mit einem Fehler ({error.status}); versuch es später noch einmal.") from None
    except discord.ConnectionClosed as error:
        raise Hopeless(NO_SHARD if error.code in (4010, 4011) else f"Discord hat die Verbindung beendet ({error.code}).") from None
    except (TimeoutError, aiohttp.ClientError, OSError, discord.GatewayNotFound):
        raise Hopeless(NO_NETWORK) from None
