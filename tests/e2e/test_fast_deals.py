"""A fast deal of many people within Telegram's limits: the group is not flooded, and nobody waits for their cards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from bot.screens.buttons import HandPress
from bot.store.limits import PRIVATE
from bot.tables.state import Phase
from tests.e2e.steady import ASIDE, play_deal
from tests.e2e.test_groups import sent_to
from tests.e2e.town import Town, town

if TYPE_CHECKING:
    from bot.sandbox.person import Group, Person
    from tests.bot.store.servers import Process

DEALS = 2
HAND = f"{HandPress.__prefix__}:"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that came to somebody's private chat."""

    chat: int
    turn: tuple[int, int]
    """Of which deal, and which of its turns."""
    call: int
    """Its place among the calls of the bot."""


async def seated(here: Town, number: int) -> tuple[Group, list[Person]]:
    people = await here.people(*(f"P{place}" for place in range(number)))
    group = await here.telegram.group("Friday", *people)
    await people[0].say(group, "/frap")
    await here.sees(people[0], group, "1. P0")
    for person in people[1:]:
        await person.say(group, "/sit")

    async def all_sit() -> bool:
        return len((await here.table(group)).seats) == number

    await here.until("all sit", all_sit)
    return group, people


@pytest.mark.parametrize("number", [8, 12])
async def test_a_fast_deal_floods_no_group_and_keeps_nobody_waiting(redis: Process, number: int) -> None:
    async with town(redis, limits=True) as here:
        group, people = await seated(here, number)
        for _ in range(DEALS):
            await people[0].say(group, "/deal")
            await here.asked(group, people)
            await play_deal(here, group, people, here_and_now)
            assert (await here.table(group)).phase is Phase.PAYOUT
        calls = await here.telegram.journal()
        assert not [call for call in calls if call["status"] == 429]
        times = sorted(call["at"] for call in await sent_to(here, group.id))
        for at in times:
            assert sum(at <= other < at + 60 for other in times) <= 20
        first = passed_over(here, calls, group)
        assert len(first) > number
        # One message to the group may have been on its way already.
        assert sum(first) <= 1, "whoever is next is asked before the group is told"
        await here.advance(61)
        await here.sees(people[0], group, "Next dealer")


async def here_and_now() -> None:
    """Nobody waits between two presses."""


def passed_over(here: Town, calls: list[dict[str, Any]], group: Group) -> list[int]:
    """How many messages to the group came between each press and the question to whom it made the next.

    Only questions to people whose chats took one more message at once.
    """
    begun = answers(here, calls)
    found = []
    for asked in questions(calls):
        before = max((call for turn, call in begun if turn == asked.turn and call < asked.call), default=None)
        if before is not None and free(calls[: asked.call], asked.chat, calls[before]["at"]):
            found.append(
                sum(call["params"].get("chat_id") == str(group.id) for call in calls[before : asked.call])
            )
    return found


def answers(here: Town, calls: list[dict[str, Any]]) -> list[tuple[tuple[int, int], int]]:
    """The turns that presses have led to, each with the place of the answer to the press among the calls."""
    found = []
    for place, call in enumerate(calls):
        if call["method"] != "answerCallbackQuery" or not call["ok"]:
            continue
        data = here.behind.presses[call["params"]["callback_query_id"]].data
        if data.startswith(HAND) and (press := HandPress.unpack(data)).verb not in ASIDE:
            found.append(((press.deal, press.turn + 1), place))
    return found


def questions(calls: list[dict[str, Any]]) -> list[Asked]:
    """All that were put, each once."""
    found: dict[tuple[int, tuple[int, int]], Asked] = {}
    for place, call in enumerate(calls):
        chat = int(call["params"].get("chat_id", 0))
        if call["method"] not in {"sendMessage", "editMessageText"} or chat <= 0 or not call["ok"]:
            continue
        markup = json.loads(call["params"].get("reply_markup") or "{}")
        for row in markup.get("inline_keyboard", []):
            for button in row:
                data = button.get("callback_data", "")
                if data.startswith(HAND) and (press := HandPress.unpack(data)).verb not in ASIDE:
                    turn = (press.deal, press.turn)
                    found.setdefault((chat, turn), Asked(chat, turn, place))
    return list(found.values())


def free(calls: list[dict[str, Any]], chat: int, at: float) -> bool:
    """Whether a private chat took one more message at that moment, and whatever was on its way to it."""
    window = at - PRIVATE.window / 1000
    written = [call for call in calls if call["params"].get("chat_id") == str(chat) and call["at"] > window]
    return len(written) < PRIVATE.most
