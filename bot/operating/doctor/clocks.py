"""By how much two clocks may differ: turns and wake-ups are measured by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.operating.doctor.finding import bad, doubtful

if TYPE_CHECKING:
    from bot.operating.doctor.finding import Finding

TOLERATED: Final = 2.0
"""Seconds."""
WRONG: Final = 60.0
"""Seconds with which nothing works right."""


def differing(ahead: float, what: str, mend: str) -> Finding | None:
    """Find it where a clock is too far ahead, or with a negative number of seconds behind."""
    if abs(ahead) <= TOLERATED:
        return None
    return (bad if abs(ahead) > WRONG else doubtful)(what, mend)
