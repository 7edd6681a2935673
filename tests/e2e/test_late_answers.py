"""Commands that nobody else sees, and whose answers come too late to be shown in the same way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.town import running_bot, town

if TYPE_CHECKING:
    from tests.bot.store.servers import Process


async def test_a_word_typed_while_the_bot_was_away_is_answered_in_private(redis: Process) -> None:
    async with town(redis, bot=False) as here:
        (anna,) = await here.people("Anna")
        group = await here.telegram.group("Friday", anna)
        async with running_bot(here):
            await here.sees(anna, group, "/frap or /khrap")
            await here.rest()
        await anna.say(group, "/hand")
        assert (await anna.last(group)).only_me
        await here.advance(60)
        async with running_bot(here):
            await here.sees(anna, anna, "You have no cards in this deal.")
        assert "You have no cards" not in (await anna.last(group)).text
