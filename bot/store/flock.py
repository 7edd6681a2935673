"""A lock on a file that ends with the processes that hold it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform != "win32":
    import fcntl


class Lock:
    """Held by everybody who has inherited the descriptor; closing it here does not free it there."""

    def __init__(self, path: Path) -> None:
        """Raise :class:`OSError` when the file cannot be opened."""
        self.descriptor: Final = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def take(self) -> bool:
        """Give whether it could be had at once."""
        if sys.platform == "win32":
            raise NotImplementedError
        try:
            fcntl.flock(self.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        os.close(self.descriptor)
