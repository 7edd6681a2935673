"""Has pictures drawn, one at a time, in a process that ends with the picture: its memory and its faults go with it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Self

from msgspec.json import encode

if TYPE_CHECKING:
    from bot.charts.plot import Plot

log = logging.getLogger(__name__)

PATIENCE: Final = 30.0
"""Seconds for one picture."""
KEPT: Final = 16
"""Pictures remembered by what they show."""


class NoPicture(Exception):
    """It could not be drawn; the log says why."""


class Painter:
    """At work while its context is open."""

    def __init__(self) -> None:
        self._alone = asyncio.Lock()
        self._lately: OrderedDict[bytes, bytes] = OrderedDict()
        self._fonts: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._fonts is not None:
            self._fonts.cleanup()

    async def paint(self, plot: Plot) -> bytes:
        """Give the picture as a PNG. Raises :class:`NoPicture`."""
        wanted = encode(plot)
        async with self._alone:
            picture = self._lately.get(wanted)
            if picture is None:
                picture = await self._drawn(wanted)
                self._lately[wanted] = picture
                if len(self._lately) > KEPT:
                    self._lately.popitem(last=False)
        return picture

    async def _drawn(self, wanted: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot.charts.draw",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            env=self._environment(),
        )
        try:
            async with asyncio.timeout(PATIENCE):
                picture, errors = await process.communicate(wanted)
        except TimeoutError:
            log.warning("a picture was not drawn within %s seconds", PATIENCE)
            raise NoPicture from None
        finally:
            with suppress(ProcessLookupError):
                if process.returncode is None:
                    process.kill()
                    await process.wait()
        if process.returncode != 0 or not picture:
            last = errors.decode("utf-8", "replace").strip().rpartition("\n")[2]
            log.error("a picture was not drawn: %s", last)
            raise NoPicture
        return picture

    def _environment(self) -> dict[str, str]:
        """Nothing secret goes there; matplotlib keeps its list of fonts where this process can write."""
        if self._fonts is None:
            self._fonts = TemporaryDirectory(prefix="frap-fonts-", ignore_cleanup_errors=True)
        return {
            "PATH": os.environ.get("PATH", ""),
            "MPLCONFIGDIR": self._fonts.name,
            "MPLBACKEND": "agg",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
