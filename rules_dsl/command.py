"""A command is one thing a player can say, as typed data that can be said again."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict


class Command(BaseModel):
    """Base of all commands. `parse(command.say()) == command` holds for every one of them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: ClassVar[str] = ""
    form: ClassVar[str] = ""  # how a player writes it, for help texts: "kaufe KARTE"
    info: ClassVar[bool] = False  # only asks, changes nothing
    short: ClassVar[bool] = False  # has no verb of its own; only a pending decision says what is meant
    ends: ClassVar[bool] = False  # says only that one is done; behind other orders it is superfluous once that is so
    help: ClassVar[str] = ""  # what it does, one short German clause

    def say(self) -> str:
        """The canonical German text."""
        return self.form

    def dump(self) -> dict[str, Any]:
        return {"kind": self.kind, **self.model_dump(mode="json", exclude_defaults=True)}


class FreeText(Command):
    """A command that ends in the player's own words; they are kept as written."""

    text: str = ""

    def say(self) -> str:
        return f"{self.form.split(' ')[0].lower()} {self.text}".strip()


class Several(Command):
    """One sentence that means several commands in a row (`spiele Dorf und Schmiede`). Reading dissolves it; nobody else meets it."""

    parts: tuple[Command, ...]


class Commands(dict[str, type[Command]]):
    """Commands by kind, to read them back from a journal."""

    def load(self, data: dict[str, Any]) -> Command:
        fields = dict(data)
        return self[fields.pop("kind")].model_validate(fields)


def collect(*classes: type[Command]) -> Commands:
    found = Commands()
    for cls in classes:
        if not cls.kind or cls.kind in found:
            raise ValueError(f"command kind missing or used twice: {cls.__name__}")
        found[cls.kind] = cls
    return found
