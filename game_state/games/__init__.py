"""One folder per game: state, play (the sequence of play), data and view."""
