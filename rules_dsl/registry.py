"""Which languages there are: one per game folder, and the plain table language for channels without a game."""

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

from rules_dsl.language import Language
from rules_dsl.names import Name, Names
from rules_dsl.table import COMMANDS, FREE, GRAMMAR, WORDS, TableBuild, game_names

TABLE = "tisch"  # the key of the Tischordnung, cited like a game

_modules: dict[str, str] = {}
_extra: dict[str, Name] = {}


def add_game(key: str, module: str, title: str, aliases: tuple[str, ...] = ()) -> None:
    """Make a game known that does not live in `rules_dsl.games` (tests, private games)."""
    _modules[key] = module
    _extra[key] = Name(key, title, aliases)
    table_language.cache_clear()
    language_of.cache_clear()


def all_games() -> Names:
    return Names("ein Spiel", [*game_names(), *_extra.values()])


def text_folder(key: str) -> Path:
    """Where the rule text of a game lies."""
    if key == TABLE:
        return Path(__file__).parent / TABLE / "text"
    if key in _modules:
        return Path(str(game_module(key).__file__)).parent / "text"
    return Path(__file__).parent / "games" / key / "text"


def game_module(key: str) -> ModuleType:
    return importlib.import_module(_modules.get(key, f"rules_dsl.games.{key}"))


@cache
def table_language() -> Language:
    """What is understood where no game is open."""
    grammar = GRAMMAR.replace("order: table_order | game_order", "order: table_order")
    return Language(grammar, WORDS, {"GAME": all_games()}, TableBuild(), COMMANDS, FREE)


@cache
def language_of(game: str) -> Language:
    """The language of a game; its module has GRAMMAR, WORDS, NAMES, BUILD, COMMANDS (and FREE if it has free text)."""
    module = game_module(game)
    return Language(
        GRAMMAR + "\n" + module.GRAMMAR,
        {**WORDS, **module.WORDS},
        {"GAME": all_games(), **module.NAMES},
        module.BUILD,
        type(COMMANDS)({**COMMANDS, **module.COMMANDS}),
        (*FREE, *getattr(module, "FREE", ())),
    )
