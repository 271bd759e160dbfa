"""Positions of conformance cases."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game_state.games.dominion.aufbau import artefakte, merken
from game_state.games.dominion.cards import ALL, KINGDOM, PROJECTS, SIMPLE_GELD, SUPPLY_ORDER, pile_size
from game_state.games.dominion.state import Played, Player, State
from rules_dsl.fold import fold
from rules_dsl.games.dominion.commands import CARDS

PHASEN = ("beginn", "aktion", "kauf", "aufraeumen")
ZAHLEN = (
    "zug", "aktionen", "kaeufe", "muenzen", "gekauft", "karten_gekauft", "erfinder", "priester", "fortschritt", "haendlerin", "silber",
    "aktionen_gespielt",
)


def stellen(s: State, position: Mapping[str, Any], players: Sequence[str]) -> None:
    s.phase, s.active, s.zug = "aktion", 0, 1
    for player in s.players:
        player.hand, player.deck, player.ablage = [], [], []
    for key, given in position.items():
        if key not in players:
            _common(s, fold(key), given, players)
    for key, given in position.items():
        if key in players:
            for field, value in given.items():
                _player(s, s.players[players.index(key)], fold(field), value)
    merken(s)


def card(word: str) -> str:
    """A card by id or German name."""
    id_ = word if word in ALL else CARDS.by_form.get(fold(word))
    if id_ is None:
        raise ValueError(f"unknown card {word!r}")
    return id_


def cards(given: Any) -> list[str]:
    """`["Kupfer", "3 Anwesen"]`, or the same as one text with commas."""
    words = given.split(",") if isinstance(given, str) else given
    found = []
    for word in words:
        number, _, rest = word.strip().partition(" ")
        found += [card(rest)] * int(number) if number.isdigit() else [card(word.strip())] if word.strip() else []
    return found


def _common(s: State, key: str, given: Any, players: Sequence[str]) -> None:
    if key == "am_zug":
        s.active = players.index(given)
    elif key == "phase":
        phase = fold(given).removesuffix("sphase").removesuffix("phase")
        phase = {"aktions": "aktion", "aufraeum": "aufraeumen", "zugbeginn": "beginn"}.get(phase, phase)
        if phase not in PHASEN:
            raise ValueError(f"unknown phase {given!r}")
        s.phase = phase
    elif key in ZAHLEN:
        setattr(s, key, int(given))
    elif key == "aktion_genommen":
        s.aktion_genommen = bool(given)
    elif key == "koenigreich":
        s.koenigreich = [c for c in cards(given) if c in KINGDOM]
        base = [c for c in s.vorrat if c not in KINGDOM]
        piles = sorted([*base, *s.koenigreich], key=lambda c: SUPPLY_ORDER[c])
        s.vorrat = {c: s.vorrat[c] if c in s.vorrat else pile_size(c, len(s.players)) for c in piles}
        s.artefakte = artefakte(s.koenigreich)
    elif key == "projekte":
        s.projekte = [p for p in cards(given) if p in PROJECTS]
    elif key == "platin":
        for c in ("platin", "kolonie") if given else ():
            s.vorrat[c] = pile_size(c, len(s.players))
    elif key == "vorrat":
        for word, count in given.items():
            id_ = card(word)
            s.vorrat[id_] = int(count)
            if id_ in KINGDOM and id_ not in s.koenigreich:
                s.koenigreich.append(id_)
    elif key == "muell":
        s.muell = cards(given)
    elif key == "flotte":
        s.flotte = [players.index(name) for name in given]
    else:
        raise ValueError(f"Dominion has nothing named {key!r}")


def _player(s: State, player: Player, key: str, value: Any) -> None:
    setter = FIELDS.get(key)
    if setter is None:
        raise ValueError(f"a player of Dominion has no {key!r}")
    setter(s, player, value)


def _im_spiel(s: State, player: Player, value: Any) -> None:
    """Cards played in this turn."""
    for c in cards(value):
        if c in SIMPLE_GELD or c in ("goldmuenze", "gewuerze"):
            player.gelder.append(c)
            continue
        _lay(s, player, c, s.zug)
        if c in ("frachtschiff",):
            player.gespielt[-1].angebote = 1
        s.aktionen_gespielt += "Aktion" in ALL[c].types


def _lay(s: State, player: Player, c: str, zug: int) -> Played:
    played = Played(s.next_id, c, zug)
    s.next_id += 1
    player.gespielt.append(played)
    return played


def _dauer(s: State, player: Player, value: Any) -> None:
    """Durations of an earlier turn: `[{karte = "Frachtschiff", ladung = ["Gold"]}, {karte = "Forscherin", verdeckt = ["2 Kupfer"]}]`."""
    for row in value:
        played = _lay(s, player, card(row["karte"]), s.zug - 1)
        played.ladung, played.verdeckt = cards(row.get("ladung", [])), cards(row.get("verdeckt", []))


def _artefakte(s: State, player: Player, value: Any) -> None:
    player.artefakte = cards(value)
    s.artefakte += [a for a in player.artefakte if a not in s.artefakte]


def _projekte(s: State, player: Player, value: Any) -> None:
    player.projekte = cards(value)
    s.projekte += [p for p in player.projekte if p not in s.projekte]


def _number(field: str) -> Callable[[State, Player, Any], None]:
    return lambda _s, player, value: setattr(player, field, int(value))


def _pile(field: str) -> Callable[[State, Player, Any], None]:
    return lambda _s, player, value: setattr(player, field, cards(value)[::-1])


FIELDS: dict[str, Callable[[State, Player, Any], None]] = {
    "hand": _pile("hand"), "deck": _pile("deck"), "nachziehstapel": _pile("deck"), "ablage": _pile("ablage"), "ablagestapel": _pile("ablage"),
    "im_spiel": _im_spiel, "dauer": _dauer, "taler": _number("taler"), "dorfbewohner": _number("dorfbewohner"), "projekte": _projekte,
    "artefakte": _artefakte, "plan_marker": _number("plan_marker"), "zuege": _number("zuege"),
}
