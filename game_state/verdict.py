"""Verdicts: a refusal names its reason, its paragraphs and its calculation; a number explains itself."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Term(NamedTuple):
    label: str
    value: int
    cite: str = ""


@dataclass(slots=True)
class Calculation:
    """A number with its reasons: labelled terms that add up."""

    label: str
    terms: list[Term] = field(default_factory=list)

    def add(self, label: str, value: int, cite: str = "") -> "Calculation":
        self.terms.append(Term(label, value, cite))
        return self

    @property
    def total(self) -> int:
        return sum(term.value for term in self.terms)

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(term.cite for term in self.terms if term.cite))

    def explain(self) -> str:
        """`Stärke 5 = Marktvolumen 3 (4.3) + Marker 2 (9.5.2)`"""
        parts = []
        for number, (label, value, cite) in enumerate(self.terms):
            sign = "" if number == 0 and value >= 0 else ("− " if value < 0 else "+ ")
            parts.append(f"{sign}{label} {abs(value)}" + (f" ({cite})" if cite else ""))
        return f"{self.label} {self.total} = " + " ".join(parts) if parts else f"{self.label} {self.total}"

    def dump(self) -> dict[str, Any]:
        return {"label": self.label, "total": self.total, "terms": [list(term) for term in self.terms]}


@dataclass
class Refused(Exception):
    """A command that the rules (or the table) do not allow now."""

    text: str
    cites: tuple[str, ...] = ()
    calculation: Calculation | None = None
    instead: tuple[str, ...] = ()  # what would be possible, in canonical text
    code: str = ""

    def explain(self) -> str:
        text = self.text
        if self.calculation is not None:
            text += " " + self.calculation.explain() + "."
        if self.instead:
            text += " Möglich ist: " + ", ".join(self.instead[:8]) + (" …" if len(self.instead) > 8 else "") + "."
        return text


def refuse_unless(
    condition: object, text: str, *cites: str, calculation: Calculation | None = None, instead: Sequence[str] = (), code: str = "",
) -> None:
    if not condition:
        raise Refused(text, cites, calculation, tuple(instead), code)
