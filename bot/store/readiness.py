"""Whether the server is one that money may be kept on."""

from __future__ import annotations

import asyncio
from ssl import SSLCertVerificationError
from typing import TYPE_CHECKING, Final

from redis.exceptions import AuthenticationError, AuthorizationError, NoPermissionError, ResponseError

from bot.settings import SettingsError
from bot.store.errors import StoreBroken, StoreUnavailable

if TYPE_CHECKING:
    from bot.store.connection import Connection
    from bot.store.operations import Operations

OLDEST: Final = (7, 0)
"""Redis 7.0; Valkey 7.2 and later tell a Redis version that they are compatible with, 7.2.4."""
WANTED: Final = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
PATIENCE: Final = 20.0
"""Seconds for a server that is just starting or reads its data."""
LASTING: Final = (AuthenticationError, AuthorizationError, NoPermissionError)
"""What waiting does not mend."""


async def wait_until_ready(
    connection: Connection, operations: Operations, *, check_durability: bool, patience: float = PATIENCE
) -> None:
    """Raise :class:`SettingsError` when the server cannot be reached, is too old, loses what is written, or has newer data."""
    deadline = asyncio.get_running_loop().time() + patience
    while True:
        try:
            await _check(connection, check_durability=check_durability)
            await operations.check_schema()
        except StoreBroken as error:
            raise SettingsError(f"REDIS_URL: {_first_line(error)}") from None
        except StoreUnavailable as error:
            if (distrust := _distrust(error)) is not None:
                raise SettingsError(
                    f"REDIS_URL: the certificate of Redis is not trusted: {distrust} (see .env.example)"
                ) from None
            if isinstance(error.__cause__, LASTING) or asyncio.get_running_loop().time() > deadline:
                raise SettingsError(f"REDIS_URL: {_first_line(error)}") from None
            await asyncio.sleep(0.2)
        else:
            return


async def _check(connection: Connection, *, check_durability: bool) -> None:
    for server in await connection.everywhere("INFO", "server"):
        version = str(server["redis_version"])
        if tuple(int(number) for number in version.split(".")[:2]) < OLDEST:
            raise SettingsError(f"Redis {version} is too old: Redis 7.0 or Valkey 7.2 is needed")
    # A Cluster answers for itself before it answers for its data.
    await connection.read("GET", "{ping}")
    if not check_durability:
        return
    try:
        servers = await connection.everywhere("CONFIG GET", *WANTED)
    except (StoreBroken, StoreUnavailable) as error:
        if not isinstance(error.__cause__, ResponseError):
            raise
        raise SettingsError(
            "Redis hides its configuration, so durability cannot be checked: set DURABILITY=trust if you know it"
        ) from None
    wrong = [
        f"{name} {value}"
        for name, value in WANTED.items()
        if any(server.get(name) != value for server in servers)
    ]
    if wrong:
        raise SettingsError(
            f"Redis could lose what was written: configure {', '.join(wrong)}, or set DURABILITY=trust"
        )


def _distrust(error: BaseException | None) -> str | None:
    """Find in what led to an error why a certificate was refused."""
    while error is not None:
        if isinstance(error, SSLCertVerificationError):
            return error.verify_message
        error = error.__cause__ or error.__context__
    return None


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
