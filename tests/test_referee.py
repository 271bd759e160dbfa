"""The referee on the tiny game: may I, rights, disputes, rulings."""

import pytest

from game_state import replay
from game_state.store import Store
from game_state.verify import verify
from tests.conftest import Room
from tests.pipes import herold


def to_swap(room: Room) -> None:
    room.ok("anna", "biete 3", private=True)
    room.ok("bernd", "biete 2", private=True)
    room.ok("bernd", "passe")


def test_may_i_shows_what_follows_and_changes_nothing(room: Room) -> None:
    room.started("anna", "bernd")
    before = room.table.state_hash(), room.table.meta.seq
    assert "versiegelt" in room.say("anna", "darf ich biete 3")[0]["text"]
    to_swap(room)
    before = room.table.state_hash(), room.table.meta.seq
    hand = room.table.view("anna")["traders"][0]["hand"]
    reply = room.say("anna", f"was wäre wenn ich tausche {hand[0]}")[0]
    assert reply["verdict"] == "ja"
    assert "verdeckt" in reply["text"]
    assert "Zufall" in room.say("anna", "darf ich passe")[0]["text"]
    assert (room.table.state_hash(), room.table.meta.seq) == before


def test_rights_of_the_moment(room: Room) -> None:
    room.started("anna", "bernd")
    assert "Muss: Du musst verdeckt" in room.say("anna", "rechte")[0]["text"]
    to_swap(room)
    text = room.say("anna", "was muss ich tun")[0]["text"]
    assert "Darf: tausche KARTE" in text
    assert "Verfällt: Mit „passe“ verzichtest du" in text
    assert "§ 5" in text


def test_a_dispute_about_a_line(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 3", private=True)
    room.ok("bernd", "biete 2", private=True)
    line = room.table.meta.seq
    text = room.ok("bernd", f"streit {line} Das war zu viel")
    assert "Davor:" in text
    assert "Danach:" in text
    assert "war erlaubt und ist richtig ausgeführt" in text
    assert "vom Programm nachgerechnet" in text
    assert "Anna zahlt 3" in text
    room.ok("anna", "ansicht Das höchste Gebot zahlt")
    assert "Anna: „Das höchste Gebot zahlt“" in room.ok("anna", "befund")
    assert "schon ein Streitfall" in room.no("anna", "streit 5")
    room.ok("bernd", "abhilfe zurück")
    settled = room.ok("anna", "stimme zu")
    assert "euer Urteil 1" in settled
    assert "Zurückgenommen" in settled
    assert "Urteil 1" in room.ok("anna", "urteile")
    assert "§ 3" in room.ok("anna", "urteile")
    assert "Euer Urteil 1" in room.say("bernd", "darf ich biete 1")[0]["text"]
    assert "nur die Spielleitung" in room.no("anna", "urteile aufheben 1")
    room.ok("anna", "urteile aufheben 1", roles=("leitung",))
    assert "noch kein Urteil" in room.ok("anna", "urteile")
    assert verify(store, 1).problems == []


def test_a_dispute_decided_by_the_spielleitung(room: Room) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 3", private=True)
    room.ok("bernd", "biete 2", private=True)
    room.ok("bernd", f"streit {room.table.meta.seq}")
    assert "Spielleitung" in room.ok("zeno", "abhilfe lassen", roles=("leitung",))
    assert "kein Streitfall offen" in room.no("anna", "befund")


def test_corrections_are_for_the_spielleitung(room: Room) -> None:
    room.started("anna", "bernd")
    assert "Nur die Spielleitung" in room.no("anna", "korrektur Anna 3 Münzen")
    text = room.ok("zeno", "korrektur Anna 12 Münzen", roles=("leitung",))
    assert "Korrektur" in text
    assert room.table.running_state.traders[0].coins == 12
    assert "12" in str(room.table.options("anna"))
    room.service.store.forget("c1")
    assert room.table.running_state.traders[0].coins == 12
    assert "weniger als keine" in room.no("zeno", "korrektur Anna -3 Münzen", roles=("leitung",))
    room.ok("zeno", "korrektur zurück", roles=("leitung",))
    assert room.table.running_state.traders[0].coins == 10
    room.ok("zeno", "korrektur Anna 11 Münzen", roles=("leitung",))
    room.ok("anna", "biete 11", private=True)
    assert verify(room.service.store, 1).problems == []
    assert "keine Korrektur" in room.no("zeno", "korrektur Anna tausend", roles=("leitung",))


def test_replay_after_a_rule_change_names_the_first_difference(room: Room, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 4", private=True)
    room.ok("bernd", "biete 2", private=True)
    _, same = replay.replayed(room.table)
    assert same is None
    from tests.basar import game

    def second_price(r: game.Ref, bids: dict[int, int]) -> int | None:
        """A changed rule: the winner pays the second highest bid."""
        winner = max(bids, key=lambda seat: bids[seat])
        price = sorted(bids.values())[-2]
        r.state.traders[winner].coins -= price
        r.state.traders[winner].points += r.state.treasure
        r.note("award", winner, (tuple(bids.values()), price, r.state.treasure), "3", reveals=True)
        return winner

    monkeypatch.setattr(game, "award", second_price)
    table = room.table
    _, found = replay.replayed(table)
    assert found is not None
    assert "zahlt 4" in found.text
    assert "zahlt 2" in found.text
    assert found.cites == ("3",)
    with store.message():
        replay.accept(store, table)
    assert room.table.running_state.traders[0].coins == 8
    room.ok("bernd", "passe")
    assert verify(store, 1).problems == []


def test_a_table_can_stay_on_what_was_played(room: Room, store: Store) -> None:
    room.started("anna", "bernd")
    room.ok("anna", "biete 4", private=True)
    before = room.table.state_hash()
    with store.message():
        replay.stay(store, room.table)
    assert room.table.state_hash() == before
    assert herold("nachspielen", "c1", "--daten", str(store.folder)).stdout.endswith("gleich.\n")


def test_corrections_in_dominion_move_cards_and_never_make_them(room: Room, store: Store) -> None:
    room.started("anna", "bernd", game="dominion")
    leitung = {"roles": ("leitung",)}
    before = room.table.running_state.vorrat["gold"]
    room.ok("zeno", "korrektur 2 Gold von Vorrat nach Hand Anna", **leitung)
    assert room.table.running_state.players[0].hand.count("gold") + room.table.running_state.players[1].hand.count("gold") == 2
    assert room.table.running_state.vorrat["gold"] == before - 2
    room.ok("zeno", "korrektur Bernd 3 Taler", **leitung)
    assert "liegt dort nicht" in room.no("zeno", "korrektur Provinz von Hand Anna nach Müll", **leitung)
    assert "keine Korrektur" in room.no("zeno", "korrektur mach alles gut", **leitung)
    store.forget("c1")
    assert room.table.running_state.vorrat["gold"] == before - 2
    assert verify(store, 1).problems == []


def test_statement_of_compliance_names_default_reason_and_cases() -> None:
    """T.8: how each unclear place is read, and which cases play it."""
    text = herold("abdeckung", "dominion", "--lesarten").stdout
    assert text.startswith("Dominion: 5 Lesarten, 5 vom Programm durchgesetzt.")
    assert "→ erstes_des_zuges" in text
    assert "– erstes_danach: Ja. Es zählt das erste Silber nach dieser Händlerin. (1 Fall)" in text
    assert "Vorgabe mit_bonus: Das Beispiel im Regelheft rechnet so" in text
    assert '"reading": "flotte_gleichstand"' in herold("abdeckung", "dominion", "--lesarten", "--json").stdout
