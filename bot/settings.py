"""What the operator sets: environment variables, and a ``.env`` file of the working directory (see ``.env.example``)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


class SettingsError(Exception):
    """The bot cannot run as it is set up. Its text is one line for the operator, without secrets."""


def _token(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"\d+:[\w-]+", value.get_secret_value(), re.ASCII):
        raise ValueError("is no bot token: @BotFather gives one, like 123456:ABC-DEF")
    return value


def _secret(value: SecretStr) -> SecretStr:
    if not re.fullmatch(r"[\w-]{1,256}", value.get_secret_value(), re.ASCII):
        raise ValueError("takes 1 to 256 of A-Z, a-z, 0-9, _ and -")
    return value


def _web_address(value: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#{}]+(/[^\s?#{}]*)?", value):
        raise ValueError("is no address like https://example.org/path")
    return value.rstrip("/")


def _listen(value: str) -> str:
    parts = re.fullmatch(r"([^\s/?#@]+):(\d{1,5})", value, re.ASCII)
    if parts is None or int(parts[2]) > 65535:  # noqa: PLR2004 - the highest port
        raise ValueError("is no host:port, like 127.0.0.1:8080")
    return value


def host_and_port(listen: str) -> tuple[str, int]:
    """Split an address to listen at; an IPv6 host comes without its brackets."""
    host, _, port = listen.rpartition(":")
    return host.strip("[]"), int(port)


def _redis_url(value: SecretStr) -> SecretStr:
    if not re.match(r"(rediss?(\+cluster|\+sentinel)?://|unix:/)\S", value.get_secret_value()):
        raise ValueError(
            "starts with redis://, rediss://, unix://, redis+cluster:// or redis+sentinel:// (see .env.example)"
        )
    return value


def _at_home(value: Path) -> Path:
    """What a shell would make of a ~, which in ``.env`` no shell sees."""
    try:
        return value.expanduser()
    except RuntimeError:
        raise ValueError("has a ~ that is nobody's home") from None


NO_TEXT: Final = ".env is no UTF-8 text"
SOURCES: Final = SettingsConfigDict(
    env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
)


class _Token(BaseSettings):
    model_config = SOURCES
    bot_token: str = ""


class Settings(BaseSettings):
    """All settings; each is documented in ``.env.example``."""

    model_config = SOURCES

    bot_token: Annotated[SecretStr, AfterValidator(_token)]
    telegram_api_url: Annotated[str, AfterValidator(_web_address)] = "https://api.telegram.org"
    flood_limits: bool = True
    """Keep to Telegram's limits on messages; only a server without limits can do without."""
    default_language: Literal["ru", "en"] = "ru"
    computer_delay: Annotated[float, Field(ge=0, le=60)] = 1.2
    """Seconds."""

    redis_url: Annotated[SecretStr, AfterValidator(_redis_url)] | None = None
    """Secret: it may hold a password."""
    data_dir: Annotated[Path, AfterValidator(_at_home)] = Path("data")
    valkey_bin: Annotated[Path, AfterValidator(_at_home)] | None = None
    durability: Literal["check", "trust"] = "check"

    webhook_url: Annotated[str, AfterValidator(_web_address)] | None = None
    webhook_secret: Annotated[SecretStr, AfterValidator(_secret)] | None = None
    webhook_listen: Annotated[str, AfterValidator(_listen)] = "127.0.0.1:8080"
    health_listen: Annotated[str, AfterValidator(_listen)] | None = None

    sandbox_port: Annotated[int, Field(ge=0, le=65535)] = 8081
    """Of the sandbox page, where there is no token."""

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"


def has_token() -> bool:
    """Whether a BOT_TOKEN is set at all, right or wrong. Raises :class:`SettingsError`."""
    try:
        return _Token().bot_token != ""
    except UnicodeDecodeError:
        raise SettingsError(NO_TEXT) from None


def read_settings(**given: Any) -> Settings:  # noqa: ANN401 - checked like the others
    """Raise :class:`SettingsError` about the first setting that is missing or wrong; those ``given`` come first."""
    try:
        settings = Settings(**given)
    except ValidationError as error:
        raise SettingsError(_line(error.errors(include_url=False)[0])) from None
    except UnicodeDecodeError:
        raise SettingsError(NO_TEXT) from None
    if settings.webhook_url is not None and settings.webhook_secret is None:
        raise SettingsError("WEBHOOK_SECRET is missing: WEBHOOK_URL needs it")
    return settings


def _line(error: ErrorDetails) -> str:
    """Tell it by the setting's name and never by its value, which may be secret."""
    name = str(error["loc"][0]).upper() if error["loc"] else "A setting"
    if error["type"] == "missing":
        return f"{name} is missing: set it in the environment or in .env (see .env.example)"
    message = error["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return f"{name} {message}"
