"""The commands of the game, each with its canonical German text."""

import tomllib
from pathlib import Path
from typing import ClassVar

from rules_dsl.command import Command, collect
from rules_dsl.names import Name, Names

_DATA = tomllib.loads((Path(__file__).parent / "names.toml").read_text("utf-8"))


def _names(kind: str, label: str, inflect: bool) -> Names:
    return Names(label, [Name(id_, forms[0], tuple(forms[1:])) for id_, forms in _DATA[kind].items()], inflect)


PROVINCES = _names("province", "eine Provinz", False)
CARDS = _names("card", "eine Karte", True)
ADVANCES = Names(
    "ein Fortschritt",
    [Name(id_, forms[0], (*forms[1:], f"[{id_}]", f"{forms[0]} [{id_}]")) for id_, forms in _DATA["advance"].items()],
)
GOODS = _names("good", "eine Ware", True)
GROUPS = _names("group", "ein Bereich", True)
REGIONS = _names("region", "eine Region", False)
TARGETS = _names("target", "ein Mitspieler (Farbe oder Hauptstadt)", False)


def _list(provinces: tuple[str, ...]) -> str:
    return ", ".join(PROVINCES.text(p) for p in provinces)


class InfoCommand(Command):
    """A query: changes nothing, answered from what the asking seat may know."""

    info: ClassVar[bool] = True


class Bid(Command):
    kind, form, help = "bid", "biete ZAHL", "dein verdecktes Gebot für die Wahl der Hauptstadt"
    ducats: int

    def say(self) -> str:
        return f"biete {self.ducats}"


class Keep(Command):
    kind, form, help = "keep", "behalte KARTE und KARTE", "die zwei Karten deiner Starthand; die dritte geht zurück"
    cards: tuple[str, ...]

    def say(self) -> str:
        return f"behalte {', '.join(CARDS.text(c) for c in self.cards)}"


class Capital(Command):
    kind, form, help = "capital", "wähle STADT", "wählt deine Hauptstadt"
    province: str

    def say(self) -> str:
        return f"wähle {PROVINCES.text(self.province)}"


class Markers(Command):
    kind, form, help = "markers", "marker ZAHL", "kauft verdeckt Expansionsmarker; „marker -5“ zahlt 5 Dukaten für einen frühen Rang"
    count: int

    def say(self) -> str:
        return f"marker {self.count}"


class SwapRank(Command):
    kind, form = "swap_rank", "tausche nach vorn"
    help = "Renaissance [Q]: tauscht den Rang mit dem Spieler direkt vor dir („nach hinten“: hinter dir, „mit Gelb“: mit diesem Nachbarn)"
    forward: bool = True
    target: str | None = None

    def say(self) -> str:
        if self.target is not None:
            return f"tausche mit {TARGETS.text(self.target)}"
        return "tausche nach vorn" if self.forward else "tausche nach hinten"


class Remove(Command):
    kind, form, help = "remove", "beseitige WARE", "der Startspieler zahlt einen Marker Mangel oder Überfluß weg"
    good: str

    def say(self) -> str:
        return f"beseitige {GOODS.text(self.good)}"


class Mill(Command):
    kind, form, help = "mill", "mühlen WARE Mangel", "Mühlen [J]: verschiebt das Niveau um ein Feld zum Mangel oder zum Überfluß"
    good: str
    shortage: bool

    def say(self) -> str:
        return f"mühlen {GOODS.text(self.good)} {'Mangel' if self.shortage else 'Überfluss'}"


class BuyCard(Command):
    kind, form, help = "buy_card", "kaufe Karte", "kauft eine Geschichtskarte (Phase 2 mit [V] für 10 Dukaten, in der Expansion mit Markern)"


class Discard(Command):
    kind, form, help = "discard", "lege KARTE ab", "legt eine Handkarte ohne Wirkung ab"
    card: str

    def say(self) -> str:
        return f"lege {CARDS.text(self.card)} ab"


class Play(Command):
    kind, form = "play", "spiele KARTE"
    help = "spielt eine Handkarte; je nach Karte „gegen Gelb“, „auf Firenze“, „auf Region VI“, „gegen Religion“ oder „für Wein“"
    card: str
    target: str | None = None
    provinces: tuple[str, ...] = ()
    group: str | None = None
    region: str | None = None
    good: str | None = None

    def say(self) -> str:
        text = f"spiele {CARDS.text(self.card)}"
        if self.target is not None:
            text += f" gegen {TARGETS.text(self.target)}"
        if self.group is not None:
            text += f" gegen {GROUPS.text(self.group)}"
        if self.provinces:
            text += f" auf {_list(self.provinces)}"
        if self.region is not None:
            text += f" auf {REGIONS.text(self.region)}"
        if self.good is not None:
            text += f" für {GOODS.text(self.good)}"
        return text


class Lose(Command):
    kind, form, help = "lose", "verliere Bargeld", "deine Wahl im Bürgerkrieg: „verliere Bargeld“ oder „verliere Marker“"
    markers: bool

    def say(self) -> str:
        return "verliere Marker" if self.markers else "verliere Bargeld"


class Yes(Command):
    kind, form, help = "yes", "ja", "du willst es so"


class No(Command):
    kind, form, help = "no", "nein", "du willst es nicht"


class Cede(Command):
    kind, form, help = "cede", "tritt PROVINZEN ab", "nach einem Krieg: welche Provinzen den Besitzer wechseln"
    provinces: tuple[str, ...]

    def say(self) -> str:
        return f"tritt {_list(self.provinces)} ab"


class Fleet(Command):
    kind, form, help = "fleet", "baue Flotte", "baut die Flotte um ein Feld aus (10 Dukaten); „baue Galeere 4“ nennt das Feld dazu"
    box: str | None = None

    def say(self) -> str:
        return f"baue {self.box or 'Flotte'}"


class Buy(Command):
    kind, form = "buy", "kaufe FORTSCHRITT"
    help = "erwirbt einen Fortschritt mit allen Nachlässen; fremde Persönlichkeiten wählst du mit „mit KARTE“, „ohne KARTE“ oder „ohne Patronat“"
    advance: str
    patronage: bool = True
    leaders: tuple[str, ...] = ()  # with patronage: of foreign personalities only these; without: all but these (none named: none)

    def claims(self, card: str) -> bool:
        """9.3.3: whether the discount of this foreign personality is claimed."""
        return (card in self.leaders) == self.patronage if self.leaders else self.patronage

    def say(self) -> str:
        with_or_without = f" {'mit' if self.patronage else 'ohne'} {', '.join(CARDS.text(c) for c in self.leaders)}" if self.leaders else ""
        return f"kaufe {ADVANCES.text(self.advance)}" + (with_or_without or ("" if self.patronage else " ohne Patronat"))


class Stabilise(Command):
    kind, form, help = "stabilise", "stabilisiere", "zahlt die Stabilisierung („stabilisiere nicht“: nimmt Elend in Kauf) und beendet deinen Erwerb"
    pay: bool = True

    def say(self) -> str:
        return "stabilisiere" if self.pay else "stabilisiere nicht"


class Pay(Command):
    kind, form = "pay", "zahle ZAHL"
    help = "zahlt die ganze Stabilisierung; bei Heiliger Absolution so viele fehlende Marker, für die übrigen steigt dein Elend"
    ducats: int

    def say(self) -> str:
        return f"zahle {self.ducats}"


class Place(Command):
    kind, form, help = "place", "setze 3 PROVINZ, 2 PROVINZ", "setzt Expansionsmarker; die Liste gilt ganz oder gar nicht"
    lines: tuple[tuple[int, str], ...]

    def say(self) -> str:
        return "setze " + ", ".join(f"{count} {PROVINCES.text(province)}" for count, province in self.lines)


class Attack(Command):
    kind, form, help = "attack", "greife PROVINZ mit ZAHL an", "kämpft um eine Provinz; ohne Zahl mit so vielen Markern wie nötig"
    province: str
    markers: int | None = None

    def say(self) -> str:
        return f"greife {PROVINCES.text(self.province)}" + (f" mit {self.markers}" if self.markers is not None else "") + " an"


class Reduce(Command):
    kind, form, help = "reduce", "reduziere PROVINZ", "tauscht einen Kontrollmarker gegen einen Expansionsmarker, wenn alle auf dem Brett sind"
    province: str

    def say(self) -> str:
        return f"reduziere {PROVINCES.text(self.province)}"


class Give(Command):
    kind, form, help = "give", "gib KARTE", "Schriftliche Aufzeichnungen [N]: diese Karte gibst du im Zwangstausch"
    card: str

    def say(self) -> str:
        return f"gib {CARDS.text(self.card)}"


class Pass(Command):
    kind, form, help = "pass", "passe", "du verzichtest oder bist fertig"
    ends = True


class Chance(InfoCommand):
    kind, form, help = "chance", "chance PROVINZ", "nötige Marker und genaue Gewinnchance eines Angriffs"
    province: str
    markers: int | None = None

    def say(self) -> str:
        return f"chance {PROVINCES.text(self.province)}" + (f" mit {self.markers}" if self.markers is not None else "")


class Costs(InfoCommand):
    kind, form, help = "costs", "kosten FORTSCHRITT", "was ein Fortschritt dich jetzt kostet; ohne Namen alle"
    advance: str | None = None

    def say(self) -> str:
        return f"kosten {ADVANCES.text(self.advance)}" if self.advance else "kosten"


class StabiliseInfo(InfoCommand):
    kind, form, help = "stabilise_info", "kosten Stabilisierung", "was deine Handkarten am Ende des Erwerbs kosten, und was ohne Zahlung geschieht"


class IncomeInfo(InfoCommand):
    kind, form, help = "income", "einkommen", "was jeder nach dem jetzigen Stand in der Einkommensphase bekäme"


class Reach(InfoCommand):
    kind, form, help = "reach", "reichweite PROVINZ", "ob und wie du eine Provinz erreichst; ohne Namen alle erreichbaren"
    province: str | None = None

    def say(self) -> str:
        return f"reichweite {PROVINCES.text(self.province)}" if self.province else "reichweite"


class GoodInfo(InfoCommand):
    kind, form, help = "good", "ware WARE", "was eine Warenkarte jetzt jedem Spieler brächte"
    good: str

    def say(self) -> str:
        return f"ware {GOODS.text(self.good)}"


class ProvinceInfo(InfoCommand):
    kind, form, help = "province", "provinz PROVINZ", "Marktvolumen, Ware, Nachbarn und Besetzung einer Provinz"
    province: str

    def say(self) -> str:
        return f"provinz {PROVINCES.text(self.province)}"


COMMANDS = collect(
    Bid, Keep, Capital, Markers, SwapRank, Remove, Mill, BuyCard, Discard, Play, Lose, Yes, No, Cede, Fleet, Buy, Stabilise, Pay, Place, Attack,
    Reduce, Give, Pass, Chance, Costs, StabiliseInfo, IncomeInfo, Reach, GoodInfo, ProvinceInfo,
)
