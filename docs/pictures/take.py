"""Take the pictures of the README: start the sandbox, play a deal there by pressing buttons, and photograph it."""  # noqa: INP001 - a script

from __future__ import annotations

import asyncio
import sys
import tempfile
from contextlib import AsyncExitStack
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from PIL import Image

from tests.browser.running import Running, chromium, started
from tests.browser.visitor import ANYA, BORIS, CARD, KATE, PHONE, Visitor, visitor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import Browser

    from tests.browser.visitor import Deal

HERE: Final = Path(__file__).parent
CHOICE: Final = 3
"""Cards left after the first trick."""
DEALS: Final = 12
"""In so many there is one with all that the pictures are to show."""
TALK: Final = {
    "ru": ((KATE, "Я с вами!"), (BORIS, "Отыграюсь за прошлую пятницу 🙂")),
    "en": ((ANYA, "I'm in!"), (BORIS, "Tonight I win it all back 🙂")),
}


async def main() -> int:
    async with chromium() as browser:
        if browser is None:
            sys.stderr.write("Chromium is needed for the pictures (Debian: apt install chromium).\n")
            return 1
        for host in (ANYA, KATE):
            with tempfile.TemporaryDirectory() as folder:
                async with started(Path(folder), limits=False, COMPUTER_DELAY="0.1") as running:
                    await photograph(browser, running, host)
    return 0


async def photograph(browser: Browser, running: Running, host: int) -> None:
    """Let three people and a computer play at a table in the language of its host until all pictures are taken."""
    async with AsyncExitStack() as stack:
        come = partial(visitor, browser, running.url)
        me = await stack.enter_async_context(come(host))
        language = me.own.language
        phone = await stack.enter_async_context(come(host, PHONE))
        others = [
            await stack.enter_async_context(come(person, table_language=language))
            for person in (ANYA, BORIS, KATE)
            if person != host
        ]
        for page in (me.page, phone.page):
            await page.get_by_test_id("help-close").click()
        await me.open_table("frap")
        for person in others:
            await person.sit()
        for speaker, words in TALK[language]:
            await next(other for other in others if other.person == speaker).write(words)
        await me.add_computers(1)
        for number in range(1, DEALS + 1):
            await me.press(me.group, me.table("Deal"))
            deal = ("Frap", number)
            playing = [asyncio.ensure_future(other.play(deal)) for other in others]
            taken = await take(me, phone, deal)
            await me.play(deal)
            await asyncio.gather(*playing)
            if taken:
                await phone.show(phone.group)
                await phone.result(deal).wait_for()
                await shoot(phone, "payout")
                return
    raise RuntimeError(f"{DEALS} deals, and none of them was good for pictures")


async def take(me: Visitor, phone: Visitor, deal: Deal) -> bool:
    """Take the pictures of a running deal; no if it ends too early for them."""

    def exchange(labels: Sequence[str]) -> bool:
        return me.own("Keep all") in labels

    def play(labels: Sequence[str]) -> bool:
        return any(CARD.search(label) for label in labels) and not exchange(labels)

    hand = await me.play(deal, until=exchange)
    if not hand:
        return False
    for label in hand[:2]:
        await me.answer(deal, label)
    await phone.show(phone.private)
    await phone.newest(phone.private, me.own("Exchange {n}", n=2)).wait_for()
    await shoot(phone, "exchange")
    await me.answer(deal, me.own("Exchange {n}", n=2))
    while labels := await me.play(deal, until=play):
        if await full_of_events(me, deal):
            await shoot(me, "deal")
            return True
        await me.answer(deal, labels[0])
    return False


async def full_of_events(me: Visitor, deal: Deal) -> bool:
    """Whether a trick has been taken already, a card lies on the table, and there is something to choose from."""
    return (
        len(await me.cards(deal)) == CHOICE
        and me.own("On the table: {cards}").split(":")[0] in await me.hand(deal).last.inner_text()
        and await me.newest(me.group, me.table("Last trick")).count() > 0
    )


async def shoot(one: Visitor, name: str) -> None:
    await one.page.mouse.move(0, 0)
    await one.page.get_by_test_id("toast").wait_for(state="hidden")
    picture = await one.page.screenshot(animations="disabled", caret="hide")
    with Image.open(BytesIO(picture)) as image:
        # Packed with more patience than the browser has.
        image.save(HERE / f"{name}.{one.own.language}.png", optimize=True)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
