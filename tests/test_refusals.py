"""Every kind of refusal outside of the Renaissance rules is reached here, and says why: cause, number, paragraph."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game_state.game import Game, find_game
from game_state.verdict import Refused
from rules_dsl.registry import TABLE
from rules_dsl.text import rule_text
from rules_dsl.tisch import CODES
from tests.conftest import Room
from tests.dominion.tisch import GAME, Tisch

ROOT = Path(__file__).parent.parent
LEITUNG: dict[str, Any] = {"roles": ("leitung",)}
Reached = tuple[str, str, list[str]]  # code, text, paragraphs with their book


def codes_in(*folders: str) -> set[str]:
    """Codes of all refusals in the sources: `code="x"`, the fifth of `Refused(…)`, the second of `self.refuse(…)`."""
    found: set[str] = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py") if "games/renaissance" not in path.as_posix()):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = {"Refused": 4, "refuse": 1}.get(name, 99)
                given = [*(word.value for word in node.keywords if word.arg == "code"), *node.args[place:place + 1]]
                found.update(value.value for value in given if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value)
    return found


# -- the table ------------------------------------------------------------------------------------------------------------


def said(room: Room, user: str, text: str, **more: Any) -> Reached:
    replies = [reply for reply in room.say(user, text, **more) if reply["kind"] == "refused"]
    assert len(replies) == 1, (text, replies)
    return replies[0]["code"], replies[0]["text"], replies[0]["cites"]


def three(room: Room) -> Room:
    return room.started("anna", "bernd", "carl")


def full(room: Room) -> Reached:
    room.ok("anna", "neues spiel basar")
    for user in ("bernd", "carl", "dora"):
        room.ok(user, "mitspielen")
    return said(room, "emil", "mitspielen")


def place(room: Room, text: str, monkeypatch: pytest.MonkeyPatch) -> Reached:
    monkeypatch.setattr(type(find_game("basar")), "places", ("Gelb", "Rot", "Blau", "Grün"))
    room.ok("anna", "neues spiel basar")
    room.ok("bernd", "mitspielen als rot")
    return said(room, "carl", text)


def sealed(room: Room) -> Reached:
    three(room).ok("anna", "biete 3", private=True)
    return said(room, "anna", "biete 2", private=True)


def resigned(room: Room) -> Reached:
    three(room).ok("carl", "aufgeben")
    return said(room, "carl", "biete 0")


def proposed(room: Room, user: str, text: str) -> Reached:
    three(room).ok("anna", "spiel beenden")
    return said(room, user, text)


def last_section(room: Room) -> Reached:
    three(room).ok("anna", f"regel {rule_text('basar').sections[-1].id}")
    return said(room, "anna", "regel weiter")


def to_swap(room: Room) -> Reached:
    room.started("anna", "bernd")
    for user, text in (("anna", "biete 3"), ("bernd", "biete 2"), ("bernd", "passe")):
        room.ok(user, text, private=True)
    return said(room, "anna", "biete 1")


def lobby(room: Room, user: str, text: str, **more: Any) -> Reached:
    room.ok("anna", "neues spiel basar")
    return said(room, user, text, **more)


def playing(user: str, text: str, game: str = "basar", **more: Any) -> Callable[[Room], Reached]:
    return lambda room: said(room.started("anna", "bernd", "carl", game=game), user, text, **more)


TABLE_SCENES: dict[str, Callable[..., Reached]] = {
    "already_answered": sealed,
    "already_seated": lambda room: lobby(room, "anna", "mitspielen"),
    "already_started": playing("anna", "start"),
    "already_voted": lambda room: proposed(room, "anna", "stimme zu"),
    "bad_correction": playing("zeno", "korrektur Anna tausend", **LEITUNG),
    "bad_document": lambda room: said(room, "anna", "import", file="{}"),
    "bad_time": playing("anna", "erinnere mich manchmal"),
    "channel_busy": playing("anna", "neues spiel basar"),
    "leitung_only": playing("anna", "korrektur Anna 3 Münzen"),
    "no_answer_yet": playing("anna", "hilfreich"),
    "no_dispute": playing("anna", "befund"),
    "no_file": lambda room: said(room, "anna", "import"),
    "no_game_named": lambda room: said(room, "anna", "neues spiel"),
    "no_more_sections": last_section,
    "no_places": lambda room: lobby(room, "bernd", "mitspielen als gelb"),
    "no_proposal": playing("anna", "stimme zu"),
    "no_ruling": playing("anna", "urteile aufheben 7", **LEITUNG),
    "no_section_open": playing("anna", "regel weiter"),
    "no_such_bot": lambda room: lobby(room, "anna", "computer genial"),
    "no_such_choice": playing("anna", "lesart nullgebot vielleicht"),
    "no_such_line": playing("anna", "warum 99"),
    "no_such_place": lambda room, monkeypatch: place(room, "mitspielen als lila", monkeypatch),
    "no_such_reading": playing("anna", "lesart wetter schoen"),
    "no_such_seat": playing("anna", "ersetze quintus durch carl"),
    "no_such_section": playing("anna", "regel 99.9.9"),
    "no_table": lambda room: said(room, "anna", "stand"),
    "not_for_you": lambda room: proposed(room, "zeno", "stimme zu"),
    "not_offered": to_swap,
    "not_playable": lambda room: said(room, "anna", "neues spiel orleans"),
    "not_playing": lambda room: lobby(room, "anna", "hand"),
    "not_seated": playing("zeno", "hand"),
    "not_your_turn": lambda room: said(turn_of(room), "quer", "kaufe Kupfer"),
    "not_yours": playing("bernd", "ersetze anna durch dora"),
    "nothing_refused": playing("anna", "warum"),
    "nothing_to_redo": playing("anna", "wiederholen"),
    "nothing_to_undo": playing("anna", "rückgängig"),
    "place_taken": lambda room, monkeypatch: place(room, "mitspielen als rot", monkeypatch),
    "proposal_open": lambda room: proposed(room, "bernd", "spiel beenden"),
    "resigned": resigned,
    "still_hidden": playing("anna", "export"),
    "table_full": full,
    "too_few": lambda room: lobby(room, "anna", "start"),
    "turn_over": lambda room: said(turn_of(room), "anna", "kaufe Kupfer, kaufe Kupfer"),
    "which_game": lambda room: said(room, "anna", "regel Gold"),
}


def turn_of(room: Room) -> Room:
    """Dominion, with „quer“ at the seat that is not asked."""
    room.ok("anna", "neues spiel dominion")
    room.ok("quer", "mitspielen")
    room.ok("anna", "start")
    if room.table.running_state.active == 1:
        room.ok("quer", "zug beenden")
    return room


@pytest.mark.parametrize("code", sorted(TABLE_SCENES))
def test_a_refusal_of_the_table(room: Room, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene = TABLE_SCENES[code]
    found, text, cites = scene(room, monkeypatch) if "place" in code and code != "no_places" else scene(room)
    assert found == code
    good_reason(text)
    assert cites, text
    for cite in cites:
        book, _, section = cite.partition(":")
        assert section in rule_text(book), cite
        assert f"§ {section}" in text


@pytest.mark.parametrize(("code", "number"), [
    ("table_full", "4"), ("too_few", "2"), ("no_such_line", "99"), ("no_ruling", "7"), ("no_such_section", "99.9.9"),
])
def test_where_a_number_decides_it_is_named(room: Room, code: str, number: str) -> None:
    assert number in TABLE_SCENES[code](room)[1].partition(" [§")[0]


def good_reason(text: str) -> None:
    """A German sentence about this case; no program words, no empty phrase."""
    assert len(text) > 25
    assert re.search(r"[.!?]", text)
    assert not re.search(r"\b(?:ungültig|Fehler|error|invalid|None|Command|Exception)\b", text, re.I)


# -- the rules of Dominion ------------------------------------------------------------------------------------------------


def no(position: dict[str, Any], *texts: str, who: str = "Anna") -> Callable[[], Refused]:
    """Everything but the last is accepted."""
    def run() -> Refused:
        table = Tisch(**position)
        for text in texts[:-1]:
            by, _, words = text.rpartition(": ")
            table.says(by or "Anna", words)
        by, _, words = texts[-1].rpartition(": ")
        return table.no(by or who, words)

    return run


def options(text: str) -> Callable[[], Refused]:
    def run() -> Refused:
        with pytest.raises(Refused) as refused:
            GAME.parse_options(text)
        return refused.value

    return run


def hand(cards: str, **more: Any) -> dict[str, Any]:
    return {"Anna": {"hand": cards, "deck": "9 Kupfer", **more}}


KAUF = {"phase": "kauf", "muenzen": 8}
DOMINION_SCENES: dict[str, tuple[Callable[[], Refused], str]] = {  # and what the text must name
    "action_phase_only": (no({**KAUF, **hand("", dorfbewohner=1)}, "nimm 1 dorfbewohner"), "Kaufphase"),
    "action_phase_over": (no({**KAUF, **hand("Dorf")}, "spiele Dorf"), "Dorf"),
    "actions_left": (no(hand("Dorf"), "kaufe Kupfer"), "1 Aktion"),
    "after_purchase": (no({**KAUF, **hand("Gold"), "gekauft": 1}, "spiele Gold"), "Gold"),
    "artifact": (no({**KAUF}, "kaufe Fahne"), "Fahne"),
    "buy_phase_only": (no(hand("Dorf", taler=1), "nimm 1 taler"), "Kaufphase"),
    "empty_pile": (no({**KAUF, "vorrat": {"Gold": 0}}, "kaufe Gold"), "Gold"),
    "must_choose": (no({"Anna": {"hand": "Miliz"}, "Bernd": {"hand": "5 Kupfer"}}, "spiele Miliz", "Bernd: nein"), "2 Handkarten"),
    "no_actions": (no({"aktionen": 0, **hand("Dorf")}, "spiele Dorf"), "(0)"),
    "no_buys": (no(KAUF, "kaufe 2 Silber"), "1 Kauf, nicht 2"),
    "no_coffers": (no(KAUF, "nimm 1 taler"), "(0)"),
    "no_cubes": (no({**KAUF, "projekte": "Kanal, Kaserne, Flotte", "Anna": {"projekte": "Kanal, Kaserne"}}, "kaufe Flotte"), "Kanal"),
    "no_kingdom_card": (options("karten Gold"), "Gold"),
    "no_project": (options("projekte Markt"), "Markt"),
    "no_reaction": (no({"Anna": {"hand": "Miliz"}, "Bernd": {"hand": "Burggraben, Dorf"}}, "spiele Miliz", "Bernd: decke Dorf auf"), "Dorf"),
    "no_treasures": (no({**KAUF, **hand("Dorf")}, "alle gelder"), "keine Geldkarten"),
    "no_villagers": (no(hand("Dorf"), "nimm 1 dorfbewohner"), "(0)"),
    "not_allowed": (no(hand("Mine, Anwesen"), "spiele Mine", "entsorge Anwesen"), "Anwesen"),
    "not_enough": (no(hand("Kapelle, Kupfer"), "spiele Kapelle", "entsorge 2 Kupfer"), "nur 1 Kupfer, nicht 2"),
    "not_in_game": (no(KAUF, "kaufe Priester"), "Priester"),
    "not_in_hand": (no(hand("Kupfer"), "spiele 2 Kupfer"), "nur 1 Kupfer"),
    "not_offered": (no({**KAUF, **hand("Zepter")}, "spiele Zepter", "spiele Dorf"), "Zepter"),
    "not_playable": (no(hand("Anwesen"), "spiele Anwesen"), "Punkte"),
    "not_there": (no(hand("Kapelle, Kupfer"), "spiele Kapelle", "entsorge Gold"), "Kupfer"),
    "nothing_asks": (no(hand("Dorf"), "entsorge Dorf"), "entsorge Dorf"),
    "no_verb": (no(hand("Dorf"), "Dorf"), "spiele Dorf"),
    "one_by_one": (no({**KAUF, **hand("2 Zepter")}, "spiele alle Zepter"), "Zepter"),
    "order_first": (no({"phase": "beginn", **hand("Kupfer", projekte="Kathedrale, Stadttor")}, "nein"), "Kathedrale"),
    "other_decision": (no(hand("Kapelle, Kupfer"), "spiele Kapelle", "lege Kupfer ab"), "bis zu 4"),
    "other_expansion": (options("Freihandel"), "Seaside"),
    "owned": (no({**KAUF, "projekte": "Kanal", "Anna": {"projekte": "Kanal"}}, "kaufe Kanal"), "Kanal"),
    "project": (no(hand("Dorf"), "spiele Kanal"), "Kanal"),
    "too_expensive": (no({"phase": "kauf", "muenzen": 3}, "kaufe Provinz"), "Provinz kostet 8 = Preis 8"),
    "too_few": (no({"Anna": {"hand": "Miliz"}, "Bernd": {"hand": "5 Kupfer"}}, "spiele Miliz", "Bernd: lege Kupfer ab"), "2 sein"),
    "too_many": (no(hand("Kapelle, 5 Kupfer"), "spiele Kapelle", "entsorge 5 Kupfer"), "höchstens 4"),
    "twice": (options("karten Markt, Markt"), "Markt"),
    "unknown_card": (options("karten Quark"), "quark"),
    "unknown_option": (options("schnell bitte"), "schnell bitte"),
    "wrong_price": (
        no({"koenigreich": "Fortschritt, Dorf, Miliz, Schmiede", "phase": "kauf", "fortschritt": 1, "Anna": {"im_spiel": "Dorf"}}, "fertig", "entsorge Dorf", "nimm Gold"),
        "genau 4",
    ),
    "yes_or_no": (no({**KAUF, "Anna": {"projekte": "Festzug"}}, "fertig", "kaufe Gold"), "8"),
}


@pytest.mark.parametrize("code", sorted(DOMINION_SCENES))
def test_a_refusal_of_dominion(code: str) -> None:
    scene, names = DOMINION_SCENES[code]
    refused = scene()
    assert refused.code == code, refused.explain()
    good_reason(refused.explain())
    assert names in refused.explain()
    assert refused.cites
    assert all(cite in rule_text("dominion") for cite in refused.cites)


def test_refusals_nobody_meets_at_a_table() -> None:
    """What the kernel says to a program that asks the wrong seat, and a game without start options."""
    table = Tisch(Anna={"hand": "Kupfer"})
    assert table.no("Bernd", "kaufe Kupfer").code == "not_asked"
    with pytest.raises(Refused) as refused:
        Game.parse_options(GAME, "mit allem")
    assert refused.value.code == "no_options"
    assert "mit allem" in refused.value.explain()


def test_every_code_is_reached_and_stands_on_a_paragraph() -> None:
    known = codes_in("bot", "game_state", "rules_dsl")
    reached = {*TABLE_SCENES, *DOMINION_SCENES, "not_asked", "no_options"}
    assert known - reached == set()
    assert reached - known == set()
    assert set(CODES.values()) <= set(rule_text(TABLE).by_id)
