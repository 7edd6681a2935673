"""First words in a group and in a private chat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold

from bot.screens import help as help_chapters
from bot.screens import learn as lessons
from bot.screens import practice, rules
from bot.screens.buttons import menu_button
from bot.screens.screen import screen
from game.rules import FRAP

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton

    from bot.screens.screen import Screen
    from bot.texts import Texts


def welcome_group(t: Texts) -> Screen:
    """Say how to begin, to a group that has just added the bot."""
    return screen(
        [
            Bold(t("Frap and Khrap: two old card games for a pot.")),
            t("Open a table: /frap or /khrap. Then everybody presses “Sit down”."),
            t("Your cards come to you in a private chat, nobody else sees them."),
        ],
        [_menus(t)],
    )


def welcome_private(t: Texts, username: str) -> Screen:
    """Say what the bot is for, to who has pressed Start; ``username`` is the bot's."""
    learn = menu_button(t("Learn it in two deals"), lessons.MENU, lessons.FIRST, style=ButtonStyle.PRIMARY)
    play = menu_button(t("Play against computers"), practice.MENU, FRAP.name)
    return screen(
        [
            Bold(t("Frap and Khrap: two old card games for a pot.")),
            t(
                "We play in groups, and your cards come here. Add me to a group and type /frap or /khrap there."
            ),
            t("Never played? Two deals, step by step, and you know how."),
        ],
        [[learn], [play], [lessons.add_to_group(t, username)], _menus(t)],
    )


def _menus(t: Texts) -> list[InlineKeyboardButton]:
    return [
        menu_button(t("Rules"), rules.MENU, next(iter(rules.CHAPTERS))),
        menu_button(t("How it works"), help_chapters.MENU, next(iter(help_chapters.CHAPTERS))),
    ]
