"""Small servers of the tests, each at a port of its own."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def serving(app: web.Application, shutdown: float = 1.0) -> AsyncIterator[str]:
    """Give its address, without a path; ``shutdown``: seconds for what is in hand at the end."""
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=shutdown)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
