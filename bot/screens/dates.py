"""Moments on screens. Clients write them in their own time zone; older ones show the plain text, which is in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from aiogram.utils.formatting import DateTime, Text
from babel.dates import format_skeleton

if TYPE_CHECKING:
    from bot.texts import Texts


def day(at: int, t: Texts) -> Text:
    """Write the day of a moment (Unix milliseconds): 12 May."""
    return DateTime(day_text(at, t), unix_time=at // 1000, date_time_format="D")


def moment(at: int, t: Texts) -> Text:
    """Write day and time of a moment (Unix milliseconds)."""
    plain = f"{format_skeleton('MMMd', _utc(at), locale=t.locale)}, {_utc(at):%H:%M}"
    return DateTime(plain, unix_time=at // 1000, date_time_format="dt")


def day_text(at: int, t: Texts) -> str:
    """Write the day for a button or a picture, where no client can put it into its own time zone."""
    return format_skeleton("MMMMd", _utc(at), locale=t.locale)


def _utc(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
