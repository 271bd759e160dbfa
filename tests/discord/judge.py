"""Recorded traffic against Discord's own OpenAPI document, where it lies beside the project or HEROLD_OPENAPI points."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from tests.discord.world import Seen

PLACES = [os.environ.get("HEROLD_OPENAPI", ""), str(Path(__file__).parents[3] / "shared" / "discord" / "openapi.json")]


@cache
def document() -> dict[str, Any] | None:
    for place in PLACES:
        if place and Path(place).is_file():
            found: dict[str, Any] = json.loads(Path(place).read_text("utf-8"))
            # two things Discord takes although its document does not say so
            found["components"]["schemas"]["SnowflakeType"] = {"anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer"}]}
            found["components"]["schemas"]["Error"]["properties"]["code"] = {}
            return found
    return None


@cache
def operations() -> list[tuple[str, re.Pattern[str], dict[str, Any], str]]:
    paths = (document() or {"paths": {}})["paths"]
    found = []
    for template, methods in paths.items():
        pattern = re.compile(re.sub(r"\{\w+\}", r"[^/]+", re.escape(template).replace(r"\{", "{").replace(r"\}", "}")))
        for method, operation in methods.items():
            if method != "parameters":
                found.append((method.upper(), pattern, operation, template))
    found.sort(key=lambda entry: entry[3].count("{"))  # @me and @original before ids
    return found


def check(schema: dict[str, Any], value: Any) -> list[str]:
    root = {**schema, "components": (document() or {})["components"]}
    found = []
    for error in Draft202012Validator(root).iter_errors(value):
        deepest = best_match([error]) or error
        found.append(f"{'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:200]}")
    return found[:3]


def judge(seen: "list[Seen]") -> list[str]:
    """Everything in which the traffic deviates; empty if there is no document."""
    if document() is None:
        return []
    problems: list[str] = []
    for one in seen:
        found = next(((op, t) for method, pattern, op, t in operations() if method == one.method and pattern.fullmatch(one.path)), None)
        if found is None:
            if one.status < 400:
                problems.append(f"{one.method} {one.path}: not in the document")
            continue
        operation, template = found
        wanted = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
        if wanted is not None and one.body not in (None, {}) and one.status != 400:
            problems += [f"{one.method} {template} request {p}" for p in check(wanted, one.body)]
        given = operation.get("responses", {}).get(str(one.status), {}).get("content", {}).get("application/json", {}).get("schema")
        if given is not None and one.answer is not None:
            problems += [f"{one.method} {template} answer {p}" for p in check(given, one.answer)]
    return sorted(set(problems))
