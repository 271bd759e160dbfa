"""Complete random games over random kingdoms, and what must hold in all of them."""

import copy
import json
import random
from functools import cache
from typing import Any

import pytest

from bot.service import Service
from game_state.dice import ForcedDice
from game_state.game import Referee
from game_state.games.dominion.cards import KINGDOM, PROJECTS
from game_state.games.dominion.state import State
from game_state.runner import Runner
from game_state.simulate import play_game
from game_state.store import Store
from game_state.verify import verify
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import AlleGelder
from rules_dsl.text import rule_text
from tests.conftest import FUZZ, Room
from tests.dominion.tisch import GAME

PEOPLE = ["Anna", "Bernd", "Carla", "Dora", "Emil", "Frieda"]


@cache
def parsed(text: str) -> Command | None:
    orders = GAME.language.parse(text)
    return orders[0].command if len(orders) == 1 else None


def kingdom(number: int) -> dict[str, Any]:
    """Every card and project comes up about equally often."""
    chance = random.Random(number)
    return {"koenigreich": chance.sample(KINGDOM, 10), "projekte": chance.sample(PROJECTS, number % 5), "platin": number % 7 == 0}


@pytest.mark.parametrize("part", range(4))
def test_fuzz_random_games_end_and_keep_their_invariants(part: int) -> None:
    known = rule_text("dominion")
    bots = GAME.bots()
    for number in range(part, 160 * FUZZ, 4):
        players = 2 + number % 5
        chance = random.Random(number)

        def watch(runner: Runner, chance: random.Random = chance) -> None:
            state = runner.referee.state
            for event in runner.referee.events:
                assert event.cites
                assert all(cite in known for cite in event.cites), event
                for seat in (None, 0, 1):
                    assert GAME.tell(event.for_seat(seat), PEOPLE) is not None
            runner.referee.events.clear()
            for ask in runner.waiting():
                options = ask.options()
                assert options, "dead end"
                assert len(options) <= 90
                assert all(cite in known for cite in ask.cites)
                for option in options:
                    ask.check(option)
                    assert parsed(option.say()) == option, option.say()
                if chance.random() < 0.05:
                    assert ask.prompt()
                    assert GAME.show(GAME.view(state, ask.seat), PEOPLE)
                    assert GAME.show_hand(GAME.view(state, ask.seat), PEOPLE)
            if chance.random() < 0.1:
                assert GAME.problems(state) == []

        seats = [bots["zufall"] if (seat + number) % 3 else bots["stark"] for seat in range(players)]
        played = play_game(GAME, players, f"d{number}", seats, kingdom(number), watch)
        assert played.result is not None
        assert GAME.problems(played.state) == []
        assert sorted(seat for place in played.result.places for seat in place) == list(range(players))


def test_stark_beats_geld_and_geld_takes_as_many_turns_as_everywhere() -> None:
    bots = GAME.bots()
    won = 0
    for number in range(60):
        seats = [bots["stark"], bots["geld"]] if number % 2 else [bots["geld"], bots["stark"]]
        result = play_game(GAME, 2, f"s{number}", seats).result
        assert result is not None
        won += result.places[0] == [0 if number % 2 else 1]
    assert won > 36
    turns = [play_game(GAME, 2, f"g{number}", [bots["geld"]] * 2, {"koenigreich": list(KINGDOM[:10]), "projekte": []}).state.zug for number in range(150)]
    assert 32.5 < sum(turns) / len(turns) < 36


# -- undo, reload ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_fuzz_undo_and_reload_restore_the_exact_state(store: Store, number: int) -> None:
    room = Room(Service(store), f"undo{number}")
    users = ["anna", "bernd", "carl"][: 2 + number % 2]
    room.ok("anna", "neues spiel dominion")
    for user in users[1:]:
        room.ok(user, "mitspielen")
    room.ok("anna", ["start Präludium", "start Ouvertüre, projekte Innovation, Kathedrale", "start zufall projekte 4"][number])
    chance = random.Random(number)
    steps = 0
    while room.table is not None and steps < 45 * FUZZ:
        table = room.table
        steps += 1
        user = chance.choice([u for u in users if table.options(u)])
        room.there_and_back(user, chance.choice(table.options(user)), users)
    assert steps > 40
    assert verify(store, store.table_ids(room.channel)[0]).problems == []


# -- hidden cards -----------------------------------------------------------------------------------------------------------


def scramble(state: State, seat: int | None, chance: random.Random) -> State:
    """Another state this seat cannot tell apart: all cards it does not see are dealt anew, also between players."""
    other = copy.deepcopy(state)
    places: list[list[str]] = []
    for number, player in enumerate(other.players):
        top = [player.ablage.pop()] if player.ablage else []
        places += [player.deck, player.ablage]
        if number != seat:
            places += [player.hand, *(played.verdeckt for played in player.gespielt)]
        player.beiseite += top  # back again below
    hidden = [card for place in places for card in place]
    chance.shuffle(hidden)
    for place in places:
        place[:] = [hidden.pop() for _ in place]
    for player in other.players:
        player.ablage += player.beiseite
        player.beiseite = []
    return other


def said_to(runner: Runner, seat: int | None) -> str:
    """Everything this seat is told: its view, the texts made from it, the events, its decisions, and who else decides."""
    state = runner.referee.state
    view = GAME.view(state, seat)
    asks: list[Any] = []
    for ask in runner.waiting():
        asks.append((ask.seat, ask.public_prompt(), list(ask.cites)))
        if ask.seat == seat:
            asks.append((ask.prompt(), [option.say() for option in ask.options()]))
    events = [GAME.tell(event.for_seat(seat), PEOPLE) for event in runner.referee.events]
    return json.dumps([view, GAME.show(view, PEOPLE), asks, events], ensure_ascii=False)


def learned(runner: Runner, seat: int | None) -> bool:
    """Something hidden was shown to this seat, or to all."""
    return any(event.reveals and event.name != "mischt" and (event.secret is None or seat in event.knows) for event in runner.referee.events)


def test_fuzz_equal_views_give_byte_equal_output() -> None:
    """Two positions that differ only in what a seat does not see look the same to it, now and through the next decisions."""
    chance = random.Random(5)
    bots = GAME.bots()
    compared = 0
    for number in range(40 * FUZZ):
        players = 2 + number % 3
        points: list[State] = []

        def keep(runner: Runner, points: list[State] = points) -> None:
            state = runner.referee.state
            if state.phase == "aktion" and not state.aktionen_gespielt and chance.random() < 0.03:
                points.append(copy.deepcopy(state))

        play_game(GAME, players, f"h{number}", [bots["zufall"]] * players, kingdom(number), keep)
        for state in points[:6]:
            for seat in (None, *range(players)):
                compared += follow(state, scramble(state, seat, chance), seat, players, chance)
    assert compared > 1000


def follow(state: State, other: State, seat: int | None, players: int, chance: random.Random) -> int:
    """Play on with the same answers in both as long as nothing was shown; compare what is said after each."""
    pair = [Runner(GAME, Referee(copy.deepcopy(s), ForcedDice(), players, GAME.readings(), set())) for s in (state, other)]
    for steps in range(14):
        if any(learned(runner, seat) for runner in pair):
            return steps
        tops = [[player.ablage[-1:] for player in runner.referee.state.players] for runner in pair]
        if tops[0] != tops[1]:
            return steps  # a hand was cleaned up; the top of a discard pile is seen by all
        assert said_to(pair[0], seat) == said_to(pair[1], seat)
        asks = [runner.waiting() for runner in pair]
        if not asks[0]:
            return steps
        for first, second in zip(*asks, strict=True):
            both = [option for option in first.options() if option in second.options()]
            if first.seat != seat:  # „alle gelder“ shows what was hidden
                both = [option for option in both if not isinstance(option, AlleGelder)]
            if not both:
                return steps
            answer = chance.choice(both)
            for runner in pair:
                runner.referee.events = []
            for runner in pair:
                runner.answer(first.seat, answer)
    return 14
