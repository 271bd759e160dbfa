"""Who may use the browser table: one access token for the door, one secret for each person, and the tables people opened.

All of it lies in `web.json` in the data folder, so that addresses and seats survive a restart. Secrets are kept as hashes.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from game_state.store import StoreError
from rules_dsl.fold import fold

FILE = "web.json"
MAX_NAME, MAX_PEOPLE, MAX_CHANNELS = 24, 200, 100
FIRST_CHANNEL = ("tisch-1", "Tisch 1")


class Denied(Exception):
    """Not allowed, or not possible; the text is a German sentence for the person, the code says to the page what to ask for."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


class Person(BaseModel):
    """Somebody with a name; `id` is the user the service knows."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    secret: str  # sha256


class Register(BaseModel):
    """The file."""

    token: str
    persons: dict[str, Person] = {}
    channels: dict[str, str] = dict([FIRST_CHANNEL])


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def slug(name: str) -> str:
    """A name as an id. It begins with a letter, so it never meets the number of a Discord user or channel."""
    word = "-".join("".join(c if c.isalnum() else " " for c in fold(name)).split())
    return word if word[:1].isalpha() else f"n-{word}"


class People:
    """Reads and writes the register."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        try:
            self.register = Register.model_validate_json(self.path.read_text("utf-8"))
        except FileNotFoundError:
            self.register = Register(token=secrets.token_urlsafe(24))
            self._save()
        except (OSError, UnicodeDecodeError, ValidationError) as error:
            raise StoreError(f"Die Datei {self.path} lässt sich nicht lesen; lösche sie, dann vergebe ich neue Zugänge.") from error

    def _save(self) -> None:
        draft = self.path.with_suffix(".neu")
        try:
            with contextlib.suppress(FileNotFoundError):
                draft.unlink()
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as out:
                out.write(self.register.model_dump_json(indent=1))
                out.flush()
                os.fsync(out.fileno())
            draft.replace(self.path)
        except OSError as error:
            raise StoreError(f"Die Datei {self.path} lässt sich nicht schreiben; es wurde nichts geändert.") from error

    def admit(self, token: str) -> None:
        if not same(token, self.register.token):
            raise Denied("Dieser Zugang stimmt nicht. Öffne die Adresse, die Herold beim Start gezeigt hat.", "token")

    def known(self, id_: str, secret: str) -> Person:
        """The person with this secret; anybody else is turned away in the same words."""
        person = self.register.persons.get(id_)
        if not same(hashed(secret), person.secret if person else "") or person is None:
            raise Denied("Dieser Platz gehört zu einem anderen Browser.", "secret")
        return person

    def arrive(self, name: str, secret: str) -> Person:
        """A new person with the secret the browser made. The same again is the same person: the first answer may have been lost."""
        name = _name(name)
        id_ = slug(name)
        before = self.register.persons.get(id_)
        if before is not None and same(before.secret, hashed(secret)):
            return before
        if before is not None:
            raise Denied(f"{before.name} gibt es schon; nimm bitte einen anderen Namen.", "name")
        if len(self.register.persons) >= MAX_PEOPLE:
            raise Denied(f"Mehr als {MAX_PEOPLE} Personen kann ich mir nicht merken.", "name")
        person = Person(id=id_, name=name, secret=hashed(secret))
        self.register.persons[id_] = person
        self._saved_or(lambda: self.register.persons.pop(id_))
        return person

    def channel(self, id_: str) -> str:
        """The channel if it is one of ours, otherwise the first."""
        return id_ if id_ in self.register.channels else next(iter(self.register.channels))

    def new_channel(self, name: str) -> str:
        name = _name(name)
        id_ = slug(name)
        if id_ in self.register.channels:
            raise Denied(f"Einen Tisch „{self.register.channels[id_]}“ gibt es schon.")
        if len(self.register.channels) >= MAX_CHANNELS:
            raise Denied(f"Mehr als {MAX_CHANNELS} Tische kann ich mir nicht merken.")
        self.register.channels[id_] = name
        self._saved_or(lambda: self.register.channels.pop(id_))
        return id_

    def _saved_or(self, undo: Callable[[], object]) -> None:
        try:
            self._save()
        except StoreError as error:
            undo()
            raise Denied(str(error), "name") from error


def _name(name: str) -> str:
    name = " ".join("".join(c for c in name if c.isprintable() and c not in "@<>`*_~|#\\").split())
    if not any(c.isalnum() for c in name):
        raise Denied("Ein Name braucht wenigstens einen Buchstaben.", "name")
    if len(name) > MAX_NAME:
        raise Denied(f"Dieser Name ist zu lang; höchstens {MAX_NAME} Zeichen.", "name")
    return name
