"""The table: who may do what, what can be taken back, what stays."""

import json
from typing import Any

import pytest

from game_state.store import Store
from game_state.verify import verify
from tests.conftest import Room


def to_swap(room: Room) -> None:
    """Play Anna's round up to her choice of swapping a card (5)."""
    room.ok("anna", "biete 3", private=True)
    room.ok("bernd", "biete 2", private=True)
    room.ok("bernd", "passe")


def test_one_open_game_per_channel(room: Room) -> None:
    room.ok("anna", "neues spiel basar")
    assert "läuft schon Basar" in room.no("bernd", "neues spiel basar")
    room.ok("anna", "spiel beenden")
    room.ok("bernd", "neues spiel basar")


def test_a_user_can_sit_at_many_tables(room: Room) -> None:
    other = Room(room.service, "c2")
    room.started("anna", "bernd")
    other.started("anna", "carl")
    assert "c2" in room.say("anna", "meine spiele")[0]["text"]
    replies = Room(room.service, "dm").say("anna", "biete 1", private=True)
    assert "mehreren Tischen" in replies[0]["text"]
    assert Room(room.service, "dm").say("bernd", "biete 1", private=True)[0]["ok"]


def test_too_few_too_many_and_twice(room: Room) -> None:
    room.ok("anna", "neues spiel basar")
    assert "braucht mindestens 2" in room.no("anna", "start")
    assert "schon" in room.no("anna", "mitspielen")
    for name in ("bernd", "carl", "doris"):
        room.ok(name, "mitspielen")
    assert "voll" in room.no("emil", "mitspielen")
    assert "Nur wer am Tisch sitzt" in room.no("emil", "start")
    room.ok("doris", "aussteigen")
    room.ok("anna", "start")
    assert "läuft schon" in room.no("emil", "mitspielen")


def test_not_your_turn_names_who_is_and_the_paragraph(room: Room) -> None:
    room.started("anna", "bernd")
    to_swap(room)
    reply = room.say("bernd", "passe")[0]
    assert reply["kind"] == "refused"
    assert "Anna darf eine Karte tauschen" in reply["text"]
    assert reply["cites"] == ["basar:5"]
    assert "sitzt nicht" in room.no("carl", "passe")


def test_sealed_bids_are_not_told_before_all_are_in(room: Room) -> None:
    room.started("anna", "bernd")
    replies = room.say("anna", "biete 7", private=True) + room.say("bernd", "stand") + room.say("bernd", "protokoll")
    seen = json.dumps([reply["text"] for reply in replies if reply["to"] is None], ensure_ascii=False)
    assert "7" not in seen
    assert "Anna 7" in room.ok("bernd", "biete 0")


def test_own_move_is_taken_back_freely(room: Room) -> None:
    room.started("anna", "bernd")
    before = room.table.state_hash()
    room.ok("anna", "biete 7", private=True)
    assert "Zurückgenommen" in room.ok("anna", "rückgängig")
    assert room.table.state_hash() == before
    room.ok("anna", "biete 6", private=True)


def test_own_sealed_answer_is_taken_back_while_others_stay(room: Room) -> None:
    room.started("anna", "bernd", "carl")
    room.ok("anna", "biete 7", private=True)
    room.ok("bernd", "biete 2", private=True)
    room.ok("anna", "rückgängig")
    assert "schon versiegelt" in room.no("bernd", "biete 3", private=True)
    room.ok("anna", "biete 1", private=True)
    assert "Anna 1, Bernd 2, Carl 0" in room.ok("carl", "biete 0")


def test_after_a_roll_the_others_are_asked(room: Room) -> None:
    room.started("anna", "bernd")
    to_swap(room)
    before = room.table.state_hash()
    room.ok("anna", "tausche " + room.table.view("anna")["traders"][0]["hand"][0])
    assert "Bernd" in room.ok("anna", "rückgängig")
    assert "entscheiden andere" in room.no("carl", "stimme zu")
    assert "Zurückgenommen" in room.ok("bernd", "einverstanden")
    assert room.table.state_hash() == before


def test_refused_and_overtaken_proposals(room: Room) -> None:
    room.started("anna", "bernd")
    to_swap(room)
    room.ok("anna", "passe")
    room.ok("anna", "rückgängig")
    assert "abgelehnt" in room.ok("bernd", "lehne ab")
    room.ok("anna", "rückgängig")
    assert "vom Tisch" in room.ok("anna", "biete 1")
    assert "kein Antrag" in room.no("bernd", "stimme zu")


def test_further_back_by_vote_and_spielleitung(room: Room) -> None:
    room.started("anna", "bernd", "carl")
    start = room.table.state_hash()
    for name in ("anna", "bernd", "carl"):
        room.ok(name, "biete 1", private=True)
    first = next(r.seq for r in room.table.archive.records(1, 99, 99) if r.kind == "move")
    room.ok("bernd", f"rückgängig bis {first}")
    assert "läuft weiter" in room.ok("carl", "lehne ab")
    assert "Zurückgenommen" in room.ok("anna", "stimme zu")
    assert room.table.state_hash() == start
    room.ok("anna", "biete 1", private=True)
    room.ok("bernd", "biete 1", private=True)
    room.ok("carl", "biete 0")
    room.ok("carl", f"rückgängig bis {room.table.meta.seq}")
    assert "Zurückgenommen" in room.ok("zeno", "stimme zu", roles=("leitung",))


def test_undone_moves_stay_visible_and_can_be_repeated(room: Room) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 7", private=True)
    after = room.table.state_hash()
    room.ok("anna", "rückgängig")
    assert "zurückgenommen" in room.ok("anna", "protokoll")
    assert "nur Anna" in room.no("bernd", "wiederholen")
    room.ok("anna", "wiederholen")
    assert room.table.state_hash() == after
    assert "nichts zu wiederholen" in room.no("anna", "wiederholen")


def test_undo_never_rolls_the_same_dice_again_unless_repeated(room: Room) -> None:
    room.started("anna", "bernd")
    to_swap(room)
    room.ok("anna", "passe")
    drawn = [d for r in room.table.archive.records(1, 99, 99) for d in r.body.get("draws", [])]
    room.ok("anna", "rückgängig")
    room.ok("bernd", "stimme zu")
    room.ok("anna", "passe")
    numbers = [d[0] for r in room.table.archive.records(1, 99, 99) for d in r.body.get("draws", [])]
    assert len(numbers) == len(set(numbers)) == len(drawn) + 1


def test_replacing_a_player(room: Room) -> None:
    room.started("anna", "bernd")
    room.say("carl", "stand")
    assert "Carl übernimmt" in room.ok("bernd", "ersetze Bernd durch Carl")
    assert "sitzt nicht" in room.no("bernd", "biete 1")
    room.ok("carl", "biete 1")
    assert "nur" in room.no("carl", "ersetze Anna durch Bernd")
    assert "reserviert" in room.ok("anna", "ersetze Anna durch Zeno")
    assert "nimmt den Platz" in room.ok("zeno", "mitspielen")
    room.ok("zeno", "biete 2")
    assert "Computer" in room.ok("zeno", "ersetze Zeno durch computer")


def test_resigning_lets_the_others_play_on(room: Room, store: Store) -> None:
    room.started("anna", "bernd", "carl")
    assert "gibt auf" in room.ok("bernd", "aufgeben")
    assert "aufgegeben" in room.no("bernd", "biete 1")
    room.ok("anna", "biete 1")
    room.ok("carl", "biete 2")
    assert room.table.meta.phase == "playing"
    store.forget("c1")
    assert room.ok("anna", "stand")
    assert verify(store, room.table.meta.id).problems == []
    room.ok("anna", "aufgeben")
    assert "beendet" in room.ok("carl", "aufgeben")


def test_computer_players_and_standing_instructions_finish_a_game(room: Room, store: Store) -> None:
    room.ok("anna", "neues spiel basar")
    room.ok("anna", "computer")
    room.ok("anna", "computer zufall")
    room.ok("anna", "passe immer")
    room.ok("anna", "start")
    text = ""
    for _ in range(60):
        options = room.say("anna", "", query="options")[0]["options"]
        if not options:
            break
        text = room.ok("anna", options[-1])
    assert "Die Partie ist zu Ende" in text
    assert "Startwert" in text
    assert verify(store, 1).problems == []
    assert room.table is None


def test_standing_pass_answers_reactions_only(room: Room) -> None:
    room.started("anna", "bernd")
    room.ok("bernd", "passe immer")
    room.ok("anna", "biete 2")
    text = room.ok("bernd", "biete 1")
    assert "Dran: Anna" in text
    room.ok("bernd", "frag mich")
    assert not room.table.meta.seats[1].pass_always


def test_ending_needs_everybody(room: Room) -> None:
    room.started("anna", "bernd")
    assert "beantragt" in room.ok("anna", "spiel beenden")
    assert "Startwert" in room.ok("bernd", "stimme zu")
    assert "kein Tisch offen" in room.no("anna", "biete 1")


def test_readings_are_chosen_before_and_by_consent_during_the_game(room: Room) -> None:
    room.ok("anna", "neues spiel basar")
    room.ok("bernd", "mitspielen")
    assert "nullgebot" in room.ok("anna", "lesarten")
    assert "keine Wahl" in room.no("anna", "lesart nullgebot vielleicht")
    room.ok("anna", "lesart nullgebot ja")
    room.ok("anna", "start")
    room.ok("anna", "lesart nullgebot nein")
    assert "gilt die Lesart" in room.ok("bernd", "stimme zu")
    room.ok("anna", "biete 0")
    assert "verfällt" in room.ok("bernd", "biete 0")


def test_messages_repeat_their_answer(room: Room) -> None:
    room.started("anna", "bernd")
    first = room.say("anna", "biete 3", id_="x1")
    again = room.say("anna", "biete 3", id_="x1")
    assert all(reply["duplicate"] for reply in again)
    assert [{**reply, "duplicate": True} for reply in first] == again
    assert room.table.meta.length == 1


def test_why_and_may_i_name_the_rule(room: Room) -> None:
    room.started("anna", "bernd")
    assert room.say("anna", "darf ich biete 11")[0]["verdict"] == "nein"
    assert room.say("anna", "darf ich biete 10")[0]["verdict"] == "ja"
    length = room.table.meta.length
    room.no("anna", "biete 11")
    assert "höchstens so viel" in room.say("anna", "warum")[0]["text"]
    assert room.table.meta.length == length
    assert "W6 Schatz" in room.say("anna", f"warum {room.table.meta.seq}")[0]["text"]


def test_orders_after_a_refused_one_are_not_carried_out(room: Room) -> None:
    room.started("anna", "bernd")
    replies = room.say("anna", "biete 99; passe; hand")
    assert [reply["kind"] for reply in replies] == ["refused", "notice"]
    assert "2 Befehle danach" in replies[1]["text"]


@pytest.mark.parametrize("name", ["@everyone", "<@123>", "**fett**", "\u202eanna", "", "x" * 200])
def test_names_cannot_mention_or_format(room: Room, name: str) -> None:
    from bot.messages import Message

    room.service.handle(Message("a", "c9", "u1", name, "neues spiel basar"))
    table: Any = room.service.store.open_table("c9")
    assert not set(table.people[0]) & set("@<>*\u202e")
    assert 0 < len(table.people[0]) <= 32


def test_start_options_are_read_and_wrong_ones_refused(room: Room) -> None:
    room.ok("anna", "neues spiel basar")
    room.ok("bernd", "mitspielen")
    assert "verstehe ich nicht" in room.no("anna", "start quatsch")
    assert "rounds = 6" in room.ok("anna", "option runden 6")
    room.ok("anna", "start")
    assert "Runde 1 von 6" in room.ok("anna", "stand")
    assert "läuft schon" in room.no("anna", "option runden 7")


def test_export_gives_finished_games_only_and_import_takes_them(room: Room) -> None:
    room.started("anna", "bernd")
    assert "verdeckte Karten" in room.no("anna", "export")
    room.ok("anna", "spiel beenden", roles=("leitung",))
    file = room.say("anna", "export")[0]["file"]
    other = Room(room.service, "woanders")
    assert "Häng" in other.no("anna", "import")
    assert "eingelesen" in other.say("anna", "import", file=file["content"])[0]["text"]
    assert "keine ausgegebene" in other.no("anna", "import", file="{}")
    assert "Basar" in other.ok("anna", "protokoll")


def test_every_refusal_of_the_table_stands_in_the_tischordnung(room: Room) -> None:
    import re
    from pathlib import Path

    from rules_dsl.text import rule_text
    from rules_dsl.tisch import CODES

    text = rule_text("tisch")
    assert all(section in text for section in CODES.values())
    root = Path(__file__).parent.parent
    used = {code for folder in ("game_state", "bot") for path in (root / folder).glob("*.py") for code in re.findall(r'code="([a-z_]+)"', path.read_text())}
    assert used - set(CODES) == {"not_offered"} & used
    reply = room.say("anna", "start")[0]
    assert (reply["kind"], reply["cites"]) == ("refused", ["tisch:T.1"])
    assert "[§ T.1]" in reply["text"]


def test_every_line_of_the_log_names_a_paragraph(room: Room) -> None:
    """T.9: what the table itself does stands in the Tischordnung, and „warum“ quotes it."""
    room.started("anna", "bernd")
    room.ok("anna", "biete 3", private=True)
    room.ok("bernd", "biete 2", private=True)
    room.ok("anna", "rückgängig bis 5")
    room.ok("bernd", "stimme zu")
    room.ok("zeno", "korrektur Anna 12 Münzen", roles=("leitung",))
    for line in room.ok("anna", "protokoll 50").splitlines():
        assert "[§ " in line, line
    reply = room.say("anna", "warum 2")[0]
    assert reply["cites"] == ["tisch:T.2"]
    assert "§ T.2 Plätze:" in reply["text"]


def first_move(room: Room) -> int:
    return int(next(r.seq for r in room.table.archive.records(1, 99, 99) if r.kind == "move"))


@pytest.mark.parametrize("between", ["wiederholen", "passe immer", "rückgängig"])
def test_a_proposal_to_go_back_falls_when_the_line_changes(room: Room, store: Store, between: str) -> None:
    """T.6: what was voted on is the position all saw; nobody plays on a mixture of two."""
    room.started("anna", "bernd", "carl")
    for name, coins in (("anna", 3), ("bernd", 1), ("carl", 1)):
        room.ok(name, f"biete {coins}", private=True)
    room.ok("bernd", "passe", private=True)
    if between == "wiederholen":
        room.ok("bernd", "rückgängig")
    room.ok("anna", f"rückgängig bis {first_move(room)}")
    assert "vom Tisch" in room.ok("carl" if between == "passe immer" else "bernd", between)
    assert "kein Antrag" in room.no("carl", "stimme zu")
    assert verify(store, 1).problems == []


def test_a_move_is_not_repeated_when_something_else_holds_since(room: Room, store: Store) -> None:
    """T.5: a reading, a correction or a resignation in between would make another move of it."""
    room.started("anna", "bernd")
    for name in ("anna", "bernd"):
        room.ok(name, "biete 0", private=True)
    room.ok("bernd", "rückgängig")
    room.ok("anna", "stimme zu")
    room.ok("anna", "lesart nullgebot ja")
    room.ok("bernd", "stimme zu")
    before = room.table.state_hash()
    assert "spiel den Zug bitte neu" in room.no("bernd", "wiederholen")
    assert room.table.state_hash() == before
    room.ok("bernd", "biete 0")
    assert verify(store, 1).problems == []


def test_moves_beyond_a_lost_correction_are_not_repeated(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 3", private=True)
    room.ok("bernd", "biete 2", private=True)
    room.ok("zeno", "korrektur bernd 4 Münzen", roles=("leitung",))
    room.ok("bernd", "passe")
    room.ok("anna", f"rückgängig bis {first_move(room)}")
    room.ok("bernd", "stimme zu")
    room.ok("anna", "wiederholen")
    room.ok("bernd", "wiederholen")
    assert "bitte neu" in room.no("bernd", "wiederholen")
    room.ok("bernd", "passe")
    store.forget("c1")
    assert verify(store, 1).problems == []


def test_what_computers_answered_comes_back_with_the_move(room: Room, store: Store) -> None:
    """T.5: after repeating, the table never waits for a computer."""
    room.ok("anna", "neues spiel basar")
    room.ok("anna", "computer")
    room.ok("anna", "computer")
    room.ok("anna", "start")
    for _ in range(12):
        ask = room.table.ask_of("anna")
        room.ok("anna", ask.options()[-1].say(), private=True)
        if room.table is None:
            break
        after = room.table.state_hash()
        room.ok("anna", "rückgängig")
        room.ok("anna", "wiederholen")
        assert (room.table.state_hash(), room.table.ask_of("anna") is not None) == (after, True)
    assert verify(store, 1).problems == []


def test_the_last_sealed_answer_shows_those_of_the_others(room: Room) -> None:
    """T.5: who has seen what the others bid cannot freely bid again, even if nothing was rolled."""
    room.started("anna", "bernd")
    room.ok("anna", "biete 0", private=True)
    room.ok("bernd", "biete 0", private=True)
    assert "beantragt" in room.ok("bernd", "rückgängig")


def test_who_changes_a_vote_counts_once(room: Room) -> None:
    room.started("anna", "bernd", "carl", "doris")
    for name in ("anna", "bernd", "carl", "doris"):
        room.ok(name, "biete 1", private=True)
    room.ok("anna", f"rückgängig bis {first_move(room)}")
    room.ok("bernd", "lehne ab")
    room.ok("bernd", "stimme zu")
    assert "läuft weiter" in room.ok("carl", "lehne ab")
    assert "Zurückgenommen" in room.ok("doris", "stimme zu")


def test_a_proposal_does_not_wait_for_somebody_who_is_gone(room: Room) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 0", private=True)
    room.ok("bernd", "biete 0", private=True)
    room.ok("anna", "rückgängig")
    text = room.ok("bernd", "ersetze bernd durch computer")
    assert "Computer1 übernimmt" in text
    assert "vom Tisch" in text
    assert "Zurückgenommen" in room.ok("anna", "rückgängig")


def test_names_at_a_table_are_unique_and_one_line(room: Room) -> None:
    from bot.messages import Message

    room.ok("anna", "neues spiel basar")
    for user, name in (("u2", "Anna 3"), ("u3", "ANNA"), ("u4", "Anna")):
        room.service.handle(Message(user, "c1", user, name, "mitspielen"))
    assert room.table.people == ["Anna", "Anna 3", "ANNA 2", "Anna 4"]
    assert len({seat.handle for seat in room.table.meta.seats}) == 4
    room.ok("anna", "start")
    replies = room.service.handle(Message("x", "c1", "u2", "Eve\nHerold: Anna gibt auf.\u202e", "spiel beenden"))
    assert "\nHerold" not in replies[0]["text"]
    assert "\u202e" not in replies[0]["text"]


def test_a_reserved_seat_takes_the_name_of_who_comes(room: Room) -> None:
    room.started("anna", "bernd")
    assert "für carl reserviert" in room.ok("bernd", "ersetze bernd durch carl")
    room.ok("carl", "mitspielen")
    assert room.table.people == ["Anna", "Carl"]
