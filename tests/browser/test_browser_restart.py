"""The bot ends in the middle of a deal and is started again; the page stays open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.browser.running import Running
from tests.browser.visitor import ANYA, CARD, PATIENCE, visitor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from playwright.async_api import Browser

pytestmark = pytest.mark.browser

FRAP = ("Frap", 1)
LAST = "Let's see how this ends"


def cards_to_play(labels: Sequence[str]) -> bool:
    return all(CARD.fullmatch(label) for label in labels)


@pytest.mark.parametrize("end", [Running.stop, Running.kill], ids=["stopped", "killed"])
async def test_the_deal_goes_on_where_it_was(
    browser: Browser, running: Running, end: Callable[[Running], Awaitable[None]]
) -> None:
    async with visitor(browser, running.url, ANYA) as anya:
        await anya.open_table("frap")
        await anya.add_computers(2)
        await anya.press(anya.group, anya.table("Deal"))
        await anya.play(FRAP, until=cards_to_play)
        cards, asked = await anya.cards(FRAP), await anya.questions(FRAP)
        messages = await anya.group.get_by_test_id("message").count() + 1

        # What comes last on disk has everything else before it.
        await anya.write(LAST)
        await running.keeps(LAST)
        await end(running)
        await expect(anya.page.get_by_test_id("link-state")).to_be_visible()
        await running.start()
        await expect(anya.page.get_by_test_id("link-state")).to_be_hidden()
        await expect(anya.keys(FRAP)).to_have_text(asked, timeout=PATIENCE)
        assert await anya.cards(FRAP) == cards
        assert await anya.group.get_by_test_id("message").count() == messages

        await anya.play(FRAP)
        await expect(anya.result(FRAP)).to_be_visible()
        await anya.press(anya.group, anya.table("Deal"))
        await expect(anya.hand(("Frap", 2))).to_be_visible()
