"""A bot that hangs while it sends a message, and comes back when another has the table: there is one message all the same."""

from __future__ import annotations

import signal
from functools import partial
from typing import TYPE_CHECKING

from bot.store import keys
from bot.tables.state import TableKey
from tests.bot.store.servers import free_port
from tests.e2e.buttons import live_tables
from tests.e2e.processes import BotProcess, Fleet, fleet
from tests.e2e.steady import soon

if TYPE_CHECKING:
    from pathlib import Path

    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process

ON_ITS_WAY = 1.0
"""Seconds that the message takes."""
PATIENCE = 30.0


def a_bot(ships: Fleet, webhook: int) -> BotProcess:
    """One of several; they share an address, at which the first hears of everything."""
    listen = webhook if not ships.bots else free_port()
    return ships.bot(
        webhook_url=f"http://127.0.0.1:{webhook}/hook",
        webhook_secret="agreed",
        webhook_listen=f"127.0.0.1:{listen}",
    )


async def test_the_message_of_the_one_that_hung_is_not_left_beside_the_other(
    redis: Process, tmp_path: Path
) -> None:
    async with fleet(redis, tmp_path) as ships:
        here, webhook = ships.here, free_port()
        hung, other = a_bot(ships, webhook), a_bot(ships, webhook)
        hung.start()
        await here.until("it receives", partial(receives, ships))
        (anna,) = await here.people("Anna")
        group = await here.telegram.group("Cards", anna)
        await here.sees(anna, group, "Open a table")
        await here.telegram.fault(method="sendMessage", chat=group.id, count=1, delay=ON_ITS_WAY)
        await anna.say(group, "/frap")
        await soon(partial(under_way, ships), PATIENCE)
        hung.kill(signal.SIGSTOP)
        other.start()
        await soon(partial(the_other_shows, ships, redis, group), PATIENCE)
        await soon(partial(shows, anna, group, 2), PATIENCE)
        hung.kill(signal.SIGCONT)
        await here.until("one message is left", partial(shows, anna, group, 1))
        (left,) = live_tables(await anna.see(group))
        assert left.body["message_id"] == await known(ships, group), "whichever it is"
        await here.press(anna, group, "+ Computer")
        await here.rest()
        assert await shows(anna, group, 1)
        assert ships.errors() == []


async def the_other_shows(ships: Fleet, redis: Process, group: Group) -> bool:
    """Whether it does, once the time of the lease is over; what the first had sent before it hung may still renew that."""
    run_out(redis, group, ships.bots[0])
    return await known(ships, group) != 0


def run_out(redis: Process, group: Group, bot: BotProcess) -> None:
    """Let the time of the bot's leases be over."""
    name = keys.leases(keys.partition(group.id))
    with redis.client() as client:
        for place, lease in client.hgetall(name).items():
            _, owner, call = lease.split(" ")
            if f"/{bot.pid}/" in owner:
                client.hset(name, place, f"1 {owner} {call}")


async def receives(ships: Fleet) -> bool:
    return bool(ships.here.behind.webhook.url)


async def under_way(ships: Fleet) -> bool:
    return not ships.here.behind.faults.waiting


async def known(ships: Fleet, group: Group) -> int:
    """The number of the table's message, as it is kept."""
    shown = (await ships.here.store.screens.load(TableKey(group.id, 0))).get("table")
    return 0 if shown is None else shown.message_id


async def shows(person: Person, group: Group, number: int) -> bool:
    return len(live_tables(await person.see(group))) == number
