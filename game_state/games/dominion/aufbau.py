"""Before the game: options as players write them, and the set-up (Grundregeln > Spielaufbau, Spielvorbereitung)."""

import re
from collections import Counter
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from pydantic import Field

from game_state.dice import Dice
from game_state.game import Options
from game_state.games.dominion.cards import ALL, ARTIFACTS, KINGDOM, PROJECTS, SETS, SUPPLY_ORDER, KingdomSet, name, names, pile_size
from game_state.games.dominion.state import Player, State
from game_state.games.dominion.verben import SCHAUT_ZU
from game_state.verdict import Refused, refuse_unless
from rules_dsl.fold import fold
from rules_dsl.games.dominion.commands import CARDS
from rules_dsl.numbers import NUMBER_WORDS

STAPEL = 10  # kingdom piles
EMPFOHLEN = 2  # projects
SIMILAR = 0.85  # a misspelt name of a set
WAEHLEN, PROJEKTE = "Grundregeln > Königreich auswählen", "Spielvorbereitung > Projekte"
START = ("kupfer",) * 7 + ("anwesen",) * 3
ALWAYS = ("kupfer", "silber", "gold", "anwesen", "herzogtum", "provinz", "fluch")


class DominionOptions(Options):
    """`koenigreich` and `projekte` may be shorter than what is played; chance fills the kingdom."""

    koenigreich: list[str] = Field(default_factory=list)
    projekte: list[str] | None = None
    projekte_zahl: int | None = None
    platin: bool = False
    aus: str = ""  # the only box chance draws from: basis2, renaissance


# -- what players write ---------------------------------------------------------------------------------------------

_HEADS = re.compile(
    r"\b(ohne projekte?|(?:mit |dem )*projekt(?:en?)?|(?:mit )?karten|koenigreich|(?:mit |ohne )?platin(?: und kolonien?)?"
    r"|(?:mit |ohne )?kolonien?(?: und platin)?|zufall|zufaellig|random|(?:karten)?satz|set|nur (?:mit )?(?:renaissance|basisspiel|basis))\b[:,]?"
)


def parse(text: str) -> dict[str, Any]:
    """`zufall`, a set's name, `karten A, B …`, `projekte A, B` or `projekte 2`, `platin`, `nur renaissance`, in any order."""
    folded = re.sub(r"\b(\w+) (projekten?)\b", lambda m: f"{m[2]} {m[1]}" if m[1].isdigit() or m[1] in NUMBER_WORDS else m[0], fold(text).strip(" ,.;"))
    options: dict[str, Any] = {}
    set_ = _named_set(folded)
    if set_ is not None:
        found, rest = set_
        _playable(found)
        options |= {"koenigreich": list(found.kingdom), "projekte": list(found.projects)}
        folded = rest
    parts = _HEADS.split(folded)
    _leftover(parts[0], text, options)
    for head, body in zip(parts[1::2], parts[2::2], strict=True):
        body = body.strip(" ,.;")
        if head.startswith("ohne projekt"):
            options |= {"projekte": [], "projekte_zahl": None}
            _leftover(body, text, options)
        elif "projekt" in head:
            _projekte(body, options)
        elif head.endswith(("karten", "koenigreich")):
            options["koenigreich"] = _koenigreich(body)
        elif "platin" in head or "kolonie" in head:
            options["platin"] = not head.startswith("ohne")
            _leftover(body, text, options)
        elif head.startswith("nur"):
            options |= {"aus": "renaissance"} if head.endswith("renaissance") else {"aus": "basis2", "projekte": []}
            _leftover(body, text, options)
        elif head.startswith(("zuf", "random")):
            options |= {"koenigreich": [], "projekte": options.get("projekte")}
            _leftover(body, text, options)
        else:
            _leftover(body, text, options)
    return options


def _named_set(folded: str) -> tuple[KingdomSet, str] | None:
    for set_ in SETS:
        if fold(set_.name) in folded:
            return set_, folded.replace(fold(set_.name), " ", 1)
    named = {fold(set_.name): set_ for set_ in SETS}
    for part in folded.split(","):
        for close in get_close_matches(part.strip(), named, 1, SIMILAR):
            return named[close], folded.replace(part, " ", 1)
    return None


def _playable(set_: KingdomSet) -> None:
    offered = [f"start {fold(other.name)}" for other in SETS if not other.needs]
    refuse_unless(
        not set_.needs, f"Der Kartensatz {set_.name} braucht auch {' und '.join(set_.needs)}; hier gibt es das Basisspiel (2. Edition) und Renaissance.",
        set_.section, instead=offered, code="other_expansion",
    )


def _leftover(body: str, text: str, options: dict[str, Any]) -> None:
    """Names without a heading are taken for what they are."""
    body = re.sub(r"\b(?:mit|dem|den|der|die|das)\b", " ", body)
    body = re.sub(r"\bund\b", ",", body).strip(" ,.;")
    if not body:
        return
    try:
        ids = _ids(body)
    except Refused:
        sets = ", ".join(set_.name for set_ in SETS if not set_.needs)
        raise Refused(
            f"„{text.strip()}“ verstehe ich nicht als Aufbau. Es gibt: zufall, einen Kartensatz ({sets}), karten …, projekte …, ohne projekte, platin.",
            (WAEHLEN,), None, ("start zufall", "start erstes spiel", "start karten Markt, Dorf, Schmiede"), "unknown_option",
        ) from None
    cards, projects = [c for c in ids if c in KINGDOM], [c for c in ids if c in PROJECTS]
    if cards:
        options["koenigreich"] = _koenigreich(",".join(cards))
    if projects:
        options["projekte"] = projects


def _ids(body: str) -> list[str]:
    """Card names, separated by commas or „und“; several words may be one name."""
    found = []
    for part in re.split(r",|;|\bund\b|\n", body):
        word = part.strip(" .").replace("_", " ")
        if not word:
            continue
        id_ = CARDS.by_form.get(word)
        if id_ is None:
            near = sorted({c for form, c in CARDS.by_form.items() if form.startswith(word)})
            if len(near) != 1:
                meant = " Meinst du " + " oder ".join(name(c) for c in near[:4]) + "?" if near else ""
                raise Refused(f"Eine Karte „{word}“ kenne ich nicht.{meant}", (WAEHLEN,), None, (), "unknown_card")
            id_ = near[0]
        found.append(id_)
    return found


def _koenigreich(body: str) -> list[str]:
    cards = _ids(body)
    wrong = [card for card in cards if card not in KINGDOM]
    refuse_unless(not wrong, f"{names(wrong)} gehört nicht ins Königreich; dort liegen nur Königreich-Karten.", WAEHLEN, code="no_kingdom_card")
    twice = sorted({card for card in cards if cards.count(card) > 1})
    refuse_unless(not twice, f"{names(twice)} ist doppelt genannt; die 10 Königreich-Karten sind verschieden.", WAEHLEN, code="twice")
    refuse_unless(len(cards) <= STAPEL, f"Das sind {len(cards)} Königreich-Karten; es liegen genau {STAPEL} aus.", WAEHLEN, code="too_many")
    return cards


def _projekte(body: str, options: dict[str, Any]) -> None:
    number = NUMBER_WORDS.get(body) if not body.isdigit() else int(body)
    if number is not None:
        refuse_unless(0 <= number <= len(PROJECTS), f"Es gibt {len(PROJECTS)} Projekte; {number} geht nicht.", PROJEKTE, code="too_many")
        options |= {"projekte": None, "projekte_zahl": number}
        return
    projects = list(dict.fromkeys(_ids(body)))
    wrong = [card for card in projects if card not in PROJECTS]
    refuse_unless(not wrong, f"{names(wrong)} ist kein Projekt; es gibt {len(PROJECTS)}: {names(PROJECTS)}.", PROJEKTE, code="no_project")
    options |= {"projekte": projects, "projekte_zahl": None}


# -- set-up -----------------------------------------------------------------------------------------------------------


def aufbauen(options: DominionOptions, players: int, dice: Dice) -> State:
    kingdom, projects = auslosen(options, dice)
    base = [*ALWAYS, "platin", "kolonie"] if options.platin else list(ALWAYS)
    piles = sorted([*base, *kingdom], key=lambda card: SUPPLY_ORDER[card])
    state = State(
        [Player() for _ in range(players)], {card: pile_size(card, players) for card in piles}, sorted(kingdom, key=lambda c: SUPPLY_ORDER[c]), projects,
        artefakte(kingdom),
    )
    merken(state)
    for player in state.players:
        player.deck = list(START)
        dice.shuffle(player.deck)
        player.hand = [player.deck.pop() for _ in range(5)]
    state.active = dice.choose(range(players), "Startspieler")
    return state


def auslosen(options: DominionOptions, dice: Dice) -> tuple[list[str], list[str]]:
    """Place holders of cards and projects are mixed and turned up until 10 kingdom cards lie there; at most 2 projects stay."""
    for card in [*options.koenigreich, *(options.projekte or [])]:
        refuse_unless(card in KINGDOM or card in PROJECTS, f"„{card}“ ist weder Königreich-Karte noch Projekt.", WAEHLEN, code="unknown_card")
    kingdom = list(options.koenigreich)
    projects: list[str] = []
    rest = [card for card in (*KINGDOM, *PROJECTS) if card not in kingdom and options.aus in ("", ALL[card].set)]
    if len(kingdom) < STAPEL or (options.projekte is None and options.projekte_zahl):
        dice.shuffle(rest)
        for card in rest:
            if len(kingdom) == STAPEL and options.projekte_zahl is None:
                break
            if card in PROJECTS:
                projects.append(card)
            elif len(kingdom) < STAPEL:
                kingdom.append(card)
    if options.projekte is not None:
        return kingdom, list(options.projekte)
    if options.koenigreich and options.projekte_zahl is None:
        return kingdom, []
    return kingdom, projects[: EMPFOHLEN if options.projekte_zahl is None else options.projekte_zahl]


def artefakte(kingdom: Iterable[str]) -> list[str]:
    """The artifacts that belong to the cards of this game."""
    wanted = {artefakt for card in kingdom for artefakt in ALL[card].artifacts}
    return [artefakt for artefakt in ARTIFACTS if artefakt in wanted]


def merken(s: State) -> None:
    """What can happen in this game at all, so that nothing is asked for in vain."""
    owned = {card for player in s.players for card in player.kartensatz()}
    s.beim_nehmen = not SCHAUT_ZU.isdisjoint([*s.koenigreich, *s.projekte, *owned])
    s.burggraben = "burggraben" in owned


def fehler(s: State) -> list[str]:
    """What is wrong with a position in itself: cards that got lost or came from nowhere, numbers below zero."""
    found = [f"{name(card)}: {count} im Vorrat." for card, count in s.vorrat.items() if count < 0]
    numbers = [s.aktionen, s.kaeufe, s.muenzen, *(n for p in s.players for n in (p.taler, p.dorfbewohner, p.plan_marker))]
    if min(numbers) < 0:
        found.append("Eine Zahl ist kleiner als 0.")
    owned = Counter(card for player in s.players for card in player.kartensatz()) + Counter(s.muell)
    for card, count in s.vorrat.items():
        whole = pile_size(card, len(s.players)) + START.count(card) * len(s.players)
        if count + owned[card] != whole:
            found.append(f"{name(card)}: {count + owned[card]} statt {whole} Karten.")
    holders = Counter(artefakt for player in s.players for artefakt in player.artefakte)
    found += [f"{name(artefakt)} ist mehrfach vergeben." for artefakt, count in holders.items() if count > 1]
    return found
