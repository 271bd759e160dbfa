"""The one way through the house: message -> orders -> table -> journal -> replies.

Every medium (Discord, browser, terminal, pipe) hands its messages to `Service.handle` and renders what comes back.
"""

import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot import disputes, words
from bot.messages import Message, Reply
from bot.questions import NO_TABLE, QUERIES, Desk, inform
from bot.reminders import Times
from game_state import orders
from game_state.disputes import Disputes
from game_state.game import find_game, playable
from game_state.store import Store, StoreError
from game_state.table import Actor, Outcome, Proposal, Table
from game_state.verdict import Refused
from rules_dsl import table as say
from rules_dsl.command import Command
from rules_dsl.errors import Unclear
from rules_dsl.fold import fold
from rules_dsl.language import Language, Order
from rules_dsl.registry import TABLE, all_games, language_of, table_language
from rules_dsl.tisch import CODES

log = logging.getLogger("herold")

_QUESTION = re.compile(
    r"\?\s*$|^(?:wie|was|wer|wen|wem|wann|wo|woher|wohin|welche\w*|darf|duerfen|kann|koennen|muss|muessen|ist|sind|gibt"
    r"|zaehlt|reich(?:t|en)|genueg(?:t|en)|komm(?:e|t|en)|erreich(?:e|t|en)|schuetzt|bekomm\w*|krieg\w*|wieviel\w*|warum|wieso|wofuer)\b"
)
_TABLES_IN_PRIVATE = "Du sitzt an mehreren Tischen; schreib mir im Kanal des Tisches, den du meinst."


REMEMBERED_REFUSALS = 500


class Service:
    """Handles messages for all channels of one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.times = Times()
        self.refusals: dict[tuple[str, str], Refused] = {}  # last refusal by channel and user, for "warum"
        self.denied: dict[tuple[str, str], tuple[Refused, str]] = {}  # last refused move and how it was said aloud, for "streit"
        self._met: set[tuple[str, str, str]] = set()  # whose names are stored already

    # -- the way through ----------------------------------------------------------------------------------------

    def handle(self, message: Message) -> list[dict[str, Any]]:
        """All replies to one message, the last one with `done`. What they confirm is stored."""
        try:
            with self.store.message():
                return self._handle(message)
        except StoreError as error:
            return self._close(message, [Reply("error", str(error), self._aside(message), ok=False)])
        except Exception:
            mark = secrets.token_hex(3)
            log.exception("message failed (%s) in %s", mark, message.channel)
            text = f"Da ist mir ein Fehler unterlaufen (Kennung {mark}). Deine Nachricht hat nichts verändert; am Tisch geht es weiter."
            return self._close(message, [Reply("error", text, self._aside(message), ok=False)])

    def handle_many(self, messages: Sequence[Message]) -> list[list[dict[str, Any]]]:
        """Several messages with one durable commit. If that fails, each is tried alone."""
        if len(messages) == 1:
            return [self.handle(messages[0])]
        try:
            with self.store.batch():
                return [self.handle(message) for message in messages]
        except StoreError:
            return [self.handle(message) for message in messages]

    def _handle(self, message: Message) -> list[dict[str, Any]]:
        if message.id:
            before = self.store.replies_to(message.channel, message.id)
            if before is not None:
                return [{**reply, "duplicate": True} for reply in before]
        here = replace(message, channel=self.home(message.channel))
        table = self.table_for(here)
        replies = self._query(here, table) if message.query is not None else self._say(here, table)
        closed = self._close(message, replies)  # answers go where it was asked, what happens at the table to its channel
        if message.id:
            self.store.remember(message.channel, message.id, closed)
        return closed

    def _close(self, message: Message, replies: list[Reply]) -> list[dict[str, Any]]:
        closed = [reply.dump(message.id, message.channel) for reply in replies]
        closed[-1]["done"] = True
        return closed

    def _aside(self, message: Message) -> str | None:
        return message.user if message.private else None

    def home(self, channel: str) -> str:
        """What is said where a dispute is argued is said at its table."""
        dispute = Disputes(self.store).argued_at(channel)
        return dispute.channel if dispute is not None else channel

    def table_for(self, message: Message) -> Table | None:
        table = self.store.open_table(self.home(message.channel))
        if table is None and message.private:
            mine = [self.store.open_table(channel) for _, channel, _ in self.store.tables_of(message.user)]
            waiting = [found for found in mine if found is not None and found.ask_of(message.user) is not None]
            for found in (mine, waiting):
                if len(found) == 1:
                    return found[0]
        return table

    def _remember(self, kept: dict[tuple[str, str], Any], message: Message, what: Any) -> None:
        """The newest for each person in a channel; the oldest of all go."""
        kept[(message.channel, message.user)] = what
        if len(kept) > REMEMBERED_REFUSALS:
            kept.pop(next(iter(kept)))

    # -- saying -------------------------------------------------------------------------------------------------

    def _say(self, message: Message, table: Table | None) -> list[Reply]:
        actor = Actor(message.user, orders.clean(message.name or message.user), message.roles)
        self._meet(message)
        found = table.understand(message.text) if table is not None else table_language().parse(message.text)
        asking, first = message.text.rstrip().endswith("?"), found[0].command
        guessed = found[0].read_as is not None and asking  # „bin ich dran?“ is no misspelt order
        wondering = first is not None and first.short and asking  # „Burggraben?“ shows none
        if wondering or ((found[0].unclear is not None or guessed) and _QUESTION.search(fold(message.text[:400]))):
            found = [Order(message.text, say.Question(text=message.text.strip()))]
        if table is None and message.private and found[0].unclear is not None and len(self.store.tables_of(message.user)) > 1:
            return [Reply("refused", _TABLES_IN_PRIVATE, message.user, ok=False)]
        replies: list[Reply] = []
        proposed = table.meta.proposal if table is not None else None
        turn = table.turn() if table is not None else None
        for number, order in enumerate(found):
            late = number > 0 and _beyond(table, turn, order)
            if late and order.command is not None and order.command.ends:
                continue
            ok, table = self._too_late(message, table, order, replies) if late else self._one(message, actor, table, order, replies)
            if table is not None and order.command is not None and order.command.kind in say.COMMANDS:
                turn = table.turn()  # what the table itself did, such as going back, begins anew
            if not ok:
                left = len(found) - number - 1
                if left:
                    text = f"Die {left} Befehle danach habe ich nicht ausgeführt." if left > 1 else "Den Befehl danach habe ich nicht ausgeführt."
                    replies.append(Reply("notice", text, self._aside(message)))
                break
        if table is not None and table.new_records:
            self._settle(table, replies)
            if table.meta.proposal is not None and table.meta.proposal is not proposed:
                self._call_voters(table, table.meta.proposal, replies)
            replies += self._asks(table)
            self.store.save(table)
        return replies

    def _too_late(self, message: Message, table: Table | None, order: Order, replies: list[Reply]) -> tuple[bool, Table | None]:
        said = order.command.say() if order.command is not None else order.text
        refused = Refused(f"Dein Zug war damit zu Ende; „{said}“ gilt nicht für den nächsten.", code="turn_over")
        replies.append(refusal("", refused, message.user))
        return False, table

    def _one(self, message: Message, actor: Actor, table: Table | None, order: Order, replies: list[Reply]) -> tuple[bool, Table | None]:
        """Carry out one order. Gives back whether it succeeded, and the table now."""
        aside = self._aside(message)
        if order.command is None:
            unclear = self._unclear(order.unclear or Unclear(order.text), aside)
            if table is None:
                unclear.text += " " + NO_TABLE
            replies.append(unclear)
            return False, table
        try:
            if isinstance(order.command, say.NewGame):
                table = self._new_game(message, actor, order.command)
                replies.append(self._opened(table, aside))
                return True, table
            if type(order.command) in QUERIES or order.command.info:
                desk = Desk(self.store, table, message, self)
                replies += QUERIES.get(type(order.command), inform)(desk, order.command)
                return True, table
            if table is None:
                replies.append(refusal("", Refused(NO_TABLE, code="no_table"), aside))
                return False, table
            command = self._resolve(message, order.command)
            vote = table.meta.proposal if isinstance(command, say.Agree | say.Disagree) else None
            outcome = orders.do(table, actor, command)
        except Refused as refused:
            self._remember(self.refusals, message, refused)
            if order.command is not None and order.command.kind not in say.COMMANDS and not order.command.info:
                self._remember(self.denied, message, (refused, "" if message.private else order.command.say()))
            key = table.meta.game if table is not None else ""
            replies.append(refusal(key, refused, message.user))  # its reasons may name what is in the hand
            return False, table
        if order.read_as and message.private:  # what was whispered is not repeated aloud
            replies.append(Reply("notice", f"(gelesen als „{command.say()}“)", message.user))
        elif order.read_as:
            outcome.notes.insert(0, f"(gelesen als „{command.say()}“)")
        replies += self._acted(message, table, outcome, self._about(table, vote))
        return True, table

    def _about(self, table: Table, vote: Proposal | None) -> dict[str, Any]:
        """A vote on how a dispute shall end belongs to it."""
        if vote is None or vote.kind != "dispute":
            return {}
        return disputes.about(Disputes(self.store).find(vote.data["dispute"]), "decided" if table.settled else "argued")

    def _settle(self, table: Table, replies: list[Reply]) -> None:
        """A dispute that was decided becomes a numbered ruling of the server."""
        if table.settled is None:
            return
        stored, settled = Disputes(self.store), table.settled
        dispute = stored.current(table.meta.channel)
        table.settled = None
        if dispute is not None and dispute.id == settled["dispute"]:
            stored.decide(dispute, settled["ruling"], settled["how"], table.now())
            text = f"Das ist euer Urteil {dispute.number}."
            replies.append(Reply("notice", text, None, channel=table.meta.channel, extra=disputes.about(dispute, "decided")))

    def _call_voters(self, table: Table, proposal: Proposal, replies: list[Reply]) -> None:
        """Whose vote is missing, beside what tells the proposal."""
        told = [reply for reply in replies if reply.to is None and reply.kind in ("acted", "notice")]
        missing = [table.meta.seats[seat].user for seat in proposal.needs if seat not in proposal.yes]
        if told:
            told[-1].extra = {**told[-1].extra, "voters": missing}

    def by_itself(self, table: Table, outcome: Outcome) -> list[dict[str, Any]]:
        """Something happened at a table that nobody said, such as a deadline; stored, and what is to be told."""
        message = Message("", table.meta.channel, "", "Herold")
        replies = self._acted(message, table, orders.overtaking(table, outcome))
        if table.meta.proposal is not None and not table.meta.proposal.by:
            self._call_voters(table, table.meta.proposal, replies)
        replies += self._asks(table)
        self.store.save(table)
        return self._close(message, replies)

    def _acted(self, message: Message, table: Table, outcome: Outcome, about: dict[str, Any] | None = None) -> list[Reply]:
        cites = cited(table.meta.game, tuple(dict.fromkeys(c for event in outcome.events for c in event.cites)) or outcome.cites)
        text = words.public(table, outcome) or "Erledigt."
        replies = [Reply("notice" if message.private else "acted", text, None, cites=cites, channel=table.meta.channel, extra=about or {})]
        if message.private:
            replies.insert(0, Reply("acted", text, message.user, cites=cites))
        for number, seat in enumerate(table.meta.seats):
            if seat.user is not None:
                mine = words.private(table, outcome, number)
                if mine:
                    replies.append(Reply("notice", mine, seat.user, channel=table.meta.channel))
        return replies

    def _asks(self, table: Table) -> list[Reply]:
        """Who must act now: one line for all, and for each of them what is wanted."""
        if table.meta.phase != "playing":
            return []
        waiting = table.running.waiting()
        users = [table.meta.seats[ask.seat].user for ask in waiting]
        replies = [Reply("ask", f"Dran: {table.awaited()}.", None, channel=table.meta.channel, extra={"seats": users})]
        for ask, user in zip(waiting, users, strict=True):
            if user is not None:
                replies.append(Reply("ask", words.duty(table, ask), user, cites=cited(table.meta.game, tuple(ask.cites)), channel=table.meta.channel))
        return replies

    def _unclear(self, unclear: Unclear, aside: str | None) -> Reply:
        extra = {"position": unclear.position, "expected": list(unclear.expected), "suggestions": list(unclear.near)}
        return Reply("unclear", unclear.explain(), aside, ok=False, extra=extra)

    # -- opening a table ----------------------------------------------------------------------------------------

    def _new_game(self, message: Message, actor: Actor, order: say.NewGame) -> Table:
        offered = tuple(f"neues spiel {name.id}" for name in all_games() if playable(name.id))
        if order.game is None:
            raise Refused("Welches Spiel soll es sein?", instead=offered, code="no_game_named")
        if not playable(order.game):
            raise Refused(f"{all_games().text(order.game)} kann ich noch nicht leiten; Regelfragen dazu beantworte ich.", instead=offered, code="not_playable")
        open_table = self.store.open_table(message.channel)
        if open_table is not None:
            raise Refused(
                f"In diesem Kanal läuft schon {open_table.game.title}; „spiel beenden“ schließt den Tisch.", code="channel_busy"
            )
        game = find_game(order.game)
        table = self.store.new_table(message.channel, game.key, game.version, actor.user, message.server)
        orders.do(table, actor, say.Join())
        return table

    def _opened(self, table: Table, aside: str | None) -> Reply:
        least, most = table.game.players
        text = (
            f"Ein Tisch für {table.game.title} ({least}–{most} Spieler) ist offen; {table.people[0]} sitzt schon. "
            "„mitspielen“ setzt dich dazu, „computer“ füllt einen Platz, „start“ beginnt."
        )
        return Reply("acted", text, aside, channel=table.meta.channel)

    # -- people -------------------------------------------------------------------------------------------------

    def _meet(self, message: Message) -> None:
        handle = fold(message.name).split(" ")[0]
        if message.name and (message.channel, message.user, message.name) not in self._met:
            self.store.meet(message.channel, message.user, message.name, handle)
            self._met.add((message.channel, message.user, message.name))
            if len(self._met) > 10_000:
                self._met.clear()

    def _resolve(self, message: Message, command: Command) -> Command:
        """`ersetze A durch B`: B may be somebody who has spoken here."""
        if isinstance(command, say.Replace):
            for user, name, handle in self.store.people(message.channel):
                if fold(command.new) in (handle, fold(name), fold(user)):
                    return command.model_copy(update={"new": name, "user": user})
        return command

    # -- data ---------------------------------------------------------------------------------------------------

    def _query(self, message: Message, table: Table | None) -> list[Reply]:
        if message.query == "options":
            options = table.options(message.user) if table is not None else []
            return [Reply("state", "", message.user, extra={"options": options})]
        if message.query == "view":
            view = table.view(message.user) if table is not None and table.meta.phase == "playing" else {}
            return [Reply("state", "", message.user, extra={"view": view})]
        return [Reply("error", f"Die Abfrage „{words.clipped(str(message.query), 40)}“ kenne ich nicht; es gibt „options“ und „view“.", message.user, ok=False)]

    def complete(self, channel: str, user: str, line: str, limit: int = 25) -> list[str]:
        """Continuations of a half-typed line for this user now."""
        table = self.store.open_table(self.home(channel))
        language: Language = language_of(table.meta.game) if table is not None else table_language()
        legal = table.options(user) if table is not None and table.meta.phase == "playing" else []
        return language.complete(line, legal, limit)


def _beyond(table: Table | None, turn: Any, order: Order) -> bool:
    """T.4: a move that would fall into another turn than the message was said in."""
    moves = order.command is not None and order.command.kind not in say.COMMANDS and not order.command.info
    return moves and turn is not None and table is not None and table.turn() != turn


def refusal(game: str, refused: Refused, aside: str | None) -> Reply:
    """A refusal with its paragraphs; what the table itself forbids stands in the Tischordnung."""
    cites = cited(game, refused.cites)
    shown = tuple(refused.cites)
    if not cites and refused.code in CODES:
        cites, shown = cited(TABLE, (CODES[refused.code],)), (CODES[refused.code],)
    return Reply("refused", refused.explain() + words.paragraphs(shown), aside, ok=False, cites=cites, extra={"code": refused.code} if refused.code else {})


def cited(game: str, cites: Sequence[str]) -> tuple[str, ...]:
    """Paragraphs as other programs read them: `renaissance:9.5.2`."""
    return tuple(f"{game}:{cite}" for cite in cites)

