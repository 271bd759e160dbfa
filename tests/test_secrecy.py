"""Nothing hidden in what all can read: every public reply of random play, right and wrong orders alike."""

import random
from typing import Any

import pytest

from bot.service import Service
from game_state.store import Store
from tests.conftest import FUZZ, Room

WRONG = {
    "basar": ["biete 99", "spiele wache", "tausche dieb", "passe"],
    "dominion": ["kaufe Provinz", "spiele Dorf", "lege Kupfer ab", "entsorge Silber", "nimm 2 taler", "fertig", "ja", "decke Burggraben auf", "spiele Gold"],
    "renaissance": ["biete 3", "marker 14", "setze 3 London", "kaufe Seide", "spiele Alchimie", "stabilisiere", "passe", "greife Paris mit 4 an", "lege Wein ab"],
}
ASKING = ["hilfe", "stand", "hand", "was kann ich tun", "wer ist dran", "protokoll", "warum", "rechte", "rückgängig", "lehne ab", "lesarten", "befund"]


def secrets_of(table: Any) -> list[str]:
    """Sentences only one seat may read now."""
    found = []
    for seat in range(len(table.meta.seats)):
        found.append(table.game.show_hand(table.game.view(table.running_state, seat), table.people))
    for ask in table.running.waiting():
        if ask.prompt() != ask.public_prompt():
            found.append(ask.prompt())
    return [text for text in found if len(text) > 25]


@pytest.mark.parametrize("game", sorted(WRONG))
def test_fuzz_public_replies_never_tell_a_hand(store: Store, game: str) -> None:
    for number in range(2 * FUZZ):
        room = Room(Service(store), f"{game}{number}")
        users = ["anna", "bernd", "carl"]
        room.started(*users, game=game)
        chance = random.Random(f"{game}{number}")
        for _ in range(120):
            table = room.table
            if table is None:
                break
            hidden = secrets_of(table)
            user = chance.choice(users)
            options = table.options(user)
            texts = [chance.choice(WRONG[game]), chance.choice(ASKING), f"darf ich {chance.choice(WRONG[game])}"]
            if options:
                texts += [chance.choice(options)] * 3
            text = chance.choice(texts)
            replies = room.say(user, text)
            for reply in replies:
                assert reply["kind"] != "error", (text, reply)
                if reply["to"] is None:
                    assert not [secret for secret in hidden if secret in reply["text"]], (text, reply["text"])
                elif reply["kind"] in ("refused", "unclear"):
                    assert reply["to"] == user
