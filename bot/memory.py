"""The garbage collector in a process that serves for months."""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 20_000
"""New objects until the collector looks at them: a move makes thousands, and nearly all are gone by themselves."""


def settle() -> None:
    """Once everything is imported: what is there by now stays, so the collector need not look at it ever again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)
