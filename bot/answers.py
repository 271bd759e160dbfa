"""Rules questions and look-ups in a channel, and what people say about the answers."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot import words
from bot.messages import Reply
from game_state import feedback
from game_state.feedback import LastAnswer
from game_state.verdict import Refused
from rules_dsl import table as say
from rules_dsl.answer import Answer, Answerer, game_named, heading, passage_text, title
from rules_dsl.edition import own_edition
from rules_dsl.errors import oder
from rules_dsl.fold import fold
from rules_dsl.index import Index
from rules_dsl.lookup import Found, glossary, look_up, page
from rules_dsl.registry import TABLE, all_games
from rules_dsl.search import Hit, Search
from rules_dsl.text import Section, rule_text

if TYPE_CHECKING:
    from bot.questions import Desk

MORE = 260  # characters shown of the second and third passage
LONG = 1400  # a first passage longer than this is shortened around its deciding sentence
TERMS = 120
NEXT, BEFORE = ("weiter", "naechste", "naechster", "vor", "nachfolger"), ("zurueck", "vorige", "voriger", "davor", "vorherige")


@cache
def answerer(folder: Path) -> Answerer:
    """One per data folder; the index is kept there."""
    return Answerer(Search(Index(folder)))


def question(desk: "Desk", order: say.Question, guess: bool = True) -> list[Reply]:
    """`frage …` and plain questions. Without `guess` a yes or no is said only when it is certain."""
    named, _ = game_named(order.text)
    game = None if named else _game_here(desk)
    answer = answerer(desk.store.folder).ask(order.text, game)
    if not guess and not answer.certain and answer.verdict:
        answer.verdict, answer.short = None, answer.sentence.removeprefix("- ")
    if answer.abstain:
        feedback.miss(desk.store, answer.game or game, order.text)
    elif answer.game and answer.band != "which":
        feedback.remember(desk.store, desk.message.channel, LastAnswer(answer.game, order.text[:300], answer.hits[0].section.id))
    cites = tuple(f"{hit.game}:{hit.section.id}" for hit in answer.hits[:3])
    extra = {
        "verdict": answer.verdict if answer.certain else None, "abstain": answer.abstain, "game": answer.game, "band": answer.band,
    }
    return [Reply("answer", said(answer, desk.store.folder, _readings(desk, answer.game)), desk.aside, cites=cites, extra=extra)]


def _game_here(desk: "Desk") -> str | None:
    table = desk.table or desk.store.last_table(desk.message.channel)
    return table.meta.game if table is not None else None


def _readings(desk: "Desk", game: str | None) -> dict[str, str]:
    """The readings this table has chosen."""
    table = desk.table
    return table.readings if table is not None and table.meta.game == game else {}


# -- how an answer reads ----------------------------------------------------------------------------------------


def said(answer: Answer, folder: Path | None = None, chosen: dict[str, str] | None = None) -> str:
    """An answer as people read it."""
    if answer.band == "which":
        return answer.short
    if answer.abstain:
        if not answer.hits or answer.game is None:
            return answer.short
        return f"{answer.short}\n{_short_passage(answer.hits[0])}"
    word = (answer.verdict.capitalize() if answer.certain else f"Wohl {answer.verdict}") if answer.verdict else ""
    lines = [f"**{word}.** {_without_word(answer.short)}" if word else answer.short]
    first = answer.hits[0].section
    text = rule_text(answer.hits[0].game)
    lines.append(f"§ {first.id} {heading(first)}".rstrip() + (f" ({text.edition})" if text.edition else "") + f": {marked(first, answer.sentence)}")
    lines += _own(folder, answer.hits[0].game, first)
    lines += [_reading(first, number, chosen or {}) for number in range(len(first.reading))]
    others = [hit for hit in answer.hits[1:3] if hit.score >= 0.8 * answer.hits[0].score]
    lines += [_short_passage(hit) for hit in others]
    see = [section.id for section in answer.related if section.id not in {hit.section.id for hit in others}]
    if see:
        lines.append("Siehe auch " + ", ".join(f"§ {id_}" for id_ in see) + ".")
    return "\n".join(lines)


def _without_word(short: str) -> str:
    """The short answer without a yes or no in front that is said already."""
    for word in ("Ja", "Nein"):
        if short.startswith((word + ",", word + ".", word + ":")):
            rest = short[len(word) + 1:].strip()
            return rest[:1].upper() + rest[1:]
    return short


def marked(section: Section, sentence: str) -> str:
    """The passage with its deciding sentence in bold; a very long one is cut around it."""
    text = passage_text(section)
    place = text.find(sentence) if sentence else -1
    if place < 0:
        return words.clipped(text, LONG)
    before, after = text[:place], text[place + len(sentence):]
    if len(text) > LONG:
        room = max(0, (LONG - len(sentence)) // 2)
        before = before if len(before) <= room else "… " + before[-room:].partition(" ")[2]
        after = after if len(after) <= room else after[:room].rpartition(" ")[0] + " …"
    dash = "- " if sentence.startswith("- ") else ""
    return f"{before}{dash}**{sentence.removeprefix('- ')}**{after}"


def _short_passage(hit: Hit) -> str:
    return f"§ {hit.section.id} {heading(hit.section)}".rstrip() + f": {words.clipped(passage_text(hit.section), MORE)}"


def _reading(section: Section, number: int, chosen: dict[str, str]) -> str:
    reading = section.reading[number]
    choice = chosen.get(reading.id, reading.default)
    where = "an diesem Tisch" if reading.id in chosen else "voreingestellt"
    return f"Lesart {reading.id} ({where}): {reading.choices.get(choice, choice)}"


def _own(folder: Path | None, game: str, section: Section) -> list[str]:
    """What the group's own edition says at the same place."""
    found = own_edition(folder, game).get(section.id) if folder is not None else None
    if found is None:
        return []
    page_ = f", S. {found.page}" if found.page else ""
    return [f"Eure Ausgabe{page_}: {words.clipped(found.text, 600)}"]


# -- looking up -------------------------------------------------------------------------------------------------


def rule(desk: "Desk", order: say.Rule) -> list[Reply]:
    """`regel 9.5.2`, `regel Kathedrale`, `regel weiter`, `regel glossar`; without a table the game may stand in front."""
    wanted, here = order.text.strip(), _game_here(desk)
    game, wanted = _game_in_front(wanted, here)
    if fold(wanted) in (*NEXT, *BEFORE):
        return _turn(desk, fold(wanted) in NEXT)
    if game is None:
        hits = {name.id: found for name in all_games() if (found := look_up(name.id, wanted)).section is not None}
        if len(hits) != 1:
            names = [title(id_) for id_ in hits] or [name.text for name in all_games()]
            raise Refused(f"In welchem Spiel? Schreib zum Beispiel „regel {names[0]}: {words.clipped(wanted, 40)}“ ({oder(names)}).", code="which_game")
        game = next(iter(hits))
    if fold(wanted) in ("glossar", "begriffe", "begriff"):
        return [Reply("answer", _glossary(game), desk.aside)]
    found = look_up(game, wanted)
    if found.section is None:
        raise Refused(_not_found(game, wanted, found), code="no_such_section")
    return [_page(desk, game, found.section, found.choices)]


def _game_in_front(wanted: str, here: str | None) -> tuple[str | None, str]:
    """`orleans: Badehaus`, `dominion Zepter`; in a channel with a game the bare words are its own first."""
    if wanted.upper().removeprefix("TISCH:").strip() in rule_text(TABLE):
        return TABLE, wanted.upper().removeprefix("TISCH:").strip()
    head, colon, rest = wanted.partition(":")
    names = all_games().by_form
    if colon and fold(head) in names and rest.strip():
        return names[fold(head)], rest.strip()
    parts = wanted.split()
    for size in range(min(4, len(parts) - 1), 0, -1):
        form = fold(" ".join(parts[:size]))
        if form in names and (here is None or look_up(here, wanted).section is None):
            return names[form], " ".join(parts[size:])
    return here, wanted


def _turn(desk: "Desk", forward: bool) -> list[Reply]:
    last = feedback.last(desk.store, desk.message.channel)
    if last is None or last.section not in rule_text(last.game):
        raise Refused("Schlag erst einen Abschnitt nach („regel 1“), dann blättere ich weiter.", code="no_section_open")
    around = page(rule_text(last.game), last.section)
    section = around.next if forward else around.previous
    if section is None:
        raise Refused("Dahinter kommt nichts mehr." if forward else "Davor steht nichts.", code="no_more_sections")
    return [_page(desk, last.game, section, [])]


def _page(desk: "Desk", game: str, section: Section, others: list[Section]) -> Reply:
    feedback.remember(desk.store, desk.message.channel, LastAnswer(game, f"regel {section.id}", section.id))
    text = shown(game, section, desk.store.folder, _readings(desk, game))
    if others:
        text += "\nEbenso heißt: " + ", ".join(f"§ {other.id}" for other in others) + "."
    return Reply("answer", text, desk.aside, cites=(f"{game}:{section.id}",), extra={"game": game})


def shown(game: str, section: Section, folder: Path | None = None, chosen: dict[str, str] | None = None) -> str:
    """A section with everything that belongs to it."""
    text = rule_text(game)
    around = page(text, section.id)
    lines = [f"§ {section.id} {heading(section)}".rstrip() + (f" ({text.edition})" if text.edition else ""), passage_text(section)]
    lines += [_reading(section, number, chosen or {}) for number in range(len(section.reading))]
    lines += _own(folder, game, section)
    if around.children:
        lines.append("Darunter: " + ", ".join(f"§ {child.id} {heading(child)}".rstrip() for child in around.children) + ".")
    if section.see:
        lines.append("Siehe auch " + ", ".join(f"§ {id_}" for id_ in section.see) + ".")
    beside = [f"{word}: § {other.id}" for word, other in (("davor", around.previous), ("danach", around.next)) if other is not None]
    lines.append("Blättern – " + ", ".join(beside) + ".")
    return "\n".join(lines)


def _glossary(game: str) -> str:
    terms = glossary(game)
    lines = [f"{term} (§ {ids[0]})" for term, ids in list(terms.items())[:TERMS]]
    more = f" … und {len(terms) - TERMS} weitere; „regel BEGRIFF“ erklärt jeden." if len(terms) > TERMS else ""
    return f"Begriffe in {title(game)}: " + ", ".join(lines) + "." + more


def _not_found(game: str, wanted: str, found: Found) -> str:
    text = f"Einen Abschnitt „{words.clipped(wanted, 60)}“ kenne ich in {title(game)} nicht."
    if found.choices:
        return f"„{words.clipped(wanted, 60)}“ steht an mehreren Stellen: " + ", ".join(f"§ {section.id}" for section in found.choices) + "."
    return text + (" Meinst du " + oder([f"§ {id_}" for id_ in found.near]) + "?" if found.near else " „frage …“ sucht im ganzen Text.")


# -- feedback ---------------------------------------------------------------------------------------------------


def helpful(desk: "Desk", order: say.Helpful) -> list[Reply]:
    return _judge(desk, True)


def wrong(desk: "Desk", order: say.Wrong) -> list[Reply]:
    return _judge(desk, False)


def _judge(desk: "Desk", is_helpful: bool) -> list[Reply]:
    last = feedback.last(desk.store, desk.message.channel)
    if last is None:
        raise Refused("Ich habe hier noch keine Regelfrage beantwortet.", code="no_answer_yet")
    feedback.judge(desk.store, desk.message.server, desk.message.channel, last, is_helpful)
    if is_helpful:
        return [Reply("answer", "Danke, das merke ich mir.", desk.aside)]
    text = f"Danke, ich merke mir, dass § {last.section} hier nicht geholfen hat. Frag gern mit anderen Worten oder schlag mit „regel …“ nach."
    return [Reply("answer", text, desk.aside)]
