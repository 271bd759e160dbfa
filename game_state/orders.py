"""The orders of a table that change it: sitting down, starting, taking back, agreeing, giving up.

Each function reads like its rule: who may, what is refused and why, what changes.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from game_state import corrections
from game_state.dice import commitment, new_seed
from game_state.journal import Entry
from game_state.table import LEITUNG, Actor, Change, Outcome, Proposal, Seat, Table
from game_state.verdict import Refused, refuse_unless
from rules_dsl import table as say
from rules_dsl.command import Command
from rules_dsl.fold import fold


def leads(table: Table, actor: Actor) -> bool:
    """Spielleitung: by role, or because the table is yours."""
    return LEITUNG in actor.roles or table.meta.owner == actor.user


def vacant(seat: Seat) -> bool:
    """A seat kept free for somebody who has not come yet."""
    return seat.user is None and seat.bot is None and not seat.resigned


# -- before the start ---------------------------------------------------------------------------------------------


def join(table: Table, actor: Actor, order: say.Join) -> Outcome:
    refuse_unless(table.seat_of(actor.user) is None, "Du sitzt schon an diesem Tisch.", code="already_seated")
    empty = next((n for n, seat in enumerate(table.meta.seats) if vacant(seat)), None)
    if empty is not None and table.meta.phase in ("lobby", "playing"):
        seat = table.meta.seats[empty]
        kept_for, seat.user, seat.name, seat.handle = seat.name, actor.user, "", ""
        seat.name = _name(table, actor.name)
        seat.handle = _handle(table, seat.name)
        table.record("replace", actor.user, {"seat": empty, "user": actor.user, "name": seat.name, "bot": None})
        return Outcome([f"{seat.name} nimmt den Platz ein, der für {kept_for} frei war."])
    refuse_unless(table.meta.phase == "lobby", "Die Partie läuft schon; frag, ob dich jemand ersetzen lässt („ersetze A durch B“).", code="already_started")
    seat = _sit(table, actor.user, actor.name, None, order.place)
    return Outcome([f"{seat.name} spielt mit{_as(seat)}. {_room(table)}"])


def computer(table: Table, actor: Actor, order: say.Computer) -> Outcome:
    refuse_unless(table.meta.phase == "lobby", "Die Partie läuft schon; „ersetze A durch computer“ geht noch.", code="already_started")
    style = _style(table, order.style)
    number = 1 + sum(seat.bot is not None for seat in table.meta.seats)
    seat = _sit(table, None, f"Computer{number}", style, None)
    return Outcome([f"{seat.name} ({style}) spielt mit. {_room(table)}"])


def _style(table: Table, wanted: str | None) -> str:
    styles = list(table.game.bots())
    if wanted is None:
        return styles[0]
    found = [style for style in styles if style.startswith(fold(wanted))]
    refuse_unless(found, f"Den Computerspieler „{wanted}“ gibt es hier nicht.", instead=[f"computer {s}" for s in styles], code="no_such_bot")
    return found[0]


def _sit(table: Table, user: str | None, name: str, bot: str | None, place: str | None) -> Seat:
    most = table.game.players[1]
    refuse_unless(len(table.meta.seats) < most, f"Der Tisch ist voll: {table.game.title} geht mit höchstens {most}.", code="table_full")
    name = _name(table, name)
    if place is not None:
        place = _place(table, place)
    seat = Seat(user, name, _handle(table, name), bot, place=place)
    table.meta.seats.append(seat)
    table.record("join", user or "", {"name": name, "handle": seat.handle, "bot": bot, "place": place})
    return seat


def clean(name: str) -> str:
    """A name that mentions nobody, formats nothing and fills one line."""
    kept = "".join(c for c in name if c.isprintable() and c not in "@<>`*_~|#\\").strip()[:32]
    return kept or "Gast"


def _name(table: Table, wanted: str) -> str:
    """A name nobody else has at this table."""
    wanted = clean(wanted)
    taken = {fold(seat.name) for seat in table.meta.seats}
    return wanted if fold(wanted) not in taken else next(name for n in range(2, 99) if fold(name := f"{wanted} {n}") not in taken)


def _handle(table: Table, name: str) -> str:
    word = "".join(c for c in fold(name).split(" ")[0] if c.isalnum()) or "gast"
    taken = {seat.handle for seat in table.meta.seats}
    return word if word not in taken else next(f"{word}{n}" for n in range(2, 99) if f"{word}{n}" not in taken)


def _place(table: Table, wanted: str) -> str:
    places = {fold(place): place for place in table.game.places}
    refuse_unless(places, f"{table.game.title} kennt keine Plätze mit Namen.", code="no_places")
    found = [place for key, place in places.items() if key.startswith(fold(wanted))]
    refuse_unless(found, f"„{wanted}“ gibt es hier nicht.", instead=list(places.values()), code="no_such_place")
    taken = [seat.place for seat in table.meta.seats]
    refuse_unless(found[0] not in taken, f"{found[0]} ist schon vergeben.", instead=[p for p in places.values() if p not in taken], code="place_taken")
    return found[0]


def _as(seat: Seat) -> str:
    return f" als {seat.place}" if seat.place else ""


def _room(table: Table) -> str:
    least, most = table.game.players
    count = len(table.meta.seats)
    if count < least:
        return f"{'Es fehlt' if least - count == 1 else 'Es fehlen'} noch {least - count} ({least}–{most} Spieler)."
    return f"Ihr seid {count} von höchstens {most}; „start“ beginnt."


def leave(table: Table, actor: Actor, order: say.Leave) -> Outcome:
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refused("Du sitzt nicht an diesem Tisch.", code="not_seated")
    if table.meta.phase == "playing":
        return resign(table, actor, say.Resign())
    refuse_unless(table.meta.phase == "lobby", "Die Partie ist zu Ende.", code="not_playing")
    left = table.meta.seats.pop(seat)
    table.record("leave", actor.user, {"seat": seat})
    people = [s.user for s in table.meta.seats if s.user]
    if not people:
        table.meta.phase = "ended"
        table.record("end", actor.user, {"reason": "leer"})
        return Outcome([f"{left.name} steht auf; der Tisch ist leer und wird geschlossen."])
    if table.meta.owner == actor.user:
        table.meta.owner = people[0]
    return Outcome([f"{left.name} steht auf. {_room(table)}"])


def option(table: Table, actor: Actor, order: say.Option) -> Outcome:
    refuse_unless(table.meta.phase == "lobby", "Optionen gelten ab dem Start; diese Partie läuft schon.", code="already_started")
    _set_options(table, actor, order.text)
    return Outcome(["Eingestellt: " + (", ".join(f"{k} = {_shown(v)}" for k, v in table.meta.options.items() if v is not None) or "nichts Besonderes") + "."])


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else {True: "ja", False: "nein"}.get(value, str(value))


def _set_options(table: Table, actor: Actor, text: str) -> None:
    chosen = {**table.meta.options, **table.game.parse_options(text)}
    table.game.options_type.model_validate(chosen)
    table.meta.options = chosen
    table.record("option", actor.user, {"options": chosen})


def start(table: Table, actor: Actor, order: say.Start) -> Outcome:
    refuse_unless(table.meta.phase == "lobby", "Diese Partie hat schon begonnen.", code="already_started")
    refuse_unless(table.seat_of(actor.user) is not None or leads(table, actor), "Nur wer am Tisch sitzt, kann beginnen („mitspielen“).", code="not_seated")
    least, count = table.game.players[0], len(table.meta.seats)
    refuse_unless(count >= least, f"Ihr seid {count}; {table.game.title} braucht mindestens {least} Spieler („mitspielen“ oder „computer“).", code="too_few")
    if order.text.strip():
        _set_options(table, actor, order.text)
    free = [place for place in table.game.places if place not in {seat.place for seat in table.meta.seats}]
    for seat in table.meta.seats:
        if table.game.places and seat.place is None:
            seat.place = free.pop(0)
    table.meta.readings = {**table.game.readings(), **table.meta.readings}
    seed = new_seed()
    table.meta.commitment = commitment(seed)
    events = table.begin(actor.user, seed)
    notes = [
        f"{table.game.title} beginnt mit " + ", ".join(seat.name + _as(seat) for seat in table.meta.seats) + ".",
        f"Prüfsumme des Zufalls: {table.meta.commitment}. Am Ende nenne ich den Startwert dazu; jeder kann nachrechnen.",
    ]
    return Outcome(notes, events + table.automatic())


def reading(table: Table, actor: Actor, order: say.ChooseReading) -> Outcome:
    name, _, choice = order.text.strip().partition(" ")
    known = table.game.reading_choices()
    key, wanted = fold(name).replace(" ", "_"), fold(choice).replace(" ", "_")
    refuse_unless(key in known, f"Eine Lesart „{name}“ gibt es hier nicht.", instead=list(known), code="no_such_reading")
    each = [f"lesart {key} {one}" for one in known[key]]
    refuse_unless(wanted, f"Sag dazu, wie {key} gelesen werden soll; „lesarten {key}“ erklärt es.", instead=each, code="no_such_choice")
    refuse_unless(wanted in known[key], f"„{choice}“ ist keine Wahl für {key}.", instead=each, code="no_such_choice")
    if table.meta.phase == "lobby":
        table.meta.readings[key] = wanted
        table.record("reading", actor.user, {"reading": key, "choice": wanted})
        return Outcome([f"Lesart {key}: {wanted}."])
    refuse_unless(table.meta.phase == "playing", "Die Partie ist zu Ende.", code="not_playing")
    return propose(table, actor, "reading", f"die Lesart {key} auf {wanted} ändern", [], False, {"reading": key, "choice": wanted})


# -- taking back --------------------------------------------------------------------------------------------------


def undo(table: Table, actor: Actor, order: say.Undo) -> Outcome:
    """Freely while it is your own and nothing was rolled, drawn or shown since; otherwise the others are asked."""
    table.running  # noqa: B018  (refuses when nothing is played)
    seat = table.seat_of(actor.user)
    refuse_unless(seat is not None or leads(table, actor), "Nur wer am Tisch sitzt, kann Züge zurücknehmen.", code="not_seated")
    line = _line(table)
    if order.to is not None:
        at = next((n for n, entry in enumerate(line) if entry.seq >= order.to), None)
        if at is None:
            raise Refused(f"Nach Zeile {order.to} steht kein gültiger Zug im Protokoll.", code="nothing_to_undo")
        dropped = line[at:]
        if _own_and_free(dropped, seat):
            return take_back(table, actor.user, [e.seq for e in dropped])
        return propose(table, actor, "undo", f"zurück vor Zeile {order.to} ({_moves(len(dropped))})", [], True, {"drop": [e.seq for e in dropped]})
    own = [n for n, entry in enumerate(line) if entry.seat == seat and not entry.auto]
    refuse_unless(own, "Du hast noch keinen Zug gemacht, den ich zurücknehmen könnte.", code="nothing_to_undo")
    last = own[-1]
    if table.running.sealed and seat in table.running.answers:
        return take_back(table, actor.user, [line[last].seq])
    dropped = line[last:]
    if _own_and_free(dropped, seat):
        return take_back(table, actor.user, [e.seq for e in dropped])
    asked = {entry.seat for entry in dropped if not entry.auto}
    if not all(entry.free for entry in dropped):
        asked = set(range(len(table.meta.seats)))
    return propose(
        table, actor, "undo", f"{table.meta.seats[line[last].seat].name} nimmt den letzten Zug zurück ({_moves(len(dropped))})",
        sorted(asked), False, {"drop": [e.seq for e in dropped]},
    )


def _moves(count: int) -> str:
    return "1 Zug" if count == 1 else f"{count} Züge"


def _line(table: Table) -> list[Entry]:
    return table.entries(0, table.meta.length)


def _own_and_free(dropped: list[Entry], seat: int | None) -> bool:
    return all(entry.seat == seat or entry.auto for entry in dropped) and all(entry.free for entry in dropped)


def take_back(table: Table, user: str, drop: list[int]) -> Outcome:
    """Entries leave the line; the journal keeps them."""
    line = _line(table)
    first = next(n for n, entry in enumerate(line) if entry.seq in set(drop))
    later = [entry for entry in line[first:] if entry.seq not in set(drop)]  # sealed answers of others stay
    gone = [entry for entry in line[first:] if entry.seq in set(drop)]
    lost = [change.seq for change in table.meta.changes if change.correction is not None and change.at > first]
    table.record("undo", user, {"drop": drop, "corrections": lost})
    table.rebuild(first)
    runner = table.running
    for entry in later:
        runner.answer(entry.seat, table.game.language.commands.load(entry.command))
        table.tail.append(entry)
        table.meta.length += 1
    table.meta.undone = [*table.meta.undone, *[entry.seq for entry in reversed(gone)]]
    names = ", ".join(_describe(table, entry) for entry in gone[-5:])
    return Outcome([f"Zurückgenommen: {names}" + (f" (und {len(gone) - 5} weitere davor)" if len(gone) > 5 else "") + "."])


def _describe(table: Table, entry: Entry) -> str:
    what = "ein verdeckter Zug" if entry.hidden else f"„{table.game.language.commands.load(entry.command).say()}“"
    return f"{table.meta.seats[entry.seat].name}: {what}"


def redo(table: Table, actor: Actor, order: say.Redo) -> Outcome:
    """The same command with the same dice; only while nothing new was played."""
    table.running  # noqa: B018
    refuse_unless(table.meta.undone, "Es gibt nichts zu wiederholen.", code="nothing_to_redo")
    seat = table.seat_of(actor.user)
    entry = table.archive_entry(table.meta.undone[-1])
    mine = seat == entry.seat or entry.auto or leads(table, actor)
    refuse_unless(mine, f"Diesen Zug kann nur {table.meta.seats[entry.seat].name} wiederholen.", code="not_yours")
    refuse_unless(table.repeatable(entry), "Seit dem Zurücknehmen gilt am Tisch anderes; spiel den Zug bitte neu.", code="nothing_to_redo")
    notes, events = [f"Wiederholt: {_describe(table, entry)}."], []
    while True:
        table.meta.undone.pop()
        table.record("redo", actor.user, {"seq": entry.seq})
        events += table.repeat(entry)
        if not table.meta.undone or table.meta.phase != "playing":
            return Outcome(notes, events + table.automatic())
        entry = table.archive_entry(table.meta.undone[-1])
        if not entry.auto or not table.repeatable(entry):  # what the computer answered comes back with it
            return Outcome(notes, events + table.automatic())


# -- agreeing -----------------------------------------------------------------------------------------------------


def propose(table: Table, actor: Actor, kind: str, text: str, asked: list[int], majority: bool, data: dict[str, Any]) -> Outcome:
    if table.meta.proposal is not None:
        raise Refused(f"Es läuft schon ein Antrag: {table.meta.proposal.text} („stimme zu“ oder „lehne ab“).", code="proposal_open")
    me = table.seat_of(actor.user)
    people = [n for n, seat in enumerate(table.meta.seats) if seat.user is not None and not seat.resigned]
    needs = [n for n in (asked or people) if n in people]
    proposal = Proposal(kind, actor.user, text, needs, majority, data, [me] if me in needs else [])
    table.record("propose", actor.user, {"kind": kind, "text": text, "needs": needs, "majority": majority, "data": data})
    table.meta.proposal = proposal
    if _decided(proposal):
        return _carry_out(table)
    missing = ", ".join(table.meta.seats[n].name for n in needs if n not in proposal.yes)
    how = "die Mehrheit entscheidet" if majority else "alle Betroffenen müssen zustimmen"
    return Outcome([f"{actor.name} beantragt: {text}. {missing}: „stimme zu“ oder „lehne ab“ ({how})."])


def _decided(proposal: Proposal) -> bool:
    if proposal.majority:
        return 2 * len(proposal.yes) > len(proposal.needs)
    return all(n in proposal.yes for n in proposal.needs)


def agree(table: Table, actor: Actor, order: say.Agree) -> Outcome:
    proposal = _open_proposal(table)
    seat = table.seat_of(actor.user)
    if LEITUNG in actor.roles:
        table.record("vote", actor.user, {"yes": True, "leitung": True})
        proposal.data["leitung"] = True
        return _carry_out(table)
    refuse_unless(seat in proposal.needs, "Über diesen Antrag entscheiden andere.", code="not_for_you")
    refuse_unless(seat not in proposal.yes, "Du hast schon zugestimmt.", code="already_voted")
    assert seat is not None
    table.record("vote", actor.user, {"yes": True, "seat": seat})
    proposal.yes.append(seat)
    proposal.data["no"] = [n for n in proposal.data.get("no", []) if n != seat]
    if _decided(proposal):
        return _carry_out(table)
    missing = ", ".join(table.meta.seats[n].name for n in proposal.needs if n not in proposal.yes)
    return Outcome([f"{actor.name} stimmt zu; offen: {missing}."])


def disagree(table: Table, actor: Actor, order: say.Disagree) -> Outcome:
    proposal = _open_proposal(table)
    seat = table.seat_of(actor.user)
    refuse_unless(seat in proposal.needs or LEITUNG in actor.roles, "Über diesen Antrag entscheiden andere.", code="not_for_you")
    table.record("vote", actor.user, {"yes": False, "seat": seat})
    if proposal.majority and LEITUNG not in actor.roles and actor.user != proposal.by:
        if seat in proposal.yes:
            proposal.yes.remove(seat)
        proposal.data.setdefault("no", []).append(seat)
        if 2 * len(set(proposal.data["no"])) < len(proposal.needs):
            return Outcome([f"{actor.name} lehnt ab; die Abstimmung läuft weiter."])
    table.meta.proposal = None
    return Outcome([f"Antrag abgelehnt: {proposal.text}."])


def _open_proposal(table: Table) -> Proposal:
    if table.meta.proposal is None:
        raise Refused("Gerade liegt kein Antrag vor.", code="no_proposal")
    return table.meta.proposal


def _carry_out(table: Table) -> Outcome:
    proposal = _open_proposal(table)
    table.meta.proposal = None
    if proposal.kind == "undo":
        done = take_back(table, proposal.by, proposal.data["drop"])
        done.events = table.automatic()
        return done
    if proposal.kind == "reading":
        table.change(Change(table.meta.length, reading=proposal.data["reading"], choice=proposal.data["choice"]))
        table.record("reading", proposal.by, proposal.data)
        return Outcome([f"Ab jetzt gilt die Lesart {proposal.data['reading']}: {proposal.data['choice']}."])
    if proposal.kind == "dispute":
        return _settle(table, proposal)
    if proposal.kind == "stand_in":
        return stand_in(table, proposal.data["seat"])
    return _end(table, proposal.by, "einvernehmlich")


def _settle(table: Table, proposal: Proposal) -> Outcome:
    """T.12: the dispute ends as proposed; going back or correcting the position is part of it."""
    data = proposal.data
    if "step" in data:
        try:
            corrections.allowed(table, data["step"])
        except Refused as refused:
            return Outcome([f"Die Korrektur „{data['reads']}“ passt nicht mehr zum Stand, der Streitfall bleibt offen. {refused.explain()}"])
    how = "Spielleitung" if data.get("leitung") else "einvernehmlich" if set(proposal.yes) >= set(proposal.needs) else "Mehrheit"
    table.settled = {"dispute": data["dispute"], "ruling": data["ruling"], "how": how}
    table.record("settle", proposal.by, table.settled)
    notes = [f"Streitfall entschieden ({how}): {data['ruling']}"]
    if "step" in data:
        line = corrections.carry_out(table, proposal.by, data["step"], data["reads"])
        return Outcome([*notes, f"Korrektur (Zeile {line}): {data['reads']}."], table.automatic())
    dropped = [entry.seq for entry in _line(table) if entry.seq >= data["back"]] if "back" in data else []
    if not dropped:
        return Outcome(notes)
    done = take_back(table, proposal.by, dropped)
    return Outcome(notes + done.notes, table.automatic())


def stand_in(table: Table, seat: int) -> Outcome:
    """A deadline has passed: the computer takes this one decision for somebody."""
    ask = table.running.ask_of(seat)
    if ask is None:
        return Outcome([f"{table.meta.seats[seat].name} hat sich inzwischen entschieden."])
    bot = next(iter(table.game.bots().values()))
    command = bot(table.running.referee.state, ask, Random(f"{table.meta.seed}:{table.meta.length}:{seat}:frist"))
    events = table.submit("", seat, command, auto=True)
    return Outcome([f"Die Frist ist um; der Computer entscheidet für {table.meta.seats[seat].name}."], events + table.automatic())


# -- giving up ----------------------------------------------------------------------------------------------------


def resign(table: Table, actor: Actor, order: say.Resign) -> Outcome:
    table.running  # noqa: B018
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refused("Du sitzt nicht an diesem Tisch.", code="not_seated")
    refuse_unless(not table.meta.seats[seat].resigned, "Du hast schon aufgegeben.", code="resigned")
    table.meta.seats[seat].resigned = True
    table.change(Change(table.meta.length, resigned=seat))
    table.record("resign", actor.user, {"seat": seat})
    notes = [f"{table.meta.seats[seat].name} gibt auf."]
    if all(s.resigned or s.bot for s in table.meta.seats):
        done = _end(table, actor.user, "alle haben aufgegeben")
        return Outcome(notes + done.notes, done.events)
    _withdraw_proposal(table, notes)
    return Outcome(notes, table.automatic())


def _withdraw_proposal(table: Table, notes: list[str]) -> None:
    if table.meta.proposal is not None:
        notes.append(_off_the_table(table.meta.proposal.text))
        table.meta.proposal = None


def _off_the_table(text: str) -> str:
    return f"Der Antrag „{text}“ ist damit vom Tisch."


def replace(table: Table, actor: Actor, order: say.Replace) -> Outcome:
    """A seat goes to somebody else: by its owner, by the Spielleitung; the newcomer must not sit here."""
    seat = table.find_seat(order.old)
    old = table.meta.seats[seat]
    mine = old.user == actor.user or leads(table, actor)
    refuse_unless(mine, f"Den Platz von {old.name} kann nur {old.name} oder die Spielleitung vergeben.", code="not_yours")
    refuse_unless(table.meta.phase in ("lobby", "playing"), "Die Partie ist zu Ende.", code="not_playing")
    before = old.name
    if fold(order.new).startswith("computer"):
        old.bot, old.user, old.resigned = _style(table, None), None, False
        old.name = ""
        old.name = _name(table, f"Computer{sum(s.bot is not None for s in table.meta.seats)}")
    else:
        refuse_unless(
            order.user is None or table.seat_of(order.user) is None, f"{order.new} sitzt schon an diesem Tisch.", code="already_seated",
        )
        old.user, old.bot, old.resigned, old.pass_always = order.user, None, False, False
        old.name = ""
        old.name = _name(table, order.new)
    old.handle = ""
    old.handle = _handle(table, old.name)
    if table.meta.phase == "playing":
        table.change(Change(table.meta.length, back=seat))
    table.record("replace", actor.user, {"seat": seat, "user": old.user, "name": old.name, "bot": old.bot})
    text = f"{old.name} übernimmt den Platz von {before}."
    if vacant(old):
        text = f"Der Platz von {before} ist für {old.name} reserviert; „mitspielen“ nimmt ihn ein."
    notes = [text]
    _withdraw_proposal(table, notes)  # it waits for the voice of somebody who is gone
    return Outcome(notes, table.automatic() if table.meta.phase == "playing" else [])


def end_game(table: Table, actor: Actor, order: say.EndGame) -> Outcome:
    refuse_unless(table.meta.phase in ("lobby", "playing"), "Hier ist nichts zu beenden.", code="not_playing")
    if table.meta.phase == "lobby" or LEITUNG in actor.roles:
        refuse_unless(leads(table, actor) or table.seat_of(actor.user) is not None, "Das kann nur, wer am Tisch sitzt.", code="not_seated")
        return _end(table, actor.user, "abgebrochen")
    refuse_unless(table.seat_of(actor.user) is not None, "Das kann nur, wer am Tisch sitzt.", code="not_seated")
    return propose(table, actor, "end", "die Partie ohne Wertung beenden", [], False, {})


def _end(table: Table, user: str, reason: str) -> Outcome:
    started = table.meta.phase == "playing"
    table.meta.phase, table.meta.proposal = "ended", None
    table.record("end", user, {"reason": reason})
    notes = [f"Die Partie ist beendet ({reason})."]
    if started:
        notes.append(f"Startwert des Zufalls: {table.meta.seed}.")
    return Outcome(notes)


# -- standing instructions ----------------------------------------------------------------------------------------


def pass_always(table: Table, actor: Actor, order: say.PassAlways) -> Outcome:
    return _standing(table, actor, True, "Bei Reaktionen passe ich ab jetzt für dich, wo die Regel das erlaubt („frag mich“ hebt das auf).")


def ask_me(table: Table, actor: Actor, order: say.AskMe) -> Outcome:
    return _standing(table, actor, False, "Ich frage dich wieder bei jeder Reaktion.")


def _standing(table: Table, actor: Actor, passing: bool, text: str) -> Outcome:
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refused("Du sitzt nicht an diesem Tisch.", code="not_seated")
    table.meta.seats[seat].pass_always = passing
    table.record("standing", actor.user, {"seat": seat, "pass": passing})
    return Outcome([text], table.automatic() if table.meta.phase == "playing" else [])


HANDLERS: dict[type[Command], Callable[[Table, Actor, Any], Outcome]] = {
    say.Join: join, say.Computer: computer, say.Leave: leave, say.Option: option, say.Start: start, say.ChooseReading: reading,
    say.Undo: undo, say.Redo: redo, say.Agree: agree, say.Disagree: disagree, say.Resign: resign, say.Replace: replace,
    say.EndGame: end_game, say.PassAlways: pass_always, say.AskMe: ask_me,
}


def do(table: Table, actor: Actor, command: Command) -> Outcome:
    """Carry out one order that changes the table, or raise `Refused`."""
    return overtaking(table, HANDLERS.get(type(command), move)(table, actor, command))


def overtaking(table: Table, outcome: Outcome) -> Outcome:
    """T.6: tells of a proposal that spoke of a position left behind."""
    if table.overtaken:
        outcome.notes.append(_off_the_table(table.overtaken))
        table.overtaken = ""
    return outcome


def move(table: Table, actor: Actor, command: Command) -> Outcome:
    table.check(actor.user, command)
    seat = table.seat_of(actor.user)
    assert seat is not None
    events = table.submit(actor.user, seat, command)
    cites = tuple(dict.fromkeys(cite for event in events for cite in event.cites))
    return Outcome([], events + table.automatic(), cites)


def changes(command: Command) -> bool:
    return type(command) in HANDLERS

