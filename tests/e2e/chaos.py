"""Whatever can break between Telegram, the bots and Redis, one thing after the other, and how often it did."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from tests.bot.store.proxy import Proxy
    from tests.bot.store.servers import Process
    from tests.e2e.processes import Fleet
    from tests.e2e.road import Road

Card = TypeVar("Card")
FAULTS: dict[str, object] = {
    "drop_after": True,
    "drop": True,
    "status": HTTPStatus.BAD_GATEWAY,
    "garbage": True,
    "garbage_after": True,
    "retry_after": 1,
    "delay": 0.5,
}
"""What goes wrong with calls of the bot; by ``retry_after`` they are answered with 429."""
METHODS = ("sendMessage", "editMessageText", "answerCallbackQuery", "deleteMessage")
TROUBLE = 0.08
"""How often something happens to an update on its way."""
TOO_LONG = 3.5
"""Seconds without Redis after which a bot has given a command up."""


def pack(cards: Sequence[Card], chance: random.Random) -> Iterator[Card]:
    """Deal without end, all cards before any comes again."""
    while True:
        yield from chance.sample(cards, len(cards))


class Chaos:
    def __init__(self, ships: Fleet, redis: Process, proxy: Proxy, way: Road, chance: random.Random) -> None:
        self._ships = ships
        self._redis = redis
        self._proxy = proxy
        self._way = way
        self._chance = chance
        self._done: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._mishaps = pack(
            [self._kill] * 10
            + [self._kill_all]
            + [self._cut] * 12
            + [self._pause] * 3
            + [self._long_pause]
            + [self._fault] * 20,
            chance,
        )
        self._faults = pack([(way, method) for way in FAULTS for method in METHODS], chance)

    async def run(self, over: asyncio.Event) -> None:
        self._way.trouble = self._way.detours = TROUBLE
        while not over.is_set():
            await asyncio.sleep(self._chance.uniform(0, 0.4))
            await next(self._mishaps)()
        self._way.trouble = self._way.detours = 0.0

    def counted(self) -> dict[str, int]:
        """Of each kind of mishap, how many there were."""
        telegram = self._ships.here.behind
        waiting = telegram.faults.waiting
        struck = {
            way: self._asked[way] - sum(one.count or 0 for one in waiting if getattr(one, way))
            for way in FAULTS
        }
        return {
            **self._done,
            "replies of Redis lost": self._proxy.lost,
            "waits of a bot for Redis": sum(
                bot.log.count("Redis does not answer") for bot in self._ships.bots
            ),
            "updates delivered twice": self._way.counted["twice"],
            "updates overtaken": self._way.counted["overtaken"],
            "calls answered with 429": sum(
                call.status == HTTPStatus.TOO_MANY_REQUESTS for call in telegram.journal.entries
            ),
            **{f"calls with {way}": number for way, number in struck.items()},
        }

    async def _kill(self) -> None:
        bot = self._chance.choice(self._ships.bots)
        await asyncio.to_thread(bot.kill)
        bot.start()
        self._done["kills"] += 1

    async def _kill_all(self) -> None:
        for bot in self._ships.bots:
            await asyncio.to_thread(bot.kill)
        for bot in self._ships.bots:
            bot.start()
        self._done["kills of all bots"] += 1

    async def _cut(self) -> None:
        """The next scripts are carried out, and nobody hears of it."""
        self._proxy.lose_reply("EVALSHA", times=self._chance.randint(1, 3))

    async def _pause(self) -> None:
        await self._stop_redis(self._chance.uniform(0.1, 1.0))
        self._done["pauses of Redis"] += 1

    async def _long_pause(self) -> None:
        await self._stop_redis(TOO_LONG)
        self._done["long pauses of Redis"] += 1

    async def _stop_redis(self, seconds: float) -> None:
        self._redis.kill(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._redis.resume()

    async def _fault(self) -> None:
        way, method = next(self._faults)
        count = self._chance.randint(1, 3)
        await self._ships.here.telegram.fault(method=method, count=count, **{way: FAULTS[way]})
        self._asked[way] += count
