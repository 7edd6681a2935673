"""The commands that Telegram's clients offer, in each language."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from aiogram.exceptions import AiogramError
from aiogram.types import (
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)

from bot.screens.commands import Place, bot_commands
from bot.texts import Texts, languages

if TYPE_CHECKING:
    from aiogram import Bot

log = logging.getLogger(__name__)


async def offer_commands(bot: Bot) -> None:
    """Set the menus; where Telegram does not take them, the next start tries again."""
    try:
        for number, language in enumerate(languages()):
            for scope, place in (
                (BotCommandScopeAllGroupChats(), Place.GROUP),
                (BotCommandScopeAllChatAdministrators(), Place.ADMINS),
                (BotCommandScopeAllPrivateChats(), Place.PRIVATE),
            ):
                commands = bot_commands(Texts(language), place)
                await bot.set_my_commands(commands, scope, None if number == 0 else language)
    except AiogramError as error:
        log.warning("the menus of commands are not set: %s", type(error).__name__)
