"""Turns: what belongs to one comes one after the other, in the order of asking; different ones go side by side."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from types import TracebackType

Name = TypeVar("Name")


class Lanes(Generic[Name]):
    """A lane exists only while somebody is in it."""

    def __init__(self) -> None:
        self._lanes: dict[Name, _Lane] = {}

    def turn(self, name: Name) -> _Turn[Name]:
        """Wait inside an ``async with`` until it is one's turn: first come, first served."""
        return _Turn(self._lanes, name)


class _Lane:
    __slots__ = ("inside", "lock")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.inside = 0
        """Who has the turn, and who waits for it."""


class _Turn(Generic[Name]):
    __slots__ = ("_lane", "_lanes", "_name")

    def __init__(self, lanes: dict[Name, _Lane], name: Name) -> None:
        self._lanes = lanes
        self._name = name
        self._lane = lanes.get(name) or _Lane()

    async def __aenter__(self) -> None:
        self._lanes[self._name] = self._lane
        self._lane.inside += 1
        try:
            await self._lane.lock.acquire()
        except asyncio.CancelledError:
            self._leave()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lane.lock.release()
        self._leave()

    def _leave(self) -> None:
        self._lane.inside -= 1
        if not self._lane.inside:
            del self._lanes[self._name]
