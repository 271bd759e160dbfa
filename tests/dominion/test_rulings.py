"""Hard interactions: the probes on which other engines differ from the German text, and both worked examples."""

from typing import Any

import pytest

from tests.dominion.tisch import GAME, Tisch


def test_zitadelle_first_card_schauspieltruppe_gives_8_dorfbewohner() -> None:
    t = Tisch(koenigreich="Schauspieltruppe", Anna={"hand": "Schauspieltruppe", "projekte": "Zitadelle"})
    t.says("Anna", "spiele Schauspieltruppe")
    assert t["Anna.dorfbewohner"] == 8
    assert t["muell"] == ["schauspieltruppe"]


def test_zitadelle_first_card_frachtschiff_gives_4_and_takes_two_cards() -> None:
    t = Tisch(
        koenigreich="Frachtschiff", kaeufe=2, Anna={"hand": "Frachtschiff, Silber", "projekte": "Zitadelle", "deck": "10 Kupfer"}, Bernd={"deck": "5 Kupfer"},
    )
    t.says("Anna", "spiele Frachtschiff")
    assert t["muenzen"] == 4
    t.says("Anna", "alle gelder, kaufe Silber, lege Silber beiseite, kaufe Silber, lege Silber beiseite")
    assert t["Anna.gespielt.0.ladung"] == ["silber", "silber"]
    assert t["Anna.im_spiel"] == ["frachtschiff"]  # stays, because it is loaded
    t.says("Bernd", "zug beenden")
    assert t["Anna.hand"].count("silber") == 2


def test_zitadelle_only_the_first_action_is_played_twice() -> None:
    t = Tisch(koenigreich="Frachtschiff, Patron", aktionen=2, Anna={"hand": "Frachtschiff, Patron", "projekte": "Zitadelle"})
    t.says("Anna", "spiele Frachtschiff, spiele Patron")
    assert t["muenzen"] == 6
    assert t["Anna.dorfbewohner"] == 1


def test_zitadelle_repeats_a_thronsaal_itself() -> None:
    t = Tisch(Anna={"hand": "Thronsaal, 2 Markt", "projekte": "Zitadelle", "deck": "9 Kupfer"})
    t.says("Anna", "spiele Thronsaal, spiele Markt, spiele Markt")
    assert (t["muenzen"], t["kaeufe"], t["aktionen"]) == (4, 5, 4)


def test_priester_through_thronsaal_then_one_trash_gives_4() -> None:
    t = Tisch(koenigreich="Priester, Thronsaal, Kapelle", aktionen=2, Anna={"hand": "Thronsaal, Priester, Kapelle, 3 Kupfer"})
    t.says("Anna", "spiele Thronsaal, spiele Priester, entsorge Kupfer, entsorge Kupfer")
    assert t["muenzen"] == 2 + 2 + 2
    t.says("Anna", "spiele Kapelle, entsorge Kupfer")
    assert t["muenzen"] == 10


def test_akademie_counts_both_experimente() -> None:
    t = Tisch(koenigreich="Experiment", phase="kauf", muenzen=3, kaeufe=2, Anna={"projekte": "Akademie"})
    t.says("Anna", "kaufe Experiment")
    assert t["Anna.dorfbewohner"] == 2
    assert t["Anna.ablage"] == ["experiment", "experiment"]
    assert t["vorrat.experiment"] == 8


def test_anwerber_after_erfinder_counts_the_lower_cost() -> None:
    t = Tisch(koenigreich="Anwerber", erfinder=1, Anna={"hand": "Anwerber, Silber", "deck": "2 Kupfer"})
    t.says("Anna", "spiele Anwerber, entsorge Silber")
    assert t["Anna.dorfbewohner"] == 2


def test_kanal_and_schwarzer_meister_reveal_a_hand_of_anwesen() -> None:
    t = Tisch(koenigreich="Schwarzer Meister, Patron", Anna={"hand": "Schwarzer Meister", "projekte": "Kanal"}, Bernd={"hand": "3 Anwesen, 2 Kupfer"})
    t.says("Anna", "spiele Schwarzer Meister")
    assert t["Bernd.handkarten"] == 5
    assert any(event.name == "deckt_auf" and len(event.args[0]) == 5 for event in t.told)
    assert t["Anna.taler"] == 2


def test_patron_in_a_revealed_hand_gives_a_taler_but_not_when_discarded() -> None:
    t = Tisch(koenigreich="Schwarzer Meister, Patron, Erfinder", erfinder=3, Anna={"hand": "Schwarzer Meister"}, Bernd={"hand": "Patron, 4 Kupfer"})
    t.says("Anna", "spiele Schwarzer Meister")
    assert (t["Bernd.taler"], t["Bernd.handkarten"]) == (1, 5)
    t = Tisch(koenigreich="Schwarzer Meister, Patron", Anna={"hand": "Schwarzer Meister"}, Bernd={"hand": "Patron, 4 Kupfer"})
    assert t.says("Anna", "spiele Schwarzer Meister").no("Bernd", "lege Kupfer ab").code == "not_allowed"
    t.says("Bernd", "lege Patron ab")
    assert (t["Bernd.taler"], t["Bernd.handkarten"]) == (0, 4)


def test_frachtschiff_without_a_card_is_discarded_this_turn() -> None:
    t = Tisch(koenigreich="Frachtschiff", Anna={"hand": "Frachtschiff", "deck": "5 Kupfer"})
    t.says("Anna", "spiele Frachtschiff, zug beenden")
    assert t["Anna.im_spiel"] == []
    assert t["Anna.ablage"] == ["frachtschiff"]


def test_sternenkarte_may_be_declined_and_chooses_the_top_card() -> None:
    position: dict[str, Any] = {"Anna": {"hand": "Schmiede", "deck": "Kupfer", "ablage": "Anwesen, Gold, Fluch, Fluch", "projekte": "Sternenkarte"}}
    t = Tisch(**position)
    t.says("Anna", "spiele Schmiede, nein")
    assert t["Anna.handkarten"] == 3
    t = Tisch(**position)
    t.says("Anna", "spiele Schmiede")
    assert "lege Gold auf" in t.options("Anna")
    t.says("Anna", "lege Gold auf")
    assert t["Anna.hand"][:2] == ["kupfer", "gold"]


def test_sternenkarte_asks_its_owner_while_another_player_attacks() -> None:
    t = Tisch(koenigreich="Banditin", Anna={"hand": "Banditin"}, Bernd={"ablage": "Gold, Kupfer, Silber", "projekte": "Sternenkarte"})
    t.says("Anna", "spiele Banditin")
    assert t.asked() == ["Bernd"]
    t.says("Bernd", "lege Kupfer auf")
    assert "kupfer" in t["Bernd.ablage"]
    assert len(t["muell"]) == 1


def test_schauspieltruppe_through_thronsaal() -> None:
    t = Tisch(koenigreich="Schauspieltruppe, Thronsaal", Anna={"hand": "Thronsaal, Schauspieltruppe"})
    t.says("Anna", "spiele Thronsaal, spiele Schauspieltruppe")
    assert (t["Anna.dorfbewohner"], t["muell"]) == (8, ["schauspieltruppe"])


def test_erkundung_counts_cards_and_not_projects() -> None:
    t = Tisch(projekte="Erkundung, Kaserne", phase="kauf", muenzen=4, Anna={"deck": "5 Kupfer"})
    t.says("Anna", "kaufe Erkundung")
    assert (t["Anna.taler"], t["Anna.dorfbewohner"]) == (1, 1)
    t = Tisch(phase="kauf", muenzen=4, Anna={"deck": "5 Kupfer", "projekte": "Erkundung"})
    t.says("Anna", "kaufe Kupfer")
    assert (t["Anna.taler"], t["Anna.dorfbewohner"]) == (0, 0)


def test_strassennetz_draws_for_a_herzogtum_and_not_for_a_fluch() -> None:
    t = Tisch(phase="kauf", muenzen=5, kaeufe=2, Bernd={"deck": "2 Kupfer", "projekte": "Straßennetz"})
    t.says("Anna", "kaufe Fluch")
    assert t["Bernd.handkarten"] == 0
    t.says("Anna", "kaufe Herzogtum")
    assert t["Bernd.handkarten"] == 1


def test_experiment_comes_in_pairs_and_goes_back() -> None:
    t = Tisch(koenigreich="Experiment, Bildhauerin", Anna={"hand": "Bildhauerin", "deck": "4 Kupfer"})
    t.says("Anna", "spiele Bildhauerin, nimm Experiment")
    assert (t["Anna.hand"], t["Anna.ablage"]) == (["experiment"], ["experiment"])
    t = Tisch(koenigreich="Experiment, Thronsaal", Anna={"hand": "Thronsaal, Experiment", "deck": "6 Kupfer"})
    t.says("Anna", "spiele Thronsaal, spiele Experiment")
    assert (t["Anna.handkarten"], t["aktionen"], t["vorrat.experiment"], t["Anna.im_spiel"]) == (4, 2, 11, ["thronsaal"])


def test_versteck_with_a_fluch_takes_no_fluch() -> None:
    t = Tisch(koenigreich="Versteck", Anna={"hand": "Versteck, Fluch, Anwesen", "deck": "Kupfer"})
    t.says("Anna", "spiele Versteck, entsorge Fluch")
    assert t["Anna.ablage"] == []
    t = Tisch(koenigreich="Versteck", Anna={"hand": "Versteck, Fluch, Anwesen", "deck": "Kupfer"})
    t.says("Anna", "spiele Versteck, entsorge Anwesen")
    assert t["Anna.ablage"] == ["fluch"]


def test_finsterer_plan_with_3_marker_draws_3() -> None:
    t = Tisch(phase="beginn", Anna={"deck": "5 Kupfer", "projekte": "Finsterer Plan", "plan_marker": 3})
    t.says("Anna", "wähle karten")
    assert (t["Anna.handkarten"], t["Anna.plan_marker"]) == (3, 0)


# -- the worked examples ----------------------------------------------------------------------------------------------


def test_beispiel_priester_und_zepter_gives_6() -> None:
    t = Tisch(koenigreich="Priester, Zepter", Anna={"hand": "Priester, Zepter, Kupfer, Anwesen"})
    t.says("Anna", "spiele Priester, entsorge Kupfer")
    assert t["muenzen"] == 2
    t.says("Anna", "spiele Zepter, spiele Priester, entsorge Anwesen")
    assert t["muenzen"] == 6


@pytest.mark.parametrize(("reading", "coins"), [("mit_bonus", 12), ("ohne_bonus", 8)])
def test_beispiel_priester_und_zepter_with_abwassertunnel(reading: str, coins: int) -> None:
    t = Tisch(
        readings={"abwassertunnel_priester": reading}, koenigreich="Priester, Zepter",
        Anna={"hand": "Priester, Zepter, 2 Kupfer, 2 Anwesen", "projekte": "Abwassertunnel"},
    )
    t.says("Anna", "spiele Priester, entsorge Kupfer, entsorge Kupfer, spiele Zepter, spiele Priester, entsorge Anwesen, entsorge Anwesen")
    assert t["muenzen"] == coins


def test_beispiel_kapitalismus_und_zitadelle_gives_10_and_2_dorfbewohner() -> None:
    """The cards of the example are a reconstruction: Silber, Patron, Fahnenträger, Priester."""
    t = Tisch(
        koenigreich="Priester, Patron, Fahnenträger",
        Anna={"hand": "Silber, Patron, Fahnenträger, Priester", "projekte": "Kapitalismus, Zitadelle"},
    )
    t.says("Anna", "fertig, spiele Silber, spiele Patron, spiele Fahnenträger, spiele Priester")
    assert (t["muenzen"], t["Anna.dorfbewohner"]) == (10, 2)


def test_beispiel_kapitalismus_with_the_priester_first_gives_8() -> None:
    t = Tisch(
        koenigreich="Priester, Patron, Fahnenträger",
        Anna={"hand": "Silber, Patron, Fahnenträger, Priester", "projekte": "Kapitalismus, Zitadelle"},
    )
    t.says("Anna", "fertig, spiele Silber, spiele Priester, entsorge Patron, entsorge Fahnenträger")
    assert t["muenzen"] == 8


# -- cards that want the same card -----------------------------------------------------------------------------------------


def test_innovation_and_frachtschiff_compete_for_the_gained_card() -> None:
    t = Tisch(koenigreich="Frachtschiff, Werkstatt, Dorf", aktionen=2, Anna={"hand": "Frachtschiff, Werkstatt", "deck": "3 Kupfer", "projekte": "Innovation"})
    t.says("Anna", "spiele Frachtschiff, spiele Werkstatt, nimm Dorf")
    assert t.options("Anna") == ["zuerst Frachtschiff", "zuerst Innovation", "nein"]
    t.says("Anna", "zuerst Frachtschiff, lege Dorf beiseite")
    assert t["Anna.gespielt.0.ladung"] == ["dorf"]
    assert t.options("Anna")[-1] == "zug beenden"  # Innovation finds it gone
    t = Tisch(koenigreich="Frachtschiff, Werkstatt, Dorf", aktionen=2, Anna={"hand": "Frachtschiff, Werkstatt", "deck": "3 Kupfer", "projekte": "Innovation"})
    t.says("Anna", "spiele Frachtschiff, spiele Werkstatt, nimm Dorf, spiele Dorf")  # an answer chooses its effect
    assert t["Anna.im_spiel"] == ["frachtschiff", "werkstatt", "dorf"]
    assert t["aktionen"] == 2


@pytest.mark.parametrize(("reading", "offered"), [("zug", False), ("kaufphase", True)])
def test_innovation_looks_at_the_first_action_only(reading: str, offered: bool) -> None:
    t = Tisch(
        readings={"innovation_erste_karte": reading}, koenigreich="Werkstatt, Dorf", muenzen=3,
        Anna={"hand": "Werkstatt", "deck": "6 Kupfer", "projekte": "Innovation"},
    )
    t.says("Anna", "spiele Werkstatt, nimm Dorf, nein, kaufe Dorf")
    assert ("spiele Dorf" in t.options("Anna")) == offered


def test_innovation_after_a_purchase_does_not_allow_treasures() -> None:
    t = Tisch(phase="kauf", muenzen=4, kaeufe=2, Anna={"deck": "3 Kupfer", "projekte": "Innovation"})
    t.says("Anna", "kaufe Schmiede, spiele Schmiede")
    assert t["Anna.handkarten"] == 3
    assert t.no("Anna", "alle gelder").code == "after_purchase"


def test_kapitalismus_counts_for_everybodys_cards() -> None:
    t = Tisch(koenigreich="Banditin, Fortschritt", Anna={"hand": "Banditin", "projekte": "Kapitalismus"}, Bernd={"deck": "Fortschritt, Kupfer"})
    t.says("Anna", "spiele Banditin")
    assert t["muell"] == ["fortschritt"]


def test_forscherin_stays_only_with_cards_and_hides_them() -> None:
    t = Tisch(koenigreich="Forscherin", Anna={"hand": "Forscherin, Silber", "deck": "3 Gold, 5 Kupfer"}, Bernd={"deck": "5 Kupfer"})
    t.says("Anna", "spiele Forscherin, entsorge Silber, zug beenden")
    assert t["Anna.gespielt.0.verdeckt"] == 3
    t.says("Bernd", "zug beenden")
    assert t["Anna.hand"].count("gold") == 3
    t = Tisch(koenigreich="Forscherin", Anna={"hand": "Forscherin, Kupfer", "deck": "6 Kupfer"})
    t.says("Anna", "spiele Forscherin, entsorge Kupfer, zug beenden")
    assert t["Anna.im_spiel"] == []


def test_zepter_stays_with_the_duration_it_repeated() -> None:
    t = Tisch(koenigreich="Frachtschiff, Zepter", Anna={"hand": "Frachtschiff, Zepter", "deck": "5 Kupfer"})
    t.says("Anna", "spiele Frachtschiff, spiele Zepter, spiele Frachtschiff, kaufe Silber, lege Silber beiseite")
    assert t["Anna.im_spiel"] == ["frachtschiff", "zepter"]


def test_flotte_gives_one_more_round_to_its_owners() -> None:
    t = Tisch(
        players=3, phase="kauf", muenzen=8, vorrat={"Provinz": 1}, Anna={"deck": "5 Kupfer", "projekte": "Flotte", "zuege": 5},
        Bernd={"deck": "5 Kupfer", "zuege": 5}, Carla={"deck": "5 Kupfer", "projekte": "Flotte", "zuege": 5},
    )
    t.says("Anna", "kaufe Provinz")
    assert t.asked() == ["Carla"]
    t.says("Carla", "zug beenden").says("Anna", "zug beenden")
    assert t["phase"] == "ende"


@pytest.mark.parametrize(("reading", "places"), [("mitzaehlen", [[1], [0]]), ("nicht_mitzaehlen", [[0, 1]])])
def test_flotte_gleichstand(reading: str, places: list[list[int]]) -> None:
    t = Tisch(
        readings={"flotte_gleichstand": reading}, phase="kauf", muenzen=8, vorrat={"Provinz": 1}, Anna={"deck": "5 Kupfer", "projekte": "Flotte", "zuege": 5},
        Bernd={"ablage": "Provinz", "zuege": 5},
    )
    t.says("Anna", "kaufe Provinz, zug beenden")
    assert GAME.result(t.runner.referee.state).places == places


def test_burggraben_is_asked_from_everybody_and_protects() -> None:
    t = Tisch(
        players=3, koenigreich="Alte Hexe, Burggraben", Anna={"hand": "Alte Hexe", "deck": "9 Kupfer"}, Bernd={"hand": "Burggraben, Fluch"},
        Carla={"hand": "2 Fluch"},
    )
    t.says("Anna", "spiele Alte Hexe")
    assert t.asked() == ["Bernd", "Carla"]
    assert t.no("Carla", "decke Burggraben auf").code == "not_in_hand"
    t.says("Carla", "nein").says("Bernd", "decke Burggraben auf")
    assert t.asked() == ["Carla"]
    t.says("Carla", "entsorge Fluch")
    assert (t["Bernd.karten"], t["Carla.karten"], t["vorrat.fluch"]) == (2, 2, 19)


def test_horn_puts_one_grenzposten_back_per_turn() -> None:
    t = Tisch(koenigreich="Grenzposten", Anna={"hand": "2 Grenzposten", "deck": "Kupfer, Anwesen, Kupfer, Anwesen, 9 Silber", "artefakte": "Horn"})
    t.says("Anna", "spiele Grenzposten, nimm Kupfer, spiele Grenzposten, nimm Kupfer, zug beenden, lege Grenzposten auf")
    assert t["Anna.hand"].count("grenzposten") == 1
    assert t["Anna.ablage"].count("grenzposten") == 1


def test_erfinder_lowers_prices_after_its_own_card() -> None:
    t = Tisch(koenigreich="Erfinder, Markt", aktionen=2, Anna={"hand": "2 Erfinder", "deck": "5 Kupfer"})
    refused = t.no("Anna", "spiele Erfinder, nimm Herzogtum")
    assert (refused.code, refused.calculation.total if refused.calculation else None) == ("too_expensive", 5)
    t.says("Anna", "nimm Silber, spiele Erfinder, nimm Herzogtum")
    assert t["kosten.provinz"] == 6


def test_start_of_turn_effects_are_ordered_by_their_owner() -> None:
    t = Tisch(
        koenigreich="Frachtschiff", phase="beginn", zug=3,
        Anna={"hand": "Kupfer", "projekte": "Kathedrale", "dauer": [{"karte": "Frachtschiff", "ladung": ["Fluch"]}]},
    )
    assert t.options("Anna") == ["zuerst Frachtschiff", "zuerst Kathedrale"]
    t.says("Anna", "zuerst Frachtschiff, entsorge Fluch")
    assert t["Anna.hand"] == ["kupfer"]


@pytest.mark.parametrize(("reading", "coins"), [("erstes_des_zuges", 5), ("erstes_danach", 6)])
def test_haendlerin_after_a_silber(reading: str, coins: int) -> None:
    t = Tisch(
        readings={"haendlerin_erstes_silber": reading}, koenigreich="Händlerin",
        Anna={"hand": "Silber, Händlerin, Kupfer", "deck": "Silber", "projekte": "Kapitalismus"},
    )
    t.says("Anna", "fertig, spiele Silber, spiele Händlerin, alle gelder")
    assert t["muenzen"] == coins
