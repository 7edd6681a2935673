"""What processes are called where several share a store, and which of this machine's are gone."""

from __future__ import annotations

import os
import re
import socket
from secrets import token_hex
from typing import Final

_MACHINE: Final = re.sub(r"[^\w.-]", "_", socket.gethostname(), flags=re.ASCII) or "nameless"
_names: Final[dict[int, set[str]]] = {}
"""Names given out here, by process: a forked one starts anew."""


def process_name() -> str:
    """Make a new name for something in this process, without spaces."""
    name = f"{_MACHINE}/{os.getpid()}/{token_hex(8)}"
    _names.setdefault(os.getpid(), set()).add(name)
    return name


def gone(name: str) -> bool:
    """Whether the process of this name is known to have ended; no for those of other machines."""
    machine, _, rest = name.partition("/")
    number = rest.partition("/")[0]
    if machine != _MACHINE or not number.isdecimal():
        return False
    if int(number) == os.getpid():
        return name not in _names.get(os.getpid(), ())
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False  # it lives and is somebody else's
    return False
