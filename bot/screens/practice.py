"""A person's own table against computers, in the private chat: the table's message with what one alone needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Text

from bot.screens.buttons import HandVerb, TableVerb, hand_button, menu_button, table_button
from bot.screens.check import fingerprint_line
from bot.screens.lobby import deal_button, next_pot
from bot.screens.money import standing
from bot.screens.names import names_at
from bot.screens.screen import screen
from bot.screens.table import table_screen
from bot.screens.wording import DOT, game_name, seat_marks
from bot.tables.state import Phase
from game.rules import FEWEST_SEATS, VARIANTS

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton, InlineKeyboardMarkup

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.view import View

MENU: Final = "play"
"""Pages: the game to be played."""
COMPUTERS: Final = 3
"""At a new practice table."""

Rows = list[list["InlineKeyboardButton"]]


def practice_screen(table: Table, view: View | None, t: Texts, unit: Unit) -> Screen:
    """``view`` is a bystander's, as for the table of a group."""
    if table.phase is Phase.CLOSED:
        again = menu_button(t("Play again"), MENU, table.game, style=ButtonStyle.PRIMARY)
        return screen([Bold(t("Practice")), t("The practice table is closed. Again: /play")], [[again]])
    if table.phase is Phase.LOBBY:
        return screen(_lobby(table, t, unit), _between_deals(table, t))
    return replace(table_screen(table, view, t, unit), keyboard=_keyboard(table, view, t))


def _lobby(table: Table, t: Texts, unit: Unit) -> list[Node]:
    names = names_at(table, t)
    head: list[Node] = [Bold(game_name(table.game, t)), DOT, t("practice"), DOT]
    head.append(t("ante {money}", money=standing(table.rules.ante, t, unit)))
    pot = int(next_pot(table).amount)
    if pot:
        head += [DOT, t("pot {money}", money=standing(pot, t, unit))]
    lines: list[Node] = [Text(*head), ""]
    lines += [
        Text(f"{number}. {names[seat.player]}", seat_marks(seat, dealer=False))
        for number, seat in enumerate(table.seats, start=1)
    ]
    lines += ["", t("You against computers, as long as you like. Nothing of this counts anywhere else.")]
    lines.append(t("Never played? /learn shows two deals step by step."))
    return [*lines, *fingerprint_line(table, t)]


def _keyboard(table: Table, view: View | None, t: Texts) -> InlineKeyboardMarkup | None:
    if table.phase is Phase.PAYOUT:
        return screen([" "], _between_deals(table, t)).keyboard
    rows: Rows = []
    if view is not None and view.taken:
        rows.append([table_button(table, t("Last trick"), TableVerb.TRICK)])
    seat = next((seat for seat in table.seats if not seat.computer), None)
    if seat is not None and seat.away:
        rows.append([table_button(table, t("I am back"), TableVerb.BACK)])
    return screen([" "], rows).keyboard


def _between_deals(table: Table, t: Texts) -> Rows:
    rows: Rows = [[deal_button(table, t, ButtonStyle.SUCCESS)]]
    if table.phase is Phase.PAYOUT:
        rows.append(
            [
                table_button(table, t("Course of the deal"), TableVerb.REPLAY),
                table_button(table, t("Check the shuffle"), TableVerb.CHECK),
            ]
        )
    rows.append([hand_button(table, 0, t("Cut the pack"), HandVerb.PACK)])
    computers: list[InlineKeyboardButton] = []
    if len(table.seats) < VARIANTS[table.game].most_seats:
        computers.append(table_button(table, t("+ Computer"), TableVerb.COMPUTER))
    if len(table.seats) > FEWEST_SEATS:
        computers.append(table_button(table, t("− Computer"), TableVerb.REMOVE))
    rows.append(computers)
    others = [game for game in VARIANTS if game != table.game]
    rows.append(
        [
            *(menu_button(t("Play {game}", game=game_name(game, t)), MENU, game) for game in others),
            table_button(table, t("Table rules"), TableVerb.RULES),
        ]
    )
    return rows
