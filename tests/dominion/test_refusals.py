"""Wrong commands: each gets its own reason, its paragraph, and what is possible instead."""

from typing import Any

import pytest

from game_state.verdict import Refused
from rules_dsl.text import rule_text
from tests.conftest import Room
from tests.dominion.tisch import GAME, Tisch

HAND = {"hand": "Dorf, Kupfer, Anwesen", "deck": "9 Kupfer", "taler": 1, "dorfbewohner": 1}


@pytest.mark.parametrize(("position", "text", "code", "words"), [
    ({}, "spiele Schmiede", "not_in_hand", "nicht auf deiner Hand"),
    ({}, "spiele Priester", "not_in_game", "nicht dabei"),
    ({}, "spiele Anwesen", "not_playable", "Punkte"),
    ({}, "spiele 2 Kupfer", "not_in_hand", "nur 1 Kupfer"),
    ({}, "spiele Kanal", "project", "Projekt"),
    ({}, "spiele Laterne", "artifact", "Artefakt"),
    ({"aktionen": 0}, "spiele Dorf", "no_actions", "keine Aktion"),
    ({"phase": "kauf"}, "spiele Dorf", "action_phase_over", "Kaufphase"),
    ({"phase": "kauf", "gekauft": 1}, "spiele Kupfer", "after_purchase", "schon gekauft"),
    ({"phase": "kauf", "gekauft": 1}, "alle gelder", "after_purchase", "schon gekauft"),
    ({"phase": "kauf", "gekauft": 1}, "nimm 1 taler", "after_purchase", "ersten Kauf"),
    ({}, "nimm 1 taler", "buy_phase_only", "Kaufphase"),
    ({"phase": "kauf"}, "nimm 5 taler", "too_many", "1 Taler"),
    ({"phase": "kauf"}, "dorfbewohner", "action_phase_only", "Aktionsphase"),
    ({}, "nimm 3 dorfbewohner", "too_many", "1 Dorfbewohner"),
    ({}, "kaufe Kupfer", "actions_left", "Dorf"),
    ({"phase": "kauf", "muenzen": 3}, "kaufe Provinz", "too_expensive", "3 Münzen, das reicht nicht für Provinz"),
    ({"phase": "kauf", "muenzen": 3, "erfinder": 2}, "kaufe Provinz", "too_expensive", "Erfinder 2"),
    ({"phase": "kauf", "muenzen": 8, "kaeufe": 0}, "kaufe Provinz", "no_buys", "0 Käufe"),
    ({"phase": "kauf", "muenzen": 8}, "kaufe 2 Silber", "no_buys", "1 Kauf"),
    ({"phase": "kauf", "muenzen": 8, "vorrat": {"Provinz": 0}}, "kaufe Provinz", "empty_pile", "leer"),
    ({"phase": "kauf", "muenzen": 8}, "kaufe Priester", "not_in_game", "nicht dabei"),
    ({"phase": "kauf", "muenzen": 8}, "kaufe Fahne", "artifact", "Artefakt"),
    ({"phase": "kauf", "muenzen": 8}, "kaufe Kanal", "not_in_game", "nicht dabei"),
    ({}, "entsorge Kupfer", "nothing_asks", "passt jetzt nicht"),
    ({}, "nimm Gold", "nothing_asks", "passt jetzt nicht"),
    ({}, "ja", "nothing_asks", "passt jetzt nicht"),
])
def test_a_wrong_command_of_the_turn(position: dict[str, Any], text: str, code: str, words: str) -> None:
    refused = Tisch(Anna=HAND, **position).no("Anna", text)
    assert refused.code == code
    assert words in refused.explain()
    assert refused.cites
    assert all(cite in rule_text("dominion") for cite in refused.cites)


def test_price_with_erfinder_and_kanal_is_explained() -> None:
    refused = Tisch(phase="kauf", muenzen=1, erfinder=1, Anna={"projekte": "Kanal"}).no("Anna", "kaufe Gold")
    assert refused.calculation is not None
    assert refused.calculation.explain() == (
        "Gold kostet 4 = Preis 6 (Basiskarten > Gold) − Erfinder 1 (Königreich-Karten > Erfinder) − Kanal 1 (Projekte > Kanal)"
    )
    assert "kaufe Kupfer" in refused.instead


def test_treasures_in_hand_are_mentioned() -> None:
    refused = Tisch(phase="kauf", Anna={"hand": "2 Gold, 2 Kupfer"}).no("Anna", "kaufe Provinz")
    assert "Geldkarten für 8" in refused.explain()
    assert refused.instead[0] == "alle gelder"


def test_projects_two_cubes_once_each() -> None:
    three: dict[str, Any] = {"projekte": "Kanal, Kaserne, Flotte", "phase": "kauf", "muenzen": 20, "kaeufe": 3}
    assert Tisch(Anna={"projekte": "Kanal, Kaserne"}, **three).no("Anna", "kaufe Flotte").code == "no_cubes"
    assert Tisch(Anna={"projekte": "Kanal"}, **three).no("Anna", "kaufe Kanal").code == "owned"
    t = Tisch(erfinder=2, Anna={"projekte": "Kanal"}, **three)
    t.says("Anna", "kaufe Flotte")
    assert t["muenzen"] == 15  # projects never get cheaper


@pytest.mark.parametrize(("position", "before", "text", "code"), [
    ({"Anna": {"hand": "Kapelle, 5 Kupfer"}}, "spiele Kapelle", "entsorge 5 Kupfer", "too_many"),
    ({"Anna": {"hand": "Kapelle, 5 Kupfer"}}, "spiele Kapelle", "entsorge Gold", "not_there"),
    ({"Anna": {"hand": "Kapelle, 1 Kupfer"}}, "spiele Kapelle", "entsorge 2 Kupfer", "not_enough"),
    ({"Anna": {"hand": "Kapelle, 1 Kupfer"}}, "spiele Kapelle", "lege Kupfer ab", "other_decision"),
    ({"Anna": {"hand": "Mine, Anwesen, Kupfer"}}, "spiele Mine", "entsorge Anwesen", "not_allowed"),
    ({"Anna": {"hand": "Mine, Anwesen, Kupfer"}}, "spiele Mine, entsorge Kupfer", "nimm Gold", "too_expensive"),
    ({"Anna": {"hand": "Mine, Anwesen, Kupfer"}}, "spiele Mine, entsorge Kupfer", "nein", "must_choose"),
    ({"Anna": {"hand": "Werkstatt"}}, "spiele Werkstatt", "nimm Priester", "not_in_game"),
    ({"Anna": {"hand": "Werkstatt"}, "vorrat": {"Silber": 0}}, "spiele Werkstatt", "nimm Silber", "empty_pile"),
    ({"Anna": {"hand": "Thronsaal, Kupfer"}}, "spiele Thronsaal", "spiele Kupfer", "not_allowed"),
])
def test_a_wrong_answer_to_a_card(position: dict[str, Any], before: str, text: str, code: str) -> None:
    t = Tisch(**position)
    refused = t.says("Anna", before).no("Anna", text)
    assert refused.code == code
    assert refused.cites


def test_miliz_wants_the_right_number() -> None:
    t = Tisch(Anna={"hand": "Miliz"}, Bernd={"hand": "5 Kupfer"}).says("Anna", "spiele Miliz")
    assert t.no("Bernd", "lege Kupfer ab").code == "too_few"
    assert t.no("Bernd", "fertig").code == "must_choose"
    t.says("Bernd", "lege 2 Kupfer ab")
    assert t["Bernd.handkarten"] == 3


@pytest.mark.parametrize(("text", "expected"), [
    ("zufall", {"koenigreich": []}),
    ("erstes spiel", {"koenigreich": 10, "projekte": []}),
    ("Ouvertüre", {"koenigreich": 10, "projekte": ["kleiner_markt"]}),
    ("Präludium mit Platin", {"koenigreich": 10, "projekte": ["sternenkarte", "zitadelle"], "platin": True}),
    ("karten Markt, Dorf und Alte Hexe", {"koenigreich": ["markt", "dorf", "alte_hexe"]}),
    ("Markt, Dorf, Kanal", {"koenigreich": ["markt", "dorf"], "projekte": ["kanal"]}),
    ("karten Markt, Dorf projekte Kanal, Flotte, Kaserne kolonien", {"koenigreich": ["markt", "dorf"], "projekte": ["kanal", "flotte", "kaserne"]}),
    ("Markt mit kolonien", {"koenigreich": ["markt"], "platin": True}),
    ("projekte 4", {"projekte": None, "projekte_zahl": 4}),
    ("ohne projekte", {"projekte": []}),
    ("zufall, projekte Kanal", {"koenigreich": [], "projekte": ["kanal"]}),
    ("Kartensatz Präludium", {"koenigreich": 10, "projekte": ["sternenkarte", "zitadelle"]}),
    ("ouverture, ohne platin", {"koenigreich": 10, "projekte": ["kleiner_markt"], "platin": False}),
    ("mit Projekt Kanal", {"projekte": ["kanal"]}),
    ("mit Kanal und Zepter", {"koenigreich": ["zepter"], "projekte": ["kanal"]}),
    ("nur Basisspiel", {"aus": "basis2", "projekte": []}),
])
def test_start_options(text: str, expected: dict[str, object]) -> None:
    options = GAME.parse_options(text)
    for key, value in expected.items():
        assert (len(options[key]) if isinstance(value, int) and not isinstance(value, bool) and key == "koenigreich" else options[key]) == value
    GAME.options_type.model_validate(options)


@pytest.mark.parametrize(("text", "words"), [
    ("Freihandel", "Seaside"), ("Traum-Träumer", "Blütezeit"), ("karten Markt, Markt", "doppelt"), ("karten Gold", "gehört nicht ins Königreich"),
    ("projekte Markt", "kein Projekt"), ("schnell bitte", "verstehe ich nicht"), ("karten Quark", "kenne ich nicht"), ("projekte 40", "20 Projekte"),
])
def test_start_options_that_do_not_work(text: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.parse_options(text)
    assert words in refused.value.explain()


def test_a_channel_with_dominion(room: Room) -> None:
    """„spiele“ is the verb there; private cards go to their owner only."""
    room.ok("anna", "neues spiel dominion")
    room.ok("bernd", "mitspielen")
    assert "Seaside" in room.no("anna", "start Schatzsuche")
    text = room.ok("anna", "start erstes spiel")
    assert "Königreich" in text
    state = room.table.running_state
    first, second = ("anna", "bernd") if state.active == 0 else ("bernd", "anna")
    assert "nicht am Zug" in room.no(second, "kaufe Kupfer")
    assert "Meinst du" in room.no(first, "kaufe schatz")
    replies = room.say(first, "spiele alle gelder, kaufe kupfr")
    assert any("kauft Kupfer" in r["text"] for r in replies)
    assert all("neue Hand" not in r["text"] for r in replies if r["to"] is None)
    assert any("neue Hand" in r["text"] for r in replies if r["to"] == first)
    assert "Vorrat" in room.ok(first, "stand")
    assert "Kostet jetzt 3" in room.ok(first, "stand werkstatt")
    assert all(r["to"] is not None for r in room.say(second, "hand"))
