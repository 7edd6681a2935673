"""Take pictures of the bot's main screens in both languages: `python docs/pictures/screens.py FOLDER`.

Somebody plays through them at the sandbox page: the welcome, the lessons, a practice table and a table of the group.
"""  # noqa: INP001 - a script

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser.running import chromium, started
from tests.browser.visitor import ANYA, BORIS, KATE, PATIENCE, PHONE, Visitor, visitor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.async_api import Browser, Locator

DEALS: Final = 12
LESSON: Final = ("Next", "Look at my cards", "Frap!", "7♥", "Exchange {n}", "K♥")


@dataclass(frozen=True, slots=True)
class Album:
    """Where pictures go, and who takes them."""

    folder: Path
    me: Visitor

    async def keep(self, pane: Locator, name: str, words: str) -> None:
        """Photograph the newest message that says so."""
        await self.me.show(pane)
        message = pane.get_by_test_id("message").filter(has_text=words).last
        await message.wait_for(timeout=PATIENCE)
        await message.scroll_into_view_if_needed()
        await self.me.page.mouse.move(0, 0)
        path = self.folder / f"{name}.{self.me.own.language}.png"
        await message.screenshot(path=path, animations="disabled", caret="hide")

    async def say(self, pane: Locator, text: str) -> None:
        await self.me.show(pane)
        await pane.get_by_test_id("composer-input").fill(text)
        await pane.get_by_test_id("send").click()


async def main(folder: Path) -> int:
    async with chromium() as browser:
        if browser is None:
            sys.stderr.write("Chromium is needed for the pictures (Debian: apt install chromium).\n")
            return 1
        for host, guest in ((ANYA, BORIS), (KATE, BORIS)):
            with tempfile.TemporaryDirectory() as data:
                async with started(Path(data), limits=False, COMPUTER_DELAY="0.1") as running:
                    await photograph(browser, running.url, folder, host, guest)
    return 0


async def photograph(browser: Browser, url: str, folder: Path, host: int, guest: int) -> None:
    async with visitor(browser, url, host, PHONE) as me:
        album = Album(folder, me)
        await me.page.get_by_test_id("help-close").click()
        await in_private(album)
        async with visitor(browser, url, guest, PHONE, table_language=me.own.language) as other:
            await other.page.get_by_test_id("help-close").click()
            await in_the_group(album, other)


async def in_private(album: Album) -> None:
    me, t = album.me, album.me.own
    await me.show(me.private)
    await me.private.get_by_test_id("start").click()
    await album.keep(me.private, "welcome", t("Learn it in two deals"))
    await me.press(me.private, t("Learn it in two deals"))
    for label in LESSON[:-1]:
        await me.press(me.private, t(label) if "{" not in label else t(label, n=1))
        await asyncio.sleep(0.3)
    await album.keep(me.private, "lesson", t("step {n} of {all}", n=5, all=9))
    await album.say(me.private, "/play")
    await album.keep(me.private, "practice", t("Never played? /learn shows two deals step by step."))
    await album.say(me.private, "/settings")
    await album.keep(me.private, "own-settings", t("Your settings"))


async def in_the_group(album: Album, other: Visitor) -> None:
    me, t = album.me, album.me.own
    await me.show(me.group)
    await me.open_table("frap")
    await other.show(other.group)
    await other.sit()
    await me.show(me.group)
    await me.add_computers(2)
    await album.keep(me.group, "lobby", t("Ready to deal"))
    shown: set[str] = set()
    for number in range(1, DEALS + 1):
        await me.press(me.group, t("Deal"))
        deal = ("Frap", number)
        playing = asyncio.ensure_future(other.play(deal))
        while True:
            labels = await me.play(deal, until=lambda labels: bool(new(labels, shown, me)))
            if not labels:
                break
            name = new(labels, shown, me)
            shown.add(name)
            await album.keep(me.private, f"hand-{name}", f"{t('Frap')} · {t('deal {number}', number=number)}")
            await album.keep(me.group, f"table-{name}", f"{t('Frap')} · {t('deal {number}', number=number)}")
            await me.show(me.private)
        await playing
        await me.show(me.group)
        if {"bidding", "play"} <= shown:
            break
    await album.keep(me.group, "payout", t("Next dealer: {name}").split("{", maxsplit=1)[0])
    await me.press(me.group, t("Course of the deal"))
    await album.keep(me.group, "course", t("Deal {number}: how it went", number=number))
    await me.press(me.group, t("Check the shuffle"))
    await album.keep(me.group, "check", t("Deal {number}: the shuffle", number=number))
    await me.press(me.group, t("Step by step"))
    await me.show(me.private)
    for _ in range(6):
        await me.press(me.private, "▶")
        await asyncio.sleep(0.2)
    await album.keep(me.private, "replay", t("To the start"))
    await album.say(me.group, "/score")
    await album.keep(me.group, "score", t("As a table"))
    await me.press(me.group, t("As a table"))
    await album.keep(me.group, "score-table", t("As text"))
    await album.say(me.group, "/settings")
    if me.person == ANYA:
        await album.keep(me.group, "group-settings", t("Settings of this group"))


def new(labels: Sequence[str], shown: set[str], me: Visitor) -> str:
    """Name the question, if there is no picture of it yet."""
    marks = {
        "bidding": me.own("Frap!"),
        "whist": me.own("Whist"),
        "exchange": me.own("Keep all"),
        "cutting": me.own("Stay out"),
    }
    for name, label in marks.items():
        if label in labels:
            return "" if name in shown else name
    cards = all(re.fullmatch(r"(?:10|[2-9AKQJ])[♣♦♥♠]", label.strip()) for label in labels)
    return "play" if cards and labels and "play" not in shown else ""


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and the folder
        sys.exit("usage: python docs/pictures/screens.py FOLDER")
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    sys.exit(asyncio.run(main(target)))
