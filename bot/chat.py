"""`herold chat`: the table in the terminal, with history, completion and colours.

Everybody sits at the same keyboard: `anna: kaufe Silber` speaks as Anna, and stays Anna until somebody else is named.
"""

import itertools
import re
import sys
from pathlib import Path
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import FileHistory
from prompt_toolkit.shortcuts import print_formatted_text

from bot.messages import Message
from bot.service import Service
from rules_dsl.fold import fold
from rules_dsl.table import WORDS

CHANNEL = "terminal"
_SPEAKER = re.compile(r"^\s*([A-Za-zÄÖÜäöüß][\wÄÖÜäöüß-]{0,20}):\s*(.*)$", re.S)
_COLOURS = {"acted": "ansigreen", "refused": "ansired", "unclear": "ansiyellow", "answer": "ansicyan", "ask": "ansiblue", "error": "bold ansired"}
_KEYWORDS = frozenset(form for forms in WORDS.values() for form in forms)
HELLO = """Herold, dein Schiedsrichter. Sprich als „anna: …“; ohne Namen spricht, wer zuletzt sprach.
Versuch: anna: neues spiel dominion – bernd: mitspielen – anna: start. „hilfe“ hilft, Strg-D beendet."""


def addressed(line: str) -> tuple[str, str]:
    """Who speaks, if the line says so, and what: „anna: kaufe Silber“. „frage: …“ is nobody's name."""
    match = _SPEAKER.match(line)
    if match is None:
        return "", line
    name, said = match.groups()
    return (name, said) if fold(name) not in _KEYWORDS else ("", f"{name} {said}")


class Speaker:
    """Who speaks, and how the answers look."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.name = "Anna"
        self._ids = itertools.count(1)

    def said(self, line: str) -> list[dict[str, Any]]:
        name, line = addressed(line)
        if name:
            self.name = name.capitalize()
            if not line.strip():
                return []
        return self.service.handle(Message("", CHANNEL, self.name.lower(), self.name, line))


class Completing(Completer):
    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Any:
        name, typed = addressed(document.text_before_cursor)
        for text in self.speaker.service.complete(CHANNEL, (name or self.speaker.name).lower(), typed):
            yield Completion(text, start_position=-len(typed))


def shown(reply: dict[str, Any]) -> str:
    to = f"(nur für {str(reply['to']).capitalize()}) " if reply["to"] else ""
    return f"{to}{reply['text']}"


def run(service: Service, folder: Path) -> None:
    speaker = Speaker(service)
    if not sys.stdin.isatty():
        for line in sys.stdin:
            for reply in speaker.said(line.rstrip("\n")):
                print(shown(reply))
        return
    session: PromptSession[str] = PromptSession(history=FileHistory(str(folder / "chat_verlauf")), completer=Completing(speaker), complete_while_typing=False)
    print(HELLO)
    while True:
        try:
            line = session.prompt(FormattedText([("bold", f"{speaker.name.lower()}> ")]))
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
        if line.strip():
            for reply in speaker.said(line):
                print_formatted_text(FormattedText([(_COLOURS.get(reply["kind"], ""), shown(reply))]))
