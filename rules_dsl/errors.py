"""What was not understood, as data: how far it was clear, what could have come, what is near."""

from dataclasses import dataclass


@dataclass
class Unclear(Exception):
    """An utterance that is no command. `position` counts in the text the player wrote."""

    text: str
    position: int = 0
    expected: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    reason: str = ""

    @property
    def understood(self) -> str:
        return self.text[: self.position].strip()

    def explain(self) -> str:
        """The German sentences a player reads."""
        if self.reason:
            return self.reason
        rest = self.text[self.position:].strip()
        parts = []
        if self.understood:
            parts.append(f"Verstanden habe ich „{shorten(self.understood)}“.")
        if rest:
            parts.append(f"Bei „{shorten(rest)}“ komme ich nicht weiter.")
        else:
            parts.append("Danach fehlt noch etwas.")
        if self.near:
            parts.append("Meinst du " + oder([f"„{n}“" for n in self.near]) + "?")
        if self.position == 0 and len(self.expected) > 8:
            parts.append("„was kann ich tun“ und „hilfe“ zeigen, was du sagen kannst.")
        elif self.expected:
            shown = self.expected[:8]
            parts.append("Hier kann stehen: " + ", ".join(shown) + (" …" if len(self.expected) > 8 else "") + ".")
        return " ".join(parts)


def shorten(text: str, limit: int = 60) -> str:
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def oder(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " oder " + parts[-1]
