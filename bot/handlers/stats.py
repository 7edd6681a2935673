"""One person's figures: in a group those of this group, in private one's own over all groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram import F, Router
from aiogram.filters import Command

from bot.handlers.asked import language_there, own_groups, pressed_in
from bot.handlers.figures import own_figures, shared_unit, shares, trend_of, unit_in
from bot.handlers.room import GROUP_ANONYMOUS_BOT, GROUPS, Declined, Room, readable
from bot.handlers.score import send_picture
from bot.scores.tally import joined
from bot.screens.score_buttons import ScorePress, ScoreVerb
from bot.screens.screen import screen
from bot.screens.stats import own_stats_screen, stats_screen
from bot.tables.state import Book

if TYPE_CHECKING:
    from aiogram.types import CallbackQuery, Message, User

router = Router(name="stats")


@router.message(Command("stats", ignore_case=True), F.from_user.as_("user"))
async def show_stats(message: Message, user: User, room: Room) -> None:
    """Of whoever asks, or of whom the message answers."""
    texts = await language_there(message, user, room)
    if message.chat.type not in GROUPS:
        groups = await own_groups(user, room)
        figures = await own_figures(room.store, list(groups), str(user.id))
        listed = [(group, groups[group], tally) for group, tally in figures.items()]
        await room.say(
            message,
            own_stats_screen(
                listed, joined(figures.values()), texts, await shared_unit(room.store, list(figures))
            ),
        )
        return
    answered = message.reply_to_message
    about = answered.from_user if answered is not None and not answered.forum_topic_created else None
    who = about if about is not None and not about.is_bot else user
    if who.id == GROUP_ANONYMOUS_BOT:
        raise Declined("anonymous")
    group = (await room.home(message)).group
    book = await room.store.scores.read(group, Book.PEOPLE)
    await room.say(
        message,
        stats_screen(
            group,
            str(who.id),
            who.full_name,
            shares(book, str(who.id)),
            texts,
            await unit_in(room.store, group),
        ),
    )


@router.callback_query(ScorePress.filter(F.verb == ScoreVerb.TREND))
async def trend_pressed(press: CallbackQuery, callback_data: ScorePress, room: Room) -> None:
    """In a group of the player the button names; without a group one's own, over all groups, in private alone."""
    user = press.from_user
    if callback_data.group:
        message = await pressed_in(press, callback_data, room)
        groups, player = [callback_data.group], callback_data.arg
        name = (await room.store.scores.read(callback_data.group, Book.PEOPLE)).names.get(player, "")
    else:
        message = readable(press)
        if message.chat.type in GROUPS:
            raise Declined("private only")
        groups, player, name = list(await own_groups(user, room)), str(user.id), user.full_name
    texts = await language_there(message, user, room)
    plot = await trend_of(room.store, groups, player, name, texts)
    if plot is None:
        raise Declined("nothing played")
    await room.answer(press)
    await send_picture(message, plot, screen([plot.subtitle]), f"trend:{player}", room)
