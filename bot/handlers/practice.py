"""A table of one's own in the private chat, against computers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.enums import ChatType
from aiogram.filters import Command, CommandObject

from bot.handlers.room import Declined, Room, person, readable
from bot.presenter.hands import hand_name
from bot.presenter.presenter import Wish
from bot.presenter.wanted import TABLE
from bot.screens.buttons import MenuPress
from bot.screens.practice import COMPUTERS, MENU
from bot.tables.commands import Close, Open, StartDeal
from bot.tables.decision import Reason, Refusal, Said
from bot.tables.state import Phase, TableKey, TableRules
from game.rules import FRAP, VARIANTS

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, Update, User

router = Router(name="practice")
router.message.filter(F.chat.type == ChatType.PRIVATE, F.from_user.as_("user"))


@router.message(Command("play", ignore_case=True))
async def play(_: Message, command: CommandObject, user: User, event_update: Update, room: Room) -> None:
    await _open(user, (command.args or FRAP.name).strip().lower(), event_update.update_id, room)


@router.callback_query(MenuPress.filter(F.menu == MENU))
async def play_pressed(
    press: CallbackQuery, callback_data: MenuPress, event_update: Update, room: Room
) -> None:
    if readable(press).chat.type != ChatType.PRIVATE:
        raise Declined("private only")
    await _open(press.from_user, callback_data.page, event_update.update_id, room)
    await room.answer(press)


async def _open(user: User, game: str, update_id: int, room: Room) -> None:
    """Open the table, or show the one that is there; another game takes the place of one that is not being played."""
    if game not in VARIANTS:
        raise Refusal(Reason.UNKNOWN_GAME)
    key = TableKey(user.id, 0)
    texts = await room.texts_for(user)
    await room.store.people.started(user.id)
    table = await room.tables.look(key)
    if table is not None and table.phase in (Phase.LOBBY, Phase.PAYOUT) and table.game != game:
        await room.tables.run(key, Close(person(user)))
    wanted = Open(
        by=await room.sitter(user),
        game=game,
        language=texts.language,
        rules=(await room.store.groups.get(key.group)).rules.get(game, TableRules(clock=None)),
        seated=True,
        computers=COMPUTERS,
    )
    reply = await room.tables.run(key, wanted, update_id)
    await room.store.people.sat(user.id, key)
    await room.store.groups.opened(key.group, key.thread)
    if reply.said is Said.SHOWN:
        _bring_down(key, user, room)
        if reply.table is not None and reply.table.game != game:
            raise Declined("practice running")


def _bring_down(key: TableKey, user: User, room: Room) -> None:
    room.attention.nudge(key, Wish(anew=frozenset({TABLE, hand_name(str(user.id))})))


@router.message(Command("table", "deal", "close", "setup", ignore_case=True))
async def typed(_: Message, command: CommandObject, user: User, event_update: Update, room: Room) -> None:
    """The words for a table's buttons, meant for the practice table; there is none: they belong to groups."""
    key = TableKey(user.id, 0)
    table = await room.tables.look(key)
    if table is None or table.phase is Phase.CLOSED:
        raise Declined("group only")
    match command.command.lower():
        case "table":
            _bring_down(key, user, room)
        case "deal":
            await room.tables.run(key, StartDeal(person(user)), event_update.update_id)
        case "close":
            await room.tables.run(key, Close(person(user), force=True), event_update.update_id)
        case _ if table.phase is Phase.DEAL:
            raise Refusal(Reason.DEAL_RUNNING)
        case _:
            room.attention.nudge(key, Wish(menu="", turn_page=True))
