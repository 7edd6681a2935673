import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiogram import Bot
from aiogram.exceptions import ClientDecodeError, TelegramBadRequest, TelegramConflictError
from aiohttp import web

from bot.sandbox.person import Group, Person
from bot.sandbox.person import Sandbox as People
from bot.sandbox.server import Options, Sandbox, serve
from tests.serving import serving

Json = dict[str, Any]


async def drain(bot: Bot) -> int:
    """Confirm everything; return the next id."""
    last = 0
    while batch := await bot.get_updates(offset=last + 1 if last else None):
        last = batch[-1].update_id
    return last + 1


async def raw(sandbox: Sandbox, **params: int) -> list[Json]:
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{sandbox.url}/bot42:X/getUpdates", json=params) as response,
    ):
        body: Json = await response.json()
        return list(body["result"])


async def test_updates_come_again_until_they_are_confirmed(bot: Bot, anya: Person) -> None:
    await drain(bot)
    await anya.say(anya, "one")
    await anya.say(anya, "two")
    first = await bot.get_updates(limit=100)
    again = await bot.get_updates(offset=first[0].update_id)
    assert [one.update_id for one in again] == [one.update_id for one in first]
    assert first[1].update_id == first[0].update_id + 1
    rest = await bot.get_updates(offset=first[1].update_id)
    assert [one.update_id for one in rest] == [first[1].update_id]
    assert await bot.get_updates(offset=first[1].update_id + 1) == []


async def test_a_negative_offset_keeps_the_last(bot: Bot, anya: Person) -> None:
    for text in ("one", "two", "three"):
        await anya.say(anya, text)
    (last,) = await bot.get_updates(offset=-1)
    assert last.message is not None
    assert last.message.text == "three"
    assert len(await bot.get_updates()) == 1


async def test_the_same_offset_at_once_gets_one_update(bot: Bot, anya: Person) -> None:
    following = await drain(bot)
    await anya.say(anya, "one")
    await anya.say(anya, "two")
    assert len(await bot.get_updates(offset=following)) == 1


async def test_a_long_poll_ends_when_something_comes(bot: Bot, anya: Person) -> None:
    following = await drain(bot)
    poll = asyncio.ensure_future(bot.get_updates(offset=following, timeout=30))
    await anya.say(anya, "one")
    assert len(await poll) == 1


async def test_the_second_poller_ends_the_first(bot: Bot, anya: Person) -> None:
    following = await drain(bot)
    first = asyncio.ensure_future(bot.get_updates(offset=following, timeout=30))
    second = asyncio.ensure_future(bot.get_updates(offset=following, timeout=30))
    done, _ = await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
    with pytest.raises(TelegramConflictError, match="terminated by other getUpdates request"):
        await done.pop()
    await anya.say(anya, "one")
    assert sum(not one.exception() for one in (await asyncio.wait({first, second}))[0]) == 1


async def test_kinds_are_chosen_and_remembered(bot: Bot, group: Group, boris: Person) -> None:
    await drain(bot)
    await bot.get_updates(allowed_updates=["callback_query"])
    await boris.say(group, "/frap")
    assert await bot.get_updates() == []
    await bot.get_updates(allowed_updates=[])
    await boris.say(group, "/frap")
    assert len(await bot.get_updates(limit=50)) == 1


async def test_presses_expire_before_messages(bot: Bot, people: People, group: Group, boris: Person) -> None:
    following = await drain(bot)
    await bot.send_message(
        group.id,
        "x",
        reply_markup={"inline_keyboard": [[{"text": "a", "callback_data": "b"}]]},  # type: ignore[arg-type]  # as JSON
    )
    await boris.press(group, "a", wait=0)
    await boris.say(group, "/frap")
    await people.advance(151)
    (left,) = await bot.get_updates(offset=following)
    assert left.event_type == "message"
    await people.advance(24 * 3600)
    assert await bot.get_updates() == []


async def test_an_update_can_come_twice(bot: Bot, people: People, sandbox: Sandbox, anya: Person) -> None:
    await anya.say(anya, "one")
    following = await drain(bot)
    await people.repeat(following - 1)
    assert [one["update_id"] for one in await raw(sandbox, offset=following)] == [following - 1]
    assert await raw(sandbox, offset=following) == []


async def test_a_batch_can_come_in_the_wrong_order(people: People, sandbox: Sandbox, anya: Person) -> None:
    await anya.say(anya, "one")
    await people.fault(method="getUpdates", reverse=True)
    ids = [one["update_id"] for one in await raw(sandbox)]
    assert ids == sorted(ids, reverse=True)
    assert len(ids) > 1


async def test_a_poison_update_stops_a_batch(bot: Bot, people: People, sandbox: Sandbox) -> None:
    await people.inject({"message": {"message_id": "what?"}})
    with pytest.raises(ClientDecodeError):
        await bot.get_updates()
    assert (await raw(sandbox))[-1]["message"] == {"message_id": "what?"}


async def test_quiet_means_that_nothing_is_left_to_do(bot: Bot, people: People, anya: Person) -> None:
    await anya.say(anya, "one")
    assert not await people.quiet(0.1, settle=0.01)
    await drain(bot)
    assert await people.quiet(settle=0.01)


@dataclass
class Hook:
    """A bot's web server."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    headers: list[str | None] = field(default_factory=list)
    got: asyncio.Queue[Json] = field(default_factory=asyncio.Queue)
    reply: Json | None = None
    gates: dict[int, asyncio.Event] = field(default_factory=dict)

    async def take(self, request: web.Request) -> web.Response:
        update = await request.json()
        self.headers.append(request.headers.get("X-Telegram-Bot-Api-Secret-Token"))
        self.got.put_nowait(update)
        sender = next(iter(one for name, one in update.items() if name != "update_id"))["from"]["id"]
        if gate := self.gates.get(sender):
            await gate.wait()
        if self.statuses and (status := self.statuses.pop(0)) != 200:
            return web.Response(status=status)
        return web.json_response(self.reply) if self.reply else web.Response()


@asynccontextmanager
async def hooked() -> AsyncIterator[Hook]:
    hook = Hook()
    app = web.Application()
    app.router.add_post("/hook", hook.take)
    async with serving(app) as url:
        hook.url = f"{url}/hook"
        yield hook


async def test_a_webhook_gets_updates_with_its_secret(bot: Bot, people: People, anya: Person) -> None:
    await drain(bot)
    async with hooked() as hook:
        await bot.set_webhook(hook.url, secret_token="s-3_x")
        await anya.say(anya, "one")
        assert (await hook.got.get())["message"]["text"] == "one"
        assert hook.headers == ["s-3_x"]
        assert await people.quiet(settle=0.01)
        with pytest.raises(
            TelegramConflictError, match="can't use getUpdates method while webhook is active"
        ):
            await bot.get_updates()
        await bot.delete_webhook()
    assert await bot.get_updates() == []


async def test_a_refused_delivery_is_tried_again_later(bot: Bot, people: People, anya: Person) -> None:
    await drain(bot)
    async with hooked() as hook:
        hook.statuses = [500, 503]
        await bot.set_webhook(hook.url)
        await anya.say(anya, "one")
        for status in (500, 503):
            await hook.got.get()
            while str(status) not in ((await bot.get_webhook_info()).last_error_message or ""):
                continue
            await people.advance(100)
        assert (await hook.got.get())["message"]["text"] == "one"
        assert await people.quiet(settle=0.01)
        info = await bot.get_webhook_info()
        assert info.pending_update_count == 0
        assert info.last_error_message == "Wrong response from the webhook: 503 Service Unavailable"


async def test_a_webhook_that_is_gone_for_a_day_is_given_up(bot: Bot, people: People, anya: Person) -> None:
    await drain(bot)
    async with hooked() as hook:
        hook.statuses = [410, 410]
        await bot.set_webhook(hook.url)
        await anya.say(anya, "one")
        await hook.got.get()
        while not (await bot.get_webhook_info()).last_error_message:
            continue
        await people.advance(23.5 * 3600)
        await hook.got.get()
        while (await bot.get_webhook_info()).url:
            continue
    assert len(await bot.get_updates()) == 1


async def test_presses_of_two_people_do_not_wait_for_each_other(
    bot: Bot, group: Group, anya: Person, boris: Person
) -> None:
    await drain(bot)
    markup: Any = {"inline_keyboard": [[{"text": "a", "callback_data": "b"}]]}
    await bot.send_message(group.id, "x", reply_markup=markup)
    async with hooked() as hook:
        hook.gates[anya.id] = asyncio.Event()
        await bot.set_webhook(hook.url)
        await anya.press(group, "a", wait=0)
        await anya.press(group, "a", wait=0)
        await boris.press(group, "a", wait=0)
        first, second = await hook.got.get(), await hook.got.get()
        assert [one["callback_query"]["from"]["id"] for one in (first, second)] == [anya.id, boris.id]
        assert hook.got.empty()
        hook.gates[anya.id].set()
        assert (await hook.got.get())["callback_query"]["from"]["id"] == anya.id


async def test_a_method_in_the_answer_is_carried_out(bot: Bot, people: People, anya: Person) -> None:
    await drain(bot)
    async with hooked() as hook:
        hook.reply = {"method": "sendMessage", "chat_id": anya.id, "text": "pong"}
        await bot.set_webhook(hook.url)
        await anya.say(anya, "ping")
        await hook.got.get()
        assert await people.quiet(settle=0.05)
    assert (await anya.last(anya)).text == "pong"


async def test_a_webhook_must_be_safe(bot: Bot) -> None:
    with pytest.raises(TelegramBadRequest, match="An HTTPS URL must be provided for webhook"):
        await bot.set_webhook("http://example.org/hook")
    with pytest.raises(TelegramBadRequest, match="secret token contains unallowed characters"):
        await bot.set_webhook("https://example.org/hook", secret_token="пароль")


async def test_a_poll_goes_home_when_the_sandbox_ends() -> None:
    async with aiohttp.ClientSession() as http:
        async with serve(Options()) as running:
            url = f"{running.url}/bot42:X/getUpdates"
            first = asyncio.ensure_future(http.get(url, params={"timeout": 50}))
            second = asyncio.ensure_future(http.get(url, params={"timeout": 50}))
            done, (waiting,) = await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
            assert done.pop().result().status == 409
        async with await waiting as response:
            assert (await response.json())["result"] == []
