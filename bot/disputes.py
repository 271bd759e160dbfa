"""Disputes: a case about a line of the log, a refusal, an order, or something said in words; found, argued, settled, kept as a ruling."""

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from bot import answers, words
from bot.messages import Reply
from bot.moment import as_command, of_another, other_named
from game_state import corrections, orders
from game_state.disputes import ENFORCED, SILENT, TEXT, Dispute, Disputes, Finding, View, rerun
from game_state.table import LEITUNG, Actor, Table
from game_state.verdict import Refused, refuse_unless
from rules_dsl import table as say
from rules_dsl.fold import fold
from rules_dsl.text import rule_text

if TYPE_CHECKING:
    from bot.questions import Desk

_LINE = re.compile(r"^\s*(?:um |zu |wegen )?(?:zeile )?(\d+)\b[\s:,]*(.*)$", re.S | re.I)
_JUST = re.compile(r"^(?:war|ist) (?:das|der (?:letzte )?zug|dieser zug)(?: \w+)? (?:erlaubt|richtig|korrekt|regelkonform|zulaessig)\b|^durfte \w+ das\b")
_PAST = re.compile(r"^(?:durfte|konnte) ")
_MAY_I = re.compile(r"^(?:ob )?(?:darf|kann|durfte|konnte) ich |^ich (?:darf|kann|durfte|konnte) ", re.I)
_REASON = re.compile(r"[\s,;:.–-]*\b(weil|denn|grund:|begründung:)\s+(.+)$", re.S | re.I)
FORM = "„streit 47“ nennt eine Zeile des Protokolls, „streit BEFEHL“ einen Zug, „streit TEXT“ eine Frage"
TITLE = 60  # characters of what a case is about that name it
SIDES = {"ja": "Der Text spricht dafür", "nein": "Der Text spricht dagegen", None: "Der Text entscheidet das nicht mit ja oder nein"}


# -- opening ------------------------------------------------------------------------------------------------------


def open_dispute(desk: "Desk", order: say.Dispute) -> list[Reply]:
    """Opens a case: position before and after, the rule run again, the texts."""
    table = desk.need_table()
    disputes = Disputes(desk.store)
    if disputes.current(table.meta.channel) is not None:
        raise Refused("Hier ist schon ein Streitfall offen; „befund“ zeigt ihn, „abhilfe …“ beendet ihn.", code="no_dispute")
    match = _LINE.match(order.text)
    line, text = (int(match.group(1)), match.group(2)) if match else (line_meant(table, order.text), order.text.strip())
    dispute = Dispute(0, desk.server, table.meta.channel, table.meta.id, table.meta.game, desk.message.user, table.now(), line, text)
    if not match and not text:
        dispute.text, dispute.finding, aside = last_refusal(desk, table)
    else:
        dispute.finding, aside = find(desk, table, dispute)
    disputes.open(dispute)
    about_it = {**about(dispute, "opened"), "title": title(dispute)}
    lines = [f"Streitfall eröffnet{f' zu Zeile {line}' if line else ''}."]
    lines += [f"{desk.message.name}: „{text}“"] if text else []
    lines += [*(position(table, line) if line else []), shown(dispute.finding)]
    lines.append("Tragt eure Sicht vor: „ansicht …“. Danach „abhilfe lassen“, „abhilfe zurück“, „abhilfe korrektur …“ oder „abhilfe TEXT“, auch mit „weil …“.")
    replies = [Reply("acted", "\n".join(lines), None, cites=cited(table, dispute), channel=table.meta.channel, extra=about_it)]
    return replies + ([Reply("notice", aside, desk.message.user)] if aside else [])


def about(dispute: Dispute, step: str) -> dict[str, Any]:
    """What a medium must know to say it in the right place. `step`: opened, argued, decided."""
    return {"dispute": dispute.id, "step": step, "place": dispute.place}


def title(dispute: Dispute) -> str:
    """`Streitfall 3: Zeile 47`, or the first words of what it is about."""
    subject = f"Zeile {dispute.line}" if dispute.line is not None else words.clipped(" ".join(dispute.text.split()), TITLE)
    return f"Streitfall {dispute.serial}" + (f": {subject}" if subject else "")


def line_meant(table: Table, text: str) -> int | None:
    """The line „war das erlaubt?“ or „durfte Anna Silber kaufen?“ speaks of: the last move, or the last of that kind that was made openly."""
    folded = fold(text).rstrip(" ?!.")
    if table.meta.phase == "lobby" or not (_JUST.match(folded) or _PAST.match(folded)):
        return None
    who = other_named(table, -1, folded)
    moves = [entry for entry in reversed(table.entries(0, table.meta.length)) if who is None or entry.seat == who]
    if _JUST.match(folded):
        return moves[0].seq if moves else None
    rest = folded.split(" ", 2)
    command = as_command(table, rest[2]) if who is not None and len(rest) > 2 else None
    return next((entry.seq for entry in moves if not entry.hidden and table.game.language.commands.load(entry.command) == command), None)


def just_now(desk: "Desk", order: say.Question) -> list[Reply] | None:
    """The same asked without opening a case."""
    table = desk.table
    line = line_meant(table, order.text) if table is not None else None
    if table is None or line is None:
        return None
    found = from_line(table, line)
    return [Reply("answer", f"Zeile {line}: {shown(found)}", desk.aside, cites=tuple(f"{table.meta.game}:{cite}" for cite in found.cites))]


def position(table: Table, line: int) -> list[str]:
    """The public position before and after a line, rebuilt from the journal."""
    again = rerun(table, line)
    before, after = table.game.view(again.before, None), table.game.view(again.after, None)
    return ["Davor:", table.game.show(before, table.people), "Danach:", table.game.show(after, table.people)]


# -- finding ------------------------------------------------------------------------------------------------------


def find(desk: "Desk", table: Table, dispute: Dispute) -> tuple[Finding, str]:
    """What Herold finds, and what only the one who asks may read of it."""
    if dispute.line is not None:
        return from_line(table, dispute.line), ""
    mine = desk.message.user == dispute.opened_by
    command = as_command(table, _MAY_I.sub("", dispute.text)) if table.meta.phase == "playing" and desk.seat is not None and mine else None
    if command is None:
        seen = of_another(table, dispute.text) if table.meta.phase == "playing" else None
        if seen is not None:
            verdict = f"{seen.word.capitalize()}. " if seen.word else ""
            return Finding(f"{verdict}{seen.text}", ENFORCED, list(seen.cites), [], {"ja": True, "nein": False}.get(seen.word)), ""
        return from_text(desk, table, dispute.text), ""
    name = f"„{command.say()}“ von {table.people[desk.seat or 0]}"
    try:
        table.check(desk.message.user, command)
    except Refused as refused:
        return _refusal(name, refused), refused.explain()
    ask = table.ask_of(desk.message.user)
    return Finding(f"{name} ist jetzt erlaubt.", ENFORCED, list(ask.cites if ask is not None else ()), [], True), ""


def last_refusal(desk: "Desk", table: Table) -> tuple[str, Finding, str]:
    """`streit` alone: the last move refused to the one who says it. What was whispered is not repeated aloud."""
    denied = desk.service.denied.get((desk.message.channel, desk.message.user))
    if denied is None:
        raise Refused(f"Worum geht es? {FORM}; „streit“ allein deinen letzten abgelehnten Zug, aber ich habe dir hier keinen abgelehnt.", code="no_dispute")
    refused, said = denied
    name = f"{f'„{said}“' if said else 'Der abgelehnte Zug'} von {desk.message.name}"
    return name, _refusal(name, refused), refused.explain()


def _refusal(name: str, refused: Refused) -> Finding:
    """A refusal as all may read it: its reason may name what is in a hand, its sum and paragraphs never do."""
    sums = [refused.calculation.explain() + "."] if refused.calculation is not None else []
    cites = list(dict.fromkeys((*refused.cites, *(refused.calculation.cites if refused.calculation is not None else ()))))
    return Finding(f"{name} ist nicht erlaubt.", ENFORCED, cites, sums, False)


def from_line(table: Table, line: int) -> Finding:
    """The rule run again on the position before."""
    again = rerun(table, line)
    cites = list(dict.fromkeys(cite for event in again.events for cite in event.cites))
    who, said = table.people[again.entry.seat], words.move_said(table, again.entry)
    if again.refusal is not None:
        return Finding(f"{who}s Zug {said} war nicht erlaubt: {again.refusal.explain()}", ENFORCED, list(again.refusal.cites), [], False)
    sums = [] if again.entry.hidden else table.game.sums(again.before, again.entry.seat, table.game.language.commands.load(again.entry.command))
    told = list(filter(None, (words.tell(table, event, None) for event in again.events)))
    numbers = [*(f"{text}." for sum_ in sums if (text := sum_.explain()) not in " ".join(told)), *told]
    if again.same:
        return Finding(f"{who}s Zug {said} war erlaubt und ist richtig ausgeführt.", ENFORCED, cites, numbers, True)
    return Finding(f"{who}s Zug {said} war erlaubt, nach heutiger Regel käme aber etwas anderes heraus.", ENFORCED, cites, numbers, False)


def from_text(desk: "Desk", table: Table, text: str) -> Finding:
    """What the rule text says to something put in words."""
    try:
        reply = answers.question(desk, say.Question(text=text))[0]
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


# -- arguing ------------------------------------------------------------------------------------------------------


def current(desk: "Desk") -> tuple[Table, Dispute]:
    table = desk.need_table()
    dispute = Disputes(desk.store).current(table.meta.channel)
    if dispute is None:
        raise Refused(f"Hier ist kein Streitfall offen ({FORM}).", code="no_dispute")
    return table, dispute


def claim(desk: "Desk", order: say.Claim) -> list[Reply]:
    """One side speaks; the passage that speaks to it is put beside it, with what it says of the claim."""
    table, dispute = current(desk)
    refuse_unless(order.text.strip(), "Was ist deine Ansicht? Schreib sie dazu: „ansicht …“.", code="no_dispute")
    view = View(desk.message.user, desk.message.name, order.text.strip())
    found = answers.answerer(desk.store.folder).claim(view.text, table.meta.game)
    if found.band == "clear" or found.certain:
        view.section, view.verdict = found.hits[0].section.id, found.verdict if found.certain else None
    dispute.views.append(view)
    Disputes(desk.store).save(dispute)
    passage = "Dazu finde ich keine Stelle im Regeltext."
    if not view.section and not found.abstain:
        near = found.hits[0].section
        passage = f"Eine Stelle, die das entscheidet, finde ich nicht; am nächsten kommt § {near.id} {near.heading}."
    if view.section:
        section = rule_text(table.meta.game)[view.section]
        passage = f"{SIDES[view.verdict]}: § {section.id} {section.heading}: {answers.marked(section, found.sentence)}"
    cites = (f"{table.meta.game}:{view.section}",) if view.section else ()
    said = f"Ansicht von {view.name} aufgenommen: „{view.text}“\n{passage}"  # not everybody has heard it where it was said
    return [Reply("acted", said, None, cites=cites, channel=table.meta.channel, extra=about(dispute, "argued"))]


def finding(desk: "Desk", order: say.Finding) -> list[Reply]:
    table, dispute = current(desk)
    if dispute.line is not None:
        dispute.finding = from_line(table, dispute.line)
        Disputes(desk.store).save(dispute)
    assert dispute.finding is not None
    lines = [f"Streitfall{f' zu Zeile {dispute.line}' if dispute.line else ''}: {dispute.text}".strip(" :")]
    for view in dispute.views:
        side = f" – {SIDES[view.verdict]} [§ {view.section}]" if view.section else ""
        lines.append(f"{view.name}: „{view.text}“{side}")
    lines.append(shown(dispute.finding) + precedents(desk, dispute.cites))
    return [Reply("answer", "\n".join(lines), desk.aside, cites=cited(table, dispute))]


# -- settling -----------------------------------------------------------------------------------------------------


def remedy(desk: "Desk", order: say.Remedy) -> list[Reply]:
    """Proposes how to end it; the table or the Spielleitung decides."""
    table, dispute = current(desk)
    actor = Actor(desk.message.user, desk.message.name, desk.message.roles)
    data: dict[str, Any] = {"dispute": dispute.id}
    reason = _REASON.search(order.text)
    wanted = order.text[: reason.start()].strip() if reason else order.text.strip()
    refuse_unless(wanted, "Wie soll es enden? „abhilfe lassen“, „abhilfe zurück“, „abhilfe korrektur …“ oder „abhilfe TEXT“.", code="no_dispute")
    folded = fold(wanted)
    if folded.startswith(("zurueck", "rueckgaengig", "korrektur ")):
        over = "Die Partie ist zu Ende, daran ändert sich nichts mehr; „abhilfe TEXT“ hält euer Ergebnis fest."
        refuse_unless(table.meta.phase == "playing", over, code="not_playing")
    if folded.startswith(("zurueck", "rueckgaengig")):
        refuse_unless(dispute.line is not None, "Dieser Streitfall betrifft keine Zeile; „abhilfe TEXT“ hält euer Ergebnis fest.", code="no_dispute")
        text, data["back"] = f"zurück vor Zeile {dispute.line}", dispute.line
    elif folded.startswith(("lass", "stehen")):
        text = "alles bleibt, wie es ist"
    elif folded.startswith("korrektur "):
        data["step"], data["reads"] = corrections.read(table, wanted.split(" ", 1)[1])
        text = f"Korrektur: {data['reads']}"
    else:
        text = wanted.rstrip(".")
    data["ruling"] = f"{_subject(table, dispute)}{text}{_because(reason)}"
    if LEITUNG in actor.roles:
        table.meta.proposal = None
        data["leitung"] = True
    wish = f"Streitfall beenden: {text}{_because(reason)}".rstrip(".")
    outcome = orders.propose(table, actor, "dispute", wish, [], True, data)
    if table.meta.proposal is not None and LEITUNG in actor.roles:
        outcome = orders.agree(table, actor, say.Agree())
    return [Reply("acted", words.public(table, outcome), None, channel=table.meta.channel, extra=about(dispute, "decided" if table.settled else "argued"))]


def _because(reason: re.Match[str] | None) -> str:
    """The reason as it was given: „, weil …“ stays a clause, „Grund: …“ a sentence."""
    if reason is None:
        return "."
    word, why = reason.group(1).lower(), reason.group(2).strip().rstrip(".")
    return f". Grund: {why}." if word.endswith(":") else f", {word} {why}."


def _subject(table: Table, dispute: Dispute) -> str:
    """What it was about, so that the ruling can be read alone later."""
    if dispute.line is None:
        said = dispute.text.rstrip(" .")
        return f"{said}{' ' if said.endswith(('?', '!')) else ': '}" if said else ""
    try:
        entry = rerun(table, dispute.line).entry
    except Refused:
        return f"Zeile {dispute.line}: "
    return f"Zeile {dispute.line}, {table.people[entry.seat]} {words.move_said(table, entry)}: "


def precedents(desk: "Desk", cites: list[str]) -> str:
    """What this server has decided about the same paragraphs."""
    table = desk.table
    if table is None or not cites:
        return ""
    found = Disputes(desk.store).touching(desk.server, table.meta.game, cites)
    return "".join(f"\nEuer Urteil {r.number} vom {r.decided_at[:10]} zu § {', § '.join(r.cites[:3])}: {r.ruling}" for r in found)


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
    if text == "export":
        content = json.dumps([asdict(ruling) for ruling in found], ensure_ascii=False, indent=1)
        file = {"name": "urteile.json", "content": content}
        return [Reply("answer", f"{len(found)} Urteile dieses Servers als Datei: urteile.json", desk.aside, extra={"file": file})]
    if text:
        found = [r for r in found if text == str(r.number) or text in fold(" ".join([r.ruling, r.text, *r.cites, r.finding.text if r.finding else ""]))]
    lines = [f"Urteil {r.number} vom {r.decided_at[:10]} ({r.game}, {r.how}) zu § {', § '.join(r.cites) or '–'}: {r.ruling}" for r in found]
    return [Reply("answer", "\n".join(lines) or "Dazu gibt es hier noch kein Urteil.", desk.aside)]
