"""Rich messages: what is taken, what people see of them, and what is refused."""

import json
from typing import Any

import aiohttp
import pytest
from aiogram import Bot
from aiogram.enums import ContentType
from aiogram.exceptions import TelegramBadRequest, TelegramRetryAfter
from aiogram.types import (
    CallbackQuery,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputRichBlockButtons,
    InputRichBlockDivider,
    InputRichBlockParagraph,
    InputRichBlockSectionHeading,
    InputRichBlockTable,
    InputRichMessage,
    Message,
    RichBlockTable,
    RichBlockTableCell,
    RichMessageButton,
    RichTextBold,
    RichTextDateTime,
)

from bot.sandbox.person import Group, Person
from bot.sandbox.person import Sandbox as People
from bot.sandbox.server import Sandbox


def cell(text: str, **more: Any) -> RichBlockTableCell:  # noqa: ANN401 - whatever a cell takes
    return RichBlockTableCell(align="right", valign="middle", text=text, **more)


TABLE = InputRichBlockTable(
    cells=[[cell("name", is_header=True), cell("money", is_header=True)], [cell("Аня"), cell("−5")]],
    is_striped=True,
    is_compact=True,
)
RICH = InputRichMessage(
    blocks=[
        InputRichBlockSectionHeading(text=[RichTextBold(text="Score"), " · Frap"], size=4),
        InputRichBlockParagraph(
            text=["since ", RichTextDateTime(text="12 May", unix_time=1, date_time_format="D")]
        ),
        TABLE,
        InputRichBlockDivider(),
        InputRichBlockButtons(buttons=[RichMessageButton(text="Inside", callback_data="in", style="link")]),
    ]
)
WORDS = "Score · Frap\nsince 12 May\nname\tmoney\nАня\t−5\n\nInside"


def under(text: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text=text, callback_data=text)]])


async def test_a_rich_message_comes_back_whole_and_everybody_sees_it(
    bot: Bot, group: Group, anya: Person, boris: Person
) -> None:
    sent = await bot.send_rich_message(group.id, RICH, reply_markup=under("Under"))
    assert sent.content_type == ContentType.RICH_MESSAGE
    assert sent.text is None
    assert sent.rich_message is not None
    table = sent.rich_message.blocks[2]
    assert isinstance(table, RichBlockTable)
    assert (table.is_striped, table.cells[1][0].text, table.cells[0][0].is_header) == (True, "Аня", True)
    for one in (anya, boris):
        last = await one.last(group)
        assert (last.key, last.text) == (f"m{sent.message_id}", WORDS)
        assert last.labels == ["Under", "Inside"]
    (version,) = [one for one in await boris.seen() if one["key"] == f"m{sent.message_id}"]
    assert version["rich_message"]["blocks"][2]["cells"][1][1]["text"] == "−5"


async def test_a_text_becomes_rich_and_a_text_again_in_place(bot: Bot, group: Group, anya: Person) -> None:
    sent = await bot.send_message(group.id, "plain", reply_markup=under("As a table"))
    edited = await bot.edit_message_text(
        chat_id=group.id, message_id=sent.message_id, rich_message=RICH, reply_markup=under("As text")
    )
    assert isinstance(edited, Message)
    assert (edited.text, edited.content_type) == (None, ContentType.RICH_MESSAGE)
    last = await anya.last(group)
    assert (last.key, last.text) == (f"m{sent.message_id}", WORDS)
    with pytest.raises(TelegramBadRequest, match="not modified"):
        await bot.edit_message_text(
            chat_id=group.id, message_id=sent.message_id, rich_message=RICH, reply_markup=under("As text")
        )
    back = await bot.edit_message_text("plain", chat_id=group.id, message_id=sent.message_id)
    assert isinstance(back, Message)
    assert (back.text, back.rich_message) == ("plain", None)
    assert "rich_message" not in (await anya.last(group)).body
    versions = [one for one in await anya.seen() if one["key"] == f"m{sent.message_id}"]
    assert [("rich_message" in one, one.get("text")) for one in versions] == [
        (False, "plain"),
        (True, None),
        (False, "plain"),
    ]


async def test_a_button_within_is_pressed_like_one_under_it(bot: Bot, group: Group, anya: Person) -> None:
    await bot.send_rich_message(group.id, RICH)
    assert not (await anya.press(group, "Inside", wait=0)).answered
    await bot.send_rich_message(group.id, RICH, reply_markup=under("Under"))
    assert not (await anya.press(group, (1, 0), wait=0)).answered
    presses = [one.callback_query for one in await bot.get_updates() if one.callback_query]
    assert [press.data for press in presses] == ["in", "in"]
    assert isinstance(presses[0], CallbackQuery)
    assert isinstance(presses[0].message, Message)
    assert presses[0].message.rich_message is not None


async def test_a_rich_message_to_one_member_is_seen_by_no_other(
    bot: Bot, group: Group, anya: Person, boris: Person
) -> None:
    await group.set_bot("administrator")
    wish = EphemeralMessageParameters(receiver_user_id=anya.id)
    await bot.send_rich_message(group.id, RICH, ephemeral_message_parameters=wish)
    assert (await anya.last(group)).only_me
    assert not [one for one in await boris.see(group) if "rich_message" in one.body]


async def test_rich_messages_count_towards_limits_and_need_the_right_to_write(
    bot: Bot, people: People, group: Group, anya: Person
) -> None:
    await group.set_bot("restricted", can_send_messages=False)
    with pytest.raises(TelegramBadRequest, match="not enough rights"):
        await bot.send_rich_message(group.id, RICH)
    await people.limits(on=True, private_burst=1)
    await bot.send_rich_message(anya.id, RICH)
    with pytest.raises(TelegramRetryAfter):
        await bot.send_rich_message(anya.id, RICH)


def rich(*blocks: Any, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever JSON holds
    return {"blocks": list(blocks)} | more


def table(*rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "table", "cells": list(rows)}


CELL = {"align": "left", "valign": "top", "text": "x"}
TEXT = {"type": "paragraph", "text": "x"}
BUTTON = {"text": "x", "callback_data": "x"}
DEEP: Any = "x"
for _ in range(4):
    DEEP = {"type": "bold", "text": DEEP}


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({}, "exactly one of"),
        ({"html": "<p>x</p>", "blocks": [TEXT]}, "exactly one of"),
        ({"html": "<table></table>"}, "only blocks"),
        (rich(), "empty"),
        (rich({"type": "paragraph", "text": " "}), "empty"),
        (rich({"type": "divider"}), "empty"),
        (rich({"text": "x"}), "discriminator 'type'"),
        (rich({"type": "sparkles", "text": "x"}), "rich_message"),
        (rich({"type": "list", "items": []}), 'type "list" are not in the sandbox'),
        (rich({"type": "details", "summary": "x", "blocks": [TEXT]}), 'type "details" are not'),
        (rich(TEXT | {"colour": "red"}), 'unknown field "rich_message.blocks.0.colour"'),
        (rich({"type": "paragraph", "text": {"type": "hashtag", "text": "#x", "hashtag": "x"}}), "hashtag"),
        (rich({"type": "paragraph", "text": DEEP}), "nested more than 3 deep"),
        (rich({"type": "heading", "text": "x", "size": 7}), "heading size"),
        (rich({"type": "heading", "text": "x"}), "size"),
        (rich(table()), "must have rows"),
        (rich(table([])), "each row cells"),
        (rich(table([CELL | {"align": "middle"}])), 'invalid align "middle"'),
        (rich(table([CELL | {"valign": "center"}])), 'invalid valign "center"'),
        (rich(table([{"text": "x"}])), "align"),
        (rich(table([CELL] * 21)), "too many columns"),
        (rich(table(*[[CELL]] * 500)), "too many blocks"),
        (rich(*[TEXT] * 501), "too many blocks"),
        (rich({"type": "paragraph", "text": "x" * 32_769}), "too long"),
        (rich({"type": "buttons", "buttons": []}), "1 to 8"),
        (rich({"type": "buttons", "buttons": [BUTTON] * 9}), "1 to 8"),
        (rich({"type": "buttons", "buttons": [{"text": "x"}]}), "unallowed"),
        (rich({"type": "buttons", "buttons": [BUTTON | {"callback_data": "x" * 65}]}), "BUTTON_DATA_INVALID"),
        (
            rich({"type": "buttons", "buttons": [{"text": "x", "url": "https://a.org", "style": "link"}]}),
            "invalid button style",
        ),
    ],
)
async def test_what_is_refused(
    sandbox: Sandbox, group: Group, anya: Person, message: dict[str, Any], why: str
) -> None:
    async with aiohttp.ClientSession() as http:
        wish = {"chat_id": group.id, "rich_message": json.dumps(message)}
        async with http.post(f"{sandbox.url}/bot{sandbox.token}/sendRichMessage", json=wish) as response:
            body = await response.json()
    assert (response.status, body["ok"]) == (400, False)
    assert why in body["description"]
    assert not [one for one in await anya.see(group) if "rich_message" in one.body]


async def test_text_and_rich_content_do_not_go_together_and_a_photo_stays_one(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, "plain")
    with pytest.raises(TelegramBadRequest, match="cannot be given together"):
        await bot.edit_message_text("text", chat_id=group.id, message_id=sent.message_id, rich_message=RICH)
