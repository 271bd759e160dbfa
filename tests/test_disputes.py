"""Disputes on tables of Dominion and Renaissance: what is found, what stays covered, how they end (T.12, T.13)."""

import json
import random

import pytest

from game_state import replay
from game_state.disputes import rerun
from game_state.store import Store
from game_state.verify import verify
from tests.conftest import Room

LEITUNG = {"roles": ("leitung",)}
USERS = ["anna", "bernd", "clara"]


def played(room: Room, game: str, moves: int, seed: int) -> None:
    """A started game some random moves on."""
    chance = random.Random(seed)
    room.started(*USERS, game=game)
    for _ in range(moves):
        if room.table is None:  # random games may end early
            return
        ask = room.table.running.waiting()[0]
        room.ok(USERS[ask.seat], chance.choice(ask.options()).say(), private=True)


@pytest.mark.parametrize("game", ["dominion", "renaissance"])
def test_every_line_comes_out_the_same_again_also_from_the_store(room: Room, store: Store, game: str) -> None:
    played(room, game, 220, 3)
    store.forget("c1")
    table = store.last_table("c1")
    assert table is not None
    assert replay.replayed(table)[1] is None
    for entry in table.entries(0, table.meta.length):
        again = rerun(table, entry.seq)
        assert again.same, entry.seq
    line = table.entries(0, table.meta.length)[-1].seq
    assert "war erlaubt und ist richtig ausgeführt" in room.ok("anna", f"streit {line}")


def first_of(room: Room) -> str:
    return str(USERS[room.table.running.waiting()[0].seat])


def test_a_dispute_about_a_refusal_shows_sum_and_paragraph_to_all_and_the_reason_to_its_player(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    assert "keinen abgelehnt" in room.no(first, "streit")
    assert "keinen abgelehnt" in room.no(first, "streit"), "a refused streit is no refused move"
    room.no(first, "kaufe Gold")
    replies = room.say(first, "streit")
    public = [reply for reply in replies if reply["to"] is None]
    assert f"„kaufe Gold“ von {first.capitalize()} ist nicht erlaubt." in public[0]["text"]
    assert "6" in public[0]["text"]
    assert "dominion:Grundregeln > Kaufphase" in public[0]["cites"]
    assert any(reply["to"] == first and "Gold" in reply["text"] for reply in replies)


def test_a_dispute_about_an_order_is_run_by_the_rules(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    assert "ist jetzt erlaubt" in room.ok(first, "streit Darf ich Kupfer kaufen?")
    room.ok("zeno", "abhilfe lassen", **LEITUNG)
    assert "vom Programm nachgerechnet" in room.ok(first, "streit Darf ich Gold kaufen?")


def test_a_hand_is_not_told_by_a_dispute(room: Room) -> None:
    """That a card is not in the hand stands in the reason alone, and that is private."""
    room.started(*USERS, game="dominion")
    first = first_of(room)
    kingdom = room.table.running_state.koenigreich[0]
    name = room.table.game.language.names["CARD"].text(kingdom)
    public = [reply["text"] for reply in room.say(first, f"streit Darf ich {name} spielen?") if reply["to"] is None]
    assert all("Hand" not in text for text in public), public


def test_claims_get_the_passage_that_speaks_to_them(room: Room) -> None:
    room.started(*USERS, game="dominion")
    room.ok("anna", "streit Verfallen Taler am Ende des Zuges?")
    assert "Der Text spricht dagegen" in room.ok("anna", "ansicht Taler verfallen am Zugende")
    assert "Neue Regeln > Taler & Dorfbewohner" in room.ok("bernd", "ansicht Taler darf man für später aufsparen")
    assert "keine Stelle" in room.ok("clara", "ansicht Der Mond ist aus Käse")
    text = room.ok("clara", "befund")
    assert "Anna: „Taler verfallen am Zugende“ – Der Text spricht dagegen [§ Neue Regeln > Taler & Dorfbewohner]" in text
    assert "nur Regeltext" in text


def test_the_table_votes_for_a_correction(room: Room, store: Store) -> None:
    room.started(*USERS, game="renaissance")
    before = room.table.running_state.spieler[1].bargeld
    room.ok("anna", "streit Bernd hat zu wenig Startgeld bekommen")
    assert "keine Korrektur" in room.no("anna", "abhilfe korrektur alles gut")
    room.ok("anna", "abhilfe korrektur Bernd +5 Dukaten, weil er falsch gezählt hat")
    text = room.ok("clara", "stimme zu")
    assert "entschieden (Mehrheit)" in text
    assert "Korrektur (Zeile" in text
    assert room.table.running_state.spieler[1].bargeld == before + 5
    assert "Bernd bekommt +5 Dukaten, weil er falsch gezählt hat." in room.ok("anna", "urteile")
    store.forget("c1")
    assert room.table.running_state.spieler[1].bargeld == before + 5
    assert verify(store, 1).problems == []


def test_a_correction_that_no_longer_fits_is_not_forced(room: Room) -> None:
    room.started(*USERS, game="renaissance")
    money = room.table.running_state.spieler[0].bargeld
    room.ok("anna", "streit Anna hat zu viel")
    room.ok("bernd", f"abhilfe korrektur Anna -{money} Dukaten")
    room.ok("zeno", "korrektur Anna 3 Dukaten", **LEITUNG)
    assert "passt nicht mehr" in room.ok("clara", "stimme zu")
    assert room.table.running_state.spieler[0].bargeld == 3
    assert "Streitfall" in room.ok("anna", "befund")


def test_a_ruling_can_be_read_alone_and_exported(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    room.ok(first, "spiele Kupfer")
    line = room.table.meta.seq
    room.ok("anna", f"streit {line}")
    room.ok("zeno", "abhilfe lassen, weil die Regel eindeutig ist", **LEITUNG)
    text = room.ok("anna", "urteile")
    assert f"Zeile {line}, {first.capitalize()} „spiele Kupfer“: alles bleibt, wie es ist, weil die Regel eindeutig ist." in text
    assert "Spielleitung" in text
    file = room.say("anna", "urteile export")[0]["file"]
    assert json.loads(file["content"])[0]["line"] == line


def test_cards_and_order_are_corrected_in_renaissance(room: Room, store: Store) -> None:
    room.started(*USERS, game="renaissance")
    for user in USERS:
        card = room.table.view(user)["spieler"][USERS.index(user)]["hand"][0]
        room.ok(user, f"lege {room.table.game.language.names['CARD'].text(card)} ab", private=True)
    state = room.table.running_state
    kept = room.table.game.language.names["CARD"].text(room.table.view("anna")["spieler"][0]["hand"][0])
    hands = [len(p.hand) for p in state.spieler]
    room.ok("zeno", f"korrektur {kept} von Anna nach Bernd", **LEITUNG)
    assert [len(p.hand) for p in room.table.running_state.spieler] == [hands[0] - 1, hands[1] + 1, hands[2]]
    assert "liegt dort nicht" in room.no("zeno", f"korrektur {kept} von Anna nach Clara", **LEITUNG)
    room.ok("zeno", f"korrektur {kept} von Hand Bernd nach Ablage", **LEITUNG)
    assert "genau einmal" in room.no("zeno", "korrektur Reihenfolge Anna, Anna, Clara", **LEITUNG)
    room.ok("zeno", "korrektur Reihenfolge Clara, Anna und Bernd", **LEITUNG)
    assert room.table.running_state.reihenfolge == [2, 0, 1]
    store.forget("c1")
    assert room.table.running_state.reihenfolge == [2, 0, 1]
    assert verify(store, 1).problems == []


@pytest.mark.parametrize(("game", "step"), [("dominion", "Anna 3 Taler"), ("dominion", "Anna +2 Taler"), ("renaissance", "Anna 90 Dukaten"), ("renaissance", "Anna +5 Dukaten")])
def test_a_correction_is_made_once_however_often_the_table_is_loaded(room: Room, store: Store, game: str, step: str) -> None:
    """T.13: what was played since is not corrected again when the table comes back from the store."""
    room.started(*USERS, game=game)
    room.ok("zeno", f"korrektur {step}", **LEITUNG)
    chance = random.Random(1)
    for number in range(120):
        ask = room.table.running.waiting()[0]
        room.ok(USERS[ask.seat], chance.choice(ask.options()).say(), private=True)
        if room.table is None:
            break
        if number % 10 == 9:
            held = room.table.state_hash()
            store.forget("c1")
            assert room.table.state_hash() == held
    assert verify(store, 1).problems == []


def test_names_stay_as_they_are_in_what_is_said_to_the_table(room: Room) -> None:
    """„gegen Anna“ is a seat in a move, but not in somebody's view."""
    room.started(*USERS, game="renaissance")
    room.ok("bernd", "streit Der Angriff gegen Anna war zu schwach")
    room.ok("bernd", "ansicht Die Karte von Anna zählt nicht")
    assert "Bernd: „Die Karte von Anna zählt nicht“" in room.ok("anna", "befund")


def test_numbers_of_a_turn_are_corrected_in_dominion(room: Room) -> None:
    room.started(*USERS, game="dominion")
    room.ok("zeno", "korrektur +1 Kauf", **LEITUNG)
    room.ok("zeno", "korrektur Anna +2 Taler", **LEITUNG)
    room.ok("zeno", "korrektur Anna -1 Taler", **LEITUNG)
    state = room.table.running_state
    assert (state.kaeufe, state.players[0].taler) == (2, 1)
    assert "Weniger als 0 Taler" in room.no("zeno", "korrektur Anna -5 Taler", **LEITUNG)


def test_a_dispute_names_the_refused_move_and_its_ruling_can_be_read_alone(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    room.no(first, "kaufe Gold")
    room.no(first, "streit 9999")
    room.ok(first, "streit")
    text = room.ok("zeno", "abhilfe lassen, weil das Geld fehlt", **LEITUNG)
    assert f"„kaufe Gold“ von {first.capitalize()}: alles bleibt, wie es ist, weil das Geld fehlt." in text


def test_a_whispered_move_is_not_named_aloud(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    room.no(first, "kaufe Gold", private=True)
    public = "".join(reply["text"] for reply in room.say(first, "streit") if reply["to"] is None)
    assert "Der abgelehnte Zug von" in public
    assert "kaufe Gold" not in public


def test_a_dispute_about_another_player_is_found_from_the_position(room: Room) -> None:
    room.started(*USERS, game="renaissance")
    while room.table.running_state.phase != "3":
        ask = room.table.running.waiting()[0]
        room.ok(USERS[ask.seat], ask.options()[0].say(), private=True)
    text = room.ok("anna", "streit Darf Bernd Tunis angreifen?")
    assert "vom Programm nachgerechnet" in text
    assert "Nein. In Tunis steht kein anderer" in text


def test_a_line_that_is_no_move_says_why(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    room.ok(first, "spiele Kupfer")
    line = room.table.meta.seq
    room.ok(first, "rückgängig")
    assert "ist zurückgenommen" in room.no("anna", f"streit {line}")
    assert "ist kein Zug" in room.no("anna", "streit 1")
    assert "gibt es nicht" in room.no("anna", "streit 9999")


def test_nothing_goes_back_after_the_end(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    room.ok(first, "spiele Kupfer")
    room.ok("anna", f"streit {room.table.meta.seq}")
    room.ok("zeno", "spiel beenden", **LEITUNG)
    assert "Die Partie ist zu Ende" in room.no("anna", "abhilfe zurück")


def test_a_view_without_a_passage_gets_none(room: Room) -> None:
    room.started(*USERS, game="renaissance")
    room.ok("anna", "streit Bernd hat falsch gezählt")
    assert "Dazu finde ich keine Stelle im Regeltext." in room.ok("clara", "ansicht Anna hat recht")
    assert "Anna hat recht“ –" not in room.ok("anna", "befund")


def test_a_move_just_made_is_found_by_its_words(room: Room) -> None:
    room.started(*USERS, game="dominion")
    first = first_of(room)
    room.ok(first, "spiele Kupfer")
    line = room.table.meta.seq
    room.ok(first, "kaufe Kupfer")
    assert f"Zeile {line + 1}: Befund" in room.ok("anna", "War das erlaubt?")
    assert f"Zeile {line}: Befund (vom Programm nachgerechnet): {first.capitalize()}s Zug „spiele Kupfer“" in room.ok(
        "bernd", f"Durfte {first.capitalize()} Kupfer spielen?"
    )
    assert f"Streitfall eröffnet zu Zeile {line + 1}" in room.ok("clara", f"streit Durfte {first.capitalize()} Kupfer kaufen?")


def test_what_was_done_covered_is_not_guessed(room: Room) -> None:
    room.started(*USERS, game="renaissance")
    card = room.table.running.ask_of(1).options()[0].say()
    room.ok("bernd", card, private=True)
    assert "Zeile" not in room.say("anna", f"Durfte Bernd {card}?")[0]["text"]
