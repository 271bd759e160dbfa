"""What is understood, how it is said again, and what happens to everything else."""

import json
import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_dsl import table as say
from rules_dsl.command import Command
from rules_dsl.fold import fold, unfold_position
from rules_dsl.language import Language
from rules_dsl.numbers import NUMBER_WORDS
from rules_dsl.registry import language_of, table_language
from tests.basar.language import Bid, PlayCard


@pytest.fixture(scope="module")
def basar() -> Language:
    return language_of("basar")


def read(language: Language, text: str) -> list[Command | None]:
    return [order.command for order in language.parse(text)]


@pytest.mark.parametrize(("text", "folded"), [
    ("STRAẞE", "strasse"), ("Kürschner", "kuerschner"), ("é\u0301ô", "eo"), ("a\u200b\u202eb", "ab"), ("  viel   Raum ", "viel raum"), ("Ｆｕｌｌ", "full"), ("Ǽ", "ae"),
])
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(st.text(max_size=60))
def test_fuzz_folding_is_idempotent_and_positions_map_back(text: str) -> None:
    once = fold(text)
    assert fold(once) == once
    assert 0 <= unfold_position(text, len(once)) <= len(text)


@pytest.mark.parametrize(("word", "number"), [("null", 0), ("eine", 1), ("zwölf", 12), ("dreiundzwanzig", 23), ("hundertsiebzehn", 117), ("zweihundert", 200)])
def test_number_words(basar: Language, word: str, number: int) -> None:
    assert NUMBER_WORDS[fold(word)] == number
    assert read(basar, f"biete {word}") == [Bid(coins=number)]


def test_several_orders_each_with_its_result(basar: Language) -> None:
    orders = basar.parse("biete 3, spiele Dieb; quak und dann passe")
    assert [type(order.command).__name__ for order in orders] == ["Bid", "PlayCard", "NoneType", "Pass"]


def test_inflection_typing_errors_and_beginnings(basar: Language) -> None:
    for text in ("spiele Diebe", "Spiele den Dieb", "spiele Dib", "bitte spiele Dieb!", "Ich spiele Dieb."):
        assert read(basar, text) == [PlayCard(card="dieb")], text
    assert basar.parse("spiele Dib")[0].read_as == "spiele dieb"


def test_error_tells_position_expectation_and_near_names(basar: Language) -> None:
    order = basar.parse("Spiele Wölfe")[0]
    assert order.unclear is not None
    assert order.unclear.understood == "Spiele"
    assert order.unclear.text[order.unclear.position:] == "Wölfe"
    assert "eine Karte" in order.unclear.expected
    assert "Wölfe" in order.unclear.explain()
    missing = basar.parse("biete")[0]
    assert missing.unclear is not None
    assert "eine Zahl" in missing.unclear.expected


def test_free_text_keeps_the_players_words(basar: Language) -> None:
    assert read(basar, "frage Darf ÄNNE das, und dann nochmal?") == [say.Question(text="Darf ÄNNE das, und dann nochmal?")]


NEED_WORDS = (say.Replace, say.Claim, say.Remedy, say.Correct, say.Option, say.ChooseReading, say.MayI, say.Question, say.Rule)


@pytest.mark.parametrize("command", [
    say.NewGame(game="dominion"), say.NewGame(), say.Join(place="gelb"), say.Computer(style="stark"), say.Undo(to=12), say.Undo(), say.ShowLog(lines=7), say.Why(line=3),
    say.Replace(old="anna", new="carl"), say.Question(text="was kostet das"), say.Rule(text="9.5.2"), say.Start(text="zufall"), say.MayI(text="biete 3"),
    *(cls() for cls in say.COMMANDS.values() if cls not in NEED_WORDS),
])
def test_table_orders_can_be_said_again(command: Command) -> None:
    order = table_language().parse(command.say())[0]
    assert order.command == command
    assert say.COMMANDS.load(command.dump()) == command


@given(st.integers(0, 999_999))
def test_game_orders_can_be_said_again(coins: int) -> None:
    assert read(language_of("basar"), Bid(coins=coins).say()) == [Bid(coins=coins)]


def test_no_two_keywords_fight_for_the_same_word() -> None:
    """Two terminals that may stand at the same place must not share a form."""
    for language in (table_language(), language_of("basar")):
        accepted = language.bare.parse_interactive("", start="order").accepts()  # type: ignore[no-untyped-call]
        seen: dict[str, str] = {}
        for terminal in accepted:
            for form in language.words.get(terminal, ()):
                assert form not in seen, f"{form}: {terminal} and {seen[form]}"
                seen[form] = terminal


def test_completion_offers_legal_orders_first(basar: Language) -> None:
    legal = ["biete 0", "biete 1", "biete 10"]
    assert basar.complete("bi", legal)[:3] == legal
    assert basar.complete("biete 1", legal)[0] == "biete 1"
    assert "rueckgaengig bis" in basar.complete("rückgängig ", legal)
    assert basar.complete("passe; biete 1", legal)[0] == "passe; biete 1"
    assert "neues spiel Basar" in table_language().complete("neues spiel b", [])


HOSTILE = [
    "", " ", "\n\n", "😀" * 500, "\u202e\u200f\u200d", "a" * 10_000_000, "\x00\x01\x02", "'; drop table tables; --", "@everyone <@123> <@&5>", '"' * 300, "((((((" * 100,
    "spiele " * 500, ";" * 3000, "biete 999999999999999999999", "biete -3", "frage " + "?" * 3000, "{}" * 200, "biete ٣", "\ud800", "darf ich " * 100, "neues spiel \n dominion",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_fuzz_hostile_text_gets_an_answer(basar: Language, text: str) -> None:
    for language in (basar, table_language()):
        orders = language.parse(text)
        assert orders
        for order in orders:
            assert order.command is not None or (order.unclear is not None and len(order.unclear.explain()) < 3000)
        assert isinstance(language.complete(text[:5000], ["biete 1"]), list)


WORDS = st.sampled_from(["biete", "spiele", "dieb", "wache", "3", "passe", ",", ";", "und", "dann", "rückgängig", "bis", "12", "hand", "@anna", "protokoll", "ersetze", "durch", "x"])


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_fuzz_grammar_shaped_text(text: str) -> None:
    for order in language_of("basar").parse(text):
        if order.command is not None:
            again = language_of("basar").parse(order.command.say())
            assert [o.command for o in again] == [order.command]


def test_words_are_data_and_folded() -> None:
    for language in (table_language(), language_of("basar")):
        for forms in language.words.values():
            assert all(fold(form) == form for form in forms)
        assert not re.search(r'"[a-zäöü]{3,}"', language.grammar), "keywords belong into words.toml"
    assert json.dumps(say.COMMANDS["undo"]().dump()) == '{"kind": "undo"}'


TYPED = [
    ("dominion", "ich spiele den Markt", "spiele Markt"), ("dominion", "kauf mir ne Provinz", "kaufe Provinz"), ("dominion", "nehme 2 Taler", "nimm 2 taler"),
    ("dominion", "löse 2 Taler ein", "nimm 2 taler"), ("dominion", "lege die beiden Anwesen ab", "lege 2 Anwesen ab"), ("dominion", "ich bin fertig", "fertig"),
    ("dominion", "ich möchte gern 2x Kupfer entsorgen", "entsorge 2 Kupfer"), ("dominion", "Silber kaufen", "kaufe Silber"), ("dominion", "dann kauf ich Silber", "kaufe Silber"),
    ("dominion", "Kupfer auf den Nachziehstapel legen", "lege Kupfer auf"), ("dominion", "kaufe nichts mehr", "fertig"), ("dominion", "spiel alles Geld aus", "alle gelder"),
    ("dominion", "spiele Dorf und Schmiede", "spiele Dorf; spiele Schmiede"), ("dominion", "mach rückgängig", "rückgängig"), ("dominion", "wie steht's?", "stand"),
    ("dominion", "zeig mir meine Karten", "hand"), ("dominion", "beende das Spiel", "spiel beenden"), ("dominion", "nächster", "zug beenden"),
    ("renaissance", "biete geheim 4", "biete 4"), ("renaissance", "ich nehme Venedig als Hauptstadt", "wähle Venezia"), ("renaissance", "10 Marker", "marker 10"),
    ("renaissance", "setz 3 auf Firenze und 2 auf Mailand", "setze 3 Firenze, 2 Milano"), ("renaissance", "Genua mit 5 angreifen", "greife Genoa mit 5 an"),
    ("renaissance", "kaufe Sternenkunde und Karawane", "kaufe Sternenkunde; kaufe Karawane"), ("renaissance", "bezahle die Stabilisierung", "stabilisiere"),
    ("renaissance", "kauf die Flotte", "baue Flotte"), ("renaissance", "ich bin fertig", "passe"), ("renaissance", "spiel Wein aus", "spiele Wein"),
]


@pytest.mark.parametrize(("game", "typed", "meant"), TYPED)
def test_how_people_type(game: str, typed: str, meant: str) -> None:
    commands = read(language_of(game), typed)
    assert None not in commands
    assert "; ".join(command.say() for command in commands if command is not None) == meant


@pytest.mark.parametrize(("game", "typed"), [
    ("dominion", "kaufe alle Kupfer"), ("dominion", "nimm alle Silber"), ("renaissance", "setze alles auf Rom"), ("renaissance", "wie ist die chance in rom"),
])
def test_what_needs_another_word_is_not_guessed(game: str, typed: str) -> None:
    assert read(language_of(game), typed) == [None]


@pytest.mark.parametrize("game", ["", "basar", "dominion", "renaissance"])
def test_a_longer_keyword_is_read_before_a_shorter_one(game: str) -> None:
    """„passe immer“ is not „passe“ and a rest."""
    language = language_of(game) if game else table_language()
    accepted = language.bare.parse_interactive("", start="order").accepts()  # type: ignore[no-untyped-call]
    for terminal in accepted:
        for form in language.words.get(terminal, ()):
            parser = language.bare.parse_interactive(form, start="order")
            token = next(iter(parser.lexer_thread.lex(parser.parser_state)))  # type: ignore[no-untyped-call]
            assert (token.type, str(token)) == (terminal, form)


@pytest.mark.parametrize("text", ["x" + "\n" * 3990 + "y", "a" + " " * 3990 + "b", "a" + ", " * 1990 + "b", "ä" * 4000, "\u00a0" * 3990 + "x", ", und dann " * 360])
def test_no_text_makes_the_others_wait(basar: Language, text: str) -> None:
    """Everybody's orders go through one thread; a single message must not hold it."""
    basar.parse("biete 1")
    started = time.perf_counter()
    basar.parse(text)
    basar.complete(text, ["biete 1"])
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize(("text", "orders"), [
    ("biete 1, bitte!", 1), ("biete 1 , danke .", 1), ("biete 1\n\n  biete 2", 2), ("biete 1;\nbiete 2", 2), ("biete 1 \n und dann biete 2", 2), ("bitte biete 1,", 1),
])
def test_courtesy_and_blank_lines_do_not_count(basar: Language, text: str, orders: int) -> None:
    found = basar.parse(text)
    assert [order.command is not None for order in found] == [True] * orders


def test_decomposed_letters_keep_their_place(basar: Language) -> None:
    order = basar.parse(unicodedata.normalize("NFD", "biete äöü"))[0]
    assert order.unclear is not None
    assert (order.unclear.text, order.unclear.position) == ("biete äöü", 6)
