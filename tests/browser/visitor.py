"""Somebody at the sandbox page, who sees and presses what it shows."""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, TypeAlias

from playwright.async_api import TimeoutError as TooLate
from playwright.async_api import expect

from bot.texts import Texts

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from playwright.async_api import Browser, ConsoleMessage, Locator, Page

ANYA: Final = 1001
BORIS: Final = 1002
KATE: Final = 1003
LANGUAGES: Final = {ANYA: "ru", BORIS: "ru", KATE: "en"}

SCREEN: Final = (1280, 800)
PHONE: Final = (390, 844)
ASIDE: Final = ("What now?", "Cut the pack")
"""Buttons of a hand that are no answer to a question of the game."""
CARD: Final = re.compile(r"(?:10|[2-9AKQJ])[♣♦♥♠]")
PATIENCE: Final = 15_000
"""Milliseconds until something that must come has not."""
REDRAWN: Final = 3_000
"""Milliseconds after which a button that was just there is gone for good."""


Deal: TypeAlias = "tuple[str, int]"
"""The game's name, and which deal of its table."""


class Visitor:
    """One browser tab, as one person; sentences are given in English and looked for in their language."""

    def __init__(self, page: Page, person: int, table_language: str = "") -> None:
        self.page = page
        self.person = person
        self.own = Texts(LANGUAGES[person])
        self.table = Texts(table_language or LANGUAGES[person])
        self.group = page.get_by_test_id("pane-group")
        self.private = page.get_by_test_id("pane-private")
        self.complaints: list[str] = []
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        # What the sandbox refuses is told in the console too, and so is a server that is away.
        refused = "/sim/" in message.location["url"] and message.text.startswith("Failed to load resource")
        if message.type in {"error", "warning"} and not refused:
            self.complaints.append(message.text)

    async def open(self, url: str) -> None:
        await self.page.goto(f"{url}/#as={self.person}")
        await expect(self.group.get_by_test_id("message").first).to_be_visible(timeout=PATIENCE)

    async def become(self, person: int) -> None:
        """Choose at the top who to be."""
        choice = self.page.get_by_test_id("person-switch").locator(f'[data-person="{person}"]')
        await choice.click()
        await expect(choice).to_be_checked()

    async def write(self, text: str) -> None:
        """Type it in the group."""
        await self.group.get_by_test_id("composer-input").fill(text)
        await self.group.get_by_test_id("send").click()

    async def show(self, pane: Locator) -> None:
        """Turn to this chat; a wide page shows both anyway."""
        kind = "group" if pane is self.group else "private"
        tab = self.page.get_by_test_id(f"tab-{kind}")
        if await tab.is_visible():
            await tab.click()

    def newest(self, pane: Locator, label: str) -> Locator:
        """The newest button with this label."""
        return pane.get_by_role("button", name=label, exact=True).last

    async def press(self, pane: Locator, label: str) -> None:
        await self.show(pane)
        await self.newest(pane, label).click(timeout=PATIENCE)

    async def open_table(self, game: str) -> None:
        """Open one and sit down there."""
        await self.write(f"/{game}")
        await self.sit()

    async def sit(self) -> None:
        """Sit down at the table of the group; who is a stranger to the bot presses Start on the way."""
        start = self.private.get_by_test_id("start")
        stranger = await start.count() > 0
        await self.press(self.group, self.table("Sit down"))
        if stranger:
            await start.click(timeout=PATIENCE)
            await expect(start).to_have_count(0, timeout=PATIENCE)

    async def add_computers(self, number: int) -> None:
        for already in range(number):
            await self.press(self.group, self.table("+ Computer"))
            await self.sees(self.group, "🤖", times=already + 1)

    async def sees(self, pane: Locator, text: str, *, times: int = 1) -> None:
        """Wait until the newest message with buttons in a chat says so."""
        newest = pane.get_by_test_id("message").filter(has=self.page.get_by_test_id("keyboard")).last
        wanted = re.compile(".*".join([re.escape(text)] * times), re.DOTALL)
        await expect(newest).to_have_text(wanted, timeout=PATIENCE)

    def hand(self, deal: Deal) -> Locator:
        """The message of one's own cards."""
        return self._of_deal(self.private, deal, self.own)

    def result(self, deal: Deal) -> Locator:
        """The group's message of a deal that is over."""
        # Hidden or not: on a phone the group is behind the other tab.
        label = self.table("Course of the deal")
        course = self.page.get_by_role("button", name=label, exact=True, include_hidden=True)
        return self._of_deal(self.group, deal, self.table).filter(has=course)

    def _of_deal(self, pane: Locator, deal: Deal, texts: Texts) -> Locator:
        game, number = deal
        headline = f"{texts(game)} · {texts('deal {number}', number=number)} ·"
        return pane.get_by_test_id("message").filter(has_text=headline)

    async def cards(self, deal: Deal) -> list[str]:
        """The cards that the message of one's hand shows in bold, once they are face up."""
        line = self.hand(deal).last.locator("b, strong").filter(has_text=CARD).first
        return CARD.findall(await line.inner_text(timeout=PATIENCE))

    async def questions(self, deal: Deal) -> list[str]:
        """What one is asked for now: the labels of the buttons that do something in the deal."""
        return [label.strip() for label in await self.keys(deal).all_inner_texts()]

    def keys(self, deal: Deal) -> Locator:
        """The buttons of one's hand that do something in the deal."""
        keys = self.hand(deal).last.locator(".key:enabled:not(.marked)")
        aside = "|".join(re.escape(self.own(label)) for label in ASIDE)
        return keys.filter(has_not_text=re.compile(rf"^({aside})$"))

    async def play(self, deal: Deal, until: Callable[[Sequence[str]], bool] = lambda _: False) -> list[str]:
        """Answer whatever one is asked, by pressing, to the end of the deal or a question that is waited for.

        Gives that question's labels, none at the end.
        """
        await self.show(self.private)
        asked = self.keys(deal).first
        over = self.result(deal).first
        for _ in range(100):
            # At phone width the group is hidden behind the other tab: it is there all the same.
            await asked.or_(over).first.wait_for(state="attached", timeout=PATIENCE)
            labels = await self.questions(deal)
            if not labels:
                if await over.count():
                    return []
                continue
            if until(labels):
                return labels
            await self.answer(deal, self._choice(labels))
        raise AssertionError("the deal does not end")

    async def answer(self, deal: Deal, label: str) -> None:
        """Press this in one's hand, and see the question go."""
        key = self.hand(deal).last.get_by_role("button", name=label, exact=True)
        try:
            pressed = await key.element_handle(timeout=REDRAWN)
            await key.click(timeout=REDRAWN)
        except TooLate:
            return  # a new question has come in its place
        await pressed.wait_for_element_state("hidden", timeout=PATIENCE)

    def _choice(self, labels: Sequence[str]) -> str:
        wanted = ("Look at my cards", "Frap!", "Khrap!", "Whist", "Keep all", "Stay out")
        return next((label for label in map(self.own, wanted) if label in labels), labels[0])


@asynccontextmanager
async def visitor(
    browser: Browser, url: str, person: int, size: tuple[int, int] = SCREEN, table_language: str = ""
) -> AsyncIterator[Visitor]:
    """Open the page as this person; whoever wrote the command gave the table its language."""
    width, height = size
    locale = {"ru": "ru-RU", "en": "en-GB"}[LANGUAGES[person]]
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce"
    )
    async with context:
        one = Visitor(await context.new_page(), person, table_language)
        await one.open(url)
        yield one
        assert one.complaints == []
