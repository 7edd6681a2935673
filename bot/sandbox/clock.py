import asyncio
import time


class Clock:
    """Unix time in seconds, running at its usual pace, which can be moved."""

    def __init__(self, offset: float = 0.0) -> None:
        self.offset = offset
        self._moved = asyncio.Event()

    def now(self) -> float:
        return time.time() + self.offset

    def advance(self, seconds: float) -> None:
        self.offset += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    def put(self, moment: float) -> None:
        """Make it `moment` (unix seconds) now."""
        self.advance(moment - self.now())

    async def sleep(self, seconds: float) -> None:
        """Sleep on this clock: moving it forward ends the sleep early."""
        await self.wait(asyncio.Event(), self.now() + seconds)

    async def wait(self, event: asyncio.Event, until: float | None = None) -> None:
        """Wait for the event, or for the moment `until` on this clock, whichever comes first."""
        while not event.is_set() and (until is None or self.now() < until):
            left = None if until is None else max(0.0, until - self.now())
            waits = {asyncio.ensure_future(event.wait()), asyncio.ensure_future(self._moved.wait())}
            try:
                await asyncio.wait(waits, timeout=left, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in waits:
                    one.cancel()
