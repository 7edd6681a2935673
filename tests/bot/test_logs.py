from __future__ import annotations

import asyncio
import json
import logging
import re
import sys
from typing import TYPE_CHECKING

import pytest

from bot.logs import about, set_up_logs
from bot.settings import Settings
from tests.bot.store.servers import running, valkey
from tests.e2e.town import town

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "123456:very-secret"
log = logging.getLogger("bot.somewhere")


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level, hook = root.handlers[:], root.level, sys.excepthook
    yield
    root.handlers[:], sys.excepthook = handlers, hook
    root.setLevel(level)


def listen(form: str) -> None:
    set_up_logs(Settings.model_validate({"bot_token": TOKEN, "log_format": form}))


def lose() -> None:
    raise ValueError("the ace of spades of Анна")


def fail() -> None:
    try:
        lose()
    except ValueError as error:
        raise RuntimeError(f"{error}, https://api.telegram.org/bot{TOKEN}/getMe") from error


def test_json_tells_what_a_line_is_about(capsys: pytest.CaptureFixture[str]) -> None:
    listen("json")
    with about(update=7), about(table="-100:3", deal="1.2"):
        log.warning("late by %d seconds", 5)
    log.warning("alone")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert first.pop("at").endswith("Z")
    assert first == {
        "level": "warning",
        "from": "bot.somewhere",
        "says": "late by 5 seconds",
        "update": "7",
        "table": "-100:3",
        "deal": "1.2",
    }
    assert set(second) == {"at", "level", "from", "says"}


def test_text_tells_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    listen("text")
    with about(update=7):
        log.warning("late")
    log.warning("alone")
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("WARNING bot.somewhere: [update=7] late")
    assert second.endswith("WARNING bot.somewhere: alone")


async def test_what_happens_side_by_side_is_not_mixed_up(capsys: pytest.CaptureFixture[str]) -> None:
    listen("json")
    met = asyncio.Barrier(2)

    async def handle(number: int) -> None:
        with about(update=number):
            await met.wait()
            log.warning("number %d", number)

    await asyncio.gather(handle(1), handle(2))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert {(line["says"], line["update"]) for line in lines} == {("number 1", "1"), ("number 2", "2")}


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_tells_its_kind_and_place_and_nothing_it_says(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    listen(form)
    try:
        fail()
    except RuntimeError:
        # Another handler may have rendered it before.
        record = log.makeRecord(log.name, logging.ERROR, "", 0, "it failed", (), sys.exc_info())
        record.exc_text = "ValueError: the ace of spades of Анна"
        log.handle(record)
    said = capsys.readouterr().err
    assert "RuntimeError" in said
    assert "ValueError" in said
    assert "test_logs.py" in said
    for secret in ("of spades of Анна\n", "spades of Анна,", "very-secret"):
        assert secret not in said
    assert form != "json" or len(said.splitlines()) == 1


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_token_is_cut_out_wherever_it_stands(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    listen(form)
    with about(table=TOKEN):
        log.warning("GET https://host/bot%s/getMe and %s", TOKEN, TOKEN.replace(":", "%3A"))
    said = capsys.readouterr().err
    assert "very-secret" not in said
    assert "***" in said


def test_what_nobody_caught_is_told_like_everything_else(capsys: pytest.CaptureFixture[str]) -> None:
    listen("json")
    try:
        fail()
    except RuntimeError as error:
        sys.excepthook(type(error), error, error.__traceback__)
    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "critical"
    assert "RuntimeError" in line["trace"]
    assert "very-secret" not in line["trace"]


async def test_a_whole_deal_is_logged_without_a_name_or_a_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with running(valkey(), tmp_path / "valkey") as redis:
        async with town(redis) as here:
            set_up_logs(here.settings.model_copy(update={"log_level": "DEBUG", "log_format": "json"}))
            people = await here.people("Anastasia", "Bogdan", "Galina")
            group = await here.telegram.group("Friday evening", *people)
            await here.sit(group, people)
            await here.deal(group, people[0])
            table = await here.play_out(group, people)
    assert table.deal_number == 1
    said = capsys.readouterr().err
    lines = [json.loads(line) for line in said.splitlines()]
    assert any("update" in line for line in lines)
    secrets = ("Anastasia", "Bogdan", "Galina", "Friday", here.settings.bot_token.get_secret_value())
    assert not [line for line in lines if any(word in json.dumps(line) for word in secrets)]
    assert not re.search("[♠♥♦♣]", said)
