"""Yes/no questions about this moment: answered from the position first, then from the rule text; both are shown apart."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot import answers, words
from bot.messages import Reply
from game_state.ask import Ask
from game_state.table import Table
from game_state.verdict import Refused
from rules_dsl import table as say
from rules_dsl.answer import heading
from rules_dsl.command import Command
from rules_dsl.fold import fold
from rules_dsl.language import Language
from rules_dsl.registry import language_of
from rules_dsl.text import rule_text

if TYPE_CHECKING:
    from bot.questions import Desk

_YES_NO = re.compile(r"^(?:und |aber |also )?(?:darf|duerf\w*|kann|koenn\w*|muss|muess\w*|soll\w*|bin|ist|sind|habe?)\b")
_NOW = re.compile(r"\b(?:jetzt|gerade|nun|hier|momentan|im moment|diese[mnrs]? zug|sofort)\b")
_STILL = re.compile(r"\bnoch\b")
_ARTICLE = "(?:de[mnr]|ein(?:e[mnr])?|jede[mnr]|meine[mnr]?|seine[mnr]?|alle[nmr]?|zwei|erste[mnr])"
_IN_GENERAL = re.compile(
    rf"\b(?:wenn|falls|nachdem|bevor|sobald|obwohl|immer|nie|grundsaetzlich|generell|normalerweise|jederzeit|mehrmals|zweimal|beliebig|pro|je|man)\b"
    r"|\b(?:anfangs|zu (?:beginn|anfang))\b"
    rf"|\b(?:nach|vor|waehrend|bei|in|ausserhalb|trotz|ohne) {_ARTICLE}\b|\b(?:beim|im|am|vorm|zum)\b"
)
_OPEN = re.compile(r"^(?:und |aber |also )?(?:wie|was|wer|wo|welche\w*|wieviele?)\b")
_HAS = re.compile(r"\b(?:hat|haben|habe|hab|besitzt|besitze|steht|stehe|liegt|liegen|kontrolliert|haelt)\b")
_MINE = re.compile(r"\bhabe? ich\b")
_MOST = re.compile(r"^wer hat (?:gerade |jetzt |hier )?(?:mehr|am meisten|am wenigsten|die meisten|das meiste|die wenigsten|wie ?viele?)\b")
_TURN = re.compile(r"\b(?:dran|am zug|an der reihe)\b")
_WHEN = re.compile(r"^wann\b|\b(?:vor|nach|hinter) (?:mir|uns|[a-z]+ (?:dran|am zug|an der reihe))")
_PHASE = re.compile(
    r"\b(?:bin ich|sind wir|ist (?:gerade|jetzt)|haben wir)\b.*phase\b|phase (?:bin ich|sind wir|ist (?:gerade|jetzt|das)|haben wir)\b"
)
_WHO = re.compile(r"^wer (?:kann|koennte|darf|kommt|erreicht|greift)\b")
_IF = re.compile(r"^was (?:waere|passiert|ist|geschieht),? wenn\b")
_I = re.compile(r"\b(?:ich|wir|man|mein\w*)\b")
_KINDS = {  # what a free question wants to know of the position
    "leisten": re.compile(
        r"\b(?:reich(?:t|en)|genueg(?:t|en)|genug)\b.*\b(?:geld|muenzen?|dukaten|bargeld|marker)\b.*\bfuer\b|^(?:reicht|genuegt) (?:es|das)\b.*\bfuer\b"
        r"|\bhabe ich (?:noch )?genug fuer\b|\bleisten\b|^kann (?!.*\bmit\b).*\bbezahlen$"
    ),
    "sicher": re.compile(r"\b(?:bin ich|sind wir|waere ich)\b.*\b(?:sicher|geschuetzt)\b"),
    "angriff": re.compile(r"\b(?:angreif\w*|erober\w*|greift?\b.*\ban$)|\bmarker (?:braucht|benoetigt)\b"),
    "hin": re.compile(rf"\b(?:komm(?:e|t|en)|gelang\w*|kann|darf|koennte)\b.*\b(?:nach|bis) (?!{_ARTICLE}\b)|\berreich(?:e|t|en)\b"),
    "ertrag": re.compile(r"^(?:wie ?viel|was)\b.*\b(?:bekomm\w*|krieg\w*|bring\w*|verdien\w*|gibt|zahlt)\b"),
}
_MUST = re.compile(r"\b(?:muss|muess\w*|soll\w*|verpflichtet|zwingend)\b")
_ME = re.compile(r"\b(?:mich|mir|uns)\b")
_FILLER = re.compile(r"\b(?:jetzt|noch|gerade|nun|hier|denn|eigentlich|bitte|auch|schon|sofort|mal|einfach|nicht|ein(?:e[nmrs]?)?|mit)\b ?")
SHORT = 5  # words; so short a question can only mean now
SHOWN = 10


@dataclass
class Found:
    """What the position says."""

    word: str  # ja, nein, or "" when the position does not decide it
    text: str
    cites: tuple[str, ...]
    own: bool = False  # its own paragraphs are the text to it; there is nothing to search for


def question(desk: "Desk", order: say.Question) -> list[Reply]:
    """`frage …` and plain questions; those about the moment look at the position first."""
    table = desk.table
    if table is None or table.meta.phase != "playing":
        return answers.question(desk, order)
    if desk.seat is None:
        seen_by_all = of_another(table, order.text)
        return answers.question(desk, order) if seen_by_all is None else told(desk, order.text, seen_by_all)
    if about_now(order.text) or _IF.match(fold(order.text)) or from_game(table, desk.seat, order.text) is not None:
        return moment(desk, order.text)
    due = duty(table, desk.seat, order.text)
    if due is not None:
        return told(desk, order.text, due)
    seen = in_sight(table, desk.seat, order.text)
    if not seen:
        return answers.question(desk, order)
    folded = fold(order.text)
    if _MOST.match(folded) or _MINE.search(folded):  # no rule can know that
        return [Reply("answer", f"Nach dem Stand: {seen}", desk.message.user)]
    rules = answers.question(desk, order, guess=False)[0]
    text = f"Nach dem Stand: {seen}" + ("" if rules.extra["band"] != "clear" else f"\nNach dem Regeltext:\n{rules.text}")
    return [Reply("answer", text, desk.message.user, cites=rules.cites, extra=rules.extra)]


def in_sight(table: Table, seat: int, text: str) -> str:
    """What the position shows of the person or thing an open question asks about („Wie viel Geld hat Gelb?“, „Wie viele Provinzen sind noch da?“)."""
    folded = fold(text)
    now = bool(_NOW.search(folded) or _STILL.search(folded))
    if not _OPEN.match(folded) or not (_HAS.search(folded) or now) or in_general(folded):
        return ""
    view = table.game.view(table.running_state, seat)
    who = other_named(table, seat, folded)
    if _MOST.match(folded):
        return table.game.show(view, table.people)
    if who is None and re.search(r"\bich\b", folded) and (now or _MINE.search(folded)):
        who = seat
    if who is not None:
        lines = [line for line in table.game.show(view, table.people).splitlines() if line.startswith(table.people[who])]
        ask = table.running.ask_of(seat)
        hand = table.game.show_hand(view, table.people).splitlines() if who == seat else []
        return "\n".join(dict.fromkeys((*([ask.prompt()] if who == seat and ask is not None else []), *lines, *hand)))
    if not now:
        return ""
    words_ = " ".join(re.findall(r"[a-z0-9]+", folded))
    for names in language_of(table.meta.game).names.values():
        for form in sorted((form for form in names.by_form if len(form) > 3 and form in words_), key=len, reverse=True):
            if re.search(rf"\b{re.escape(form)}", words_):
                shown = table.game.show(view, table.people, names.text(names.by_form[form]))
                if shown != table.game.show(view, table.people):
                    return shown
    return ""


def about_now(text: str) -> bool:
    folded = fold(text)
    if not _YES_NO.match(folded) or in_general(folded):
        return False
    return bool(_NOW.search(folded) or _STILL.search(folded)) or len(re.findall(r"\w+", folded)) <= SHORT


def in_general(folded: str) -> bool:
    """A question that sets its own conditions („nach dem Kaufen“, „wenn …“, „im Kampf“) asks for the rule, not for this position."""
    return bool(_IN_GENERAL.search(_TURN.sub("", folded))) and not _NOW.search(folded)


def moment(desk: "Desk", text: str) -> list[Reply]:
    table = desk.need_play()
    found = from_game(table, desk.seat, text) if desk.seat is not None else None
    if found is None and desk.seat is not None and not in_general(fold(text)):
        found = from_position(table, desk.seat, text)
    if found is None and desk.seat is not None and _IF.match(fold(text)) and not _I.search(fold(text)):
        other = other_named(table, desk.seat, fold(text))
        found = None if other is None else Found(*_not_asked(table, other))
    return answers.question(desk, say.Question(text=text)) if found is None else told(desk, text, found)


def told(desk: "Desk", text: str, found: Found) -> list[Reply]:
    """The position first, then the text."""
    table = desk.need_play()
    rules = quoted(table, found.cites) if found.own else answers.question(desk, say.Question(text=text), guess=False)[0]
    verdict = f"{found.word.capitalize()}. " if found.word else ""
    lines = [f"Nach dem Stand: {verdict}{found.text}{words.paragraphs(found.cites)}", "Nach dem Regeltext:", rules.text]
    rule_word = rules.extra.get("verdict")
    if rule_word and found.word and rule_word != found.word:
        lines.append("Stand und Regeltext sagen Verschiedenes: Der Stand gilt für diesen Augenblick, der Text allgemein.")
    cites = tuple(dict.fromkeys((*(f"{table.meta.game}:{cite}" for cite in found.cites), *rules.cites)))
    extra = {"verdict": found.word or rule_word, "from_state": found.word or None, "from_rules": rule_word}
    return [Reply("answer", "\n".join(lines), desk.message.user, cites=cites, extra=extra)]


def quoted(table: Table, cites: tuple[str, ...]) -> Reply:
    text = rule_text(table.meta.game)
    lines = [f"§ {cite} {heading(text[cite])}".rstrip() + f": {words.clipped(text[cite].text, 400)}" for cite in cites[:2] if cite in text]
    return Reply("answer", "\n".join(lines) or "Dazu steht nichts im Text.")


def of_another(table: Table, text: str) -> Found | None:
    """A question about one other player, answered from what all can see."""
    folded = fold(text).rstrip(" ?!.")
    other = other_named(table, -1, folded)
    if other is None or _I.search(folded) or _ME.search(folded):
        return None
    asked = re.findall(r"[a-z0-9]+", folded)
    for about in (about for about, pattern in _KINDS.items() if pattern.search(folded)):
        found = table.game.asked(table.running_state, about, other, table.people[other], asked, table.people)
        if found is not None:
            return Found(*found, own=True)
    return None


def _everybody(table: Table, seat: int, folded: str, asked: list[str]) -> Found | None:
    """„Wer kann mich angreifen?“: one line for each of the others."""
    lines: list[str] = []
    cites: list[str] = []
    about = next((about for about in ("angriff", "hin") if _KINDS[about].search(folded)), None)
    for other in (number for number in range(len(table.people)) if number != seat and about is not None):
        if _ME.search(folded):
            found = table.game.threat(table.running_state, other, table.people[other], seat)
        else:
            found = table.game.asked(table.running_state, about or "", other, table.people[other], asked, table.people)
        if found is not None:
            lines.append(f"{table.people[other]}: {found[0].capitalize()}. {found[1]}")
            cites += found[2]
    return Found("", "\n".join(lines), tuple(dict.fromkeys(cites)), own=True) if lines else None


def from_game(table: Table, seat: int, text: str) -> Found | None:
    """What the game itself can say to a question in free words: money, reach, attack, safety, yield, order of play."""
    folded = fold(text).rstrip(" ?!.")
    other = other_named(table, seat, folded)
    if _TURN.search(folded) and _WHEN.search(folded):
        return _order(table, seat, other, folded)
    if _PHASE.search(folded):
        top = table.game.show(table.game.view(table.running_state, None), table.people).splitlines()[0]
        return Found("", f"{top} Dran: {table.awaited()}.", tuple(table.running.waiting()[0].cites), own=True)
    if folded.startswith("hat ") and other is not None and not _I.search(folded):
        lines = table.game.show(table.game.view(table.running_state, seat), table.people).splitlines()
        seen = " ".join(line for line in lines if line.startswith(table.people[other]))
        return Found("", f"{seen} Mehr ist für dich nicht zu sehen.", tuple(table.running.waiting()[0].cites), own=True)
    asked = re.findall(r"[a-z0-9]+", folded)
    if _WHO.match(folded):
        return _everybody(table, seat, folded, asked)
    theirs = other is not None and not _I.search(folded)
    for about, pattern in _KINDS.items():
        if not pattern.search(folded):
            continue
        if about == "sicher" and other is not None:
            word, why, cites = _threat(table, other, seat)
            return Found({"ja": "nein", "nein": "ja"}.get(word, word), why, cites, own=True)
        if about == "angriff" and not theirs and not _ME.search(folded):
            continue
        subject, who = (other, table.people[other]) if theirs and other is not None else (seat, "")
        found = table.game.asked(table.running_state, about, subject, who, asked, table.people)
        if found is None and about == "angriff" and other is not None and _ME.search(folded):
            found = _threat(table, other, seat)
        if found is not None:
            word, why, cites = found
            waits = f" Dran: {table.awaited()}." if about == "hin" and word == "ja" and table.running.ask_of(subject) is None else ""
            return Found(word, why + waits, cites, own=True)
    return None


def _order(table: Table, seat: int, other: int | None, folded: str) -> Found | None:
    """Who plays before whom."""
    order = table.game.order(table.running_state)
    if seat not in order:
        return None
    text = f"Reihenfolge: {', '.join(table.people[number] for number in order)}. Dran: {table.awaited()}."
    relation = re.search(r"\b(vor|nach|hinter)\b", folded)
    word = ""
    if relation is not None and other in order:
        one, two = (seat, other) if re.search(r"\bich\b", folded) else (other, seat)
        word = "ja" if (order.index(one) < order.index(two)) == (relation.group(1) == "vor") else "nein"
    return Found(word, text, tuple(table.running.waiting()[0].cites), own=True)


def from_position(table: Table, seat: int, text: str) -> Found | None:
    """What the position says to a question of this seat; None if it is about nothing we can see there."""
    folded = fold(text)
    other = other_named(table, seat, folded)
    if _TURN.search(folded):
        return _turn(table, seat if other is None else other, other is None)
    if other is not None and _ME.search(folded):
        return Found(*_threat(table, other, seat), own=True)
    asked = re.findall(r"[a-z0-9]+", folded)
    verbs = leading(language_of(table.meta.game), verbs_in(language_of(table.meta.game), asked))
    if not verbs and not _MUST.search(folded):
        return None
    if other is not None and not _I.search(folded):
        return Found(*_not_asked(table, other), own=True)
    ask = table.running.ask_of(seat)
    if ask is None:
        return Found("nein", f"Du bist gerade nicht gefragt: {table.awaited()}.", tuple(table.running.waiting()[0].cites))
    able = [option for option in ask.options() if says(option, verbs) and table.game.about(table.running_state, option, asked)]
    return _must(ask, able, bool(verbs)) if _MUST.search(folded) else _may(table, ask, able, verbs, asked)


def other_named(table: Table, seat: int, folded: str) -> int | None:
    """Another player the question names."""
    for number, other in enumerate(table.meta.seats):
        called = {other.handle, fold(other.name), fold(other.place or ""), *table.game.called(table.running_state, number)} - {""}
        if number != seat and any(re.search(rf"\b{re.escape(name)}s?\b", folded) for name in called):
            return number
    return None


def _turn(table: Table, seat: int, own: bool) -> Found:
    ask = table.running.ask_of(seat)
    waiting = table.running.waiting()[0]
    if ask is None:
        return Found("nein", f"Dran: {table.awaited()}.", tuple(waiting.cites), own=True)
    return Found("ja", ask.prompt() if own else f"{table.people[seat]} {ask.public_prompt()}.", tuple(ask.cites), own=True)


def _threat(table: Table, by: int, seat: int) -> tuple[str, str, tuple[str, ...]]:
    return table.game.threat(table.running_state, by, table.people[by], seat) or _not_asked(table, by)


def _not_asked(table: Table, seat: int) -> tuple[str, str, tuple[str, ...]]:
    ask = table.running.ask_of(seat)
    if ask is None:
        return "nein", f"{table.people[seat]} kann gerade nichts tun; dran: {table.awaited()}.", tuple(table.running.waiting()[0].cites)
    return "", f"{table.people[seat]} {ask.public_prompt()}; was {table.people[seat]} vorhat, weiß ich für dich nicht.", tuple(ask.cites)


def duty(table: Table, seat: int, text: str) -> Found | None:
    """„Wie viele Karten muss ich ablegen?“ while just that is asked of this seat."""
    folded, ask = fold(text), table.running.ask_of(seat)
    if ask is None or not ask.must or not _OPEN.match(folded) or not _MUST.search(folded) or not _I.search(folded) or in_general(folded):
        return None
    language = language_of(table.meta.game)
    verbs = leading(language, verbs_in(language, re.findall(r"[a-z0-9]+", folded)))
    return Found("", ask.prompt(), tuple(ask.cites), own=True) if any(says(option, verbs) for option in ask.options()) else None


def _must(ask: Ask, able: list[Command], named: bool) -> Found:
    """A duty: the decision cannot be declined, and everything it offers is what was asked about."""
    cites = tuple(ask.cites)
    declining = ask.passing()
    wanted = [option for option in ask.options() if option != declining]
    if named and not [option for option in able if option != declining]:
        return Found("nein", f"Das verlangt gerade niemand von dir. {ask.prompt()}", cites)
    if ask.must and declining is None and (not named or len(able) == len(wanted)):
        return Found("ja", ask.prompt(), cites)
    if ask.must and declining is None:
        return Found("nein", f"Du musst dich entscheiden, aber nicht dafür. {ask.prompt()}", cites)
    instead = f" „{declining.say()}“ verzichtet." if declining is not None else ""
    return Found("nein", f"Das ist freiwillig. {ask.prompt()}{instead}", cites)


def _may(table: Table, ask: Ask, able: list[Command], verbs: set[tuple[str, str]], asked: list[str]) -> Found:
    if not able:
        able, refused = _tried(table, ask, verbs, asked)
        if not able:
            text = f"Dafür hast du gerade nichts. Jetzt gilt: {ask.prompt()}" if refused is None else refused.explain()
            return Found("nein", text, tuple(ask.cites if refused is None else refused.cites))
    said = [option.say() for option in able]
    return Found("ja", "Möglich ist jetzt: " + ", ".join(said[:SHOWN]) + (" …" if len(said) > SHOWN else "") + ".", tuple(ask.cites))


def _tried(table: Table, ask: Ask, verbs: set[tuple[str, str]], asked: list[str]) -> tuple[list[Command], Refused | None]:
    """Something of the kind that is possible though not listed, or the reason why the likeliest is not."""
    first: Refused | None = None
    for command in table.game.tries(table.running_state, ask.seat):
        if says(command, verbs) and table.game.about(table.running_state, command, asked):
            try:
                ask.check(command)
            except Refused as refused:
                first = first or refused
            else:
                return [command], None
    return [], first


# -- German words -----------------------------------------------------------------------------------------------------


def as_command(table: Table, rest: str) -> Command | None:
    """The game command a „darf ich …“ speaks of, also with the verb at the end: „das Silber kaufen“."""
    language = language_of(table.meta.game)
    folded = fold(rest).rstrip(" ?!.")
    plain = _FILLER.sub("", folded + " ").strip()
    *front, last = plain.split(" ")
    turned = [f"{last} {' '.join(front)}", *(f"{verb} {' '.join(front)} {particle}".strip() for verb, particle in verbs_in(language, [last]))]
    for number, text in enumerate((folded, plain, *turned)):
        orders = table.understand(text)
        command = orders[0].command
        repaired = number > 0 and orders[0].read_as is not None  # a guess on top of a guess
        if len(orders) == 1 and command is not None and not repaired and command.kind not in say.COMMANDS and not command.info and not command.short:
            return command
    return None


def verbs_in(language: Language, asked: list[str]) -> set[tuple[str, str]]:
    """Keywords of the game a question mentions in any form, as (word, particle) of our own spelling: („lege“, „ab“)."""
    own = {terminal: forms for terminal, forms in language.words.items() if terminal not in say.WORDS}
    stems = {stem(form): forms[0] for forms in own.values() for form in forms if " " not in form and len(form) > 3}
    particles = {form: forms[0] for forms in own.values() for form in forms if " " not in form}
    found: set[tuple[str, str]] = set()
    for word in asked:
        first, _, particle = stems.get(stem(word), "").partition(" ")
        if first:
            found.add((first, particle))
            continue
        for form, canonical in particles.items():
            base = stems.get(stem(word.removeprefix(form))) if word.startswith(form) and len(word) > len(form) + 3 else None
            if base is not None:
                found.add((base.partition(" ")[0], canonical))
    return found


def leading(language: Language, verbs: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Of the keywords a question mentions those our commands begin with: „Karten spielen“ speaks of „spiele“, not of „kaufe Karte“."""
    first = {fold(form).split(" ")[0] for cls in language.commands.values() if (form := cls.form)}
    return {verb for verb in verbs if verb[0] in first} or verbs


def stem(word: str) -> str:
    """A verb without its ending and without the ge- of its participle: kaufen, kaufe, kaufst, gekauft -> kauf."""
    word = re.sub(r"^(ab|an|auf|aus|bei|beiseite|ein|mit|nach|um|vor|zu|zurueck)?ge(?=[a-z]{3,}(?:t|en)$)", lambda m: m.group(1) or "", word)
    return re.sub(r"(?:est|en|et|st|e|t|n)$", "", word) if len(word) > 4 else word


def says(command: Command, verbs: set[tuple[str, str]]) -> bool:
    spoken = fold(command.say()).split(" ")
    return any(first in spoken and (not particle or spoken[-1] == particle) for first, particle in verbs)
