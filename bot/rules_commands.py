"""Console commands about rules: frage, regel, abdeckung, einlesen."""

import argparse
import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from bot import answers
from bot.config import Settings
from game_state import feedback
from game_state.store import Store
from game_state.verdict import Refused
from rules_dsl import edition
from rules_dsl.answer import Answer, Answerer, passage_text, title
from rules_dsl.coverage import Stance, matrix, stances
from rules_dsl.fold import fold
from rules_dsl.lookup import glossary, look_up
from rules_dsl.registry import all_games
from rules_dsl.text import rule_text

Arguments = argparse.Namespace
Sub = Callable[[str, Callable[[Settings, Arguments], int], str], argparse.ArgumentParser]
ROOT = Path(feedback.__file__).parent


def game_key(text: str) -> str:
    """The game a person means on the command line."""
    key = all_games().by_form.get(fold(text).replace("_", " "))
    if key is None:
        raise Refused(f"Das Spiel „{text}“ kenne ich nicht.", instead=tuple(name.id for name in all_games()))
    return key


# -- frage ------------------------------------------------------------------------------------------------------


def frage(settings: Settings, arguments: Arguments) -> int:
    if arguments.offen or arguments.vergessen:
        return _misses(settings, arguments.vergessen)
    answerer = answers.answerer(settings.daten)
    if arguments.jsonl:
        return _lines(answerer, arguments.spiel)
    if not arguments.text:
        print("Stell eine Frage: herold frage \"Wer fängt an?\"", file=sys.stderr)
        return 2
    key = game_key(arguments.spiel) if arguments.spiel else None
    print(answers.said(answerer.ask(" ".join(arguments.text), key), settings.daten))
    return 0


def as_row(id_: Any, given: str | None, answer: Answer) -> dict[str, Any]:
    """An answer as other programs read it (`herold frage --jsonl`)."""
    passages = [
        {"game": given or hit.game, "section": hit.section.id, "heading": hit.section.heading, "text": passage_text(hit.section)} for hit in answer.hits[:5]
    ]
    return {"id": id_, "game": given or answer.game, "abstain": answer.abstain, "verdict": answer.verdict, "answer": answer.short, "passages": passages}


def _lines(answerer: Answerer, default: str | None) -> int:
    wrong = 0
    for line in sys.stdin:
        if not line.strip():
            continue
        id_: Any = None
        try:
            row = json.loads(line)
            id_, given = row.get("id"), row.get("game") or default
            result = as_row(id_, given, answerer.ask(str(row["question"]), game_key(str(given)) if given else None))
        except (ValueError, KeyError, AttributeError, Refused) as error:
            said = error.explain() if isinstance(error, Refused) else "Diese Zeile ist keine Frage: erwartet wird {\"id\", \"game\", \"question\"}."
            result = {"id": id_, "game": None, "abstain": True, "verdict": None, "answer": said, "passages": []}
            wrong = 1
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return wrong


def _misses(settings: Settings, forget: bool) -> int:
    """Questions nobody could answer: list them, or delete them."""
    if forget:
        with closing(Store(settings.daten)) as store, store.message():
            print(f"{feedback.forget_misses(store)} Fragen gelöscht.")
        return 0
    with closing(Store(settings.daten, readonly=True)) as store:
        for id_, game, question in feedback.misses(store):
            print(f"{id_}\t{game or '-'}\t{question}")
        for question, game, section, helpful in feedback.judged(store):
            print(f"{'hilfreich' if helpful else 'falsch'}\t{game}\t{section}\t{question}")
    return 0


# -- regel ------------------------------------------------------------------------------------------------------


def regel(settings: Settings, arguments: Arguments) -> int:
    key, wanted = game_key(arguments.spiel), " ".join(arguments.id)
    if fold(wanted) == "glossar":
        for term, ids in glossary(key).items():
            print(f"{term}: " + ", ".join(f"§ {id_}" for id_ in ids))
        return 0
    found = look_up(key, wanted)
    if found.section is None:
        near = found.near or [section.id for section in found.choices]
        raise Refused(f"Einen Abschnitt „{wanted}“ kenne ich in {title(key)} nicht.", instead=tuple(near))
    if arguments.alles:
        print(answers.shown(key, found.section, settings.daten))
    else:
        print(f"§ {found.section.id} {found.section.heading}\n{passage_text(found.section)}")
    return 0


# -- abdeckung --------------------------------------------------------------------------------------------------


def abdeckung(settings: Settings, arguments: Arguments) -> int:
    keys = [game_key(arguments.spiel)] if arguments.spiel else [name.id for name in all_games() if rule_text(name.id).sections]
    if arguments.lesarten:
        return _lesarten(keys, arguments.json)
    rows = {key: matrix(rule_text(key), ROOT / "games" / key, ROOT.parent / "tests" / "cases" / key) for key in keys}
    if arguments.json:
        print(json.dumps({key: [asdict(row) for row in found] for key, found in rows.items()}, ensure_ascii=False, indent=1))
        return 0
    for key, found in rows.items():
        if arguments.spiel:
            print("Text  Code  Fall  Frage  Abschnitt")
            for row in found:
                marks = "  ".join(("ja" if value else "–").ljust(4) for value in (row.text, row.enforced, row.case, row.question))
                print(f"{marks}   {row.section}" + (f" ({row.reason})" if row.reason else ""))
        count = {name: sum(getattr(row, name) for row in found) for name in ("text", "enforced", "case", "question")}
        print(
            f"{title(key)}: {len(found)} Abschnitte, {count['text']} mit Text, {count['enforced']} im Code zitiert, "
            f"{count['case']} mit Fall, {count['question']} mit typischer Frage"
        )
    return 0


def _lesarten(keys: list[str], as_json: bool) -> int:
    """The statement of compliance: how each unclear place is treated, and what proves it."""
    found = {key: stances(rule_text(key), ROOT / "games" / key, ROOT.parent / "tests" / "cases" / key) for key in keys}
    if as_json:
        print(json.dumps({key: [asdict(stance) for stance in rows] for key, rows in found.items()}, ensure_ascii=False, indent=1))
        return 0
    for key, rows in found.items():
        print(f"{title(key)}: {len(rows)} Lesarten, {sum(stance.enforced for stance in rows)} vom Programm durchgesetzt.")
        for stance in rows:
            print("\n".join(_stance(stance)))
    return 0


def _stance(stance: Stance) -> list[str]:
    lines = [f"{stance.reading} (§ {stance.section}): {stance.question}" + ("" if stance.enforced else " [nur Text]")]
    for choice, meaning in stance.choices.items():
        mark = "→" if choice == stance.default else "–"
        proof = f"{len(stance.cases[choice])} Fälle" if len(stance.cases[choice]) != 1 else "1 Fall"
        lines.append(f"  {mark} {choice}: {meaning} ({proof})")
    return [*lines, f"  Vorgabe {stance.default}: {stance.reason}"]


# -- einlesen ---------------------------------------------------------------------------------------------------


def einlesen(settings: Settings, arguments: Arguments) -> int:
    key = game_key(arguments.spiel)
    try:
        parts = edition.read_book(arguments.datei, rule_text(key))
    except edition.Refusal as why:
        print(why, file=sys.stderr)
        return 1
    print(edition.preview(parts))
    aligned = sum(bool(part.id) for part in parts)
    print(f"{len(parts)} Abschnitte gefunden, {aligned} davon passen zu unserem Text.")
    if not arguments.vorschau:
        edition.keep(settings.daten, key, parts)
        print(f"Antworten zu {title(key)} zitieren jetzt auch eure Ausgabe.")
    return 0


def register(sub: Sub) -> None:
    question = sub("frage", frage, "beantwortet eine Regelfrage")
    question.add_argument("text", nargs="*", metavar="TEXT")
    question.add_argument("--spiel", default=None, metavar="KEY")
    question.add_argument("--jsonl", action="store_true", help="Fragen als JSON-Zeilen von der Standardeingabe")
    question.add_argument("--offen", action="store_true", help="zeigt Fragen ohne Antwort und Urteile über Antworten")
    question.add_argument("--vergessen", action="store_true", help="löscht die Fragen ohne Antwort")
    rule = sub("regel", regel, "schlägt einen Abschnitt nach")
    rule.add_argument("spiel", metavar="SPIEL")
    rule.add_argument("id", nargs="+", metavar="ABSCHNITT", help="Nummer, Überschrift, Karte oder Begriff; „glossar“ zeigt alle Begriffe")
    rule.add_argument("--alles", action="store_true", help="mit Lesarten, Unterabschnitten und Verweisen")
    cover = sub("abdeckung", abdeckung, "was vom Regeltext durchgesetzt, geprüft und erfragbar ist")
    cover.add_argument("spiel", nargs="?", metavar="SPIEL")
    cover.add_argument("--json", action="store_true", help="als JSON")
    cover.add_argument("--lesarten", action="store_true", help="wie unklare Regeln gelesen werden, mit Wahl, Grund und Fällen")
    read = sub("einlesen", einlesen, "liest euer eigenes Regelheft ein (Text, Markdown, PDF)")
    read.add_argument("datei", type=Path, metavar="DATEI")
    read.add_argument("--spiel", required=True, metavar="KEY")
    read.add_argument("--vorschau", action="store_true", help="zeigt nur, was gefunden würde")
