"""A rich message on the page of the sandbox, as wide as a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import (
    InputRichBlockButtons,
    InputRichBlockParagraph,
    InputRichBlockSectionHeading,
    InputRichBlockTable,
    InputRichMessage,
    RichBlockTableCell,
    RichMessageButton,
    RichTextBold,
)
from playwright.async_api import expect

from bot.sandbox.server import Options, serve
from tests.browser.visitor import ANYA, PHONE, visitor

if TYPE_CHECKING:
    from playwright.async_api import Browser

pytestmark = pytest.mark.browser

WIDER = "const table = element.querySelector('.rich-table'); return table.scrollWidth > table.clientWidth"
PAGE_WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def row(*texts: str, head: bool = False) -> list[RichBlockTableCell]:
    return [
        RichBlockTableCell(
            align="right", valign="middle", text=RichTextBold(text=text), is_header=head or None
        )
        for text in texts
    ]


async def test_a_table_scrolls_within_its_message_and_buttons_are_pressed(browser: Browser) -> None:
    figures = [str(10**9 + number) for number in range(8)]
    message = InputRichMessage(
        blocks=[
            InputRichBlockSectionHeading(text="<b>Score</b>", size=4),
            InputRichBlockParagraph(text=["all ", RichTextBold(text="time")]),
            InputRichBlockTable(cells=[row(*"abcdefgh", head=True), row(*figures)], is_striped=True),
            InputRichBlockButtons(buttons=[RichMessageButton(text="Inside", callback_data="in")]),
        ]
    )
    async with serve(Options(limits=False)) as sandbox:
        session = AiohttpSession(api=TelegramAPIServer.from_base(sandbox.url))
        group = next(chat.id for chat in sandbox.telegram.world.chats.values() if chat.is_group)
        async with (
            Bot(sandbox.token, session=session) as bot,
            visitor(browser, sandbox.url, ANYA, PHONE) as me,
        ):
            await me.page.get_by_test_id("help-close").click()
            sent = await bot.send_rich_message(group, message)
            shown = me.group.get_by_test_id("message").last
            await expect(shown.get_by_role("heading", name="<b>Score</b>")).to_be_visible()
            await expect(shown.get_by_role("columnheader")).to_have_text([*"abcdefgh"])
            await expect(shown.get_by_role("cell")).to_have_text(figures)
            assert await shown.evaluate(f"element => {{ {WIDER} }}")
            assert not await me.page.evaluate(PAGE_WIDER)
            await shown.get_by_role("button", name="Inside").click()
            (press,) = await bot.get_updates(timeout=5, allowed_updates=["callback_query"])
            assert press.callback_query is not None
            assert press.callback_query.data == "in"
            await bot.answer_callback_query(press.callback_query.id)
            await bot.edit_message_text("text again", chat_id=group, message_id=sent.message_id)
            await expect(shown.get_by_test_id("text")).to_have_text("text again")
            await expect(shown.get_by_test_id("rich-table")).to_have_count(0)
