"""How fast the bot is on one core, beside a floor measured in the same run, and how much it asks of Redis and Telegram.

The floor is what no bot of this kind can do without: aiogram parses and dispatches the same update to an empty handler, and
Redis answers one PING and takes one write of a table. The whole path is that of a press: handler, decision, commit with its
sync to disk, the answer, and the messages that follow, sent to a Telegram that answers at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import uvloop
from aiogram import Bot, Dispatcher
from aiogram.client.session.base import BaseSession
from aiogram.methods import EditMessageText, GetChatMember, SendMessage
from aiogram.types import CallbackQuery, Chat, Message, Update
from redis.asyncio import Redis

from bot import metrics
from bot.charts.painter import Painter
from bot.handlers import Handlers
from bot.handlers.room import Room
from bot.memory import settle
from bot.presenter.attention import Attention
from bot.presenter.presenter import Presenter
from bot.screens.buttons import spell
from bot.settings import Settings
from bot.store import Store, keys, open_store
from bot.tables.commands import Open, Person, Sit, StartDeal
from bot.tables.deals import deal_of
from bot.tables.service import Tables
from bot.tables.state import Phase, Table, TableKey, TableRules
from bot.updates.intake import Intake
from game.actions import Exchange
from tests.bot.store.servers import Process, running, valkey
from tests.e2e.steady import play_deal
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator

    from aiogram.methods import TelegramMethod

    from bot.sandbox.person import Group
    from bot.tables.commands import Command
    from bot.tables.decision import Reply

TOKEN = "42:BENCH"
SEATS = 4
ROUNDS = 4
AT_ONCE = 50
REPLIES = 256
"""Messages that the Telegram below need not make again."""
NOW = datetime(2027, 1, 15, tzinfo=UTC)


class Instant(BaseSession):
    """A Telegram that does everything at once and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: dict[str, int] = {}
        self._numbers = count(1)
        self._messages: dict[int, Message] = {}
        self._sent = Message(message_id=1, chat=Chat(id=1, type="private"), date=NOW)

    async def make_request(self, bot: Bot, method: TelegramMethod[Any], timeout: int | None = None) -> Any:  # noqa: ANN401, ASYNC109, ARG002 - as aiogram has it
        name = type(method).__name__
        self.calls[name] = self.calls.get(name, 0) + 1
        if isinstance(method, SendMessage | EditMessageText):
            number = getattr(method, "message_id", None) or next(self._numbers)
            known = self._messages.get(number)
            if known is None:
                if len(self._messages) == REPLIES:
                    self._messages.clear()
                known = self._messages[number] = self._sent.model_copy(update={"message_id": number})
            return known
        if isinstance(method, GetChatMember):
            raise NotImplementedError
        return True

    async def stream_content(self, *_: Any, **__: Any) -> AsyncGenerator[bytes, None]:  # noqa: ANN401 - not used
        raise NotImplementedError
        yield b""

    async def close(self) -> None:
        return


def redis_calls() -> Counter[str]:
    """Round trips to Redis of this process so far, by kind."""
    samples = (sample for metric in metrics.redis_seconds.collect() for sample in metric.samples)
    return Counter({one.labels["call"]: int(one.value) for one in samples if one.name.endswith("_count")})


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


class Watched(Tables):
    """Tells the players how their tables stand, so that knowing it costs the bot nothing."""

    def __init__(self, store: Store, on_commit: Callable[[TableKey, Table | None, int], None]) -> None:
        super().__init__(store, on_commit=on_commit, computer_delay=0)
        self.standing: dict[TableKey, Table | None] = {}

    async def run(self, key: TableKey, command: Command, update_id: int | None = None) -> Reply:
        reply = await super().run(key, command, update_id)
        self.standing[key] = reply.table
        return reply


class Works:
    """The bot without its ways in and out."""

    def __init__(self, store: Store, bot: Bot) -> None:
        self.store = store
        self.attention = Attention(store, Presenter(bot, store))
        self.tables = Watched(store, self.attention.changed)
        room = Room(bot, store, "bench_bot", self.tables, self.attention, "en", Painter())
        self.intake = Intake(bot, Handlers(room), store.setaside, at_once=256)
        self.update_ids = count(1)


async def seat(works: Works, tables: int, first: int = 0) -> list[TableKey]:
    """Open tables of four, in groups counted from the first."""
    places = []
    for number in range(first, first + tables):
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
        table = works.tables.standing[key]
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
        verb, arg = spell(chance.choice(legal))
        data = f"h:{key.group}:{key.thread}:{table.number}:{table.deal_number}:{deal.turn}:{verb.value}:{arg}"
        user = int(deal.seats[place])
        body = json.dumps(press(next(ids), user, user, data))
        started = time.perf_counter()
        await works.intake.handle(json.loads(body))
        times.append(time.perf_counter() - started)
        moves += 1
    return moves


class Pace(NamedTuple):
    """How fast something went in this process."""

    rate: float
    """A second."""
    cpu: float
    """Milliseconds for one."""


class Watch:
    """Adds up the time of what runs inside."""

    def __init__(self) -> None:
        self.done = 0
        self._wall = self._cpu = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        wall, cpu = time.perf_counter(), time.process_time()
        yield
        self._wall += time.perf_counter() - wall
        self._cpu += time.process_time() - cpu

    def pace(self) -> Pace:
        return Pace(self.done / self._wall, 1000 * self._cpu / self.done)


async def floor(redis: Redis, bot: Bot, seconds: float, clients: int, ids: count[int]) -> int:
    """Handle updates with which nothing is done but what cannot be left out; gives how many."""
    dispatcher = Dispatcher(disable_fsm=True)

    @dispatcher.callback_query()
    async def nothing(_: CallbackQuery) -> None:
        return

    table = "x" * 3000
    ends = time.perf_counter() + seconds
    done = 0

    async def client(number: int) -> None:
        nonlocal done
        while time.perf_counter() < ends:
            body = json.dumps(press(next(ids), number, number, "h:-1003999999999:0:1:1:5:play:17"))
            update = Update.model_validate(json.loads(body), context={"bot": bot})
            await dispatcher.feed_update(bot, update)
            await redis.ping()
            await redis.set(f"floor:{number}", table)
            done += 1

    await asyncio.gather(*(client(number) for number in range(clients)))
    return done


@asynccontextmanager
async def attending(works: Works) -> AsyncIterator[None]:
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(works.attention.run(works.tables, stop))
        try:
            yield
        finally:
            stop.set()


async def at_rest(works: Works) -> None:
    """Wait until all that was changed is shown."""
    while works.attention._in_hand:  # noqa: ASYNC110, SLF001 - nobody else needs to know when
        await asyncio.sleep(0.001)


async def whole_path(
    name: str, works: Works, session: Instant, url: str, tables: int, seconds: float
) -> None:
    places = await seat(works, tables)
    times: list[float] = []
    ids = works.update_ids
    path, least = Watch(), Watch()
    async with (
        attending(works),
        Redis.from_url(url, decode_responses=True, max_connections=tables) as redis,
    ):
        await asyncio.gather(*(play(works, key, time.perf_counter() + 0.5, ids, times) for key in places))
        await at_rest(works)
        times.clear()
        session.calls.clear()
        before = redis_calls()
        # By turns, so that whatever else the machine does takes from both alike.
        for _ in range(ROUNDS):
            with path.running():
                ends = time.perf_counter() + seconds / ROUNDS
                path.done += sum(
                    await asyncio.gather(*(play(works, key, ends, ids, times) for key in places))
                )
                await at_rest(works)
            with least.running():
                least.done += await floor(redis, works.intake.bot, seconds / ROUNDS, tables, ids)
        moves, kinds = path.done, redis_calls() - before
    if kinds["setaside"]:
        raise SystemExit("updates were set aside: what was measured is not the whole path")
    pace, base = path.pace(), least.pace()
    shown = sum(
        session.calls.get(name, 0) for name in ("SendMessage", "EditMessageText", "EditMessageReplyMarkup")
    )
    told = ", ".join(f"{kind} {number / moves:.1f}" for kind, number in kinds.most_common(12))
    print(f"calls of Redis a move: {told}", file=sys.stderr)
    times.sort()
    print(
        f"| {name} | {pace.rate:,.0f} | {base.rate:,.0f} | {pace.rate / base.rate:.2f} "
        f"| {pace.cpu:.2f} | {base.cpu:.2f} | {base.cpu / pace.cpu:.2f} | {1000 * times[len(times) // 2]:.1f} "
        f"| {1000 * times[int(len(times) * 0.99)]:.1f} | {shown / moves:.2f} | {kinds.total() / moves:.1f} |"
    )


async def memory_in_play(works: Works, redis: Process, number: int) -> None:
    """What a table takes in memory on which a deal is played, with its messages and the marks of its updates."""
    with redis.client() as raw:
        kept, own = raw.info("memory")["used_memory"], resident()
        places = await seat(works, number, first=100_000)
        moves = 0
        async with attending(works):
            # Some at a time: what so many presses of one moment take is not what tables take.
            for some in range(0, number, AT_ONCE):
                ends = time.perf_counter() + AT_ONCE / 100
                part = places[some : some + AT_ONCE]
                moves += sum(
                    await asyncio.gather(*(play(works, key, ends, works.update_ids, []) for key in part))
                )
        kept, own = raw.info("memory")["used_memory"] - kept, resident() - own
    print("\n| memory of a table of four, bytes | in Redis | in the bot |\n| --- | ---: | ---: |")
    print(
        f"| in play, {moves / number:.0f} moves on, with what the bot remembers of it "
        f"| {kept / number:,.0f} | {max(0, own) / number:,.0f} |"
    )


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()


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
    print(f"| idle, with its wake-up | {memory / number:,.0f} | none kept |\n")
    late: list[float] = []
    while len(late) < number:
        claimed, moment = await works.store.wakeups.claim(64)
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


@asynccontextmanager
async def working(redis: Process, *, limits: bool) -> AsyncIterator[tuple[Works, Instant]]:
    """The bot with an empty store; without limits it shows every state, as Telegram would never let it."""
    with redis.client() as raw:
        raw.flushall()
    settings = Settings.model_validate({"bot_token": TOKEN, "redis_url": redis.url, "flood_limits": limits})
    async with open_store(settings) as store:
        session = Instant()
        yield Works(store, Bot(TOKEN, session=session)), session


async def run(chosen: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder, running(valkey(), Path(folder)) as redis:
        print(
            "| frap, 4 seats | moves/s | floor/s | ratio | CPU ms a move | floor CPU ms | ratio by CPU | p50 ms | p99 ms | sends and edits a move | round trips a move |"
        )
        print("| --- " + "| ---: " * 10 + "|")
        async with working(redis, limits=True) as (works, session):
            name = "50 tables, as Telegram allows"
            await whole_path(name, works, session, redis.url, 50, chosen.seconds)
        async with working(redis, limits=False) as (works, session):
            for tables, name in ((50, "50 tables, all is sent"), (1, "1 table, all is sent")):
                await whole_path(name, works, session, redis.url, tables, chosen.seconds)
            await memory_in_play(works, redis, chosen.active)
            await lateness(works, redis, chosen.timers)
        await messages(redis)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each measurement")
    parser.add_argument("--timers", type=int, default=10_000)
    parser.add_argument("--active", type=int, default=500, help="tables in play while memory is measured")
    if sys.platform == "linux":
        # The bot and its Redis share one core, as the floor does.
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    settle()
    uvloop.run(run(parser.parse_args()))


if __name__ == "__main__":
    main()
