"""Settings: a TOML file, overruled by environment variables (HEROLD_…). Every wrong value is named in one German sentence."""

import os
import tomllib
from pathlib import Path
from typing import Any, Literal
from zoneinfo import available_timezones

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError, TomlConfigSettingsSource


class ConfigError(Exception):
    """The text names the wrong value in one German sentence."""


def default_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "herold"


class Settings(BaseSettings):
    """What can be set. `config.example.toml` explains each value."""

    model_config = SettingsConfigDict(env_prefix="HEROLD_", extra="forbid")

    daten: Path = Field(default_factory=default_folder)
    discord_token: SecretStr = SecretStr("")
    port: int = Field(default=8017, ge=0, le=65535)
    protokoll: Literal["debug", "info", "warning", "error"] = "info"
    protokoll_form: Literal["text", "json"] = "text"
    weitere_spiele: list[str] = []
    discord_rolle: str = "Spielleitung"
    discord_gilde: int = Field(default=0, ge=0)
    discord_shards: str = Field(default="", pattern=r"^(\d+(-\d+)?/[1-9]\d*)?$")
    discord_anheften: bool = True
    gesundheit_port: int = Field(default=0, ge=0, le=65535)
    erinnern_stunden: float = Field(default=24, ge=0, le=10_000)
    takt_sekunden: float = Field(default=60, gt=0, le=86_400)
    zeitzone: str = "Europe/Berlin"

    @field_validator("zeitzone")
    @classmethod
    def known_zone(cls, name: str) -> str:
        if name not in available_timezones() and name != "UTC":
            raise ValueError(name)
        return name

    @classmethod
    def settings_customise_sources(
        cls, settings_cls: type[BaseSettings], init_settings: PydanticBaseSettingsSource, env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource, file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, _FILE) if _FILE else init_settings


_FILE: Path | None = None

_REASONS = {
    "extra_forbidden": "diesen Eintrag gibt es nicht", "int_parsing": "das ist keine ganze Zahl", "int_type": "das ist keine ganze Zahl",
    "less_than_equal": "der Wert ist zu groß", "greater_than_equal": "der Wert ist zu klein", "greater_than": "der Wert ist zu klein",
    "string_type": "das ist kein Text",
    "string_pattern_mismatch": "diese Form ist nicht erlaubt; config.example.toml zeigt, welche es gibt", "list_type": "das ist keine Liste",
    "path_type": "das ist kein Pfad", "float_parsing": "das ist keine Zahl", "float_type": "das ist keine Zahl",
    "value_error": "diesen Wert kenne ich nicht", "bool_parsing": "erlaubt sind true und false", "bool_type": "erlaubt sind true und false",
}


def load(path: Path | None = None, **given: Any) -> Settings:
    """Settings from the file (if any), the environment and the command line; raises `ConfigError`."""
    global _FILE
    if path is not None:
        try:
            tomllib.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise ConfigError(f"Die Konfiguration {path} gibt es nicht.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(f"Die Konfiguration {path} lässt sich nicht lesen: {error}.") from error
        except tomllib.TOMLDecodeError as error:
            raise ConfigError(f"Die Konfiguration {path} ist kein gültiges TOML: {error}.") from error
    elif Path("config.toml").is_file():
        path = Path("config.toml")
    _FILE = path
    try:
        return Settings(**given)
    except ValidationError as error:
        raise ConfigError("In der Konfiguration ist " + "; ".join(_wrong(each) for each in error.errors()) + ".") from error
    except SettingsError as error:
        name = next((name for name in Settings.model_fields if f'"{name}"' in str(error)), "?")
        value = os.environ.get(f"HEROLD_{name.upper()}", "")
        raise ConfigError(f"In der Umgebung ist HEROLD_{name.upper()} = {value!r} falsch: gemeint ist eine Liste wie '[\"name\"]'.") from error
    except ValueError as error:
        raise ConfigError(f"Die Konfiguration lässt sich nicht lesen: {error}.") from error


def _wrong(error: ErrorDetails) -> str:
    """One wrong value and why; what is secret is not repeated."""
    name = ".".join(map(str, error["loc"])) or "?"
    value = "…" if "token" in name or "token" in str(error["input"]) else error["input"]
    reason = _REASONS.get(error["type"], "der Wert passt nicht")
    if error["type"] == "literal_error":
        reason = "erlaubt sind " + error["ctx"]["expected"].replace("'", "").replace(" or ", " und ")
    return f"{name} = {value!r} falsch: {reason}" if value != "…" else f"{name} = … falsch: {reason}"
