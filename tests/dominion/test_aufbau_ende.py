"""Set-up by chance, and the end when players give up."""

from typing import Any

from game_state.dice import ForcedDice
from game_state.games.dominion.aufbau import DominionOptions, auslosen
from game_state.games.dominion.cards import KINGDOM, PROJECTS
from game_state.store import Store
from game_state.verify import verify
from tests.conftest import Room


class Stapel(ForcedDice):
    """Place holders in a given order."""

    def __init__(self, order: list[str]) -> None:
        super().__init__()
        self.order = order

    def shuffle(self, cards: list[Any]) -> None:
        cards.sort(key=self.order.index)


def test_spielvorbereitung_projekte_no_place_holder_is_turned_up_after_the_tenth_kingdom_card() -> None:
    order = [PROJECTS[0], *KINGDOM[:10], *PROJECTS[1:], *KINGDOM[10:]]
    assert auslosen(DominionOptions(), Stapel(order)) == (list(KINGDOM[:10]), [PROJECTS[0]])


def test_spielvorbereitung_projekte_of_three_projects_two_stay() -> None:
    order = [*PROJECTS[:3], *KINGDOM, *PROJECTS[3:]]
    assert auslosen(DominionOptions(), Stapel(order)) == (list(KINGDOM[:10]), list(PROJECTS[:2]))


def test_grundregeln_spielende_the_last_one_left_wins(room: Room, store: Store) -> None:
    room.started("anna", "bernd", game="dominion")
    table = room.table
    assert table is not None
    am_zug = "anna" if table.running_state.active == 0 else "bernd"
    other = "bernd" if am_zug == "anna" else "anna"
    room.ok(other, "aufgeben")
    told = room.ok(am_zug, "zug beenden")
    assert f"Nur noch {am_zug.capitalize()} spielt mit" in told and "aufgegeben" in told
    assert room.table is None
    assert verify(store, table.meta.id).problems == []
    result = table.game.result(table.running_state)
    assert result is not None and result.places[0] == [("anna", "bernd").index(am_zug)]


def test_grundregeln_spielende_whoever_gave_up_has_no_more_turns(room: Room, store: Store) -> None:
    room.started("anna", "bernd", "carl", game="dominion")
    table = room.table
    assert table is not None
    first = table.running_state.active
    users = ["anna", "bernd", "carl"]
    gone = (first + 1) % 3
    room.ok(users[gone], "aufgeben")
    for _ in range(3):
        for seat in (first, (first + 2) % 3):
            assert table.running_state.active == seat
            room.ok(users[seat], "zug beenden")
    assert table.running_state.players[gone].zuege == 0
    assert verify(store, table.meta.id).problems == []
