"""How long Telegram is believed when it asks to wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from aiogram.exceptions import TelegramRetryAfter

LONGEST: Final = 86_400
"""Seconds, a day: whoever tries again after that is not in a hurry, and a number that makes no sense silences no chat for years."""


def flood_wait(error: TelegramRetryAfter) -> int:
    """Give the seconds to wait, one at least: none at all would be a storm of tries."""
    return min(max(1, error.retry_after), LONGEST)
