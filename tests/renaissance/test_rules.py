"""What the cases cannot say: queries, forecasts, corrections, options, refusals of every kind."""

import random
from collections.abc import Iterator

import pytest

from game_state.ask import Ask
from game_state.game import find_game
from game_state.runner import Runner
from game_state.simulate import play_game
from game_state.verdict import Refused
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.text import rule_text
from tests.renaissance.table import Tisch

GAME = find_game("renaissance")
PEOPLE = ["Anna", "Bernd", "Clara"]
EXPANSION = {"phase": "5", "Anna": {"expansion": 9, "kontrolle": ["Venezia", "Firenze"]}, "Bernd": {"kontrolle": ["Genoa", "Roma"]}}


def samples() -> Iterator[Command]:
    """One or more of every command."""
    yield from (say.Bid(ducats=3), say.Capital(province="venezia"), say.Markers(count=14), say.Markers(count=-5), say.SwapRank(forward=True))
    yield from (say.SwapRank(forward=False), say.Remove(good="wein"), say.Mill(good="wein", shortage=True), say.Mill(good="metall", shortage=False))
    yield from (say.BuyCard(), say.Lose(markers=True), say.Lose(markers=False), say.Yes(), say.No(), say.Fleet(), say.Pass(), say.Pay(ducats=2))
    yield from (say.Stabilise(), say.Stabilise(pay=False), say.Cede(provinces=("roma", "milano")), say.Reduce(province="roma"))
    yield from (say.Place(lines=((3, "firenze"), (2, "milano"))), say.Attack(province="grenada", markers=4), say.Attack(province="grenada"))
    yield from (say.Keep(cards=("wolle", "st_benedikt")), say.Fleet(box="Galeere 4"), say.Fleet(box="Dreimaster 12"), say.Fleet(box="Hochsee 2"))
    yield from (say.Buy(advance="T", leaders=("christoph_columbus", "walter_ohne_geld")), say.Buy(advance="T", patronage=False, leaders=("karl_der_grosse",)))
    yield from (say.IncomeInfo(), say.StabiliseInfo(), say.Costs(), say.Reach(), say.Chance(province="roma"), say.Chance(province="roma", markers=3))
    for province in say.PROVINCES.by_id:
        yield from (say.Place(lines=((1, province),)), say.ProvinceInfo(province=province), say.Reach(province=province))
        yield say.Play(card="rebellion", provinces=(province,))
    for card in say.CARDS.by_id:
        yield from (say.Play(card=card), say.Discard(card=card), say.Give(card=card))
    for advance in say.ADVANCES.by_id:
        yield from (say.Buy(advance=advance), say.Buy(advance=advance, patronage=False), say.Costs(advance=advance))
    for good in say.GOODS.by_id:
        yield from (say.GoodInfo(good=good), say.Remove(good=good), say.Play(card="stoffe_wein", good=good))
    for target in say.TARGETS.by_id:
        yield say.Play(card="krieg", target=target)
    for group in say.GROUPS.by_id:
        yield say.Play(card="paepstliches_dekret", group=group)
    for region in say.REGIONS.by_id:
        yield say.Play(card="schwarzer_tod", region=region)


SAMPLES = list(samples())


def test_every_command_reads_back_as_it_is_said() -> None:
    for command in SAMPLES:
        orders = GAME.language.parse(command.say())
        assert [order.command for order in orders] == [command], command.say()
        assert GAME.language.commands.load(command.dump()) == command


def refusal(ask: Ask, command: Command) -> Refused | None:
    try:
        ask.check(command)
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize("players", [3, 6])
def test_every_decision_answers_every_command_with_a_reason_and_a_paragraph(players: int) -> None:
    known = rule_text("renaissance")
    chance = random.Random(players)
    codes: set[str] = set()

    def watch(runner: Runner) -> None:
        if chance.random() > 0.1:
            return
        for ask in runner.waiting():
            for command in chance.sample(SAMPLES, 40):
                refused = refusal(ask, command)
                if refused is not None:
                    assert all((refused.text, refused.cites, refused.code, refused.explain())), command
                    assert all(cite in known for cite in refused.cites), refused.cites
                    codes.add(refused.code)

    play_game(GAME, players, "refuse", [GAME.bots()["händler"]] * players, None, watch)
    assert len(codes) > 15


def test_9_5_2_darf_ich_tells_strength_and_odds() -> None:
    t = Tisch(PEOPLE, position=EXPANSION)
    lines, cites = GAME.forecast(t.state, 0, t.parse("greife Roma an"), PEOPLE)
    assert "Verteidigung 8" in lines[0]
    assert "80,56 %" in lines[0]
    assert "B.1" in cites


def test_9_4_2_darf_ich_tells_the_price() -> None:
    t = Tisch(PEOPLE, position={"phase": "4", "Anna": {"bargeld": 50, "fortschritte": ["I"]}})
    lines, _ = GAME.forecast(t.state, 0, t.parse("kaufe Mühlen"), PEOPLE)
    assert lines == ["Preis 30 = Mühlen 40 (C > Mühlen) − Nachlaß Karawane 10 (C > Handel); dir bleiben 20 Dukaten."]


def test_9_4_3_darf_ich_warns_when_the_stabilisation_can_no_longer_be_paid() -> None:
    t = Tisch(PEOPLE, position={"phase": "4", "Anna": {"bargeld": 21, "elend": 90, "hand": ["Stein", "Wolle"]}})
    for order, rest in (("kaufe Karawane", "dir bleiben 1 Dukaten, zu wenig für die Stabilisierung von 3: Dann steigt dein Elend von 90 auf 100."),
                        ("baue Flotte", "dir bleiben 11 Dukaten.")):
        assert GAME.forecast(t.state, 0, t.parse(order), PEOPLE)[0][0].endswith(rest)


@pytest.mark.parametrize(("text", "canonical"), [
    ("lege die Karte Stein zurück", ["lege Stein ab"]), ("ich biete nichts", ["biete 0"]), ("Gebot: 5", ["biete 5"]), ("kaufe 12", ["marker 12"]),
    ("zahle Überfluss an Wein weg", ["beseitige Wein"]), ("Mühlen: Wein Überfluss", ["mühlen Wein Überfluss"]), ("ziehe eine Karte", ["kaufe Karte"]),
    ("spiele Alchimie auf Gelb", ["spiele Alchimie gegen Gelb"]), ("spiele Bürgerkrieg bei Venedig", ["spiele Bürgerkrieg gegen Gelb"]),
    ("spiele Rebellion Florenz", ["spiele Rebellion auf Firenze"]), ("spiele Dekret: Religion", ["spiele Päpstliches Dekret gegen Religion"]),
    ("spiele Pest in Region 6", ["spiele Schwarzer Tod auf Region VI"]), ("spiele Stoffe/Wein Wein", ["spiele Stoffe/Wein für Wein"]),
    ("spiele Stein, Wolle und dann Karl den Großen", ["spiele Stein", "spiele Wolle", "spiele Karl der Große"]), ("spiele keine Karte", ["passe"]),
    ("verliere die Hälfte der Marker", ["verliere Marker"]), ("kaufe Nationalismus [W]", ["kaufe Nationalismus"]), ("kaufe nichts", ["passe"]),
    ("kaufe Flotte, Karawane und Mühlen", ["baue Flotte", "kaufe Karawane", "kaufe Mühlen"]), ("zahle nicht", ["zahle 0"]),
    ("keine Stabilisierung", ["stabilisiere nicht"]), ("wie teuer ist Dreimaster", ["kosten Dreimaster"]), ("was bringt Wein", ["ware Wein"]),
])
def test_orders_of_the_first_four_phases_as_players_say_them(text: str, canonical: list[str]) -> None:
    assert [order.command.say() for order in GAME.language.parse(text) if order.command] == canonical


def test_9_3_1_darf_ich_tells_the_payouts() -> None:
    t = Tisch(PEOPLE, position={"phase": "3", "Anna": {"hand": ["Stoffe/Wein"], "kontrolle": ["Venezia", "Firenze"]}})
    lines, _ = GAME.forecast(t.state, 0, t.parse("spiele Stoffe/Wein für Stoffe"), PEOPLE)
    assert [line.split(" =")[0] for line in lines] == ["Gelb: Auszahlung 20", "Violett: Auszahlung 5"]


def test_queries_need_a_seat_where_they_compute_for_somebody() -> None:
    t = Tisch(PEOPLE, position=EXPANSION)
    assert "Stoffe" in GAME.inform(t.state, None, t.parse("provinz Firenze"), PEOPLE)[0]
    with pytest.raises(Refused, match="Mitspieler"):
        GAME.inform(t.state, None, t.parse("kosten"), PEOPLE)


def test_start_options_are_read_in_german() -> None:
    assert GAME.parse_options("epochen 2, Brett B, Markt Hamburg 3") == {"epochen": 2, "brett": "b", "maerkte": {"hamburg": 3}}
    assert [GAME.parse_options(text)["epochen"] for text in ("nur Epoche 1", "zwei Epochen", "Epochen 1 und 2", "mit 3 Epochen")] == [1, 2, 2, 3]
    with pytest.raises(Refused, match="epochen"):
        GAME.parse_options("schnell")


def test_corrections_are_typed_and_checked() -> None:
    t = Tisch(PEOPLE, position=EXPANSION)
    for text, wanted in (("Anna 30 Dukaten", "30"), ("Anna Elend 50", "50"), ("Roma Kontrolle Anna", "Roma"), ("Anna hat Karawane", "Karawane"),
                         ("Bernd Flotte Galeere 4", "Galeere 4"), ("Markt Wein 1", "Wein"), ("Napoli 2 Marker Bernd", "Napoli")):
        step, reads = GAME.correction(text, PEOPLE)
        GAME.correct(t.state, step)
        assert wanted in reads
    assert GAME.problems(t.state) == []
    p = t.state.spieler[0]
    assert (p.bargeld, p.elend, "roma" in p.kontrolle, "I" in p.fortschritte, t.state.markt) == (30, 50, True, True, {"wein": 1})
    step, _ = GAME.correction("Bari Kontrolle Anna", PEOPLE)
    GAME.correct(t.state, step)
    assert any("Bari" in problem for problem in GAME.problems(t.state))
    with pytest.raises(Refused):
        GAME.correction("Anna gewinnt", PEOPLE)


def test_every_reading_has_a_case_for_each_choice() -> None:
    from pathlib import Path
    text = (Path(__file__).parents[1] / "cases" / "renaissance" / "90_lesarten.toml").read_text("utf-8")
    for reading in rule_text("renaissance").readings():
        for choice in reading.choices:
            assert f'readings = {{ {reading.id} = "{choice}" }}' in text, (reading.id, choice)


def test_cases_pass() -> None:
    from pathlib import Path

    from game_state.case import run_all
    results = run_all([Path(__file__).parents[1] / "cases" / "renaissance"])
    assert [(r.id, r.problems) for r in results if not r.passed] == []
    assert len(results) > 550


def test_only_questions_are_answered_as_information() -> None:
    from game_state.dice import Dice
    from game_state.game import find_game
    from game_state.verdict import Refused
    from rules_dsl.games.renaissance import commands as say

    game = find_game("renaissance")
    state = game.setup(game.options_type(), 3, Dice("ab" * 32), game.readings())
    with pytest.raises(Refused, match="keine Auskunft"):
        game.inform(state, 0, say.Pass(), ["Anna", "Bernd", "Clara"])


def test_9_6_income_is_told_before_the_fact() -> None:
    """15 and for each province as many ducats as players; Mittelstand and Bankwesen beside it."""
    own = {"kontrolle": ["Firenze", "Milano"], "fortschritte": ["L", "Z"], "bargeld": 12}
    table = Tisch(PEOPLE, position={"phase": "4", "Anna": own, "Bernd": {"kontrolle": ["Genoa"]}})
    text, cites = GAME.inform(table.state, 0, say.IncomeInfo(), PEOPLE)
    assert "Anna: Einkommen 31 = Grundbetrag 15 (9.6) + für 2 Provinzen (je 3) 6 (9.6) + Mittelstand 10 (9.6 > Mittelstand); dazu Bankwesen 12" in text
    assert "Bernd: Einkommen 18" in text
    assert cites == ("9.6",)
