"""Whether Telegram answers at all: while it does not, one call at a time tries, so an outage ends without a storm."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger(__name__)

BACKOFF: Final = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)
"""Seconds before the next try after so many failures in a row."""
MANY: Final = 8
"""So many failures in a row, of whatever chats, are Telegram's and not a chat's."""


def backoff(failures: int) -> float:
    """Give the seconds to wait after so many failures, one or more."""
    return BACKOFF[min(failures, len(BACKOFF)) - 1]


class Line:
    """The connection to Telegram as this process finds it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures = 0
        self._again_at = 0.0

    def wait(self) -> float:
        """Give the seconds until somebody may call; 0: now. Who is let through while it is down is the only one to try."""
        if self._failures < MANY:
            return 0.0
        left = self._again_at - self._now()
        if left > 0:
            return left
        self._again_at = self._now() + backoff(self._failures - MANY + 1)
        return 0.0

    def answered(self) -> None:
        if self._failures >= MANY:
            log.warning("Telegram answers again")
        self._failures = 0

    def failed(self) -> None:
        """No answer, or one that makes no sense."""
        self._failures += 1
        if self._failures == MANY:
            log.warning("Telegram does not answer; calls wait")
        if self._failures >= MANY:
            self._again_at = self._now() + backoff(self._failures - MANY + 1)
