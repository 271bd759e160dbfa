"""Numbers that explain themselves: prices, stabilisation, payouts, income."""

from game_state.games.renaissance.facts import ADVANCES, CARD_PRICES, CARDS, GOODS, SECTIONS, kind_of
from game_state.games.renaissance.state import Persoenlichkeit, State, cost_of, credit_of
from game_state.verdict import Calculation
from rules_dsl.games.renaissance.commands import CARDS as CARD_NAMES
from rules_dsl.games.renaissance.commands import GOODS as GOOD_NAMES
from rules_dsl.games.renaissance.commands import Buy

_KINDS = {kind_of(card): CARDS[card] for card in CARDS}
BOOST = {"walter_ohne_geld": "kreuzzuege", "marco_polo": "einfall_der_mongolen"}


def cite_card(kind: str) -> str:
    """The paragraph of a history card."""
    return SECTIONS["card"][kind]


def cite_advance(letter: str) -> str:
    return SECTIONS["advance"][letter]


def discount(s: State, kind: str, letter: str) -> int:
    """A.3: what a personality takes off this advance; Walter and Marco Polo give more in the round of their event."""
    card = _KINDS[kind]
    if BOOST.get(kind, "-") in s.gespielt:
        return card.special.get(letter, 0)
    return listed(kind, letter)


def listed(kind: str, letter: str) -> int:
    """A.3: the discount without its event."""
    return _KINDS[kind].discounts.get(letter, 0)


def patron_limit(s: State, leader: Persoenlichkeit) -> int:
    """9.3.3: how many players may claim it: the first none, the second one, the third two, others any number."""
    return leader.slot - 1 if leader.slot else s.players


def claimable(s: State, seat: int, leader: Persoenlichkeit) -> bool:
    """9.3.3 > Patronatsrecht."""
    if not s.spieler[seat].has("E") or leader.seat == seat:
        return False
    return seat in leader.patrone or len(leader.patrone) < patron_limit(s, leader)


def price(s: State, seat: int, letter: str, buy: Buy | None = None) -> tuple[Calculation, list[Persoenlichkeit]]:
    """9.4.2: what an advance costs this player now, and which foreign personalities he claims for it: all, or those the order names."""
    p, advance = s.spieler[seat], ADVANCES[letter]
    found = Calculation("Preis").add(advance.name, cost_of(s, letter), cite_advance(letter))
    for other, bought in p.fortschritte.items():
        credit = credit_of(s, other)
        if ADVANCES[other].group == advance.group and bought < s.runde and credit:
            found.add(f"Nachlaß {ADVANCES[other].name}", -credit, SECTIONS["group"][advance.group])
    if p.has("X") and advance.group not in ("religion", "gesellschaft"):
        found.add("Institutsforschung", -10, "C > Institutsforschung")
    claims = []
    for leader in s.persoenlichkeiten:
        off = discount(s, leader.card, letter)
        if off and leader.seat == seat:
            found.add(CARD_NAMES.text(leader.card), -off, cite_card(leader.card))
    for leader in s.persoenlichkeiten:
        off = discount(s, leader.card, letter)
        if off and (buy is None or buy.claims(leader.card)) and found.total > 0 and claimable(s, seat, leader):
            found.add(f"{CARD_NAMES.text(leader.card)} durch Patronatsrecht", -off, "9.3.3 > Patronatsrecht")
            claims.append(leader)
    if found.total < 0:
        found.add("nicht unter 0", -found.total, "9.4.2 > Nachlässe")
    return found, claims


def stabilisation(s: State, seat: int, cards: int | None = None) -> Calculation:
    """9.4.3: 1 + 2 + … for the cards in hand; Mittelstand halves it."""
    n = len(s.spieler[seat].hand) if cards is None else cards
    found = Calculation("Stabilisierung")
    for number in range(1, n + 1):
        found.add(f"{number}. Karte", number, "9.4.3 > Stabilisierung" if number == 1 else "")
    if s.spieler[seat].has("Z") and n:
        found.add("Mittelstand", -(found.total // 2), "9.6 > Mittelstand")
    return found


def provinces(count: int) -> str:
    return "eine Provinz" if count == 1 else f"{count} Provinzen"


def payout(s: State, seat: int, good: str) -> Calculation:
    """9.3.1: base value times the square of the field in the row; shortage, surplus and Manufakturen move the field."""
    n = s.count(seat, good)
    name, level = GOOD_NAMES.text(good), s.markt.get(good, 0)
    found = Calculation("Auszahlung")
    if n == 0:
        return found.add(f"keine Provinz mit {name}", 0, "9.3.1")
    base, field = GOODS[good].base, n
    found.add(f"für {provinces(n)} mit {name} ({base} × {n}²)", base * n * n, "9.3.1")
    for move, label, cite in (
        (1 if level > 0 else -1 if level < 0 else 0, "Mangel" if level > 0 else "Überfluß", "9.6.1"),
        (int(s.spieler[seat].has("M")), "Manufakturen", "9.3.1 > Manufakturen"),
    ):
        if move:
            found.add(f"{label} (Feld {field + move})", base * ((field + move) ** 2 - field ** 2), cite)
            field += move
    return found


def level(n: int) -> str:
    """9.6.1: the markers that lie at a good; two rolls and the Mühlen can bring three."""
    if n == 0:
        return "ausgeglichen"
    return ("Mangel" if n > 0 else "Überfluß") + (f" ({({2: 'zwei', 3: 'drei'}).get(abs(n), abs(n))} Marker)" if abs(n) > 1 else "")


def income(s: State, seat: int) -> Calculation:
    """9.6: 15 and, for each province, as many ducats as players began."""
    p = s.spieler[seat]
    found = Calculation("Einkommen").add("Grundbetrag", 15, "9.6")
    if p.controls:
        found.add(f"für {provinces(p.controls)} (je {s.players})", p.controls * s.players, "9.6")
    if p.has("Z"):
        found.add("Mittelstand", 10, "9.6 > Mittelstand")
    return found


def bank_bonus(s: State, seat: int) -> Calculation:
    """9.6 > Bankwesen: the cash doubles, at most by the income; Mittelstand raises that limit by 10."""
    p, earned = s.spieler[seat], income(s, seat).total
    cash, limit = p.bargeld, earned
    found = Calculation("Bankwesen")
    if p.has("Z") and s.liest("mittelstand_bankwesen", "bargeld"):
        cash, limit = cash + 10, earned - 10
    found.add("Bargeld am Ende der Expansion", cash, "9.6 > Bankwesen")
    if cash > limit:
        found.add(f"höchstens das Einkommen {limit}", limit - cash, "9.6 > Mittelstand" if p.has("Z") else "9.6 > Bankwesen")
    return found


def card_price(s: State) -> int:
    """9.5.1: 3 markers for the first buyer of the phase, each later one pays more."""
    prices = (3, 6, 9, 12, 18, 18) if s.liest("kartenpreis", "kurz") else CARD_PRICES
    return prices[min(s.kartenkaeufe, len(prices) - 1)]


def score(s: State, seat: int) -> Calculation:
    """11.2: advances and cash less misery."""
    p = s.spieler[seat]
    found = Calculation("Punkte").add(f"{len(p.fortschritte)} Fortschritte", sum(cost_of(s, a) for a in p.fortschritte), "11.2")
    return found.add("Bargeld", p.bargeld, "11.2").add("Elend", -p.elend, "11.2")
