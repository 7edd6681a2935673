"""How fast the bot is on one core, beside a floor measured in the same run, and how much it asks of Redis and Telegram.

The floor is what no bot of this kind can do without: aiogram parses and dispatches the same update to an empty handler, and
Redis answers one PING and takes one write of a table. The whole path is that of a press: handler, decision, commit with its
sync to disk, the answer, and the messages that follow, sent to a Telegram that answers at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

import uvloop
from aiogram import Bot, Dispatcher
from aiogram.client.session.base import BaseSession
from aiogram.methods import EditMessageText, GetChatMember, SendMessage
from aiogram.types import CallbackQuery, Chat, Message, Update

from bot.charts.painter import Painter
from bot.handlers import Handlers
from bot.handlers.room import Room
from bot.presenter.attention import Attention
from bot.presenter.presenter import Presenter
from bot.screens.buttons import act_button
from bot.settings import Settings
from bot.store import Store, keys, open_store
from bot.tables.commands import Open, Person, Sit, StartDeal
from bot.tables.deals import deal_of
from bot.tables.service import Tables
from bot.tables.state import Phase, TableKey, TableRules
from bot.updates.intake import Intake
from game.actions import Exchange
from tests.bot.store.servers import Process, running, valkey
from tests.e2e.steady import play_deal
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

    from aiogram.methods import TelegramMethod

    from bot.sandbox.person import Group

TOKEN = "42:BENCH"
SEATS = 4
NOW = datetime(2027, 1, 15, tzinfo=UTC)


class Instant(BaseSession):
    """A Telegram that does everything at once and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: dict[str, int] = {}
        self._numbers = count(1)

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ANN401, ASYNC109, ARG002 - as aiogram has it
        name = type(method).__name__
        self.calls[name] = self.calls.get(name, 0) + 1
        if isinstance(method, SendMessage | EditMessageText):
            number = getattr(method, "message_id", None) or next(self._numbers)
            chat = Chat.model_construct(id=cast("int", method.chat_id), type="private")
            return Message.model_construct(message_id=number, chat=chat, date=NOW)
        if isinstance(method, GetChatMember):
            raise NotImplementedError
        return True

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:  # noqa: ANN401 - not used
        raise NotImplementedError
        yield b""

    async def close(self) -> None:
        return


class Calls:
    """Round trips to Redis of one store."""

    def __init__(self, store: Store) -> None:
        self.number = 0
        self.kinds: Counter[str] = Counter()
        connection = store._connection  # noqa: SLF001 - there is no door for counting
        for name in ("run", "read"):
            setattr(connection, name, self._counted(getattr(connection, name)))

    def _counted(self, call: Any) -> Any:  # noqa: ANN401 - passes on whatever there is
        async def counted(*args: Any) -> Any:  # noqa: ANN401 - as above
            self.number += 1
            self.kinds[str(args[0])] += 1
            return await call(*args)

        return counted


def press(update_id: int, user: int, chat: int, data: str) -> dict[str, Any]:
    """Make an update as Telegram sends it, with the keyboard of a hand under the message."""
    person = {"id": user, "is_bot": False, "first_name": f"Player {user}", "language_code": "en"}
    rows = [[{"text": "A♠", "callback_data": data}] * 4] * 4
    return {
        "update_id": update_id,
        "callback_query": {
            "id": str(update_id),
            "from": person,
            "chat_instance": "1",
            "data": data,
            "message": {
                "message_id": 7,
                "date": 1_800_000_000,
                "chat": {"id": chat, "type": "private", "first_name": "Player"},
                "text": "Frap · deal 1 · pot 20\nYour cards",
                "reply_markup": {"inline_keyboard": rows},
            },
        },
    }


class Works:
    """The bot without its ways in and out."""

    def __init__(self, store: Store, bot: Bot) -> None:
        self.store = store
        self.attention = Attention(store, Presenter(bot, store))
        self.tables = Tables(store, on_commit=self.attention.nudge, computer_delay=0)
        room = Room(bot, "bench_bot", store, self.tables, self.attention, "en", Painter())
        self.intake = Intake(bot, Handlers(room), store.setaside, at_once=256)


async def seat(works: Works, tables: int) -> list[TableKey]:
    """Open tables of four."""
    places = []
    for number in range(tables):
        key = TableKey(-1_000_000_000_000 - number, 0)
        people = [
            Person(str(10_000 + SEATS * number + seat), f"Player {seat}", "en") for seat in range(SEATS)
        ]
        await works.tables.run(key, Open(people[0], "frap", "en", TableRules(), seated=True))
        for person in people[1:]:
            await works.tables.run(key, Sit(person))
        places.append(key)
    return places


async def play(works: Works, key: TableKey, ends: float, ids: count[int], times: list[float]) -> int:
    """Play on at one table, by presses; gives the number of moves."""
    chance = random.Random(key.group)
    moves = 0
    owner = str(10_000 + SEATS * (-1_000_000_000_000 - key.group))
    while time.perf_counter() < ends:
        table = await works.tables.look(key)
        if table is None or table.phase is not Phase.DEAL:
            await works.tables.run(key, StartDeal(Person(owner, "Player 0"), admin=True))
            continue
        deal = deal_of(table)
        if deal is None:
            continue
        place = deal.to_act[0]
        legal = [
            action for action in deal.legal(place) if not isinstance(action, Exchange) or not action.cards
        ]
        button = act_button(table, deal.turn, "", chance.choice(legal))
        user = int(deal.seats[place])
        update = json.loads(json.dumps(press(next(ids), user, user, button.callback_data or "")))
        started = time.perf_counter()
        await works.intake.handle(update)
        times.append(time.perf_counter() - started)
        moves += 1
    return moves


async def floor(store: Store, bot: Bot, seconds: float, clients: int) -> float:
    """Give the updates a second with which nothing is done but what cannot be left out."""
    dispatcher = Dispatcher(disable_fsm=True)

    @dispatcher.callback_query()
    async def nothing(_: CallbackQuery) -> None:
        return

    table = "x" * 3000
    connection = store._connection  # noqa: SLF001 - the same client
    ends = time.perf_counter() + seconds
    done = 0

    async def client(number: int) -> None:
        nonlocal done
        body = json.dumps(press(1, number, number, "h:-1003999999999:0:1:1:5:play:17"))
        while time.perf_counter() < ends:
            update = Update.model_validate(json.loads(body), context={"bot": bot})
            await dispatcher.feed_update(bot, update)
            await connection.read("PING")
            await connection.read("SET", f"floor:{number}", table)
            done += 1

    started = time.perf_counter()
    await asyncio.gather(*(client(number) for number in range(clients)))
    return done / (time.perf_counter() - started)


@asynccontextmanager
async def attending(works: Works) -> AsyncIterator[None]:
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(works.attention.run(works.tables, stop))
        try:
            yield
        finally:
            stop.set()


async def whole_path(works: Works, session: Instant, calls: Calls, tables: int, seconds: float) -> None:
    places = await seat(works, tables)
    times: list[float] = []
    ids = count(1)
    async with attending(works):
        await asyncio.gather(*(play(works, key, time.perf_counter() + 0.5, ids, times) for key in places))
        times.clear()
        session.calls.clear()
        calls.number = 0
        calls.kinds.clear()
        started = time.perf_counter()
        moves = sum(
            await asyncio.gather(*(play(works, key, started + seconds, ids, times) for key in places))
        )
        took = time.perf_counter() - started
        trips, kinds = calls.number - moves, Counter(calls.kinds)
    rate = moves / took
    base = await floor(works.store, works.intake.bot, seconds, len(places))
    shown = sum(
        session.calls.get(name, 0) for name in ("SendMessage", "EditMessageText", "EditMessageReplyMarkup")
    )
    told = ", ".join(f"{kind} {number / moves:.1f}" for kind, number in kinds.most_common(12))
    print(f"calls of Redis a move, the driver's own load included: {told}", file=sys.stderr)
    times.sort()
    print(
        f"| {tables} tables | {rate:,.0f} | {base:,.0f} | {rate / base:.2f} | {1000 * times[len(times) // 2]:.1f} "
        f"| {1000 * times[int(len(times) * 0.99)]:.1f} | {shown / moves:.2f} | {trips / moves:.1f} |"
    )


async def lateness(works: Works, redis: Process, number: int) -> None:
    """Many tables that are due in one moment, and what one that waits takes in memory."""
    places = [TableKey(-2_000_000_000_000 - one, 0) for one in range(number)]
    people = [Person(str(seat), f"Player {seat}", "en") for seat in range(SEATS)]
    with redis.client() as raw:
        before = raw.info("memory")["used_memory"]
        for start in range(0, number, 100):
            await asyncio.gather(*(lobby(works, key, people) for key in places[start : start + 100]))
        memory = raw.info("memory")["used_memory"] - before
        at = works.store.clock() + 1000
        for key in places:
            raw.zadd(keys.due(keys.partition(key.group)), {keys.place(key): at})
        at = max(at, works.store.clock())
    print(f"\nmemory of an idle table of four, with its wake-up: {memory / number:,.0f} bytes")
    late: list[float] = []
    while len(late) < number:
        claimed, moment = await works.store.wakeups.look(64)
        if not claimed and moment is not None:
            await asyncio.sleep(max(0.0, (moment - works.store.clock()) / 1000))
        late += [works.store.clock() - at] * len(claimed)
        await asyncio.gather(*(works.store.wakeups.settle(key, SEATS, None) for key in claimed))
    print(
        f"{number:,} timers of one moment: half are handed out {late[number // 2]:,.0f} ms late, the last {late[-1]:,.0f}"
    )


async def lobby(works: Works, key: TableKey, people: list[Person]) -> None:
    await works.tables.run(key, Open(people[0], "frap", "en", TableRules(), seated=True))
    for person in people[1:]:
        await works.tables.run(key, Sit(person))


async def messages(redis: Process) -> None:
    """A deal of four, played as fast as Telegram's limits let them see it: what a move costs in messages."""
    with redis.client() as raw:
        raw.flushall()
    async with town(redis, limits=True) as here:
        people = await here.people("Anna", "Boris", "Clara", "Dora")
        group = await here.telegram.group("Cards", *people)
        await here.sit(group, people)
        before = len(await here.calls())
        await here.deal(group, people[0])
        await here.until("it deals", lambda: dealing(here, group))
        await play_deal(here, group, people, nothing)
        await here.rest()
        calls = (await here.calls())[before:]
        (record,) = await here.store.deals.latest(group.id)
        moves = len(json.loads(record)["actions"])
    shown = Counter(call["method"] for call in calls)
    costs = sum(shown[name] for name in ("sendMessage", "editMessageText", "editMessageReplyMarkup"))
    print(
        f"\na deal of four within the limits, {moves} moves: {costs / moves:.2f} sends and edits a move ({dict(shown)})"
    )


async def dealing(here: Town, group: Group) -> bool:
    return (await here.table(group)).phase is Phase.DEAL


async def nothing() -> None:
    return


async def run(chosen: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder, running(valkey(), Path(folder)) as redis:
        settings = Settings.model_validate(
            {"bot_token": TOKEN, "redis_url": redis.url, "flood_limits": False}
        )
        async with open_store(settings) as store:
            calls = Calls(store)
            session = Instant()
            works = Works(store, Bot(TOKEN, session=session))
            print(
                "| frap, 4 seats | moves/s | floor/s | ratio | p50 ms | p99 ms | sends and edits a move | round trips a move |"
            )
            print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
            for tables in (1, 50):
                await whole_path(works, session, calls, tables, chosen.seconds)
            await lateness(works, redis, chosen.timers)
        await messages(redis)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--timers", type=int, default=10_000)
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
