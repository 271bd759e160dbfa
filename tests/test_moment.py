"""Questions about the moment on a table of Dominion: the position answers first, the text beside it. And `warum` with its grounds."""

from typing import Any

import pytest

from bot.moment import about_now, as_command, from_game, stem, verbs_in
from game_state.dice import ForcedDice
from game_state.game import find_game
from rules_dsl.registry import language_of
from rules_dsl.text import rule_text
from tests.conftest import Room

KINGDOM = "start karten Keller, Dorf, Markt, Mine, Miliz, Werkstatt, Schmiede, Umbau, Burggraben, Händlerin"
LEITUNG = {"roles": ("leitung",)}


@pytest.fixture
def table(room: Room) -> tuple[Room, str, str]:
    """A fresh game, who begins, and the other one."""
    room.ok("anna", "neues spiel dominion")
    room.ok("bernd", "mitspielen")
    room.ok("anna", KINGDOM)
    return (room, "anna", "bernd") if room.table.running_state.active == 0 else (room, "bernd", "anna")


def give(room: Room, card: str, user: str) -> None:
    room.ok("zeno", f"korrektur {card} von Vorrat nach Hand {user.capitalize()}", **LEITUNG)


def asked(room: Room, user: str, text: str) -> dict[str, Any]:
    """The one answer, for the asker alone, citing what exists."""
    replies = room.say(user, text)
    assert [reply["kind"] for reply in replies] == ["answer"], replies
    assert replies[0]["to"] == user
    assert "Nach dem Stand:" in replies[0]["text"]
    assert "Nach dem Regeltext:" in replies[0]["text"]
    assert all(cite.partition(":")[2] in rule_text("dominion") for cite in replies[0]["cites"])
    return replies[0]


@pytest.mark.parametrize(("text", "verdict", "words"), [
    ("Darf ich jetzt noch kaufen?", "ja", "kaufe Kupfer"),
    ("Kann ich noch eine Aktion spielen?", "nein", "Dafür hast du gerade nichts"),
    ("Muss ich aufdecken?", "nein", "verlangt gerade niemand"),
    ("Muss ich etwas entsorgen?", "nein", "verlangt gerade niemand"),
    ("Bin ich dran?", "ja", "Du bist am Zug"),
])
def test_the_one_whose_turn_it_is(table: tuple[Room, str, str], text: str, verdict: str, words: str) -> None:
    room, first, _ = table
    reply = asked(room, first, text)
    assert reply["verdict"] == verdict
    assert words in reply["text"].partition("Nach dem Regeltext")[0]


def test_a_command_in_the_question_is_tried_as_such(table: tuple[Room, str, str]) -> None:
    room, first, _ = table
    money, taler, silver = (room.say(first, text)[0] for text in ("Kann ich noch Geldkarten ausspielen?", "Kann ich noch Taler einlösen?", "Darf ich ein Silber kaufen?"))
    assert (money["verdict"], taler["verdict"], silver["verdict"]) == ("ja", "nein", "nein")
    assert "keine Taler (0)" in taler["text"]
    assert "Silber kostet 3 = Preis 3" in silver["text"]


def test_the_others(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    assert asked(room, other, "Bin ich dran?")["verdict"] == "nein"
    assert asked(room, other, f"Ist {first.capitalize()} dran?")["verdict"] == "ja"
    assert asked(room, other, "Darf ich jetzt kaufen?")["verdict"] == "nein"
    threat = asked(room, other, f"Kann mich {first.capitalize()} jetzt angreifen?")
    assert threat["verdict"] == "ja"
    assert "1 Aktion und 5 Handkarten" in threat["text"]
    assert "Miliz" in threat["text"]
    assert asked(room, first, f"Kann mich {other.capitalize()} jetzt angreifen?")["verdict"] == "nein"
    room.ok(first, "alle gelder")
    assert asked(room, other, f"Kann mich {first.capitalize()} jetzt angreifen?")["verdict"] == "nein"


def test_a_threat_is_told_from_what_all_see(table: tuple[Room, str, str]) -> None:
    """The same answer whether the attack is on the hand or not."""
    room, first, other = table
    text = f"Kann mich {first.capitalize()} jetzt angreifen?"
    room.ok("zeno", f"korrektur Dorf von Vorrat nach Hand {first.capitalize()}", **LEITUNG)
    before = asked(room, other, text)["text"]
    room.ok("zeno", "korrektur zurück", **LEITUNG)
    give(room, "Miliz", first)
    assert asked(room, other, text)["text"] == before


def test_purchases_wait_for_the_action_phase(table: tuple[Room, str, str]) -> None:
    room, first, _ = table
    give(room, "Schmiede", first)
    reply = asked(room, first, "Darf ich jetzt noch kaufen?")
    assert reply["verdict"] == "nein"
    assert "könntest Schmiede spielen (1 Aktion)" in reply["text"]
    assert asked(room, first, "Kann ich noch eine Aktion spielen?")["verdict"] == "ja"
    room.ok("zeno", "korrektur 0 Aktionen", **LEITUNG)
    gone = asked(room, first, "Kann ich noch eine Aktion spielen?")
    assert gone["verdict"] == "nein"
    assert "keine Aktion mehr (0)" in gone["text"]


def test_duty_and_choice_are_kept_apart(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    give(room, "Miliz", first)
    give(room, "Burggraben", other)
    room.ok(first, "spiele Miliz")
    reply = asked(room, other, "Muss ich aufdecken?")
    assert reply["verdict"] == "nein"
    assert "freiwillig" in reply["text"]
    assert room.say(other, "Darf ich den Burggraben zeigen?")[0]["verdict"] == "ja"
    room.ok(other, "nein", private=True)
    duty = asked(room, other, "Muss ich jetzt Karten ablegen?")
    assert duty["verdict"] == "ja"
    assert "3 Handkarten" in duty["text"]
    assert asked(room, other, "Darf ich jetzt noch aufdecken?")["verdict"] == "nein"


def test_a_disagreement_with_the_text_is_told(table: tuple[Room, str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    from bot import answers
    from bot.messages import Reply

    room, first, _ = table
    monkeypatch.setattr(answers, "question", lambda *_, **__: [Reply("answer", "Nein, so nicht.", None, extra={"verdict": "nein"})])
    assert "sagen Verschiedenes" in asked(room, first, "Darf ich jetzt noch kaufen?")["text"]
    monkeypatch.setattr(answers, "question", lambda *_, **__: [Reply("answer", "Ja.", None, extra={"verdict": "ja"})])
    assert "sagen Verschiedenes" not in asked(room, first, "Darf ich jetzt noch kaufen?")["text"]


@pytest.mark.parametrize(("text", "verdict"), [
    ("Darf ich nach dem Kaufen noch Gelder spielen?", "nein"),
    ("Kann man in der Kaufphase noch Aktionen spielen?", "nein"), ("Muss ich beim Aufräumen alle Handkarten ablegen?", "ja"),
])
def test_a_question_with_conditions_of_its_own_asks_for_the_rule(table: tuple[Room, str, str], text: str, verdict: str) -> None:
    """Money could be played now; after a purchase it could not, and that was asked."""
    room, first, _ = table
    reply = room.say(first, text)[0]
    assert "Nach dem Stand" not in reply["text"]
    assert reply["verdict"] == verdict


@pytest.mark.parametrize(("text", "now"), [
    ("Darf ich jetzt noch kaufen?", True), ("Kann ich noch kaufen?", True), ("Bin ich am Zug?", True), ("Darf ich in diesem Zug noch kaufen?", True), ("Kann ich nach London?", True),
    ("Darf ich nach dem Angriff noch setzen?", False), ("Darf ich kaufen, wenn ich nicht dran bin?", False), ("Muss man immer setzen?", False), ("Wie viel kostet das jetzt?", False),
])
def test_which_questions_are_about_this_moment(text: str, now: bool) -> None:
    assert about_now(text) is now


@pytest.mark.parametrize(("text", "command"), [
    ("Silber kaufen", "kaufe Silber"), ("jetzt noch ein Silber kaufen?", "kaufe Silber"), ("das Kupfer spielen", "spiele Kupfer"), ("2 Kupfer entsorgen", "entsorge 2 Kupfer"),
    ("das Anwesen ablegen", "lege Anwesen ab"), ("das Anwesen auflegen", "lege Anwesen auf"), ("Gold beiseitelegen", "lege Gold beiseite"),
    ("den Burggraben aufdecken", "decke Burggraben auf"), ("kaufe Provinz", "kaufe Provinz"), ("die Schmiede ausspielen", "spiele Schmiede"),
])
def test_the_verb_may_stand_at_the_end(table: tuple[Room, str, str], text: str, command: str) -> None:
    found = as_command(table[0].table, text)
    assert found is not None
    assert found.say() == command


def test_german_forms_of_verbs() -> None:
    for word in ("kaufen", "kaufe", "kaufst", "kauft", "gekauft"):
        assert stem(word) == "kauf"
    language = language_of("dominion")
    for word, verb in {
        "gekauft": ("kaufe", ""), "spielen": ("spiele", ""), "gespielt": ("spiele", ""), "ausgespielt": ("spiele", ""), "entsorgt": ("entsorge", ""),
        "ablegen": ("lege", "ab"), "abgelegt": ("lege", "ab"), "nehmen": ("nimm", ""), "genommen": ("nimm", ""), "aufdecken": ("decke", ""), "aufgedeckt": ("decke", ""),
        "zuruecklegen": ("lege", "auf"), "beiseitelegen": ("lege", "beiseite"),
    }.items():
        assert verbs_in(language, [word]) == {verb}, word
    assert verbs_in(language, ["wie", "viele", "provinzen", "liegen"]) == set()


def test_only_questions_about_now_look_at_the_position() -> None:
    assert about_now("Darf ich jetzt noch kaufen?")
    assert about_now("Bin ich dran?")
    assert not about_now("Kann ich mit der Werkstatt eine Karte für 5 Münzen nehmen?")
    assert not about_now("Wie viele Karten ziehe ich?")


# -- warum ----------------------------------------------------------------------------------------------------------------


def test_why_shows_price_decision_dice_and_paragraph(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    room.ok(first, "alle gelder")
    room.ok(first, "kaufe Kupfer")
    line = room.table.meta.seq
    text = room.ok(other, f"warum {line}")
    assert f"Entschieden hat {first.capitalize()}: „kaufe Kupfer“. Das war freiwillig" in text
    assert "Rechnung: Kupfer kostet 0 = Preis 0 (Basiskarten > Kupfer)." in text
    assert "§ Grundregeln > Kaufphase" in text
    assert "Deine neue Hand" not in text


def test_why_names_draws_with_number_and_proof_but_no_order_of_cards(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    give(room, "Gold", first)
    before = room.table.meta.dice_next
    for user in (first, other, first):
        room.ok(user, "zug beenden")
    lines = [record.seq for record in room.table.archive.records(room.table.meta.id, room.table.meta.seq, 50) if record.kind == "move" and record.body["draws"]]
    text = room.ok(first, f"warum {lines[-1]}")
    assert f"Zufall: Nr. {before} mischen" in text or f"Nr. {before + 1} mischen" in text
    assert f"Prüfsumme {room.table.meta.commitment}" in text
    assert room.table.meta.seed not in text
    assert "mischen 11:" not in text


def test_why_covers_what_others_may_not_know(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    give(room, "Keller", first)
    give(room, "Gold", first)
    room.ok(first, "spiele keller")
    room.ok(first, "lege Gold, Kupfer ab", private=True)
    line = room.table.meta.seq
    assert "(verdeckt)" in room.ok(other, f"warum {line}")
    assert "Gold" not in room.ok(other, f"warum {line}").partition("§")[0]
    assert "lege Gold, Kupfer ab" in room.say(first, f"warum {line}", private=True)[0]["text"]


def test_why_tells_the_reading_in_force_then(room: Room) -> None:
    room.ok("anna", "neues spiel dominion")
    room.ok("bernd", "mitspielen")
    room.ok("anna", KINGDOM)
    first = "anna" if room.table.running_state.active == 0 else "bernd"
    give(room, "Händlerin", first)
    room.ok(first, "spiele Händlerin")
    line = room.table.meta.seq
    then = room.ok("anna", f"warum {line}")
    assert "Lesart haendlerin_erstes_silber:" in then
    room.ok("anna", "lesart haendlerin_erstes_silber erstes_danach")
    room.ok("bernd", "stimme zu")
    assert room.ok("anna", f"warum {line}") == then
    assert "→ erstes_danach" in room.ok("anna", "lesarten")


def test_why_after_a_refusal_of_the_table_quotes_its_own_order(table: tuple[Room, str, str]) -> None:
    room, _, other = table
    room.no(other, "stimme zu")
    reply = room.say(other, "warum")[0]
    assert reply["cites"] == ["tisch:T.6"]
    assert "§ T.6" in reply["text"]


def test_open_questions_about_people_and_things_in_sight(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    assert f"Nach dem Stand: {other.capitalize()}: Hand 5" in room.say(first, f"Wie viele Karten hat {other.capitalize()}?")[0]["text"]
    assert "Im Stapel liegen noch 8" in room.say(first, "Wie viele Provinzen sind noch da?")[0]["text"]
    assert "Nach dem Stand" not in room.say(first, "Wie viele Provinzen gibt es zu dritt?")[0]["text"]
    assert "Nach dem Stand" not in room.say("zeno", f"Wie viele Karten hat {other.capitalize()}?")[0]["text"]


# -- questions in free words ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "text", "verdict", "words"), [
    (["kupfer"] * 3, "Reicht mein Geld für ein Silber?", "ja", "Silber kostet 3, du hast Geldkarten für 3 auf der Hand"),
    (["kupfer"] * 3, "reicht mein geld für ein silber", "ja", "Silber kostet 3"),
    (["kupfer"] * 3, "Reicht mein Geld für zwei Silber?", "nein", "2 Silber kosten 6"),
    (["kupfer"] * 5, "Kann ich mir Gold leisten?", "nein", "Gold kostet 6"),
    (["gold", "gold", "gold"], "Habe ich genug Geld für eine Provinz?", "ja", "Provinz kostet 8"),
    (["gold", "gold"], "Habe ich genug Geld für zwei Silber?", "nein", "nur 1 Kauf"),
    (["kupfer"] * 3, "warum darf ich kein Gold kaufen", "nein", "reicht nicht für Gold"),
])
def test_money_is_counted_with_what_is_in_the_hand(table: tuple[Room, str, str], hand: list[str], text: str, verdict: str, words: str) -> None:
    room, first, _ = table
    room.table.running_state.spieler.hand[:] = hand
    reply = room.say(first, text)[0]
    assert (reply["to"], reply["verdict"]) == (first, verdict)
    assert words in reply["text"]


def test_safety_from_an_attack(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    hand = next(p for seat, p in enumerate(room.table.running_state.players) if seat != room.table.running_state.active).hand
    hand[:] = ["kupfer"] * 5
    assert asked(room, first, "Bin ich sicher vor der Miliz?")["verdict"] == "ja"
    assert asked(room, other, "Bin ich sicher vor der Miliz?")["verdict"] == "nein"
    assert "Hexe gibt es in dieser Partie nicht" in asked(room, other, "Bin ich vor der Hexe sicher?")["text"]
    assert asked(room, other, f"Bin ich sicher vor {first.capitalize()}?")["verdict"] == "nein"
    hand[:] = ["kupfer"] * 3
    assert "legst du nichts ab" in asked(room, other, "Bin ich sicher vor der Miliz?")["text"]
    hand[:] = ["burggraben", *["kupfer"] * 4]
    assert "Burggraben auf der Hand" in asked(room, other, "Bin ich vor der Miliz geschützt?")["text"]


def test_a_question_about_another_is_not_answered_for_the_asker(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    reply = asked(room, other, f"Kann {first.capitalize()} eine Provinz kaufen?")
    assert f"{first.capitalize()} ist am Zug" in reply["text"]
    assert "Du bist gerade nicht gefragt" not in reply["text"]
    assert reply["verdict"] is None
    assert asked(room, other, f"Ist {first.capitalize()} vor mir dran?")["verdict"] == "ja"
    assert asked(room, other, f"Bin ich vor {first.capitalize()} dran?")["verdict"] == "nein"
    assert "Reihenfolge: " in asked(room, other, "Wann bin ich dran?")["text"]
    assert "Mehr ist für dich nicht zu sehen" in asked(room, other, f"Hat {first.capitalize()} einen Burggraben?")["text"]
    assert "vorhat, weiß ich" in asked(room, other, f"Was wäre, wenn {first.capitalize()} Miliz spielt?")["text"]


def test_how_many_cards_an_attack_takes(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    give(room, "Miliz", first)
    room.ok(first, "spiele Miliz")
    assert "2 Handkarten ablegen" in asked(room, other, "Wie viele Karten muss ich ablegen?")["text"]
    assert asked(room, other, "Darf ich nur eine Karte ablegen?")["verdict"] == "nein"
    assert asked(room, other, "Darf ich Karten ablegen?")["verdict"] == "ja"


def test_phase_and_actions_left(table: tuple[Room, str, str]) -> None:
    room, first, other = table
    assert "1 Aktion, 1 Kauf, 0 Münzen" in room.say(first, "Wie viele Aktionen habe ich noch?")[0]["text"]
    for text in ("In welcher Phase bin ich?", "Bin ich in der Kaufphase?", "Welche Phase ist gerade?"):
        assert "Aktionsphase" in asked(room, other, text)["text"]


def test_the_own_hand_is_told_to_its_player_only(table: tuple[Room, str, str]) -> None:
    room, first, _ = table
    for text in ("Wie viel Geld habe ich?", "Reicht mein Geld für ein Silber?", "Kann ich mir Gold leisten?"):
        assert [reply["to"] for reply in room.say(first, text)] == [first]
    assert "Deine Hand: " in room.say(first, "Wie viel Geld habe ich?")[0]["text"]


@pytest.mark.parametrize("text", [
    "Genügt ein Burggraben für zwei Angriffe?", "Kann ich den Markt mit Talern bezahlen?", "Schützt mich der Burggraben vor der Miliz?",
    "Kann ich nach dem Markt noch eine Mine spielen?", "Was bringt der Markt?",
])
def test_questions_for_the_rule_are_left_to_the_text(table: tuple[Room, str, str], text: str) -> None:
    room, first, _ = table
    assert from_game(room.table, room.table.seat_of(first), text) is None


# -- the same on the map ----------------------------------------------------------------------------------------------

PEOPLE = ["Anna", "Bernd", "Clara"]


def position(**given: Any) -> Any:
    """A position of Renaissance as cases describe it; Venezia, Genoa, Barcelona."""
    game = find_game("renaissance")
    state = game.setup(game.options_type(), 3, ForcedDice(), game.readings())
    game.arrange(state, {"phase": "5", **given}, PEOPLE)
    return state


def on_map(state: Any, about: str, seat: int, who: str, text: str) -> Any:
    return find_game("renaissance").asked(state, about, seat, who, text.split(), PEOPLE)


def test_9_5_who_gets_where() -> None:
    state = position(Bernd={"expansion": 8, "flotte": "Galeere 2"}, Anna={"kontrolle": ["Venezia", "Firenze"]})
    assert on_map(state, "hin", 1, "Bernd", "milano")[:2] == ("ja", "Milano erreicht Bernd über Land; ohne Kampf passen 3 hinein. Bernd hat für diese Runde noch 8 Marker.")
    assert on_map(state, "hin", 1, "Bernd", "napoli")[1].startswith("Napoli erreicht Bernd per Schiff, noch mit 2 Markern")
    assert on_map(state, "hin", 1, "Bernd", "palermo")[0] == "nein"
    assert on_map(state, "hin", 1, "Bernd", "rot palermo")[1] == "Rot spielt in dieser Partie nicht mit."


def test_9_5_2_who_can_attack() -> None:
    state = position(Bernd={"expansion": 8}, Anna={"kontrolle": ["Venezia", "Firenze"]}, reihenfolge=["Anna", "Bernd", "Clara"], offen=["Bernd", "Clara"])
    game: Any = find_game("renaissance")
    word, text, _ = game.threat(state, 1, "Bernd", 0)
    assert (word, "Firenze (8 Marker, Chance 61,11 %)" in text, "Venezia" in text) == ("ja", True, False)
    assert on_map(state, "angriff", 1, "Bernd", "firenze")[0] == "ja"
    state.spieler[1].expansion = 7
    assert game.threat(state, 1, "Bernd", 0)[0] == on_map(state, "angriff", 1, "Bernd", "firenze")[0] == "nein"
    assert "braucht 8 neue Marker" in on_map(state, "angriff", 1, "Bernd", "firenze")[1]
    assert "schon gesetzt" in game.threat(state, 0, "Anna", 1)[1]


def test_9_4_2_whether_the_money_suffices() -> None:
    state = position(Anna={"bargeld": 30, "fortschritte": ["N"]}, Bernd={"bargeld": 30})
    assert on_map(state, "leisten", 0, "", "buchdruck")[0] == "ja"
    assert on_map(state, "leisten", 1, "Bernd", "buchdruck")[0] == "nein"
    assert "Vorher braucht Bernd Schriftliche Aufzeichnungen [N]" in on_map(state, "leisten", 1, "Bernd", "buchdruck")[1]


def test_9_3_1_what_a_good_would_bring() -> None:
    state = position(Clara={"kontrolle": ["Barcelona", "Lisboa"]})
    assert "Clara: Auszahlung 20" in on_map(state, "ertrag", 0, "", "wein")[1]
    assert on_map(state, "ertrag", 0, "", "wie viel gibt es fuer drei provinzen wein") is None


def test_9_5_2_whether_the_markers_suffice() -> None:
    state = position(Bernd={"expansion": 9}, Anna={"kontrolle": ["Venezia", "Firenze"]})
    assert "Mit 6 neuen Markern fehlen 2" in on_map(state, "leisten", 1, "", "reichen 6 marker fuer firenze")[1]


def test_players_are_known_by_their_colours(room: Room) -> None:
    room.started("anna", "bernd", "clara", game="renaissance")
    while room.table.running_state.phase != "3":
        ask = room.table.running.waiting()[0]
        room.ok(("anna", "bernd", "clara")[ask.seat], ask.options()[0].say(), private=True)
    state = room.table.running_state
    gelb = next(seat for seat, p in enumerate(state.spieler) if p.hauptstadt == "venezia")
    other = ("anna", "bernd", "clara")[(gelb + 1) % 3]
    name = ("Anna", "Bernd", "Clara")[gelb]
    reply = room.say(other, "Kann mich Gelb hier angreifen?")[0]
    assert f"{name} hat für diese Runde noch {state.spieler[gelb].expansion} Marker. Gekämpft wird erst in der Expansion (Phase 5)." in reply["text"]
    assert "Rot spielt in dieser Partie nicht mit" in room.say(other, "Kommt Rot nach Firenze?")[0]["text"]
    assert f"{name} über Land" in room.say("zoe", "Kommt Gelb nach Firenze?")[0]["text"], "all can see that, also who only watches"


@pytest.mark.parametrize("others", ["bernd", "computer"])
def test_done_behind_a_purchase_that_ended_the_turn_is_no_order_for_the_next(room: Room, others: str) -> None:
    """Grundregeln > Kaufphase: the last purchase ends the turn; „fertig“ behind it neither fails nor ends the next turn."""
    room.ok("anna", "neues spiel dominion")
    room.ok(others if others != "computer" else "anna", "mitspielen" if others != "computer" else "computer")
    room.ok("anna", KINGDOM)
    if room.table.running_state.active == 1:
        room.ok("bernd", "zug beenden")
    for ending in ("fertig", "zug beenden"):
        before = room.table.running_state.players[0].zuege
        room.ok("anna", f"alle gelder, kaufe Kupfer, {ending}")
        if others == "computer":
            assert room.table.running_state.players[0].zuege == before + 1
            assert room.table.running_state.phase == "aktion"
        else:
            assert room.table.running_state.active == 1
            room.ok("bernd", "zug beenden")


def test_several_orders_do_not_reach_into_the_next_turn(room: Room) -> None:
    """T.4: against computers the next turn follows at once; what was meant for this one is not played there."""
    room.ok("anna", "neues spiel dominion")
    room.ok("anna", "computer")
    room.ok("anna", KINGDOM)
    before = room.table.running_state.players[0].zuege
    text = room.no("anna", "kaufe Kupfer, kaufe Kupfer, kaufe Kupfer")
    assert "Dein Zug war damit zu Ende; „kaufe Kupfer“ gilt nicht für den nächsten. [§ T.4]" in text
    assert "Den Befehl danach habe ich nicht ausgeführt." in text
    assert room.table.running_state.players[0].zuege == before + 1


def test_done_counts_in_the_same_turn_though_others_have_answered(room: Room) -> None:
    room.ok("anna", "neues spiel dominion")
    room.ok("anna", "computer")
    room.ok("anna", KINGDOM)
    give(room, "Miliz", "anna")
    turn = room.table.running_state.zug
    room.ok("anna", "spiele Miliz, zug beenden")
    assert room.table.running_state.zug > turn


def test_going_back_and_playing_otherwise_in_one_message(room: Room) -> None:
    """T.4, T.5: what follows „rückgängig“ is said for the turn it leads back to."""
    room.ok("anna", "neues spiel dominion")
    room.ok("anna", "computer")
    room.ok("anna", KINGDOM)
    turn = room.table.running_state.zug
    room.ok("anna", "zug beenden")
    assert room.table.running_state.zug > turn
    room.ok("anna", "rückgängig, kaufe Kupfer")
    assert room.table.running_state.vorrat["kupfer"] == 45
