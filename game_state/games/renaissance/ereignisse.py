"""A.2: the eighteen events. Each says what must be named with it, whom it can hit, and what happens."""

from collections.abc import Callable, Sequence

from game_state.ask import Play
from game_state.games.renaissance.asks import Frage
from game_state.games.renaissance.facts import DEKRET_GROUPS, REGIONS_IN_PLAY, Province
from game_state.games.renaissance.krieg import declare
from game_state.games.renaissance.preise import cite_card
from game_state.games.renaissance.preise import provinces as provinces_text
from game_state.games.renaissance.state import Ref, State
from game_state.games.renaissance.tueren import change_misery, pay, receive, take_off, turn_to_marker
from game_state.verdict import Refused, refuse_unless
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import CARDS, GROUPS, PROVINCES, TARGETS

Effect = Callable[[Ref, int, say.Play], Play[None]]
PROTECTED = ("mystizismus", "religionskrieg", "buergerkrieg", "aufstaende", "rebellion", "alchimie")
MONARCH = "A.2 > Aufgeklärter Monarch"


# -- what a card can hit --------------------------------------------------------------------------------------------


def protected(s: State, seat: int, card: str) -> bool:
    """Aufgeklärter Monarch, for the rest of the round."""
    return card in PROTECTED and s.spieler[seat].monarch


def unplayable(s: State, card: str) -> str:
    """7.2: why a card is only a burden on stability from now on, or ""."""
    if card == "kreuzzuege" and "einfall_der_mongolen" in s.fuer_immer:
        return "Der Einfall der Mongolen hat die Kreuzzüge aufgehoben."
    if card in ("steigbuegel", "ruestung") and {"langbogen", "schiesspulver"} & set(s.fuer_immer):
        return "Langbogen oder Schießpulver haben diesen Vorteil aufgehoben."
    if card == "paepstliches_dekret" and "religionskrieg" in s.fuer_immer:
        return "Ein Religionskrieg in Epoche 3 hat das Päpstliche Dekret aufgehoben."
    if card == "alchimie" and all(s.spieler[seat].has("C") for seat in s.active()):
        return "Alle Spieler besitzen Materialkunde [C]."
    if card == "mystizismus" and all(s.spieler[seat].in_group("wissenschaft") == 4 for seat in s.active()):
        return "Alle Spieler besitzen alle vier Fortschritte der Wissenschaft."
    return ""


def check_victim(s: State, seat: int, card: str, victim: int) -> None:
    """9.3.2: an opponent still in the game whom nothing protects."""
    name, cite = TARGETS.text(s.called(victim)), cite_card(card)
    refuse_unless(victim != seat, f"{CARDS.text(card)} spielst du gegen einen Gegner, nicht gegen dich selbst.", "9.3.2", cite, code="own_target")
    refuse_unless(not s.spieler[victim].raus, f"{name} ist ausgeschieden.", "9.4.3", code="target_out")
    refuse_unless(not protected(s, victim, card), f"{name} ist diese Runde durch den Aufgeklärten Monarchen geschützt.", MONARCH, cite, code="protected")
    if card == "alchimie":
        refuse_unless(not s.spieler[victim].has("C"), f"{name} ist durch Materialkunde [C] geschützt.", cite, "C > Materialkunde", code="protected")


def check_province(s: State, seat: int, card: str, province: Province) -> None:
    """Provinces a card can hit."""
    name, cite = PROVINCES.text(province.id), cite_card(card)
    refuse_unless(s.in_play(province), f"{name} ist zu {s.players}. nicht im Spiel.", "8.2", code="not_in_play")
    if card == "kreuzzuege":
        refuse_unless(province.region == "VI", f"Kreuzzüge führen nach Region VI; {name} liegt in {_where(province)}.", cite, code="wrong_region")
        refuse_unless(not province.satellite, f"{name} ist ein Satellit; dort liegt nie ein Kontrollmarker.", "4.3", cite, code="satellite")
        refuse_unless(not s.spieler[seat].controls_province(province.id), f"{name} kontrollierst du schon.", cite, code="own_province")
        limit = s.control_limit()
        refuse_unless(s.spieler[seat].controls < limit, f"Alle deine {limit} Kontrollmarker liegen schon auf dem Brett.", "5.2", code="no_control_marker")
        return
    owner = s.owner(province.id)
    refuse_unless(owner is not None, f"In {name} liegt kein Kontrollmarker.", cite, code="no_control")
    assert owner is not None
    refuse_unless(owner != seat, f"{name} gehört dir; die Karte trifft einen Gegner.", "9.3.2", cite, code="own_province")
    if card == "rebellion":
        refuse_unless(province.region != "Neue Welt", f"{name} liegt in der Neuen Welt; dorthin reicht keine Rebellion.", cite, code="new_world")
        spared = province.colour and (s.spieler[owner].hauptstadt == province.id or not s.liest("rebellion_hauptstadt", "nur_eigene_des_besitzers"))
        refuse_unless(not spared, f"{name} ist eine Hauptstadt; dort gibt es keine Rebellion.", cite, code="capital")
        who = TARGETS.text(s.called(owner))
        refuse_unless(not protected(s, owner, card), f"{who} ist durch den Aufgeklärten Monarchen geschützt.", MONARCH, cite, code="protected")
    else:
        refuse_unless(province.coastal, f"{name} ist keine Küstenprovinz.", cite, "4.1 > Küstenprovinzen", code="not_coastal")


def _where(province: Province) -> str:
    return province.region if province.overseas else f"Region {province.region}"


def provinces_hit(s: State, seat: int, card: str) -> list[str]:
    """All provinces the card can hit now."""
    if card == "kreuzzuege":
        return [p for p in s.karte.ids(s.karte.regions["VI"]) if _allowed(s, seat, card, p)]
    return [p for other, q in enumerate(s.spieler) if other != seat for p in q.kontrolle if _allowed(s, seat, card, p)]


def _allowed(s: State, seat: int, card: str, province: str) -> bool:
    try:
        check_province(s, seat, card, s.karte[province])
    except Refused:
        return False
    return True


def victims(s: State, seat: int, card: str) -> list[int]:
    found = []
    for other in s.active():
        try:
            check_victim(s, seat, card, other)
        except Refused:
            continue
        found.append(other)
    return found


def pirates(s: State, seat: int) -> int:
    """How many control markers Piraten/Wikinger reduce: one in each epoch, as far as there are any."""
    return min(s.epoche, len(provinces_hit(s, seat, "piraten_wikinger")))


# -- what happens ---------------------------------------------------------------------------------------------------


class LoseAsk(Frage):
    """Bürgerkrieg: half of the written cash or half of the markers."""

    __slots__ = ()
    cites = ("A.2 > Bürgerkrieg",)

    def halves(self) -> tuple[int, int]:
        p = self.s.spieler[self.seat]
        return min(p.bargeld, (p.notiert + 1) // 2), (p.expansion + 1) // 2

    def prompt(self) -> str:
        cash, markers = self.halves()
        return f"Bürgerkrieg: Du musst wählen, ob du {cash} Dukaten oder {markers} Expansionsmarker verlierst."

    def public_prompt(self) -> str:
        return "wählt den Verlust im Bürgerkrieg"

    def options(self) -> list[Command]:
        return [say.Lose(markers=False), say.Lose(markers=True)]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Lose):
            raise self.wrong(command)


def _monarch(r: Ref, seat: int, play: say.Play) -> Play[None]:
    r.state.spieler[seat].monarch = True
    r.note("geschuetzt", seat, (), MONARCH)
    yield from ()


def _alchemy(r: Ref, seat: int, play: say.Play) -> Play[None]:
    s, victim = r.state, _victim(r.state, play)
    p = s.spieler[victim]
    loss = min(p.bargeld, (p.notiert + 1) // 2)
    pay(s, victim, loss)
    r.note("zahlt", victim, (loss, "Alchimie"), "A.2 > Alchimie")
    yield from ()


def _civil_war(r: Ref, seat: int, play: say.Play) -> Play[None]:
    s, victim = r.state, _victim(r.state, play)
    cite = "A.2 > Bürgerkrieg"
    change_misery(r, victim, 1, "Bürgerkrieg", cite)
    capital = s.spieler[victim].hauptstadt
    holder = s.owner(capital)
    if holder is not None:
        yield from turn_to_marker(r, holder, capital, cite, "5.3")
    if s.spieler[victim].raus:
        return
    ask = LoseAsk(s, victim)
    answer = yield ask
    cash, markers = ask.halves()
    if answer.markers:
        s.spieler[victim].expansion -= markers
        r.note("verliert_marker", victim, (markers, "Bürgerkrieg"), cite)
    else:
        pay(s, victim, cash)
        r.note("zahlt", victim, (cash, "Bürgerkrieg"), cite)
    s.buergerkrieg.append(victim)


def _crusade(r: Ref, seat: int, play: say.Play) -> Play[None]:
    s, province = r.state, play.provinces[0]
    for other in range(s.players):
        take_off(s, other, province)
    s.spieler[seat].kontrolle.append(province)
    r.note("kreuzzug", seat, (province,), "A.2 > Kreuzzüge", "5.3")
    change_misery(r, seat, 1, "Kreuzzüge", "A.2 > Kreuzzüge")
    yield from ()


def _reduce(r: Ref, seat: int, play: say.Play) -> Play[None]:
    """Rebellion and Piraten/Wikinger."""
    for province in play.provinces:
        owner = r.state.owner(province)
        assert owner is not None
        yield from turn_to_marker(r, owner, province, cite_card(play.card), "5.3")


def _decree(r: Ref, seat: int, play: say.Play) -> Play[None]:
    s = r.state
    if "religionskrieg" in s.gespielt:
        r.note("dekret_aufgehoben", seat, (), "A.2 > Religionskrieg")
    else:
        s.dekret = list(DEKRET_GROUPS) if s.liest("dekret_bereiche", "alle_drei") else [str(play.group)]
        r.note("dekret", seat, (tuple(s.dekret),), "A.2 > Päpstliches Dekret")
    yield from ()


def _everybody(card: str, steps: Callable[[State, int], int]) -> Effect:
    """Misery for all, each after his own number of steps, in the order of play."""
    def effect(r: Ref, seat: int, play: say.Play) -> Play[None]:
        s = r.state
        for other in s.in_order():
            if protected(s, other, card):
                r.note("verschont", other, (card,), MONARCH)
            else:
                change_misery(r, other, max(0, steps(s, other)), CARDS.text(card), cite_card(card))
        yield from ()
    return effect


def _strife(r: Ref, seat: int, play: say.Play) -> Play[None]:
    s = r.state
    if s.dekret:
        s.dekret = []
        r.note("dekret_aufgehoben", seat, (), "A.2 > Religionskrieg")
    if s.epoche == 3:
        s.fuer_immer.append("religionskrieg")
    yield from _everybody("religionskrieg", lambda s, other: s.spieler[other].in_group("religion"))(r, seat, play)


def _war(r: Ref, seat: int, play: say.Play) -> Play[None]:
    yield from declare(r, seat, _victim(r.state, play))


def _military(r: Ref, seat: int, play: say.Play) -> Play[None]:
    s = r.state
    s.spieler[seat].militaer.append(play.card)
    if play.card in ("langbogen", "schiesspulver"):
        s.fuer_immer.append(play.card)
    r.note("militaer", seat, (play.card,), cite_card(play.card))
    yield from ()


def _plague(r: Ref, seat: int, play: say.Play) -> Play[None]:
    """All markers of the region go, all control markers become one marker."""
    s = r.state
    region, cite = str(play.region), "A.2 > Schwarze Tod"
    r.note("pest", seat, (region,), cite, "4.6")
    inside = set(s.karte.ids(s.karte.regions[region]))
    for other in range(s.players):
        p = s.spieler[other]
        held = [q for q in p.kontrolle if q in inside]
        for province in [q for q in p.marker if q in inside]:
            take_off(s, other, province)
        for province in held:
            yield from turn_to_marker(r, other, province, cite, "5.3")


def _mongols(r: Ref, seat: int, play: say.Play) -> Play[None]:
    receive(r.state, seat, 10)
    r.state.fuer_immer.append("einfall_der_mongolen")
    r.note("erhaelt", seat, (10, "Einfall der Mongolen"), "A.2 > Einfall der Mongolen")
    yield from ()


def _victim(s: State, play: say.Play) -> int:
    seat = s.seat_called(play.target or "")
    assert seat is not None
    return seat


# card -> what must be named with it, what it does
EVENTS: dict[str, tuple[str, Effect]] = {
    "aufgeklaerter_monarch": ("", _monarch), "alchimie": ("target", _alchemy), "buergerkrieg": ("target", _civil_war),
    "kreuzzuege": ("provinces", _crusade), "rebellion": ("provinces", _reduce), "paepstliches_dekret": ("group", _decree),
    "piraten_wikinger": ("provinces", _reduce), "krieg": ("target", _war), "schwarzer_tod": ("region", _plague),
    "aufstaende": ("", _everybody("aufstaende", lambda s, seat: s.spieler[seat].in_group("handel"))),
    "hungersnot": ("", _everybody("hungersnot", lambda s, seat: 4 - s.count(seat, "getreide") - int(s.spieler[seat].has("K")))),
    "mystizismus": ("", _everybody("mystizismus", lambda s, seat: 4 - s.spieler[seat].in_group("wissenschaft"))),
    "religionskrieg": ("", _strife), "einfall_der_mongolen": ("", _mongols),
    "steigbuegel": ("", _military), "ruestung": ("", _military), "langbogen": ("", _military), "schiesspulver": ("", _military),
}


def needs(s: State, card: str) -> str:
    """What must be named when the card is played."""
    if card == "paepstliches_dekret" and s.liest("dekret_bereiche", "alle_drei"):
        return ""
    return EVENTS[card][0] if card in EVENTS else ""


def event_plays(s: State, seat: int, card: str) -> list[Command]:
    """Ways to play an event now; for several provinces enough to choose from."""
    if unplayable(s, card):
        return []
    found = _aimed_plays(s, seat, card)
    return found if found or not s.liest("ereignis_ohne_ziel", "ohne_wirkung") else [say.Play(card=card)]


def _aimed_plays(s: State, seat: int, card: str) -> list[Command]:
    match needs(s, card):
        case "target":
            return [say.Play(card=card, target=s.called(other)) for other in victims(s, seat, card)]
        case "provinces":
            hit = provinces_hit(s, seat, card)
            count = pirates(s, seat) if card == "piraten_wikinger" else 1
            if not hit:
                return []
            return [say.Play(card=card, provinces=chosen) for chosen in windows(hit, count)]
        case "group":
            return [say.Play(card=card, group=group) for group in DEKRET_GROUPS]
        case "region":
            return [say.Play(card=card, region=region) for region in REGIONS_IN_PLAY[s.players]]
    return [say.Play(card=card)]


def windows(items: Sequence[str], count: int) -> list[tuple[str, ...]]:
    """Neighbouring choices of `count` items: every item appears, but not every combination."""
    if count >= len(items):
        return [tuple(items)]
    return [tuple(items[(start + k) % len(items)] for k in range(count)) for start in range(len(items))]


def check_event(s: State, seat: int, play: say.Play) -> None:
    """Refuse a wrong target, each with its reason."""
    card, cite = play.card, cite_card(play.card)
    burden = unplayable(s, card)
    refuse_unless(not burden, f"{CARDS.text(card)} ist nur noch Stabilitätsbelastung: {burden}", "7.2 > Stabilitätsbelastung", cite, code="unplayable")
    wanted = needs(s, card)
    plays = event_plays(s, seat, card)
    named = bool(getattr(play, wanted)) if wanted else False
    refuse_unless(plays or named, f"{CARDS.text(card)} kann gerade niemanden treffen.", "9.3.2", cite, code="no_target")
    if plays == [play]:
        return
    for field in ("target", "provinces", "group", "region", "good"):
        given = bool(getattr(play, field))
        example = [option.say() for option in plays[:4]]
        refuse_unless(given or field != wanted, f"Zu {CARDS.text(card)} fehlt {_MISSING.get(field, '')}.", cite, instead=example, code="incomplete")
        refuse_unless(not given or field == wanted, f"So lässt sich {CARDS.text(card)} nicht spielen.", cite, instead=example, code="wrong_target")
    if play.target:
        victim = s.seat_called(play.target)
        others = [option.say() for option in plays[:6]]
        refuse_unless(victim is not None, f"{TARGETS.text(play.target)} spielt nicht mit.", "9.3.2", instead=others, code="no_such_player")
        assert victim is not None
        check_victim(s, seat, card, victim)
    if play.group:
        allowed = play.group in DEKRET_GROUPS
        refuse_unless(allowed, f"{GROUPS.text(play.group)} kann das Dekret nicht sperren.", cite, instead=[o.say() for o in plays], code="wrong_group")
    if play.region:
        refuse_unless(play.region in REGIONS_IN_PLAY[s.players], f"Region {play.region} ist zu {s.players}. nicht im Spiel.", "8.2", code="not_in_play")
    if play.provinces:
        _check_provinces(s, seat, play)


def _check_provinces(s: State, seat: int, play: say.Play) -> None:
    cite = cite_card(play.card)
    for province in play.provinces:
        refuse_unless(province in s.karte, f"{PROVINCES.text(province)} gibt es auf eurem Brett nicht.", "4.1", code="no_such_province")
        check_province(s, seat, play.card, s.karte[province])
    count = pirates(s, seat) if play.card == "piraten_wikinger" else 1
    refuse_unless(len(set(play.provinces)) == len(play.provinces), "Nenne jede Provinz nur einmal.", cite, code="twice")
    epoch = f" in Epoche {s.epoche}" if play.card == "piraten_wikinger" else ""
    most = ", mehr Küstenprovinzen der Gegner gibt es gerade nicht" if epoch and count < s.epoche else ""
    text = f"{CARDS.text(play.card)}: Du triffst{epoch} genau {provinces_text(count)}{most}; du nennst {len(play.provinces)}."
    refuse_unless(len(play.provinces) == count, text, cite, code="wrong_number")


_MISSING = {"target": "der Gegner", "provinces": "die Provinz", "group": "der Bereich", "region": "die Region"}
