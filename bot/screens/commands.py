"""The commands that clients offer, by where they are typed."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from aiogram.types import BotCommand

from bot.texts import lazy

if TYPE_CHECKING:
    from bot.texts import Texts


class Place(Enum):
    """Where commands are offered."""

    GROUP = "group"
    PRIVATE = "private"


_GROUP: Final = (
    ("frap", lazy("Open a table of Frap")),
    ("khrap", lazy("Open a table of Khrap")),
    ("sit", lazy("Sit down at the table")),
    ("stand", lazy("Stand up from the table")),
    ("deal", lazy("Deal the cards")),
    ("hand", lazy("Show me my cards")),
    ("table", lazy("Show the table again")),
    ("back", lazy("I am here again")),
    ("score", lazy("Who has won how much")),
    ("setup", lazy("Table rules")),
    ("cut", lazy("Add your own words to the next shuffle")),
    ("divide", lazy("Divide the pot that waits")),
    ("close", lazy("Close the table")),
    ("rules", lazy("Rules of the games")),
    ("help", lazy("How the bot works")),
    ("language", lazy("Choose the language")),
)
_PRIVATE: Final = (
    ("hand", lazy("Show me my cards")),
    ("rules", lazy("Rules of the games")),
    ("help", lazy("How the bot works")),
    ("language", lazy("Choose the language")),
)


def bot_commands(t: Texts, place: Place) -> list[BotCommand]:
    """List what Telegram's menu of commands shows in this language."""
    listed = _GROUP if place is Place.GROUP else _PRIVATE
    return [BotCommand(command=command, description=t(description)) for command, description in listed]
