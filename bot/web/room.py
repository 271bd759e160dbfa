"""What the page shows and says, made from the service. Runs in one thread of its own, never in the event loop.

The log of a channel holds entries for all (`to` is None) and for single users. `visible` is the only way out of it.
"""

import itertools
from collections import deque
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from bot import words
from bot.messages import Message
from bot.questions import QUERIES
from bot.service import Service, cited
from bot.web.people import Denied, People, Person
from game_state.event import Event
from game_state.game import playable
from game_state.store import StoreError
from game_state.table import Table
from rules_dsl.command import Command
from rules_dsl.registry import TABLE, all_games, language_of, text_folder
from rules_dsl.text import rule_text

KEPT, SHOWN, FROM_JOURNAL = 1000, 200, 40
MAX_BUTTONS = 300
TOLD_BY_JOURNAL = ("acted", "notice", "ask")  # after a restart the log has these already

Entry = dict[str, Any]


class Room:
    """All channels of the browser table."""

    def __init__(self, service: Service, people: People) -> None:
        self.service, self.people = service, people
        self.logs: dict[str, deque[Entry]] = {}
        self._numbers = itertools.count(1)

    # -- the log ------------------------------------------------------------------------------------------------

    def log(self, channel: str) -> deque[Entry]:
        """The log of a channel; after a restart it begins with the journal of its last game."""
        if channel not in self.logs:
            self.logs[channel] = deque(maxlen=KEPT)
            self._recall(channel)
        return self.logs[channel]

    def visible(self, channel: str, user: str) -> list[Entry]:
        return seen_by(self.log(channel), user)[-SHOWN:]

    def _write(self, channel: str, kind: str, text: str, to: str | None, cites: Iterable[str] = (), at: str = "", **more: Any) -> Entry:
        at = at or datetime.now(UTC).isoformat(timespec="seconds")
        entry = {"n": next(self._numbers), "at": at, "kind": kind, "text": text, "to": to, "cites": list(cites), **more}
        self.log(channel).append(entry)
        return entry

    def _recall(self, channel: str) -> None:
        try:
            table = self.service.store.last_table(channel)
        except StoreError as error:
            self._write(channel, "error", str(error), None)
            return
        if table is None:
            return
        for record in self.service.store.records(table.meta.id, table.meta.seq, FROM_JOURNAL):
            text = words.log_line(table, record, None)
            events = [Event.load(data) for data in record.body.get("events", [])]
            cites = cited(table.meta.game, tuple(dict.fromkeys(cite for event in events for cite in event.cites)))
            if text:
                self._write(channel, "acted", text, None, cites, record.at)
            for number, seat in enumerate(table.meta.seats):
                mine = words.log_line(table, record, number)
                if seat.user is not None and mine != text:
                    self._write(channel, "notice", mine, seat.user, cites, record.at)

    # -- speaking -----------------------------------------------------------------------------------------------

    def say(self, person: Person, channel: str, id_: str, text: str, public: bool = False, file: str | None = None) -> list[Entry]:
        """One message through the house; the new entries of the log. A message whose answers the log has adds none."""
        self.log(channel)  # what the journal tells now must not be told again below
        aside = self._aside(channel, text, public)
        replies = self.service.handle(Message(f"web:{person.id}:{id_}", channel, person.id, person.name, text, private=aside, file=file))
        if replies[0].get("duplicate"):
            if any(entry.get("id") == id_ for entry in self.log(channel)):
                return []
            replies = [reply for reply in replies if reply["kind"] not in TOLD_BY_JOURNAL]
        moved = any(reply["kind"] == "acted" for reply in replies)
        heard_by_all = not moved and any(reply["to"] is None for reply in replies)
        entries = [self._write(channel, "said", text, None if heard_by_all else person.id, by=person.name, id=id_)]
        told_all = {reply["text"] for reply in replies if reply["to"] is None}
        for reply in replies:
            if reply["kind"] == "acted" and reply["to"] is not None and reply["text"] in told_all:
                continue  # the notice for all says the same
            kind = "acted" if moved and reply["kind"] == "notice" and reply["to"] is None else reply["kind"]
            more = {key: reply[key] for key in ("suggestions", "file") if reply.get(key)}
            entries.append(self._write(channel, kind, reply["text"], reply["to"], reply["cites"], **more))
        return entries

    def _aside(self, channel: str, text: str, public: bool) -> bool:
        """During a game everything is said aside: a refusal may tell what is in a hand, a bid may be sealed.

        What Herold accepts is announced to all anyway. Only questions can be asked aloud.
        """
        try:
            table = self.service.store.open_table(channel)
        except StoreError:
            return True
        if table is None or table.meta.phase != "playing":
            return False
        if not public:
            return True
        orders = language_of(table.meta.game).parse(text)
        return not all(_is_question(order.command) or (order.command is None and text.rstrip().endswith("?")) for order in orders)

    def complete(self, person: Person, channel: str, line: str) -> list[str]:
        return self.service.complete(channel, person.id, line, limit=12)

    # -- what is on the table -----------------------------------------------------------------------------------

    def state(self, person: Person, channel: str) -> dict[str, Any]:
        """Everything beside the log, as this person may see it."""
        try:
            table = self.service.store.last_table(channel)
        except StoreError as error:
            return {**_empty(), "board": str(error)}
        if table is None:
            return {**_empty(), "prompt": "Was wollt ihr spielen?", "actions": _offers()}
        seat = table.seat_of(person.id)
        found = {
            **_empty(), "phase": table.meta.phase, "game": table.meta.game, "title": table.game.title, "seated": seat is not None,
            "seats": [{"name": s.name, "user": s.user, "place": s.place, "resigned": s.resigned} for s in table.meta.seats],
            "board": self._heard(person, channel, "stand"),
        }
        if table.meta.phase == "lobby":
            found.update(_lobby(table, person.id))
        elif table.meta.phase == "playing":
            found.update(self._playing(table, person, channel))
        else:
            found.update(prompt="Diese Partie ist zu Ende. Was wollt ihr als Nächstes spielen?", actions=_offers())
        return found

    def _playing(self, table: Table, person: Person, channel: str) -> dict[str, Any]:
        waiting = table.running.waiting()
        found: dict[str, Any] = {"waiting": [table.meta.seats[ask.seat].user for ask in waiting], "awaited": f"Dran: {table.awaited()}."}
        seat = table.seat_of(person.id)
        if seat is None:
            return {**found, "prompt": f"Du siehst zu. Dran: {table.awaited()}."}
        found["hand"] = self._heard(person, channel, "hand")
        found["prompt"] = f"Dran: {table.awaited()}." if waiting else ""
        ask = table.ask_of(person.id)
        if ask is not None:
            options = self._options(person, channel)
            found.update(
                prompt=ask.prompt(), cites=list(cited(table.meta.game, tuple(ask.cites))), must=ask.must, yours=True,
                actions=[[option, option] for option in options[:MAX_BUTTONS]], total=len(options),
            )
        proposal = table.meta.proposal
        if proposal is not None and seat in proposal.needs and seat not in proposal.yes:
            found.update(vote=f"Antrag: {proposal.text}.", votes=[["stimme zu", "Zustimmen"], ["lehne ab", "Ablehnen"]])
        return found

    def _heard(self, person: Person, channel: str, text: str) -> str:
        replies = self.service.handle(Message("", channel, person.id, person.name, text))
        return "\n".join(reply["text"] for reply in replies if reply["to"] in (None, person.id))

    def _options(self, person: Person, channel: str) -> list[str]:
        reply = self.service.handle(Message("", channel, person.id, person.name, query="options"))[0]
        options: list[str] = reply.get("options", [])
        return options

    def channels(self, person: Person) -> list[dict[str, Any]]:
        """All tables, and where this person is awaited."""
        found = []
        for id_, name in self.people.register.channels.items():
            try:
                table = self.service.store.open_table(id_)
                yours = table is not None and table.ask_of(person.id) is not None
            except StoreError:
                table, yours = None, False
            found.append({"id": id_, "name": name, "game": table.game.title if table else "", "yours": yours})
        return found

    # -- rules --------------------------------------------------------------------------------------------------

    def games(self) -> list[dict[str, str]]:
        """Games with a rule text, and the Tischordnung."""
        return [{"id": key, "title": title} for key, title in _titles().items() if any(text_folder(key).glob("*.toml"))]

    def contents(self, game: str) -> list[list[str]]:
        _need(game)
        return [[section.id, section.heading] for section in rule_text(game)]

    def section(self, game: str, id_: str) -> dict[str, Any]:
        """One section of a rule text, with its neighbours."""
        _need(game)
        text = rule_text(game)
        if id_ not in text:
            raise Denied(f"Einen Abschnitt „{words.clipped(id_, 60)}“ kenne ich nicht.")
        section = text[id_]
        return {
            "game": game, "title": _titles()[game], "id": section.id, "heading": section.heading, "text": section.text.strip(),
            "examples": [example.strip() for example in section.examples], "see": [see for see in section.see if see in text],
            "parent": section.parent if section.parent in text else "",
            "children": [[child.id, child.heading] for child in text.children(id_) if child.parent == id_],
            "questions": [[question.ask, question.answer] for question in section.question],
        }

    def look_up(self, person: Person, channel: str, text: str, game: str) -> list[dict[str, Any]]:
        """A question in the rule panel: the answer goes there, not into the log. Another game than that of the table is named in it."""
        try:
            table = self.service.store.last_table(channel)
        except StoreError:
            table = None
        about = "" if table is not None and table.meta.game == game else _titles().get(game, "")
        asked = f"frage {about}: {text}" if about else f"frage {text}"
        replies = self.service.handle(Message("", channel, person.id, person.name, asked, private=True))
        return [{"text": reply["text"], "cites": reply["cites"], "ok": reply["ok"]} for reply in replies if reply["to"] in (None, person.id)]


def seen_by(entries: Iterable[Entry], user: str) -> list[Entry]:
    """What this user may read."""
    return [entry for entry in entries if entry["to"] is None or entry["to"] == user]


def _is_question(command: Command | None) -> bool:
    return command is not None and (type(command) in QUERIES or command.info)


def _empty() -> dict[str, Any]:
    return {
        "phase": None, "game": "", "title": "", "seated": False, "seats": [], "waiting": [], "board": "", "hand": "", "prompt": "", "awaited": "",
        "cites": [], "must": False, "yours": False, "actions": [], "total": 0, "vote": "", "votes": [],
    }


def _offers() -> list[list[str]]:
    """What is said, and what stands on the button."""
    return [[f"neues spiel {name.id}", f"{name.text} spielen"] for name in all_games() if playable(name.id)]


def _lobby(table: Table, user: str) -> dict[str, Any]:
    least, most = table.game.players
    count, seated = len(table.meta.seats), table.seat_of(user) is not None
    actions = [] if seated or count >= most else [["mitspielen", "Mitspielen"]]
    if seated or table.meta.owner == user:
        actions += [["start", "Partie beginnen"]] if count >= least else []
        actions += [["computer", "Computerspieler dazu"]] if count < most else []
    actions += [["aussteigen", "Aufstehen"]] if seated else []
    missing = f"Es fehlen noch {least - count}." if count < least else "Ihr könnt beginnen."
    return {"prompt": f"{table.game.title} für {least} bis {most}: Am Tisch sitzen {', '.join(table.people) or 'niemand'}. {missing}", "actions": actions}


def _titles() -> dict[str, str]:
    return {**{name.id: name.text for name in all_games()}, TABLE: "Tischordnung"}


def _need(game: str) -> None:
    if game not in _titles():
        raise Denied("Dieses Spiel kenne ich nicht.")
