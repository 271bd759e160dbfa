"""The referee on Dominion: what „darf ich“ says is what happens, it shows nothing hidden, and it changes nothing."""

import copy
import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from bot import referee
from bot.messages import Message
from bot.questions import Desk
from bot.service import Service
from game_state.games.dominion.cards import ALL, KINGDOM, PROJECTS
from game_state.games.dominion.chancen import Ziehung, prozent
from game_state.games.dominion.state import Player, State
from game_state.journal import Checkpoint
from game_state.runner import Runner
from game_state.simulate import play_game
from game_state.store import Store
from game_state.table import Meta, Seat, Table
from game_state.verdict import Refused
from game_state.what_if import Preview, what_if
from rules_dsl import table as say
from rules_dsl.command import Command
from rules_dsl.games.dominion import commands as c
from rules_dsl.text import rule_text
from tests.conftest import FUZZ, Room
from tests.dominion.tisch import GAME
from tests.earnest import happens

USERS = ["anna", "bernd", "carla"]
VERBS: list[type[c.WithCards]] = [c.Spiele, c.Kaufe, c.Nimm, c.Entsorge, c.LegeAb, c.LegeAuf, c.LegeBeiseite, c.DeckeAuf, c.Zuerst]


def table_at(state: State, store: Store) -> Table:
    """A table of its own that goes on from a position."""
    seats = [Seat(user, user.capitalize(), user) for user in USERS[: len(state.players)]]
    meta = Meta(1, "c1", "dominion", "1", "anna", phase="playing", seats=seats, seed="ab" * 32, readings=GAME.readings())
    table = Table(meta, store)
    table.points = [Checkpoint(0, GAME.adapter.dump_json(state), 0)]
    return table


def positions(count: int, per_game: int, first: int = 0) -> Iterator[State]:
    """Beginnings of action and buy phases out of random games over random kingdoms."""
    bots = GAME.bots()
    for number in range(first, first + count):
        chance = random.Random(number)
        players = 2 + number % 2
        found: list[State] = []

        def keep(runner: Runner, chance: random.Random = chance, found: list[State] = found) -> None:
            state = runner.referee.state
            quiet = (state.phase == "kauf" and not state.gekauft) or (state.phase == "aktion" and not state.aktionen_gespielt)
            if quiet and not any(player.beiseite for player in state.players) and chance.random() < 0.04:
                found.append(copy.deepcopy(state))

        options = {"koenigreich": chance.sample(KINGDOM, 10), "projekte": chance.sample(PROJECTS, 4), "platin": False}
        play_game(GAME, players, f"r{number}", [bots["zufall"] if chance.random() < 0.5 else bots["stark"] for _ in range(players)], options, keep)
        yield from chance.sample(found, min(per_game, len(found)))


def candidates(table: Table, seat: int, chance: random.Random, most: int) -> list[Command]:
    """What can be done, and what can just not be done: other cards, other verbs, too many, nothing."""
    ask = table.running.ask_of(seat)
    state: State = table.running_state
    options = ask.options() if ask is not None else []
    around = [*state.vorrat, *state.projekte, *state.artefakte, *state.players[seat].hand, chance.choice(list(ALL))]
    misses: list[Command] = [chance.choice(VERBS)(karten=(chance.choice(around),) * chance.choice((1, 1, 1, 2, 5))) for _ in range(most)]
    misses += [chance.choice(VERBS)(karten=option.karten) for option in options if isinstance(option, c.WithCards)][:4]
    misses += [c.Taler(zahl=chance.choice((1, 9))), c.Dorfbewohner(zahl=chance.choice((1, 9))), c.AlleGelder(), c.Ja(), c.Nein(), c.Fertig(), c.Waehle(was="muenzen")]
    return [*chance.sample(options, min(most, len(options))), *chance.sample(misses, min(most, len(misses)))]


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
    events = real.referee.events
    if preview.stopped == "sealed":
        return "sealed"
    assert preview.events == events[: len(preview.events)]
    if not preview.stopped:
        assert len(events) == len(preview.events)
        assert [(a.seat, a.public_prompt()) for a in preview.next] == [(a.seat, a.public_prompt()) for a in real.waiting()]
    else:
        assert events[len(preview.events)].reveals
    return preview.stopped or "ja"


def advance(table: Table, chance: random.Random) -> None:
    ask = chance.choice(table.running.waiting())
    table.submit("", ask.seat, chance.choice(ask.options()))


def test_fuzz_may_i_agrees_with_what_happens_and_changes_nothing(store: Store) -> None:
    verdicts: Counter[str] = Counter()
    chance = random.Random(3)
    for state in positions(35 * FUZZ, 4):
        table = table_at(state, store)
        for _ in range(8):
            if table.meta.phase != "playing":
                break
            before = table.state_hash(), table.meta.seq, table.meta.length, table.meta.head, table.running.referee.dice.position
            for user in USERS[: len(state.players)]:
                seat = table.seat_of(user)
                assert seat is not None
                mine = table.running.ask_of(seat) is not None
                verdicts.update(agrees(table, user, command) for command in candidates(table, seat, chance, 7 if mine else 1))
            assert (table.state_hash(), table.meta.seq, table.meta.length, table.meta.head, table.running.referee.dice.position) == before
            advance(table, chance)
    assert verdicts["ja"] > 600
    assert verdicts["hidden"] > 200
    assert verdicts["chance"] > 20
    assert len(verdicts) > 20, verdicts


def test_fuzz_may_i_in_a_channel_agrees_with_saying_it(room: Room) -> None:
    chance = random.Random(11)
    room.ok("anna", "neues spiel dominion")
    room.ok("bernd", "mitspielen")
    room.ok("anna", "start zufall projekte 4")
    said: Counter[str] = Counter()
    for _ in range(80 * FUZZ):
        table: Table = room.table
        if table is None:
            break
        user = chance.choice([table.meta.seats[ask.seat].user or "" for ask in table.running.waiting()])
        seat = table.seat_of(user)
        assert seat is not None
        command = chance.choice(candidates(table, seat, chance, 4))
        before = table.state_hash(), table.meta.seq
        asked = room.say(user, f"darf ich {command.say()}", private=True)
        assert (room.table.state_hash(), room.table.meta.seq) == before
        assert all(reply["to"] == user for reply in asked)
        assert asked[0]["cites"]
        replies = room.say(user, command.say(), private=True)
        happened = "ja" if replies[0]["kind"] == "acted" else "nein"
        assert asked[0]["verdict"] == happened, (command.say(), asked, replies)
        said[happened] += 1
    assert min(said.values()) > 10


# -- nothing hidden shows -----------------------------------------------------------------------------------------------


def scramble(state: State, seat: int, chance: random.Random) -> State:
    """The same to this seat: its own unseen cards lie otherwise, those of the others are dealt anew among them."""
    other = copy.deepcopy(state)
    mine: list[list[str]] = []
    theirs: list[list[str]] = []
    tops: list[list[str]] = []
    for number, player in enumerate(other.players):
        tops.append([player.ablage.pop()] if player.ablage else [])
        if number == seat:
            mine += [player.deck, player.ablage]
        else:
            theirs += [player.hand, player.deck, player.ablage, *(played.verdeckt for played in player.gespielt)]
    for places in (mine, theirs):
        cards = [card for place in places for card in place]
        chance.shuffle(cards)
        for place in places:
            place[:] = [cards.pop() for _ in place]
    for player, top in zip(other.players, tops, strict=True):
        player.ablage += top
    return other


def answer(table: Table, service: Service, user: str, command: Command) -> list[dict[str, Any]]:
    message = Message("", "c1", user, user.capitalize(), f"darf ich {command.say()}", True)
    replies = referee.may_i(Desk(service.store, table, message, service), say.MayI(text=command.say()))
    return [reply.dump("", "c1") for reply in replies]


def learned(table: Table, before: int, seat: int) -> bool:
    """Something hidden came to light for this seat."""
    events = [event for entry in table.tail[before:] for event in entry.events]
    return any(event.reveals and event.name not in ("mischt", "trifft") and (event.secret is None or seat in event.knows) for event in events)


def test_fuzz_may_i_tells_nothing_hidden(store: Store) -> None:
    """Two positions that differ only in what a seat does not see give it byte-equal answers."""
    service = Service(store)
    chance = random.Random(8)
    compared = 0
    for state in positions(45 * FUZZ, 4, 500):
        seat = state.active
        pair = [table_at(state, store), table_at(scramble(state, seat, chance), store)]
        assert pair[0].view(USERS[seat]) == pair[1].view(USERS[seat])
        for _ in range(6):
            for number in range(len(state.players)):
                seen = [table.view(USERS[number]) for table in pair]
                asks = [table.running.ask_of(number) for table in pair]
                if number != seat or seen[0] != seen[1] or asks[0] is None or asks[1] is None:
                    continue
                for command in candidates(pair[0], seat, chance, 5):
                    said = [answer(table, service, USERS[seat], command) for table in pair]
                    assert said[0] == said[1], command.say()
                    compared += 1
            waiting = [table.running.waiting() for table in pair]
            if len(waiting[0]) != 1 or [ask.seat for ask in waiting[0]] != [ask.seat for ask in waiting[1]]:
                break
            both = [option for option in waiting[0][0].options() if option in waiting[1][0].options()]
            if not both or pair[0].meta.phase != "playing":
                break
            command, length = chance.choice(both), pair[0].meta.length
            for table in pair:
                table.submit("", waiting[0][0].seat, command)
            if any(table.meta.phase != "playing" or learned(table, length, seat) for table in pair):
                break
    assert compared > 1000


@pytest.mark.parametrize("attack", ["Bürokrat", "Schwarzer Meister"])
@pytest.mark.parametrize("hand", ["5 Kupfer", "3 Kupfer, 2 Anwesen"])
def test_an_attack_is_not_a_look_into_a_hand(store: Store, attack: str, hand: str) -> None:
    """Whether the victim must show a hand or may choose is known only when it happens."""
    state = GAME.setup(GAME.options_type(projekte=[]), 2, table_at(next(positions(1, 1)), store).running.referee.dice, {})
    GAME.arrange(state, {"koenigreich": f"{attack}, Dorf", "Anna": {"hand": attack, "deck": "9 Kupfer"}, "Bernd": {"hand": hand}}, ["Anna", "Bernd"])
    text = answer(table_at(state, store), Service(store), "anna", c.Spiele(karten=(GAME.language.parse(f"spiele {attack}")[0].command.karten[0],)))[0]["text"]
    assert "noch verdeckt" in text
    assert "Bernd entscheidet" not in text
    assert "trifft Bernd" not in text


def test_a_dispute_shows_only_what_all_may_know(room: Room) -> None:
    """Which cards went face down onto the discard pile stays with their owner; the opener learns nothing either."""
    room.ok("anna", "neues spiel dominion")
    room.ok("bernd", "mitspielen")
    room.ok("anna", "start karten Keller, Dorf, Markt, Mine, Miliz, Werkstatt, Schmiede, Umbau, Burggraben, Händlerin")
    first, other = (USERS[0], USERS[1]) if room.table.running_state.active == 0 else (USERS[1], USERS[0])
    for card in ("Keller", "Gold", "Fluch"):
        room.ok("zeno", f"korrektur {card} von Vorrat nach Hand {first.capitalize()}", roles=("leitung",))
    room.ok(first, "spiele keller")
    room.ok(first, "lege Gold, Fluch, Kupfer ab", private=True)
    for reply in room.say(other, f"streit {room.table.meta.seq} Das geht nicht"):
        finding = reply["text"].partition("Befund")[2]
        assert "(verdeckt)" in finding
        assert "3 Karten" in finding
        assert "Gold" not in finding
        assert "Fluch" not in finding
    taken_back = room.ok(first, "rückgängig") + room.ok(other, "stimme zu")
    assert "Gold" not in taken_back


# -- numbers before the fact --------------------------------------------------------------------------------------------


def brute(player: Player, count: int, mixed: list[str], wanted: str) -> Fraction:
    """Every spread of the unseen cards over deck and discard pile, every draw: counted one by one."""
    below = player.ablage[:-1]
    hidden = player.deck + below
    known = list((Counter(mixed) - Counter(below)).elements())
    hits = total = 0
    for places in combinations(range(len(hidden)), len(player.deck)):
        deck = [hidden[place] for place in places]
        rest = [hidden[place] for place in range(len(hidden)) if place not in places] + known
        if count <= len(deck):
            draws = list(combinations(deck, count))
        else:
            draws = [(*deck, *more) for more in combinations(rest, min(count - len(deck), len(rest)))]
        hits += sum(wanted in draw for draw in draws)
        total += len(draws)
    return Fraction(hits, total)


def test_odds_agree_with_counting_them_out() -> None:
    chance = random.Random(2)
    for _ in range(60):
        kinds = ["kupfer", "silber", "gold", "dorf"]
        player = Player(deck=chance.choices(kinds, k=chance.randint(0, 5)), ablage=chance.choices(kinds, k=chance.randint(0, 4)))
        count = chance.randint(1, 5)
        mixed = [*player.ablage, *chance.choices(kinds, k=chance.randint(0, 2))] if count > len(player.deck) else []
        count = min(count, len(player.deck) + len(mixed))
        if not count:
            continue
        draw = Ziehung(player, count, mixed)
        for kind in kinds:
            assert draw.eine(lambda card, kind=kind: card == kind) == brute(player, count, mixed, kind)  # type: ignore[misc]


def test_drawing_three_of_twelve_unseen_cards(store: Store) -> None:
    """Schmiede with 2 Gold among 12: 1 − C(10,3)/C(12,3) = 5/11."""
    state = GAME.setup(GAME.options_type(projekte=[]), 2, table_at(next(positions(1, 1)), store).running.referee.dice, {})
    own = {"hand": "Schmiede, Kupfer", "deck": "7 Kupfer, 1 Gold", "ablage": "Dorf, 3 Anwesen, 1 Gold"}
    GAME.arrange(state, {"koenigreich": "Schmiede, Dorf", "Anna": own}, ["Anna", "Bernd"])
    text = answer(table_at(state, store), Service(store), "anna", c.Spiele(karten=("schmiede",)))[0]["text"]
    assert prozent(Fraction(5, 11)) == "45,5 %"
    assert "Gold 45,5 % (2)" in text
    assert "3 Karten von 12, die du nicht siehst" in text
    assert "Dorf" not in text.partition("Chance")[2]  # lies on top of the discard pile, in sight


def test_no_odds_for_cards_the_owner_has_put_back_himself(store: Store) -> None:
    """Stadttor: the Gold on top is known, so no chance for it is told; once it is drawn, odds come again."""
    state = GAME.setup(GAME.options_type(projekte=[]), 2, table_at(next(positions(1, 1)), store).running.referee.dice, {})
    own = {"hand": "2 Dorf, Gold", "deck": "9 Kupfer", "projekte": ["Stadttor"]}
    GAME.arrange(state, {"phase": "beginn", "koenigreich": "Schmiede, Dorf", "Anna": own}, ["Anna", "Bernd"])
    table = table_at(state, store)
    table.submit("anna", 0, c.LegeAuf(karten=("gold",)))
    spiele = c.Spiele(karten=("dorf",))
    text = answer(table, Service(store), "anna", spiele)[0]["text"]
    assert "kennst du" in text
    assert "Gold" not in text
    table.submit("anna", 0, spiele)
    assert "1 Karte von 8, die du nicht siehst: Kupfer sicher (8)" in answer(table, Service(store), "anna", spiele)[0]["text"]


def test_a_purchase_shows_its_price_before_the_fact(store: Store) -> None:
    state = GAME.setup(GAME.options_type(projekte=[]), 2, table_at(next(positions(1, 1)), store).running.referee.dice, {})
    GAME.arrange(state, {"phase": "kauf", "muenzen": 7, "kaeufe": 2, "erfinder": 1, "Anna": {"projekte": ["Kanal"], "hand": "Dorf"}}, ["Anna", "Bernd"])
    reply = answer(table_at(state, store), Service(store), "anna", c.Kaufe(karten=("gold",)))[0]
    assert "Gold kostet 4 = Preis 6 (Basiskarten > Gold) − Erfinder 1 (Königreich-Karten > Erfinder) − Kanal 1 (Projekte > Kanal)" in reply["text"]
    assert "Von 7 Münzen blieben 3, dazu 1 Kauf." in reply["text"]
    assert all(cite.partition(":")[2] in rule_text("dominion") for cite in reply["cites"])
