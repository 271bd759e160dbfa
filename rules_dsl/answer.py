"""From a question to an answer: the game, the band of certainty, yes or no, the deciding sentence, what stands beside it."""

import math
import re
from dataclasses import dataclass, field

from rules_dsl.analysis import alike, names_in, words
from rules_dsl.doubt import Doubt, off_topic
from rules_dsl.errors import oder
from rules_dsl.names import Name
from rules_dsl.polarity import shape
from rules_dsl.registry import TABLE, all_games
from rules_dsl.search import MAX_QUESTION, Hit, Reader, Search
from rules_dsl.text import SEPARATOR, RuleText, Section
from rules_dsl.yesno import YesNo

CLEAR, SILENT = 0.75, 0.5  # how sure an answer is
SAME = 0.62  # likeness from which a typical question lends its answer
ALMOST = 1.7  # games this close are equally likely
PASSAGES = 5
FOUND = 8  # sections looked at
GAMES_READ = 3


@dataclass(slots=True)
class Answer:
    """What is said to a question. `band`: clear, near (no explicit rule), silent, or which (game unclear)."""

    question: str
    game: str | None
    band: str
    hits: list[Hit] = field(default_factory=list)
    verdict: str | None = None
    certain: bool = False  # of the verdict; otherwise it is only likely
    short: str = ""
    sentence: str = ""  # the deciding one, as it stands in the first passage
    related: list[Section] = field(default_factory=list)
    games: list[str] = field(default_factory=list)  # between which it could not be decided

    @property
    def abstain(self) -> bool:
        return self.band == "silent"


def passage_text(section: Section) -> str:
    """A section as it is quoted: its text, then its examples."""
    return "\n".join([section.text.strip(), *(f"Beispiel: {example}" for example in section.examples)])


def title(game: str) -> str:
    return "Tischordnung" if game == TABLE else all_games().text(game)


def game_named(text: str) -> tuple[list[str], str]:
    """Which games a text names, and the text without a name in front: `Orléans: wer fängt an`."""
    names = [*all_games(), Name(TABLE, "Tischordnung", ())]
    found = names_in(text, names)
    head, colon, rest = text.partition(":")
    if colon and len(rest.split()) > 0 and len(head.split()) <= 4:
        front = names_in(head, names)
        if front and len(words(head)) <= 4:
            return front, rest.strip()
    forms = "|".join(re.escape(form) for name in names if name.id in found for form in (name.text, name.id, *name.forms))
    return found, re.sub(rf"\s*\b(?:bei|beim|für|von|in)\s+(?:{forms})\b", "", text, flags=re.IGNORECASE) if forms else text


class Answerer:
    """Answers questions over one index."""

    def __init__(self, search: Search) -> None:
        self.search, self.doubt, self.yesno = search, Doubt(search), YesNo()

    def claim(self, text: str, key: str) -> Answer:
        """What the text says to a statement: the verdict is "ja" if it bears it out, "nein" if it contradicts it."""
        return self.ask(text, key, claimed=True)

    def ask(self, text: str, key: str | None = None, claimed: bool = False) -> Answer:
        """The answer to a question. Without a game it is looked for in all of them."""
        games = self.search.index.games
        text = text[:MAX_QUESTION]
        named, text = game_named(text) if key is None else ([], text)
        wanted = [key] if key is not None else [id_ for id_ in named if id_ in games] or [id_ for id_ in games if id_ != TABLE]
        reader = Reader(text)
        found = self._find(reader, [game for game in wanted if game in games])
        if not found:
            return Answer(text, key, "silent", short=off_topic(text) or "Dazu schweigt die Regel.")
        sure = {game: self.doubt.sure(reader, hits) for game, hits in found.items()}
        ranked = sorted(found, key=lambda game: -_likely(sure[game], found[game][0]))
        game = ranked[0]
        hits = found[game][:PASSAGES]
        if sure[game] < SILENT:
            return _silent(text, game if key is not None or named else None, hits, self._silence(reader, game))
        rivals = [id_ for id_ in ranked if _likely(sure[id_], found[id_][0]) > _likely(sure[game], hits[0]) - ALMOST]
        if len(rivals) > 1:
            mixed = [found[id_][rank] for rank in range(PASSAGES) for id_ in rivals if rank < len(found[id_])][:PASSAGES]
            return Answer(text, game, "which", mixed, short=f"Meinst du {oder([title(id_) for id_ in rivals])}? Nenn mir das Spiel dazu.", games=rivals)
        answer = Answer(text, game, "clear" if sure[game] >= CLEAR else "near", hits)
        answer.sentence = deciding(text, hits[0])
        decided = self.yesno.verdict(reader, hits, claimed)
        answer.verdict, answer.certain = decided.word, decided.certain
        answer.short = decided.answer or _short(answer)
        answer.related = related(games[game].text, hits[0].section, [hit.section.id for hit in hits[:3]])
        return answer

    def _find(self, reader: Reader, games: list[str]) -> dict[str, list[Hit]]:
        """The sections of each game. Reading takes time: with many games only the likeliest are read."""
        found = {game: hits for game in games if (hits := self.search.candidates(reader.text, game))}
        likeliest = sorted(found, key=lambda game: -found[game][0].score)[:GAMES_READ]
        return {game: self.search.reread(reader, found[game])[:FOUND] for game in likeliest}

    def _silence(self, reader: Reader, game: str) -> str:
        """What is known about a question without an answer, or nothing."""
        _, same, silence = self.search.unanswered(reader, game)
        return silence.answer if silence is not None and same > 0 else off_topic(reader.text, self.search.index.games[game])


def _likely(sure: float, best: Hit) -> float:
    """How likely a game is meant: by how sure the answer is and how well its best section fits."""
    sure = min(max(sure, 0.001), 0.999)
    return math.log(sure / (1 - sure)) + 2 * best.score + 0.3 * best.signs["head"]


def _silent(text: str, game: str | None, hits: list[Hit], topic: str) -> Answer:
    closest = hits[0].section
    said = topic or "Dazu schweigt die Regel; am nächsten kommt § " + f"{closest.id} {heading(closest)}".rstrip() + "."
    return Answer(text, game, "silent", hits, short=said)


def heading(section: Section) -> str:
    """The heading, unless the id already says it."""
    return "" if section.id.split(SEPARATOR)[-1] == section.heading else section.heading


def _short(answer: Answer) -> str:
    """The answer of the typical question that asks the same, else the deciding sentence."""
    closed = shape(answer.question).closed
    fitting = [(score, wording.question) for score, wording in answer.hits[0].wordings if closed == (wording.question.verdict is not None)]
    if fitting and fitting[0][0] >= SAME and (not closed or fitting[0][1].verdict == answer.verdict):
        return fitting[0][1].answer
    if answer.band == "near":
        return "Eine ausdrückliche Regel dazu finde ich nicht; am nächsten kommt: " + answer.sentence.removeprefix("- ")
    return answer.sentence.removeprefix("- ")


_SENTENCE = re.compile(r"(?<=[.!?])(?<!z\.)(?<!B\.)(?<!bzw\.)(?<!max\.)(?<!\d\.)\s+(?=[A-ZÄÖÜ„(0-9-])|\n+")


def sentences(text: str) -> list[str]:
    return [part.strip() for part in _SENTENCE.split(text.strip()) if part.strip()]


def deciding(text: str, hit: Hit) -> str:
    """The sentence of the passage that comes nearest to the question and its known answer."""
    asked = words(text)
    answer = words(hit.wordings[0][1].question.answer) if hit.wordings and hit.wordings[0][0] >= 0.5 else []
    best, chosen = -1.0, ""
    for sentence in sentences(passage_text(hit.section)):
        found = words(sentence)
        value = sum(max((alike(word, other) for other in found), default=0.0) for word in asked) / max(1, len(asked))
        value += sum(max((alike(word, other) for other in found), default=0.0) for word in answer) / max(1, len(answer))
        if value > best:
            best, chosen = value, sentence
    return chosen


def related(text: RuleText, section: Section, shown: list[str]) -> list[Section]:
    """Sections worth reading next: cross references, then what is above."""
    wanted = [*section.see, section.parent]
    return [text[id_] for id_ in dict.fromkeys(wanted) if id_ in text and id_ not in shown][:4]
