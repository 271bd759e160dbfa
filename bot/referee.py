"""The referee: may I, what if, rights of the moment, disputes, rulings, corrections."""

import re
from typing import TYPE_CHECKING

from bot import words
from bot.messages import Reply
from bot.moment import as_command, moment
from game_state import orders
from game_state.corrections import correct as make_correction
from game_state.disputes import ENFORCED, SILENT, TEXT, Dispute, Disputes, Finding, View, rerun
from game_state.orders import LEITUNG, Actor
from game_state.table import Table
from game_state.verdict import Refused, refuse_unless
from game_state.what_if import rights, what_if
from rules_dsl import table as say
from rules_dsl.errors import Unclear
from rules_dsl.fold import fold
from rules_dsl.registry import language_of
from rules_dsl.text import rule_text

if TYPE_CHECKING:
    from bot.questions import Desk

_STOPPED = {
    "chance": "Danach entscheidet der Zufall.", "hidden": "Was danach kommt, ist noch verdeckt.",
    "sealed": "Die Antwort bliebe versiegelt, bis alle geantwortet haben.",
}


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


# -- disputes -----------------------------------------------------------------------------------------------------


def precedents(desk: "Desk", cites: list[str]) -> str:
    """What this server has decided about the same paragraphs."""
    table = desk.table
    if table is None or not cites:
        return ""
    found = Disputes(desk.store).touching(desk.server, table.meta.game, cites)
    return "".join(f"\nEuer Urteil {r.number} vom {r.decided_at[:10]} zu § {', § '.join(r.cites[:3])}: {r.ruling}" for r in found)


def open_dispute(desk: "Desk", order: say.Dispute) -> list[Reply]:
    """Opens a case: position before and after, the rule run again, the texts."""
    table = desk.need_table()
    disputes = Disputes(desk.store)
    if disputes.current(table.meta.channel) is not None:
        raise Refused("Hier ist schon ein Streitfall offen; „befund“ zeigt ihn, „abhilfe …“ beendet ihn.", code="no_dispute")
    match = re.match(r"^\s*(?:um |zu |wegen )?(?:zeile )?(\d+)\b\s*(.*)$", order.text, re.S)
    line, text = (int(match.group(1)), match.group(2)) if match else (None, order.text.strip())
    refuse_unless(line is not None or text, "Worum geht es? „streit 47“ nennt eine Zeile des Protokolls, „streit TEXT“ eine Frage.", code="no_dispute")
    dispute = Dispute(0, desk.server, table.meta.channel, table.meta.id, table.meta.game, desk.message.user, table.now(), line, text)
    dispute.finding = find(desk, table, dispute)
    disputes.open(dispute)
    lines = [f"Streitfall eröffnet{f' zu Zeile {line}' if line else ''}.", *(position(table, line) if line else []), shown(dispute.finding)]
    lines.append("Tragt eure Sicht vor: „ansicht …“. Danach „abhilfe lassen“, „abhilfe zurück“ oder „abhilfe TEXT“.")
    return [Reply("acted", "\n".join(lines), None, cites=cited(table, dispute), channel=table.meta.channel)]


def position(table: Table, line: int) -> list[str]:
    """The public position before and after a line, rebuilt from the journal."""
    again = rerun(table, line)
    before, after = table.game.view(again.before, None), table.game.view(again.after, None)
    return ["Davor:", table.game.show(before, table.people), "Danach:", table.game.show(after, table.people)]


def find(desk: "Desk", table: Table, dispute: Dispute) -> Finding:
    """Run the rule again if a line is disputed; otherwise ask the text."""
    if dispute.line is not None:
        again = rerun(table, dispute.line)
        cites = list(dict.fromkeys(cite for event in again.events for cite in event.cites))
        who, said = table.people[again.entry.seat], words.move_said(table, again.entry)
        numbers = [words.tell(table, event, None) for event in again.events]
        if again.refusal is not None:
            return Finding(f"{who}s Zug {said} war nicht erlaubt: {again.refusal.explain()}", ENFORCED, list(again.refusal.cites), [], False)
        if again.same:
            return Finding(f"{who}s Zug {said} war erlaubt und ist richtig ausgeführt.", ENFORCED, cites, list(filter(None, numbers)), True)
        text = f"{who}s Zug {said} war erlaubt, nach heutiger Regel käme aber etwas anderes heraus."
        return Finding(text, ENFORCED, cites, list(filter(None, numbers)), False)
    return from_text(desk, table, dispute.text)


def from_text(desk: "Desk", table: Table, text: str) -> Finding:
    from bot.answers import question

    try:
        reply = question(desk, say.Question(text=text))[0]
    except Refused as refused:
        return Finding(refused.explain(), SILENT)
    cites = [cite.partition(":")[2] for cite in reply.cites if cite.startswith(table.meta.game + ":")]
    if reply.extra.get("abstain") or not cites:
        return Finding(reply.text, SILENT, cites)
    return Finding(reply.text, TEXT, cites[:3])


def shown(finding: Finding) -> str:
    numbers = "\nRechnung: " + " ".join(finding.calculation) if finding.calculation else ""
    return f"Befund ({finding.confidence}): {finding.text}{numbers}{words.paragraphs(finding.cites)}"


def cited(table: Table, dispute: Dispute) -> tuple[str, ...]:
    return tuple(f"{table.meta.game}:{cite}" for cite in dispute.cites)


def current(desk: "Desk") -> tuple[Table, Dispute]:
    table = desk.need_table()
    dispute = Disputes(desk.store).current(table.meta.channel)
    if dispute is None:
        raise Refused("Hier ist kein Streitfall offen („streit 47“ oder „streit TEXT“ eröffnet einen).", code="no_dispute")
    return table, dispute


def claim(desk: "Desk", order: say.Claim) -> list[Reply]:
    """One side speaks; the passage that speaks to it is put beside it."""
    table, dispute = current(desk)
    found = from_text(desk, table, order.text)
    section = found.cites[0] if found.cites and found.confidence != SILENT else ""
    dispute.views.append(View(desk.message.user, desk.message.name, order.text, section))
    Disputes(desk.store).save(dispute)
    text = rule_text(table.meta.game)
    passage = " Dazu finde ich keine Stelle im Regeltext."
    if section in text:
        passage = f" Dazu § {section} {text[section].heading}: {words.clipped(text[section].text, 500)}"
    return [Reply("acted", f"Ansicht von {desk.message.name} aufgenommen.{passage}", None, channel=table.meta.channel)]


def finding(desk: "Desk", order: say.Finding) -> list[Reply]:
    table, dispute = current(desk)
    dispute.finding = find(desk, table, dispute)
    Disputes(desk.store).save(dispute)
    lines = [f"Streitfall{f' zu Zeile {dispute.line}' if dispute.line else ''}: {dispute.text}".strip()]
    lines += [f"{view.name}: „{view.text}“" + (f" [§ {view.section}]" if view.section else "") for view in dispute.views]
    lines.append(shown(dispute.finding) + precedents(desk, dispute.cites))
    return [Reply("answer", "\n".join(lines), desk.aside, cites=cited(table, dispute))]


def remedy(desk: "Desk", order: say.Remedy) -> list[Reply]:
    """Proposes how to end it; the table or the Spielleitung decides."""
    table, dispute = current(desk)
    actor = Actor(desk.message.user, desk.message.name, desk.message.roles)
    wanted = fold(order.text)
    if wanted.startswith(("zurueck", "rueckgaengig")):
        refuse_unless(dispute.line is not None, "Dieser Streitfall betrifft keine Zeile; „abhilfe TEXT“ hält euer Ergebnis fest.", code="no_dispute")
        text, back = f"zurück vor Zeile {dispute.line}", {"back": dispute.line}
    elif wanted.startswith(("lass", "stehen")):
        text, back = "alles bleibt, wie es ist", {}
    else:
        text, back = order.text.strip(), {}
    data = {**back, "dispute": dispute.id, "ruling": text}
    if LEITUNG in actor.roles:
        table.meta.proposal = None
    outcome = orders.propose(table, actor, "dispute", f"Streitfall beenden: {text}", [], True, data)
    if table.meta.proposal is not None and LEITUNG in actor.roles:
        outcome = orders.agree(table, actor, say.Agree())
    return [Reply("acted", words.public(table, outcome), None, channel=table.meta.channel)]


def rulings(desk: "Desk", order: say.Rulings) -> list[Reply]:
    """Rulings of this server: all, searched, or one revoked."""
    disputes = Disputes(desk.store)
    text = fold(order.text)
    revoke = re.match(r"^(?:aufheben|widerrufen|loeschen) (\d+)$|^(\d+) (?:aufheben|widerrufen)$", text)
    if revoke:
        refuse_unless(LEITUNG in desk.message.roles, "Ein Urteil hebt nur die Spielleitung auf.", code="leitung_only")
        gone = disputes.revoke(desk.server, int(revoke.group(1) or revoke.group(2)))
        return [Reply("acted", f"Urteil {gone.number} ist aufgehoben.", None)]
    found = disputes.rulings(desk.server)
    if text and text != "export":
        found = [r for r in found if text == str(r.number) or text in fold(" ".join([r.ruling, r.text, *r.cites, r.finding.text if r.finding else ""]))]
    lines = [f"Urteil {r.number} vom {r.decided_at[:10]} ({r.game}, {r.how}) zu § {', § '.join(r.cites) or '–'}: {r.ruling}" for r in found]
    return [Reply("answer", "\n".join(lines) or "Dazu gibt es hier noch kein Urteil.", desk.aside)]


def correct(desk: "Desk", order: say.Correct) -> list[Reply]:
    table = desk.need_play()
    outcome = make_correction(table, Actor(desk.message.user, desk.message.name, desk.message.roles), order.text)
    return [Reply("acted", words.public(table, outcome), None, channel=table.meta.channel)]
