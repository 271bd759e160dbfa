"""Dominion: base game 2nd edition and Renaissance.

`zug` is the sequence of play, `verben` the doors every card goes through, `basis` and `renaissance` the cards.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from game_state.ask import Play
from game_state.dice import Dice
from game_state.event import Event
from game_state.game import Bot, Game, Result
from game_state.games.dominion import augenblick, korrektur, sicht
from game_state.games.dominion.aufbau import DominionOptions, aufbauen, fehler, parse
from game_state.games.dominion.bots import BOTS
from game_state.games.dominion.chancen import chancen
from game_state.games.dominion.ereignisse import tell
from game_state.games.dominion.kosten import preis
from game_state.games.dominion.state import Ref, State
from game_state.games.dominion.stellung import stellen
from game_state.games.dominion.wertung import ergebnis
from game_state.games.dominion.zug import partie
from game_state.games.dominion.zug_ask import many
from game_state.verdict import Calculation
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import Kaufe, Lage, Stapel


class Dominion(Game[State]):
    key, title, players, version = "dominion", "Dominion mit Renaissance", (2, 6), "2"
    state_type = State
    options_type = DominionOptions
    option_help = (
        "„start zufall“, „start erstes spiel“ (oder ein anderer Satz), „karten Markt, Dorf …“, "
        "„projekte 2“, „ohne projekte“, „nur renaissance“, „platin“; mit Komma."
    )

    def setup(self, options: DominionOptions, players: int, dice: Dice, readings: Mapping[str, str]) -> State:
        return aufbauen(options, players, dice)

    def play(self, referee: Ref) -> Play[None]:
        return partie(referee)

    def turn(self, state: State) -> int:
        return state.zug

    def result(self, state: State) -> Result | None:
        return ergebnis(state)

    def bots(self) -> dict[str, Bot]:
        return {**BOTS, **super().bots()}

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return sicht.view(state, seat)

    def full_view(self, state: State) -> dict[str, Any]:
        """Everything, hidden or not, with German keys. For cases and tests only."""
        return sicht.full_view(state)

    def show(self, view: Mapping[str, Any], people: Sequence[str], topic: str = "") -> str:
        return sicht.show(view, people, topic)

    def show_hand(self, view: Mapping[str, Any], people: Sequence[str]) -> str:
        return sicht.show_hand(view, people)

    def tell(self, event: Event, people: Sequence[str]) -> str:
        return tell(event, people)

    def correction(self, text: str, people: Sequence[str]) -> tuple[dict[str, Any], str]:
        return korrektur.schritt(text, people)

    def correct(self, state: State, step: Mapping[str, Any]) -> None:
        korrektur.anwenden(state, step)

    def inform(self, state: State, seat: int | None, command: Command, people: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        if isinstance(command, Lage):
            return sicht.lage(sicht.view(state, seat), command.was, people)
        assert isinstance(command, Stapel)
        return sicht.stapel(state, command.karte)

    def forecast(self, state: State, seat: int, command: Command, people: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        """Prices with their reasons, before the purchase."""
        if not isinstance(command, Kaufe) or seat != state.active:
            return [], ()
        prices = {card: preis(state, card) for card in command.karten}
        total = sum(prices[card].total for card in command.karten)
        lines = [price.explain() + "." for price in prices.values()]
        left, buys = state.muenzen - total, state.kaeufe - len(command.karten)
        lines.append(f"Von {many(state.muenzen, 'Münze', 'Münzen')} blieben {left}, dazu {many(buys, 'Kauf', 'Käufe')}.")
        return lines, tuple(dict.fromkeys(cite for price in prices.values() for cite in price.cites))

    def sums(self, state: State, seat: int, command: Command) -> list[Calculation]:
        return [preis(state, card) for card in dict.fromkeys(command.karten)] if isinstance(command, Kaufe) else []

    def odds(self, state: State, seat: int, events: Sequence[Event], shuffled: Sequence[Sequence[Any]]) -> tuple[list[str], tuple[str, ...]]:
        return chancen(state, seat, events, shuffled)

    def about(self, state: State, command: Command, asked: list[str]) -> bool:
        return augenblick.about(state, command, asked)

    def tries(self, state: State, seat: int) -> list[Command]:
        return augenblick.tries(state, seat)

    def threat(self, state: State, by: int, who: str, seat: int) -> tuple[str, str, tuple[str, ...]] | None:
        return augenblick.threat(state, by, who)

    def asked(self, state: State, about: str, seat: int, who: str, asked: list[str], people: Sequence[str]) -> tuple[str, str, tuple[str, ...]] | None:
        return augenblick.gefragt(state, about, seat, asked) if not who else None

    def order(self, state: State) -> list[int]:
        return [(state.active + n) % len(state.players) for n in range(len(state.players))]

    def problems(self, state: State) -> list[str]:
        return fehler(state)

    def in_sight(self, state: State) -> frozenset[str]:
        return frozenset((*state.vorrat, *state.projekte, *state.artefakte))

    def parse_options(self, text: str) -> dict[str, Any]:
        return parse(text)

    def arrange(self, state: State, position: Mapping[str, Any], players: Sequence[str]) -> None:
        """Bring a fresh position into the one a case describes. Cards by German name or id, `"3 Kupfer"` for several; piles from the top.

        Of the table: `am_zug` (a player's name, default the first), `phase` (`beginn` runs the start of the turn, `aktion` is the default,
        `kauf`, `aufraeumen`), `aktionen`, `kaeufe`, `muenzen`, `koenigreich` (list; replaces the kingdom, with its artifacts), `projekte` (list),
        `platin` (true), `vorrat` (pile -> number; others keep their size), `muell` (list), `zug`, and what this turn has seen so far:
        `gekauft`, `karten_gekauft`, `erfinder`, `priester`, `fortschritt`, `haendlerin`, `silber`, `aktionen_gespielt`, `aktion_genommen`.

        Of a player, under the player's name: `hand`, `deck`, `ablage` (each empty unless given), `im_spiel` (played this turn), `dauer` (durations
        of an earlier turn: `{karte, ladung, verdeckt}`), `taler`, `dorfbewohner`, `projekte`, `artefakte`, `plan_marker`, `zuege`.

        `full_view` shows all of it under the same keys: `spieler.<name>.hand` and so on. Shuffles of a case keep the order, so the top of
        the discard pile becomes the top of the deck.
        """
        stellen(state, position, players)


GAME = Dominion()
