"""The slash commands: German names, English ones for English clients. Each is one line of what the service understands."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.discord.client import Herold

Interaction = discord.Interaction[Any]

ENGLISH = {
    "zug": "move", "befehle": "orders", "frage": "question", "regel": "rule", "stand": "state", "hand": "hand", "neu": "new", "spiel": "game",
    "faden": "thread", "mitspielen": "join", "computer": "computer", "start": "start", "optionen": "options", "hilfe": "help", "rueckgaengig": "undo",
    "bis": "to",
    "protokoll": "log", "zeilen": "lines", "wiederholen": "redo", "zustimmen": "agree", "ablehnen": "disagree", "aussteigen": "leave", "ende": "end",
    "meine_spiele": "my_games", "nachrichten": "messages", "privat": "private", "oeffentlich": "public", "abschnitt": "section", "thema": "topic",
    "platz": "seat", "zeit": "time", "wunsch": "wish", "text": "text", "streit": "dispute",
}
GERMAN = {"rueckgaengig": "rückgängig", "oeffentlich": "öffentlich"}
ENGLISH_TEXT = {
    "Mach deinen Zug: ein oder mehrere Befehle, mit Komma getrennt.": "Make your move: one or more orders, separated by commas.",
    "Stell eine Regelfrage.": "Ask a question about the rules.",
    "Schlag einen Abschnitt der Regel nach.": "Look up a section of the rules.",
    "Eröffne einen Streitfall zu einer Zeile, einem Zug oder einer Frage.": "Open a dispute about a line, a move or a question.",
    "Zeig, wie es am Tisch steht.": "Show the position.",
    "Zeig dir privat, was nur du siehst.": "See privately what only you may see.",
    "Eröffne in diesem Kanal einen Tisch.": "Open a table in this channel.",
    "Setz dich an den Tisch.": "Sit down at the table.",
    "Setz einen Computerspieler an den Tisch.": "Seat a computer player.",
    "Beginn die Partie.": "Start the game.",
    "Zeig, was du sagen kannst.": "Show what you can say.",
    "Nimm deinen letzten Zug zurück.": "Take back your last move.",
    "Hol Zurückgenommenes wieder.": "Repeat what was taken back.",
    "Zeig die letzten Zeilen der Partie.": "Show the last lines of the game.",
    "Stimm einem Antrag zu.": "Agree to a proposal.",
    "Lehn einen Antrag ab.": "Reject a proposal.",
    "Verlass den Tisch; in einer laufenden Partie gibst du auf.": "Leave the table; during a game you resign.",
    "Beende die Partie, wenn der Tisch zustimmt.": "End the game if the table agrees.",
    "Zeig deine Tische und wo du dran bist.": "Show your tables and where it is your turn.",
    "Stell ein, ob ich dir privat schreibe.": "Choose whether I write to you privately.",
    "Erinnerungen, Ruhezeit, Frist und Abwesenheit.": "Reminders, quiet hours, deadlines and absence.",
}


class English(app_commands.Translator):
    """Names and texts for English clients, umlauts for German ones."""

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes) -> str | None:
        if locale is discord.Locale.german:
            return GERMAN.get(string.message)
        if locale in (discord.Locale.american_english, discord.Locale.british_english):
            return ENGLISH.get(string.message) or ENGLISH_TEXT.get(string.message)
        return None


def build(tree: app_commands.CommandTree[Any], herold: "Herold") -> None:
    """Put all commands into the tree."""
    async def completed(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await herold.completed(interaction, current)

    async def games(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await herold.completed(interaction, current, "neues spiel ")

    async def wishes(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        words = [
            "erinnere mich alle 8 stunden", "erinnere mich nie", "ruhezeit 22 bis 7", "ruhezeit aus", "frist 48 stunden dann erinnern",
            "frist 48 stunden dann abstimmen", "frist 48 stunden dann computer", "frist aus", "abwesend bis 24.12.", "wieder da",
        ]
        return [app_commands.Choice(name=word, value=word) for word in words if current.lower() in word]

    def add(name: str, text: str, callback: Callable[..., Any], **autocomplete: Any) -> None:
        command: app_commands.Command[Any, ..., Any] = app_commands.Command(name=name, description=text, callback=callback)
        for option, function in autocomplete.items():
            command.autocomplete(option)(function)
        tree.add_command(command)

    def plain(line: str, open_answer: bool = True) -> Callable[..., Any]:
        async def run(interaction: Interaction) -> None:
            await herold.command(interaction, line, open_answer)
        return run

    @app_commands.describe(befehle="zum Beispiel: kaufe Silber")
    async def zug(interaction: Interaction, befehle: app_commands.Range[str, 1, 2000]) -> None:
        await herold.command(interaction, befehle, False)

    @app_commands.describe(text="deine Frage, in eigenen Worten")
    async def frage(interaction: Interaction, text: app_commands.Range[str, 1, 500]) -> None:
        await herold.command(interaction, f"frage {text}", True)

    @app_commands.describe(abschnitt="zum Beispiel: 9.5.2")
    async def regel(interaction: Interaction, abschnitt: app_commands.Range[str, 1, 100]) -> None:
        await herold.command(interaction, f"regel {abschnitt}", True)

    @app_commands.describe(text="eine Zeile des Protokolls (47), ein Zug oder eine Frage; leer: deine letzte Ablehnung")
    async def streit(interaction: Interaction, text: app_commands.Range[str, 0, 500] = "") -> None:
        await herold.command(interaction, f"streit {text}".strip(), False)

    @app_commands.describe(thema="worauf du schauen willst", oeffentlich="alle sollen es lesen")
    async def stand(interaction: Interaction, thema: app_commands.Range[str, 0, 100] = "", oeffentlich: bool = False) -> None:
        await herold.command(interaction, f"stand {thema}".strip(), oeffentlich)

    @app_commands.describe(spiel="welches Spiel", faden="in einem eigenen Thread")
    async def neu(interaction: Interaction, spiel: app_commands.Range[str, 1, 60], faden: bool = False) -> None:
        await herold.new_game(interaction, spiel, faden)

    @app_commands.describe(platz="Farbe oder Macht, wenn das Spiel welche hat")
    async def mitspielen(interaction: Interaction, platz: app_commands.Range[str, 0, 40] = "") -> None:
        await herold.command(interaction, f"mitspielen als {platz}" if platz else "mitspielen", True)

    @app_commands.describe(optionen="was das Spiel dazu kennt")
    async def start(interaction: Interaction, optionen: app_commands.Range[str, 0, 300] = "") -> None:
        await herold.command(interaction, f"start {optionen}".strip(), True)

    @app_commands.describe(bis="bis vor diese Zeile des Protokolls")
    async def rueckgaengig(interaction: Interaction, bis: app_commands.Range[int, 1, 999999] | None = None) -> None:
        await herold.command(interaction, f"rückgängig bis {bis}" if bis is not None else "rückgängig", True)

    @app_commands.describe(zeilen="wie viele")
    async def protokoll(interaction: Interaction, zeilen: app_commands.Range[int, 1, 100] | None = None) -> None:
        await herold.command(interaction, f"protokoll {zeilen}" if zeilen is not None else "protokoll", False)

    @app_commands.describe(privat="ja: was nur dich angeht, kommt als private Nachricht")
    async def nachrichten(interaction: Interaction, privat: bool) -> None:
        await herold.letters_wished(interaction, privat)

    @app_commands.describe(wunsch="zum Beispiel: erinnere mich alle 8 stunden")
    async def zeit(interaction: Interaction, wunsch: app_commands.Range[str, 1, 100]) -> None:
        await herold.command(interaction, wunsch, False)

    add("zug", "Mach deinen Zug: ein oder mehrere Befehle, mit Komma getrennt.", zug, befehle=completed)
    add("frage", "Stell eine Regelfrage.", frage)
    add("regel", "Schlag einen Abschnitt der Regel nach.", regel)
    add("streit", "Eröffne einen Streitfall zu einer Zeile, einem Zug oder einer Frage.", streit)
    add("stand", "Zeig, wie es am Tisch steht.", stand)
    add("hand", "Zeig dir privat, was nur du siehst.", plain("hand", False))
    add("neu", "Eröffne in diesem Kanal einen Tisch.", neu, spiel=games)
    add("mitspielen", "Setz dich an den Tisch.", mitspielen)
    add("computer", "Setz einen Computerspieler an den Tisch.", plain("computer"))
    add("start", "Beginn die Partie.", start)
    add("hilfe", "Zeig, was du sagen kannst.", plain("hilfe", False))
    add("rueckgaengig", "Nimm deinen letzten Zug zurück.", rueckgaengig)
    add("wiederholen", "Hol Zurückgenommenes wieder.", plain("wiederholen"))
    add("protokoll", "Zeig die letzten Zeilen der Partie.", protokoll)
    add("zustimmen", "Stimm einem Antrag zu.", plain("stimme zu"))
    add("ablehnen", "Lehn einen Antrag ab.", plain("lehne ab"))
    add("aussteigen", "Verlass den Tisch; in einer laufenden Partie gibst du auf.", plain("aussteigen"))
    add("ende", "Beende die Partie, wenn der Tisch zustimmt.", plain("spiel beenden"))
    add("meine_spiele", "Zeig deine Tische und wo du dran bist.", plain("meine spiele", False))
    add("nachrichten", "Stell ein, ob ich dir privat schreibe.", nachrichten)
    add("zeit", "Erinnerungen, Ruhezeit, Frist und Abwesenheit.", zeit, wunsch=wishes)
