"""People: they can do what a real client lets them do, and nothing else."""

import secrets
from typing import Any

from tests.discord.model import Channel, Interaction, Message, User
from tests.discord.world import World

TYPES = {str: 3, int: 4, bool: 5}


class Impossible(AssertionError):
    """A real client would not have let this happen."""


class Person:
    def __init__(self, world: World, name: str, channel: Channel, roles: tuple[str, ...] = (), user: User | None = None) -> None:
        self.world, self.channel = world, channel
        self.user = user or world.user(name, roles)
        self.name = name

    # -- writing ------------------------------------------------------------------------------------------------

    def say(self, text: str, channel: Channel | None = None, times: int = 1, file: tuple[str, bytes] | None = None) -> Message:
        """Write into a channel; `@Herold` mentions the bot, `@&Herold` the role Discord has made for it."""
        place = channel or self.channel
        text = text.replace("@Herold", f"<@{self.world.me.id}>").replace("@&Herold", f"<@&{self.world.my_role['id']}>")
        message = Message(place, self.user, text)
        message.mentioned_roles = [self.world.my_role["id"]] if self.world.my_role["id"] in text else []
        if file is not None:
            message.files = {file[0]: file[1]}
            url = f"http://127.0.0.1:{self.world.port}/cdn/{message.id}/{file[0]}"
            message.attachments = [{"id": "1", "filename": file[0], "size": len(file[1]), "url": url, "proxy_url": url}]
        numbers = [word.strip("<@!>") for word in text.split() if word.startswith("<@")]
        message.mentioned = [self.world.users[n] for n in numbers if n in self.world.users]
        self.world.messages[message.id] = message
        self.world.call(self.world.announce("MESSAGE_CREATE", message, times))
        return message

    def write(self, text: str) -> Message:
        """A private message to Herold."""
        return self.say(text, self.world.conversation(self.user))

    def edit(self, message: Message, text: str) -> None:
        message.content = text.replace("@Herold", f"<@{self.world.me.id}>")
        self.world.call(self.world.announce("MESSAGE_UPDATE", message))

    def delete(self, message: Message) -> None:
        message.deleted = True
        data = {"id": message.id, "channel_id": message.channel.id, "guild_id": message.channel.guild}
        self.world.call(self.world.gateway.dispatch("MESSAGE_DELETE", data))

    @property
    def letters(self) -> list[Message]:
        place = self.world.conversation(self.user)
        return [m for m in list(self.world.messages.values()) if m.channel is place and m.author is self.world.me]

    # -- interactions -------------------------------------------------------------------------------------------

    def slash(self, name: str, channel: Channel | None = None, wait: bool = True, times: int = 1, **options: Any) -> Interaction:
        return self._interact(2, self._command(name, options), channel, wait=wait, times=times)

    def completions(self, name: str, channel: Channel | None = None, **options: Any) -> list[str]:
        """What the client offers while typing the last option."""
        data = self._command(name, options)
        typed = data["options"][-1]
        if not next(o for o in self._find(name)["options"] if o["name"] == typed["name"]).get("autocomplete"):
            raise Impossible(f"/{name} ergänzt {typed['name']} nicht")
        typed["focused"] = True
        found = self._interact(4, data, channel)
        return [choice["value"] for choice in found.choices or []]

    def _find(self, name: str) -> dict[str, Any]:
        for command in self.world.commands:
            if command["name"] == name:
                return command
        raise Impossible(f"den Befehl /{name} kennt Discord nicht")

    def _command(self, name: str, options: dict[str, Any]) -> dict[str, Any]:
        command = self._find(name)
        known = {option["name"]: option for option in command.get("options", [])}
        for option in known.values():
            if option.get("required") and option["name"] not in options:
                raise Impossible(f"/{name} braucht {option['name']}")
        given = []
        for key, value in options.items():
            if key not in known or known[key]["type"] != TYPES[type(value)]:
                raise Impossible(f"/{name} kennt {key} nicht in dieser Form")
            if isinstance(value, str) and len(value) > known[key].get("max_length", 6000):
                raise Impossible(f"{key} ist zu lang")
            given.append({"name": key, "type": known[key]["type"], "value": value})
        return {"id": command["id"], "name": name, "type": 1, "options": given}

    def click(self, message: Message, label: str, wait: bool = True, times: int = 1) -> Interaction:
        self._may_touch(message)
        for button in message.buttons:
            if button["label"] == label:
                if button.get("disabled"):
                    raise Impossible(f"der Knopf {label} ist gesperrt")
                data = {"custom_id": button["custom_id"], "component_type": 2, "id": button["id"]}
                return self._interact(3, data, message.channel, message, wait, times)
        raise Impossible(f"kein Knopf „{label}“ unter: {message.text!r} {message.labels}")

    def select(self, message: Message, label: str) -> Interaction:
        self._may_touch(message)
        for menu in message.menus:
            for option in menu["options"]:
                if option["label"] == label:
                    data = {"custom_id": menu["custom_id"], "component_type": 3, "values": [option["value"]], "id": menu["id"]}
                    return self._interact(3, data, message.channel, message)
        raise Impossible(f"kein Eintrag „{label}“ unter: {message.text!r} {message.labels}")

    def choose(self, message: Message, label: str) -> Interaction:
        """By button or by menu, whatever is there."""
        return self.click(message, label) if any(b["label"] == label for b in message.buttons) else self.select(message, label)

    def submit(self, opened: Interaction, text: str) -> Interaction:
        if opened.form is None:
            raise Impossible("es ist kein Formular offen")
        rows = []
        for row in opened.form["components"]:
            field = row.get("component") or row["components"][0]
            value = {"type": 4, "custom_id": field["custom_id"], "value": text, "id": 2}
            rows.append({"type": 18, "id": 1, "component": value} if "component" in row else {"type": 1, "id": 1, "components": [value]})
        return self._interact(5, {"custom_id": opened.form["custom_id"], "components": rows}, opened.channel, opened.message)

    def _may_touch(self, message: Message) -> None:
        if message.deleted or (message.only_for is not None and message.only_for is not self.user):
            raise Impossible(f"{self.name} sieht diese Nachricht nicht")

    def _interact(
        self, kind: int, data: dict[str, Any], channel: Channel | None, message: Message | None = None, wait: bool = True, times: int = 1,
    ) -> Interaction:
        place = channel or self.channel
        made = Interaction(self.user, place, kind, data, message, token=secrets.token_hex(24))
        self.world.interactions[made.id] = made
        payload = {
            "id": made.id, "application_id": self.world.me.id, "type": kind, "data": data, "token": made.token, "version": 1, "channel_id": place.id,
            "channel": {**place.dump(), "permissions": str(self.world.rights_of(self.user))}, "app_permissions": str(place.rights), "locale": "de",
            "entitlements": [], "authorizing_integration_owners": {"0": place.guild or "0"}, "context": 0 if place.guild else 1,
            "attachment_size_limit": 10485760,
        }
        if place.guild is not None:
            payload |= {
                "guild_id": place.guild, "guild_locale": "de", "guild": {"id": place.guild, "locale": "de", "features": []},
                "member": {**self.user.member(), "user": self.user.dump(), "permissions": str(self.world.rights_of(self.user))},
            }
        else:
            payload["user"] = self.user.dump()
        if message is not None:
            payload["message"] = message.dump()
        self.world.call(self.world.gateway.dispatch("INTERACTION_CREATE", payload, times))
        if wait:
            self.finished(made)
        return made

    def finished(self, made: Interaction) -> Interaction:
        """Wait for the answer; a deferral is waited out."""
        self.world.until(lambda: made.acked is not None, 4 / self.world.patience, f"Antwort für {self.name} auf {made.data}")
        if made.kind in (5, 6):
            self.world.until(lambda: bool(made.messages), 15, f"Text nach dem Aufschub für {self.name} auf {made.data}")
        return made

    # -- playing ------------------------------------------------------------------------------------------------

    def panel(self) -> Message:
        """Press „Wählen“ under the newest notice and see one's own decision."""
        notice = next(m for m in reversed(self.world.in_channel(self.channel)) if any(b["label"] == "Wählen" for b in m.buttons))
        return self.click(notice, "Wählen").last
