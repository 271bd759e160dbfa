"""Each way to talk to Herold in Discord, against the running bot."""

import json
import re

from tests.discord.conftest import Room
from tests.discord.model import PIN, SEND
from tests.discord.scenario import leaks, once, sound


def test_commands_are_known_in_german_and_english(room: Room) -> None:
    names = {command["name"]: command for command in room.world.commands}
    assert {"zug", "frage", "regel", "stand", "hand", "neu", "mitspielen", "start", "hilfe", "rueckgaengig", "protokoll", "zeit"} <= set(names)
    assert names["zug"]["name_localizations"]["en-US"] == "move"
    assert names["rueckgaengig"]["name_localizations"]["de"] == "rückgängig"
    assert names["zug"]["options"][0]["autocomplete"]


def test_completion_offers_what_is_legal(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    assert "biete 10" in anna.completions("zug", befehle="biete 1")
    assert "biete 11" not in anna.completions("zug", befehle="biete 1")
    assert "Basar" in anna.completions("neu", spiel="Bas")
    stranger = room.people("Zeno")[0]
    assert "biete 10" not in stranger.completions("zug", befehle="biete 1")


def test_refusals_are_private_and_name_the_paragraph(room: Room) -> None:
    anna, _ = room.started("Anna", "Bernd")
    before = len(room.world.in_channel(room.channel))
    assert "[§ 3]" in anna.slash("zug", befehle="biete 99").private
    assert "Du sitzt schon" in anna.slash("mitspielen").private
    assert "wer am Tisch sitzt" in room.people("Zeno")[0].slash("rueckgaengig").private
    room.world.until(lambda: [m for m in room.world.in_channel(room.channel) if m.pinned], 5, "Stand")
    assert len(room.world.in_channel(room.channel)) - before <= 1  # the board


def test_a_refusal_says_once_what_is_wanted(room: Room) -> None:
    anna, _ = room.started("Anna", "Bernd")
    refused = anna.slash("zug", befehle="passe").private
    prompt = anna.panel().content.splitlines()[-1]
    assert refused.count(prompt) == 1


def test_the_last_sealed_answer_is_not_called_sealed(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    anna.slash("zug", befehle="biete 1")
    assert "Anna hat sich entschieden (noch verdeckt)." in once(room, "Anna hat sich entschieden").content
    bernd.slash("zug", befehle="biete 2")
    assert "Bernd hat sich entschieden.\nGebote" in once(room, "Gebote: Anna 1, Bernd 2").content


def test_who_goes_on_acting_is_not_called(room: Room) -> None:
    """Anna bids last and acts again and again; Bernd is called when his turn comes."""
    anna, bernd = room.started("Anna", "Bernd")
    bernd.slash("zug", befehle="biete 2")
    anna.slash("zug", befehle="biete 1")
    told = once(room, "Gebote: Anna 1, Bernd 2")
    assert told.pinged == []
    assert "Dran: Anna darf einen Dieb spielen" in told.content
    anna.slash("zug", befehle="passe")
    assert once(room, "darf eine Karte tauschen").pinged == []
    anna.slash("zug", befehle="passe")
    assert once(room, "Runde 2:").pinged == [bernd.user.id]


def test_the_role_instead_of_the_bot(room: Room) -> None:
    anna = room.people("Anna")[0]
    said = anna.say("@&Herold stand")
    assert once(room, "meine Rolle erwähnt").reference == said.id


def test_buttons_and_commands_from_before(room: Room) -> None:
    """What Discord still shows of an older Herold gets a word."""
    anna, _ = room.started("Anna", "Bernd")
    notice = next(m for m in room.world.in_channel(room.channel) if "Dran:" in m.content)
    old = {"custom_id": "herold-alt", "component_type": 2, "id": 1}
    assert "schon gefallen" in anna._interact(3, old, room.channel, notice).private
    zug = next(command for command in room.world.commands if command["name"] == "zug")
    assert "lade Discord neu" in anna._interact(2, {"id": zug["id"], "name": "zug", "type": 1, "options": []}, room.channel).private


def test_several_orders_in_one_message(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    assert "Deine Hand" in anna.slash("zug", befehle="biete 1, hand").private
    once(room, "Anna hat sich entschieden")


def test_buttons_show_only_ones_own_options(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    notice = next(m for m in room.world.in_channel(room.channel) if "Dran:" in m.content)
    assert [b["label"] for b in notice.buttons] == ["Wählen", "Meine Hand", "Stand"]
    assert "Deine Hand" in anna.click(notice, "Wählen").private
    assert "Deine Hand" in bernd.click(notice, "Meine Hand").private
    assert "Runde 1" in bernd.click(notice, "Stand").private
    zeno = room.people("Zeno")[0]
    assert "nichts entscheiden" in zeno.click(notice, "Wählen").private
    assert "Deine Hand" not in zeno.click(notice, "Meine Hand").private
    assert leaks(room.world) == []


def test_the_panel_is_replaced_by_what_became_of_it(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    panel = anna.panel()
    chosen = anna.select(panel, "biete 5")
    assert chosen.kind == 7
    assert chosen.last is panel
    assert panel.content == "Erledigt: biete 5."  # the channel does not say it, so this is where it can be read again
    assert panel.labels == []
    once(room, "Anna hat sich entschieden")


def test_old_buttons_are_answered_kindly(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    first, second = anna.panel(), anna.panel()
    anna.select(first, "biete 5")
    length = len(room.world.in_channel(room.channel))
    assert "schon gefallen" in anna.select(second, "biete 6").private
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 5")
    assert len(room.world.in_channel(room.channel)) >= length


def test_a_sealed_answer_of_another_does_not_spoil_my_buttons(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    mine = anna.panel()
    bernd.slash("zug", befehle="biete 1")
    anna.select(mine, "biete 2")
    once(room, "Gebote: Anna 2, Bernd 1")


def test_form_for_a_written_order(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    form = anna.click(anna.panel(), "Befehl schreiben")
    assert form.kind == 9
    anna.submit(form, "biete 7")
    once(room, "Anna hat sich entschieden")


def test_lobby_by_buttons(room: Room) -> None:
    anna, bernd = room.people("Anna", "Bernd")
    opened = anna.slash("neu", spiel="basar").last
    bernd.click(opened, "Mitspielen")
    room.hears("Bernd spielt mit")
    anna.click(opened, "Start")
    once(room, "Basar beginnt mit Anna, Bernd")


def test_mention_in_the_channel(room: Room) -> None:
    anna, bernd = room.people("Anna", "Bernd")
    first = anna.say("@Herold neues spiel basar")
    room.hears("Ein Tisch für Basar")
    assert room.world.in_channel(room.channel)[0].reference == first.id
    bernd.say("@Herold mitspielen, start")
    room.hears("Basar beginnt")
    bernd.say("@Herold tanze")
    room.hears("tanze")
    anna.say("@Herold hand")
    room.world.until(lambda: any("Deine Hand" in m.text for m in anna.letters), 5, "Hand als private Nachricht")
    anna.say("das liest Herold nicht: biete 3")
    room.hears("in deinen privaten Nachrichten")
    anna.say("@Herold")
    room.world.until(lambda: any("Am Tisch:" in m.text for m in anna.letters) or "Am Tisch:" in room.texts(), 5, "Hilfe")
    assert leaks(room.world) == []


def test_private_messages_play_too(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    anna.write("was kann ich tun")
    room.world.until(lambda: any("biete 10" in m.text for m in anna.letters), 5, "Antwort in der privaten Nachricht")
    anna.write("biete 3")
    once(room, "Anna hat sich entschieden")
    bernd.write("hand")
    letter = room.world.until(lambda: next((m for m in bernd.letters if "Deine Hand" in m.text), None), 5, "Hand")
    assert letter is not None
    bernd.choose(letter, "biete 2")
    once(room, "Gebote: Anna 3, Bernd 2")
    assert leaks(room.world) == []


def test_closed_private_messages_get_a_clear_word(room: Room) -> None:
    anna, _bernd = room.started("Anna", "Bernd")
    anna.user.closed = True
    anna.say("@Herold hand")
    room.hears("Direktnachrichten sind geschlossen")
    assert "Ich kann dir nicht privat schreiben" in anna.slash("nachrichten", privat=True).private
    assert leaks(room.world) == []


def test_a_letter_that_takes_long_does_not_keep_discord_waiting(room: Room) -> None:
    anna = room.people("Anna")[0]
    room.world.fault("POST", "/users/@me/channels$", "status", status=503, times=3)
    asked = anna.slash("nachrichten", privat=True)
    assert (asked.seconds or 9) < 3.0
    assert "private Nachricht" in asked.private


def test_letters_on_wish(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    assert "private Nachricht" in bernd.slash("nachrichten", privat=True).private
    anna.slash("zug", befehle="biete 3")
    bernd.slash("zug", befehle="biete 0")
    bernd.slash("zug", befehle="passe")
    anna.slash("zug", befehle="passe")
    letter = room.world.until(lambda: next((m for m in bernd.letters if "bieten" in m.text), None), 5, "Brief mit der Entscheidung")
    assert letter is not None
    bernd.choose(letter, "biete 2")
    room.world.until(lambda: room.texts().count("Bernd hat sich entschieden") >= 2, 5, "Gebot aus dem Brief")
    bernd.user.closed = True
    anna.slash("zug", befehle="biete 0")
    anna.slash("zug", befehle="passe")
    room.hears("Direktnachrichten sind geschlossen")
    bernd.user.closed = False
    assert leaks(room.world) == []


def test_spielleitung_by_role_or_by_managing_the_server(room: Room) -> None:
    room.started("Anna", "Bernd")
    leader = room.people("Luise", roles=("Spielleitung",))[0]
    nobody = room.people("Nora")[0]
    assert "am Tisch sitzt" in nobody.slash("ende").private
    assert "beendet" in leader.slash("ende").public
    room.started("Carl", "Doris")
    owner = type(leader)(room.world, "Olga", room.channel, user=room.world.owner)
    assert "beendet" in owner.slash("ende").public


def test_votes_by_buttons(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    asked = anna.slash("ende").last
    bernd.click(asked, "Zustimmen")
    once(room, "Die Partie ist beendet")


def test_undo_log_rules_and_time(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    anna.slash("zug", befehle="biete 3")
    assert "Zurückgenommen" in anna.slash("rueckgaengig").public
    assert "Start von Basar" in bernd.slash("protokoll", zeilen=30).private
    assert "§ 3" in bernd.slash("regel", abschnitt="3").public
    assert "alle 8 Stunden" in anna.slash("zeit", wunsch="erinnere mich alle 8 stunden").private
    assert "erinnere mich nie" in anna.completions("zeit", wunsch="erin")
    assert f"Basar in <#{room.channel.id}>: du bist dran" in anna.slash("meine_spiele").private
    anna.say("@Herold meine spiele")
    room.world.until(lambda: any(f"<#{room.channel.id}>" in m.text for m in anna.letters), 5, "Tische als Brief")
    assert not re.search(r"^\d+\. ", bernd.slash("protokoll", zeilen=30).private, re.M)  # Discord would number them anew
    assert "Runde 1" in anna.slash("stand", oeffentlich=True).public
    assert leaks(room.world) == []


def test_a_thread_of_its_own(room: Room) -> None:
    anna = room.people("Anna")[0]
    anna.slash("neu", spiel="basar", faden=True)
    thread = room.world.until(lambda: next((c for c in room.world.channels.values() if c.parent == room.channel.id), None), 5, "Thread")
    assert thread is not None
    assert thread.name == "Herold: Basar"
    assert "Spiel" in anna.slash("neu", spiel="<@1> quatsch", faden=True).private
    assert room.threads() == [thread]
    room.world.until(lambda: any("Ein Tisch für Basar" in m.text for m in room.world.in_channel(thread)), 5, "Tisch im Thread")


def test_board_is_one_message_edited_in_place(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    board = room.world.until(lambda: next((m for m in room.world.in_channel(room.channel) if m.embeds), None), 5, "Stand")
    assert board is not None
    room.world.until(lambda: board.pinned, 5, "angeheftet")
    anna.slash("zug", befehle="biete 3")
    bernd.slash("zug", befehle="biete 0")
    room.world.until(lambda: "7 Münzen" in board.text, 8, "Stand nachgeführt")
    assert len([m for m in room.world.in_channel(room.channel) if m.embeds]) == 1
    board.deleted = True
    bernd.slash("zug", befehle="passe")
    room.world.until(lambda: [m for m in room.world.in_channel(room.channel) if m.embeds], 8, "neuer Stand")


def test_without_the_right_to_pin_it_still_plays(room: Room) -> None:
    room.channel.rights &= ~PIN
    anna, _ = room.started("Anna", "Bernd")
    room.world.until(lambda: [m for m in room.world.in_channel(room.channel) if m.embeds], 5, "Stand")
    assert "Deine Hand" in anna.slash("hand").private


def test_without_the_right_to_write_the_move_counts_and_is_told_later(room: Room) -> None:
    anna, bernd = room.started("Anna", "Bernd")
    room.channel.rights &= ~SEND
    done = anna.slash("zug", befehle="biete 3")
    room.world.until(lambda: "darf in diesem Kanal nicht schreiben" in done.private, 5, "Wort an Anna")
    room.channel.rights |= SEND
    bernd.slash("zug", befehle="biete 1")
    once(room, "Gebote: Anna 3, Bernd 1")


def test_long_texts_are_split_or_become_files(room: Room) -> None:
    anna = room.people("Anna")[0]
    parts = anna.slash("hilfe").messages
    room.world.until(lambda: len(parts) >= 2, 5, "zweiter Teil der Hilfe")
    assert all(len(m.content) <= 2000 for m in parts)
    assert "\n".join(m.content for m in parts).count("neues spiel") >= 1


def test_a_game_goes_out_and_comes_back_as_a_file(room: Room) -> None:
    anna, _ = room.started("Anna", "Bernd")
    type(anna)(room.world, "Olga", room.channel, user=room.world.owner).slash("ende")
    room.world.fault("POST", "/callback$", "status", status=503)
    file = anna.slash("zug", befehle="export").last.files
    assert len(file) == 1
    elsewhere = room.world.channel("woanders")
    anna.say("@Herold import", elsewhere, file=next(iter(file.items())))
    room.world.until(lambda: any("eingelesen" in m.text for m in room.world.in_channel(elsewhere)), 5, "eingelesene Partie")
    anna.say("@Herold export", elsewhere)
    room.world.until(lambda: any(m.files for m in room.world.in_channel(elsewhere)), 5, "Datei im Kanal")


def test_nothing_a_player_writes_becomes_a_mention(room: Room) -> None:
    anna = room.people("Anna @here <@&1>")[0]
    anna.slash("neu", spiel="basar")
    for text in ("@everyone", "<@123>", "<@&5> [klick](http://boese.example)", "# groß", "<#1> </zug:1>"):
        answer = anna.slash("zug", befehle=text).private
        assert "@everyone" not in answer
        assert "<@1" not in answer
        assert "](" not in answer
        anna.say(f"@Herold {text}")
    room.world.until(lambda: len([m for m in room.world.in_channel(room.channel) if m.reference]) >= 5, 5, "Antworten")
    for message in room.world.in_channel(room.channel):
        assert set(message.pinged) <= {anna.user.id}
        assert "@everyone" not in message.content
        assert "<@123>" not in message.content


def test_everything_was_sound(room: Room) -> None:
    sound(room, refused=True)
    assert room.world.gateway.too_big == []
    assert json.dumps([s.path for s in room.world.seen])
