"""What all decisions of this game share: they see the state, and they can say why another command does not fit now."""

from collections.abc import Sequence

from game_state.ask import Ask
from game_state.games.renaissance.state import State
from game_state.verdict import Refused
from rules_dsl.command import Command
from rules_dsl.games.renaissance import commands as say
from rules_dsl.games.renaissance.commands import PROVINCES

WHERE: dict[type[Command], tuple[str, str]] = {
    say.Bid: ("Geboten wird nur vor der Wahl der Hauptstadt", "8.3"),
    say.Keep: ("Zwei Karten behältst du nur aus deiner Starthand", "8.1"),
    say.Capital: ("Die Hauptstadt wählst du nur vor der ersten Runde", "8.3"),
    say.Markers: ("Expansionsmarker kaufst du nur am Ende der Runde (Phase 7)", "9.7"),
    say.SwapRank: ("Den Rang tauschst du nur zu Beginn einer Phase, wenn du mit Renaissance [Q] gefragt wirst", "9.7 > Renaissance"),
    say.Remove: ("Mangel und Überfluß beseitigt nur der Startspieler, vor dem Ziehen (Phase 1)", "9.1"),
    say.Mill: ("Die Mühlen [J] wirken nur in Phase 1, beim ersten Besitzer der Reihenfolge", "9.1"),
    say.BuyCard: ("Karten kaufst du nur in Phase 2 mit Städtevorherrschaft [V] oder in deiner Expansion mit Markern", "9.2"),
    say.Discard: ("Ablegen darfst du nur mit Kunst & Technik [P] in Phase 2 oder gleich nach dessen Kauf", "9.2 > Kunst & Technik"),
    say.Play: ("Karten spielst du nur in deinem Zug der Phase „Karten spielen“ (Phase 3)", "9.3"),
    say.Lose: ("Diese Wahl trifft nur das Opfer eines Bürgerkriegs", "A.2 > Bürgerkrieg"),
    say.Yes: ("Gerade habe ich dich nichts gefragt, was mit Ja zu beantworten wäre", "9"),
    say.No: ("Gerade habe ich dich nichts gefragt, was mit Nein zu beantworten wäre", "9"),
    say.Cede: ("Provinzen werden nur nach einem verlorenen Krieg abgetreten", "A.2 > Krieg > Abtreten von Provinzen"),
    say.Fleet: ("Die Flotte baust du nur zu Beginn deines Erwerbs aus (Phase 4)", "9.4.1"),
    say.Buy: ("Fortschritte erwirbst du nur in deinem Zug der Erwerbsphase (Phase 4)", "9.4.2"),
    say.Stabilise: ("Stabilisiert wird nur am Ende deines Erwerbs (Phase 4)", "9.4.3 > Stabilisierung"),
    say.Pay: ("Eine Summe zahlst du so nur bei der Stabilisierung und bei Heiliger Absolution [F]", "9.5 > Heilige Absolution"),
    say.Place: ("Expansionsmarker setzt du nur in deinem Zug der Expansionsphase (Phase 5)", "9.5"),
    say.Attack: ("Gekämpft wird nur in deinem Zug der Expansionsphase (Phase 5)", "9.5.2"),
    say.Reduce: ("Kontrollmarker tauschst du nur in deinem Zug der Expansionsphase (Phase 5)", "9.5.2"),
    say.Give: ("Karten gibst du nur beim Zwangstausch mit Schriftlichen Aufzeichnungen [N]", "9.5.2 > Schriftliche Aufzeichnungen"),
}


class Frage(Ask):
    """A decision about a state."""

    __slots__ = ("s",)

    def __init__(self, s: State, seat: int) -> None:
        super().__init__(seat)
        self.s = s

    def wrong(self, command: Command) -> Refused:
        """The refusal of a command that belongs elsewhere."""
        offered = tuple(option.say() for option in self.options()[:6])
        if isinstance(command, say.Pass):
            return Refused(f"Passen kannst du hier nicht: {self.prompt()}", tuple(self.cites), None, offered, "no_pass")
        if isinstance(command, say.InfoCommand):
            return Refused(f"„{command.say()}“ ist eine Auskunft und kein Zug.", tuple(self.cites), None, offered, "info_only")
        text, cite = WHERE.get(type(command), ("Das ist hier kein Zug", self.cites[0]))
        return Refused(f"{text}. Jetzt: {self.prompt()}", (cite,), None, offered, "not_now")


class YesNo(Frage):
    """A question with yes or no; no is the declining answer."""

    __slots__ = ("_prompt", "_public", "cites", "window")
    must = False

    def __init__(self, s: State, seat: int, prompt: str, public: str, cites: Sequence[str], window: str = "") -> None:
        super().__init__(s, seat)
        self._prompt, self._public, self.cites, self.window = prompt, public, tuple(cites), window

    def prompt(self) -> str:
        return self._prompt

    def public_prompt(self) -> str:
        return self._public

    def options(self) -> list[Command]:
        return [say.Yes(), say.No()]

    def check(self, command: Command) -> None:
        if not isinstance(command, say.Yes | say.No):
            raise self.wrong(command)

    def passing(self) -> Command:
        return say.No()


class ReserveAsk(YesNo):
    """9.3.2: no marker in stock; take one of those bought for this round, or leave the province."""

    __slots__ = ()

    def __init__(self, s: State, seat: int, province: str) -> None:
        p = s.spieler[seat]
        super().__init__(
            s, seat,
            f"Dein Vorrat ist leer. Du darfst einen deiner {p.expansion} gekauften Marker nach {PROVINCES.text(province)} legen; "
            "sonst bleibt die Provinz leer.",
            "ersetzt einen Kontrollmarker", ("9.3.2",),
        )
