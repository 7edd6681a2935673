import json
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramForbiddenError,
    TelegramNetworkError,
    TelegramRetryAfter,
    TelegramServerError,
)
from aiogram.types import BufferedInputFile

from bot.sandbox import person
from bot.sandbox.person import Group, Impossible, Person
from bot.sandbox.person import Sandbox as People
from bot.sandbox.server import Options, Sandbox, serve


async def test_a_group_takes_twenty_a_minute_edits_included(bot: Bot, people: People, group: Group) -> None:
    await people.limits(on=True)
    sent = await bot.send_message(group.id, "0")
    for number in range(1, 20):
        await bot.edit_message_text(str(number), chat_id=group.id, message_id=sent.message_id)
    with pytest.raises(TelegramRetryAfter) as caught:
        await bot.send_message(group.id, "one too many")
    assert 0 < caught.value.retry_after <= 60
    assert "Too Many Requests: retry after" in str(caught.value)
    await people.advance(caught.value.retry_after)
    await bot.send_message(group.id, "now")


async def test_a_private_chat_takes_a_burst_and_then_one_a_second(
    bot: Bot, people: People, anya: Person
) -> None:
    await people.limits(on=True, private_burst=3)
    for number in range(3):
        await bot.send_message(anya.id, str(number))
    with pytest.raises(TelegramRetryAfter):
        await bot.send_message(anya.id, "x")
    await people.advance(1)
    await bot.send_message(anya.id, "x")


async def test_all_together_take_thirty_a_second(bot: Bot, people: People) -> None:
    await people.limits(on=True, overall_per_second=2)
    ids = [(await people.person(f"P{number}", started=True)).id for number in range(3)]
    for one in ids[:2]:
        await bot.send_message(one, "x")
    with pytest.raises(TelegramRetryAfter):
        await bot.send_message(ids[2], "x")


async def test_429_has_the_header_too(sandbox: Sandbox, people: People, anya: Person) -> None:
    await people.fault(method="sendMessage", retry_after=7)
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{sandbox.url}/bot42:X/sendMessage", json={"chat_id": anya.id, "text": "x"}) as reply,
    ):
        assert (reply.status, reply.headers["Retry-After"]) == (429, "7")


@pytest.mark.parametrize(
    ("fault", "error", "applied"),
    [
        ({"status": 500}, TelegramServerError, False),
        (
            {"status": 403, "description": "Forbidden: bot was blocked by the user"},
            TelegramForbiddenError,
            False,
        ),
        ({"retry_after": 3}, TelegramRetryAfter, False),
        ({"drop": True}, TelegramNetworkError, False),
        ({"drop_after": True}, TelegramNetworkError, True),
        ({"garbage": True}, ClientDecodeError, False),
        ({"garbage_after": True}, ClientDecodeError, True),
    ],
)
async def test_faults(
    bot: Bot, people: People, anya: Person, fault: dict[str, Any], error: type[Exception], *, applied: bool
) -> None:
    await people.fault(method="sendMessage", chat=anya.id, count=1, **fault)
    with pytest.raises(error):
        await bot.send_message(anya.id, "x")
    assert ("x" in [one.text for one in await anya.see(anya)]) is applied
    await bot.send_message(anya.id, "y")
    assert (await anya.last(anya)).text == "y"


async def test_a_call_can_hang(sandbox: Sandbox, people: People, anya: Person) -> None:
    await people.fault(method="sendMessage", hang=True)
    session = AiohttpSession(api=TelegramAPIServer.from_base(sandbox.url), timeout=0.2)
    async with Bot(sandbox.token, session=session) as bot:
        with pytest.raises(TelegramNetworkError, match="timeout"):
            await bot.send_message(anya.id, "x")
        await bot.send_message(anya.id, "y")
        last = (await bot.get_updates(offset=-1))[-1].update_id
        assert await bot.get_updates(offset=last + 1) == []
    assert await people.quiet(settle=0.01)


async def test_faults_are_chosen_and_cleared(bot: Bot, people: People, anya: Person, group: Group) -> None:
    await people.fault(chat=group.id, count=None, status=500)
    await people.fault(method="sendMessage", chat=anya.id, skip=1, status=502)
    await bot.send_message(anya.id, "x")
    with pytest.raises(TelegramServerError):
        await bot.send_message(anya.id, "x")
    for _ in range(2):
        with pytest.raises(TelegramServerError):
            await bot.send_message(group.id, "x")
    await people.no_faults()
    await bot.send_message(group.id, "x")
    with pytest.raises(Impossible, match="exactly one way"):
        await people.fault(method="sendMessage")
    with pytest.raises(Impossible, match="no such fault"):
        await people.fault(thunder=True)


async def test_the_journal_has_every_call_in_order(bot: Bot, people: People, anya: Person) -> None:
    await bot.get_me()
    await people.fault(status=500)
    with pytest.raises(TelegramServerError):
        await bot.send_message(anya.id, "x")
    first, second = await people.journal()
    assert (first["method"], first["status"], first["ok"]) == ("getMe", 200, True)
    assert (second["method"], second["params"]["text"], second["error"]) == (
        "sendMessage",
        "x",
        "Internal Server Error",
    )
    assert await people.journal(after=2) == []


async def test_open_pages_are_told(sandbox: Sandbox, bot: Bot, group: Group, boris: Person) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"{sandbox.url}/sim/events", params={"as": boris.id}) as page,
    ):
        assert page.content_type == "text/event-stream"
        await page.content.readuntil(b"\n\n")
        sent = await bot.send_message(group.id, "x")
        await bot.edit_message_text("y", chat_id=group.id, message_id=sent.message_id)
        await bot.delete_message(group.id, sent.message_id)
        events = [
            json.loads((await page.content.readuntil(b"\n\n")).removeprefix(b"data: ")) for _ in range(3)
        ]
    assert [one["type"] for one in events] == ["message", "message", "delete"]
    assert [events[0]["message"]["text"], events[1]["message"]["text"]] == ["x", "y"]
    assert events[0]["message"]["key"] == events[2]["key"] == f"m{sent.message_id}"


async def test_errors_are_sentences(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as http:
        for path, body, status in (
            ("say", {"as": 5, "chat": 5, "text": "x"}, 404),
            ("say", {"chat": 5}, 400),
            ("start", {"as": 5, "payload": "not allowed!"}, 400),
        ):
            async with http.post(f"{sandbox.url}/sim/{path}", json=body) as response:
                assert response.status == status
                assert (await response.json())["error"]


async def test_the_first_world_tells_what_to_type() -> None:
    async with serve(Options()) as sandbox, person.Sandbox(sandbox.url) as people:
        world = await people.get("world", **{"as": 1001})
        assert [one["first_name"] for one in world["people"]] == ["Аня", "Борис", "Kate"]
        (group,) = (one for one in world["chats"] if one["type"] == "supergroup")
        assert {one["user"]["id"]: one["status"] for one in group["members"]}[42] == "member"
        assert "/khrap" in group["messages"][0]["text"]
        async with aiohttp.ClientSession() as http, http.get(f"{sandbox.url}/") as page:
            assert page.status in {200, 404}


async def test_the_world_is_found_again(tmp_path: Path) -> None:
    options = Options(data=tmp_path)
    async with serve(options) as sandbox, person.Sandbox(sandbox.url) as people:
        session = AiohttpSession(api=TelegramAPIServer.from_base(sandbox.url))
        async with Bot(sandbox.token, session=session) as bot:
            anya = person.Person(people, 1001, "Аня")
            await anya.start()
            await bot.send_document(anya.id, BufferedInputFile(b"\x00\xff", "a.bin"))
            before = (await bot.get_updates())[0].update_id
            world = await people.get("world", **{"as": 1001})
    async with serve(options) as sandbox, person.Sandbox(sandbox.url) as people:
        session = AiohttpSession(api=TelegramAPIServer.from_base(sandbox.url))
        async with Bot(sandbox.token, session=session) as bot:
            assert (await bot.get_updates())[0].update_id == before
            again = await people.get("world", **{"as": 1001})
            assert again["chats"] == world["chats"]
            file = await bot.get_file("document-1")
            assert file.file_size == 2


async def test_a_damaged_world_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sandbox.json").write_text("{")
    with pytest.raises(ValueError, match="JSON"):
        async with serve(Options(data=tmp_path)):
            pass
