"""The cards as data: read once, shared by all tables, never changed."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_dsl.games.dominion.commands import CARDS as NAMES

_DATA: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "cards.json").read_text("utf-8"))
NO_PLUS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Card:
    """A card, a project or an artifact as printed."""

    id: str
    kind: str  # base, kingdom, project, artifact
    set: str
    cost: int
    types: tuple[str, ...]
    section: str
    text: str
    plus: Mapping[str, int]
    coin_value: int
    vp: int
    plus_muenzen: bool  # its text has "+ coins": Kapitalismus makes it a treasure
    artifacts: tuple[str, ...]
    uses_tokens: bool


def _card(row: Mapping[str, Any]) -> Card:
    vp = row.get("vp", 0)
    return Card(
        row["id"], row["kind"], row["set"], row["cost"], tuple(row["types"]), row["section"], row["text"], row.get("plus", NO_PLUS),
        row.get("coin_value", 0), vp if isinstance(vp, int) else 0, row.get("coin_plus_in_text", False), tuple(row.get("artifacts", ())),
        bool(row.get("uses_coffers") or row.get("uses_villagers")),
    )


ALL: dict[str, Card] = {row["id"]: _card(row) for row in _DATA["cards"]}
BASE = tuple(c.id for c in ALL.values() if c.kind == "base")
KINGDOM = tuple(c.id for c in ALL.values() if c.kind == "kingdom")
PROJECTS = tuple(c.id for c in ALL.values() if c.kind == "project")
ARTIFACTS = tuple(c.id for c in ALL.values() if c.kind == "artifact")
SUPPLY_ORDER = {id_: number for number, id_ in enumerate((*BASE, *KINGDOM))}

COST = {id_: card.cost for id_, card in ALL.items()}
VALUE = {id_: card.coin_value for id_, card in ALL.items()}
CITE = {id_: card.section for id_, card in ALL.items()}


def _typed(name: str) -> frozenset[str]:
    return frozenset(c.id for c in ALL.values() if name in c.types)


AKTION, GELD, PUNKTE, ANGRIFF, DAUER = _typed("Aktion"), _typed("Geld"), _typed("Punkte"), _typed("Angriff"), _typed("Dauer")
PLUS_MUENZEN = frozenset(c.id for c in ALL.values() if c.plus_muenzen and c.id in AKTION)
PLAIN_GELD = GELD - {"zepter"}  # played without any decision
SIMPLE_GELD = frozenset(c for c in PLAIN_GELD if not ALL[c].plus)  # nothing but coins


@dataclass(frozen=True, slots=True)
class KingdomSet:
    """A recommended set. `needs`: boxes we do not have."""

    name: str
    kingdom: tuple[str, ...]
    projects: tuple[str, ...]
    needs: tuple[str, ...]
    section: str


SETS = tuple(KingdomSet(s["name"], tuple(s["kingdom"]), tuple(s["projects"]), tuple(s["needs"]), s["section"]) for s in _DATA["sets"])


def pile_size(card: str, players: int) -> int:
    """How many lie in the supply after dealing (Grundregeln > Vorrat)."""
    sizes = _DATA["piles"]
    if card not in sizes:
        card = "kingdom_victory" if card in PUNKTE else "kingdom_default"
    return int(sizes[card][str(players)])


def name(card: str) -> str:
    return NAMES.text(card)


def names(cards: Any) -> str:
    """`2 Kupfer, Anwesen`, in the order of the supply."""
    counted: dict[str, int] = {}
    for card in sorted(cards, key=lambda c: SUPPLY_ORDER.get(c, 99)):
        counted[card] = counted.get(card, 0) + 1
    return ", ".join(name(card) if n == 1 else f"{n} {name(card)}" for card, n in counted.items())
