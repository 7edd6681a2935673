"""``python -m bot health``: asks the bot that runs here with these settings how it is. Light, for it is run every minute."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Final

from bot.settings import SettingsError, host_and_port

if TYPE_CHECKING:
    from bot.settings import Settings

PATIENCE: Final = 8.0
"""Seconds; Redis alone is given three."""
EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where a bot may listen
WELL: Final = 200


def ask(settings: Settings) -> tuple[bool, str]:
    """Whether the bot is well, and its answer; raises :class:`SettingsError` where it listens nowhere."""
    listen = settings.health_listen or (settings.webhook_listen if settings.webhook_url else None)
    if listen is None:
        raise SettingsError("HEALTH_LISTEN is missing: without it the bot cannot be asked")
    host, port = host_and_port(listen)
    connection = HTTPConnection(EVERYWHERE.get(host, host), port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        answer = response.read(200).decode("utf-8", "replace")
    except (OSError, HTTPException):
        return False, f"the bot does not answer at {listen}"
    else:
        return response.status == WELL, answer
    finally:
        connection.close()
