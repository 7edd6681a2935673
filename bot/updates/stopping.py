"""How the bot is told to stop."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def stop_on_signals() -> Iterator[asyncio.Event]:
    """Give an event that SIGTERM and SIGINT set; a second signal has its usual effect."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    signals = (signal.SIGTERM, signal.SIGINT)

    def heard() -> None:
        stop.set()
        forget()

    def forget() -> None:
        for number in signals:
            loop.remove_signal_handler(number)

    for number in signals:
        loop.add_signal_handler(number, heard)
    try:
        yield stop
    finally:
        forget()
