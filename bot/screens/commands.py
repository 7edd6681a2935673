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
    ADMINS = "admins"
    """Groups again, for their admins."""
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
    ("chart", lazy("The score as a picture")),
    ("stats", lazy("My own figures")),
    ("settle", lazy("Settle accounts: who pays whom")),
    ("history", lazy("The last deals, to be told again")),
    ("records", lazy("Records of the group")),
    ("seasons", lazy("Seasons that are over")),
    ("ledger", lazy("The last bookings")),
    ("correct", lazy("Correct the score (admins)")),
    ("export", lazy("Everything as files")),
    ("setup", lazy("Table rules")),
    ("cut", lazy("Add your own words to the next shuffle")),
    ("divide", lazy("Divide the pot that waits")),
    ("notify", lazy("Tell me when a table opens here")),
    ("close", lazy("Close the table")),
    ("rules", lazy("Rules of the games")),
    ("help", lazy("How the bot works")),
    ("language", lazy("Choose the language")),
)
_ADMINS: Final = (*_GROUP, ("settings", lazy("Settings of this group")))
_PRIVATE: Final = (
    ("play", lazy("Play against computers, just here")),
    ("learn", lazy("Learn it: two deals step by step")),
    ("score", lazy("Who has won how much")),
    ("stats", lazy("My own figures")),
    ("hand", lazy("Show me my cards")),
    ("cut", lazy("Add your own words to the next shuffle")),
    ("rules", lazy("Rules of the games")),
    ("help", lazy("How the bot works")),
    ("settings", lazy("Your settings")),
    ("notify", lazy("Tell me of new tables")),
    ("language", lazy("Choose the language")),
    ("forget", lazy("Let the bot forget me")),
)
_LISTS: Final = {Place.GROUP: _GROUP, Place.ADMINS: _ADMINS, Place.PRIVATE: _PRIVATE}
_UNSEEN: Final = frozenset({"hand", "notify"})
"""Typed in a group, these are seen by nobody else, in clients that know such commands."""


def bot_commands(t: Texts, place: Place) -> list[BotCommand]:
    """List what Telegram's menu of commands shows in this language."""
    return [
        BotCommand(
            command=command,
            description=t(description),
            is_ephemeral=True if place is not Place.PRIVATE and command in _UNSEEN else None,
        )
        for command, description in _LISTS[place]
    ]
