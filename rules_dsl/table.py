"""The orders that every table understands, whatever is played there."""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from lark import Token, Transformer, v_args

from rules_dsl.command import Command, FreeText, collect
from rules_dsl.names import Name, Names, verbs

HERE = Path(__file__).parent
GRAMMAR = (HERE / "common.lark").read_text("utf-8")
WORDS = verbs(tomllib.loads((HERE / "words.toml").read_text("utf-8")))
FREE = (
    "QUESTION", "RULE", "MAY_I", "OPTION", "READING", "READINGS", "START", "HELP", "DISPUTE", "CLAIM", "REMEDY", "RULINGS", "CORRECT",
    "REMIND", "QUIET", "DEADLINE", "AWAY",
)


class NewGame(Command):
    kind = "new_game"
    form = "neues spiel SPIEL"
    help = "eröffnet in diesem Kanal einen Tisch"
    game: str | None = None

    def say(self) -> str:
        return f"neues spiel {self.game or ''}".strip()


class Games(Command):
    kind, form, help = "games", "spiele", "zeigt, was du spielen kannst"

    def say(self) -> str:
        return "welche spiele"  # in some games „spiele“ plays a card


class Join(Command):
    kind, form, help = "join", "mitspielen", "setzt dich an den Tisch"
    place: str | None = None

    def say(self) -> str:
        return f"mitspielen als {self.place}" if self.place else "mitspielen"


class Computer(Command):
    kind, form, help = "computer", "computer", "setzt einen Computerspieler an den Tisch"
    style: str | None = None

    def say(self) -> str:
        return f"computer {self.style}" if self.style else "computer"


class Leave(Command):
    kind, form, help = "leave", "aussteigen", "du verlässt den Tisch"


class Replace(Command):
    kind, form, help = "replace", "ersetze A durch B", "gibt einen Platz an jemand anderen (B darf „computer“ sein)"
    old: str
    new: str
    user: str | None = None  # who that is, if the medium knows

    def say(self) -> str:
        return f"ersetze {self.old} durch {self.new}"


class Start(FreeText):
    kind, form, help = "start", "start OPTIONEN", "beginnt die Partie"


class Option(FreeText):
    kind, form, help = "option", "option NAME WERT", "stellt vor dem Start etwas ein"


class State(FreeText):
    kind, form, help = "state", "stand", "zeigt, was alle sehen dürfen"

    def say(self) -> str:
        return f"stand {self.text}".strip()


class Hand(Command):
    kind, form, help = "hand", "hand", "zeigt dir privat, was nur du siehst"


class WhoseTurn(Command):
    kind, form, help = "whose_turn", "wer ist dran", "sagt, auf wen gewartet wird"


class WhatCanI(Command):
    kind, form, help = "what_can_i", "was kann ich tun", "zählt auf, was du jetzt darfst"


class ShowLog(Command):
    kind, form, help = "log", "protokoll 20", "zeigt die letzten Zeilen der Partie"
    lines: int | None = None

    def say(self) -> str:
        return f"protokoll {self.lines}" if self.lines is not None else "protokoll"


class Undo(Command):
    kind, form, help = "undo", "rückgängig", "nimmt deinen letzten Zug zurück; „rückgängig bis 12“ geht weiter"
    to: int | None = None

    def say(self) -> str:
        return f"rückgängig bis {self.to}" if self.to is not None else "rückgängig"


class Redo(Command):
    kind, form, help = "redo", "wiederholen", "holt Zurückgenommenes wieder"


class Agree(Command):
    kind, form, help = "agree", "stimme zu", "stimmt einem Antrag am Tisch zu"


class Disagree(Command):
    kind, form, help = "disagree", "lehne ab", "lehnt einen Antrag am Tisch ab"


class PassAlways(Command):
    kind, form, help = "pass_always", "passe immer", "bei Reaktionen wird für dich gepasst"


class AskMe(Command):
    kind, form, help = "ask_me", "frag mich", "hebt „passe immer“ auf"


class Resign(Command):
    kind, form, help = "resign", "aufgeben", "du gibst die Partie auf"


class EndGame(Command):
    kind, form, help = "end_game", "spiel beenden", "bricht die Partie ab, wenn der Tisch zustimmt"


class Help(FreeText):
    kind, form, help = "help", "hilfe", "diese Hilfe"


class Export(Command):
    kind, form, help = "export", "export", "gibt die Partie als Datei heraus"


class Import(Command):
    kind, form, help = "import", "import", "liest eine ausgegebene Partie ein"


class Readings(FreeText):
    kind, form, help = "readings", "lesarten", "zeigt unklare Regeln und wie dieser Tisch sie liest; „lesarten NAME“ zeigt eine genauer"


class ChooseReading(FreeText):
    kind, form, help = "reading", "lesart NAME WAHL", "wählt eine Lesart"


class MayI(FreeText):
    kind, form, help = "may_i", "darf ich BEFEHL", "prüft einen Befehl, ohne ihn auszuführen"

    def say(self) -> str:
        return f"darf ich {self.text}"


class Why(Command):
    kind, form, help = "why", "warum 12", "begründet die letzte Ablehnung oder eine Zeile des Protokolls"
    line: int | None = None

    def say(self) -> str:
        return f"warum {self.line}" if self.line is not None else "warum"


class Question(FreeText):
    kind, form, help = "question", "frage TEXT", "beantwortet eine Regelfrage"


class Rule(FreeText):
    kind, form, help = "rule", "regel 9.5.2", "schlägt einen Abschnitt nach"


class Helpful(Command):
    kind, form, help = "helpful", "hilfreich", "lobt die letzte Antwort auf eine Regelfrage"


class Wrong(Command):
    kind, form, help = "wrong", "falsch", "meldet, dass die letzte Antwort nicht stimmt oder nicht passt"


class MyGames(Command):
    kind, form, help = "my_games", "meine spiele", "zeigt deine Tische und wo du dran bist"


class Dispute(FreeText):
    kind, form, help = "dispute", "streit 47", "eröffnet einen Streitfall zu einer Zeile, einem Zug oder einer Frage; allein: zur letzten Ablehnung"


class Claim(FreeText):
    kind, form, help = "claim", "ansicht TEXT", "trägt im Streitfall deine Ansicht vor"


class Finding(Command):
    kind, form, help = "finding", "befund", "zeigt, was Herold zum Streitfall findet"


class Remedy(FreeText):
    kind, form, help = "remedy", "abhilfe lassen", "beantragt das Ende des Streitfalls: lassen, zurück, korrektur … oder Text, auch mit „weil …“"


class Rulings(FreeText):
    kind, form, help = "rulings", "urteile", "zeigt die Urteile dieses Servers; „urteile aufheben 3“ hebt eines auf, „urteile export“ gibt sie heraus"


class Correct(FreeText):
    kind, form, help = "correct", "korrektur SCHRITT", "die Spielleitung berichtigt den Stand"


class Rights(Command):
    kind, form, help = "rights", "rechte", "zeigt, was du jetzt musst, darfst und was sonst verfällt"


class Remind(FreeText):
    kind, form, help = "remind", "erinnere mich alle 8 stunden", "wie oft ich dich erinnere, wenn du dran bist; „erinnere mich nie“ lässt es"


class Quiet(FreeText):
    kind, form, help = "quiet", "ruhezeit 22 bis 7", "dann erinnere ich dich nicht; „ruhezeit aus“ hebt das auf"


class Deadline(FreeText):
    kind, form, help = "deadline", "frist 48 stunden dann computer", "danach wird erinnert, abgestimmt oder der Computer entscheidet; „frist aus“"


class Away(FreeText):
    kind, form, help = "away", "abwesend bis 24.12.", "so lange ruhen Erinnerungen und Fristen für dich"


class Back(Command):
    kind, form, help = "back", "wieder da", "beendet deine Abwesenheit"


COMMANDS = collect(
    NewGame, Games, Join, Computer, Leave, Replace, Start, Option, State, Hand, WhoseTurn, WhatCanI, ShowLog, Undo, Redo,
    Agree, Disagree, PassAlways, AskMe, Resign, EndGame, Help, Export, Import, Readings, ChooseReading, MayI, Why,
    Question, Rule, Helpful, Wrong, MyGames,
    Rights, Dispute, Claim, Finding, Remedy, Rulings, Correct,
    Remind, Quiet, Deadline, Away, Back,
)


@cache
def game_names() -> Names:
    """The games we have folders for, with the names people call them by."""
    found = []
    for path in sorted((HERE / "games").glob("*/game.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        found.append(Name(path.parent.name, data["title"], tuple(data.get("aliases", ()))))
    return Names("ein Spiel", found)


def _plain(cls: type[Command]) -> Callable[..., Command]:
    return lambda _self, *_words: cls()


def _with_text(cls: type[FreeText]) -> Callable[..., Command]:
    return lambda _self, _word, text="": cls(text=str(text))


@v_args(inline=True)
class TableBuild(Transformer[Token, Command]):
    """Trees of `common.lark` to commands; a game's builder inherits from it."""

    games, leave, hand, whose_turn, what_can_i = _plain(Games), _plain(Leave), _plain(Hand), _plain(WhoseTurn), _plain(WhatCanI)
    redo, agree, disagree, pass_always, ask_me = _plain(Redo), _plain(Agree), _plain(Disagree), _plain(PassAlways), _plain(AskMe)
    helpful, wrong = _plain(Helpful), _plain(Wrong)
    resign, end_game, export, import_ = _plain(Resign), _plain(EndGame), _plain(Export), _plain(Import)
    remind, quiet, deadline, away, back = _with_text(Remind), _with_text(Quiet), _with_text(Deadline), _with_text(Away), _plain(Back)
    readings, my_games, join, computer, undo = _with_text(Readings), _plain(MyGames), _plain(Join), _plain(Computer), _plain(Undo)
    start, option, state, help = _with_text(Start), _with_text(Option), _with_text(State), _with_text(Help)
    dispute, claim, remedy, rulings, correct = _with_text(Dispute), _with_text(Claim), _with_text(Remedy), _with_text(Rulings), _with_text(Correct)
    finding, rights = _plain(Finding), _plain(Rights)
    reading, may_i, question, rule = _with_text(ChooseReading), _with_text(MayI), _with_text(Question), _with_text(Rule)

    def order(self, command: Command) -> Command:
        return command

    def new_game(self, _new: Token, game: Token | None = None) -> Command:
        return NewGame(game=value(game))

    def join_as(self, _join: Token, _as: Token, place: Token) -> Command:
        return Join(place=str(place))

    def computer_named(self, _computer: Token, style: Token) -> Command:
        return Computer(style=str(style))

    def replace(self, _replace: Token, old: Token, _by: Token, new: Token) -> Command:
        return Replace(old=str(old).lstrip("@"), new=str(new).lstrip("@"))

    def log(self, _log: Token, lines: Token | None = None) -> Command:
        return ShowLog(lines=value(lines))

    def undo_to(self, _undo: Token, _to: Token, line: Token) -> Command:
        return Undo(to=value(line))

    def why(self, _why: Token, line: Token | None = None) -> Command:
        return Why(line=value(line))


def value(token: Token | None) -> Any:
    """What a token stands for: a number, an id, or nothing."""
    return None if token is None else token.value
