"""The printed facts: provinces, goods, advances, history cards, tables. Frozen and shared by all tables.

Numbers and their confidence live in `data/`; how things are called lives in `rules_dsl.games.renaissance`.
"""

import heapq
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rules_dsl.fold import fold

_DATA = Path(__file__).parent / "data"


def _load(name: str) -> Any:
    return json.loads((_DATA / f"{name}.json").read_text("utf-8"))


def _slug(name: str) -> str:
    return fold(name).replace("/", "_").replace(" ", "_")


@dataclass(frozen=True, slots=True)
class Advance:
    letter: str
    name: str
    group: str
    cost: int
    credit: int
    prerequisites: tuple[str, ...]
    misery: int  # steps on the misery track when bought


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    kind: str  # what a player calls it: two cards of one kind do the same
    type: str  # Ware, Ereignis, Persönlichkeit
    epoch: int
    circle: bool  # comes back in the next epoch
    goods: tuple[str, ...]
    discounts: dict[str, int]
    special: dict[str, int]  # discounts while the event that goes with it was played this round
    held_back: bool


@dataclass(frozen=True, slots=True)
class Good:
    id: str
    base: int
    dice: int


@dataclass(frozen=True, slots=True)
class Province:
    id: str
    index: int
    region: str
    market: int
    satellite: bool
    goods: tuple[str, ...]
    colour: str  # of the capital, "" otherwise
    coastal: bool
    land: tuple[str, ...]
    coast: tuple[str, ...]
    seas: tuple[str, ...]
    supports: tuple[str, ...]
    supported_by: tuple[str, ...]
    uncertain: tuple[str, ...]  # fields the sources do not agree on

    @property
    def overseas(self) -> bool:
        """4.5: the five provinces of Orient and Neue Welt."""
        return self.region in ("Orient", "Neue Welt")


def _advances() -> dict[str, Advance]:
    return {
        a["letter"]: Advance(
            a["letter"], a["name"], _slug(a["group"]), a["cost"], a["credit"], tuple(a["prerequisites"]), a["misery_on_purchase"],
        )
        for a in _load("advances")["advances"]
    }


def _cards() -> dict[str, Card]:
    return {
        c["id"]: Card(
            c["id"], _slug(c["name"]) if c["type"] == "Ware" else c["id"], c["type"], c["epoch"], c["reuse"],
            tuple(_slug(g) for g in c.get("goods", ())), c.get("discounts", {}), c.get("conditional", {}).get("discounts", {}),
            c.get("held_back_at_start", False),
        )
        for c in _load("cards")["cards"]
    }


ADVANCES = _advances()
CARDS = _cards()
GOODS = {_slug(g["name"]): Good(_slug(g["name"]), g["base_value"], g["dice_number"]) for g in _load("goods")["goods"]}
GROUPS = ("wissenschaft", "religion", "handel", "kultur", "entdeckungen", "gesellschaft")
IN_GROUP = {group: tuple(a.letter for a in ADVANCES.values() if a.group == group) for group in GROUPS}
_TABLES = _load("tables")
TRACK: tuple[int, ...] = tuple(_TABLES["misery_track"]["spaces"])
RANKS: dict[int, tuple[int, ...]] = {int(n): tuple(slots) for n, slots in _TABLES["rank_slots"]["by_players"].items()}
REGIONS_IN_PLAY: dict[int, tuple[str, ...]] = {n: tuple(_TABLES["regions_in_play"][str(n)]) for n in range(3, 7)}
CARD_PRICES: tuple[int, ...] = tuple(_TABLES["expansion_card_price"]["tokens"])
START_CASH: int = _TABLES["start"]["cash"]
MARKERS: int = _TABLES["start"]["tokens"]
CONTROL_MARKERS: int = _TABLES["start"]["control_markers"]
MONEY: int = _TABLES["start"]["money"]["total"]
CAPITALS = ("venezia", "genoa", "barcelona", "paris", "london", "hamburg")  # 8.2: as many as there are players
FLEETS = (
    "keine Flotte", *(f"Galeere {n}" for n in _TABLES["fleet"]["galeere"]), *(f"Dreimaster {n}" for n in _TABLES["fleet"]["dreimaster"]),
    *(f"Hochsee {n}" for n in _TABLES["fleet"]["hochsee"]),
)
CAPACITY = (0, *_TABLES["fleet"]["galeere"], *_TABLES["fleet"]["dreimaster"], 999, 999, 999, 999)
DREIMASTER, HOCHSEE = 5, 9  # first box of each row
FLEET_STEP: int = _TABLES["fleet"]["cost_per_step"]
MUEHLEN_GOODS = ("getreide", "stoffe", "wein", "metall")  # 9.1
DEKRET_GROUPS = ("wissenschaft", "religion", "entdeckungen")  # A.2
SECTIONS: dict[str, dict[str, str]] = {kind: _load("sections")[kind] for kind in ("card", "advance", "good", "group")}
MILITARY = ("steigbuegel", "ruestung", "langbogen", "schiesspulver")


class Geography:
    """The board. Sets of provinces are bit masks, so that reach is a few ORs."""

    def __init__(self, provinces: list[dict[str, Any]], seas: list[dict[str, Any]]) -> None:
        supported: dict[str, list[str]] = {}
        for p in provinces:
            for target in p["supports"]:
                supported.setdefault(target, []).append(p["id"])
        self.all = tuple(
            Province(
                p["id"], n, p["region"], p["market"], p["satellite"], tuple(_slug(g) for g in p["goods"]), fold(p.get("capital_colour", "")),
                p["coastal"], tuple(sorted(p["land"])), tuple(sorted(p["coast"])), tuple(p["seas"]), tuple(sorted(p["supports"])),
                tuple(sorted(supported.get(p["id"], ()))), tuple(p.get("uncertain_fields", ())),
            )
            for n, p in enumerate(provinces)
        )
        self.by_id = {p.id: p for p in self.all}
        self.seas = {sea["id"]: str(sea["name"]) for sea in seas}
        self.land = tuple(self.mask(p.land) for p in self.all)
        self.coastal = self.mask(p.id for p in self.all if p.coastal)
        self.distances = tuple(_distances(provinces, seas, p.id, False) for p in self.all)
        self.distances_sea = tuple(_distances(provinces, seas, p.id, True) for p in self.all)
        self.galley = {
            (reach, crossing): tuple(self.mask(q for q, d in table[p.index].items() if d <= reach) for p in self.all)
            for crossing, table in ((False, self.distances), (True, self.distances_sea)) for reach in (2, 4, 6, 8)
        }
        self.regions = {r: self.mask(p.id for p in self.all if p.region == r) for r in sorted({p.region for p in self.all})}

    def __getitem__(self, id_: str) -> Province:
        return self.by_id[id_]

    def __contains__(self, id_: object) -> bool:
        return id_ in self.by_id

    def mask(self, ids: Any) -> int:
        """The bit mask of these provinces."""
        found = 0
        for id_ in ids:
            found |= 1 << self.by_id[id_].index
        return found

    def inside(self, mask: int) -> list[Province]:
        """The provinces of a bit mask, in the order of the board list."""
        found = []
        while mask:
            low = mask & -mask
            found.append(self.all[low.bit_length() - 1])
            mask ^= low
        return found

    def ids(self, mask: int) -> list[str]:
        return [province.id for province in self.inside(mask)]


def _distances(provinces: list[dict[str, Any]], seas: list[dict[str, Any]], start: str, crossing: bool) -> dict[str, int]:
    """9.4.1: coast steps of a galley. With Sternenkunde one sea may be crossed; it counts like a coastal province."""
    nodes = {node["id"]: (p["id"], node) for p in provinces for node in p.get("coasts", ())}
    sea_nodes = {sea["id"]: sea["coast_nodes"] for sea in seas}
    best: dict[tuple[str, bool], int] = {}
    heap = [(0, id_, False) for id_, (province, _) in sorted(nodes.items()) if province == start]
    while heap:
        steps, id_, crossed = heapq.heappop(heap)
        if best.get((id_, crossed), 99) <= steps:
            continue
        best[(id_, crossed)] = steps
        node = nodes[id_][1]
        for other in node["coast"]:
            heapq.heappush(heap, (steps + 1, other, crossed))
        if crossing and not crossed:
            for sea in node["seas"]:
                for other in sea_nodes[sea]:
                    heapq.heappush(heap, (steps + 2, other, True))
    found: dict[str, int] = {}
    for (id_, _), steps in best.items():
        province = nodes[id_][0]
        found[province] = min(steps, found.get(province, 99))
    found.pop(start, None)
    return found


@cache
def geography(layout: str = "a", markets: tuple[tuple[str, int], ...] = ()) -> Geography:
    """The board in one of its two printed layouts, with markets the table has corrected."""
    data = _load("map")
    provinces, seas = data["provinces"], data["sea_zones"]
    if layout == "b":
        _change_layout(provinces, seas, data["layout_variants"]["B"])
    for id_, market in markets:
        for p in provinces:
            if p["id"] == id_:
                p["market"] = market
                p["uncertain_fields"] = [f for f in p.get("uncertain_fields", ()) if f != "market"]
    return Geography(provinces, seas)


def _change_layout(provinces: list[dict[str, Any]], seas: list[dict[str, Any]], change: dict[str, Any]) -> None:
    provinces += [{**p, "coasts": [], "land": []} for p in change["add_provinces"]]
    by_id = {p["id"]: p for p in provinces}
    for a, b in change["remove_land"]:
        by_id[a]["land"].remove(b)
        by_id[b]["land"].remove(a)
    for a, b in change["add_land"]:
        by_id[a]["land"].append(b)
        by_id[b]["land"].append(a)
    zones = {sea["id"]: sea for sea in seas}
    for province, sea in change["remove_sea"]:
        by_id[province]["seas"].remove(sea)
        zones[sea]["coast_nodes"].remove(province)
        for node in by_id[province]["coasts"]:
            node["seas"] = [s for s in node["seas"] if s != sea]
    for province, sea in change["add_sea"]:
        by_id[province]["seas"].append(sea)
        zones[sea]["coast_nodes"].append(province)
        by_id[province]["coasts"][0]["seas"].append(sea)


def kind_of(card: str) -> str:
    return CARDS[card].kind
