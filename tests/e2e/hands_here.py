"""Hands in the group, as people and Telegram see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.screens.cards import face
from bot.tables.deals import deal_of
from bot.tables.state import TableKey
from tests.e2e.buttons import hand_presses, pressable

if TYPE_CHECKING:
    from bot.sandbox.person import Answer, Group, Message, Person
    from tests.e2e.town import Town

HERE = "Here are your cards"
ELSEWHERE = "they are in our private chat"


async def hands_here(person: Person, group: Group) -> list[Message]:
    return [message for message in await person.see(group) if message.only_me and hand_presses(message)]


async def my_cards(here: Town, person: Person, group: Group) -> Message:
    """Press the button, and wait for the one hand that this brings."""
    before = {message.key for message in await hands_here(person, group)}
    assert HERE in await here.press(person, group, "My cards")

    async def alone() -> Message | None:
        found = await hands_here(person, group)
        return found[0] if len(found) == 1 and found[0].key not in before else None

    found: Message = await here.until(f"{person.name} has one hand in the group", alone)
    return found


async def press_here(here: Town, person: Person, group: Group, label: str) -> Answer:
    """Press a button of the hand in the group as soon as it is there."""

    async def offered() -> str | None:
        return next((m.key for m in await hands_here(person, group) if label in pressable(m)), None)

    key: str = await here.until(f"{person.name} has {label!r} in the group", offered)
    answer = await person.press(group, label, key=key)
    assert answer.answered
    return answer


async def gone(here: Town, person: Person, group: Group) -> None:
    async def none_left() -> bool:
        return not await hands_here(person, group)

    await here.until(f"{person.name} has no hand in the group any more", none_left)


async def forgotten(here: Town, person: Person, group: Group, thread: int = 0) -> None:
    key = TableKey(await here.store.groups.home(group.id), thread)

    async def unknown() -> bool:
        return f"here:{person.id}" not in await here.store.screens.load(key)

    await here.until("the hand in the group is forgotten", unknown)


async def bare(here: Town, group: Group, person: Person, thread: int = 0) -> list[str]:
    deal = deal_of(await here.table(group, thread))
    assert deal is not None
    return [face(card) for card in deal.view(deal.seats.index(str(person.id))).hand or ()]


def hands_among(seen: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What shows buttons of a hand in a group."""
    return [
        one
        for one in seen
        if one["chat"] < 0
        and any(
            str(button.get("callback_data", "")).startswith("h:")
            for row in one.get("reply_markup", {}).get("inline_keyboard", [])
            for button in row
        )
    ]


async def ephemeral_calls(here: Town, person: Person) -> list[dict[str, Any]]:
    return [
        call
        for call in await here.telegram.journal()
        if str(call["params"].get("receiver_user_id")) == str(person.id)
        or f'"receiver_user_id":{person.id}'
        in str(call["params"].get("ephemeral_message_parameters")).replace(" ", "")
    ]
