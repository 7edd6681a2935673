"""Commands in a group that open a table, show it, or close it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.filters import Command, CommandObject

from bot.handlers.notify import tell_of_table
from bot.handlers.room import (
    GROUP_ANONYMOUS_BOT,
    GROUPS,
    Room,
    check_not_as_channel,
    check_oneself,
    person,
)
from bot.presenter.presenter import Wish
from bot.presenter.wanted import TABLE
from bot.screens.notices import reply_text
from bot.screens.rules_menu import CLOSE
from bot.screens.screen import screen
from bot.tables.commands import Close, CutPack, Divide, Open
from bot.tables.decision import Reason, Refusal, Said
from bot.tables.state import Book, Phase, TableRules
from bot.texts import pick_language
from game.rules import FRAP, VARIANTS

if TYPE_CHECKING:
    from aiogram.types import ForumTopicCreated, Message, Update, User

router = Router(name="opening")
router.message.filter(F.chat.type.in_(GROUPS), F.from_user.as_("user"))

ANEW = Wish(anew=frozenset({TABLE}))


@router.message(Command(*VARIANTS, ignore_case=True))
async def open_table(
    message: Message, command: CommandObject, user: User, event_update: Update, room: Room
) -> None:
    check_not_as_channel(message)
    key = await room.home(message)
    group = await room.store.groups.get(key.group)
    await room.store.groups.seen(key.group, message.chat.title or "", forum=bool(message.chat.is_forum))
    await room.store.groups.opened(key.group, key.thread)
    if (began := topic_began(message)) is not None:
        await room.store.groups.name_topic(key.group, key.thread, began.name)
    seated = user.id != GROUP_ANONYMOUS_BOT and (await room.store.people.get(user.id)).started
    game = command.command.lower()
    wanted = Open(
        by=await room.sitter(user),
        game=game,
        language=group.language or pick_language(user.language_code or room.default_language),
        rules=group.rules.get(game, TableRules()),
        seated=seated,
    )
    reply = await room.tables.run(key, wanted, event_update.update_id)
    if seated:
        await room.store.people.sat(user.id, key)
    if reply.said is Said.OPENED and reply.table is not None:
        await tell_of_table(reply.table, room)
    if reply.said is Said.SHOWN:
        await room.try_again(key)
        room.attention.nudge(key, ANEW)


def topic_began(message: Message) -> ForumTopicCreated | None:
    """How the topic began: what is written in a topic and answers nothing answers that."""
    return None if message.reply_to_message is None else message.reply_to_message.forum_topic_created


@router.message(Command("table", ignore_case=True))
async def show_table(message: Message, room: Room) -> None:
    """Bring the table's message to the bottom of the chat; the older one loses its buttons."""
    key = await room.home(message)
    if await room.tables.look(key) is None:
        raise Refusal(Reason.NO_TABLE)
    await room.try_again(key)
    room.attention.nudge(key, ANEW)


@router.message(Command("close", ignore_case=True))
async def close_table(message: Message, user: User, event_update: Update, room: Room) -> None:
    """Close between deals; in a deal, put the question that says what becomes of it."""
    key = await room.home(message)
    admin = await room.is_admin(message.chat.id, user)
    try:
        await room.tables.run(key, Close(person(user), admin=admin), event_update.update_id)
    except Refusal as refused:
        if refused.reason is not Reason.DEAL_RUNNING:
            raise
        room.attention.nudge(key, Wish(menu=CLOSE, turn_page=True))


@router.message(Command("setup", ignore_case=True))
async def table_rules(message: Message, room: Room) -> None:
    key = await room.home(message)
    table = await room.tables.look(key)
    if table is None or table.phase is Phase.CLOSED:
        raise Refusal(Reason.NO_TABLE)
    if table.phase is Phase.DEAL:
        raise Refusal(Reason.DEAL_RUNNING)
    room.attention.nudge(key, Wish(menu="", turn_page=True))


@router.message(Command("cut", ignore_case=True))
async def cut_pack(
    message: Message, command: CommandObject, user: User, event_update: Update, room: Room
) -> None:
    check_oneself(message, user)
    key = await room.home(message)
    reply = await room.tables.run(key, CutPack(person(user), command.args or ""), event_update.update_id)
    await room.say(message, screen([reply_text(reply, await room.texts_for(user))]))


@router.message(Command("divide", ignore_case=True))
async def divide_pot(
    message: Message, command: CommandObject, user: User, event_update: Update, room: Room
) -> None:
    """Divide what waits among people for the game named, or for the one game that waits."""
    key = await room.home(message)
    named = (command.args or "").strip().lower()
    if named not in VARIANTS:
        waiting = (await room.store.tables.load(key)).pots
        named = next((game for book, game in waiting if book is Book.PEOPLE), FRAP.name)
    admin = await room.is_admin(message.chat.id, user)
    wanted = Divide(person(user), named, Book.PEOPLE, admin=admin)
    reply = await room.tables.run(key, wanted, event_update.update_id)
    if reply.said is Said.DIVIDED:
        await room.say(message, screen([reply_text(reply, await room.texts_for(user))]))
