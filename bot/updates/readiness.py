"""Whether this process takes updates, for the proxy in front of several: it hears of a stop before the port is closed."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from math import inf
from typing import Final

LATELY: Final = 5.0
"""Seconds in which somebody who asks again and again has asked."""
PATIENCE: Final = 3.0
"""Seconds until that one should have asked once more."""
LAST_ONES: Final = 0.5
"""Seconds for updates that were sent before the answer was heard."""


class Readiness:
    """No, from when the process is to stop: a port that is closed while updates come in refuses some of them."""

    def __init__(self) -> None:
        self._leaving = False
        self._asked_at = -inf
        self._told = asyncio.Event()

    def ask(self) -> bool:
        self._asked_at = asyncio.get_running_loop().time()
        if self._leaving:
            self._told.set()
        return not self._leaving

    async def leave(self) -> None:
        """Come back when no more updates should come: at once where nobody asks."""
        if asyncio.get_running_loop().time() - self._asked_at > LATELY:
            return
        self._leaving = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._told.wait()
        await asyncio.sleep(LAST_ONES)
