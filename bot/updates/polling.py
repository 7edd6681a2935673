"""Long polling that confirms an update only when it has been handled.

Asking for updates from a number on confirms all before it. So the number asked for is that of the first update still in
hand; those after it come again and are known. While one update waits, other people's go on.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from aiogram.exceptions import (
    AiogramError,
    TelegramAPIError,
    TelegramConflictError,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramUnauthorizedError,
)

from bot.flood_wait import flood_wait
from bot.updates.raw import GetRawUpdates

if TYPE_CHECKING:
    from bot.updates.intake import Intake

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 30
MORE_SECONDS: Final = 15
"""How much longer than the poll itself the request may take."""
LOOK_SECONDS: Final = 0.6
"""How long the updates in hand may keep others waiting. Telegram answers poorly when asked the same within 0.5."""
DRAIN_SECONDS: Final = 10.0
CONFLICTS: Final = 5
PEACE: Final = 5.0
"""Seconds of receiving undisturbed after which it is another copy that has to go."""
LONGEST_PAUSE: Final = 30.0


class CannotReceive(Exception):
    """Updates cannot be received at all. Its text is one line for the operator."""


async def poll(
    intake: Intake, stop: asyncio.Event, *, first_pause: float = 1.0, drain: float = DRAIN_SECONDS
) -> None:
    """Receive until ``stop`` is set; then finish what is in hand, for ``drain`` seconds at most.

    Raises :class:`CannotReceive` when Telegram refuses the token, or gives the updates to somebody else.
    """
    poller = _Poller(intake, first_pause)
    async with asyncio.TaskGroup() as tasks:
        receiving = tasks.create_task(poller.receive(tasks))
        receiving.add_done_callback(lambda _: stop.set())
        await stop.wait()
        receiving.cancel()
        await poller.finish(drain)
    if not receiving.cancelled() and (failure := receiving.result()) is not None:
        raise failure
    await poller.confirm()


class _Poller:
    def __init__(self, intake: Intake, first_pause: float) -> None:
        self._intake = intake
        self._bot = intake.bot
        self._kinds = intake.dispatcher.resolve_used_update_types()
        self._first_pause = first_pause
        self._in_hand: dict[int, asyncio.Task[None]] = {}
        self._handled: set[int] = set()
        """Of those not confirmed yet."""
        self._last: int | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    async def receive(self, tasks: asyncio.TaskGroup) -> CannotReceive | None:
        """Receive without end, but for a failure, which is given back: raised, it would cancel the updates in hand."""
        pause = self._first_pause
        rivalry = _Rivalry(pause)
        webhook_gone = False
        while True:
            try:
                if not webhook_gone:
                    await self._bot.delete_webhook(drop_pending_updates=False)
                    webhook_gone = True
                updates = await self._fetch()
            except (TelegramUnauthorizedError, TelegramNotFound):
                return CannotReceive("Telegram does not accept BOT_TOKEN")
            except TelegramConflictError as error:
                webhook_gone = "webhook" not in error.message
                rivalry.met(webhook=not webhook_gone)
                if rivalry.lost is not None:
                    return rivalry.lost
                await asyncio.sleep(rivalry.pause)
                rivalry.again()
                continue
            except TelegramRetryAfter as error:
                wait = flood_wait(error)
                logger.warning("Telegram asks to wait %d seconds", wait)
                await asyncio.sleep(wait)
                continue
            except (AiogramError, OSError, UnicodeDecodeError) as error:
                logger.warning("no updates from Telegram: %s", describe(error))
            else:
                if await self._take_all(updates, tasks):
                    pause = self._first_pause
                    continue
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def finish(self, seconds: float) -> None:
        """Wait for the updates in hand; those that take longer are given up and come again at the next start."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            logger.warning("%d updates are given up and come again", len(self._in_hand))
            for task in self._in_hand.values():
                task.cancel()

    async def confirm(self) -> None:
        """Tell Telegram what has been handled, lest it sends it again at the next start."""
        if self._last is None:
            return
        try:
            await self._bot(GetRawUpdates(offset=self._offset(), limit=1), request_timeout=5)
        except (AiogramError, OSError, UnicodeDecodeError) as error:
            logger.info("the last updates are not confirmed: %s", describe(error))

    async def _fetch(self) -> list[dict[str, Any]]:
        seconds = 0 if self._in_hand else POLL_SECONDS
        method = GetRawUpdates(offset=self._offset(), timeout=seconds, allowed_updates=self._kinds)
        return await self._bot(method, request_timeout=seconds + MORE_SECONDS)

    def _offset(self) -> int | None:
        if self._in_hand:
            return min(self._in_hand)
        return None if self._last is None else self._last + 1

    async def _take_all(self, updates: list[dict[str, Any]], tasks: asyncio.TaskGroup) -> bool:
        """Give whether all of them are updates: what has no number cannot be confirmed, and would come again at once."""
        known = [update for update in updates if type(update.get("update_id")) is int]
        for update in known:
            self._take(update, tasks)
        await self._others_may_look()
        if len(known) < len(updates):
            logger.warning("Telegram sends something without a number in place of an update")
        return len(known) == len(updates)

    def _take(self, update: dict[str, Any], tasks: asyncio.TaskGroup) -> None:
        number: int = update["update_id"]
        if number in self._in_hand or number in self._handled:
            return
        self._last = number if self._last is None else max(self._last, number)
        self._idle.clear()
        task = tasks.create_task(self._intake.handle(update))
        self._in_hand[number] = task
        task.add_done_callback(lambda done: self._done(number, done))

    def _done(self, number: int, task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception() is not None:
            return  # stays in hand, so it is never confirmed; the group of tasks ends
        del self._in_hand[number]
        self._handled.add(number)
        if not self._in_hand:
            self._handled.clear()
            self._idle.set()

    async def _others_may_look(self) -> None:
        if not self._idle.is_set():
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._idle.wait()
            except TimeoutError:
                return


class _Rivalry:
    """Another copy of the bot, or a webhook: whoever has received in peace stays, and is soon back; the newcomer goes."""

    def __init__(self, pause: float) -> None:
        self.lost: CannotReceive | None = None
        self.pause = pause
        """Seconds until the next try."""
        self._first_pause = pause
        self._conflicts = 0
        self._since = asyncio.get_running_loop().time()

    def met(self, *, webhook: bool) -> None:
        if asyncio.get_running_loop().time() - self._since >= PEACE:
            self.pause, self._conflicts = self._first_pause, 0
            logger.warning("somebody else has asked for the bot's updates")
            return
        self._conflicts += 1
        self.pause = min(self._first_pause * 2 ** (self._conflicts - 1), LONGEST_PAUSE)
        reason = (
            "somebody keeps setting a webhook for the bot"
            if webhook
            else "another copy of the bot is receiving its updates"
        )
        if self._conflicts >= CONFLICTS:
            self.lost = CannotReceive(f"Telegram gives no updates: {reason}")
        else:
            logger.warning("no updates from Telegram: %s (%d of %d)", reason, self._conflicts, CONFLICTS)

    def again(self) -> None:
        """Receive once more."""
        if self._conflicts:
            self._since = asyncio.get_running_loop().time()


def describe(error: Exception) -> str:
    """Tell an error of a request without its URL, in which the token stands."""
    if isinstance(error, TelegramNetworkError):
        return type(error.__cause__ or error).__name__
    if isinstance(error, TelegramAPIError):
        return error.message
    return type(error).__name__
