"""German number words from 0 to 999, folded, generated rather than listed.

>>> NUMBER_WORDS["dreiundzwanzig"], NUMBER_WORDS["hundertzwoelf"], NUMBER_WORDS["eine"]
(23, 112, 1)
"""

_ONES = ["null", "ein", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht", "neun"]
_TEENS = ["zehn", "elf", "zwoelf", "dreizehn", "vierzehn", "fuenfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"]
_TENS = ["", "", "zwanzig", "dreissig", "vierzig", "fuenfzig", "sechzig", "siebzig", "achtzig", "neunzig"]


def _word(n: int) -> str:
    if n < 10:
        return _ONES[n]
    if n < 20:
        return _TEENS[n - 10]
    if n < 100:
        tens = _TENS[n // 10]
        return tens if n % 10 == 0 else f"{_ONES[n % 10]}und{tens}"
    hundred = ("" if n < 200 else _ONES[n // 100]) + "hundert"
    return hundred + (_word(n % 100) if n % 100 else "")


NUMBER_WORDS: dict[str, int] = {_word(n): n for n in range(1000)}
NUMBER_WORDS |= dict.fromkeys(("eins", "eine", "einen", "einer", "einem", "eines", "hunderteins"), 1) | {"hunderteins": 101}
NUMBER_WORDS |= {"zwo": 2, "beide": 2, "beiden": 2, "keine": 0, "keinen": 0, "kein": 0, "einhundert": 100}
