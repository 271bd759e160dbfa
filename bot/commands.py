"""What each console command does."""

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from bot import chat as terminal
from bot import pipe as jsonl
from bot import rules_commands
from bot.config import Settings
from bot.service import Service
from bot.web import server as browser
from game_state import replay, transfer
from game_state import store as storage
from game_state.case import run_all
from game_state.game import find_game, playable
from game_state.simulate import play_game
from game_state.store import FILE, Store, StoreError
from game_state.verdict import Refused, refuse_unless
from game_state.verify import verify
from rules_dsl.fold import fold
from rules_dsl.registry import all_games

Arguments = argparse.Namespace


def start(settings: Settings, arguments: Arguments) -> int:
    """Without a command: the bot if there is a token, else the table in the browser."""
    if settings.discord_token.get_secret_value():
        from bot.discord.run import run_discord  # discord.py takes a while to load

        return run_discord(settings)
    with closing(Store(settings.daten)) as store:
        return browser.run(store, settings.port)


def pipe(settings: Settings, arguments: Arguments) -> int:
    with closing(Store(settings.daten)) as store:
        store.prune()
        jsonl.run(Service(store))
    return 0


def chat(settings: Settings, arguments: Arguments) -> int:
    with closing(Store(settings.daten)) as store:
        terminal.run(Service(store), settings.daten)
    return 0


def fall(settings: Settings, arguments: Arguments) -> int:
    missing = [path for path in arguments.pfade if not path.exists()]
    if missing:
        print(f"{missing[0]} gibt es nicht.", file=sys.stderr)
        return 2
    results = run_all(arguments.pfade)
    failed = [result for result in results if not result.passed]
    if arguments.json:
        rows = [{"id": r.id, "game": r.game, "paragraphs": r.cites, "passed": r.passed, "problems": r.problems, "skipped": r.skipped} for r in results]
        print(json.dumps(rows, ensure_ascii=False, indent=1))
    else:
        for result in failed:
            print(f"{result.id}: {'; '.join(result.problems)}")
        skipped = sum(bool(result.skipped) for result in results)
        print(f"{len(results) - len(failed) - skipped} passed, {len(failed)} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0


def pruefe(settings: Settings, arguments: Arguments) -> int:
    with closing(Store(settings.daten, readonly=True)) as store:
        tables = store.table_ids(arguments.kanal)
        if not tables:
            print(f"Im Kanal {arguments.kanal} gibt es keinen Tisch." if arguments.kanal else "Es gibt noch keinen Tisch.", file=sys.stderr)
            return 2 if arguments.kanal else 0
        wrong = 0
        for table in tables:
            try:
                found = verify(store, table)
            except Exception as error:  # whatever is wrong with this table, the others are checked too
                print(f"Tisch {table}: {error if isinstance(error, StoreError) else f'Die Daten sind beschädigt ({type(error).__name__}).'}")
                wrong += 1
                continue
            state = "in Ordnung" if not found.problems else " ".join(found.problems)
            print(f"Tisch {table} ({found.game}, Kanal {found.channel}): {found.records} Zeilen, {found.moves} Züge, {found.draws} Würfe: {state}")
            wrong += bool(found.problems)
    return 1 if wrong else 0


def game_key(text: str) -> str:
    """The game a person means on the command line."""
    names = all_games()
    key = names.by_form.get(fold(text))
    if key is None:
        raise Refused(f"Das Spiel „{text}“ kenne ich nicht.", instead=tuple(name.id for name in names))
    return key


def simuliere(settings: Settings, arguments: Arguments) -> int:
    key = game_key(arguments.spiel)
    if not playable(key):
        raise Refused(f"{all_games().text(key)} kann ich noch nicht leiten.")
    game = find_game(key)
    players = game.players[0] if arguments.spieler is None else arguments.spieler
    refuse_unless(arguments.partien > 0, "Wenigstens eine Partie muss es sein.")
    if not game.players[0] <= players <= game.players[1]:
        raise Refused(f"{game.title} geht mit {game.players[0]} bis {game.players[1]} Spielern, nicht mit {players}.")
    bots = game.bots()
    wanted = arguments.wer.split(",") if arguments.wer else [next(iter(bots))]
    for name in wanted:
        if name not in bots:
            raise Refused(f"Den Computerspieler „{name}“ gibt es hier nicht.", instead=tuple(bots))
    seats = [wanted[n % len(wanted)] for n in range(players)]
    wins, steps = [0.0] * players, 0
    chance = random.Random(str(arguments.seed))
    started = time.perf_counter()
    for number in range(arguments.partien):
        played = play_game(game, players, f"{arguments.seed}-{number}-{chance.random()}", [bots[name] for name in seats])
        steps += played.steps
        if played.result is not None:
            for seat in played.result.places[0]:
                wins[seat] += 1 / len(played.result.places[0])
        if sys.stderr.isatty() and number % 50 == 0:
            print(f"\r{number} von {arguments.partien}", end="", file=sys.stderr)
    seconds = time.perf_counter() - started
    print(f"{game.title}: {arguments.partien} Partien zu {players}, {steps / max(1, arguments.partien):.1f} Entscheidungen je Partie")
    for seat, name in enumerate(seats):
        print(f"Platz {seat + 1} ({name}): {wins[seat]:.1f} Siege")
    print(f"{arguments.partien / seconds:.1f} games/s, {1e6 * seconds / max(1, steps):.1f} µs je Entscheidung")
    return 0


def sichern(settings: Settings, arguments: Arguments) -> int:
    target: Path = arguments.ziel
    if target.is_dir():
        target = target / FILE
    if target.exists():
        print(f"{target} gibt es schon; ich überschreibe nichts.", file=sys.stderr)
        return 1
    if not target.parent.is_dir():
        print(f"Den Ordner {target.parent} gibt es nicht.", file=sys.stderr)
        return 1
    Store(settings.daten, readonly=True).close()
    if not storage.copy(settings.daten / FILE, target):
        print(f"{settings.daten / FILE} ist beschädigt; es wurde keine Sicherung angelegt.", file=sys.stderr)
        return 1
    print(f"Gesichert nach {target}.")
    return 0


def wiederherstellen(settings: Settings, arguments: Arguments) -> int:
    source: Path = arguments.quelle / FILE if arguments.quelle.is_dir() else arguments.quelle
    if not source.is_file():
        print(f"{source} gibt es nicht.", file=sys.stderr)
        return 1
    kept = storage.restore(source, settings.daten)
    print(f"Wiederhergestellt aus {source}" + (f"; der Stand davor liegt in {kept}." if kept else "."))
    return 0


def nachspielen(settings: Settings, arguments: Arguments) -> int:
    """Lists the first difference of every started table; for one channel it can be accepted or the position kept."""
    change = arguments.annehmen or arguments.bleiben
    if change and not arguments.kanal:
        print("Nenne den Kanal, für den das gelten soll.", file=sys.stderr)
        return 2
    different = 0
    with closing(Store(settings.daten, readonly=not change)) as store:
        found_tables = replay.tables(store, arguments.kanal)
        if arguments.kanal and not found_tables:
            print(f"Im Kanal {arguments.kanal} gibt es keine begonnene Partie.", file=sys.stderr)
            return 2
        for table in found_tables:
            _, found = replay.replayed(table)
            where = f"Tisch {table.meta.id} ({table.meta.game}, Kanal {table.meta.channel}, Regelstand {table.meta.version})"
            if found is None:
                print(f"{where}: gleich.")
                continue
            different += 1
            print(f"{where}: Zeile {found.line}: {found.text}" + "".join(f" [§ {cite}]" for cite in found.cites))
            if change and table.meta.phase == "playing":
                with store.message():
                    (replay.accept if arguments.annehmen else replay.stay)(store, table)
                print("Angenommen: Es geht mit dem Stand nach heutigen Regeln weiter." if arguments.annehmen else "Der gespielte Stand bleibt.")
    return 1 if different and not change else 0


def export(settings: Settings, arguments: Arguments) -> int:
    with closing(Store(settings.daten, readonly=True)) as store:
        table = store.last_table(arguments.kanal)
        if table is None:
            print(f"Im Kanal {arguments.kanal} gibt es keinen Tisch.", file=sys.stderr)
            return 1
        text = transfer.export_table(store, table)
    if arguments.ziel is None:
        print(text)
    else:
        arguments.ziel.write_text(text, "utf-8")
    return 0


def import_(settings: Settings, arguments: Arguments) -> int:
    text = arguments.datei.read_text("utf-8", "replace")
    with closing(Store(settings.daten)) as store, store.message():
        table = transfer.import_table(store, text, arguments.kanal)
    print(f"{table.game.title} eingelesen in den Kanal {table.meta.channel}.")
    return 0


def more(sub: Callable[[str, Callable[[Settings, Arguments], int], str], argparse.ArgumentParser]) -> None:
    """Further commands register here."""
    rules_commands.register(sub)
