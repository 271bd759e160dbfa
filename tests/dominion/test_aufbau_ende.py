"""Set-up by chance, and the end when players give up."""

from typing import Any

from game_state.dice import ForcedDice
from game_state.games.dominion.aufbau import DominionOptions, auslosen
from game_state.games.dominion.cards import ALL, KINGDOM, PROJECTS
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


def test_grundregeln_koenigreich_auswaehlen_only_one_box() -> None:
    kingdom, projects = auslosen(DominionOptions(aus="renaissance"), ForcedDice())
    assert len(kingdom) == 10
    assert {ALL[card].set for card in [*kingdom, *projects]} == {"renaissance"}


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


def test_a_name_with_a_question_mark_is_a_question_and_no_answer(room: Room) -> None:
    room.ok("anna", "neues spiel dominion")
    room.ok("bernd", "mitspielen")
    room.ok("anna", "start karten Kapelle, Markt, Dorf, Schmiede, Thronsaal, Zepter, Frachtschiff, Burggraben, Miliz, Erfinder")
    table = room.table
    am_zug = ("anna", "bernd")[table.running_state.active]
    room.ok(am_zug, f"korrigiere 1 Kapelle von Vorrat nach Hand {am_zug}", roles=("leitung",))
    room.ok(am_zug, "spiele Kapelle")
    assert "Kosten 0" in room.ok(am_zug, "Kupfer?") and table.running_state.muell == []
    assert "Kupfer" in room.no(am_zug, "Kuper") and table.running_state.muell == []  # a misspelt name alone is too little
    room.ok(am_zug, "Kupfer")
    assert table.running_state.muell == ["kupfer"]


def test_grundregeln_kosten_what_a_card_costs_now(room: Room) -> None:
    room.ok("anna", "neues spiel dominion")
    assert "kostet 6" in room.ok("anna", "was kostet Gold?")
    room.ok("bernd", "mitspielen")
    room.ok("anna", "start karten Erfinder, Markt, Dorf, Schmiede, Thronsaal, Zepter, Frachtschiff, Burggraben, Miliz, Keller, projekte Kanal")
    state = room.table.running_state
    am_zug = ("anna", "bernd")[state.active]
    room.ok(am_zug, f"korrigiere 1 Erfinder von Vorrat nach Hand {am_zug}", roles=("leitung",))
    room.ok(am_zug, "spiele Erfinder, nimm Silber")
    for said, expected in {
        "Was kostet Gold jetzt?": "Gold kostet 5 = Preis 6", "wie viele Provinzen sind noch da?": "liegen noch 8", "was kostet der Kanal": "Kanal kostet 7",
        "warum kostet Silber 2?": "Erfinder 1",
    }.items():
        assert expected in room.say(am_zug, said)[0]["text"], said
    room.ok(am_zug, "fertig")
    assert "Nein. Du hast 1 Kauf, nicht 2" in room.say(am_zug, "darf ich zwei Karten kaufen?")[0]["text"]
    room.ok(am_zug, "korrigiere 2 Käufe", roles=("leitung",))
    assert "Stand: Ja" in room.say(am_zug, "darf ich zwei Karten kaufen?")[0]["text"]
