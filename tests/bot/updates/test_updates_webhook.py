from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import ClientConnectionError, ClientSession, web

from bot.settings import Settings, SettingsError
from bot.store import Store, StoreUnavailable
from bot.tables.state import TableKey
from bot.updates import CannotReceive, Health, Intake, health, serve_webhook
from bot.updates.health import LATE
from bot.updates.readiness import Readiness
from bot.updates.webhook import SECRET, webhook_app
from tests.bot.store.servers import free_port
from tests.bot.updates.telegram import TOKEN, Telegram, bad, message, poison
from tests.serving import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.bot.store.servers import Process
    from tests.bot.updates.conftest import Handled

ANNA, BORIS = 11, 12


class Site:
    """The bot's own web address, as Telegram calls it."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    async def post(self, body: object, secret: str | bytes | None = "s3cret") -> int:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {} if secret is None else {SECRET: secret if isinstance(secret, str) else secret.decode()}
        async with self._session.post(f"{self._url}/hook", data=data, headers=headers) as response:
            return response.status

    async def healthz(self) -> tuple[int, str]:
        return await self._get("healthz")

    async def readyz(self) -> tuple[int, str]:
        return await self._get("readyz")

    async def _get(self, page: str) -> tuple[int, str]:
        async with self._session.get(f"{self._url}/{page}") as response:
            return response.status, await response.text()


@pytest.fixture
async def site(intake: Intake, store: Store) -> AsyncIterator[Site]:
    app = webhook_app(intake, store, Readiness(), path="/hook", secret="s3cret", patience=0.5)
    async with serving(app, shutdown=0.1) as url, ClientSession() as session:
        yield Site(session, url)


async def test_an_update_is_answered_when_it_has_been_handled(site: Site, handled: Handled) -> None:
    go = asyncio.Event()
    handled.meet["1"] = go.wait
    async with asyncio.TaskGroup() as tasks:
        first = tasks.create_task(site.post(message(1, ANNA)))
        await handled.until_started("1")
        assert await site.post(message(2, BORIS)) == 200
        assert not first.done()
        go.set()
    assert first.result() == 200
    assert handled.texts == ["2", "1"]


@pytest.mark.parametrize("secret", [None, "", "wrong", "s3crets", "s3créт"])
async def test_strangers_are_turned_away(site: Site, handled: Handled, secret: str | None) -> None:
    assert await site.post(message(1, ANNA), secret) == 401
    assert handled.started == []


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff", {"update_id": "1"}, {"update_id": True}, b"[" * 100_000, {}]
)
async def test_what_is_no_update_is_refused(site: Site, body: Any) -> None:  # noqa: ANN401 - anything may come
    assert await site.post(body) == 400


async def test_one_that_cannot_be_handled_is_answered_and_set_aside(
    site: Site, handled: Handled, store: Store
) -> None:
    async def fail() -> None:
        raise LookupError

    handled.meet["2"] = fail
    assert await site.post(poison(1, ANNA)) == 200
    assert await site.post(message(2, ANNA)) == 200
    assert await store.setaside.count() == 2


async def test_without_the_store_it_is_not_answered_with_200(site: Site, handled: Handled) -> None:
    async def need_store() -> None:
        raise StoreUnavailable("gone")

    handled.meet["1"] = need_store
    assert await site.post(message(1, ANNA)) == 503
    handled.meet.clear()
    assert await site.post(message(1, ANNA)) == 200
    assert handled.texts == ["1"]


async def test_one_sent_again_while_in_hand_is_handled_once(site: Site, handled: Handled) -> None:
    go = asyncio.Event()
    handled.meet["1"] = go.wait
    async with asyncio.TaskGroup() as tasks:
        both = [tasks.create_task(site.post(message(1, ANNA))) for _ in range(2)]
        await handled.until_started("1")
        go.set()
    assert [task.result() for task in both] == [200, 200]
    assert await site.post(message(1, ANNA)) == 200
    assert handled.started == ["1"]


async def test_health(site: Site, store: Store, redis: Process) -> None:
    assert await site.healthz() == (200, "ok")
    now = store.clock()
    late = Store(store.tables._connection, lambda: now - LATE - 1)  # noqa: SLF001 - a clock of the past
    await late.wakeups.wake(TableKey(-1, 0))
    assert await site.healthz() == (503, Health.LATE.value)
    await store.wakeups.claim(5)
    assert await site.healthz() == (200, "ok")
    redis.kill()
    try:
        assert await health(store) is Health.NO_STORE
    finally:
        redis.start()


def settings(port: int, url: str = "https://example.org/hook") -> Settings:
    return Settings.model_validate(
        {
            "bot_token": TOKEN,
            "webhook_url": url,
            "webhook_secret": "s3cret",
            "webhook_listen": f"127.0.0.1:{port}",
        }
    )


async def test_telegram_is_told_where_to_send(
    intake: Intake, store: Store, telegram: Telegram, handled: Handled
) -> None:
    port, stop, go = free_port(), asyncio.Event(), asyncio.Event()
    handled.meet["1"] = go.wait
    async with ClientSession() as session, asyncio.TaskGroup() as tasks:
        tasks.create_task(serve_webhook(intake, store, settings(port), stop))
        await telegram.until(lambda: telegram.webhook)
        assert telegram.webhook is not None
        assert telegram.webhook["url"] == "https://example.org/hook"
        assert telegram.webhook["secret_token"] == "s3cret"
        assert telegram.webhook["allowed_updates"] == '["message"]'
        site = Site(session, f"http://127.0.0.1:{port}")
        last = tasks.create_task(site.post(message(1, ANNA)))
        await handled.until_started("1")
        stop.set()
        await asyncio.sleep(0)
        go.set()
    assert last.result() == 200, "what is in hand is finished"


async def test_whoever_asks_whether_it_is_ready_hears_of_a_stop_before_the_port_is_closed(
    intake: Intake, store: Store, telegram: Telegram, handled: Handled
) -> None:
    port, stop = free_port(), asyncio.Event()
    async with ClientSession() as session, asyncio.TaskGroup() as tasks:
        serving = tasks.create_task(serve_webhook(intake, store, settings(port), stop))
        await telegram.until(lambda: telegram.webhook)
        site = Site(session, f"http://127.0.0.1:{port}")
        assert await site.readyz() == (200, "ok")
        stop.set()
        assert await site.post(message(1, ANNA)) == 200, "the proxy does not know yet"
        assert await site.readyz() == (503, "stopping")
        assert await site.post(message(2, BORIS)) == 200, "one that was on its way"
        await serving
        with pytest.raises(ClientConnectionError):
            await site.readyz()
    assert handled.texts == ["1", "2"]


async def test_a_port_that_is_taken(intake: Intake, store: Store, telegram: Telegram) -> None:
    port = int(telegram.url.rpartition(":")[2])
    with pytest.raises(SettingsError, match="WEBHOOK_LISTEN"):
        await serve_webhook(intake, store, settings(port), asyncio.Event())


async def test_an_address_that_telegram_refuses(intake: Intake, store: Store, telegram: Telegram) -> None:
    async def refuse(_: web.Request) -> web.StreamResponse:
        return bad(400, "Bad Request: bad webhook: HTTPS url must be provided for webhook")

    telegram.always = refuse
    with pytest.raises(SettingsError, match="HTTPS"):
        await serve_webhook(intake, store, settings(free_port()), asyncio.Event())


async def test_a_token_that_telegram_refuses(intake: Intake, store: Store, telegram: Telegram) -> None:
    async def refuse(_: web.Request) -> web.StreamResponse:
        return bad(401, "Unauthorized")

    telegram.always = refuse
    with pytest.raises(CannotReceive, match="BOT_TOKEN"):
        await serve_webhook(intake, store, settings(free_port()), asyncio.Event())
