import asyncio

import pytest
from aiogram import Bot, Dispatcher
from aiogram.exceptions import TelegramBadRequest
from aiogram.filters import Command
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    CallbackQuery,
    DisabledButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    Message,
    Update,
)

from bot.sandbox.person import Group, Impossible, Person
from bot.sandbox.person import Sandbox as People


async def updates(bot: Bot, *kinds: str) -> list[Update]:
    """Take everything that waits, confirming what was taken before."""
    taken: list[Update] = []
    while batch := await bot.get_updates(offset=taken[-1].update_id + 1 if taken else 0, limit=100):
        taken += batch
    return [one for one in taken if not kinds or one.event_type in kinds]


async def answered_press(bot: Bot, data: str | None = None) -> Update:
    """Wait for the next press."""
    while True:
        for update in await bot.get_updates(timeout=10):
            await bot.get_updates(offset=update.update_id + 1)
            if update.callback_query and data in {None, update.callback_query.data}:
                return update


def buttons(*rows: tuple[str, ...]) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        inline_keyboard=[
            [InlineKeyboardButton(text=text, callback_data=f"d:{text}") for text in row] for row in rows
        ]
    )


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("/frap", True),
        ("/frap@frap_khrap_bot", True),
        ("/frap@FRAP_khrap_BOT 5", True),
        ("/frap@other_bot", False),
        ("hello", False),
        ("@frap_khrap_bot hello", False),
    ],
)
async def test_privacy_mode(bot: Bot, group: Group, boris: Person, text: str, *, heard: bool) -> None:
    await updates(bot)
    await boris.say(group, text)
    assert [one.message.text for one in await updates(bot, "message") if one.message] == [text][: int(heard)]


async def test_a_reply_to_the_bot_is_heard_and_so_is_everything_by_an_administrator(
    bot: Bot, group: Group, boris: Person
) -> None:
    sent = await bot.send_message(group.id, "your bid?")
    await boris.say(group, "three", reply_to=f"m{sent.message_id}")
    await group.set_bot("administrator")
    await boris.say(group, "hello")
    texts = [one.message.text for one in await updates(bot, "message") if one.message and one.message.text]
    assert texts[-2:] == ["three", "hello"]


async def test_a_command_has_its_entity(bot: Bot, group: Group, boris: Person) -> None:
    await boris.say(group, "/frap@frap_khrap_bot 5")
    message = (await updates(bot, "message"))[-1].message
    assert message is not None
    assert message.entities is not None
    assert (message.entities[0].type, message.entities[0].length) == ("bot_command", 20)


async def test_a_press_is_answered(bot: Bot, group: Group, boris: Person) -> None:
    await bot.send_message(group.id, "table", reply_markup=buttons(("Join", "Leave")))
    pressing = asyncio.ensure_future(boris.press(group, "Leave"))
    query = (await answered_press(bot)).callback_query
    assert query is not None
    assert (query.from_user.id, query.data) == (boris.id, "d:Leave")
    await bot.answer_callback_query(query.id, "Not seated", show_alert=True)
    answer = await pressing
    assert (answer.answered, answer.text, answer.alert) == (True, "Not seated", True)
    with pytest.raises(TelegramBadRequest, match="query is too old and response timeout expired"):
        await bot.answer_callback_query(query.id)


async def test_a_late_answer_is_refused(bot: Bot, people: People, group: Group, boris: Person) -> None:
    await bot.send_message(group.id, "table", reply_markup=buttons(("Join",)))
    assert not (await boris.press(group, (0, 0), wait=0)).answered
    query = (await answered_press(bot)).callback_query
    assert query is not None
    await people.advance(200)
    with pytest.raises(TelegramBadRequest, match="query is too old"):
        await bot.answer_callback_query(query.id)


async def test_an_answer_may_only_open_the_bot(bot: Bot, group: Group, boris: Person) -> None:
    await bot.send_message(group.id, "table", reply_markup=buttons(("Join",)))
    await boris.press(group, "Join", wait=0)
    query = (await answered_press(bot)).callback_query
    assert query is not None
    with pytest.raises(TelegramBadRequest, match="MESSAGE_TOO_LONG"):
        await bot.answer_callback_query(query.id, "x" * 201)
    with pytest.raises(TelegramBadRequest, match="URL_INVALID"):
        await bot.answer_callback_query(query.id, url="https://example.org")
    assert await bot.answer_callback_query(query.id, url="https://t.me/frap_khrap_bot?start=t1")


async def test_only_buttons_in_view_can_be_pressed(
    bot: Bot, people: People, group: Group, boris: Person
) -> None:
    stranger = await people.person("Stranger")
    markup = InlineKeyboardMarkup(
        inline_keyboard=[
            [
                InlineKeyboardButton(text="K♠", disabled=DisabledButton()),
                InlineKeyboardButton(text="Rules", url="https://example.org/rules"),
            ]
        ]
    )
    sent = await bot.send_message(group.id, "table", reply_markup=markup)
    with pytest.raises(Impossible, match="disabled"):
        await boris.press(group, "K♠")
    assert (await boris.press(group, "Rules")).url == "https://example.org/rules"
    with pytest.raises(Impossible, match="not in chat"):
        await stranger.press(group, "Rules", key=f"m{sent.message_id}")
    await bot.delete_message(group.id, sent.message_id)
    with pytest.raises(Impossible, match="does not see"):
        await boris.press(group, "Rules", key=f"m{sent.message_id}")


async def test_forged_data_reaches_the_bot(bot: Bot, group: Group, boris: Person) -> None:
    sent = await bot.send_message(group.id, "table", reply_markup=buttons(("Join",)))
    await boris.forge(group, f"m{sent.message_id}", "junk", wait=0)
    query = (await answered_press(bot)).callback_query
    assert query is not None
    assert query.data == "junk"


async def test_an_anonymous_administrator(bot: Bot, group: Group, anya: Person) -> None:
    await group.set_member(anya, "creator", is_anonymous=True)
    await bot.send_message(group.id, "table", reply_markup=buttons(("Join",)))
    await updates(bot)
    await anya.say(group, "/frap")
    await anya.press(group, "Join", wait=0)
    said, pressed = await updates(bot)
    assert said.message is not None
    assert said.message.from_user is not None
    assert said.message.sender_chat is not None
    assert (said.message.from_user.id, said.message.sender_chat.id) == (1087968824, group.id)
    assert pressed.callback_query is not None
    assert pressed.callback_query.from_user.id == anya.id


async def test_coming_and_going(bot: Bot, people: People, group: Group) -> None:
    kate = await people.person("Kate")
    await group.join(kate)
    await group.leave(kate)
    joined, left = (one.message for one in (await updates(bot, "message"))[-2:])
    assert joined is not None
    assert left is not None
    assert [one.id for one in joined.new_chat_members or []] == [kate.id]
    assert left.left_chat_member is not None
    with pytest.raises(Impossible):
        await kate.say(group, "hello?")
    assert (await bot.get_chat_member(group.id, kate.id)).status == "left"


async def test_the_bot_learns_about_itself_and_as_administrator_about_others(
    bot: Bot, group: Group, boris: Person
) -> None:
    await bot.get_updates(allowed_updates=["my_chat_member", "chat_member"])
    await group.set_member(boris, "administrator")
    await group.set_bot("administrator")
    await group.set_member(boris, "member")
    await group.set_bot("kicked")
    kinds = [one.event_type for one in await updates(bot) if one.event_type != "message"]
    assert kinds[-3:] == ["my_chat_member", "chat_member", "my_chat_member"]


async def test_blocking_is_told_and_start_undoes_it(bot: Bot, anya: Person) -> None:
    await anya.block()
    with pytest.raises(Impossible, match="blocked"):
        await anya.say(anya, "hello")
    await anya.start()
    changes = [one.my_chat_member for one in await updates(bot, "my_chat_member")]
    assert [one.new_chat_member.status for one in changes if one] == ["kicked", "member"]


async def test_every_status_is_understood(bot: Bot, group: Group, anya: Person, boris: Person) -> None:
    assert (await bot.get_chat_member(group.id, anya.id)).status == "creator"
    for status in ("administrator", "member", "restricted", "left", "kicked"):
        await group.set_member(boris, status)
        assert (await bot.get_chat_member(group.id, boris.id)).status == status
    assert {one.user.id for one in await bot.get_chat_administrators(group.id)} == {anya.id}
    assert await bot.get_chat_member_count(group.id) == 2
    assert (await bot.get_chat(group.id)).title == "Friday cards"


async def test_the_menu_follows_place_and_language(
    bot: Bot, people: People, group: Group, boris: Person
) -> None:
    kate = await people.person("Kate", language="en")
    await group.join(kate)
    scope = BotCommandScopeAllGroupChats()
    await bot.set_my_commands([BotCommand(command="frap", description="Frap")], scope=scope)
    await bot.set_my_commands(
        [BotCommand(command="frap", description="Фрап")], scope=scope, language_code="ru"
    )
    assert (await boris.chat(group))["commands"] == [{"command": "frap", "description": "Фрап"}]
    assert (await kate.chat(group))["commands"] == [{"command": "frap", "description": "Frap"}]
    assert (await kate.chat(kate))["commands"] == []
    with pytest.raises(TelegramBadRequest, match="BOT_COMMAND_INVALID"):
        await bot.set_my_commands([BotCommand(command="Frap!", description="x")])


async def test_names_of_any_kind(bot: Bot, people: People, group: Group) -> None:
    for name in ("<b>", "a&b", "_*", "a\nb", "\u202eabc", "😀" * 64, "\u200b", ""):
        one = await people.person(name)
        await group.join(one)
        member = await bot.get_chat_member(group.id, one.id)
        assert member.user.first_name == name


async def test_ids_beyond_32_bits(bot: Bot, people: People) -> None:
    far = await people.person("Far", id=7_000_000_000_001, started=True)
    group = await people.group("Far", far, id=-1003999999999)
    await bot.send_message(group.id, "x")
    await bot.send_message(far.id, "x")
    assert (await far.last(group)).text == "x"


async def test_waiting_for_what_comes_later(bot: Bot, group: Group, boris: Person) -> None:
    waiting = asyncio.ensure_future(boris.until(group, lambda seen: any(one.text == "third" for one in seen)))
    for text in ("first", "second", "third"):
        await bot.send_message(group.id, text)
    assert [one.text for one in await waiting][-3:] == ["first", "second", "third"]


async def test_links_start_the_bot(bot: Bot, boris: Person) -> None:
    await boris.open("https://t.me/frap_khrap_bot?start=table-1")
    message = (await updates(bot, "message"))[-1].message
    assert message is not None
    assert message.text == "/start table-1"
    with pytest.raises(Impossible):
        await boris.open("https://example.org")


async def test_people_write_in_open_topics_only(
    bot: Bot, people: People, anya: Person, boris: Person
) -> None:
    forum = await people.group("Forum", anya, boris, topics=("Cards",))
    thread = forum.topics["Cards"]
    await boris.say(forum, "/frap", thread=thread)
    message = (await updates(bot, "message"))[-1].message
    assert message is not None
    assert message.message_thread_id == thread
    await forum.close_topic(thread)
    with pytest.raises(Impossible, match="closed"):
        await boris.say(forum, "/frap", thread=thread)
    await anya.say(forum, "I am the owner", thread=thread)


async def test_who_may_not_write(group: Group, boris: Person, people: People) -> None:
    kate = await people.person("Kate")
    with pytest.raises(Impossible, match="press Start first"):
        await kate.say(kate, "hello")
    assert await kate.say(kate, "/start t1") == "m1"
    await group.set_member(boris, "restricted", can_send_messages=False)
    with pytest.raises(Impossible, match="may not write"):
        await boris.say(group, "hello")


async def test_who_comes_later_sees_what_stands_there(bot: Bot, people: People, group: Group) -> None:
    sent = await bot.send_message(group.id, "old")
    await bot.edit_message_text("new", chat_id=group.id, message_id=sent.message_id)
    kate = await people.person("Kate")
    await group.join(kate)
    assert [one["text"] for one in await kate.seen() if "text" in one] == ["new"]


async def test_a_polling_bot_plays_along(
    bot: Bot, people: People, group: Group, anya: Person, boris: Person
) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message(Command("frap"))
    async def open_table(message: Message) -> None:
        await message.answer("Who plays?", reply_markup=buttons(("Join",)))

    @dispatcher.callback_query()
    async def join(query: CallbackQuery) -> None:
        if isinstance(query.message, Message):
            await query.message.edit_text(f"{query.from_user.first_name} plays")
        await query.answer("You are in")

    polling = asyncio.ensure_future(
        dispatcher.start_polling(bot, handle_signals=False, close_bot_session=False)
    )
    await boris.say(group, "/frap")
    await anya.until(group, lambda seen: "Join" in seen[-1].labels)
    answer = await anya.press(group, "Join")
    assert answer.text == "You are in"
    assert await people.quiet(settle=0.01)
    assert (await boris.last(group)).text == "Аня plays"
    await dispatcher.stop_polling()
    await polling
