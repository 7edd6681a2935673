import asyncio
import struct
from typing import Any

import aiohttp
import pytest
from aiogram import Bot
from aiogram.exceptions import (
    TelegramBadRequest,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNotFound,
    TelegramUnauthorizedError,
)
from aiogram.types import (
    BufferedInputFile,
    CopyTextButton,
    DisabledButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    ReplyParameters,
)

from bot.sandbox.person import Group, Impossible, Person
from bot.sandbox.person import Sandbox as People
from bot.sandbox.server import Sandbox

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + struct.pack(">II", 64, 32) + b"rest"


def keyboard(*texts: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        inline_keyboard=[[InlineKeyboardButton(text=text, callback_data=text) for text in texts]]
    )


async def test_everybody_in_the_group_sees_a_message(
    bot: Bot, group: Group, anya: Person, boris: Person
) -> None:
    sent = await bot.send_message(group.id, "deal", reply_markup=keyboard("Join"))
    for one in (anya, boris):
        last = await one.last(group)
        assert (last.key, last.text, last.labels) == (f"m{sent.message_id}", "deal", ["Join"])


async def test_someone_outside_sees_nothing(bot: Bot, people: People, group: Group) -> None:
    stranger = await people.person("Stranger")
    await bot.send_message(group.id, "deal")
    with pytest.raises(Impossible):
        await stranger.see(group)
    assert await stranger.seen() == []


async def test_a_private_chat_needs_start(bot: Bot, boris: Person) -> None:
    with pytest.raises(TelegramForbiddenError, match="bot can't initiate conversation with a user"):
        await bot.send_message(boris.id, "hi")
    await boris.start("table-1")
    await bot.send_message(boris.id, "hi")
    assert [one.text for one in await boris.see(boris)] == ["/start table-1", "hi"]


async def test_blocked_and_deleted_people(bot: Bot, anya: Person) -> None:
    await anya.block()
    with pytest.raises(TelegramForbiddenError, match="bot was blocked by the user"):
        await bot.send_message(anya.id, "hi")
    await anya.delete_account()
    with pytest.raises(TelegramForbiddenError, match="user is deactivated"):
        await bot.send_message(anya.id, "hi")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "message text is empty"),
        (" \n\u200b ", "message text is empty"),
        ("x" * 4097, "message is too long"),
        ("😀" * 2049, "message is too long"),
    ],
)
async def test_texts_out_of_bounds(bot: Bot, anya: Person, text: str, why: str) -> None:
    with pytest.raises(TelegramBadRequest, match=why):
        await bot.send_message(anya.id, text)


@pytest.mark.parametrize(
    ("button", "why"),
    [
        ({"text": "", "callback_data": "x"}, "inline keyboard button text must be non-empty"),
        ({"text": "a", "callback_data": "ы" * 33}, "BUTTON_DATA_INVALID"),
        ({"text": "a"}, "Text buttons are unallowed in the inline keyboard"),
        ({"text": "a", "callback_data": "x", "style": "red"}, "style"),
        ({"text": "a", "url": "nonsense"}, "Wrong HTTP URL"),
        ({"text": "a", "callback_data": "x", "url": "https://example.org"}, "more than one action"),
        ({"text": "a", "copy_text": {"text": "x" * 257}}, "BUTTON_COPY_TEXT_INVALID"),
    ],
)
async def test_bad_buttons(bot: Bot, anya: Person, button: dict[str, Any], why: str) -> None:
    markup = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(**button)]])
    with pytest.raises(TelegramBadRequest, match=why):
        await bot.send_message(anya.id, "x", reply_markup=markup)


async def test_styled_disabled_and_copying_buttons_are_kept(bot: Bot, anya: Person) -> None:
    row = [
        InlineKeyboardButton(text="A♠", callback_data="a", style="primary"),
        InlineKeyboardButton(text="K♠", disabled=DisabledButton()),
        InlineKeyboardButton(text="code", copy_text=CopyTextButton(text="A1")),
    ]
    sent = await bot.send_message(anya.id, "x", reply_markup=InlineKeyboardMarkup(inline_keyboard=[row]))
    assert sent.reply_markup is not None
    kept = sent.reply_markup.inline_keyboard[0]
    assert [one.model_dump(exclude_none=True) for one in kept] == [
        one.model_dump(exclude_none=True) for one in row
    ]


@pytest.mark.parametrize(
    "params",
    [
        {"chat_id": 1001, "text": "x", "colour": "red"},
        {"chat_id": 1001, "text": 5},
        {
            "chat_id": 1001,
            "text": "x",
            "reply_markup": {"inline_keyboard": [[{"text": "a", "callback": "b"}]]},
        },
        {"chat_id": 1001, "text": "x", "reply_markup": {"inline_keyboard": [[{"callback_data": "b"}]]}},
        {"chat_id": 1001, "text": "x", "reply_markup": {}},
        {"chat_id": 1001, "text": "x", "entities": [{"type": "bold", "offset": 0, "length": 1, "more": 1}]},
        {"chat_id": 1001, "text": "x", "entities": "[{"},
        {"chat_id": 1001, "text": "x", "parse_mode": "BBCode"},
        {"chat_id": 1001, "text": "\ud800"},
        {"text": "x"},
    ],
)
async def test_what_telegram_does_not_know_is_refused(
    sandbox: Sandbox, anya: Person, params: dict[str, Any]
) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.post(f"{sandbox.url}/bot42:X/sendMessage", json=params) as response,
    ):
        assert response.status == 400
        assert (await response.json())["ok"] is False
    assert len(await anya.see(anya)) == 1


async def test_unknown_methods_and_tokens(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as http:
        for path, status in (
            ("bot42:X/sendNonsense", 404),
            ("bot42:X/sendPoll", 404),
            ("bot43:X/getMe", 401),
        ):
            async with http.get(f"{sandbox.url}/{path}") as response:
                assert response.status == status
        async with http.get(f"{sandbox.url}/bot42:X/GETME") as response:
            assert (await response.json())["result"]["username"] == "frap_khrap_bot"


async def test_aiogram_raises_for_wrong_tokens_and_missing_methods(bot: Bot, anya: Person) -> None:
    with pytest.raises(TelegramNotFound):
        await bot.send_dice(anya.id)
    async with Bot("43:X", session=bot.session) as other:
        with pytest.raises(TelegramUnauthorizedError):
            await other.get_me()


async def test_chats_that_are_not_there(bot: Bot, people: People, group: Group) -> None:
    with pytest.raises(TelegramBadRequest, match="chat not found"):
        await bot.send_message(-1, "x")
    await group.set_bot("kicked")
    with pytest.raises(TelegramForbiddenError, match="bot was kicked from the supergroup chat"):
        await bot.send_message(group.id, "x")
    await group.set_bot("left")
    with pytest.raises(TelegramForbiddenError, match="bot is not a member of the supergroup chat"):
        await bot.send_message(group.id, "x")
    await people.post("disband", chat=group.id)
    with pytest.raises(TelegramForbiddenError, match="the group chat was deleted"):
        await bot.send_message(group.id, "x")


async def test_a_restricted_bot_may_not_write(bot: Bot, group: Group) -> None:
    await group.set_bot("restricted", can_send_messages=False)
    with pytest.raises(TelegramBadRequest, match="not enough rights to send text messages to the chat"):
        await bot.send_message(group.id, "x")


async def test_topics(bot: Bot, people: People, anya: Person) -> None:
    forum = await people.group("Forum", anya, topics=("Cards",))
    thread = forum.topics["Cards"]
    sent = await bot.send_message(forum.id, "x", message_thread_id=thread)
    assert (sent.message_thread_id, sent.is_topic_message) == (thread, True)
    assert (await bot.send_message(forum.id, "general")).message_thread_id is None
    for wrong in (1, 999):
        with pytest.raises(TelegramBadRequest, match="message thread not found"):
            await bot.send_message(forum.id, "x", message_thread_id=wrong)
    await forum.close_topic(thread)
    with pytest.raises(TelegramBadRequest, match="TOPIC_CLOSED"):
        await bot.send_message(forum.id, "x", message_thread_id=thread)
    await forum.set_bot("administrator")
    await bot.send_message(forum.id, "x", message_thread_id=thread)


async def test_replies(bot: Bot, group: Group, boris: Person) -> None:
    key = await boris.say(group, "/frap")
    sent = await bot.send_message(group.id, "x", reply_parameters=ReplyParameters(message_id=int(key[1:])))
    assert sent.reply_to_message is not None
    assert sent.reply_to_message.text == "/frap"
    with pytest.raises(TelegramBadRequest, match="message to be replied not found"):
        await bot.send_message(group.id, "x", reply_parameters=ReplyParameters(message_id=99))


async def test_edits_replace_text_and_buttons(bot: Bot, group: Group, anya: Person) -> None:
    sent = await bot.send_message(group.id, "one", reply_markup=keyboard("A"))
    edited = await bot.edit_message_text("two", chat_id=group.id, message_id=sent.message_id)
    assert not isinstance(edited, bool)
    assert (edited.text, edited.reply_markup, edited.edit_date is not None) == ("two", None, True)
    assert [one.text for one in await anya.see(group)][-1] == "two"
    versions = [one["text"] for one in await anya.seen() if one["key"] == f"m{sent.message_id}"]
    assert versions == ["one", "two"]


async def test_an_edit_that_changes_nothing(bot: Bot, group: Group) -> None:
    sent = await bot.send_message(group.id, "one", reply_markup=keyboard("A"))
    with pytest.raises(TelegramBadRequest, match="message is not modified: specified new message content"):
        await bot.edit_message_text(
            "<b></b>one",
            parse_mode="HTML",
            chat_id=group.id,
            message_id=sent.message_id,
            reply_markup=keyboard("A"),
        )
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await bot.edit_message_reply_markup(
            chat_id=group.id, message_id=sent.message_id, reply_markup=keyboard("A")
        )


async def test_edits_of_what_is_not_there_or_not_ones_own(bot: Bot, group: Group, boris: Person) -> None:
    key = await boris.say(group, "hello")
    with pytest.raises(TelegramBadRequest, match="message can't be edited"):
        await bot.edit_message_text("x", chat_id=group.id, message_id=int(key[1:]))
    for gone in (0, 77):
        with pytest.raises(TelegramBadRequest, match="message to edit not found"):
            await bot.edit_message_text("x", chat_id=group.id, message_id=gone)


async def test_deleting(bot: Bot, people: People, group: Group, anya: Person, boris: Person) -> None:
    sent = await bot.send_message(group.id, "x")
    key = await boris.say(group, "hello")
    assert await bot.delete_message(group.id, sent.message_id)
    with pytest.raises(TelegramBadRequest, match="message to delete not found"):
        await bot.delete_message(group.id, sent.message_id)
    with pytest.raises(TelegramBadRequest, match="message can't be deleted"):
        await bot.delete_message(group.id, int(key[1:]))
    old = await bot.send_message(group.id, "old")
    await people.advance(49 * 3600)
    with pytest.raises(TelegramBadRequest, match="message can't be deleted"):
        await bot.delete_message(group.id, old.message_id)
    await group.set_bot("administrator")
    assert await bot.delete_messages(group.id, [old.message_id, int(key[1:]), 4000])
    assert not [one for one in await anya.see(group) if one.text]


async def test_pinning_needs_the_right(bot: Bot, group: Group, anya: Person) -> None:
    sent = await bot.send_message(group.id, "table")
    with pytest.raises(TelegramBadRequest, match="not enough rights to manage pinned messages in the chat"):
        await bot.pin_chat_message(group.id, sent.message_id)
    await group.set_bot("administrator")
    assert await bot.pin_chat_message(group.id, sent.message_id)
    assert (await anya.chat(group))["pinned"] == [f"m{sent.message_id}"]
    assert (await bot.get_chat(group.id)).pinned_message is not None
    assert await bot.unpin_chat_message(group.id)


async def test_photos_and_documents(bot: Bot, anya: Person) -> None:
    photo = await bot.send_photo(
        anya.id, BufferedInputFile(PNG, "table.png"), caption="<b>t</b>", parse_mode="HTML"
    )
    assert photo.photo is not None
    assert (photo.photo[0].width, photo.photo[0].height, photo.caption) == (64, 32, "t")
    again = await bot.send_photo(anya.id, photo.photo[0].file_id)
    edited = await bot.edit_message_media(
        InputMediaPhoto(media=BufferedInputFile(PNG + b"2", "b.png")),
        chat_id=anya.id,
        message_id=again.message_id,
    )
    assert not isinstance(edited, bool)
    record = await bot.send_document(anya.id, BufferedInputFile("запись".encode(), "deal.txt"))
    assert record.document is not None
    assert record.document.file_name == "deal.txt"
    stored = await bot.get_file(record.document.file_id)
    assert stored.file_path is not None
    downloaded = await bot.download_file(stored.file_path)
    assert downloaded is not None
    assert downloaded.read().decode() == "запись"
    with pytest.raises(TelegramBadRequest, match="IMAGE_PROCESS_FAILED"):
        await bot.send_photo(anya.id, BufferedInputFile(b"text", "a.png"))
    with pytest.raises(TelegramBadRequest, match="there is no text in the message to edit"):
        await bot.edit_message_text("x", chat_id=anya.id, message_id=photo.message_id)


async def test_a_migrated_group_tells_its_new_id(bot: Bot, people: People, anya: Person) -> None:
    group = await people.group("Old", anya, kind="group")
    old = group.id
    new = await group.migrate()
    with pytest.raises(TelegramMigrateToChat) as caught:
        await bot.send_message(old, "x")
    assert caught.value.migrate_to_chat_id == new
    await bot.send_message(new, "here")
    first, second = (await bot.get_updates())[-2:]
    assert first.message is not None
    assert second.message is not None
    assert first.message.migrate_to_chat_id == new
    assert second.message.migrate_from_chat_id == old


async def test_sends_at_the_same_time_get_different_ids(bot: Bot, group: Group) -> None:
    sent = await asyncio.gather(*(bot.send_message(group.id, str(number)) for number in range(20)))
    assert len({one.message_id for one in sent}) == 20
