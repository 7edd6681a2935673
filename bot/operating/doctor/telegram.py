"""Telegram: the token, what @BotFather has set, who else receives the updates."""

from __future__ import annotations

import asyncio
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import aiohttp
from aiogram import Bot
from aiogram.exceptions import (
    AiogramError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramNotFound,
    TelegramUnauthorizedError,
)

from bot.operating.doctor.clocks import differing
from bot.operating.doctor.finding import bad, doubtful, good
from bot.operating.doctor.webhook import from_outside
from bot.session import Session
from bot.updates.polling import describe
from bot.updates.raw import GetRawUpdates

if TYPE_CHECKING:
    from bot.operating.doctor.finding import Findings
    from bot.settings import Settings

PATIENCE: Final = 10
"""Seconds for one answer of Telegram's."""
LISTENED: Final = 3
"""Seconds in which another program that asks for the updates shows itself."""
BACKLOG: Final = 100
"""Updates that wait; more than a pause explains."""
LONG_AGO: Final = 3600
"""Seconds after which a failed delivery is history."""


async def telegram(settings: Settings) -> Findings:
    async for finding in _time_of_telegram(settings):
        yield finding
    session = Session(settings.telegram_api_url)
    async with Bot(settings.bot_token.get_secret_value(), session=session) as bot:
        try:
            me = await bot.get_me(request_timeout=PATIENCE)
        except (TelegramUnauthorizedError, TelegramNotFound):
            yield bad(
                "Telegram does not accept BOT_TOKEN", "copy it anew from @BotFather: /mybots, API Token"
            )
            return
        except (AiogramError, OSError) as error:
            yield bad(
                f"Telegram does not answer ({describe(error)})",
                f"this machine must reach {urlsplit(settings.telegram_api_url).hostname} by https",
            )
            return
        yield good(f"the token is that of @{me.username}")
        if me.can_join_groups is False:
            yield bad("the bot cannot be added to groups", "@BotFather: /setjoingroups, Enable")
        if me.can_read_all_group_messages:
            yield doubtful(
                "privacy mode is off: the bot is sent every message of its groups, and needs none of them",
                "@BotFather: /setprivacy, Enable; then remove the bot from its groups and add it again",
            )
        else:
            yield good("privacy mode is on: the bot is sent what concerns it and nothing else")
        async for finding in _updates(settings, bot):
            yield finding


async def _time_of_telegram(settings: Settings) -> Findings:
    timeout = aiohttp.ClientTimeout(total=PATIENCE)
    try:
        # Without the token: only the answer's date is wanted.
        async with (
            aiohttp.ClientSession(timeout=timeout) as http,
            http.get(settings.telegram_api_url, allow_redirects=False) as answer,
        ):
            theirs = parsedate_to_datetime(answer.headers["Date"]).timestamp()
    except (aiohttp.ClientError, TimeoutError, OSError, KeyError, ValueError):
        return  # if Telegram does not answer, that is said of the token
    ahead = theirs + 0.5 - time.time()  # told in whole seconds
    what = f"the clock of this machine differs from Telegram's by {ahead:+.0f} s"
    found = differing(ahead, what, "switch time synchronisation on: timedatectl set-ntp true")
    yield found or good("the clock is right")


async def _updates(settings: Settings, bot: Bot) -> Findings:
    try:
        info = await bot.get_webhook_info(request_timeout=PATIENCE)
    except (AiogramError, OSError) as error:
        yield doubtful(f"Telegram does not tell of the webhook ({describe(error)})", "try again")
        return
    if info.pending_update_count > BACKLOG:
        yield doubtful(
            f"{info.pending_update_count} updates wait at Telegram", "the bot handles them when it starts"
        )
    if settings.webhook_url is None:
        if info.url:
            yield doubtful(
                f"a webhook is set, to {urlsplit(info.url).hostname}",
                "is another copy of the bot served by it? Starting this one takes the webhook away",
            )
            return
        async for finding in _other_poller(bot):
            yield finding
        return
    if info.url not in ("", settings.webhook_url):
        yield doubtful(
            f"the webhook leads to {urlsplit(info.url).hostname} now",
            "starting this bot leads it here: stop the other one",
        )
    if info.url == settings.webhook_url and info.last_error_date is not None:
        ago = time.time() - info.last_error_date.timestamp()
        if ago < LONG_AGO:
            yield doubtful(
                f"Telegram could not deliver {ago / 60:.0f} minutes ago: {info.last_error_message}",
                "as it is while the bot stands; otherwise look at the proxy and at WEBHOOK_LISTEN",
            )
    # A Bot API server of one's own takes any address.
    strict = urlsplit(settings.telegram_api_url).hostname == "api.telegram.org"
    async for finding in from_outside(settings.webhook_url, strict=strict):
        yield finding


async def _other_poller(bot: Bot) -> Findings:
    """Ask for the updates for a while, confirming none: of two who ask, Telegram sends one away, in turn."""
    end = time.monotonic() + LISTENED
    try:
        while (left := end - time.monotonic()) > 0:
            waiting = await bot(
                GetRawUpdates(limit=1, timeout=max(1, round(left))), request_timeout=PATIENCE + LISTENED
            )
            await asyncio.sleep(1 if waiting else 0)
    except TelegramConflictError:
        yield bad(
            "another program receives this bot's updates",
            "stop the other copy, or take a new token: /revoke at @BotFather locks it out."
            " If it is this bot at work, all is well",
        )
    except (TelegramAPIError, AiogramError, OSError) as error:
        yield doubtful(f"Telegram gives no updates ({describe(error)})", "try again")
    else:
        yield good("nobody else receives this bot's updates")
