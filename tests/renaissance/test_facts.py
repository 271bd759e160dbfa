"""The data of the game against the sums and tables of the rulebook."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from game_state.games.renaissance import facts
from game_state.games.renaissance.facts import ADVANCES, CARDS, GOODS, GROUPS, IN_GROUP, TRACK, geography
from game_state.games.renaissance.staerke import winning_rolls
from rules_dsl.games.renaissance import commands as say
from rules_dsl.text import rule_text

DATA = Path(facts.__file__).parent / "data"
SUMS: dict[str, Any] = json.loads((DATA / "goods.json").read_text("utf-8"))["check_tables"]
MAP = geography("a")
CHANCES = json.loads((DATA / "tables.json").read_text("utf-8"))["combat_probabilities"]
COLUMNS = [*facts.REGIONS_IN_PLAY[6], "Orient", "Neue Welt"]
KNOWN = {("em", "I")}  # B.2.1 prints 18, the single market numbers give 19 (reading em_region_i)


def in_region(region: str) -> list[facts.Province]:
    return [p for p in MAP.all if p.region == region]


@pytest.mark.parametrize("region", COLUMNS)
def test_b_2_1_sums_of_each_region(region: str) -> None:
    column, table = COLUMNS.index(region), SUMS["B21"]
    big = [p for p in in_region(region) if not p.satellite]
    assert len(big) == table["provinces"][column]
    assert len(in_region(region)) - len(big) == table["satellites"][column]
    assert ("em", region) in KNOWN or sum(p.market for p in big) == table["em"][column]
    counts = {good: sum(p.goods.count(good) for p in big) for good in GOODS}
    names = {good: say.GOODS.text(good) for good in GOODS}
    assert {names[good]: count for good, count in counts.items()} == {name: table[name][column] for name in names.values()}
    assert sum(GOODS[good].base * count**2 for good, count in counts.items()) == table["income"][column]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_b_2_2_sums_by_number_of_players(players: int) -> None:
    column, table = players - 3, SUMS["B22"]
    regions = {*facts.REGIONS_IN_PLAY[players], "Orient", "Neue Welt"}
    big = [p for p in MAP.all if p.region in regions and not p.satellite]
    values = [GOODS[good].base * sum(p.goods.count(good) for p in big) ** 2 for good in GOODS]
    assert len(big) == table["provinces"][column]
    assert (sum(values), sum(values[:8]), sum(values[8:])) == (table["value_total"][column], table["value_first8"][column], table["value_last4"][column])


@pytest.mark.parametrize("rank", range(1, 7))
def test_b_1_odds_of_a_fight(rank: int) -> None:
    for column, faith, edge in (("normal", 0, 0), ("gottvertrauen", 1, 0), ("military", 0, 1), ("both", 1, 1)):
        rolls = winning_rolls(rank, bool(faith), bool(edge))
        counted = sum(
            (green >= rank if faith else green > rank) or (black >= white if edge else black > white)
            for green, black, white in itertools.product(range(1, 7), repeat=3)
        )
        assert rolls == counted
        assert round(rolls / 216 * 100, 2) == CHANCES[str(rank)][column]


def test_4_borders_are_mutual_and_arrows_start_in_satellites() -> None:
    for layout in ("a", "b"):
        board = geography(layout)
        for p in board.all:
            assert all(p.id in board[q].land for q in p.land), p.id
            assert all(p.id in board[q].coast for q in p.coast), p.id
            assert bool(p.supports) == p.satellite
            assert p.satellite == (p.market == 1)


def test_4_1_layout_b_adds_smolensk_and_moves_two_borders() -> None:
    b = geography("b")
    assert "smolensk" in b
    assert "smolensk" not in MAP
    assert "chester" in MAP["london"].land
    assert "chester" not in b["london"].land
    assert "portsmouth" in b["york"].land
    assert "novgorod" in b["smolensk"].land
    assert "lybia" in b.distances_sea[b["venezia"].index]


def test_9_4_1_coast_steps_of_the_examples() -> None:
    london, stockholm = MAP["london"].index, MAP["stockholm"].index
    assert sorted(p for p, steps in MAP.distances[london].items() if steps <= 2) == [
        "amsterdam", "bruegge", "cornwall", "edinburg", "paris", "portsmouth", "saint_malo", "york",
    ]
    assert MAP.distances[stockholm]["stettin"] == 2
    assert MAP.distances[stockholm]["danzig"] > 2
    assert (MAP.distances_sea[stockholm]["danzig"], MAP.distances_sea[stockholm]["riga"]) == (2, 2)
    assert "iceland" not in MAP.distances[london]
    assert "iceland" in MAP.distances_sea[london]


def test_c_groups_and_their_sums() -> None:
    sums = dict(zip(GROUPS, (300, 300, 300, 300, 400, 500), strict=True))
    assert {group: sum(ADVANCES[a].cost for a in IN_GROUP[group]) for group in GROUPS} == sums
    assert "".join(sorted(ADVANCES)) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_a_64_cards_27_goods_18_events_19_personalities() -> None:
    kinds = [card.type for card in CARDS.values()]
    assert (len(kinds), kinds.count("Ware"), kinds.count("Ereignis"), kinds.count("Persönlichkeit")) == (64, 27, 18, 19)
    assert [sum(card.epoch == epoch for card in CARDS.values()) for epoch in (1, 2, 3)] == [29, 22, 13]
    assert sorted(card.kind for card in CARDS.values() if card.held_back) == ["gewuerze", "kreuzzuege", "rashid_ed_din", "seide", "walter_ohne_geld"]


def test_4_7_misery_track_rises_to_1000() -> None:
    assert TRACK[0] == 0
    assert TRACK[-1] == 1000
    assert list(TRACK) == sorted(TRACK)


def test_every_thing_has_a_name_and_a_paragraph() -> None:
    known = rule_text("renaissance")
    assert {p.id for p in geography("b").all} == set(say.PROVINCES.by_id)
    assert {card.kind for card in CARDS.values()} == set(say.CARDS.by_id)
    assert set(ADVANCES) == set(say.ADVANCES.by_id)
    for group in facts.SECTIONS.values():
        assert all(section in known for section in group.values())
