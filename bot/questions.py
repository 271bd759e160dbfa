"""Orders that change nothing: looking, asking, helping."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot import answers, disputes, reasons, referee, reminders, words
from bot.messages import Message, Reply
from bot.reasons import records
from game_state import transfer
from game_state.game import find_game, playable
from game_state.store import Store
from game_state.table import Table
from game_state.verdict import Refused
from rules_dsl import table as say
from rules_dsl.command import Command
from rules_dsl.fold import fold
from rules_dsl.registry import all_games, language_of, table_language
from rules_dsl.text import rule_text

if TYPE_CHECKING:
    from bot.service import Service

LOG_LINES = 15
NO_TABLE = "In diesem Kanal ist kein Tisch offen. „neues spiel NAME“ eröffnet einen, „spiele“ zeigt die Auswahl."


@dataclass
class Desk:
    """Where a question is asked: the table of the channel (if any) and who asks."""

    store: Store
    table: Table | None
    message: Message
    service: "Service"

    @property
    def aside(self) -> str | None:
        return self.message.user if self.message.private else None

    @property
    def seat(self) -> int | None:
        return self.table.seat_of(self.message.user) if self.table is not None else None

    @property
    def server(self) -> str:
        """Whose rulings apply: those of the table's server, also when somebody writes privately."""
        return self.table.meta.server if self.table is not None else self.message.server

    def need_table(self) -> Table:
        table = self.table or self.store.last_table(self.message.channel)
        if table is None:
            raise Refused(NO_TABLE, code="no_table")
        return table

    def need_play(self) -> Table:
        table = self.need_table()
        if table.meta.phase != "playing":
            lobby = table.meta.phase == "lobby"
            raise Refused("Die Partie hat noch nicht begonnen („start“)." if lobby else "Hier läuft gerade keine Partie.", code="not_playing")
        return table


def games(desk: Desk, order: say.Games) -> list[Reply]:
    lines = ["Das kann ich leiten:"]
    rest = []
    for name in all_games():
        if playable(name.id):
            least, most = find_game(name.id).players
            lines.append(f"– {name.text} ({least}–{most} Spieler): „neues spiel {name.id}“")
        else:
            rest.append(name.text)
    if rest:
        lines.append("Nur Regelfragen: " + ", ".join(rest) + ".")
    return [Reply("answer", "\n".join(lines), desk.aside)]


def state(desk: Desk, order: say.State) -> list[Reply]:
    table = desk.need_table()
    if table.meta.phase == "lobby":
        options = ", ".join(f"{k} {v}" for k, v in table.meta.options.items() if v is not None)
        text = f"{table.game.title}, noch nicht begonnen. Am Tisch: {', '.join(table.people)}." + (f" Optionen: {options}." if options else "")
        return [Reply("state", text, desk.aside)]
    view = table.game.view(table.running_state, desk.seat if desk.message.private else None)
    text = table.game.show(view, table.people, order.text)
    if table.meta.phase == "playing":
        text += f"\nDran: {table.awaited()}."
    if table.meta.proposal is not None:
        text += f"\nOffener Antrag: {table.meta.proposal.text} („stimme zu“ / „lehne ab“)."
    return [Reply("state", text, desk.aside)]


def hand(desk: Desk, order: say.Hand) -> list[Reply]:
    table = desk.need_play()
    if desk.seat is None:
        raise Refused("Du sitzt nicht an diesem Tisch; du siehst, was alle sehen („stand“).", code="not_seated")
    view = table.game.view(table.running_state, desk.seat)
    return [Reply("state", table.game.show_hand(view, table.people), desk.message.user)]


def whose_turn(desk: Desk, order: say.WhoseTurn) -> list[Reply]:
    table = desk.need_play()
    return [Reply("state", f"Dran: {table.awaited()}.", desk.aside)]


def what_can_i(desk: Desk, order: say.WhatCanI) -> list[Reply]:
    table = desk.need_play()
    if desk.seat is None:
        raise Refused("Du sitzt nicht an diesem Tisch; du kannst zusehen („stand“) und Regeln erfragen („frage …“).", code="not_seated")
    ask = table.running.ask_of(desk.seat)
    if ask is None:
        return [Reply("state", f"Gerade nichts. Dran: {table.awaited()}.", desk.message.user)]
    options = [option.say() for option in ask.options()]
    text = f"{ask.prompt()}{words.paragraphs(ask.cites)}\n" + "\n".join(f"– {option}" for option in options[:60])
    if len(options) > 60:
        text += f"\n… und {len(options) - 60} weitere"
    return [Reply("state", text, desk.message.user, extra={"options": options})]


def show_log(desk: Desk, order: say.ShowLog) -> list[Reply]:
    table = desk.need_table()
    count = min(order.lines or LOG_LINES, 100)
    lines = []
    seat = desk.seat if desk.message.private else None
    undone = {seq for record in records(table, table.meta.seq) if record.kind == "undo" for seq in record.body["drop"]}
    undone -= {record.body["seq"] for record in records(table, table.meta.seq) if record.kind == "redo"}
    for record in records(table, count):
        text = words.log_line(table, record, seat)
        if text:
            lines.append(f"{record.seq}. " + (f"~~{text}~~ (zurückgenommen)" if record.seq in undone else text))
    return [Reply("state", "\n".join(lines) or "Noch nichts geschehen.", desk.aside)]


def help_(desk: Desk, order: say.Help) -> list[Reply]:
    """What can be said now: the pending decision first, then the game's orders, then the table's; with a word only what speaks of it."""
    table = desk.table
    language = language_of(table.meta.game) if table is not None else table_language()
    lines = []
    if table is not None and table.meta.phase == "playing":
        ask = table.ask_of(desk.message.user)
        if ask is not None:
            forms = dict.fromkeys(f"{type(o).form}: {type(o).help}" for o in ask.options())
            lines += [f"Jetzt: {ask.prompt()}{words.paragraphs(ask.cites)}", *(f"– {form}" for form in forms)]
        own = [cls for kind, cls in language.commands.items() if kind not in say.COMMANDS]
        lines += ["Befehle des Spiels:", *(f"– {cls.form}: {cls.help}" for cls in own if cls.form)]
    lines += ["Am Tisch:", *(f"– {cls.form}: {cls.help}" for cls in say.COMMANDS.values())]
    topic = fold(order.text).rstrip("?")
    about = [line for line in lines if line.startswith("– ") and topic in fold(line)]
    if topic and about:
        lines = about
    if table is not None and table.meta.phase == "lobby" and table.game.option_help:
        lines.append(f"Startoptionen: {table.game.option_help}")
    lines.append("Mehrere Befehle trennst du mit Komma, Strichpunkt oder Zeilen. Namen darfst du abkürzen und beugen.")
    return [Reply("answer", "\n".join(lines), desk.message.user)]  # the prompt may name what is in the hand


def readings(desk: Desk, order: say.Readings) -> list[Reply]:
    """All readings, a line each; with a name, a paragraph or a word of the question only these, in full."""
    table = desk.need_table()
    lines = []
    wanted = fold(order.text).strip("§ ?")
    for section in rule_text(table.meta.game):
        for reading in section.reading:
            chosen = table.readings.get(reading.id, reading.default)
            if not wanted:
                lines.append(f"{reading.id} (§ {section.id}): {reading.question} → {chosen}")
            elif wanted == fold(section.id) or wanted.replace(" ", "_") in reading.id or wanted in fold(reading.question):
                lines.append(f"{reading.id} (§ {section.id}): {reading.question}")
                lines += [f"  {'→' if key == chosen else '–'} {key}: {text}" for key, text in reading.choices.items()]
                lines.append(f"  Vorgabe {reading.default}: {reading.reason}")
    if wanted and not lines:
        raise Refused(f"Eine Lesart „{order.text}“ gibt es hier nicht; „lesarten“ zeigt alle.", code="no_such_reading")
    if lines and not wanted:
        lines.append("„lesarten NAME“ erklärt eine, „lesart NAME WAHL“ ändert sie.")
    return [Reply("answer", "\n".join(lines) or f"Für {table.game.title} sind keine unklaren Stellen verzeichnet.", desk.aside)]


def my_games(desk: Desk, order: say.MyGames) -> list[Reply]:
    lines, channels = [], []
    for _, channel, game in desk.store.tables_of(desk.message.user):
        table = desk.store.open_table(channel)
        if table is None:
            continue
        waits = "noch nicht begonnen" if table.meta.phase == "lobby" else ("du bist dran" if table.ask_of(desk.message.user) else "andere sind dran")
        lines.append(f"– {find_game(game).title} in {channel}: {waits}")
        channels.append(channel)
    return [Reply("state", "\n".join(lines) or "Du sitzt an keinem Tisch.", desk.message.user, extra={"channels": channels})]


def export(desk: Desk, order: say.Export) -> list[Reply]:
    """A finished game as a file for everybody. A running one holds hidden cards and stays here."""
    table = desk.need_table()
    if table.meta.phase in ("lobby", "playing"):
        raise Refused(
            "Eine laufende Partie enthält verdeckte Karten; ich gebe sie erst nach dem Ende heraus. Der Betreiber kann mit „herold export“ umziehen.",
            code="still_hidden",
        )
    name = f"{table.meta.game}-{table.meta.id}.json"
    return [Reply("answer", f"Die Partie als Datei: {name}", desk.aside, extra={"file": {"name": name, "content": transfer.export_table(desk.store, table)}})]


def import_(desk: Desk, order: say.Import) -> list[Reply]:
    if not desk.message.file:
        raise Refused("Häng die ausgegebene Datei an die Nachricht mit „import“ an.", code="no_file")
    table = transfer.import_table(desk.store, desk.message.file, desk.message.channel)
    return [Reply("acted", f"{table.game.title} ist eingelesen und nachgerechnet; „stand“ und „protokoll“ zeigen die Partie.", desk.aside)]


def inform(desk: Desk, order: Command) -> list[Reply]:
    """A question to the game itself: odds, prices, reach. Before and after the game the rules answer it."""
    if desk.table is not None and desk.table.meta.phase != "playing":
        return answers.question(desk, say.Question(text=desk.message.text.strip()))
    table = desk.need_play()
    text, cites = table.game.inform(table.running_state, desk.seat, order, table.people)
    aside = desk.message.user if desk.seat is not None else desk.aside
    return [Reply("answer", text + words.paragraphs(cites), aside, cites=tuple(f"{table.meta.game}:{cite}" for cite in cites))]


QUERIES: dict[type[Command], Callable[[Desk, Any], list[Reply]]] = {
    say.Games: games, say.State: state, say.Hand: hand, say.WhoseTurn: whose_turn, say.WhatCanI: what_can_i, say.ShowLog: show_log,
    say.Help: help_, say.Readings: readings, say.Why: reasons.why, say.MyGames: my_games, say.Question: referee.question, say.Rule: answers.rule,
    say.Export: export, say.Import: import_, say.MayI: referee.may_i, say.Rights: referee.show_rights,
    say.Dispute: disputes.open_dispute, say.Claim: disputes.claim, say.Finding: disputes.finding, say.Remedy: disputes.remedy,
    say.Rulings: disputes.rulings, say.Correct: referee.correct,
    say.Helpful: answers.helpful, say.Wrong: answers.wrong,
    say.Remind: reminders.remind, say.Quiet: reminders.quiet, say.Deadline: reminders.deadline, say.Away: reminders.away, say.Back: reminders.back,
}
