"""Folding: the one spelling that grammars, names and searches are written in.

>>> fold("Lege KÜRSCHNER  auf Straße!")
'lege kuerschner auf strasse!'
"""

import re
import unicodedata

MAX_LENGTH = 4000

_PLAIN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe",
     "’": "'", "‘": "'", "`": "'", "´": "'", "„": '"', "“": '"', "”": '"', "«": '"', "»": '"',
     "–": "-", "—": "-", "−": "-", "…": "...", "\t": " ", "\r": "\n", "\u00a0": " "}
)
_SPACES = re.compile(r" {2,}")
_INVISIBLE = {"Cf", "Cc", "Cs", "Co", "Cn"}


def fold_char(char: str) -> str:
    """One character in folded spelling; invisible ones vanish."""
    if char == "\n" or " " <= char <= "@" or "[" <= char <= "~":
        return char
    if "A" <= char <= "Z":
        return char.lower()
    plain = unicodedata.normalize("NFKC", char).lower().translate(_PLAIN)
    if plain.isascii():
        return plain if plain.isprintable() or plain == "\n" else ""
    if unicodedata.category(char) in _INVISIBLE or unicodedata.combining(char):
        return ""
    return "".join(c for c in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(c)).translate(_PLAIN)


def fold(text: str) -> str:
    """Lower case, ae/oe/ue/ss, no accents, no invisible characters, single spaces."""
    if text.isascii() and text.isprintable():
        return _SPACES.sub(" ", text.lower()).strip()
    text = unicodedata.normalize("NFC", text)
    return _SPACES.sub(" ", "".join(map(fold_char, text))).strip()


def unfold_position(text: str, position: int) -> int:
    """Where in `text` the folded character number `position` comes from."""
    length, last = 0, " "
    for index, char in enumerate(unicodedata.normalize("NFC", text)):
        for folded in fold_char(char):
            if (folded.isspace() and not length) or (folded == " " == last):
                continue
            length, last = length + 1, folded
        if length > position:
            return index
    return len(text)
