"""One door per verb: mix, draw, discard, turn up, trash, gain, receive, play. Special rules hook in here and nowhere else."""

from collections.abc import Callable, Sequence
from typing import NoReturn

from game_state.ask import AskAll, Play
from game_state.games.dominion.asks import CardsAsk, Effekt, OrderAsk, PileAsk, ReactionAsk, declines
from game_state.games.dominion.cards import AKTION, ALL, ANGRIFF, CITE, PUNKTE, name, names
from game_state.games.dominion.kosten import ist_geld
from game_state.games.dominion.state import Played, Player, Ref, State
from rules_dsl.command import Command
from rules_dsl.games.dominion.commands import DeckeAuf, Entsorge, LegeAuf, LegeBeiseite, Spiele

Wirkung = Callable[[Ref, Played, frozenset[int]], Play[None]]
WIRKUNGEN: dict[str, Wirkung] = {}  # what a card does beyond its plus, filled by the files of the cards

MISCHEN, ABLEGEN, AUFDECKEN, NEHMEN = "Grundregeln > Nachziehen und Mischen", "Grundregeln > Ablegen", "Begriffe > Aufdecken", "Begriffe > Nehmen"
ENTSORGEN, TALER, ARTEFAKTE = "Grundregeln > Entsorgen", "Neue Regeln > Taler & Dorfbewohner", "Neue Regeln > Artefakte"
NOBODY: frozenset[int] = frozenset()


def wirkung(card: str) -> Callable[[Wirkung], Wirkung]:
    def add(function: Wirkung) -> Wirkung:
        WIRKUNGEN[card] = function
        return function

    return add


# -- the own piles ------------------------------------------------------------------------------------------------


def bereit(r: Ref, seat: int, count: int) -> Play[None]:
    """Make the deck long enough if the discard pile allows it: what is left of it stays on top."""
    player = r.state.players[seat]
    if len(player.deck) < count and player.ablage:
        chosen = None
        if "sternenkarte" in player.projekte:
            chosen = yield from sternenkarte(r, seat)
        mischen(r, seat, chosen)


def sternenkarte(r: Ref, seat: int) -> Play[str | None]:
    """One of the cards to be mixed comes to the top of them. The rest of the deck may be looked at."""
    player = r.state.players[seat]
    r.note("sieht_durch", seat, (len(player.ablage),), CITE["sternenkarte"], reveals=True)
    prompt = f"Du mischst {names(player.ablage)}. Mit der Sternenkarte darfst du eine davon nach oben legen."
    if player.deck:
        prompt += f" Ohnehin darüber: {names(player.deck)}."
    cite = CITE["sternenkarte"]
    command = yield PileAsk(seat, LegeAuf, player.ablage, 0, 1, prompt, cite, MISCHEN, public="mischt mit der Sternenkarte")
    if declines(command):
        return None
    card: str = command.karten[0]
    r.note("sternenkarte", seat, (), cite, secret=(card,), knows=(seat,), reveals=True)
    return card


def mischen(r: Ref, seat: int, on_top: str | None = None) -> None:
    player = r.state.players[seat]
    cards, player.ablage = player.ablage, []
    count = len(cards)
    if on_top is not None:
        cards.remove(on_top)
    r.dice.shuffle(cards)
    if on_top is not None:
        cards.append(on_top)
    player.deck = cards + player.deck
    r.note("mischt", seat, (count,), MISCHEN, reveals=True)


def vom_deck(r: Ref, seat: int, count: int) -> list[str]:
    """The top cards, first drawn first. After `bereit`."""
    player = r.state.players[seat]
    deck = player.deck
    if count <= 0 or not deck:
        return []
    player.bekannt = max(0, player.bekannt - count)
    cards = deck[-count:]
    del deck[-count:]
    cards.reverse()
    return cards


def ziehen(r: Ref, seat: int, count: int, *cites: str) -> Play[list[str]]:
    if count <= 0:
        return []
    yield from bereit(r, seat, count)
    cards = vom_deck(r, seat, count)
    r.state.players[seat].hand += cards
    r.note("zieht", seat, (len(cards), count), *cites, secret=tuple(cards), knows=(seat,), reveals=True)
    return cards


def ablegen(r: Ref, seat: int, cards: Sequence[str], *cites: str) -> None:
    """From the hand. Of several cards only the top one is seen."""
    if not cards:
        return
    player = r.state.players[seat]
    for card in cards:
        player.hand.remove(card)
    player.ablage += cards
    r.note("legt_ab", seat, (len(cards), cards[-1]), *cites, secret=tuple(cards), knows=(seat,))


def auflegen(r: Ref, seat: int, cards: Sequence[str], *cites: str) -> None:
    """From the hand onto the deck, the first named on top."""
    player = r.state.players[seat]
    for card in cards:
        player.hand.remove(card)
    player.obenauf(cards)
    r.note("legt_auf", seat, (len(cards),), *cites, secret=tuple(cards), knows=(seat,))


def aufdecken(r: Ref, seat: int, cards: Sequence[str], *cites: str, hand: bool = False) -> None:
    """Turning up is an event of its own: each Patron among the cards gives its owner a Taler."""
    r.note("deckt_auf", seat, (tuple(cards), hand), *cites, AUFDECKEN, reveals=True)
    patrone = sum(1 for card in cards if card == "patron")
    if patrone:
        bonus(r, seat, CITE["patron"], "patron", taler=patrone)


# -- bonuses, artifacts -------------------------------------------------------------------------------------------


def bonus(r: Ref, seat: int, cite: str, source: str, muenzen: int = 0, taler: int = 0, dorfbewohner: int = 0, aktionen: int = 0, kaeufe: int = 0) -> None:
    s = r.state
    player = s.players[seat]
    player.taler += taler
    player.dorfbewohner += dorfbewohner
    s.muenzen += muenzen
    s.aktionen += aktionen
    s.kaeufe += kaeufe
    r.note("bonus", seat, (source, muenzen, taler, dorfbewohner, aktionen, kaeufe), cite)


def erhalten(r: Ref, seat: int, artefakt: str, *cites: str) -> None:
    """An artifact comes from the table or from whoever has it."""
    s = r.state
    before = next((n for n, player in enumerate(s.players) if artefakt in player.artefakte), None)
    if before is not None:
        s.players[before].artefakte.remove(artefakt)
    s.players[seat].artefakte.append(artefakt)
    r.note("erhaelt", seat, (artefakt, before), *cites, CITE[artefakt], ARTEFAKTE)


# -- several effects at once --------------------------------------------------------------------------------------


def der_reihe_nach(r: Ref, seat: int, effekte: list[Effekt], still: Callable[[Effekt], bool] = lambda _: True) -> Play[None]:
    """Their owner orders them; `still` tells whether one of them is still possible."""
    while effekte := [effekt for effekt in effekte if still(effekt)]:
        number, answer = 0, None
        if len({effekt.name for effekt in effekte}) > 1:
            ask = OrderAsk(seat, effekte)
            command = yield ask
            if declines(command):
                return
            chosen = ask.chosen(command)
            assert chosen is not None
            number, answer = chosen
        effekt = effekte.pop(number)
        if effekt.ask is not None and answer is None:
            answer = yield effekt.ask()
        yield from effekt.run(answer)


# -- trashing -----------------------------------------------------------------------------------------------------


def entsorgen(r: Ref, seat: int, cards: Sequence[str], *cites: str, zone: str = "hand", priester: bool = False, tunnel: bool = False) -> Play[None]:
    """All named cards go to the trash together; then everything that looks at it. `priester`: the own trashing of a Priester."""
    s = r.state
    player = s.players[seat]
    if zone == "hand":
        for card in cards:
            player.hand.remove(card)
    s.muell += cards
    if cards:
        r.note("entsorgt", seat, (tuple(cards), zone), *cites, ENTSORGEN)
        if s.priester and seat == s.active:
            bonus(r, seat, CITE["priester"], "priester", muenzen=2 * s.priester * len(cards))
    with_bonus = r.readings.get("abwassertunnel_priester", "mit_bonus") == "mit_bonus"
    if priester and with_bonus:
        s.priester += 1
    for card in cards:
        yield from _beim_entsorgen(r, seat, card, tunnel)
    if priester and not with_bonus:
        s.priester += 1


def _beim_entsorgen(r: Ref, seat: int, card: str, tunnel: bool) -> Play[None]:
    if card == "seidenhaendlerin":
        bonus(r, seat, CITE[card], card, taler=1, dorfbewohner=1)
    elif card == "fahnentraeger":
        erhalten(r, seat, "fahne", CITE[card])
    player = r.state.players[seat]
    if "abwassertunnel" in player.projekte and not tunnel and player.hand:
        cite = CITE["abwassertunnel"]
        command = yield CardsAsk(seat, Entsorge, player.hand, 0, 1, "Mit dem Abwassertunnel darfst du noch eine beliebige Handkarte entsorgen.", cite)
        if not declines(command):
            yield from entsorgen(r, seat, command.karten, cite, tunnel=True)


# -- gaining ------------------------------------------------------------------------------------------------------


class Genommen:
    """A card just gained. It can be moved once; who comes second finds it gone."""

    __slots__ = ("card", "to")

    def __init__(self, card: str, to: str) -> None:
        self.card, self.to = card, to

    def pile(self, s: State, seat: int) -> list[str]:
        player = s.players[seat]
        return {"ablage": player.ablage, "hand": player.hand, "deck": player.deck}.get(self.to, [])

    def there(self, s: State, seat: int) -> bool:
        return self.card in self.pile(s, seat)

    def move(self, s: State, seat: int) -> None:
        pile = self.pile(s, seat)
        pile.reverse()
        pile.remove(self.card)  # the topmost of its kind
        pile.reverse()
        if self.to == "deck":
            s.players[seat].bekannt -= 1
        self.to = "weg"


BEIM_NEHMEN = frozenset({"diener", "goldmuenze", "experiment", "fahnentraeger", "seidenhaendlerin", "gewuerze"})
SCHAUT_ZU = frozenset({"akademie", "gildenhaus", "innovation", "strassennetz", "frachtschiff"})


def nehmen(r: Ref, seat: int, card: str, *cites: str, to: str = "ablage", aus: str = "vorrat", noted: bool = False, zweites: bool = False) -> Play[bool]:
    """Begriffe > Nehmen: by purchase or instruction, from the supply unless said otherwise. False if there is none."""
    s = r.state
    if aus == "muell":
        s.muell.remove(card)
    elif not s.vorrat.get(card):
        r.note("leer", seat, (card,), *cites, "Grundregeln > Erhalten/Nehmen")
        return False
    else:
        s.vorrat[card] -= 1
    player = s.players[seat]
    if to == "deck":
        player.obenauf((card,))
    else:
        (player.ablage if to == "ablage" else player.hand).append(card)
    s.leerlauf = 0
    if not noted:
        r.note("nimmt", seat, (card, to, aus), *cites, NEHMEN)
    if card == "burggraben":
        s.burggraben = True
    if s.beim_nehmen or card in BEIM_NEHMEN:
        genommen = Genommen(card, to)
        for who in s.ab(s.active):
            if who == seat:
                yield from _beim_nehmen(r, seat, genommen, zweites)
            elif card in PUNKTE and "strassennetz" in s.players[who].projekte:
                yield from ziehen(r, who, 1, CITE["strassennetz"])
    return True


def _beim_nehmen(r: Ref, seat: int, genommen: Genommen, zweites: bool) -> Play[None]:
    """What the gainer gets: bonuses at once, everything with a choice in the order he wants."""
    s = r.state
    card, player = genommen.card, s.players[seat]
    if card == "diener":
        bonus(r, seat, CITE[card], card, dorfbewohner=2)
    elif card == "seidenhaendlerin":
        bonus(r, seat, CITE[card], card, taler=1, dorfbewohner=1)
    elif card == "gewuerze":
        bonus(r, seat, CITE[card], card, taler=2)
    elif card == "fahnentraeger":
        erhalten(r, seat, "fahne", CITE[card])
    if card in AKTION and "akademie" in player.projekte:
        bonus(r, seat, CITE["akademie"], "akademie", dorfbewohner=1)
    if "gildenhaus" in player.projekte and ist_geld(s, card):
        bonus(r, seat, CITE["gildenhaus"], "gildenhaus", taler=1)

    effekte: list[Effekt] = []
    if card == "experiment" and not zweites:
        effekte.append(Effekt("experiment", lambda _: _zweites_experiment(r, seat)))
    if card == "goldmuenze" and player.hand:
        effekte.append(_goldmuenze(r, seat))
    if seat == s.active:
        if s.angebote or any(played.angebote for played in player.gespielt):  # several ships offer the same; the card can lie on one only
            effekte.append(_frachtschiff(r, seat, genommen))
        if card in AKTION:
            if "innovation" in player.projekte and not s.aktion_genommen:
                effekte.append(_innovation(r, seat, genommen))
            s.aktion_genommen = True
    moving = {"frachtschiff", "innovation"}
    yield from der_reihe_nach(r, seat, effekte, lambda e: e.name not in moving or genommen.there(s, seat))


def _zweites_experiment(r: Ref, seat: int) -> Play[None]:
    yield from nehmen(r, seat, "experiment", CITE["experiment"], zweites=True)


def _goldmuenze(r: Ref, seat: int) -> Effekt:
    def ask() -> CardsAsk:
        hand = r.state.players[seat].hand
        pool = [card for card in hand if card == "kupfer"]
        return CardsAsk(
            seat, Entsorge, hand, 0, 1, "Du nimmst die Goldmünze: Du darfst ein Kupfer aus der Hand entsorgen.", CITE["goldmuenze"], pool=pool,
            why="nur ein Kupfer.",
        )

    def run(command: Command | None) -> Play[None]:
        if isinstance(command, Entsorge):
            yield from entsorgen(r, seat, command.karten, CITE["goldmuenze"])

    return Effekt("goldmuenze", run, ask)


def schiff(player: Player) -> Played | None:
    """The ship that takes the next card: one that stays in play anyway, then one nothing else stays for."""
    held = {id_ for played in player.gespielt for id_ in played.haelt}
    ships = [played for played in player.gespielt if played.angebote]
    return min(ships, key=lambda played: (not played.ladung, played.id in held), default=None)


def _frachtschiff(r: Ref, seat: int, genommen: Genommen) -> Effekt:
    """An offer for each card gained, until every play of a ship has taken one."""
    card = genommen.card

    def ask() -> CardsAsk:
        prompt = f"Du darfst {name(card)} auf dein Frachtschiff beiseitelegen."
        return ShownCardAsk(seat, LegeBeiseite, [card], 0, 1, prompt, CITE["frachtschiff"])

    def run(command: Command | None) -> Play[None]:
        if isinstance(command, LegeBeiseite):
            genommen.move(r.state, seat)
            played = None if r.state.angebote else schiff(r.state.players[seat])
            if played is None:
                r.state.angebote -= 1
                r.state.players[seat].ladung.append(card)
            else:
                played.angebote -= 1
                played.ladung.append(card)
            r.note("laedt", seat, (card,), CITE["frachtschiff"], "Begriffe > Zur Seite legen")
        yield from ()

    return Effekt("frachtschiff", run, ask)


def _innovation(r: Ref, seat: int, genommen: Genommen) -> Effekt:
    """Only the first action gained in a turn; it must still lie where it was gained to."""
    card = genommen.card

    def ask() -> CardsAsk:
        return ShownCardAsk(seat, Spiele, [card], 0, 1, f"Mit der Innovation darfst du {name(card)} sofort ausspielen.", CITE["innovation"])

    def run(command: Command | None) -> Play[None]:
        if isinstance(command, Spiele):
            genommen.move(r.state, seat)
            yield from ausspielen(r, auslegen(r.state, card), CITE["innovation"])

    return Effekt("innovation", run, ask)


class ShownCardAsk(CardsAsk):
    """The one card just gained."""

    __slots__ = ()
    place = "die Karte, die du gerade nimmst"

    def missing(self, card: str, wanted: int, there: int) -> NoReturn:
        self.refuse(f"Es geht jetzt nur um {names(self.zone)}.", "not_there")


# -- playing ------------------------------------------------------------------------------------------------------


def auslegen(s: State, card: str) -> Played:
    """Put a card into the play area of the player whose turn it is."""
    played = Played(s.next_id, card, s.zug)
    s.next_id += 1
    s.spieler.gespielt.append(played)
    return played


def im_spiel(s: State, played: Played) -> bool:
    return any(other.id == played.id for other in s.spieler.gespielt)


def ausspielen(r: Ref, played: Played, *cites: str) -> Play[None]:
    """Every play of a card goes through here, also repeated ones. Zitadelle repeats the first action of the turn."""
    s = r.state
    first = played.card in AKTION and s.aktionen_gespielt == 0
    yield from _einmal(r, played, *cites)
    if first and "zitadelle" in s.spieler.projekte:
        yield from _einmal(r, played, CITE["zitadelle"])


def _einmal(r: Ref, played: Played, *cites: str) -> Play[None]:
    """Reactions of others, then the plus of the card, then its instructions."""
    s = r.state
    card = played.card
    if card in AKTION:
        s.aktionen_gespielt += 1
    r.note("spielt", s.active, (card,), CITE[card], *cites)
    immun = NOBODY
    if card in ANGRIFF and s.burggraben:
        immun = yield from reaktionen(r, card)
    if card != "gelehrte":  # her cards come last
        yield from plus(r, card)
    does = WIRKUNGEN.get(card)
    if does is not None:
        yield from does(r, played, immun)


def plus(r: Ref, card: str) -> Play[None]:
    """+ cards, actions, buys, coins, tokens. Outside of the action phase + actions are lost."""
    s = r.state
    given = ALL[card].plus
    if not given:
        return
    seat = s.active
    if "cards" in given:
        yield from ziehen(r, seat, given["cards"], CITE[card])
    aktionen = given.get("actions", 0) if s.phase in ("beginn", "aktion") else 0
    if len(given) > ("cards" in given):
        bonus(
            r, seat, CITE[card], card, given.get("coins", 0), given.get("coffers", 0), given.get("villagers", 0), aktionen, given.get("buys", 0),
        )


def reaktionen(r: Ref, attack: str) -> Play[frozenset[int]]:
    """Grundregeln > Angriff: before anything of it happens, each of the others may show a Burggraben."""
    s = r.state
    others = s.mitspieler(s.active)
    answers = yield AskAll([ReactionAsk(seat, s.players[seat].hand, attack) for seat in others])
    immun = [seat for seat in others if isinstance(answers[seat], DeckeAuf)]
    for seat in immun:
        r.note("burggraben", seat, (attack,), CITE["burggraben"], reveals=True)
    return frozenset(immun)


def betroffen(s: State, immun: frozenset[int]) -> list[int]:
    """Those an attack hits, from the left neighbour on."""
    return [seat for seat in s.mitspieler(s.active) if seat not in immun]

