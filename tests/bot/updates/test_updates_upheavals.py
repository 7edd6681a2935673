from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.bot.updates.telegram import message

if TYPE_CHECKING:
    from bot.updates import Intake
    from tests.bot.updates.conftest import Handled

ANNA, BORIS = 11, 12
OLD, NEW = -5, -1005


def said(number: int, user: int, chat: int, **more: int) -> dict[str, Any]:
    update = message(number, user)
    update["message"] |= {"chat": {"id": chat, "type": "group", "title": "Friday"}, **more}
    return update


def pressed(number: int, user: int, chat: int) -> dict[str, Any]:
    """Of no kind that the dispatcher of these tests handles: it has been handled when this comes back."""
    query = {
        "id": str(number),
        "from": {"id": user, "is_bot": False, "first_name": "A"},
        "chat_instance": "1",
    }
    return {"update_id": number, "callback_query": query | {"message": said(number, user, chat)["message"]}}


async def test_what_comes_later_from_a_group_that_moves_waits_for_its_move(
    intake: Intake, handled: Handled
) -> None:
    go = asyncio.Event()
    handled.meet["2"] = go.wait
    async with asyncio.TaskGroup() as tasks:
        for update in (
            said(1, BORIS, NEW),
            said(2, ANNA, OLD, migrate_to_chat_id=NEW),
            said(3, BORIS, NEW),
            said(4, BORIS + 1, OLD),
            said(5, BORIS + 2, NEW - 1),
        ):
            tasks.create_task(intake.handle(update))
        press = tasks.create_task(intake.handle(pressed(6, BORIS + 3, NEW)))
        await handled.until("1", "5")
        assert set(handled.started) == {"1", "2", "5"}
        assert not press.done()
        go.set()
    assert set(handled.texts[:3]) == {"1", "2", "5"}
    assert set(handled.texts) == {"1", "2", "3", "4", "5"}


async def test_nothing_waits_for_a_move_that_waits_for_it(intake: Intake, handled: Handled) -> None:
    async def dawdle() -> None:
        for _ in range(10):
            await asyncio.sleep(0)

    handled.meet["1"] = dawdle
    updates = [
        said(1, ANNA, NEW),
        said(2, ANNA, OLD, migrate_to_chat_id=NEW),
        said(3, ANNA, NEW, migrate_from_chat_id=OLD),
        said(2, ANNA, OLD, migrate_to_chat_id=NEW),
        said(4, ANNA, NEW),
        said(5, BORIS, NEW),
    ]
    async with asyncio.timeout(5):
        await asyncio.gather(*map(intake.handle, updates))
    assert sorted(handled.texts) == ["1", "2", "3", "4", "5"]
    assert handled.texts.index("5") > handled.texts.index("3")
