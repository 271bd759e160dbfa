"""What Discord refuses: limits and rules from its documentation that the OpenAPI document does not hold."""

from typing import Any

from tests.discord.model import ApiError

CALLBACKS = {2: {4, 5, 9, 10, 12}, 3: {4, 5, 6, 7, 9, 10, 12}, 4: {8}, 5: {4, 5, 6, 7, 10, 12}}


def invalid(where: str, code: str, text: str) -> ApiError:
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": text}]}
    for part in reversed(where.split(".")):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors)


def long(where: str, value: Any, limit: int) -> None:
    if isinstance(value, str) and len(value.encode("utf-16-le")) // 2 > limit:
        raise invalid(where, "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer in length.")


def check_message(body: dict[str, Any], files: int = 0, partial: bool = False) -> None:
    """A message as it would stand in the channel."""
    long("content", body.get("content"), 2000)
    embeds = body.get("embeds") or []
    if len(embeds) > 10:
        raise invalid("embeds", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 10 in length.")
    total = 0
    for number, embed in enumerate(embeds):
        total += check_embed(f"embeds.{number}", embed)
    if total > 6000:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
    if body.get("nonce") is not None:
        long("nonce", str(body["nonce"]), 25)
    check_components(body.get("components") or [])
    if not partial and not (body.get("content") or "").strip() and not embeds and not files and not body.get("components") and not body.get("poll"):
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_embed(where: str, embed: dict[str, Any]) -> int:
    total = 0
    for name, limit in (("title", 256), ("description", 4096)):
        long(f"{where}.{name}", embed.get(name), limit)
        total += len(embed.get(name) or "")
    fields = embed.get("fields") or []
    if len(fields) > 25:
        raise invalid(f"{where}.fields", "BASE_TYPE_BAD_LENGTH", "Must be between 0 and 25 in length.")
    for number, field in enumerate(fields):
        for name, limit in (("name", 256), ("value", 1024)):
            if not field.get(name):
                raise invalid(f"{where}.fields.{number}.{name}", "BASE_TYPE_REQUIRED", "This field is required")
            long(f"{where}.fields.{number}.{name}", field[name], limit)
            total += len(field[name])
    for part, name, limit in (("footer", "text", 2048), ("author", "name", 256)):
        long(f"{where}.{part}.{name}", (embed.get(part) or {}).get(name), limit)
        total += len((embed.get(part) or {}).get(name) or "")
    return total


def check_components(rows: list[dict[str, Any]]) -> None:
    if len(rows) > 5:
        raise invalid("components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    ids: set[str] = set()
    for number, row in enumerate(rows):
        where, items = f"components.{number}", row.get("components") or []
        if row.get("type") != 1:
            raise invalid(f"{where}.type", "BASE_TYPE_CHOICES", "Value must be one of (1,).")
        if not 1 <= len(items) <= 5 or (any(item["type"] != 2 for item in items) and len(items) > 1):
            raise invalid(f"{where}.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
        for item in items:
            check_item(where, item)
            if item.get("custom_id") in ids:
                raise invalid(where, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
            ids.add(item.get("custom_id", ""))


def check_item(where: str, item: dict[str, Any]) -> None:
    if not item.get("custom_id"):
        raise invalid(f"{where}.custom_id", "BASE_TYPE_REQUIRED", "This field is required")
    long(f"{where}.custom_id", item["custom_id"], 100)
    if item["type"] == 2:
        if not item.get("label") and not item.get("emoji"):
            raise invalid(f"{where}.label", "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or emoji")
        long(f"{where}.label", item.get("label"), 80)
        return
    long(f"{where}.placeholder", item.get("placeholder"), 150)
    options = item.get("options") or []
    if not 1 <= len(options) <= 25:
        raise invalid(f"{where}.options", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    values = [option["value"] for option in options]
    if len(set(values)) != len(values):
        raise invalid(f"{where}.options", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
    for option in options:
        for name in ("label", "value", "description"):
            long(f"{where}.options.{name}", option.get(name), 100)
        if not option["label"] or not option["value"]:
            raise invalid(f"{where}.options", "BASE_TYPE_REQUIRED", "This field is required")


def check_form(data: dict[str, Any]) -> None:
    long("data.title", data.get("title"), 45)
    long("data.custom_id", data.get("custom_id"), 100)
    if not 1 <= len(data.get("components") or []) <= 5:
        raise invalid("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")


def check_choices(choices: list[dict[str, Any]]) -> None:
    if len(choices) > 25:
        raise invalid("data.choices", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for choice in choices:
        for name in ("name", "value"):
            if not 1 <= len(str(choice[name])) <= 100:
                raise invalid(f"data.choices.{name}", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")


def check_commands(commands: list[dict[str, Any]]) -> None:
    if len(commands) > 100:
        raise ApiError(400, 30032, "Maximum number of application commands reached (100).")
    names = [c["name"] for c in commands]
    if len(set(names)) != len(names):
        raise invalid("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    for command in commands:
        size = 0
        for thing in [command, *command.get("options", [])]:
            every = [thing["name"], *(thing.get("name_localizations") or {}).values()]
            for name in every:
                if not 1 <= len(name) <= 32 or name != name.lower() or not name.replace("_", "").replace("-", "").isalnum():
                    raise invalid("name", "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name}")
            for text in [thing["description"], *(thing.get("description_localizations") or {}).values()]:
                if not 1 <= len(text) <= 100:
                    raise invalid("description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
            size += len(thing["name"]) + len(thing["description"])
        required = [bool(option.get("required")) for option in command.get("options", [])]
        if len(required) > 25 or required != sorted(required, reverse=True) or size > 8000:
            raise invalid("options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
