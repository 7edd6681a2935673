"""Words in a group that come from a channel, from an anonymous admin, or from the channel the group belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.state import Phase
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process

CHANNEL = {"id": -1001777000777, "type": "channel", "title": "News"}
SENDERS: dict[str, dict[str, Any]] = {
    "as a channel": {
        "from": {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"},
        "sender_chat": CHANNEL,
    },
    "a post of the linked channel": {
        "from": {"id": 777000, "is_bot": False, "first_name": "Telegram"},
        "sender_chat": CHANNEL,
        "is_automatic_forward": True,
    },
}
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}
OWN = ["/sit", "/stand", "/back", "/cut seven", "/hand", "/notify"]
"""What somebody wants for themselves."""


async def write(here: Town, group: Group, text: str, sender: dict[str, Any]) -> None:
    place = {"message_id": 900_001, "date": 1, "chat": {"id": group.id, "type": "supergroup", "title": "F"}}
    entity = {"type": "bot_command", "offset": 0, "length": len(text.split(maxsplit=1)[0])}
    await here.telegram.inject({"message": {**place, **sender, "text": text, "entities": [entity]}})


async def answer(
    here: Town, redis: Process, group: Group, looks_on: Person, text: str, sender: dict[str, Any]
) -> str:
    """Write it, and read the one message that comes of it."""
    with redis.client() as client:  # the same is not said twice in a moment, and that moment is over
        for key in client.scan_iter(match="{limits}:once:*"):
            client.delete(key)
    before = {message.key for message in await looks_on.see(group)}
    await write(here, group, text, sender)
    await here.rest()
    (new,) = [message for message in await looks_on.see(group) if message.key not in before]
    return new.text


@pytest.mark.parametrize("sender", SENDERS.values(), ids=SENDERS)
async def test_a_channel_is_told_to_write_as_a_person(redis: Process, sender: dict[str, Any]) -> None:
    async with town(redis, default_language="en") as here:
        anna, boris = await here.people("Anna", "Boris")
        group = await here.telegram.group("Friday", anna, boris)
        await here.sit(group, [anna, boris])
        for word in (*OWN, "/deal", "/frap"):
            assert "You write as a channel" in await answer(here, redis, group, anna, word, sender), word
        await write(here, group, "/close", sender)
        await here.rest()
        table = await here.table(group)
        assert table.phase is Phase.LOBBY
        assert [seat.player for seat in table.seats] == [str(anna.id), str(boris.id)]


async def test_an_anonymous_admin_is_told_so_where_it_matters_who_they_are(redis: Process) -> None:
    async with town(redis, default_language="en") as here:
        anna, boris = await here.people("Anna", "Boris")
        group = await here.telegram.group("Friday", anna, boris)
        await here.sit(group, [anna, boris])
        sender = {"from": ANONYMOUS, "sender_chat": {"id": group.id, "type": "supergroup", "title": "F"}}
        for word in OWN:
            assert "You write as the group" in await answer(here, redis, group, anna, word, sender), word
        await write(here, group, "/deal", sender)
        await here.sees(anna, group, "deal 1")
