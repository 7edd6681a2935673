"""What a table's messages should show, as a function of its state."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from bot.screens.maintenance import under_maintenance
from bot.screens.practice import practice_screen
from bot.screens.rules_menu import CLOSE, rules_menu
from bot.screens.table import table_screen
from bot.tables.deals import deal_of
from bot.tables.state import Phase
from bot.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.screens.money import Unit
    from bot.screens.screen import Screen
    from bot.tables.state import Table

TABLE: Final = "table"
RULES: Final = "rules"


class Wanted(Struct):
    """One message and what it should show; it is drawn when somebody asks, since limits let few of all states be seen."""

    name: str
    """``table``, ``rules`` or ``hand:<player>``: one live message of each name."""
    chat: int
    thread: int
    place: str
    """Which message it is: at another place a new message takes over from the older one."""
    draw: Callable[[], Screen]
    rings: bool = False
    """A new message notifies."""
    asked: str = ""
    """The question put to the holder of a hand, empty while there is none."""
    private: bool = False
    """In a person's own chat with the bot."""
    linked: bool = False
    """A link in it alone is no reason to show it again."""
    drawn: Screen | None = None

    @property
    def screen(self) -> Screen:
        if self.drawn is None:
            self.drawn = self.draw()
        return self.drawn

    @property
    def digest(self) -> str:
        """What the screen is known by."""
        return self.screen.digest_without_links if self.linked else self.screen.digest


def group_messages(
    table: Table, chat: int, menu: str | None, unit: Unit, *, maintenance: bool = False
) -> list[Wanted]:
    """The messages of the group, the table's first; ``menu`` is the page of the table rules that is open."""
    texts = Texts(table.language)

    def drawn() -> Screen:
        deal = deal_of(table)
        view = None if deal is None else deal.view(None)
        screen = (practice_screen if table.key.practice else table_screen)(table, view, texts, unit)
        if maintenance and table.phase is not Phase.CLOSED:
            return under_maintenance(screen, texts)
        return screen

    wanted = [Wanted(TABLE, chat, table.thread, table_place(table), drawn)]
    open_here = table.phase in (Phase.LOBBY, Phase.PAYOUT) or (table.phase is Phase.DEAL and menu == CLOSE)
    if menu is not None and open_here:
        page = partial(rules_menu, table, menu, texts, unit)
        wanted.append(Wanted(RULES, chat, table.thread, str(table.number), page))
    return wanted


def table_place(table: Table) -> str:
    """The lobby turns into the first deal; every later deal has a message of its own, so that results stay to be read."""
    return f"{table.number}:{max(table.deal_number, 1)}"
