"""The referee on Renaissance: what „darf ich“ says is what happens, its odds are counted out, it shows nothing hidden and changes nothing."""

import copy
import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot import referee
from bot.messages import Message
from bot.questions import Desk
from bot.service import Service
from game_state.case import Case, load_cases
from game_state.dice import Dice, ForcedDice
from game_state.game import Referee, find_game
from game_state.games.renaissance.auskunft import forecast, inform
from game_state.games.renaissance.facts import ADVANCES, CARDS, GOODS, TRACK
from game_state.games.renaissance.staerke import need, odds, percent, wins
from game_state.games.renaissance.state import State
from game_state.journal import Checkpoint
from game_state.runner import Runner
from game_state.store import Store
from game_state.table import Meta, Seat, Table
from game_state.verdict import Refused
from game_state.verify import verify
from game_state.what_if import Preview, what_if
from rules_dsl import table as orders
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.text import rule_text
from tests.conftest import FUZZ, Room
from tests.earnest import happens

GAME = find_game("renaissance")
PEOPLE = ["Anna", "Bernd", "Clara", "Dora", "Emil", "Frida"]
USERS = [name.lower() for name in PEOPLE]
KINDS = sorted({card.kind for card in CARDS.values()})
ROLLS = list(product(range(1, 7), repeat=3))
LEITUNG: dict[str, Any] = {"roles": ("leitung",)}


# -- positions ------------------------------------------------------------------------------------------------------------


def table_at(state: State, store: Store, seed: str = "ab" * 32) -> Table:
    """A table of its own that goes on from a position."""
    seats = [Seat(user, user.capitalize(), user) for user in USERS[: state.players]]
    meta = Meta(1, "c1", "renaissance", "1", "anna", phase="playing", seats=seats, seed=seed, readings=GAME.readings())
    table = Table(meta, store)
    table.points = [Checkpoint(0, GAME.adapter.dump_json(state), 0)]
    return table


def arranged(position: dict[str, Any], players: int = 3) -> State:
    state: State = GAME.setup(GAME.options_type(), players, ForcedDice(), GAME.readings())
    GAME.arrange(state, position, PEOPLE[:players])
    state.lesarten = GAME.readings()
    return state


def quiet_points(number: int) -> list[State]:
    """The quiet points of one random game."""
    players, chance = 3 + number % 4, random.Random(number)
    bots = GAME.bots()
    mine = [bots["händler" if chance.random() < 0.7 else "zufall"] for _ in range(players)]
    dice = Dice(hashlib.sha256(b"%d" % number).hexdigest())
    state: State = GAME.setup(GAME.options_type.model_validate({"epochen": 1 + number % 3}), players, dice, GAME.readings())
    found: list[State] = []
    runner = Runner(GAME, Referee(state, dice, players, GAME.readings(), set()), lambda r: found.append(copy.deepcopy(r.state)))
    while not runner.over:
        for ask in runner.pending:
            runner.answer(ask.seat, mine[ask.seat](state, ask, chance))
    return found


@cache
def games() -> list[list[State]]:
    return [quiet_points(number) for number in range(6 * FUZZ)]


def positions(per_game: int, chance: random.Random) -> Iterator[State]:
    """Quiet points of random games, as many from the expansion as from elsewhere, and some from the end."""
    for found in games():
        fights = [state for state in found if state.phase == "5"]
        yield from chance.sample(fights, min(per_game // 2, len(fights)))
        yield from chance.sample(found, min(per_game - per_game // 2, len(found)))
        last = [state for state in found if state.phase == "11.1"]
        yield from chance.sample(last, min(2, len(last)))


# -- what can be said -----------------------------------------------------------------------------------------------------


def near(option: Command, chance: random.Random) -> list[Command]:
    """What lies beside an option: one more, one fewer, somewhere else, something else."""
    if isinstance(option, say.Place):
        count, province = option.lines[0]
        return [say.Place(lines=((count + 1, province),)), say.Place(lines=((count, province), (1, province))), say.Attack(province=province, markers=count)]
    if isinstance(option, say.Attack):
        assert option.markers is not None
        steps = [say.Attack(province=option.province, markers=max(0, option.markers + n)) for n in (-1, 1)]
        return [*steps, say.Attack(province=option.province), say.Place(lines=((option.markers, option.province),))]
    if isinstance(option, say.Play):
        changes = ({"target": None}, {"provinces": ()}, {"good": chance.choice(list(GOODS))}, {"target": chance.choice(list(say.TARGETS.by_id))})
        return [option.model_copy(update=chance.choice(changes))]
    if isinstance(option, say.Markers):
        return [say.Markers(count=option.count + chance.choice((1, 50, -50)))]
    if isinstance(option, say.Buy):
        return [say.Buy(advance=option.advance, patronage=False)]
    return []


def anything(state: State, chance: random.Random) -> Command:
    province, good = chance.choice(state.karte.all).id, chance.choice(list(GOODS))
    return chance.choice([
        say.Place(lines=((chance.randint(1, 3), province),)), say.Attack(province=province, markers=chance.randint(1, 12)), say.Attack(province=province),
        say.Buy(advance=chance.choice(list(ADVANCES))), say.Fleet(), say.Stabilise(), say.Stabilise(pay=False), say.BuyCard(), say.Remove(good=good),
        say.Mill(good=good, shortage=chance.random() < 0.5), say.Play(card=chance.choice(KINDS)), say.Discard(card=chance.choice(KINDS)),
        say.Give(card=chance.choice(KINDS)), say.Yes(), say.No(), say.Pass(), say.Reduce(province=province), say.Cede(provinces=(province,)),
        say.SwapRank(forward=True), say.Lose(markers=True), say.Pay(ducats=1), say.Markers(count=chance.choice((0, 3, -2))), say.Bid(ducats=2),
        say.Capital(province=province), say.Chance(province=province),
    ])


def candidates(table: Table, seat: int, chance: random.Random, most: int) -> list[Command]:
    """What can be done, and what can just not be done."""
    ask = table.running.ask_of(seat)
    options = ask.options() if ask is not None else []
    chosen = chance.sample(options, min(most, len(options)))
    fights = [option for option in options if isinstance(option, say.Attack)][:2]
    return [*chosen, *fights, *(miss for option in chosen[:3] + fights for miss in near(option, chance)), *(anything(table.running_state, chance) for _ in range(most))]


# -- the answer against what happens --------------------------------------------------------------------------------------


def agrees(table: Table, user: str, command: Command) -> str:
    """What-if against the real thing; gives back the verdict."""
    seat = table.seat_of(user)
    assert seat is not None
    try:
        preview: Preview | None = what_if(table, user, command)
    except Refused as refused:
        preview, said = None, refused
    real = happens(table, seat, command)
    if preview is None:
        assert isinstance(real, Refused), command.say()
        if table.running.ask_of(seat) is not None:
            assert real.explain() == said.explain()
        return said.code
    assert isinstance(real, Runner), (command.say(), real)
    assert preview.cites
    assert all(cite in rule_text("renaissance") for cite in preview.cites), preview.cites
    if preview.stopped == "sealed":
        return "sealed"
    events = real.referee.events
    assert preview.events == events[: len(preview.events)], command.say()
    if not preview.stopped:
        assert len(events) == len(preview.events)
        assert [(a.seat, a.public_prompt()) for a in preview.next] == [(a.seat, a.public_prompt()) for a in real.waiting()]
    else:
        assert any(event.reveals for event in events[len(preview.events):]) or any(ask.veiled for ask in real.waiting())
    return preview.stopped or "ja"


def test_fuzz_may_i_agrees_with_what_happens_and_changes_nothing(store: Store) -> None:
    verdicts: Counter[str] = Counter()
    chance = random.Random(3)
    for state in positions(6, chance):
        table = table_at(state, store)
        for _ in range(5):
            if table.meta.phase != "playing" or table.running.over:
                break
            before = table.state_hash(), table.meta.seq, table.meta.length, table.running.referee.dice.position
            for user in USERS[: state.players]:
                seat = table.seat_of(user)
                assert seat is not None
                mine = table.running.ask_of(seat) is not None
                verdicts.update(agrees(table, user, command) for command in candidates(table, seat, chance, 5 if mine else 1))
            assert (table.state_hash(), table.meta.seq, table.meta.length, table.running.referee.dice.position) == before
            ask = chance.choice(table.running.waiting())
            table.submit("", ask.seat, chance.choice(ask.options()))
    assert verdicts["ja"] > 200, verdicts
    assert verdicts["chance"] > 50, verdicts
    assert len(verdicts) > 25, verdicts


def test_fuzz_may_i_in_a_channel_agrees_with_saying_it(room: Room) -> None:
    chance = random.Random(11)
    room.started("anna", "bernd", "clara", game="renaissance")
    said: Counter[str] = Counter()
    for _ in range(90 * FUZZ):
        table: Table = room.table
        user = chance.choice([table.meta.seats[ask.seat].user or "" for ask in table.running.waiting()])
        seat = table.seat_of(user)
        assert seat is not None
        command = chance.choice([c for c in candidates(table, seat, chance, 4) if not c.info])
        before = table.state_hash(), table.meta.seq
        asked = room.say(user, f"darf ich {command.say()}", private=True)
        assert (room.table.state_hash(), room.table.meta.seq) == before
        assert all(reply["to"] == user for reply in asked)
        replies = room.say(user, command.say(), private=True)
        happened = {"acted": "ja", "refused": "nein"}.get(replies[0]["kind"], "unclear")
        said[happened] += 1
        if happened == "unclear":
            assert (asked[0]["kind"], asked[0]["text"]) == ("unclear", replies[0]["text"])
            continue
        assert asked[0]["verdict"] == happened, (command.say(), asked, replies)
        assert asked[0]["cites"], (command.say(), asked)
    assert min(said["ja"], said["nein"]) > 10


@pytest.mark.parametrize("text", ["setze 2 Atlantis", "greife Narnia mit 3 an", "kaufe Quatsch", "setze 2 Dubrovnik 5 Sechs"])
def test_may_i_do_what_nobody_understands_is_not_a_yes(room: Room, text: str) -> None:
    user = USERS[to_expansion(room)]
    for asking in ("darf ich", "was wäre wenn ich"):
        assert "komme ich nicht weiter" in room.no(user, f"{asking} {text}", private=True)
    assert room.say(user, "darf ich noch setzen", private=True)[0]["verdict"] == "ja"


def first_steps() -> list[Case]:
    found = load_cases([Path(__file__).parent / "cases" / "renaissance"])
    return [case for case in found if isinstance(case, Case) and case.dispute is not None and len(case.step) == 1]


def test_may_i_says_before_the_fact_what_the_dispute_finds_after_it(store: Store) -> None:
    """Every dispute about a first step: the same verdict and, where the position decides, the same calculation."""
    cases = first_steps()
    assert len(cases) > 40
    for case in cases:
        state = arranged(case.position, len(case.players))
        step, dispute = case.step[0], case.dispute
        assert dispute is not None
        command = GAME.language.parse(step.say)[0].command
        assert command is not None
        reply = answer(table_at(state, store), Service(store), step.by.lower(), command)[0]
        assert reply["verdict"] == {"erlaubt": "ja", "nicht erlaubt": "nein"}[dispute.finding], (case.id, reply)
        for part in dispute.calculation:
            if dispute.finding == "nicht erlaubt":
                assert part in reply["text"], (case.id, reply)
                assert {f"renaissance:{cite}" for cite in dispute.cites} <= set(reply["cites"]), case.id
            for sum_ in re.findall(r"Verteidigung \d+|Preis \d+|Zuschlag \d+", part):
                assert sum_ in reply["text"], (case.id, sum_, reply)


# -- odds -----------------------------------------------------------------------------------------------------------------


def won(state: State, seat: int) -> int:
    """9.5.2 counted out over the 216 rolls, from the words of the rule."""
    p, rank = state.spieler[seat], state.rank(seat)
    over = {"langbogen", "schiesspulver"} & set(state.fuer_immer)
    edge = any(card in ("langbogen", "schiesspulver") or not over for card in p.militaer)
    faith = "G" in p.fortschritte
    return sum(green > rank or (faith and green == rank) or black > white or (edge and black == white) for green, black, white in ROLLS)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("cards", [[], ["Steigbügel"], ["Schießpulver"]])
@pytest.mark.parametrize("advances", [[], ["G"]])
def test_odds_agree_with_all_216_rolls(players: int, cards: list[str], advances: list[str]) -> None:
    people = PEOPLE[:players]
    for first in range(players):
        order = people[first:] + people[:first]
        own = {"expansion": 20, "militaer": cards, "fortschritte": advances, "flotte": "Dreimaster 16"}
        state = arranged({"phase": "5", "reihenfolge": order, "Anna": own, "Bernd": {"kontrolle": ["Genoa", "Firenze"]}}, players)
        count = won(state, 0)
        assert count == odds(state, 0, [1]) == sum(wins(state, 0, [1], *roll) for roll in ROLLS)
        told = f"{percent(count)} ({count} von 216 Würfen)"
        assert told in forecast(state, 0, say.Attack(province="firenze"))[0][0]
        assert told in inform(state, 0, say.Chance(province="firenze"), people)[0]


def test_odds_told_are_the_share_of_fights_won(store: Store) -> None:
    """The forecast of one position against the fight itself, fought once with each of the 216 rolls."""
    rival = {"kontrolle": ["Genoa", "Firenze"], "expansion": 1}
    position = {"phase": "5", "reihenfolge": ["Bernd", "Anna", "Clara"], "offen": ["Anna", "Bernd"], "Anna": {"expansion": 9, "militaer": ["Rüstung"]}, "Bernd": rival}
    state = arranged(position)
    attack = say.Attack(province="firenze", markers=8)
    victories = 0
    for roll in ROLLS:
        runner = Runner(GAME, Referee(copy.deepcopy(state), ForcedDice(roll), 3, GAME.readings(), set()))
        runner.answer(0, attack)
        victories += "erobert" in [event.name for event in runner.referee.events]
    text = answer(table_at(state, store), Service(store), "anna", attack)[0]["text"]
    assert f"({victories} von 216 Würfen)" in text
    assert victories == 216 - 4 * 15


def test_fuzz_the_forecast_tells_the_least_that_is_enough() -> None:
    """`chance` and `darf ich` name so many markers; one fewer is refused, so many are accepted."""
    chance = random.Random(4)
    checked = 0
    for found in games():
        for state in chance.sample([s for s in found if s.phase == "5" and s.offen], 8):
            state = copy.deepcopy(state)
            state.lesarten = GAME.readings()
            runner = Runner(GAME, Referee(state, Dice("00" * 32), state.players, GAME.readings(), set()))
            ask = runner.pending[0]
            for option in ask.options():
                if isinstance(option, say.Attack):
                    demand = need(state, state.karte[option.province], ask.seat)
                    text = forecast(state, ask.seat, option)[0][0]
                    assert f"Du brauchst {demand.total} Marker" in text
                    assert f"({won(state, ask.seat)} von 216" in text
                    assert option.markers == demand.new
                    with pytest.raises(Refused):
                        ask.check(say.Attack(province=option.province, markers=demand.new - 1))
                    checked += 1
    assert checked > 40


# -- nothing hidden shows -------------------------------------------------------------------------------------------------


def scramble(state: State, seat: int, chance: random.Random) -> State:
    """The same to this seat: foreign hands and the piles are dealt anew."""
    other = copy.deepcopy(state)
    hands = [p.hand for n, p in enumerate(other.spieler) if n != seat]
    hidden = [card for pile in (*hands, other.stapel, other.beiseite) for card in pile]
    chance.shuffle(hidden)
    for pile in (*hands, other.stapel, other.beiseite):
        pile[:] = [hidden.pop() for _ in pile]
    for later in other.spaeter.values():
        chance.shuffle(later)
    return other


def answer(table: Table, service: Service, user: str, command: Command) -> list[dict[str, Any]]:
    message = Message("", "c1", user, user.capitalize(), f"darf ich {command.say()}", True)
    replies = referee.may_i(Desk(service.store, table, message, service), orders.MayI(text=command.say()))
    return [reply.dump("", "c1") for reply in replies]


def test_fuzz_may_i_tells_nothing_hidden(store: Store) -> None:
    """Two positions that differ only in what a seat does not see give it byte-equal answers, whatever the dice would say."""
    service = Service(store)
    chance = random.Random(8)
    compared = 0
    for state in positions(10, chance):
        if not state.runde:
            continue
        tables = [table_at(state, store)]
        if tables[0].running.over:
            continue
        seat = tables[0].running.waiting()[0].seat
        tables.append(table_at(scramble(state, seat, chance), store, "cd" * 32))
        if any(table.running.referee.dice.position for table in tables) or state.phase == "1":
            continue  # what came before the question already rolled or drew
        assert tables[0].view(USERS[seat]) == tables[1].view(USERS[seat])
        for command in [c for c in candidates(tables[0], seat, chance, 5) if not c.info]:
            said = [answer(table, service, USERS[seat], command) for table in tables]
            assert said[0] == said[1], command.say()
            compared += 1
    assert compared > 250


def test_the_last_cards_of_the_next_player_stay_hidden(store: Store) -> None:
    """11.1: who holds only cards without effect is not asked; before that happens nobody learns of it."""
    said = []
    for hand in ("Steigbügel", "Wolle"):
        position = {"phase": "11.1", "fuer_immer": ["schiesspulver"], "Anna": {"hand": ["Stein"]}, "Bernd": {"hand": [hand]}, "Clara": {"hand": ["Holz"]}}
        said.append(answer(table_at(arranged(position), store), Service(store), "anna", say.Play(card="stein")))
    assert said[0] == said[1]
    assert "noch verdeckt" in said[0][0]["text"]


# -- disputes and corrections ---------------------------------------------------------------------------------------------


def begun(room: Room) -> None:
    """A table in its first round, before the cards of phase 3."""
    room.started("anna", "bernd", "clara", game="renaissance")
    table: Table = room.table
    while table.running_state.phase not in ("3", "5"):
        ask = table.running.waiting()[0]
        option = next((o for o in ask.options() if isinstance(o, say.Markers) and o.count == 14), ask.passing() or ask.options()[0])
        room.say(USERS[ask.seat], option.say(), private=True)
        table = room.table


def to_expansion(room: Room) -> int:
    """Everybody passes until somebody expands; gives back the seat."""
    begun(room)
    while room.table.running_state.phase != "5":
        ask = room.table.running.waiting()[0]
        room.say(USERS[ask.seat], (ask.passing() or ask.options()[0]).say(), private=True)
    return int(room.table.running.waiting()[0].seat)


def test_a_dispute_about_a_fight_shows_strength_and_dice(room: Room, store: Store) -> None:
    seat = to_expansion(room)
    state: State = room.table.running_state
    rival = (seat + 1) % 3
    base = state.karte[state.spieler[seat].hauptstadt]
    target = next(state.karte[q] for q in base.land if state.karte[q].market in (2, 3) and state.in_play(state.karte[q]))
    name = say.PROVINCES.text(target.id)
    room.ok("zeno", f"korrektur {name} Kontrolle {PEOPLE[rival]}", **LEITUNG)
    room.ok("zeno", f"korrektur {PEOPLE[seat]} 20 Marker", **LEITUNG)
    asked = room.say(USERS[seat], f"darf ich greife {name} an", private=True)[0]["text"]
    strength = f"Verteidigung {2 * target.market} = Marktvolumen {target.market} (9.5.2) + Kontrollmarker {target.market} (9.5.2)"
    assert strength in asked
    assert re.search(r"\(\d+ von 216 Würfen\)", asked)
    room.ok(USERS[seat], f"greife {name} an")
    line = room.table.meta.seq
    text = room.ok(USERS[rival], f"streit {line} Das waren zu wenige")
    finding = text.partition("Befund")[2]
    assert "war erlaubt und ist richtig ausgeführt" in finding
    assert "vom Programm nachgerechnet" in finding
    assert strength in finding
    roll = next(event for event in room.table.entries(0, room.table.meta.length)[-1].events if event.name == "wurf")
    assert "Wurf: grün {}, schwarz {}, weiß {} (Rang {}".format(*roll.args) in finding
    assert "§ 9.5.2" in finding
    assert "§ B.1" in finding
    assert "Davor:" in text
    room.ok(USERS[rival], "ansicht Mein Kontrollmarker zählt doppelt")
    room.ok(USERS[seat], "ansicht Nur in der Hauptstadt")
    assert strength in room.say(USERS[seat], "befund")[0]["text"]
    room.ok("zeno", "abhilfe zurück", **LEITUNG)
    assert room.table.running_state.spieler[seat].expansion == 20
    assert "Euer Urteil 1" in room.say(USERS[seat], f"darf ich greife {name} an", private=True)[0]["text"]
    assert verify(store, 1).problems == []


def test_a_dispute_about_any_line_is_found_as_it_was_played(room: Room) -> None:
    to_expansion(room)
    for entry in room.table.entries(0, room.table.meta.length):
        text = room.ok("anna", f"streit {entry.seq}")
        assert "war erlaubt und ist richtig ausgeführt" in text, text
        room.ok("zeno", "abhilfe lassen", **LEITUNG)
    assert "kein Zug" in room.no("anna", "streit 1")


def some_correction(state: State, chance: random.Random) -> str:
    who, province, other = chance.choice(PEOPLE[: state.players]), chance.choice(state.karte.all), chance.choice(PEOPLE[:3])
    name = say.PROVINCES.text(province.id)
    return chance.choice([
        f"{who} {chance.randint(0, 60)} Dukaten", f"{who} Elend {chance.choice([*TRACK, 15])}", f"{who} {chance.randint(0, 50)} Marker",
        f"{who} Flotte {chance.choice(['Galeere 4', 'Dreimaster 10', 'Hochsee 1', 'keine Flotte'])}", f"{name} Kontrolle {other}",
        f"{name} {chance.randint(0, 6)} Marker {other}", f"{name} leer", f"Markt {chance.choice(['Wein', 'Gold', 'Holz'])} {chance.choice([-1, 0, 1, 2])}",
        f"{who} {chance.choice(['hat', 'ohne'])} {chance.choice(list(ADVANCES.values())).name}",
    ])


def test_corrections_keep_the_invariants_and_can_be_taken_back(room: Room, store: Store) -> None:
    to_expansion(room)
    chance = random.Random(6)
    verdicts: Counter[bool] = Counter()
    for _ in range(120 * FUZZ):
        table: Table = room.table
        before = table.state_hash()
        replies = room.say("zeno", f"korrektur {some_correction(table.running_state, chance)}", **LEITUNG)
        good = replies[0]["kind"] == "acted"
        verdicts[good] += 1
        assert GAME.problems(room.table.running_state) == []
        for ask in room.table.running.waiting():
            for option in ask.options():
                ask.check(option)
        if not good:
            assert room.table.state_hash() == before, replies
        elif chance.random() < 0.3:
            room.ok("zeno", "korrektur zurück", **LEITUNG)
            assert room.table.state_hash() == before
    assert min(verdicts.values()) > 15, verdicts
    held = room.table.state_hash()
    store.forget("c1")
    assert room.table.state_hash() == held
    ask = room.table.running.waiting()[0]
    room.ok(USERS[ask.seat], ask.options()[0].say())
    assert verify(store, 1).problems == []


def test_4_3_a_printed_market_and_the_layout_are_corrected_at_the_table(room: Room) -> None:
    """What the own board prints holds from then on; what cannot be is refused."""
    begun(room)
    room.ok("zeno", "korrektur Firenze Marktvolumen 3", **LEITUNG)
    assert "Marktvolumen 3" in room.say("anna", "provinz Firenze")[0]["text"]
    room.ok("zeno", "korrektur Brett b", **LEITUNG)
    assert "smolensk" in room.table.running_state.karte
    assert room.table.running_state.karte["firenze"].market == 3
    assert "Satellit" in room.no("zeno", "korrektur Bari Marktvolumen 3", **LEITUNG)
    room.ok("zeno", "korrektur Smolensk 1 Marker Anna", **LEITUNG)
    assert "gibt es auf diesem Brett nicht" in room.no("zeno", "korrektur Brett a", **LEITUNG)


def test_11_3_who_gives_up_during_a_foreign_turn_defends_without_his_cards(room: Room) -> None:
    """From the next order on he is out: no military card, no Kathedrale; alone at the table the game is over."""
    seat = to_expansion(room)
    state: State = room.table.running_state
    rival = (seat + 1) % 3
    name = next(say.PROVINCES.text(q) for q in state.karte[state.spieler[seat].hauptstadt].land if state.karte[q].market in (2, 3) and state.in_play(state.karte[q]))
    room.ok("zeno", f"korrektur {name} Kontrolle {PEOPLE[rival]}", **LEITUNG)
    room.ok("zeno", f"korrektur {PEOPLE[seat]} 20 Marker", **LEITUNG)
    room.ok("zeno", f"korrektur {PEOPLE[rival]} hat Kathedrale", **LEITUNG)
    room.ok(USERS[rival], "aufgeben")
    text = room.ok(USERS[seat], f"greife {name} an")
    assert "scheidet aus" in text
    assert "Wurf: grün" in text
    room.ok(USERS[(seat + 2) % 3], "aufgeben")
    room.ok(USERS[seat], "passe")
    assert room.table is None or room.table.meta.phase != "playing"
