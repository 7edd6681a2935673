from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from bot.settings import Settings, SettingsError, read_settings
from bot.texts import languages

EXAMPLE = Path(__file__).parents[2] / ".env.example"
README = EXAMPLE.with_name("README.md")
TOKEN = "123456:very-secret"


@pytest.fixture(autouse=True)
def only_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOT_TOKEN", TOKEN)


def test_a_token_is_enough() -> None:
    settings = read_settings()
    assert settings.bot_token.get_secret_value() == TOKEN
    assert TOKEN not in repr(settings)


def test_the_file_of_the_working_directory_counts_and_the_environment_counts_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".env").write_text("COMPUTER_DELAY=3\nDEFAULT_LANGUAGE=en\nREDIS_URL=\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("COMPUTER_DELAY", "0.5")
    settings = read_settings()
    assert (settings.computer_delay, settings.default_language, settings.redis_url) == (0.5, "en", None)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("BOT_TOKEN", "", "missing"),
        ("BOT_TOKEN", "hunter2", "no bot token"),
        ("REDIS_URL", "http://u:hunter2@host", "redis+sentinel"),
        ("WEBHOOK_SECRET", "hunter2 !", "256"),
        ("TELEGRAM_API_URL", "hunter2", "address"),
        ("WEBHOOK_URL", "ftp://hunter2", "address"),
        ("WEBHOOK_LISTEN", "hunter2", "host:port"),
        ("WEBHOOK_URL", "https://example.org/{hunter2", "address"),
        ("WEBHOOK_LISTEN", "localhost:99999", "host:port"),
        ("WEBHOOK_LISTEN", "local host:8080", "host:port"),
        ("HEALTH_LISTEN", "http://hunter2:8080", "host:port"),
        ("HEALTH_LISTEN", "hunter2:\uff18\uff10", "host:port"),
        ("COMPUTER_DELAY", "hunter2", "number"),
        ("COMPUTER_DELAY", "-1", "greater"),
        ("LOG_LEVEL", "hunter2", "'DEBUG'"),
        ("LOG_FORMAT", "hunter2", "'json'"),
        ("DURABILITY", "hunter2", "'trust'"),
        ("DATA_DIR", "~hunter2/data", "home"),
        ("DEFAULT_LANGUAGE", "hunter2", "'ru'"),
    ],
)
def test_a_wrong_setting_is_told_in_one_line_without_its_value(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as caught:
        read_settings()
    text = str(caught.value)
    assert text.startswith(name)
    assert said in text
    assert "\n" not in text
    assert "hunter2" not in text
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_a_home_is_found_as_a_shell_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("DATA_DIR=~/cards\nVALKEY_BIN=~/bin/valkey-server\n")
    monkeypatch.setenv("HOME", "/home/anna")
    settings = read_settings()
    assert settings.data_dir == Path("/home/anna/cards")
    assert settings.valkey_bin == Path("/home/anna/bin/valkey-server")


def test_a_webhook_needs_its_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEBHOOK_URL", "https://example.org/updates")
    with pytest.raises(SettingsError, match="WEBHOOK_SECRET"):
        read_settings()


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"BOT_TOKEN=\xff\n")
    with pytest.raises(SettingsError, match="UTF-8"):
        read_settings()


def test_every_setting_is_documented_and_no_other() -> None:
    documented = re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert sorted(documented) == sorted(name.upper() for name in Settings.model_fields)


def test_the_documented_values_are_the_defaults() -> None:
    documented = dict(re.findall(r"^# ([A-Z_]+)=(.+)$", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    for name, text in documented.items():
        assert str(Settings.model_fields[name.lower()].default).lower() == text.lower(), name


def test_the_readme_tells_the_same_defaults() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (?:`(.+?)` )?\|", README.read_text("utf-8"), re.MULTILINE)
    assert len(rows) > 4
    for name, text in rows:
        default = Settings.model_fields[name.lower()].default
        assert text == ("" if name == "BOT_TOKEN" or default is None else str(default)), name


def test_a_group_can_begin_in_every_language_there_is() -> None:
    assert set(get_args(Settings.model_fields["default_language"].annotation)) == set(languages())


def test_the_example_is_a_file_that_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = EXAMPLE.read_text("utf-8").replace("BOT_TOKEN=", f"BOT_TOKEN={TOKEN}", 1)
    (tmp_path / ".env").write_text(re.sub(r"^# ([A-Z_]+=.)", r"\1", text, flags=re.MULTILINE))
    expected = read_settings()
    monkeypatch.delenv("BOT_TOKEN")
    assert read_settings().bot_token == expected.bot_token
