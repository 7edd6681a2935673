from __future__ import annotations

import asyncio
import logging
import os
import signal
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from bot.store import Store, StoreUnavailable
from bot.updates import CannotReceive, Intake, poll, stop_on_signals
from tests.bot.updates.telegram import TOKEN, Telegram, bad, message, poison

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from tests.bot.store.servers import Process
    from tests.bot.updates.conftest import Handled

ANNA, BORIS = 11, 12


@asynccontextmanager
async def polling(intake: Intake, *, drain: float = 5) -> AsyncIterator[asyncio.Event]:
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(poll(intake, stop, first_pause=0.01, drain=drain))
        yield stop
        stop.set()


async def test_updates_are_confirmed_when_all_before_them_are_handled(
    intake: Intake, telegram: Telegram, handled: Handled
) -> None:
    go = asyncio.Event()
    handled.meet["1"] = go.wait
    async with polling(intake):
        await telegram.deliver(message(1, ANNA), message(2, BORIS))
        await handled.until("2")
        await telegram.deliver(message(3, BORIS))
        await handled.until("3")
        assert handled.texts == ["2", "3"], "one that waits does not hold up others"
        assert telegram.confirmed <= 1
        go.set()
        await telegram.until(lambda: telegram.confirmed == 4)
    assert handled.texts == ["2", "3", "1"]
    assert handled.started == ["1", "2", "3"], "none is handled twice"


async def test_one_person_at_a_time_and_in_order(
    intake: Intake, telegram: Telegram, handled: Handled
) -> None:
    async def dawdle() -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    handled.meet = {"1": dawdle, "3": dawdle}
    updates = [message(number, ANNA if number % 2 else BORIS) for number in range(1, 41)]
    async with polling(intake):
        await telegram.deliver(*updates)
        await telegram.until(lambda: telegram.confirmed == 41)
    assert [text for text in handled.texts if int(text) % 2] == [str(number) for number in range(1, 41, 2)]
    assert [text for text in handled.texts if not int(text) % 2] == [
        str(number) for number in range(2, 41, 2)
    ]


async def test_one_that_cannot_be_parsed_is_set_aside(
    intake: Intake, telegram: Telegram, handled: Handled, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async with polling(intake):
        await telegram.deliver(message(1, ANNA), poison(2, ANNA), message(3, ANNA))
        await telegram.until(lambda: telegram.confirmed == 4)
    assert handled.texts == ["1", "3"]
    (aside,) = await store.setaside.latest()
    assert (aside.update_id, aside.reason) == (2, "cannot be parsed")
    assert "from the future" in aside.update
    assert "update 2 cannot be parsed" in caplog.text
    assert "hunter2" not in caplog.text


async def test_one_that_fails_is_set_aside(
    intake: Intake, telegram: Telegram, handled: Handled, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise LookupError(handled.started[0])

    handled.meet["hunter2"] = fail
    async with polling(intake):
        await telegram.deliver(message(1, ANNA, "hunter2"), message(2, ANNA))
        await telegram.until(lambda: telegram.confirmed == 3)
    assert handled.texts == ["2"]
    assert [(aside.update_id, aside.reason) for aside in await store.setaside.latest()] == [
        (1, "LookupError")
    ]
    assert "LookupError" in caplog.text
    assert "hunter2" not in caplog.text


async def test_it_goes_on_though_nothing_can_be_set_aside(
    intake: Intake, telegram: Telegram, handled: Handled, redis: Process
) -> None:
    with redis.client() as client:
        client.set("setaside", "no sorted set")
    async with polling(intake):
        await telegram.deliver(poison(1, ANNA), message(2, ANNA))
        await telegram.until(lambda: telegram.confirmed == 3)
    assert handled.texts == ["2"]


async def test_without_the_store_an_update_waits_and_is_not_confirmed(
    intake: Intake, telegram: Telegram, handled: Handled, store: Store
) -> None:
    away = True

    async def need_store() -> None:
        if away:
            raise StoreUnavailable("gone")

    handled.meet["1"] = need_store
    async with polling(intake):
        await telegram.deliver(message(1, ANNA), message(2, BORIS))
        await handled.until("2")
        await handled.until_started("1", times=2)
        assert telegram.confirmed <= 1
        away = False
        await telegram.until(lambda: telegram.confirmed == 3)
    assert handled.texts == ["2", "1"]
    assert await store.setaside.count() == 0


async def test_an_update_is_set_aside_when_there_is_a_store_to_do_it(
    intake: Intake, telegram: Telegram, redis: Process, store: Store
) -> None:
    redis.kill()
    async with polling(intake):
        await telegram.deliver(poison(1, ANNA))
        await telegram.until(lambda: telegram.asked)
        redis.start()
        await telegram.until(lambda: telegram.confirmed == 2)
    assert await store.setaside.count() == 1


async def hang_up(request: web.Request) -> web.StreamResponse:
    assert request.transport is not None
    request.transport.close()
    return web.Response()


async def garbage(_: web.Request) -> web.StreamResponse:
    return web.Response(status=502, text="<html>")


async def no_text(_: web.Request) -> web.StreamResponse:
    return web.Response(body=b'{"ok":true,"result":"\xff"}', content_type="application/json")


async def broken(_: web.Request) -> web.StreamResponse:
    return bad(500, "Internal Server Error")


async def slow_down(_: web.Request) -> web.StreamResponse:
    return bad(429, "Too Many Requests: retry after 0", retry_after=0)


async def turned_away(request: web.Request) -> web.StreamResponse:
    raise web.HTTPTemporaryRedirect(request.path)


async def somebody_else(_: web.Request) -> web.StreamResponse:
    return bad(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )


async def unauthorized(_: web.Request) -> web.StreamResponse:
    return bad(401, "Unauthorized")


async def test_telegram_may_fail_in_every_way(
    intake: Intake, telegram: Telegram, handled: Handled, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    telegram.faults.extend([hang_up, garbage, broken, no_text, slow_down, somebody_else, *[turned_away] * 11])
    async with polling(intake):
        await telegram.deliver(message(1, ANNA))
        await telegram.until(lambda: telegram.confirmed == 2)
    assert handled.texts == ["1"]
    assert "TooManyRedirects" in caplog.text
    assert TOKEN not in caplog.text
    assert TOKEN.partition(":")[2] not in caplog.text


async def test_nobody_at_all(intake: Intake, telegram: Telegram, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    intake.bot.session.api = intake.bot.session.api.from_base("http://127.0.0.1:1")
    async with polling(intake):
        while "ClientConnectorError" not in caplog.text:  # noqa: ASYNC110 - a log sets no event
            await asyncio.sleep(0.01)
    assert TOKEN not in caplog.text
    assert telegram.asked == []


@pytest.mark.parametrize(("fault", "said"), [(somebody_else, "another copy"), (unauthorized, "BOT_TOKEN")])
async def test_what_waiting_does_not_mend_ends_it(
    intake: Intake,
    telegram: Telegram,
    fault: Callable[[web.Request], Awaitable[web.StreamResponse]],
    said: str,
) -> None:
    telegram.faults.append(broken)
    telegram.always = fault
    with pytest.raises(CannotReceive, match=said) as caught:
        await poll(intake, asyncio.Event(), first_pause=0.001)
    assert TOKEN not in str(caught.value)


async def test_updates_in_hand_are_finished_though_no_more_can_be_received(
    intake: Intake, telegram: Telegram, handled: Handled
) -> None:
    async def lose_token() -> None:
        telegram.always = unauthorized
        await asyncio.sleep(0)

    handled.meet["1"] = lose_token
    await telegram.deliver(message(1, ANNA), message(2, ANNA))
    with pytest.raises(CannotReceive):
        await poll(intake, asyncio.Event(), first_pause=0.001)
    assert handled.texts == ["1", "2"]


async def test_a_webhook_is_taken_away_first(intake: Intake, telegram: Telegram, handled: Handled) -> None:
    telegram.webhook = {"url": "https://example.org"}
    async with polling(intake):
        await telegram.deliver(message(1, ANNA))
        await handled.until("1")
        telegram.webhook = {"url": "https://example.org"}
        await telegram.deliver(message(2, ANNA))
        await handled.until("2")
    assert telegram.webhook is None


async def test_what_is_in_hand_is_finished_before_the_end(
    intake: Intake, telegram: Telegram, handled: Handled
) -> None:
    go = asyncio.Event()
    handled.meet["1"] = go.wait
    async with polling(intake) as stop:
        await telegram.deliver(message(1, ANNA), message(2, ANNA))
        await handled.until_started("1")
        stop.set()
        await asyncio.sleep(0)
        go.set()
    assert handled.texts == ["1", "2"]
    assert telegram.confirmed == 3


async def test_what_takes_too_long_comes_again(
    intake: Intake, telegram: Telegram, handled: Handled, store: Store
) -> None:
    handled.meet["2"] = asyncio.Event().wait
    async with polling(intake, drain=0.01) as stop:
        await telegram.deliver(message(1, ANNA), message(2, BORIS), message(3, ANNA))
        await handled.until("1", "3")
        await handled.until_started("2")
        stop.set()
    assert telegram.confirmed == 2
    handled.meet.clear()
    again = Intake(intake.bot, intake.dispatcher, store.setaside)
    async with polling(again):
        await telegram.until(lambda: telegram.confirmed == 4)
    assert handled.texts == ["1", "3", "2", "3"]


async def test_only_the_kinds_that_are_handled_are_asked_for(intake: Intake, telegram: Telegram) -> None:
    async with polling(intake):
        await telegram.until(lambda: telegram.asked)
    assert telegram.asked[0]["allowed_updates"] == '["message"]'


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_signals_stop_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with stop_on_signals() as stop:
        os.kill(os.getpid(), number)
        await stop.wait()
    assert signal.getsignal(number) in (before, signal.default_int_handler, signal.SIG_DFL)


async def test_rich_content_of_any_depth_holds_nobody_up(
    intake: Intake, telegram: Telegram, handled: Handled
) -> None:
    text: object = "x"
    for _ in range(12):
        text = {"type": "bold", "text": text}
    deep = message(1, ANNA)
    rich = {"blocks": [{"type": "paragraph", "text": text}]}
    deep["message"] |= {"rich_message": rich, "reply_to_message": deep["message"] | {"rich_message": rich}}
    async with polling(intake):
        await telegram.deliver(deep, message(2, BORIS))
        await handled.until("1")
        await handled.until("2")
