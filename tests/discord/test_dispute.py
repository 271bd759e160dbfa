"""A whole dispute in Discord: opened on a line, argued, settled by vote, kept as a ruling."""

import re

from tests.discord.conftest import Room
from tests.discord.scenario import leaks, once


def test_a_dispute_from_line_to_ruling(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    anna.slash("zug", befehle="biete 3")
    bernd.slash("zug", befehle="biete 2")
    once(room, "Gebote: Anna 3, Bernd 2")
    log = bernd.slash("protokoll", zeilen=30).private
    lines = [int(number) for number, text in re.findall(r"^(\d+)\\?\. (.*)$", log, re.M) if "Gebote" in text]
    bernd.slash("zug", befehle=f"streit {lines[-1]} Anna hat zu viel gezahlt")
    once(room, "Streitfall eröffnet")
    once(room, "Befund (vom Programm nachgerechnet)")
    anna.slash("zug", befehle="ansicht Das höchste Gebot zahlt")
    once(room, "Ansicht von Anna aufgenommen")
    assert "richtig ausgeführt" in anna.slash("zug", befehle="befund").private
    bernd.slash("zug", befehle="abhilfe zurück")
    once(room, "Streitfall beenden")
    anna.slash("zug", befehle="stimme zu")
    once(room, "euer Urteil 1")
    assert "Urteil 1" in anna.slash("zug", befehle="urteile").private
    assert leaks(room.world) == []
