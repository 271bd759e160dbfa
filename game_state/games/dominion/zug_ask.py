"""The decision of the player whose turn it is: play, spend tokens, buy, or go on. The same in both phases.

Whoever plays treasures, spends Taler or buys leaves the action phase by that; only a purchase while an action could still be
played is asked back, because it may be an oversight.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from game_state.ask import Ask
from game_state.games.dominion.asks import FERTIG, SINGLE, ZUG_BEENDEN, counted_out, in_order, not_in_supply, said
from game_state.games.dominion.cards import AKTION, ALL, CITE, COST, PLAIN_GELD, VALUE, name, names
from game_state.games.dominion.kosten import KOSTEN, ist_geld, kosten, preis, typen
from game_state.games.dominion.state import State
from game_state.verdict import Calculation, Refused
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import (
    ALLE,
    AlleGelder,
    Dorfbewohner,
    Fertig,
    Genannt,
    Kaufe,
    Nein,
    Spiele,
    Taler,
    ZugBeenden,
)

GELDER = AlleGelder()
EIN_DORFBEWOHNER = Dorfbewohner(zahl=1)
AKTIONSPHASE, KAUFPHASE, GELDPHASE = "Grundregeln > Aktionsphase", "Grundregeln > Kaufphase", "Grundregeln > Geldkarten ausspielen"
TOKENS, PROJEKTE = "Neue Regeln > Taler & Dorfbewohner", "Neue Regeln > Projekte"
STEINE = 2  # wooden cubes of a player


class ZugAsk(Ask):
    """Your turn. Reads the position as it is now, so one of these serves a whole turn."""

    __slots__ = ("state",)
    must = False

    def __init__(self, seat: int, state: State) -> None:
        super().__init__(seat)
        self.state = state

    @property
    def cites(self) -> tuple[str, ...]:  # type: ignore[override]
        return (AKTIONSPHASE,) if self.state.phase == "aktion" else (KAUFPHASE,)

    def prompt(self) -> str:
        s = self.state
        have = f"{many(s.aktionen, 'Aktion', 'Aktionen')}, " if s.phase == "aktion" else ""
        phase = "Aktionsphase" if s.phase == "aktion" else "Kaufphase"
        text = f"Du bist am Zug ({phase}): {have}{many(s.kaeufe, 'Kauf', 'Käufe')}, {many(s.muenzen, 'Münze', 'Münzen')}"
        if s.spieler.taler:
            text += f", {s.spieler.taler} Taler"
        if s.spieler.dorfbewohner:
            text += f", {s.spieler.dorfbewohner} Dorfbewohner"
        return f"{text}. Hand: {names(s.spieler.hand) or 'leer'}. " + (
            "Du darfst Aktionen spielen, dann Geld spielen und kaufen." if s.phase == "aktion"
            else "Du darfst noch kaufen." if s.gekauft else "Du darfst Geldkarten spielen und kaufen."
        )

    def public_prompt(self) -> str:
        return "ist am Zug (Aktionsphase)" if self.state.phase == "aktion" else "ist am Zug (Kaufphase)"

    def passing(self) -> Command | None:
        return FERTIG

    # -- what is possible -----------------------------------------------------------------------------------------

    def aktionen(self) -> list[str]:
        """Action cards that can be played now as actions."""
        s = self.state
        if s.phase != "aktion" or not s.aktionen:
            return []
        return [card for card in dict.fromkeys(in_order(s.spieler.hand)) if card in AKTION]

    def gelder(self) -> list[str]:
        s = self.state
        if s.gekauft:
            return []
        return [card for card in dict.fromkeys(in_order(s.spieler.hand)) if ist_geld(s, card)]

    def kaufbar(self) -> list[str]:
        s = self.state
        if not s.kaeufe:
            return []
        cards = [card for card in s.vorrat if self.left(card) > 0 and kosten(s, card) <= s.muenzen]
        return in_order(cards) + [projekt for projekt in s.projekte if self.projekt_frei(projekt) and COST[projekt] <= s.muenzen]

    def projekt_frei(self, projekt: str) -> bool:
        player = self.state.spieler
        return projekt not in player.projekte and len(player.projekte) < STEINE

    def options(self) -> list[Command]:
        s = self.state
        actions = self.aktionen()
        found: list[Command] = [SINGLE[Spiele][card] for card in actions]
        if s.phase == "aktion" and s.spieler.dorfbewohner:
            found.append(EIN_DORFBEWOHNER)
        money = [card for card in self.gelder() if card not in actions]
        if any(card in PLAIN_GELD for card in money):
            found.append(GELDER)
        found += [SINGLE[Spiele][card] for card in money]
        if s.phase == "kauf" and s.spieler.taler and not s.gekauft:
            found += [Taler(zahl=n) for n in dict.fromkeys((1, s.spieler.taler))]
        if not actions:
            found += [SINGLE[Kaufe][card] for card in self.kaufbar()]
        return [*found, FERTIG, ZUG_BEENDEN] if s.phase == "aktion" else [*found, FERTIG]

    # -- what is refused ------------------------------------------------------------------------------------------

    def meant(self, command: Command) -> Command:
        if isinstance(command, Spiele) and command.alle:
            hand = self.state.spieler.hand
            return said(Spiele, counted_out(command, hand, hand))
        return command

    def check(self, command: Command) -> None:
        command = self.meant(command)
        CHECKS.get(type(command), ZugAsk.not_now)(self, command)

    def fine(self, command: Command) -> None:
        pass

    def refuse(self, text: str, code: str, *cites: str, instead: Sequence[str] | None = None) -> NoReturn:
        raise Refused(text, cites, None, tuple(self.said() if instead is None else instead), code)

    def not_now(self, command: Command) -> None:
        self.refuse(f"„{command.say()}“ passt jetzt nicht: Keine Karte verlangt das gerade. Du bist am Zug.", "nothing_asks", *self.cites)

    def genannt(self, command: Genannt) -> None:
        name_ = command.say()
        self.refuse(f"Was soll mit {name_} geschehen? Sag z. B. „spiele {name_}“ oder „kaufe {name_}“.", "no_verb", *self.cites)

    def spiele(self, command: Spiele) -> None:
        s = self.state
        cards = command.karten
        for card, count in Counter(cards).items():
            self.on_hand(card, count)
        alone = [card for card in cards if card not in PLAIN_GELD] if len(cards) > 1 else []
        if alone:
            self.refuse(f"Mehrere Karten auf einmal gehen nur bei einfachen Geldkarten; spiele {name(alone[0])} einzeln.", "one_by_one", GELDPHASE)
        card = cards[0]
        if card in AKTION and s.phase == "aktion" and s.aktionen:
            return
        if ist_geld(s, card):
            if s.gekauft:
                self.refuse(f"Du hast in diesem Zug schon gekauft; danach spielst du keine Geldkarten mehr ({name(card)}).", "after_purchase", GELDPHASE)
            return
        if card not in AKTION:
            types = ", ".join(typen(s, card))
            self.refuse(f"{name(card)} lässt sich nicht ausspielen: Typ {types}.", "not_playable", "Grundregeln > Kartentypen", CITE[card])
        if s.phase != "aktion":
            text = f"{name(card)} ist eine Aktionskarte; du bist schon in der Kaufphase."
            self.refuse(text, "action_phase_over", "Grundregeln > Zugphasen", AKTIONSPHASE)
        hint = ["nimm 1 dorfbewohner"] if s.spieler.dorfbewohner else None
        self.refuse(f"Du hast keine Aktion mehr (0) und kannst {name(card)} nicht spielen.", "no_actions", AKTIONSPHASE, instead=hint)

    def on_hand(self, card: str, count: int) -> None:
        s = self.state
        there = s.spieler.hand.count(card)
        if there >= count:
            return
        if ALL[card].kind == "artifact":
            self.refuse(f"{name(card)} ist ein Artefakt und wird nicht ausgespielt.", "artifact", "Neue Regeln > Artefakte", CITE[card])
        if ALL[card].kind == "project":
            self.refuse(f"{name(card)} ist ein Projekt und wird nicht ausgespielt.", "project", PROJEKTE, CITE[card])
        if there:
            self.refuse(f"Du hast nur {there} {name(card)} auf der Hand, nicht {count}.", "not_in_hand", *self.cites)
        not_in_supply(s, card)
        self.refuse(f"{name(card)} ist nicht auf deiner Hand; dort sind: {names(s.spieler.hand) or 'keine Karten'}.", "not_in_hand", *self.cites)

    def alle_gelder(self, command: AlleGelder) -> None:
        s = self.state
        if s.gekauft:
            self.refuse("Du hast in diesem Zug schon gekauft; danach spielst du keine Geldkarten mehr.", "after_purchase", GELDPHASE)
        for card in s.spieler.hand:
            if card in PLAIN_GELD:
                return
        single = self.gelder()
        text = f"Du hast nur noch Geldkarten, die du einzeln spielst: {names(single)}." if single else "Du hast keine Geldkarten auf der Hand."
        self.refuse(text, "no_treasures", GELDPHASE)

    def taler(self, command: Taler) -> None:
        s = self.state
        have = s.spieler.taler
        if s.gekauft:
            self.refuse("Taler legst du nur vor deinem ersten Kauf zurück; du hast schon gekauft.", "after_purchase", TOKENS)
        if not have:
            self.refuse("Du hast keine Taler (0).", "no_coffers", TOKENS)
        if s.phase != "kauf":
            self.refuse("Taler löst du nur in der Kaufphase ein; „fertig“ beendet die Aktionsphase.", "buy_phase_only", TOKENS, instead=["fertig"])
        self.number(command.zahl, have, "Taler")

    def dorfbewohner(self, command: Dorfbewohner) -> None:
        s = self.state
        have = s.spieler.dorfbewohner
        if s.phase != "aktion":
            self.refuse("Dorfbewohner löst du nur in der Aktionsphase ein; du bist in der Kaufphase.", "action_phase_only", TOKENS)
        if not have:
            self.refuse("Du hast keine Dorfbewohner (0).", "no_villagers", TOKENS)
        self.number(command.zahl, have, "Dorfbewohner")

    def number(self, wanted: int, have: int, what: str) -> None:
        if wanted > have:
            self.refuse(f"Du hast {have} {what}, nicht {wanted}.", "too_many", TOKENS, instead=[f"nimm {have} {what.lower()}"])
        if wanted < 1 and wanted != ALLE:
            self.refuse(f"Mindestens 1 {what}.", "too_few", TOKENS, instead=[f"nimm 1 {what.lower()}"])

    def kaufe(self, command: Kaufe) -> None:
        s = self.state
        cards = command.karten
        for card, count in Counter(cards).items():
            self.for_sale(card, count)
        actions = self.aktionen()
        if actions:
            text = f"Du bist noch in der Aktionsphase und könntest {names(actions)} spielen ({many(s.aktionen, 'Aktion', 'Aktionen')}); „fertig“ beendet sie."
            self.refuse(text, "actions_left", AKTIONSPHASE, instead=["fertig", *(f"spiele {name(card)}" for card in actions)])
        if s.kaeufe < len(cards):
            self.refuse(f"Du hast {many(s.kaeufe, 'Kauf', 'Käufe')}, nicht {len(cards)}.", "no_buys", KAUFPHASE)
        total = sum(self.price(card) for card in cards)
        if total > s.muenzen:
            self.too_expensive(cards, total)

    def price(self, card: str) -> int:
        return COST[card] if card in self.state.projekte else kosten(self.state, card)

    def left(self, card: str) -> int:
        """Cards in a pile when the purchase comes: the Schatzkiste takes its Gold first."""
        s = self.state
        first = card == "gold" and s.phase == "aktion" and "schatzkiste" in s.spieler.artefakte
        return s.vorrat[card] - first

    def for_sale(self, card: str, count: int) -> None:
        s = self.state
        if ALL[card].kind == "project":
            self.project_for_sale(card, count)
            return
        if ALL[card].kind == "artifact":
            self.refuse(f"{name(card)} ist ein Artefakt; das kann man nicht kaufen.", "artifact", "Neue Regeln > Artefakte", CITE[card])
        not_in_supply(s, card)
        left = self.left(card)
        if left < count:
            text = f"Im Stapel {name(card)} liegen nur noch {left}." if left > 0 else f"Der Stapel {name(card)} ist leer."
            self.refuse(text, "empty_pile", "Grundregeln > Vorrat", instead=self.said(Kaufe))

    def project_for_sale(self, projekt: str, count: int) -> None:
        owned = self.state.spieler.projekte
        if projekt not in self.state.projekte:
            text = f"Das Projekt {name(projekt)} ist in dieser Partie nicht dabei; Projekte: {names(self.state.projekte) or 'keine'}."
            self.refuse(text, "not_in_game", PROJEKTE)
        if projekt in owned or count > 1:
            text = f"Auf {name(projekt)} kommt nur einer deiner Steine" + ("; du hast das Projekt schon." if projekt in owned else ".")
            self.refuse(text, "owned", PROJEKTE)
        if len(owned) >= STEINE:
            self.refuse(f"Du hast keinen Holzstein mehr: Beide liegen auf Projekten ({names(owned)}).", "no_cubes", PROJEKTE)

    def too_expensive(self, cards: tuple[str, ...], total: int) -> None:
        s = self.state
        price: Calculation
        if len(cards) == 1:
            price = preis(s, cards[0])
        else:
            price = Calculation("Zusammen")
            for card in cards:
                price.add(name(card), self.price(card), CITE[card])
        text = f"Du hast {many(s.muenzen, 'Münze', 'Münzen')}, das reicht nicht für {names(cards)} (Kosten {total})."
        instead = self.said(Kaufe)
        if not s.gekauft:
            hand = sum(VALUE[card] for card in s.spieler.hand if card in PLAIN_GELD)
            if hand:
                text += f" Auf der Hand hast du noch Geldkarten für {hand}; spiele sie zuerst."
                instead = ["alle gelder", *instead]
            if s.spieler.taler:
                text += f" Dazu {s.spieler.taler} Taler."
        raise Refused(text, (KAUFPHASE, KOSTEN), price, tuple(instead), "too_expensive")

    def said(self, *verbs: type[Command]) -> list[str]:
        return [option.say() for option in self.options() if not verbs or isinstance(option, verbs)]


def many(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


CHECKS: dict[type[Command], Callable[[ZugAsk, Any], None]] = {
    Spiele: ZugAsk.spiele, AlleGelder: ZugAsk.alle_gelder, Taler: ZugAsk.taler, Dorfbewohner: ZugAsk.dorfbewohner, Kaufe: ZugAsk.kaufe,
    Genannt: ZugAsk.genannt, Fertig: ZugAsk.fine, ZugBeenden: ZugAsk.fine, Nein: ZugAsk.fine,
}
