"""The referee before the fact: may I, what if, rights of the moment; and corrections."""

from typing import TYPE_CHECKING

from bot import words
from bot.disputes import just_now, precedents
from bot.messages import Reply
from bot.moment import as_command, moment
from bot.moment import question as ask_moment
from game_state.corrections import correct as make_correction
from game_state.table import Actor, Table
from game_state.verdict import Refused
from game_state.what_if import rights, what_if
from rules_dsl import table as say
from rules_dsl.errors import Unclear
from rules_dsl.fold import fold
from rules_dsl.registry import language_of

if TYPE_CHECKING:
    from bot.questions import Desk

_STOPPED = {
    "chance": "Danach entscheidet der Zufall.", "hidden": "Was danach kommt, ist noch verdeckt.",
    "sealed": "Die Antwort bliebe versiegelt, bis alle geantwortet haben.",
}


def question(desk: "Desk", order: say.Question) -> list[Reply]:
    """A question about a move just made is one for the log, all others for the position and the text."""
    return just_now(desk, order) or ask_moment(desk, order)


def may_i(desk: "Desk", order: say.MayI) -> list[Reply]:
    """Any command, checked and tried on a copy; otherwise a question about this moment."""
    table = desk.need_play()
    command = as_command(table, order.text)
    if command is None:
        unclear = misspoken(table, order.text)
        if unclear is not None:
            extra = {"expected": list(unclear.expected), "suggestions": list(unclear.near)}
            return [Reply("unclear", unclear.explain(), desk.message.user, ok=False, extra=extra)]
        return moment(desk, desk.message.text)
    try:
        preview = what_if(table, desk.message.user, command)
    except Refused as refused:
        grounds = tuple(dict.fromkeys((*refused.cites, *(refused.calculation.cites if refused.calculation is not None else ()))))
        return [verdict(desk, "nein", f"{refused.explain()}{words.paragraphs(grounds)}", grounds)]
    lines = [f"„{command.say()}“ geht jetzt.{words.paragraphs(preview.cites)}", *preview.forecast]
    told = [words.tell(table, event, desk.seat) for event in preview.events]
    if any(told):
        lines.append("Es würde geschehen: " + " ".join(filter(None, told)))
    if preview.stopped:
        lines.append(_STOPPED[preview.stopped])
    elif preview.next:
        lines.append("Dann: " + ", ".join(f"{table.people[ask.seat]} {ask.public_prompt()}" for ask in preview.next) + ".")
    return [verdict(desk, "ja", "\n".join(lines), preview.cites)]


def misspoken(table: Table, text: str) -> Unclear | None:
    """Why something that begins like one of our commands („setze 2 Atlantis“) is none; a plain question begins otherwise."""
    unclear = table.understand(text)[0].unclear
    if unclear is None or not unclear.understood or not unclear.text[unclear.position:].strip(" ?!."):
        return None
    own = {forms[0].split(" ")[0] for terminal, forms in language_of(table.meta.game).words.items() if terminal not in say.WORDS}
    first = fold(text).split(" ")[0]
    return unclear if first in own and first.endswith("e") else None


def verdict(desk: "Desk", word: str, text: str, cites: tuple[str, ...]) -> Reply:
    table = desk.need_play()
    found = tuple(f"{table.meta.game}:{cite}" for cite in cites)
    extra = {"verdict": word}
    return Reply("answer", f"{word.capitalize()}. {text}{precedents(desk, list(cites))}", desk.message.user, cites=found, extra=extra)


def show_rights(desk: "Desk", order: say.Rights) -> list[Reply]:
    table = desk.need_play()
    ask = table.ask_of(desk.message.user)
    if ask is None:
        return [Reply("state", f"Gerade verlangt die Regel nichts von dir. Dran: {table.awaited()}.", desk.message.user)]
    lines = [f"{right.kind.capitalize()}: {right.text}{words.paragraphs(right.cites)}" for right in rights(ask)]
    cites = tuple(f"{table.meta.game}:{cite}" for cite in ask.cites)
    return [Reply("answer", "\n".join(lines), desk.message.user, cites=cites)]


def correct(desk: "Desk", order: say.Correct) -> list[Reply]:
    table = desk.need_play()
    outcome = make_correction(table, Actor(desk.message.user, desk.message.name, desk.message.roles), order.text)
    return [Reply("acted", words.public(table, outcome), None, channel=table.meta.channel)]
