"""What is told to those who want to know when a table opens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.filters.callback_data import CallbackData
from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import Bold

from bot.screens.buttons import menu_button
from bot.screens.names import short
from bot.screens.screen import fill, screen
from bot.screens.wording import game_name

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.tables.state import Table
    from bot.texts import Texts

MENU: Final = "notify"
WIDEST_TITLE: Final = 40


class JoinPress(CallbackData, prefix="j"):
    """Sit down at a group's table, pressed in the private chat."""

    group: int
    thread: int
    number: int


def opened_notice(table: Table, title: str, t: Texts) -> Screen:
    """Tell that a table is open; ``title`` is the group's."""
    press = JoinPress(group=table.group, thread=table.thread, number=table.number)
    sit = InlineKeyboardButton(text=t("Sit down"), callback_data=press.pack(), style=ButtonStyle.PRIMARY)
    group = Bold(t("“{group}”", group=short(title, WIDEST_TITLE) or t("group")))
    line = fill(t("A table of {game} is open in {group}."), game=Bold(game_name(table.game, t)), group=group)
    stop = menu_button(t("Do not tell me any more"), MENU, str(table.group))
    return screen([line], [[sit], [stop]])


def told_notice(title: str, t: Texts, *, told: bool) -> Screen:
    """Say that somebody will be told of tables in the group, or will not."""
    sentence = (
        t(
            "I tell you here when a table opens in “{group}”, once an hour at most. No more: /notify off there."
        )
        if told
        else t("I do not tell you of tables in “{group}” any more.")
    )
    return screen([sentence.format(group=short(title, WIDEST_TITLE) or t("group"))])
