"""The client: what comes in from Discord, and which answer it gets."""

import asyncio
import dataclasses
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import aiohttp
import discord
from discord import app_commands

from bot.config import Settings
from bot.discord import slash
from bot.discord.answer import Answer
from bot.discord.cases import left
from bot.discord.glance import Glance, Result, at_table, choose, look, missed, said
from bot.discord.lanes import Lanes, Post
from bot.discord.panel import ID, turn_line
from bot.discord.sender import Sender, plain, size
from bot.discord.talk import GONE, STALE, Talk
from bot.messages import Message
from bot.metrics import Metrics
from bot.service import Service
from bot.worker import Worker
from game_state.game import playable
from game_state.notebook import Notebook
from game_state.table import LEITUNG
from rules_dsl.fold import fold
from rules_dsl.registry import all_games

T = TypeVar("T")
log = logging.getLogger("herold.discord")

SEEN = 20_000
CHOICES, CHOICE = 25, 100
AUTOCOMPLETE_PATIENCE = 2.0
BIGGEST_FILE = 8 * 1024 * 1024
STUMBLED = "Da ist mir ein Fehler unterlaufen. Am Tisch geht es weiter; „/stand“ zeigt, was gilt."
MY_ROLE = "Du hast meine Rolle erwähnt, nicht mich; so kann ich nicht lesen, was du schreibst. Nimm beim Tippen den Bot statt der Rolle, oder „/zug“."
_MENTIONED = re.compile(r"<@!?(\d+)>")


class Herold(discord.AutoShardedClient):
    """One client for all servers. It keeps no state of games; that is the worker's."""

    def __init__(self, settings: Settings, worker: Worker, metrics: Metrics, **options: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = True
        super().__init__(
            intents=intents, max_messages=None, chunk_guilds_at_startup=False, member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(), **options,
        )
        self.settings, self.worker, self.metrics = settings, worker, metrics
        self.sender = Sender(self)
        self.lanes = Lanes(self.sender, worker, settings.discord_anheften)
        self.talk = Talk(self.sender, self.lanes, worker)
        self.tree: app_commands.CommandTree[Herold] = app_commands.CommandTree(self)
        self.tree.error(self.command_failed)
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._missed: list[tuple[str, Glance]] = []  # looked up before anything new can be said
        slash.build(self.tree, self)

    # -- coming and going ---------------------------------------------------------------------------------------

    async def setup_hook(self) -> None:
        self._missed = await self.ask(missed)
        await self.tree.set_translator(slash.English())
        guild = discord.Object(self.settings.discord_gilde) if self.settings.discord_gilde else None
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        try:
            await self.tree.sync(guild=guild)
        except discord.HTTPException as error:
            log.warning("commands not synced: %s %s", error.status, error.code)

    async def on_shard_connect(self, shard_id: int) -> None:
        log.info("shard %s connected", shard_id)
        self.metrics.gauge("connected", 1)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.metrics.count("disconnects")
        self.metrics.gauge("connected", 0)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.metrics.count("resumes")
        self.metrics.gauge("connected", 1)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self._catch_up()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        log.info("joined a server")

    async def on_ready(self) -> None:
        log.info("ready with %s servers", len(self.guilds))
        self._catch_up()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        log.info("removed from a server; its tables stay stored")
        for channel in (*guild.channels, *guild.threads):
            self._lost(str(channel.id))

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._lost(str(channel.id))

    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        self._lost(str(event.thread_id))

    def _lost(self, channel: str) -> None:
        """Nothing more is sent there; the table itself stays as it is."""
        def mark(service: Service) -> None:
            table = service.store.open_table(channel)
            if table is not None:
                Notebook(service.store).set_board(table.meta.id, gone=1)
            left(service, channel)
        self.worker.submit(mark)

    def _catch_up(self) -> None:
        """After a start: tell channels what they have not heard because Herold was cut off."""
        waiting, self._missed = self._missed, []
        for text, glance in waiting:
            if glance.channel.isdigit():
                mention = [a.user for a in glance.awaited if a.ping and a.user]
                words = "\n".join(filter(None, ("Das habt ihr noch nicht gehört:", plain(text), turn_line(glance))))
                self.lanes.post(Post(glance.channel, words, glance, mention))

    async def ask(self, job: Callable[[Service], T]) -> T:
        return await asyncio.wrap_future(self.worker.submit(job))

    def first_time(self, number: int) -> bool:
        """Whether this event has not been seen before; Discord may repeat events after a reconnect."""
        if number in self._seen:
            self.metrics.count("duplicates")
            return False
        self._seen[number] = None
        if len(self._seen) > SEEN:
            self._seen.popitem(last=False)
        return True

    # -- who speaks ---------------------------------------------------------------------------------------------

    def roles_of(self, person: discord.User | discord.Member | discord.abc.User, permissions: discord.Permissions | None = None) -> frozenset[str]:
        """Spielleitung is who has the role of that name, or may manage the server."""
        if not isinstance(person, discord.Member):
            return frozenset()
        wanted = fold(self.settings.discord_rolle)
        rights = permissions if permissions is not None else person.guild_permissions
        leads = rights.manage_guild or any(fold(role.name) == wanted for role in person.roles)
        return frozenset([LEITUNG]) if leads else frozenset()

    def heard(self, interaction: discord.Interaction[Any], text: str, private: bool) -> Message:
        user = interaction.user
        return Message(
            str(interaction.id), str(interaction.channel_id), str(user.id), user.display_name, text, private or interaction.guild_id is None,
            self.roles_of(user, interaction.permissions), server=str(interaction.guild_id or ""),
        )

    # -- slash commands -----------------------------------------------------------------------------------------

    async def command(self, interaction: discord.Interaction[Any], line: str, open_answer: bool) -> None:
        """A slash command is a line said to the service; what the channel may read is decided afterwards."""
        if not self.first_time(interaction.id):
            return
        started = time.perf_counter()
        message = self.heard(interaction, line, private=not open_answer)
        answer = Answer(interaction)
        result = await answer.wait(self.worker.submit(lambda service: said(service, named(service, message, {}))))
        self.metrics.said(result.replies)
        await self.talk.answer(answer, result, message.user, message.channel, open_answer)
        self.metrics.took(time.perf_counter() - started)
        await self.talk.letters(result)

    async def new_game(self, interaction: discord.Interaction[Any], game: str, thread: bool) -> None:
        key = all_games().by_form.get(fold(game))
        if not thread or not isinstance(interaction.channel, discord.TextChannel) or key is None or not playable(key):
            await self.command(interaction, f"neues spiel {game}", True)
            return
        if not self.first_time(interaction.id):
            return
        answer = Answer(interaction)
        await interaction.response.defer(ephemeral=True, thinking=True)
        answer.waiting = True
        try:
            made = await interaction.channel.create_thread(name=f"Herold: {all_games().text(key)}"[:100], type=discord.ChannelType.public_thread)
        except discord.HTTPException:
            await answer.private("Ich darf hier keinen Thread öffnen; ohne „faden“ eröffne ich den Tisch im Kanal.")
            return
        heard = self.heard(interaction, f"neues spiel {game}", False)
        message = dataclasses.replace(heard, channel=str(made.id))
        result = await self.ask(lambda service: said(service, message))
        self.talk.send_posts(self.talk.public(result))
        await answer.private(self.talk.aside(result, message.user, {}) or f"Der Tisch steht in {made.mention}.")

    async def letters_wished(self, interaction: discord.Interaction[Any], wanted: bool) -> None:
        if not self.first_time(interaction.id):
            return
        answer, user = Answer(interaction), str(interaction.user.id)

        def wish(service: Service) -> None:
            with service.store.message():
                Notebook(service.store).wish(user, letters=wanted)

        if wanted:
            hello = "Ab jetzt schreibe ich dir hier, was nur dich angeht. /nachrichten privat:False beendet das."
            if not await answer.wait(self.talk.letter(interaction.user.id, hello, None, lambda: None)):
                await answer.private("Ich kann dir nicht privat schreiben: Erlaube in den Einstellungen des Servers „Direktnachrichten“.")
                return
        await answer.wait(self.worker.submit(wish))
        how = "kommt jetzt als private Nachricht" if wanted else "zeigen dir wieder die Knöpfe im Kanal"
        await answer.private(f"Was nur dich angeht, {how}.")

    async def completed(self, interaction: discord.Interaction[Any], current: str, before: str = "") -> list[app_commands.Choice[str]]:
        """Continuations from grammar and legality, within Discord's 25 choices of 100 characters."""
        user, channel = str(interaction.user.id), str(interaction.channel_id)
        job = self.worker.submit(lambda service: service.complete(channel, user, before + current))
        try:
            found = await asyncio.wait_for(asyncio.wrap_future(job), AUTOCOMPLETE_PATIENCE)
        except Exception:
            return []
        choices = []
        for text in found:
            value = text[len(before):] if text.startswith(before) else text
            if value.strip() and size(value) <= CHOICE:
                choices.append(app_commands.Choice(name=value, value=value))
        return choices[:CHOICES]

    async def command_failed(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            await Answer(interaction).private("Diesen Befehl kenne ich nicht mehr; lade Discord neu (Strg-R).")
            return
        log.error("command failed", exc_info=error)
        self.metrics.count("errors")
        await Answer(interaction).private(STUMBLED)

    # -- buttons, menus, forms ----------------------------------------------------------------------------------

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.application_command:
            self.metrics.count("commands")
            return
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        data: dict[str, Any] = dict(interaction.data or {})
        match = ID.fullmatch(str(data.get("custom_id", "")))
        if not self.first_time(interaction.id):
            return
        self.metrics.count("clicks")
        if match is None:
            await Answer(interaction).private(STALE)
            return
        try:
            await self._clicked(interaction, data, match)
        except Exception as error:
            log.error("click failed", exc_info=error)
            self.metrics.count("errors")
            await Answer(interaction).private(STUMBLED)

    async def _clicked(self, interaction: discord.Interaction[Any], data: dict[str, Any], match: re.Match[str]) -> None:
        kind, table = match.group(1), int(match.group(2))
        user = str(interaction.user.id)
        if kind == "b" and interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(_form(table))
            return
        message = self.heard(interaction, "", True)
        own = _only_for_one(interaction)
        answer = Answer(interaction, update=kind in "om" and own)
        job: Callable[[Service], Result | None]
        if kind in "om" and match.group(3):
            index = int(data["values"][0]) if kind == "m" else int(match.group(5))
            position, mark = int(match.group(3)), match.group(4)

            def job(service: Service) -> Result | None:
                return choose(service, message, table, position, mark, index)
        elif kind == "w":
            def job(service: Service) -> Result | None:
                return look(service, table, user)
        else:
            text = {"h": "hand", "s": "stand", "j": "stimme zu", "n": "lehne ab", "e": "mitspielen", "l": "start", "b": _written(data)}.get(kind, "")
            spoken = dataclasses.replace(message, text=text, private=True)

            def job(service: Service) -> Result | None:
                return at_table(service, named(service, spoken, {}), table)
        result = await answer.wait(self.worker.submit(job))
        if result is None:
            await answer.private(GONE)
            return
        self.metrics.said(result.replies)
        await self.talk.answer(answer, result, user, message.channel)
        await self.talk.letters(result)

    # -- messages -----------------------------------------------------------------------------------------------

    async def on_message(self, message: discord.Message) -> None:
        """Private messages, and messages that mention Herold; nothing else is read. Edits are not heard again."""
        me = self.user
        if me is None or message.author.bot or message.type not in (discord.MessageType.default, discord.MessageType.reply):
            return
        mentioned = any(user.id == me.id for user in message.mentions) and f"{me.id}>" in message.content
        if message.guild is not None and not mentioned:
            if message.guild.self_role in message.role_mentions and self.first_time(message.id):
                self.lanes.post(Post(str(message.channel.id), MY_ROLE, reply_to=message))
            return
        if not self.first_time(message.id):
            return
        self.metrics.count("messages")
        started = time.perf_counter()
        text = re.sub(rf"<@!?{me.id}>[\s,:]*", "", message.content).strip() or "hilfe"
        people = {str(user.id): user.display_name for user in message.mentions if user.id != me.id}
        heard = Message(
            str(message.id), str(message.channel.id), str(message.author.id), message.author.display_name, text, message.guild is None,
            self.roles_of(message.author), file=await _attached(message), server=str(message.guild.id) if message.guild else "",
        )
        try:
            result = await self.ask(lambda service: said(service, named(service, heard, people)))
        except Exception:
            self.lanes.post(Post(heard.channel, STUMBLED, reply_to=message))
            raise
        self.metrics.said(result.replies)
        await self.talk.reply(message, result, heard.user)
        self.metrics.took(time.perf_counter() - started)
        await self.talk.letters(result)

    async def on_error(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        self.metrics.count("errors")
        log.exception("event %s failed", event)


async def _attached(message: discord.Message) -> str | None:
    """The first file of a message, if it may be a stored game."""
    for file in message.attachments:
        if file.filename.endswith(".json") and file.size <= BIGGEST_FILE:
            try:
                return (await file.read()).decode("utf-8", "replace")
            except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
                log.warning("attachment not read: %s", type(error).__name__)
    return None


def named(service: Service, message: Message, people: dict[str, str]) -> Message:
    """Mentions in what was written, as names the table understands."""
    if "<@" not in message.text:
        return message
    channel = service.home(message.channel)
    with service.store.message():
        for user, name in people.items():
            service.store.meet(channel, user, name, fold(name).split(" ")[0])
    known = {user: handle for user, _, handle in service.store.people(channel)}
    text = _MENTIONED.sub(lambda m: known.get(m.group(1), m.group(1)), message.text)
    return dataclasses.replace(message, text=text)


def _only_for_one(interaction: discord.Interaction[Any]) -> bool:
    """Whether the clicked message is read by this person alone, so that it may be replaced by the answer."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)


def _written(data: dict[str, Any]) -> str:
    """What was typed into the form."""
    for row in data.get("components", []):
        for field in [*row.get("components", []), row.get("component", {})]:
            if field.get("custom_id") == "befehl":
                return str(field.get("value", ""))
    return ""


def _form(table: int) -> discord.ui.Modal:
    form = discord.ui.Modal(title="Dein Befehl", custom_id=f"h:b:{table}", timeout=1)
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(custom_id="befehl", placeholder="zum Beispiel: kaufe Silber", max_length=1000)
    form.add_item(discord.ui.Label(text="Ein oder mehrere Befehle, mit Komma getrennt", component=field))
    form.stop()
    return form
