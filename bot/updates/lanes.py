"""Turns: what belongs to one comes one after the other, in the order of asking; different ones go side by side."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Hashable


class Lanes:
    """A lane exists only while somebody is in it."""

    def __init__(self) -> None:
        self._lanes: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, name: Hashable) -> AsyncIterator[None]:
        lock, inside = self._lanes.get(name, (asyncio.Lock(), 0))
        self._lanes[name] = (lock, inside + 1)
        try:
            async with lock:  # first come, first served
                yield
        finally:
            lock, inside = self._lanes.pop(name)
            if inside > 1:
                self._lanes[name] = (lock, inside - 1)
