from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import (
    BotCommand,
    EphemeralMessageParameters,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    ReplyParameters,
)

from bot.sandbox.person import Group, Person
from bot.sandbox.person import Sandbox as People

TABLE = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="My hand", callback_data="hand")]])
HAND = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="A♠", callback_data="as")]])


async def press(bot: Bot, group: Group, who: Person, text: str = "My hand") -> str:
    await who.press(group, text, wait=0)
    last = (await bot.get_updates())[-1]
    await bot.get_updates(offset=last.update_id + 1)
    assert last.callback_query is not None
    return last.callback_query.id


async def show(
    bot: Bot, group: Group, who: Person, query: str | None = None, *, replace: bool = False
) -> Message:
    parameters = EphemeralMessageParameters(
        receiver_user_id=who.id, callback_query_id=query, replace_callback_query_message=replace or None
    )
    return await bot.send_message(
        group.id, "hand", ephemeral_message_parameters=parameters, reply_markup=HAND
    )


@pytest.fixture
async def table(bot: Bot, group: Group) -> Message:
    return await bot.send_message(group.id, "table", reply_markup=TABLE)


@pytest.mark.usefixtures("table")
async def test_only_the_receiver_sees_it(bot: Bot, group: Group, anya: Person, boris: Person) -> None:
    sent = await show(bot, group, boris, await press(bot, group, boris))
    assert (sent.message_id, sent.ephemeral_message_id) == (0, 1)
    assert sent.receiver_user is not None
    assert sent.receiver_user.id == boris.id
    mine = await boris.last(group)
    assert (mine.key, mine.text, mine.only_me) == ("e1", "hand", True)
    assert "hand" not in [one.text for one in await anya.see(group)]
    assert "hand" not in [one.get("text") for one in await anya.seen()]
    assert "hand" in [one.get("text") for one in await boris.seen()]


@pytest.mark.usefixtures("table")
async def test_a_plain_member_needs_a_fresh_press_of_the_receiver(
    bot: Bot, people: People, group: Group, anya: Person, boris: Person
) -> None:
    query = await press(bot, group, boris)
    with pytest.raises(TelegramBadRequest, match="MESSAGE_NOT_COMMAND"):
        await show(bot, group, boris)
    with pytest.raises(TelegramBadRequest, match="QUERY_ID_INVALID"):
        await show(bot, group, anya, query)
    await people.advance(14)
    await show(bot, group, boris, query)
    await people.advance(2)
    with pytest.raises(TelegramBadRequest, match="QUERY_ID_INVALID"):
        await show(bot, group, boris, query)


async def test_an_administrator_may_at_any_time_but_to_members_only(
    bot: Bot, people: People, group: Group, boris: Person
) -> None:
    await group.set_bot("administrator")
    await show(bot, group, boris)
    with pytest.raises(TelegramBadRequest, match="USER_NOT_PARTICIPANT"):
        await show(bot, group, await people.person("Stranger"))


@pytest.mark.usefixtures("table")
async def test_editing_and_deleting(bot: Bot, group: Group, boris: Person) -> None:
    await show(bot, group, boris, await press(bot, group, boris))
    where: dict[str, Any] = {"chat_id": group.id, "receiver_user_id": boris.id, "ephemeral_message_id": 1}
    assert await bot.edit_ephemeral_message_text(**where, text="fewer cards", reply_markup=HAND)
    assert (await boris.last(group)).text == "fewer cards"
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await bot.edit_ephemeral_message_reply_markup(**where, reply_markup=HAND)
    with pytest.raises(TelegramBadRequest, match="MEDIA_CAPTION_TOO_LONG"):
        await bot.edit_ephemeral_message_text(**where, text="x" * 1025)
    for wrong in (0, 1):
        with pytest.raises(TelegramBadRequest, match="message to edit not found"):
            await bot.edit_message_text("x", chat_id=group.id, message_id=wrong * 900)
    assert await bot.delete_ephemeral_message(**where)
    with pytest.raises(TelegramBadRequest, match="message to edit not found"):
        await bot.edit_ephemeral_message_text(**where, text="x")
    assert (await boris.last(group)).text == "table"


@pytest.mark.usefixtures("table")
async def test_a_press_in_it_carries_it(bot: Bot, group: Group, boris: Person) -> None:
    await show(bot, group, boris, await press(bot, group, boris))
    await boris.press(group, "A♠", wait=0)
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    assert isinstance(query.message, Message)
    assert (query.message.message_id, query.message.ephemeral_message_id) == (0, 1)
    with pytest.raises(TelegramBadRequest, match="MESSAGE_ID_INVALID"):
        await show(bot, group, boris, query.id, replace=True)


@pytest.mark.usefixtures("table")
async def test_it_can_stand_in_for_the_table(bot: Bot, group: Group, anya: Person, boris: Person) -> None:
    await show(bot, group, boris, await press(bot, group, boris), replace=True)
    assert [one.text for one in await boris.see(group) if one.text] == ["hand"]
    assert [one.text for one in await anya.see(group) if one.text] == ["table"]
    await bot.delete_ephemeral_message(group.id, boris.id, 1)
    assert [one.text for one in await boris.see(group) if one.text] == ["table"]


async def test_an_ephemeral_command_and_its_reply(
    bot: Bot, group: Group, anya: Person, boris: Person
) -> None:
    await bot.set_my_commands([BotCommand(command="hand", description="My hand", is_ephemeral=True)])
    key = await boris.say(group, "/hand")
    assert key == "e1"
    assert "/hand" not in [one.text for one in await anya.see(group)]
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert (message.message_id, message.ephemeral_message_id) == (0, 1)
    assert message.receiver_user is not None
    assert message.receiver_user.id == bot.id
    sent = await bot.send_message(
        group.id,
        "hand",
        ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=boris.id),
        reply_parameters=ReplyParameters(ephemeral_message_id=1),
    )
    assert sent.ephemeral_message_id == 2
    assert (await boris.last(group)).text == "hand"
    assert "hand" not in [one.text for one in await anya.see(group)]


async def test_it_is_lost_on_demand_and_by_a_restart_of_the_app(
    bot: Bot, people: People, group: Group, boris: Person
) -> None:
    await group.set_bot("administrator")
    await people.fault(method="sendMessage", lost=True)
    await show(bot, group, boris)
    assert "hand" not in [one.text for one in await boris.see(group)]
    await show(bot, group, boris)
    assert "hand" in [one.text for one in await boris.see(group)]
    await boris.restart_app()
    assert "hand" not in [one.text for one in await boris.see(group)]


async def test_it_is_for_groups_only(bot: Bot, anya: Person) -> None:
    with pytest.raises(TelegramBadRequest, match="groups and supergroups"):
        await bot.send_message(
            anya.id, "x", ephemeral_message_parameters=EphemeralMessageParameters(receiver_user_id=anya.id)
        )
