"""One update, from what Telegram sent to where it counts."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Protocol

from aiogram.types import Update
from pydantic import ValidationError

from bot.lanes import Lanes
from bot.store import StoreBroken, StoreUnavailable
from bot.updates.raw import RawUpdate, person, sparing
from bot.updates.upheavals import Upheavals

if TYPE_CHECKING:
    from aiogram import Bot

    from bot.store import SetAside

logger = logging.getLogger(__name__)

AT_ONCE: Final = 64
REMEMBERED: Final = 2000
FIRST_PAUSE: Final = 0.2
LONGEST_PAUSE: Final = 5.0


class Handling(Protocol):
    """Whoever handles updates, such as a dispatcher."""

    async def feed_update(self, bot: Bot, update: Update) -> object: ...

    def resolve_used_update_types(self) -> list[str]: ...


class Intake:
    """Handles updates: those of one person in order, of different people side by side, so many at once."""

    def __init__(self, bot: Bot, dispatcher: Handling, setaside: SetAside, *, at_once: int = AT_ONCE) -> None:
        self.bot: Final = bot
        self.dispatcher: Final = dispatcher
        self._setaside = setaside
        self._lanes: Lanes[tuple[str, int]] = Lanes()
        self._upheavals = Upheavals()
        self._room = asyncio.Semaphore(at_once)
        self._handled: OrderedDict[int, None] = OrderedDict()
        """The last update ids: Telegram may send one again while it is in hand."""

    async def handle(self, update: RawUpdate) -> None:
        """Come back when the update has been handled or put aside; waits for as long as the store is unavailable."""
        number: int = update["update_id"]
        who = person(update)
        lane = ("update", number) if who is None else ("person", who)
        with self._upheavals.known(update) as upheaval:
            async with self._lanes.turn(lane):
                if upheaval is not None:
                    await upheaval.wait()
                await self._handle(update)

    async def _handle(self, update: RawUpdate) -> None:
        number: int = update["update_id"]
        if number in self._handled:
            return
        pause = FIRST_PAUSE
        while True:
            try:
                async with self._room:
                    await self._attempt(update)
                break
            except StoreUnavailable as error:
                logger.warning("update %d waits: %s", number, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
        self._handled[number] = None
        if len(self._handled) > REMEMBERED:
            self._handled.popitem(last=False)

    async def _attempt(self, raw: RawUpdate) -> None:
        number: int = raw["update_id"]
        try:
            update = Update.model_validate(sparing(raw), context={"bot": self.bot})
        except (ValidationError, RecursionError):
            logger.error("update %d cannot be parsed and is set aside", number)  # noqa: TRY400 - it would tell the text
            await self._set_aside(raw, "cannot be parsed")
            return
        try:
            await self.dispatcher.feed_update(self.bot, update)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001 - one update that fails must not stop the others
            # Its text may hold what nobody should read, such as the content of a message.
            where = "".join(traceback.format_tb(error.__traceback__))
            logger.error("update %d is set aside: %s\n%s", number, type(error).__name__, where)  # noqa: TRY400 - as above
            await self._set_aside(raw, type(error).__name__)

    async def _set_aside(self, raw: RawUpdate, reason: str) -> None:
        try:
            await self._setaside.put(raw, reason)
        except RecursionError:
            await self._setaside.put({"update_id": raw["update_id"]}, reason)
        except StoreBroken as error:
            logger.error("update %d cannot be set aside: %s", raw["update_id"], error)  # noqa: TRY400 - says it all
