"""The kernel under random play: undo, reload, hidden information, dice."""

import copy
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service import Service
from game_state.dice import Dice, ForcedDice, commitment, new_seed
from game_state.event import Event
from game_state.game import Referee, find_game
from game_state.journal import Record
from game_state.runner import Runner
from game_state.simulate import play_game
from game_state.store import Store
from game_state.verdict import Calculation, Refused
from game_state.verify import verify
from rules_dsl.registry import language_of
from rules_dsl.text import rule_text
from tests.basar.game import State
from tests.conftest import FUZZ, Room

GAME = find_game("basar")


def test_fuzz_complete_random_games_end_and_every_event_cites() -> None:
    known = rule_text("basar")
    zufall = GAME.bots()["zufall"]
    for number in range(60 * FUZZ):
        players = 2 + number % 3

        def watch(runner: Runner) -> None:
            for ask in runner.waiting():
                options = ask.options()
                assert options, "dead end"
                for option in options:
                    ask.check(option)
                    assert [o.command for o in language_of("basar").parse(option.say())] == [option]
            for event in runner.referee.events:
                assert event.cites
                assert all(cite in known for cite in event.cites)

        played = play_game(GAME, players, f"k{number}", [zufall] * players, watch=watch)
        assert played.result is not None
        state: State = played.state
        cards = Counter(state.deck + state.discard + [c for t in state.traders for c in t.hand])
        assert cards == {"dieb": 4, "wache": 4, "esel": 8}


def test_fuzz_undo_and_reload_after_every_step_restore_the_exact_state(store: Store) -> None:
    for number in range(3 * FUZZ):
        room = Room(Service(store), f"fuzz{number}")
        users = ["anna", "bernd", "carl"][: 2 + number % 2]
        room.started(*users)
        chance = random.Random(number)
        while room.table is not None:
            table = room.table
            user = chance.choice([u for u in users if table.options(u)])
            room.there_and_back(user, chance.choice(table.options(user)), users)
        assert verify(store, store.table_ids(room.channel)[0]).problems == []


def scramble(state: State, seat: int, chance: random.Random) -> State:
    """Another state this seat cannot tell apart: what it does not see is dealt anew."""
    other = copy.deepcopy(state)
    hidden = other.deck + [card for number, trader in enumerate(other.traders) if number != seat for card in trader.hand]
    chance.shuffle(hidden)
    for number, trader in enumerate(other.traders):
        if number != seat:
            trader.hand = [hidden.pop() for _ in trader.hand]
    other.deck = hidden
    return other


def said_to(state: State, seat: int | None, runner: Runner) -> str:
    """Everything that is told to a seat about a position."""
    view = GAME.view(state, seat)
    people = ["Anna", "Bernd", "Carl"]
    asks: list[Any] = []
    for ask in runner.waiting():
        asks.append((ask.seat, ask.public_prompt()))
        if ask.seat == seat:
            asks.append((ask.prompt(), [o.say() for o in ask.options()]))
    events = [GAME.tell(event.for_seat(seat), people) for event in runner.referee.events]
    return json.dumps([view, GAME.show(view, people), asks, events], ensure_ascii=False)


def test_fuzz_equal_views_give_byte_equal_output() -> None:
    """Non-interference: at every quiet point of random games, and through the next decisions."""
    chance = random.Random(1)
    for number in range(25 * FUZZ):
        dice = Dice("ab" * 32, number * 1000)
        state = GAME.setup(GAME.options_type(), 3, dice, {})
        for seat in (None, 0, 1, 2):
            hidden_from = -1 if seat is None else seat
            other = scramble(state, hidden_from, chance)
            assert GAME.view(state, seat) == GAME.view(other, seat)
            rolls = [chance.randint(1, 6) for _ in range(40)]
            pair = [Runner(GAME, Referee(copy.deepcopy(s), ForcedDice([*rolls]), 3, {}, set())) for s in (state, other)]
            for _ in range(12):
                if GAME.view(pair[0].referee.state, seat) != GAME.view(pair[1].referee.state, seat):
                    break  # the seat has drawn a card and learned something
                assert said_to(pair[0].referee.state, seat, pair[0]) == said_to(pair[1].referee.state, seat, pair[1])
                asks = [runner.waiting() for runner in pair]
                if not asks[0]:
                    break
                for ask in asks[0]:
                    mine = [o for o in ask.options() if ask.seat == seat]
                    answer = chance.choice(mine) if mine else (ask.passing() or ask.options()[0])
                    for runner in pair:
                        runner.answer(ask.seat, answer)


@given(st.text(max_size=200))
def test_fuzz_any_text_gets_an_answer_in_bounds(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    room = _shared_room(tmp_path_factory)
    before = room.table.meta.length if room.table is not None else None
    replies = room.say("zeno", text)
    assert replies[-1]["done"]
    assert all(reply["kind"] != "error" for reply in replies)
    assert sum(len(reply["text"]) for reply in replies) < 20_000
    assert before is None or room.table.meta.length == before


_ROOMS: list[Room] = []


def _shared_room(factory: pytest.TempPathFactory) -> Room:
    if not _ROOMS or _ROOMS[0].table is None:
        _ROOMS[:] = [Room(Service(Store(factory.mktemp("fuzz")))).started("anna", "bernd")]
    return _ROOMS[0]


ORDERS = st.sampled_from([
    "biete 0", "biete 3", "biete 11", "passe", "spiele dieb", "spiele wache", "tausche esel", "rückgängig", "rückgängig bis 5", "wiederholen", "stimme zu", "lehne ab",
    "stand", "hand", "protokoll", "hilfe", "lesarten", "warum", "warum 3", "darf ich passe", "passe immer", "frag mich", "was kann ich tun", "wer ist dran", "meine spiele",
    "mitspielen", "start", "computer", "ersetze anna durch zeno", "spiele", "export",
])


@given(st.lists(st.tuples(st.sampled_from(["anna", "bernd", "zeno"]), ORDERS, st.booleans()), max_size=25))
def test_fuzz_grammar_shaped_orders_act_or_are_refused_with_a_reason(tmp_path_factory: pytest.TempPathFactory, said: list[tuple[str, str, bool]]) -> None:
    store = Store(tmp_path_factory.mktemp("orders"))
    room = Room(Service(store)).started("anna", "bernd")
    for user, text, private in said:
        replies = room.say(user, text, private=private)
        for reply in replies:
            assert reply["kind"] != "error", (text, reply)
            assert reply["text"] or reply["kind"] == "state"
    assert verify(store, 1).problems == []
    store.close()


def test_dice_are_derived_from_seed_and_number() -> None:
    seed = new_seed()
    first, second = Dice(seed), Dice(seed, 3)
    rolls = [first.roll(6) for _ in range(10)]
    assert [second.roll(6) for _ in range(7)] == rolls[3:]
    assert commitment(seed) == commitment(seed.upper())
    many = Counter(Dice("12" * 32, n).roll(6) for n in range(6000))
    assert all(850 < many[side] < 1150 for side in range(1, 7))


def test_shuffles_reach_every_order_and_keep_every_card() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for number in range(3000):
        cards = [1, 2, 3]
        Dice("34" * 32, number).shuffle(cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 380
    deck = list(range(500))
    Dice("56" * 32).shuffle(deck)
    assert sorted(deck) == list(range(500))
    assert deck != list(range(500))


def test_events_lose_their_secret_on_the_way_to_others() -> None:
    event = Event("swap", 0, ("esel",), ("5",), ("dieb",), (0,), True)
    assert event.for_seat(0).secret == ("dieb",)
    assert event.for_seat(1).secret is None
    assert event.for_seat(None).secret is None
    assert Event.load(json.loads(json.dumps(event.dump()))) == event


def test_numbers_explain_themselves() -> None:
    strength = Calculation("Stärke").add("Markt", 3, "4.3").add("Marker", 2, "9.5").add("Karte", -1)
    assert strength.total == 4
    assert strength.explain() == "Stärke 4 = Markt 3 (4.3) + Marker 2 (9.5) − Karte 1"
    assert strength.cites == ("4.3", "9.5")
    refused = Refused("Zu wenig.", ("9.5",), strength, ("passe",))
    assert refused.explain() == "Zu wenig. Stärke 4 = Markt 3 (4.3) + Marker 2 (9.5) − Karte 1. Möglich ist: passe."


def test_records_are_sealed_against_every_change() -> None:
    record = Record(1, "move", "u", {"a": 1}, "now", "0" * 64).seal()
    for field, value in (("seq", 2), ("kind", "undo"), ("user", "v"), ("text", '{"a":2}'), ("at", "then"), ("prev", "1" * 64)):
        changed = copy.copy(record)
        setattr(changed, field, value)
        assert changed.digest() != record.hash


def test_every_case_passes() -> None:
    from game_state.case import run_all

    results = run_all([Path(__file__).parent / "cases", Path(__file__).parent / "basar" / "cases"])
    assert len(results) >= 4
    failed = [f"{r.id}: {'; '.join(r.problems)}" for r in results if not r.passed]
    assert not failed, "\n".join(failed)
    ids = Counter(r.id for r in results)
    assert [id_ for id_, count in ids.items() if count > 1] == []
