"""People who play at the page, by pressing what it shows."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.browser.running import started
from tests.browser.visitor import ANYA, KATE, PHONE, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.async_api import Browser

    from tests.browser.running import Running

pytestmark = pytest.mark.browser

FRAP = ("Frap", 1)
KHRAP = ("Khrap", 1)


async def test_a_deal_of_frap_at_the_pace_that_telegram_allows(browser: Browser, tmp_path: Path) -> None:
    async with (
        started(tmp_path, COMPUTER_DELAY="0.2") as running,
        visitor(browser, running.url, ANYA) as anya,
    ):
        await anya.open_table("frap")
        await anya.add_computers(2)
        await anya.press(anya.group, anya.table("Deal"))
        await anya.play(FRAP)
        await expect(anya.result(FRAP)).to_be_visible()
        assert running.errors() == ""


async def test_the_next_table_plays_khrap(browser: Browser, running: Running) -> None:
    async with visitor(browser, running.url, ANYA) as anya:
        await anya.open_table("frap")
        await anya.write("/close")
        await anya.sees(anya.group, anya.table("The table is closed."))
        await anya.write("/khrap")
        await anya.add_computers(2)
        await anya.press(anya.group, anya.table("Deal"))
        await anya.play(KHRAP)
        await expect(anya.result(KHRAP)).to_be_visible()


async def test_two_people_and_neither_sees_the_cards_of_the_other(browser: Browser, running: Running) -> None:
    async with visitor(browser, running.url, ANYA) as anya:
        await anya.open_table("frap")
        async with visitor(browser, running.url, KATE, table_language="ru") as kate:
            await kate.sit()
            await anya.sees(anya.group, "Kate")
            await anya.press(anya.group, anya.table("Deal"))
            for player in (anya, kate):
                await expect(player.hand(FRAP)).to_be_visible()
                await player.answer(FRAP, player.own("Look at my cards"))
            hands = {player: await player.cards(FRAP) for player in (anya, kate)}
            assert [len(cards) for cards in hands.values()] == [4, 4]
            assert not shown(await anya.page.inner_text("body"), hands[kate])
            assert not shown(await kate.page.inner_text("body"), hands[anya])

            # Whoever becomes somebody else at the same page leaves their cards behind.
            await kate.become(ANYA)
            await expect(kate.private).to_contain_text(hands[anya][0])
            assert not shown(await kate.page.inner_text("body"), hands[kate])
            await kate.become(KATE)
            await expect(kate.private).to_contain_text(hands[kate][0])

            await asyncio.gather(anya.play(FRAP), kate.play(FRAP))
            await expect(kate.result(FRAP)).to_be_visible()


def shown(text: str, cards: list[str]) -> list[str]:
    """The cards that a text names; 10♥ holds no 0♥ that could be one."""
    return [card for card in cards if re.search(rf"(?<!\d){re.escape(card)}", text)]


async def test_on_a_phone_in_english(browser: Browser, running: Running) -> None:
    async with visitor(browser, running.url, KATE, PHONE) as kate:
        await kate.open_table("frap")
        await expect(kate.private).to_be_visible()
        await expect(kate.group).to_be_hidden()
        await kate.show(kate.group)
        await expect(kate.private).to_be_hidden()
        await kate.add_computers(2)
        await kate.press(kate.group, "Deal")
        await expect(kate.page.get_by_test_id("tab-private").get_by_test_id("unread")).to_be_visible()
        await kate.play(FRAP)
        await kate.show(kate.group)
        await expect(kate.result(FRAP)).to_be_in_viewport()
        assert await kate.page.evaluate("document.documentElement.lang") == "en"
        assert not re.search("[а-яё]", await kate.result(FRAP).inner_text(), re.IGNORECASE)
        assert await kate.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_a_disabled_button_cannot_be_pressed(browser: Browser, running: Running) -> None:
    async with visitor(browser, running.url, ANYA) as anya:
        await anya.open_table("frap")
        deal = anya.newest(anya.group, anya.table("Deal"))
        await expect(deal).to_be_disabled()
        assert await running.ask("quiet", {}) == (200, {"quiet": True})
        _, before = await running.ask("updates")
        await deal.click(force=True)
        await deal.dispatch_event("click")
        row = await anya.group.get_by_test_id("message").last.get_attribute("data-key")
        chat = int(await anya.group.get_attribute("data-chat") or 0)
        status, refused = await running.ask(
            "press", {"as": ANYA, "chat": chat, "key": row, "text": anya.table("Deal")}
        )
        assert (status, list(refused)) == (400, ["error"])
        assert await running.ask("updates") == (200, before)
        await anya.add_computers(1)
        await expect(deal).to_be_enabled()
