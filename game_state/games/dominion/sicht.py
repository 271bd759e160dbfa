"""What a seat may know, and the position as German text made from that alone."""

from collections.abc import Mapping, Sequence
from typing import Any

from game_state.games.dominion.asks import in_order
from game_state.games.dominion.cards import ALL, COST, PROJECTS, name, names
from game_state.games.dominion.kosten import kosten, preis, typen
from game_state.games.dominion.state import Played, Player, State
from game_state.games.dominion.wertung import ergebnis, punkte
from game_state.games.dominion.zug_ask import STEINE, TOKENS, many
from rules_dsl.fold import fold
from rules_dsl.games.dominion.commands import CARDS

PHASEN = {"aufbau": "Aufbau", "beginn": "Zugbeginn", "aktion": "Aktionsphase", "kauf": "Kaufphase", "aufraeumen": "Aufräumphase", "ende": "Spielende"}


def _gespielt(played: Played, own: bool) -> dict[str, Any]:
    return {
        "karte": played.card, "zug": played.zug, "ladung": list(played.ladung), "verdeckt": len(played.verdeckt),
        **({"verdeckte": in_order(played.verdeckt)} if own else {}),
    }


def _oeffentlich(player: Player) -> dict[str, Any]:
    """Grundregeln > Ansehen: numbers of cards, the top of the discard pile and everything in play are seen by all."""
    return {
        "handkarten": len(player.hand), "nachziehstapel": len(player.deck), "ablagestapel": len(player.ablage),
        "ablage_oben": player.ablage[-1] if player.ablage else None, "im_spiel": player.im_spiel(),
        "beiseite": len(player.beiseite), "ladung": list(player.ladung), "taler": player.taler, "dorfbewohner": player.dorfbewohner,
        "projekte": list(player.projekte), "artefakte": list(player.artefakte), "plan_marker": player.plan_marker, "zuege": player.zuege,
    }


def _gemeinsam(s: State) -> dict[str, Any]:
    return {
        "am_zug": s.active, "phase": s.phase, "zug": s.zug, "aktionen": s.aktionen, "kaeufe": s.kaeufe, "muenzen": s.muenzen,
        "vorrat": dict(s.vorrat), "kosten": {card: kosten(s, card) for card in s.vorrat}, "koenigreich": list(s.koenigreich), "muell": in_order(s.muell),
        "projekte": list(s.projekte), "artefakte": list(s.artefakte), "gekauft": s.gekauft, "erfinder": s.erfinder, "priester": s.priester,
        "flotte": None if s.flotte is None else list(s.flotte), "burggraben_moeglich": s.burggraben,
    }


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Hidden: hands of others, decks, discard piles below their top, what lies face down. The owner may look at his Forscherin."""
    players = []
    for number, player in enumerate(s.players):
        shown = _oeffentlich(player)
        shown["gespielt"] = [_gespielt(played, number == seat) for played in player.gespielt]
        if number == seat:
            shown["hand"] = in_order(player.hand)
            shown["angesehen"] = in_order(player.beiseite)
        if s.phase == "ende":
            shown["punkte"] = punkte(player).total
        players.append(shown)
    return {**_gemeinsam(s), "spieler": players, "platz": seat}


def full_view(s: State) -> dict[str, Any]:
    """Everything, for cases and tests: piles are listed from the top. Nothing of this goes to a player."""
    players = []
    for player in s.players:
        players.append({
            **_oeffentlich(player), "hand": in_order(player.hand), "deck": player.deck[::-1], "ablage": player.ablage[::-1],
            "beiseite": in_order(player.beiseite), "gespielt": [_gespielt(played, True) for played in player.gespielt],
            "kartensatz": in_order(player.kartensatz()), "karten": len(player.kartensatz()), "punkte": punkte(player).total,
            "holzsteine": STEINE - len(player.projekte) if s.projekte else 0,
        })
    result = ergebnis(s)
    return {
        **_gemeinsam(s), "spieler": players, "plaetze": [] if result is None else result.places, "typen": {card: typen(s, card) for card in s.vorrat},
        "karten_gekauft": s.karten_gekauft, "fortschritt": s.fortschritt, "haendlerin": s.haendlerin,
        "tableaus": any(ALL[card].uses_tokens for card in [*s.koenigreich, *s.projekte]),
    }


# -- text ---------------------------------------------------------------------------------------------------------------


def show(seen: Mapping[str, Any], people: Sequence[str], topic: str = "") -> str:
    wanted = CARDS.by_form.get(fold(topic)) if topic.strip() else None
    if wanted is not None:
        return _karte(seen, people, wanted)
    lines = [
        f"Zug {seen['zug']}: {people[seen['am_zug']]}, {PHASEN[seen['phase']]}; {many(seen['aktionen'], 'Aktion', 'Aktionen')}, "
        f"{many(seen['kaeufe'], 'Kauf', 'Käufe')}, {many(seen['muenzen'], 'Münze', 'Münzen')}.",
        _vorrat(seen),
    ]
    if seen["projekte"]:
        lines.append("Projekte: " + ", ".join(f"{name(p)} (kostet {COST[p]}{_owners(seen, people, p)})" for p in seen["projekte"]) + ".")
    if seen["artefakte"]:
        lines.append("Artefakte: " + ", ".join(f"{name(a)} ({_owner(seen, people, a)})" for a in seen["artefakte"]) + ".")
    lines.append(_muell(seen))
    lines += [_spieler(player, people[number]) for number, player in enumerate(seen["spieler"])]
    return "\n".join(lines)


def _vorrat(seen: Mapping[str, Any]) -> str:
    return "Vorrat: " + ", ".join(f"{name(card)} {count} (kostet {seen['kosten'][card]})" for card, count in seen["vorrat"].items()) + "."


def _muell(seen: Mapping[str, Any]) -> str:
    return f"Müll: {names(seen['muell']) or 'leer'}."


def lage(seen: Mapping[str, Any], was: str, people: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """One part of the position, with the paragraph that makes it public."""
    if was == "muell":
        return _muell(seen), ("Grundregeln > Entsorgen",)
    if was == "vorrat":
        return _vorrat(seen), ("Grundregeln > Vorrat",)
    mats = (f"{who}: {player['taler']} Taler, {player['dorfbewohner']} Dorfbewohner." for who, player in zip(people, seen["spieler"], strict=True))
    return " ".join(mats), (TOKENS,)


def _owners(seen: Mapping[str, Any], people: Sequence[str], projekt: str) -> str:
    owners = [people[n] for n, player in enumerate(seen["spieler"]) if projekt in player["projekte"]]
    return "; hat: " + ", ".join(owners) if owners else ""


def _owner(seen: Mapping[str, Any], people: Sequence[str], artefakt: str) -> str:
    return next((people[n] for n, player in enumerate(seen["spieler"]) if artefakt in player["artefakte"]), "liegt bereit")


def _spieler(player: Mapping[str, Any], who: str) -> str:
    text = f"{who}: Hand {player['handkarten']}, Nachziehstapel {player['nachziehstapel']}, Ablagestapel {player['ablagestapel']}"
    if player["ablage_oben"]:
        text += f" (oben {name(player['ablage_oben'])})"
    if player["im_spiel"]:
        text += f"; im Spiel: {names(player['im_spiel'])}"
    for played in player["gespielt"]:
        if played["ladung"]:
            text += f"; auf {name(played['karte'])}: {names(played['ladung'])}"
        if played["verdeckt"]:
            text += f"; verdeckt auf {name(played['karte'])}: {played['verdeckt']}"
    if player["ladung"]:
        text += f"; für den nächsten Zug beiseite: {names(player['ladung'])}"
    for key, label in (("taler", "Taler"), ("dorfbewohner", "Dorfbewohner"), ("plan_marker", "Marker auf dem Finsteren Plan")):
        if player[key]:
            text += f"; {player[key]} {label}"
    if player["projekte"]:
        text += f"; Projekte: {names(player['projekte'])}"
    if "punkte" in player:
        text += f"; {player['punkte']} Punkte"
    return text + "."


def _karte(seen: Mapping[str, Any], people: Sequence[str], card: str) -> str:
    data = ALL[card]
    text = f"{name(card)} ({', '.join(data.types)}): {data.text}"
    if card in seen["vorrat"]:
        return f"{text} Kostet jetzt {seen['kosten'][card]}, im Stapel {seen['vorrat'][card]}."
    if card in PROJECTS:
        return f"{text} Kostet {data.cost}" + (_owners(seen, people, card) if card in seen["projekte"] else "; in dieser Partie nicht dabei") + "."
    if card in seen["artefakte"]:
        return f"{text} {_owner(seen, people, card)}."
    return f"{text} In dieser Partie nicht dabei."


def stapel(s: State, card: str) -> tuple[str, tuple[str, ...]]:
    """What a card costs now and why, and how many are left."""
    data = ALL[card]
    if data.kind == "artifact":
        return f"{name(card)} ist ein Artefakt und hat keinen Preis.", (data.section, "Neue Regeln > Artefakte")
    price = preis(s, card)
    text = price.explain() + "."
    if card in s.vorrat:
        text += f" Im Stapel {'liegt' if s.vorrat[card] == 1 else 'liegen'} noch {s.vorrat[card]}."
    elif data.kind == "project" and card in s.projekte:
        text += " Projekte werden nicht billiger."
    else:
        text += " In dieser Partie ist das nicht dabei."
    return text, tuple(dict.fromkeys((*price.cites, "Grundregeln > Kosten")))


def show_hand(seen: Mapping[str, Any], people: Sequence[str]) -> str:
    player = seen["spieler"][seen["platz"]]
    lines = [f"Deine Hand: {names(player['hand']) or 'leer'}."]
    if player["angesehen"]:
        lines.append(f"Angesehen oder beiseite: {names(player['angesehen'])}.")
    for played in player["gespielt"]:
        if played["verdeckt"]:
            lines.append(f"Verdeckt auf {name(played['karte'])}: {names(played['verdeckte'])}.")
    if player["taler"] or player["dorfbewohner"]:
        lines.append(f"{player['taler']} Taler, {player['dorfbewohner']} Dorfbewohner.")
    return "\n".join(lines)

