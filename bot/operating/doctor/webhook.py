"""The webhook's address, as Telegram sees it."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import aiohttp

from bot.operating.doctor.finding import bad, good

if TYPE_CHECKING:
    from bot.operating.doctor.finding import Findings

PORTS: Final = (443, 80, 88, 8443)
"""Where Telegram delivers webhooks to."""
PATIENCE: Final = 10
"""Seconds for the answer."""


async def from_outside(url: str, *, strict: bool) -> Findings:
    """Look at the webhook's address as Telegram would, without its secret."""
    parts = urlsplit(url)
    if strict and parts.scheme != "https":
        yield bad(
            "WEBHOOK_URL is no https address", "Telegram takes no other; deploy/Caddyfile gets a certificate"
        )
        return
    port = parts.port or PORTS[0]
    if strict and port not in PORTS:
        yield bad(f"WEBHOOK_URL has port {port}", f"Telegram takes {', '.join(map(str, PORTS))} alone")
        return
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.post(url, data=b"{}", allow_redirects=False) as answer,
        ):
            status = answer.status
    except aiohttp.ClientConnectorCertificateError:
        yield bad(
            "the certificate of WEBHOOK_URL is not valid", "Telegram refuses it; deploy/Caddyfile gets one"
        )
    except (aiohttp.ClientError, TimeoutError, socket.gaierror, OSError) as error:
        yield bad(
            f"WEBHOOK_URL does not answer ({type(error).__name__})",
            "its name must lead to this machine, the port must be open, and the proxy must run",
        )
    else:
        if 300 <= status < 400:  # noqa: PLR2004 - redirections
            yield bad("WEBHOOK_URL is redirected", "Telegram does not follow: set the address it ends at")
        else:
            yield good(f"WEBHOOK_URL answers (status {status}: nothing is let in without the secret)")
