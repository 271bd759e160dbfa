"""From German text to typed commands and back to what may come next.

A `Language` is a Lark grammar (common part and one game's part) whose terminals are made from data: `words`
for keywords with their synonyms, `names` for things. Text is folded before lexing.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.exceptions import VisitError
from rapidfuzz import fuzz, process

from rules_dsl.command import Command, Commands, FreeText, Several
from rules_dsl.errors import Unclear, shorten
from rules_dsl.fold import MAX_LENGTH, fold, unfold_position
from rules_dsl.names import Names, pattern, written
from rules_dsl.numbers import NUMBER_WORDS

MAX_ORDERS = 30
ARTICLES = (
    "der", "die", "das", "den", "dem", "des", "mein", "meine", "meinen", "meiner", "meinem",
    "ne", "nen", "'n", "mir", "mal", "doch", "jetzt", "nun", "bitte", "noch", "halt", "ich",
)
MAX_REPAIRS = 6
CLOSE, DISTINCT, SIMILAR = 80.0, 6.0, 60.0
APART = 5.0  # less near for every word more or fewer: „mir ne“ is not „Mine“

GENERIC = {
    "NUMBER": ("eine Zahl", rf"(?:[0-9]{{1,6}}x?(?![a-z0-9])|{pattern(NUMBER_WORDS)})"),
    "SIGNED": ("eine Zahl", r"[-+][0-9]{1,6}(?![a-z0-9])"),
    "PERSON": ("ein Mitspieler", r"@?[^\s,;:!?\"]+"),
    "REST": ("freier Text", r"\S[\s\S]*"),
}

_POLITE_START = re.compile(
    r"^(?:(?:bitte|herold[,:]?|ich|wir|also|ok(?:ay)?[,:]?|gut[,:]?|so[,:]|na|dann|will|moecht?e?|wuerde|gerne?(?=\s+\S)|/zug),?\s+)+"
)
_POLITE_END = re.compile(r"\b(?:bitte|danke)$")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Order:
    """One order of a message: what was written, and the command or why not."""

    text: str
    command: Command | None
    unclear: Unclear | None = None
    read_as: str | None = None  # the corrected text, if a name was misspelt


class Language:
    """One grammar with its words. Build once, parse many."""

    def __init__(
        self,
        grammar: str,
        words: Mapping[str, tuple[str, ...]],
        names: Mapping[str, Names],
        build: Transformer[Token, Command],
        commands: Commands,
        free: Iterable[str] = (),
    ) -> None:
        self.grammar, self.words, self.names, self.build, self.commands = grammar, dict(words), dict(names), build, commands
        self.free = tuple(form for terminal in free for form in self.words[terminal])

    # -- building -----------------------------------------------------------------------------------------------

    @cached_property
    def full_grammar(self) -> str:
        lines = [self.grammar, "%ignore / +/", r'COMMA: ","', r"EXTRA: /[.!]+$/", "%ignore EXTRA", f"ARTICLE.-1: /{pattern(ARTICLES)}/", "%ignore ARTICLE"]
        used = set(re.findall(r"\b[A-Z][A-Z_0-9]+\b", self.grammar))
        ranks = _ranks({terminal: forms for terminal, forms in self.words.items() if terminal in used})
        for terminal, forms in self.words.items():
            if terminal in used:
                lines.append(f"{terminal}.{3 + ranks[terminal]}: /{pattern(forms).replace('/', chr(92) + '/')}/")
        for terminal, names in self.names.items():
            if terminal in used:
                lines.append(f"{terminal}.2: /{pattern(names.by_form).replace('/', chr(92) + '/')}/")
        for terminal, (_, regexp) in GENERIC.items():
            priority = {"NUMBER": 2, "SIGNED": 2, "PERSON": 1, "REST": 0}[terminal]
            if terminal in used:
                lines.append(f"{terminal}.{priority}: /{regexp}/")
        return "\n".join(lines)

    @cached_property
    def lark(self) -> Lark:
        callbacks: dict[str, Callable[[Token], Token]] = {"NUMBER": _number, "SIGNED": _number}
        for terminal, names in self.names.items():
            callbacks[terminal] = _namer(names)
        return Lark(
            self.full_grammar, parser="lalr", lexer="contextual", start=["order", "table_order"],
            transformer=self.build, lexer_callbacks=callbacks, maybe_placeholders=True,
        )

    @cached_property
    def bare(self) -> Lark:
        """The same grammar without our callbacks; the yardstick of the benchmark and the way to completion."""
        return Lark(self.full_grammar, parser="lalr", lexer="contextual", start=["order", "table_order"], maybe_placeholders=True)

    @cached_property
    def starters(self) -> re.Pattern[str]:
        """Words an order can begin with, to find where one order ends and the next begins."""
        accepted: set[str] = self.bare.parse_interactive("", start="order").accepts()  # type: ignore[no-untyped-call]
        forms = {form for terminal in accepted for form in self.words.get(terminal, ())}
        start, s = pattern(forms), r"[ \n]"  # space is single here; more would make the search for it long
        return re.compile(rf"{s}?(?:[;\n]|,?{s}?(?:und{s})?dann{s}(?={start})|,{s}?(?:und{s})?(?={start})|{s}und{s}(?={start})){s}?")

    # -- parsing ------------------------------------------------------------------------------------------------

    def parse(self, text: str, prefer: frozenset[str] = frozenset()) -> list[Order]:
        """Every order in the message, understood or not. `prefer`: ids that make sense now, to settle typing errors."""
        if len(text) > MAX_LENGTH:
            return [Order(shorten(text), None, Unclear(shorten(text), reason=f"Das sind {len(text)} Zeichen; mehr als {MAX_LENGTH} lese ich nicht."))]
        text = unicodedata.normalize("NFC", text)  # positions in it are told to the player
        parts = self.split(text)
        if not parts:
            return [Order("", None, Unclear("", reason="Ich habe nichts gelesen. „hilfe“ zeigt, was du sagen kannst."))]
        if len(parts) > MAX_ORDERS:
            return [Order(shorten(text), None, Unclear(shorten(text), reason=f"Das sind {len(parts)} Befehle; höchstens {MAX_ORDERS} auf einmal, bitte."))]
        orders = [order for part in parts for order in _dissolved(self.parse_one(part, prefer))]
        for order in orders:
            if order.unclear is not None and order.unclear.text == order.text:
                order.unclear.text, order.unclear.position = _as_written(text, order.text, order.unclear.position)
        first = orders[0].command
        if len(orders) == 1 and isinstance(first, FreeText) and first.text:
            start = unfold_position(text, fold(text).rfind(first.text))
            orders[0] = replace(orders[0], command=first.model_copy(update={"text": text[start:].strip()}))
        return orders

    def split(self, text: str) -> list[str]:
        """The orders of a message, each folded."""
        folded = _POLITE_START.sub("", fold(text)).rstrip(" \n.!?")
        folded = _SPACE.sub(_single, _POLITE_END.sub("", folded).rstrip(" \n,"))
        if folded.startswith(self.free):
            return [folded.replace("\n", " ")]
        parts = (_POLITE_START.sub("", part.strip()).rstrip(" ,.!") for part in self.starters.split(folded))
        return [part for part in parts if part]

    def parse_one(self, folded: str, prefer: frozenset[str] = frozenset()) -> Order:
        """One order. German also puts the verb last (`zwei Kupfer entsorgen`); then it is read with the verb first."""
        order = self._read(folded, prefer)
        front, _, verb = folded.rpartition(" ")
        if front and verb in self.verbs and (order.command is None or order.read_as is not None):
            turned = self._read(f"{verb} {front}", prefer)
            if turned.command is not None and (order.command is None or turned.read_as is None):
                return replace(turned, text=folded)
            if turned.unclear is not None and turned.unclear.reason:
                return replace(turned, text=folded)
        return order

    @cached_property
    def verbs(self) -> frozenset[str]:
        """Single words only the game's own orders begin with."""
        order, table = (self.bare.parse_interactive("", start=start).accepts() for start in ("order", "table_order"))  # type: ignore[no-untyped-call]
        return frozenset(form for terminal in order - table for form in self.words.get(terminal, ()) if " " not in form)

    def _read(self, folded: str, prefer: frozenset[str]) -> Order:
        text = folded
        for _ in range(MAX_REPAIRS):
            try:
                command = cast(Command, self.lark.parse(text, start="order"))
                if command.short and text != folded:  # without a verb a misspelt word is too little to act on
                    return Order(folded, None, Unclear(folded, 0, (), (command.say(),)))
                return Order(folded, command, None, text if text != folded else None)
            except VisitError as error:
                if isinstance(error.orig_exc, Unclear):
                    return Order(folded, None, error.orig_exc)
                raise
            except UnexpectedInput as error:
                repaired = self._repair(text, error, prefer)
                if isinstance(repaired, Unclear):
                    return Order(folded, None, repaired)
                text = repaired
            except Unclear as error:
                return Order(folded, None, error)
        return Order(folded, None, Unclear(folded, reason="Zu viele Schreibfehler auf einmal; schreib es bitte genauer."))

    def _repair(self, text: str, error: UnexpectedInput, prefer: frozenset[str]) -> str | Unclear:
        """Replace the words at the error by the one name they clearly mean, or say what is unclear."""
        position, terminals = _where(text, error)
        forms = {form: (t, id_) for t in terminals if t in self.names for form, id_ in self.names[t].by_form.items()}
        forms |= {form: (t, t) for t in terminals for form in self.words.get(t, ())}
        tail = text[position:]
        found: list[tuple[float, str, str, int]] = []  # score, id, canonical form, length replaced
        for window in _windows(tail):
            for form, score in _similar(window, forms):
                terminal, id_ = forms[form]
                if id_ in prefer:
                    score += DISTINCT
                canonical = fold(self.names[terminal].text(id_)) if terminal in self.names else self.words[terminal][0]
                found.append((score, id_, canonical, len(window)))
        found.sort(key=lambda f: (-f[0], -f[3]))
        if found and found[0][0] >= CLOSE:
            best = found[0]
            rivals = [f for f in found if f[1] != best[1] and f[0] > best[0] - DISTINCT]
            repaired = text[:position] + best[2] + tail[best[3]:]
            if not rivals and repaired != text:
                return repaired
        near = tuple(dict.fromkeys(self._written(f[2]) for f in found if f[0] >= SIMILAR))[:4]
        return Unclear(text, position, self._expected(terminals), near)

    def _written(self, form: str) -> str:
        for names in self.names.values():
            if form in names.by_form:
                return names.text(names.by_form[form])
        return written(form)

    def _expected(self, terminals: Iterable[str]) -> tuple[str, ...]:
        shown = []
        for terminal in sorted(terminals):
            if terminal in self.names:
                shown.append(self.names[terminal].label)
            elif terminal in self.words:
                shown.append(f"„{written(self.words[terminal][0])}“")
            elif terminal in GENERIC:
                shown.append(GENERIC[terminal][0])
            elif terminal == "COMMA":
                shown.append("ein Komma")
        return tuple(dict.fromkeys(shown))

    # -- completion ---------------------------------------------------------------------------------------------

    def complete(self, line: str, legal: Iterable[str], limit: int = 25) -> list[str]:
        """Continuations of a half-typed line: legal orders first, then the table's own orders."""
        line = _SPACE.sub(" ", line[-MAX_LENGTH:]).lstrip()
        cut = 0
        for match in self.starters.finditer(line.lower()):
            cut = match.end()
        head, typed = line[:cut], fold(line[cut:]) + (" " if line.endswith(" ") else "")
        ranked: dict[str, tuple[int, int]] = {}
        for number, text in enumerate(legal):
            rank = _match(typed, fold(text))
            if rank is not None:
                ranked.setdefault(text, (rank, number))
        for number, text in enumerate(self._table_continuations(typed)):
            if _match(typed, fold(text)) == 0:
                ranked.setdefault(text, (3, number))
        return [head + text for text in sorted(ranked, key=lambda t: ranked[t])[:limit]]

    def _table_continuations(self, typed: str) -> list[str]:
        """What the grammar of table orders allows after the complete words of the line."""
        complete, _, partial = typed.rpartition(" ")
        try:
            parser = self.bare.parse_interactive(complete, start="table_order")
            parser.exhaust_lexer()
            accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]
        except UnexpectedInput:
            return []
        words = [self.words[t][0] for t in sorted(accepted) if t in self.words]
        words += [name.text for t in sorted(accepted) if t in self.names for name in self.names[t]]
        return [f"{complete} {word}".strip() for word in words if fold(word).startswith(partial)]


def _ranks(words: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """The longer keyword is tried first: „passe immer“ before „passe“."""
    owners = {form: terminal for terminal, forms in words.items() for form in forms}
    shorter: dict[str, set[str]] = {terminal: set() for terminal in words}
    for terminal, forms in words.items():
        for form in forms:
            parts = form.split(" ")
            beginnings = (" ".join(parts[:n]) for n in range(1, len(parts)))
            shorter[terminal] |= {owners[start] for start in beginnings if start in owners} - {terminal}
    ranks = dict.fromkeys(words, 0)
    for _ in words:
        ranks = {terminal: max((ranks[other] + 1 for other in below), default=0) for terminal, below in shorter.items()}
    return ranks


def _single(space: re.Match[str]) -> str:
    return "\n" if "\n" in space.group() else " "


def _dissolved(order: Order) -> list[Order]:
    return [replace(order, command=part) for part in order.command.parts] if isinstance(order.command, Several) else [order]


def _number(token: Token) -> Token:
    text = str(token)
    value = NUMBER_WORDS[text] if text in NUMBER_WORDS else int(text.rstrip("x"))
    return token.update(value=value)


def _namer(names: Names) -> Callable[[Token], Token]:
    by_form = names.by_form
    return lambda token: token.update(value=by_form[str(token)])


def _where(text: str, error: UnexpectedInput) -> tuple[int, set[str]]:
    if isinstance(error, UnexpectedCharacters):
        return error.pos_in_stream or 0, set(error.allowed or ())
    if isinstance(error, UnexpectedToken):
        position = error.token.start_pos
        if error.token.type == "$END" or position is None:
            return len(text), set(error.accepts or error.expected)
        return position, set(error.accepts or error.expected)
    return len(text), set()


def _windows(tail: str) -> list[str]:
    """The first one to four words at the error, up to a comma."""
    words = re.match(r"[^,;:\n]*", tail)
    parts = (words.group() if words else "").split(" ")[:4]
    return [" ".join(parts[:n]) for n in range(len(parts), 0, -1) if parts[0]]


def _similar(window: str, forms: Mapping[str, tuple[str, str]]) -> list[tuple[str, float]]:
    """Forms near the window: beginnings count as near, the longer the better."""
    if len(window) < 2 or len(window) > 60:
        return []
    found = [
        (form, min(99.0, 80.0 + 2 * len(window))) for form, (terminal, id_) in forms.items()
        if form.startswith(window) and (id_ != terminal or form.count(" ") == window.count(" "))  # „wie“ alone begins no keyword
    ]
    if len(window) >= 3:
        near = process.extract(window, list(forms), scorer=fuzz.ratio, limit=8, score_cutoff=SIMILAR)
        found += [(form, score - APART * abs(form.count(" ") - window.count(" "))) for form, score, _ in near]
    return found


def _as_written(text: str, folded: str, position: int) -> tuple[str, int]:
    """The player's own spelling of a folded order, and the position in it."""
    start = max(0, fold(text).find(folded))
    first, last = unfold_position(text, start), unfold_position(text, start + len(folded))
    return text[first:last], max(0, unfold_position(text, start + position) - first)


def _match(typed: str, text: str) -> int | None:
    if text.startswith(typed):
        return 0
    words, typed_words = text.split(), typed.split()
    if typed_words and all(any(w.startswith(t) for w in words) for t in typed_words):
        return 1
    if len(typed) >= 4 and fuzz.partial_ratio(typed, text) >= 85:
        return 2
    return None
