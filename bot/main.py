"""The console command `herold`. Errors are one German sentence on standard error; exit codes: 0 fine, 1 wrong, 2 usage."""

import argparse
import errno
import importlib
import logging
import os
import re
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from bot import commands
from bot.config import ConfigError, Settings, load
from game_state.store import StoreError, sentence
from game_state.verdict import Refused

REASONS = {
    errno.ENOENT: "gibt es nicht", errno.EISDIR: "ist ein Ordner", errno.ENOTDIR: "liegt in keinem Ordner", errno.EACCES: "ist mir verschlossen",
    errno.EPERM: "ist mir verschlossen", errno.EROFS: "liegt auf einem schreibgeschützten Datenträger", errno.ENOSPC: "passt nicht mehr auf den Datenträger",
    errno.EFBIG: "passt nicht mehr auf den Datenträger", errno.EEXIST: "gibt es schon",
}


USAGE = {
    r"the following arguments are required: (.*)": r"es fehlt \1", r"unrecognized arguments: (.*)": r"\1 kenne ich nicht",
    r"argument (\S+): invalid int value: (.*)": r"\1 braucht eine ganze Zahl, nicht \2", r"argument (\S+): expected one argument": r"nach \1 fehlt etwas",
    r"argument BEFEHL: invalid choice: (\S+).*": r"einen Befehl \1 gibt es nicht",
}


class Parser(argparse.ArgumentParser):
    """Usage errors in German."""

    def error(self, message: str) -> NoReturn:
        for english, german in USAGE.items():
            message = re.sub(english, german, message)
        print(f"Diesen Aufruf verstehe ich nicht: {message} („{self.prog} -h“ zeigt, was geht).", file=sys.stderr)
        raise SystemExit(2)


def parser() -> argparse.ArgumentParser:
    common = Parser(add_help=False)
    common.add_argument("--daten", type=Path, default=argparse.SUPPRESS, metavar="ORDNER", help="wo die Daten liegen")
    common.add_argument("--konfig", type=Path, default=argparse.SUPPRESS, metavar="DATEI", help="Konfiguration (TOML)")
    top = Parser(prog="herold", description="Schiedsrichter für Brettspiele.", parents=[common])
    subs = top.add_subparsers(dest="befehl", metavar="BEFEHL", parser_class=Parser)

    def sub(name: str, run: Callable[[Settings, argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        found = subs.add_parser(name, help=text, parents=[common], description=text)
        found.set_defaults(run=run)
        return found

    sub("pipe", commands.pipe, "JSON-Zeilen über Ein- und Ausgabe")
    sub("chat", commands.chat, "Tisch im Terminal")
    case = sub("fall", commands.fall, "Fälle durchspielen")
    case.add_argument("pfade", nargs="+", type=Path, metavar="PFAD")
    case.add_argument("--json", action="store_true", help="Ergebnis als JSON")
    check = sub("pruefe", commands.pruefe, "gespeicherten Tisch nachrechnen: Kette, Würfel, Stand")
    check.add_argument("kanal", nargs="?", metavar="KANAL", help="ohne Angabe: alle Tische")
    play = sub("simuliere", commands.simuliere, "ganze Partien von Computerspielern")
    play.add_argument("spiel", metavar="SPIEL")
    play.add_argument("--partien", type=int, default=100)
    play.add_argument("--seed", default="1")
    play.add_argument("--spieler", type=int, default=None, help="wie viele am Tisch sitzen")
    play.add_argument("--wer", default=None, help="Computerspieler, durch Komma getrennt")
    save = sub("sichern", commands.sichern, "Sicherung aller Daten, auch im Betrieb")
    save.add_argument("ziel", type=Path, metavar="ZIEL")
    restore = sub("wiederherstellen", commands.wiederherstellen, "Sicherung einspielen")
    restore.add_argument("quelle", type=Path, metavar="QUELLE")
    out = sub("export", commands.export, "eine Partie mit allem als Datei ausgeben (nur für den Betreiber)")
    out.add_argument("kanal", metavar="KANAL")
    out.add_argument("--ziel", type=Path, default=None)
    into = sub("import", commands.import_, "eine ausgegebene Partie einlesen")
    into.add_argument("datei", type=Path, metavar="DATEI")
    into.add_argument("--kanal", default=None)
    again = sub("nachspielen", commands.nachspielen, "gespeicherte Partien nach heutigen Regeln nachspielen")
    again.add_argument("kanal", nargs="?", metavar="KANAL")
    again.add_argument("--annehmen", action="store_true", help="mit dem Stand nach heutigen Regeln weiterspielen")
    again.add_argument("--bleiben", action="store_true", help="den gespielten Stand behalten")
    commands.more(sub)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point; returns the exit code."""
    if sys.stdout is None:  # started with its output closed
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    arguments = parser().parse_args(argv)
    folder = Path()
    try:
        given = {"daten": arguments.daten} if "daten" in arguments else {}
        settings = load(getattr(arguments, "konfig", None), **given)
        folder = settings.daten
        logging.basicConfig(level=settings.protokoll.upper(), stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s")
        more_games(settings.weitere_spiele)
        run = getattr(arguments, "run", commands.start)
        return int(run(settings, arguments))
    except (ConfigError, StoreError) as error:
        print(error, file=sys.stderr)
    except sqlite3.Error as error:
        print(sentence(error, folder), file=sys.stderr)
    except Refused as refused:
        print(refused.explain(), file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nobody reads on; nothing is left to complain about at the exit
        return 0
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        reason = REASONS.get(error.errno or 0, error.strerror or str(error))
        print(f"Das hat nicht geklappt: {error.filename or 'Eine Datei'} {reason}.", file=sys.stderr)
    return 1


def more_games(modules: Sequence[str]) -> None:
    for module in modules:
        try:
            importlib.import_module(module)
        except Exception as error:
            raise ConfigError(f"In der Konfiguration ist weitere_spiele falsch: {module!r} lässt sich nicht laden ({error}).") from error


if __name__ == "__main__":
    sys.exit(main())
