"""A thread per dispute: it hangs on one line in the channel, and the case is argued in it.

Which thread belongs to which case is stored with the case. Without the right to make threads, at a table that is itself in a
thread, or when somebody has deleted it, everything is said in the channel of the table.
"""

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import discord

from bot.discord.sender import NOBODY, Sender, again, clipped, plain
from bot.service import Service
from bot.worker import Worker
from game_state.disputes import Disputes

if TYPE_CHECKING:
    from bot.discord.lanes import Post

log = logging.getLogger("herold.discord")

NAME = 100
WEEK: Final = 10080  # minutes until Discord folds a silent thread away
EXISTS = 160004  # the thread was made, only the answer got lost


@dataclass(frozen=True, slots=True)
class Case:
    """A dispute that has just been opened."""

    dispute: int
    title: str


def case_in(reply: dict[str, Any]) -> Case | None:
    return Case(reply["dispute"], reply["title"]) if reply.get("step") == "opened" else None


def places(reply: dict[str, Any]) -> list[str]:
    """Where a public reply is read: what belongs to a case in its thread, the ruling also in the channel."""
    thread = reply.get("place")
    if not thread:
        return [reply["channel"]]
    return [thread, reply["channel"]] if reply["step"] == "decided" else [thread]


def left(service: Service, thread: str) -> None:
    """The thread is gone: the case goes on in the channel."""
    disputes = Disputes(service.store)
    dispute = disputes.argued_at(thread)
    if dispute is not None:
        with service.store.message():
            dispute.place = ""
            disputes.save(dispute)


async def moved(sender: Sender, worker: Worker, post: "Post") -> "Post":
    """The opening of a case as it is to be delivered: in its new thread, or where it was to be said anyway."""
    assert post.case is not None
    case, here = post.case, replace(post, case=None)
    channel = sender.client.get_channel(int(post.channel))
    if not isinstance(channel, discord.TextChannel) or not _may(channel):
        return here
    title = plain(case.title)
    try:
        line = await sender.send(post.channel, title, reply_to=post.reply_to)
        here.reply_to = None
        await _start(channel, line.id, clipped(title, NAME))
        thread = str(line.id)  # a thread has the number of the message it hangs on

        def keep(service: Service) -> None:
            with service.store.message():
                dispute = Disputes(service.store).find(case.dispute)
                dispute.place = thread
                Disputes(service.store).save(dispute)

        worker.submit(keep)
    except Exception as error:
        log.warning("no thread for a dispute in %s: %s", post.channel, type(error).__name__)
        return here
    try:
        await again(lambda: line.edit(content=f"{title}. Weiter in <#{thread}>.", allowed_mentions=NOBODY))
    except Exception as error:  # Discord shows the thread under the line anyway
        log.warning("line of a dispute not edited: %s", type(error).__name__)
    return replace(here, channel=thread, otherwise=post.channel)


def _may(channel: discord.TextChannel) -> bool:
    rights = channel.permissions_for(channel.guild.me)
    return rights.view_channel and rights.send_messages and rights.create_public_threads and rights.send_messages_in_threads


async def _start(channel: discord.TextChannel, message: int, name: str) -> None:
    try:
        await again(lambda: channel.get_partial_message(message).create_thread(name=name, auto_archive_duration=WEEK))
    except discord.HTTPException as error:
        if error.code != EXISTS:
            raise
