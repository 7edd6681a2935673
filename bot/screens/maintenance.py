"""What every table says while the operator lets no new deals begin."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.screens.screen import LONGEST_MESSAGE

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.texts import Texts


def under_maintenance(screen: Screen, t: Texts) -> Screen:
    """Add the line below all others, where it moves no entity; a message without room for it stays as it is."""
    line = t(
        "🔧 No new deals for a while: the bot is being looked after. A running deal is played to its end."
    )
    text = f"{screen.text}\n\n{line}"
    return replace(screen, text=text) if len(text.encode("utf-16-le")) // 2 <= LONGEST_MESSAGE else screen
