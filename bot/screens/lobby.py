"""The group's message before the first deal, and after the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Text

from bot.screens.buttons import TableVerb, dead_button, table_button
from bot.screens.check import fingerprint_line
from bot.screens.money import figure, standing
from bot.screens.names import COMPUTER, names_at
from bot.screens.pots import Waiting, pot_line
from bot.screens.screen import countdown, fill, screen
from bot.screens.wording import DOT, game_name, seat_marks
from bot.tables.state import Book, Ending
from game.rules import FEWEST_SEATS, VARIANTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aiogram.types import InlineKeyboardButton

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.state import Pot, Table
    from bot.texts import Texts

LIMIT_ADVISED_FROM = 5
"""Players: from here on a pot without a limit can multiply for ever."""


def next_pot(table: Table) -> Pot:
    """Give the pot that the next deal is played for: people's, or the one of deals with computers."""
    book = next_book(table)
    pot = table.computer_pot if book is Book.COMPUTERS else table.people_pot
    return pot if int(pot.amount) or book in table.took else dict(table.waits).get(book, pot)


def next_book(table: Table) -> Book:
    return Book.COMPUTERS if any(seat.computer for seat in table.seats) else Book.PEOPLE


def waiting_line(table: Table, t: Texts, unit: Unit) -> list[Node]:
    """Tell of the pot that waits for this table's first deal, and since when."""
    book = next_book(table)
    pot = next_pot(table)
    if book in table.took or pot != dict(table.waits).get(book):
        return []
    return [pot_line(Waiting(table.game, int(pot.amount), pot.since), t, unit), ""]


def lobby_screen(table: Table, t: Texts, unit: Unit) -> Screen:
    names = names_at(table, t)
    most = VARIANTS[table.game].most_seats
    lines: list[Node] = [
        _headline(table, t, unit),
        t("At the table: {n} of {most}", n=len(table.seats), most=most),
        "",
    ]
    for number, seat in enumerate(table.seats, start=1):
        host = DOT + t("hosts the table") if seat.player == table.owner else ""
        lines.append(Text(f"{number}. {names[seat.player]}", seat_marks(seat, dealer=False), host))
    if table.seats:
        lines.append("")
    lines += waiting_line(table, t, unit)
    lines += _advice(table, t)
    lines.append(waits_for(table, t) or t("Ready to deal"))
    lines += fingerprint_line(table, t)
    return screen(lines, _keyboard(table, t))


def closed_screen(table: Table, t: Texts, unit: Unit) -> Screen:
    """Show what stays of a table: why it closed, and where its pot went."""
    match table.ending:
        case Ending.IDLE:
            why = t("The table closed by itself: nobody played.")
        case Ending.FORCED:
            why = t("The table was closed in the middle of a deal: that deal does not count.")
        case Ending.EMPTY:
            why = t("Everybody left, the table is closed.")
        case _:
            why = t("The table is closed.")
    lines: list[Node] = [Bold(game_name(table.game, t)), why]
    divide: list[InlineKeyboardButton] = []
    for book, pot in table.waits:
        if int(pot.amount):
            kept = (
                t("The pot stays for the next table: {money}.")
                if book is Book.PEOPLE
                else t("The pot of deals with computers stays too: {money}.")
            )
            lines.append(fill(kept, money=standing(int(pot.amount), t, unit)))
            label = t("Divide {money}", money=figure(int(pot.amount), t))
            if book is Book.COMPUTERS:
                label += f" {COMPUTER}"
            divide.append(table_button(table, label, TableVerb.DIVIDE, book.value))
    lines.append(t("New table: /frap or /khrap"))
    score = table_button(table, t("Score"), TableVerb.SCORE)
    return screen(lines, [[score], divide])


def _headline(table: Table, t: Texts, unit: Unit) -> Text:
    parts: list[Node] = [Bold(game_name(table.game, t)), DOT]
    parts.append(t("ante {money}", money=standing(table.rules.ante, t, unit)))
    waiting = int(next_pot(table).amount)
    if waiting:
        parts.append(DOT + t("pot {money}", money=figure(waiting, t)))
    return Text(*parts)


def _advice(table: Table, t: Texts) -> list[Node]:
    if len(table.seats) < LIMIT_ADVISED_FROM or table.rules.penalty_limit is not None:
        return []
    return [
        t("With so many players the pot can grow without end: set a penalty limit in the table rules."),
        "",
    ]


def waits_for(table: Table, t: Texts) -> Node | None:
    """Tell between deals what has to happen before the next one; none: it can begin."""
    if table.closes_at is not None:
        return fill(t("The table closes {clock} unless somebody plays"), clock=countdown(table.closes_at, t))
    if not enough_players(table):
        return t("Waiting for players: press “Sit down”")
    return None


def _keyboard(table: Table, t: Texts) -> Sequence[Sequence[InlineKeyboardButton]]:
    return [
        *seats_rows(table, t),
        [
            table_button(table, t("Table rules"), TableVerb.RULES),
            table_button(table, t("Score"), TableVerb.SCORE),
        ],
        [deal_button(table, t, ButtonStyle.SUCCESS)],
    ]


def enough_players(table: Table) -> bool:
    return len(table.seats) >= FEWEST_SEATS


def deal_button(table: Table, t: Texts, style: ButtonStyle) -> InlineKeyboardButton:
    """Make the button that begins a deal, a dead one while players are missing."""
    deal = t("Deal")
    return (
        table_button(table, deal, TableVerb.DEAL, style=style) if enough_players(table) else dead_button(deal)
    )


def seats_rows(table: Table, t: Texts) -> list[list[InlineKeyboardButton]]:
    """Make buttons for who comes and goes between deals; where players are missing, sitting down is wanted most."""
    room = len(table.seats) < VARIANTS[table.game].most_seats
    computer = any(seat.computer for seat in table.seats)
    seats, computers = [], []
    if room:
        style = None if enough_players(table) else ButtonStyle.PRIMARY
        seats.append(table_button(table, t("Sit down"), TableVerb.SIT, style=style))
    seats.append(table_button(table, t("Stand up"), TableVerb.STAND))
    if room and table.rules.computers:
        computers.append(table_button(table, t("+ Computer"), TableVerb.COMPUTER))
    if computer:
        computers.append(table_button(table, t("− Computer"), TableVerb.REMOVE))
    return [seats, computers]
