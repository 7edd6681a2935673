"""The group's message of a table: one for all its life, in the same order in every phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Text

from bot.screens.buttons import TableVerb, table_button
from bot.screens.cards import face, faces
from bot.screens.check import seal
from bot.screens.headline import headline, trump_line, trump_suit
from bot.screens.lobby import closed_screen, lobby_screen
from bot.screens.names import CROWD, names_at
from bot.screens.notices import unreachable_notice
from bot.screens.payout import payout_screen
from bot.screens.people import listed, people
from bot.screens.screen import countdown, fill, screen
from bot.screens.tricks import taken_line, trick_line
from bot.screens.wording import DOT, cut_title
from bot.tables.state import Phase
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aiogram.types import InlineKeyboardButton

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.view import View


MOST_NAMED: Final = 3
"""Of more who are asked at once only the number is told; their marks stand above."""


def table_screen(table: Table, view: View | None, t: Texts, unit: Unit) -> Screen:
    """``view`` is a bystander's of the deal running or last; without one a table shows its lobby."""
    if table.phase is Phase.CLOSED:
        return closed_screen(table, t, unit)
    if view is None or table.phase is Phase.LOBBY:
        return lobby_screen(table, t, unit)
    if view.result is not None:
        return payout_screen(table, view, view.result, t, unit)
    return _deal_screen(table, view, t, unit)


def _deal_screen(table: Table, view: View, t: Texts, unit: Unit) -> Screen:
    names = names_at(table, t)
    gap: list[Node] = [""] if len(view.seats) < CROWD else []
    lines: list[Node] = [headline(table, view.pot, t, unit), _second_line(view, t), ""]
    lines += people(table, view, names, t)
    lines.append("")
    lines += _on_the_table(table, view, names, t)
    lines += gap
    lines += _coming_and_going(table, view, names, t)
    lines += [unreachable_notice(names[seat.player], t) for seat in table.seats if seat.unreachable]
    lines.append(_next_step(table, view, names, t))
    return screen(lines, _keyboard(table, view, t))


def _second_line(view: View, t: Texts) -> Text:
    if view.stage is Stage.PLAY:
        number = t("trick {n} of {all}", n=len(view.taken) + 1, all=view.variant.hand_size)
        return Text(trump_suit(view, t), DOT, number)
    if view.stage is Stage.BIDDING:
        return Text(trump_line(view, t), DOT, t("round {n} of {all}", n=view.round, all=view.variant.rounds))
    return trump_line(view, t)


def _on_the_table(table: Table, view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    if view.stage is Stage.PLAY:
        trick: list[Node] = [trick_line(view, names, t)]
        return [*trick, taken_line(view, names, t)] if view.taken else trick
    stock = t.n("{n} card in the stock", "{n} cards in the stock", view.stock)
    lines: list[Node] = [Text(stock, DOT, seal(table))]
    if view.dead_indicators:
        lines.append(t("Passed out before: {cards}", cards=faces(view.dead_indicators)))
    return lines


def _coming_and_going(table: Table, view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    dealt = {seat.player for seat in view.seats}
    coming = [f"+ {names[seat.player]}" for seat in table.seats if seat.player not in dealt]
    going = [f"− {names[seat.player]}" for seat in table.seats if seat.leaving]
    if not coming and not going:
        return []
    return [t("After this deal: {changes}", changes=", ".join(coming + going))]


def _next_step(table: Table, view: View, names: Mapping[str, str], t: Texts) -> Node:
    asked = listed((view.seats[seat].player for seat in view.to_act), names)
    match view.stage:
        case Stage.BIDDING:
            line = fill(t("To speak: {names}"), names=asked)
        case Stage.WHISTING:
            line = fill(t("Whist or pass: {names}"), names=asked)
        case Stage.BLIND_DISCARD | Stage.CUT_DISCARD:
            line = fill(t("To discard one: {names}"), names=asked)
        case Stage.EXCHANGE:
            line = fill(t("To exchange: {names}"), names=asked)
        case Stage.CUTTING:
            line = _cutting(view, asked, t)
        case Stage.CUT_DRAW:
            line = fill(t("To take {card} or not: {names}"), card=face(view.indicator), names=asked)
        case _:
            line = fill(t("To play: {names}"), names=asked)
    return Text(line, " ⏳ ", countdown(table.deadline, t)) if table.deadline is not None else line


def _cutting(view: View, asked: Text, t: Texts) -> Text:
    title = cut_title(view.variant, t)
    number = len(view.to_act)
    if view.cuts_left < number:
        places = t.n("{n} place", "{n} places", view.cuts_left)
        title = f"{title} ({places})"
    if number > MOST_NAMED:
        return Text(f"{title}: ", t.n("{n} player to decide", "{n} players to decide", number))
    return Text(f"{title}: ", asked)


def _keyboard(table: Table, view: View, t: Texts) -> list[list[InlineKeyboardButton]]:
    cards = [table_button(table, t("My cards"), TableVerb.HAND, style=ButtonStyle.PRIMARY)]
    if view.taken:
        cards.append(table_button(table, t("Last trick"), TableVerb.TRICK))
    away = (
        [table_button(table, t("I am back"), TableVerb.BACK)]
        if any(seat.away for seat in table.seats)
        else []
    )
    return [
        cards,
        away,
        [
            table_button(table, t("Sit down"), TableVerb.SIT),
            table_button(table, t("Stand up"), TableVerb.STAND),
            table_button(table, t("Shuffle"), TableVerb.CHECK),
        ],
    ]
