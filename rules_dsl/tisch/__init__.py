"""The Tischordnung: how a table works, whatever is played there. Cited like a rulebook (`tisch:T.5`)."""

CODES = {
    "channel_busy": "T.1", "no_table": "T.1", "no_game_named": "T.1", "not_playable": "T.1",
    "not_seated": "T.2", "already_seated": "T.2", "table_full": "T.2", "place_taken": "T.2", "no_such_place": "T.2", "no_places": "T.2",
    "no_such_seat": "T.2", "no_such_bot": "T.2",
    "already_started": "T.3", "too_few": "T.3", "no_options": "T.3", "not_playing": "T.3",
    "not_your_turn": "T.4", "turn_over": "T.4", "not_asked": "T.4", "already_answered": "T.4",
    "nothing_to_undo": "T.5", "nothing_to_redo": "T.5",
    "proposal_open": "T.6", "no_proposal": "T.6", "already_voted": "T.6", "not_for_you": "T.6",
    "not_yours": "T.7", "resigned": "T.7",
    "no_such_reading": "T.8", "no_such_choice": "T.8",
    "no_such_line": "T.9", "nothing_refused": "T.9", "no_such_section": "T.9", "still_hidden": "T.9", "no_file": "T.9", "bad_document": "T.9",
    "no_section_open": "T.9", "no_more_sections": "T.9", "no_answer_yet": "T.9", "which_game": "T.1",
    "leitung_only": "T.11", "no_dispute": "T.12", "no_ruling": "T.12", "bad_correction": "T.13", "bad_time": "T.14",
}
"""Which paragraph of the Tischordnung a refusal code stands on."""

RECORDS = {
    "open": "T.1", "join": "T.2", "leave": "T.2", "option": "T.3", "start": "T.3", "standing": "T.4", "undo": "T.5", "redo": "T.5",
    "propose": "T.6", "vote": "T.6", "resign": "T.7", "replace": "T.7", "end": "T.7", "reading": "T.8", "rules": "T.8",
    "over": "T.10", "settle": "T.12", "correct": "T.13", "uncorrect": "T.13",
}
"""And which one a line of the log that is no move."""
