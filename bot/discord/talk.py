"""From what the service replied to what each person and the channel read."""

import logging
from collections.abc import Callable
from typing import Any

import discord

from bot.discord.answer import Answer
from bot.discord.cases import case_in, places
from bot.discord.glance import Glance, Result
from bot.discord.lanes import Lanes, Post
from bot.discord.panel import decision_text, decision_view, turn_line, turn_view
from bot.discord.sender import Attachment, Sender, plain
from bot.service import Service
from bot.worker import Worker
from game_state.notebook import Notebook

log = logging.getLogger("herold.discord")

REFUSALS = ("refused", "unclear", "error")
CLOSED = "Ich kann dir nicht privat schreiben, deine Direktnachrichten sind geschlossen. /hand und der Knopf „Wählen“ zeigen es hier nur dir."
WRITTEN = "Das steht in deinen privaten Nachrichten."
STALE = "Dieser Knopf gehört zu einer Entscheidung, die schon gefallen ist."
GONE = "Diesen Tisch gibt es nicht mehr."


def attached(reply: dict[str, Any]) -> list[Attachment]:
    file = reply.get("file")
    return [Attachment(file["name"], file["content"])] if file else []


def linked(reply: dict[str, Any]) -> str:
    """The text, with channels it names as links."""
    text = plain(reply["text"])
    for channel in filter(str.isdigit, reply.get("channels", ())):
        text = text.replace(channel, f"<#{channel}>")
    return text


class Talk:
    """Delivers results."""

    def __init__(self, sender: Sender, lanes: Lanes, worker: Worker) -> None:
        self.sender, self.lanes, self.worker = sender, lanes, worker

    # -- public side --------------------------------------------------------------------------------------------

    def public(self, result: Result, refusals: bool = False) -> dict[str, Post]:
        """What each channel is told; a refusal only where it cannot be said privately."""
        posts: dict[str, Post] = {}
        for reply in result.replies:
            if reply["to"] is not None or reply.get("duplicate") or (reply["kind"] in REFUSALS and not refusals):
                continue
            for place in places(reply):
                self._add(posts.setdefault(place, Post(place, "")), reply, result.glances.get(reply["channel"]))
        return {place: post for place, post in posts.items() if post.text}

    def _add(self, post: Post, reply: dict[str, Any], glance: Glance | None) -> None:
        mention = [user for user in reply.get("voters", ()) if user and user.isdigit()]
        line = " ".join(f"<@{user}>" for user in mention) + (": " if mention else "") + plain(reply["text"])
        if reply["kind"] == "ask" and glance is not None:
            mention = [a.user for a in glance.awaited if a.ping and a.user]
            line = turn_line(glance) if mention or post.text else ""  # alone it would call nobody
        post.text = f"{post.text}\n{line}".strip()
        post.mention += mention
        post.attach += attached(reply)
        post.glance, post.case = glance, post.case or case_in(reply)
        if reply["channel"] not in places(reply):
            post.otherwise = reply["channel"]

    # -- answers to interactions --------------------------------------------------------------------------------

    async def answer(self, answer: Answer, result: Result, user: str, channel: str, open_answer: bool = False) -> None:
        """`open_answer`: the command itself is no secret, so its public part may be the answer."""
        posts = self.public(result)
        text = self.aside(result, user, posts)
        own, answered = posts.get(channel), False
        if open_answer and own is not None and own.case is None and not answer.waiting:
            view = turn_view(own.glance, channel) if own.glance is not None else None
            answered = await answer.public(own.text, view, own.mention, own.attach)
            if answered:
                del posts[channel]
        self.send_posts(posts, lambda word: answer.private(word))
        if answered and own is not None and own.glance is not None:
            self.lanes.told(own.glance, channel)
            self.lanes.show(own.glance)
        if text or not answered:
            await self.panel(answer, result, text, "" if own is not None else next(iter(posts), ""))

    def aside(self, result: Result, user: str, posts: dict[str, Post]) -> str:
        """What only the speaker reads. What the channel reads anyway is not said twice."""
        told = {plain(reply["text"]) for reply in result.replies if reply["to"] is None and posts.keys() & places(reply)}
        texts = []
        for reply in result.replies:
            mine = reply["to"] == user or (reply["to"] is None and reply["kind"] in REFUSALS)
            if mine and reply["kind"] != "ask":
                text = plain(reply["text"])
                if reply["kind"] != "acted" or text not in told:
                    texts.append(linked(reply))
        return "\n".join(texts)

    async def panel(self, answer: Answer, result: Result, text: str, elsewhere: str = "") -> None:
        """The private answer, with the speaker's next decision under it. `elsewhere`: the channel or thread that reads what he did."""
        notes = "\n".join(plain(note) for note in result.notes)
        if result.stale:
            text = STALE if result.glances or result.decision else GONE
        elif not text and not notes and not result.hand and result.replies:
            asked = all(reply["kind"] in ("answer", "state") for reply in result.replies)
            text = "Die Antwort steht im Kanal." if asked else f"Erledigt: {plain(result.chosen)}." if result.chosen else "Erledigt."
            text += f" Das steht in <#{elsewhere}>." if elsewhere.isdigit() else ""
        parts = [part for part in (notes, text) if part]
        view = None
        if result.decision is not None:
            shown = plain(decision_text(result.decision, result.hand))
            parts += [shown] if shown not in text else []  # a refusal has said what is wanted
            view = decision_view(result.decision)
        else:
            if result.hand:
                parts.append(plain(result.hand))
            if not result.replies and not result.stale:
                parts += [self.who(glance) for glance in result.glances.values()]
        await answer.private("\n".join(parts), view, [file for reply in result.replies if reply["to"] is not None for file in attached(reply)])

    def who(self, glance: Glance) -> str:
        waits = plain(", ".join(f"{a.name} {a.prompt}" for a in glance.awaited))
        return f"Du musst gerade nichts entscheiden. Dran: {waits}." if waits else "Hier läuft gerade keine Partie."

    def send_posts(self, posts: dict[str, Post], refused: Callable[[str], Any] | None = None, reply_to: discord.Message | None = None) -> None:
        for post in posts.values():
            post.refused = refused
            if reply_to is not None and post.channel == str(reply_to.channel.id):
                post.reply_to = reply_to
            if post.channel.isdigit():
                self.lanes.post(post)

    # -- answers to messages ------------------------------------------------------------------------------------

    async def reply(self, message: discord.Message, result: Result, user: str) -> None:
        """To something written: in private messages there, in a channel openly with letters for what is secret."""
        private = message.guild is None
        posts = self.public(result, refusals=not private)
        if private:
            await self._in_letter(message, result, self.aside(result, user, {}), posts)
            return
        self.send_posts(posts, None, message)
        secret = "\n".join(linked(r) for r in result.replies if r["to"] == user and r["kind"] != "ask")
        if secret:
            channel = str(message.channel.id)
            sent = await self.letter(message.author.id, secret, None, lambda: self.lanes.post(Post(channel, CLOSED, reply_to=message)))
            if sent and channel not in posts:
                self.lanes.post(Post(channel, WRITTEN, reply_to=message))
        elif posts and str(message.channel.id) not in posts:
            self.lanes.post(Post(str(message.channel.id), f"Das steht in <#{next(iter(posts))}>.", reply_to=message))

    async def _in_letter(self, message: discord.Message, result: Result, text: str, posts: dict[str, Post]) -> None:
        channel = str(message.channel.id)
        here = posts.pop(channel, None)
        self.send_posts(posts)
        parts = [*(plain(note) for note in result.notes), text or (here.text if here is not None else "")]
        view = None
        if result.decision is not None:
            parts.append(plain(decision_text(result.decision)))
            view = decision_view(result.decision)
        try:
            attach = [file for reply in result.replies if reply["to"] is not None for file in attached(reply)]
            await self.sender.send(channel, "\n".join(part for part in parts if part) or "Erledigt.", view, attach=attach)
        except discord.HTTPException as error:
            log.warning("letter not delivered: %s %s", error.status, error.code)

    async def letter(self, user: int, text: str, view: discord.ui.View | None, closed: Callable[[], object]) -> bool:
        """A private message; `closed` says what happens when the person takes none."""
        try:
            await self.sender.letter(user, text, view)
        except (discord.Forbidden, discord.NotFound):
            closed()
            return False
        except discord.HTTPException as error:
            log.warning("letter not delivered: %s %s", error.status, error.code)
            return False
        return True

    async def letters(self, result: Result) -> None:
        """News for people who wish private messages."""
        for letter in result.letters:
            text = "\n".join(filter(None, (plain(letter.text), plain(decision_text(letter.decision)) if letter.decision else "")))
            view = decision_view(letter.decision) if letter.decision else None

            def closed(user: str = letter.user, channel: str = letter.channel, text: str = letter.text) -> None:
                def keep(service: Service) -> None:
                    with service.store.message():
                        Notebook(service.store).wish(user, letters=False)
                        if text:
                            Notebook(service.store).add_note(user, channel, text)
                self.worker.submit(keep)
                self.lanes.post(Post(channel, f"<@{user}>: {CLOSED}", mention=[user]))

            if letter.user.isdigit() and text:
                await self.letter(int(letter.user), text, view, closed)
