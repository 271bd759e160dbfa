"""Limits, escapes and ids, without any Discord."""

import re
import tomllib
from pathlib import Path

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.config import Settings
from bot.discord.glance import Awaited, Decision, Glance
from bot.discord.panel import ID, board_embed, decision_text, decision_view, turn_line, turn_view
from bot.discord.run import Hopeless, shards
from bot.discord.sender import parts_of, plain, shortened, size, split
from bot.logs import blotted
from tests.discord.model import PIN, THREADS, USUAL
from tests.discord.rules import check_components, check_embed, check_message

ROOT = Path(__file__).parents[2]


@given(st.text(max_size=6000), st.integers(50, 2000))
def test_no_part_is_too_long_and_nothing_is_lost(text: str, limit: int) -> None:
    parts = split(text, limit)
    assert all(size(part) <= limit for part in parts)
    assert re.sub(r"\s", "", "".join(parts)) == re.sub(r"\s", "", text)


def test_parts_end_at_lines() -> None:
    text = "\n".join(f"Zeile {number} mit etwas Text" for number in range(200))
    assert all(part.startswith("Zeile") and part.endswith("Text") for part in split(text))
    assert shortened(text, 100).endswith("\n…")
    parts, files = parts_of(text * 3)
    assert len(parts) == 1
    assert files[0].content == text * 3


@given(st.text(alphabet="@<>#&!/:[]()everyonh1. t\n`|*", max_size=80))
def test_nothing_mentions(text: str) -> None:
    shown = plain(text)
    assert not re.search(r"@everyone|@here|<[@#/:]|<t:|\]\(|^#{1,3} |```|\|\||^\s*\d+[.)] ", shown, re.M)
    assert shown.replace("\u200b", "").replace("\\", "").replace("'''", "```") == text.replace("\\", "")


def test_numbers_stay_what_they_are() -> None:
    """Discord would number a list anew; lines of the log and shared ranks must keep their numbers."""
    assert plain("6. Start\n9. Gebote") == "6\\. Start\n9\\. Gebote"


@given(st.lists(st.text(st.characters(min_codepoint=32, exclude_categories=["Cs"]) | st.sampled_from("😀🎲"), min_size=1, max_size=300).filter(lambda t: t.strip()), min_size=1, max_size=400))
def test_every_decision_fits_discord(options: list[str]) -> None:
    decision = Decision(123456789, 99999, "0a1b2c3d", "Wähle.", tuple(options))
    rows = decision_view(decision).to_components()
    check_components(rows)
    ids = [item["custom_id"] for row in rows for item in row["components"]]
    assert all(ID.fullmatch(number) for number in ids)
    assert ("weitere" in decision_text(decision)) == (len(options) > 100)


def glance(phase: str = "playing", vote: str | None = None, board: str = "x\n" * 5000) -> Glance:
    awaited = (Awaited("17", "Anna", "bietet", 3, True), Awaited("18", "Bernd", "bietet", 3, False), Awaited(None, "Computer1", "bietet", 3, True))
    return Glance(1, "5", "T" * 300, phase, 7, awaited, board, vote)


@pytest.mark.parametrize("place", ["5", "6"])
@pytest.mark.parametrize("phase", ["lobby", "playing", "over", "ended"])
def test_boards_and_notices_fit(phase: str, place: str) -> None:
    embed = board_embed(glance(phase)).to_dict()
    assert check_embed("embed", embed) <= 6000  # type: ignore[arg-type]
    view = turn_view(glance(phase, "ein Antrag"), place)
    check_message({"content": "x", "components": view.to_components() if view else []})


def test_a_hand_is_not_named_twice() -> None:
    asked = Decision(1, 1, "0a1b2c3d", "Du bist am Zug. Hand: 3 Kupfer, Anwesen. Du darfst kaufen.", ("fertig",))
    assert decision_text(asked, "Deine Hand: 3 Kupfer, Anwesen.") == asked.prompt
    assert decision_text(asked, "Deine Hand: 3 Kupfer.").startswith("Deine Hand: 3 Kupfer.\nDu bist")


def test_only_who_does_not_know_yet_is_mentioned() -> None:
    assert turn_line(glance()) == "Dran: <@17> bietet, Bernd bietet, Computer1 bietet."


def test_shards() -> None:
    assert shards("0-3/8") == {"shard_ids": [0, 1, 2, 3], "shard_count": 8}
    assert shards("2/4") == {"shard_ids": [2], "shard_count": 4}
    assert shards("") == {}
    for wrong in ("5-3/8", "8/8", "0-8/8"):
        with pytest.raises(Hopeless, match="discord_shards"):
            shards(wrong)


def test_tokens_are_blotted_out() -> None:
    token = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.Gabcde.abcdefghijklmnopqrstuvwxyz0123456789"
    assert token not in blotted(f"login with {token} failed")
    assert "geheim" not in blotted("POST /interactions/123/geheim_token/callback")


def test_the_invitation_asks_for_what_is_used_and_no_more() -> None:
    text = (ROOT / "docs" / "betrieb.md").read_text("utf-8")
    asked = int(re.search(r"permissions=(\d+)", text).group(1))  # type: ignore[union-attr]
    assert asked == USUAL | PIN | THREADS
    assert not discord.Permissions(asked).administrator


def test_the_example_config_names_every_setting() -> None:
    text = (ROOT / "config.example.toml").read_text("utf-8")
    tomllib.loads(text)
    for name in Settings.model_fields:
        assert re.search(rf"^(# )?{name} = ", text, re.M), name
