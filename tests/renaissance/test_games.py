"""Complete games of computer players, and what must hold in all of them."""

import copy
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.service import Service
from game_state.dice import Dice
from game_state.game import Referee, find_game
from game_state.games.renaissance.facts import CARDS
from game_state.games.renaissance.state import State
from game_state.runner import Runner
from game_state.simulate import play_game
from game_state.store import Store
from game_state.verify import verify
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.text import rule_text
from tests.conftest import FUZZ, Room

GAME = find_game("renaissance")
PEOPLE = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Frida"]
KNOWN = rule_text("renaissance")


@cache
def parsed(text: str) -> Command | None:
    return GAME.language.parse(text)[0].command


def sound(state: State) -> None:
    """Money, markers, markets and cards are neither lost nor made."""
    cards = [
        *state.stapel, *state.ablage, *state.aus_dem_spiel, *state.beiseite, *state.auf_dem_tisch,
        *(card for pile in state.spaeter.values() for card in pile), *(card for p in state.spieler for card in p.hand),
    ]
    played = {card.id for card in CARDS.values() if card.epoch <= state.letzte_epoche}
    assert sorted(cards) == sorted(played)


def watcher(chance: random.Random) -> Any:
    def watch(runner: Runner) -> None:
        state = runner.referee.state
        for event in runner.referee.events:
            assert event.cites, event
            assert all(cite in KNOWN for cite in event.cites), event
            GAME.tell(event, PEOPLE)
            GAME.tell(event.for_seat(None), PEOPLE)
        runner.referee.events.clear()
        fighting = any("9.5.2" in cite for ask in runner.pending for cite in ask.cites)
        if not fighting:
            assert GAME.problems(state) == []
        sound(state)
        for ask in runner.waiting():
            options = ask.options()
            assert options, "dead end"
            assert all(cite in KNOWN for cite in ask.cites)
            for option in chance.sample(options, min(4, len(options))):
                ask.check(option)
                assert parsed(option.say()) == option, option.say()
            if not ask.must:
                assert ask.passing() in options
            if chance.random() < 0.02:
                assert ask.prompt()
                assert ask.public_prompt()
                assert GAME.show(GAME.view(state, ask.seat), PEOPLE[: state.players])
                assert GAME.show_hand(GAME.view(state, ask.seat), PEOPLE[: state.players])
    return watch


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_fuzz_random_games_end_and_keep_their_invariants(players: int) -> None:
    bots = GAME.bots()
    for number in range(4 * FUZZ):
        seats = [bots["zufall"] if (seat + number) % 2 else bots["händler"] for seat in range(players)]
        options = {"epochen": 1 + number % 3, "brett": "b" if number % 2 else "a"}
        played = play_game(GAME, players, f"r{number}", seats, options, watcher(random.Random(number)))
        assert played.result is not None
        assert sorted(seat for place in played.result.places for seat in place) == list(range(players))


def test_haendler_beats_zufall() -> None:
    bots = GAME.bots()
    won = 0
    for number in range(9):
        seats = [bots["zufall"]] * 3
        seats[number % 3] = bots["händler"]
        result = play_game(GAME, 3, f"w{number}", seats).result
        won += result is not None and result.places[0] == [number % 3]
    assert won >= 7


# -- nothing hidden is shown ----------------------------------------------------------------------------------------------


def hide(state: State, seat: int, chance: random.Random) -> State:
    """Another state with the same view for this seat: foreign hands and the pile are exchanged."""
    other = copy.deepcopy(state)
    hidden = [card for n, p in enumerate(other.spieler) if n != seat for card in p.hand] + other.stapel
    chance.shuffle(hidden)
    for n, p in enumerate(other.spieler):
        if n != seat:
            p.hand = [hidden.pop() for _ in p.hand]
    other.stapel = hidden
    return other


def test_a_seat_hears_the_same_in_states_it_cannot_tell_apart() -> None:
    chance = random.Random(5)
    compared = 0

    def watch(runner: Runner) -> None:
        nonlocal compared
        if chance.random() > 0.06:
            return
        state = runner.referee.state
        ask = runner.waiting()[0]
        twin = hide(state, ask.seat, chance)
        assert GAME.view(twin, ask.seat) == GAME.view(state, ask.seat)
        shadow = copy.copy(ask)
        shadow.s = twin  # type: ignore[attr-defined]
        assert [o.say() for o in shadow.options()] == [o.say() for o in ask.options()]
        assert (shadow.prompt(), shadow.public_prompt()) == (ask.prompt(), ask.public_prompt())
        queries: list[Command] = [say.Costs(), say.GoodInfo(good="wein"), say.ProvinceInfo(province="roma")]
        if state.runde:
            queries += [say.Reach(), say.Chance(province="roma")]
        for query in queries:
            assert GAME.inform(twin, ask.seat, query, PEOPLE) == GAME.inform(state, ask.seat, query, PEOPLE)
        compared += 1

    play_game(GAME, 4, "hidden", [GAME.bots()["händler"]] * 4, None, watch)
    assert compared > 15


# -- undo, reload, resignation --------------------------------------------------------------------------------------------


def test_quiet_points_are_resumable_by_the_state_alone() -> None:
    """Every checkpoint of a game, loaded and played on with the same answers, comes to the same end."""
    bots = GAME.bots()
    readings = GAME.readings()
    dice = Dice("07" * 32)
    state = GAME.setup(GAME.options_type.model_validate({"epochen": 1}), 4, dice, readings)
    points: list[tuple[bytes, int, int]] = []
    answers: list[tuple[int, Command]] = []

    def keep(_: Referee[State]) -> None:
        points.append((GAME.adapter.dump_json(state), dice.position, len(answers)))

    runner = Runner(GAME, Referee(state, dice, 4, readings, set()), keep)
    chance = random.Random(3)
    while not runner.over:
        for ask in runner.pending:
            command = bots["zufall"](state, ask, chance)
            answers.append((ask.seat, command))
            runner.answer(ask.seat, command)
    end = GAME.adapter.dump_json(state)
    for data, position, done in points[:: max(1, len(points) // 12)]:
        again = GAME.adapter.validate_json(data)
        resumed = Runner(GAME, Referee(again, Dice("07" * 32, position), 4, readings, set()))
        for seat, command in answers[done:]:
            resumed.check(seat, command)
            resumed.answer(seat, command)
        assert resumed.over
        assert GAME.adapter.dump_json(again) == end


def test_undo_redo_and_reload_at_a_stored_table(store: Store) -> None:
    room = Room(Service(store), "undo")
    users = ["anna", "bernd", "clara"]
    room.started(*users, game="renaissance")
    chance = random.Random(1)
    for _ in range(60 * FUZZ):
        table = room.table
        if table is None:
            break
        user = chance.choice([u for u in users if table.options(u)])
        before = table.state_hash()
        room.ok(user, chance.choice(table.options(user)), private=True)
        if room.table is None:
            break
        after = room.table.state_hash()
        room.say(user, "rückgängig")
        for other in users:
            if room.table.meta.proposal is not None and other != user:
                room.ok(other, "stimme zu")
        assert room.table.state_hash() == before
        room.ok(user, "wiederholen")
        assert room.table.state_hash() == after
        store.forget("undo")
        assert room.table.state_hash() == after
    assert verify(store, store.table_ids("undo")[-1]).problems == []


def test_11_3_who_gives_up_leaves_his_pieces_and_the_game_goes_on(store: Store) -> None:
    room = Room(Service(store), "aufgabe")
    room.ok("anna", "neues spiel renaissance")
    room.ok("bernd", "mitspielen")
    room.ok("anna", "computer")
    room.ok("anna", "start epochen 1")
    for _ in range(200):
        if room.table.running_state.runde:
            break
        for user in ("anna", "bernd"):
            if room.table.options(user):
                room.ok(user, room.table.options(user)[0], private=True)
    assert "scheidet aus" in room.ok("bernd", "aufgeben") or room.table.options("anna")
    for _ in range(400):
        if room.table is None:
            break
        assert not room.table.options("bernd")
        room.ok("anna", room.table.options("anna")[-1], private=True)
    assert room.table is None


def test_people_can_be_named_instead_of_seats(tmp_path: Path) -> None:
    from bot.service import Service
    from game_state.store import Store
    from tests.conftest import Room

    room = Room(Service(Store(tmp_path))).started("anna", "bernd", "carl", game="renaissance")
    by_name, by_seat = (room.table.understand(f"spiele Alchimie gegen {who}")[0].command for who in ("Bernd", "Spieler 2"))
    assert by_name is not None
    assert by_name == by_seat
