"""Positions of conformance cases: plain words for what differs from the start."""

from collections.abc import Mapping, Sequence
from typing import Any

from game_state.games.renaissance.facts import CAPITALS, CARDS, FLEETS, MONEY, kind_of
from game_state.games.renaissance.state import Krieg, Persoenlichkeit, State
from rules_dsl.fold import fold
from rules_dsl.games.renaissance.commands import CARDS as CARD_NAMES
from rules_dsl.games.renaissance.commands import GOODS, PROVINCES

_SIMPLE = ("runde", "epoche", "letzte_epoche", "kartenkaeufe", "dekret", "gespielt", "fuer_immer", "ausverkauft")
_LISTS = ("phase", "reihenfolge", "stapel", "ablage", "beiseite", "stapel_rest", "markt", "kriege", "buergerkrieg", "persoenlichkeiten", "offen")
_OWN = ("bargeld", "notiert", "elend", "expansion", "monarch", "raus", "bonus", "wahl", "getauscht", "abgelegt")


def province(name: str) -> str:
    return PROVINCES.by_form[fold(name)]


def _take(pool: list[str], name: str) -> str:
    """A card of this name from those not yet used, the oldest epoch first."""
    kind = CARD_NAMES.by_form[fold(name)]
    for card in pool:
        if kind_of(card) == kind:
            pool.remove(card)
            return card
    raise ValueError(f"keine Karte {name} mehr übrig")


def arrange(s: State, position: Mapping[str, Any], players: Sequence[str]) -> None:
    """Bring a fresh position into the one a case describes; an empty position is the start of the game.

    Of the table: `phase` ("1" to "7", "11.1"; default "3"), `runde` (2), `epoche` (1), `reihenfolge` (names; default as seated), `offen` (who still
    acts in this phase; default: the phase begins), `stapel` (next card first; the rest of the epoch follows unless `stapel_rest = false`),
    `ablage`, `beiseite`, `markt` (good -> 1 shortage, -1 surplus), `persoenlichkeiten` (`{karte, von, platz}`), `gespielt`, `fuer_immer` and `dekret`
    (ids), `kriege` (pairs of names), `buergerkrieg` (names), `kartenkaeufe`, `ausverkauft`.

    Of a player, under the name: `hauptstadt` (default by seat), `bargeld`, `notiert` (default the cash), `elend`, `flotte` ("Galeere 2"), `hand`,
    `kontrolle` (default the capital), `marker`, `neue_kontrolle`, `weiss` (placed in this phase), `expansion`, `fortschritte` (of earlier rounds),
    `neue_fortschritte` (of this round), `militaer`, `monarch`, `bonus`, `wahl`, `getauscht`, `abgelegt`, `raus`. Names as players write them.
    """
    if not position:
        return
    pool = list(CARDS)
    s.phase, s.runde, s.offen = str(position.get("phase", "3")), 2, None
    s.reihenfolge = [players.index(name) for name in position.get("reihenfolge", players)]
    s.epoche = position.get("epoche", 1)
    for seat, name in enumerate(players):
        _player(s, seat, position.get(name, {}), pool)
    s.stapel = [_take(pool, card) for card in position.get("stapel", ())]
    s.ablage = [_take(pool, card) for card in position.get("ablage", ())]
    s.beiseite = [_take(pool, card) for card in position.get("beiseite", ())]
    if position.get("stapel_rest", True):
        s.stapel += [card for card in pool if CARDS[card].epoch <= s.epoche]
        s.spaeter = {epoch: [card for card in pool if CARDS[card].epoch == epoch] for epoch in range(s.epoche + 1, s.letzte_epoche + 1)}
    else:
        s.spaeter = {epoch: [] for epoch in range(s.epoche + 1, s.letzte_epoche + 1)}
    for key in _SIMPLE:
        if key in position:
            setattr(s, key, position[key])
    s.markt = {GOODS.by_form[fold(good)]: level for good, level in position.get("markt", {}).items()}
    s.kriege = [Krieg(players.index(a), players.index(b)) for a, b in position.get("kriege", ())]
    s.buergerkrieg = [players.index(name) for name in position.get("buergerkrieg", ())]
    for leader in position.get("persoenlichkeiten", ()):
        s.persoenlichkeiten.append(Persoenlichkeit(CARD_NAMES.by_form[fold(leader["karte"])], players.index(leader["von"]), leader.get("platz", 0)))
    if "offen" in position:
        s.offen = [players.index(name) for name in position["offen"]]
    s.bank = MONEY - sum(p.bargeld for p in s.spieler)
    known = {*_SIMPLE, *_LISTS, *players}
    for key in position:
        if key not in known:
            raise ValueError(f"eine Position kennt kein „{key}“")


def _player(s: State, seat: int, given: Mapping[str, Any], pool: list[str]) -> None:
    p = s.spieler[seat]
    p.hauptstadt = province(given["hauptstadt"]) if "hauptstadt" in given else CAPITALS[seat]
    p.wahl = seat + 1
    p.hand = [_take(pool, card) for card in given.get("hand", ())]
    p.kontrolle = [province(name) for name in given.get("kontrolle", (p.hauptstadt,))]
    p.neue_kontrolle = [province(name) for name in given.get("neue_kontrolle", ())]
    p.marker = {province(name): count for name, count in given.get("marker", {}).items()}
    p.weiss = {province(name): count for name, count in given.get("weiss", {}).items()}
    p.flotte = FLEETS.index(given["flotte"]) if "flotte" in given else 0
    p.fortschritte = dict.fromkeys(given.get("fortschritte", ()), 0) | dict.fromkeys(given.get("neue_fortschritte", ()), 2)
    p.militaer = [CARD_NAMES.by_form[fold(card)] for card in given.get("militaer", ())]
    for key in _OWN:
        if key in given:
            setattr(p, key, given[key])
    if "notiert" not in given:
        p.notiert = p.bargeld
    known = {*_OWN, "hauptstadt", "hand", "kontrolle", "neue_kontrolle", "marker", "weiss", "flotte", "fortschritte", "neue_fortschritte", "militaer"}
    for key in given:
        if key not in known:
            raise ValueError(f"ein Spieler hat kein „{key}“")
