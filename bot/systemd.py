"""What the bot tells systemd, where that has started it (``Type=notify``): that it serves, and that it still turns."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = logging.getLogger(__name__)


@asynccontextmanager
async def in_service() -> AsyncIterator[None]:
    """Say so while the context is open; nothing happens without systemd."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        yield
        return
    async with asyncio.TaskGroup() as group:
        _tell(address, "READY=1")
        pulse = group.create_task(_pulse(address, int(os.environ.get("WATCHDOG_USEC", "0")) / 1e6))
        try:
            yield
        finally:
            pulse.cancel()
            _tell(address, "STOPPING=1")


async def _pulse(address: str, patience: float) -> None:
    while patience:
        _tell(address, "WATCHDOG=1")
        await asyncio.sleep(patience / 3)


def _tell(address: str, message: str) -> None:
    # An abstract socket is written with @ in front.
    name = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        try:
            sender.connect(name)
            sender.send(message.encode())
        except OSError as error:  # it draws its own conclusions from silence
            log.warning("systemd cannot be told that %s: %s", message, error.strerror)
