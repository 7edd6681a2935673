"""Cutting the pack: a player's own part in the next shuffle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold

from bot.screens.buttons import HandVerb, hand_button
from bot.screens.screen import screen
from bot.screens.wording import DUTY_MET, SEALED

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.tables.state import Table
    from bot.texts import Texts

PLACES: Final = 24
ROW: Final = 6


def cut_screen(table: Table, t: Texts, *, at: str = "") -> Screen:
    """Ask where to cut; ``at`` is where the player has just done so."""
    buttons = [
        hand_button(
            table, 0, f"{DUTY_MET} {place}" if str(place) == at else str(place), HandVerb.PACK, str(place)
        )
        for place in range(1, PLACES + 1)
    ]
    if at:
        words = t("Done: it goes into the next shuffle, and until the deal you may change it.")
    else:
        words = t("The next pack is shuffled and sealed. Where do you cut it?")
    return screen(
        [
            Bold(f"{SEALED} {words}"),
            t(
                "Every cut changes the order of all cards. The bot's own part is sealed already, so it cannot answer to yours. Whoever cuts last has the last word."
            ),
            t("Or write /cut and any words of your own."),
        ],
        [buttons[start : start + ROW] for start in range(0, PLACES, ROW)],
    )
