"""Answers that no Telegram should give: a proxy's, a broken server's, one of a newer version."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from aiogram.exceptions import TelegramRetryAfter
from aiogram.methods import GetUpdates
from aiohttp import web

from bot.flood_wait import LONGEST, flood_wait
from bot.presenter.delivery import Fate, deliver
from bot.updates import Intake, poll
from tests.bot.updates.telegram import Telegram, bad, good, message

if TYPE_CHECKING:
    from aiogram import Bot

    from tests.bot.updates.conftest import Handled

ANNA = 11
STRANGE = [
    '{"ok": true, "result": true}',
    '{"ok": true, "result": null}',
    '{"ok": true, "result": {}}',
    '{"ok": true, "result": [null]}',
    '{"ok": true, "result": [{}]}',
    '{"ok": true, "result": [{"update_id": true}, {"update_id": "1"}, {"update_id": 1.5}]}',
    '{"ok": true}',
    '{"ok": "perhaps", "result": []}',
    '{"ok": true, "result": [{"update_id": 1,',
    "<html><body>Bad Gateway</body></html>",
    "[]",
    "null",
    "",
    "\ufeff{}",
    '{"ok": false}',
    '{"ok": false, "description": null}',
    '{"ok": false, "description": 7}',
    "[" * 10_000,
]


async def webhook_gone(_: web.Request) -> web.Response:
    """The first that is asked of Telegram."""
    return good(result=True)


@pytest.mark.parametrize("answer", STRANGE)
@pytest.mark.parametrize("status", [200, 502])
async def test_a_strange_answer_stops_nothing_and_the_next_updates_are_handled(
    intake: Intake, telegram: Telegram, handled: Handled, answer: str, status: int
) -> None:
    async def strange(_: web.Request) -> web.Response:
        return web.Response(text=answer, status=status, content_type="application/json")

    stop = asyncio.Event()
    telegram.faults += [webhook_gone, strange, strange]
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(poll(intake, stop, first_pause=0.01))
        await telegram.deliver(message(1, ANNA))
        await handled.until("1")
        await telegram.until(lambda: telegram.confirmed == 2)
        stop.set()
    assert not telegram.faults


async def test_what_has_no_number_is_taken_for_a_failure_and_told(
    intake: Intake, telegram: Telegram, handled: Handled, caplog: pytest.LogCaptureFixture
) -> None:
    batch = json.dumps({"ok": True, "result": [{"hunter2": 1}, message(1, ANNA)]})

    async def strange(_: web.Request) -> web.Response:
        return web.Response(text=batch, content_type="application/json")

    stop = asyncio.Event()
    telegram.faults += [webhook_gone, strange]
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(poll(intake, stop, first_pause=0.01))
        await handled.until("1")
        await telegram.until(lambda: telegram.asked)
        stop.set()
    assert "without a number" in caplog.text
    assert "hunter2" not in caplog.text


async def test_it_is_not_asked_for_again_at_once(
    intake: Intake, telegram: Telegram, handled: Handled
) -> None:
    batch = json.dumps({"ok": True, "result": [{"hunter2": 1}, message(1, ANNA)]})
    again = asyncio.Event()

    async def strange(_: web.Request) -> web.Response:
        return web.Response(text=batch, content_type="application/json")

    async def told(_: web.Request) -> web.Response:
        again.set()
        return good(result=[])

    stop = asyncio.Event()
    telegram.faults += [webhook_gone, strange, told]
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(poll(intake, stop, first_pause=60))
        await handled.until("1")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await again.wait()
        stop.set()


@pytest.mark.parametrize("depth", [100, 300, 450, 600, 800])
async def test_an_update_that_is_nested_deeply_stops_nothing(
    intake: Intake, telegram: Telegram, handled: Handled, depth: int
) -> None:
    deep: dict[str, Any] = {}
    for _ in range(depth):
        deep = {"quote": deep}
    nested = message(1, ANNA)
    nested["message"]["something new"] = deep
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(poll(intake, stop, first_pause=0.01))
        await telegram.deliver(nested, message(2, ANNA))
        await handled.until("2")
        await telegram.until(lambda: telegram.confirmed == 3)
        stop.set()


@pytest.mark.parametrize("answer", [*STRANGE, b"\xff\xfe"])
@pytest.mark.parametrize("status", [200, 301, 429, 500, 503])
async def test_a_strange_answer_to_a_message_is_a_call_that_failed(
    bot: Bot, telegram: Telegram, answer: str | bytes, status: int
) -> None:
    body = answer.encode() if isinstance(answer, str) else answer

    async def strange(_: web.Request) -> web.Response:
        return web.Response(body=body, status=status, content_type="application/json")

    telegram.always = strange
    assert (await deliver(bot.send_message(ANNA, "hello"))).fate is Fate.LATER
    assert (await deliver(bot.delete_message(ANNA, 1))).fate in (Fate.LATER, Fate.DONE)


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_a_refusal_without_a_reason_is_a_refusal(bot: Bot, telegram: Telegram, status: int) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return web.Response(text='{"ok": false}', status=status, content_type="application/json")

    telegram.always = refuse
    delivery = await deliver(bot.send_message(ANNA, "hello"), expendable=True)
    assert delivery.fate is (Fate.SHUT if status == 403 else Fate.REFUSED)


@pytest.mark.parametrize(
    ("code", "fate"),
    [
        ("MESSAGE_NOT_MODIFIED", Fate.DONE),
        ("QUERY_ID_INVALID", Fate.DONE),
        ("MESSAGE_ID_INVALID", Fate.GONE),
        ("USER_BANNED_IN_CHANNEL", Fate.SHUT),
        ("CHANNEL_PRIVATE", Fate.SHUT),
        ("TOPIC_CLOSED", Fate.SHUT),
    ],
)
async def test_a_reason_is_understood_as_a_bare_code_as_well(
    bot: Bot, telegram: Telegram, code: str, fate: Fate
) -> None:
    async def refuse(_: web.Request) -> web.Response:
        return bad(400, f"Bad Request: {code}")

    telegram.always = refuse
    assert (await deliver(bot.send_message(ANNA, "hello"))).fate is fate


@pytest.mark.parametrize(
    ("asked", "waited"), [(-3, 1), (0, 1), (1, 1), (40, 40), (10**9, LONGEST), (10**400, LONGEST)]
)
def test_telegram_is_believed_within_reason_how_long_to_wait(asked: int, waited: int) -> None:
    assert flood_wait(TelegramRetryAfter(GetUpdates(), "Too Many Requests", retry_after=asked)) == waited
