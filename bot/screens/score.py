"""Who has won and lost how much in a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.utils.formatting import Bold, Code, Text

from bot.screens.buttons import menu_button
from bot.screens.money import moved, standing
from bot.screens.names import COMPUTER, called, is_computer
from bot.screens.payout import column
from bot.screens.screen import screen
from bot.screens.wording import DOT
from bot.tables.state import Book

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

MENU = "score"
MOST_LINES = 40
_POTS = ("pot:", "table:")


def score_screen(
    balances: Mapping[str, int], names: Mapping[str, str], book: Book, t: Texts, unit: Unit
) -> Screen:
    """Show the balances of one book by account, the best first; ``names`` are by account too, as last seen."""
    people = {account: money for account, money in balances.items() if not account.startswith(_POTS)}
    pots = sum(money for account, money in balances.items() if account.startswith(_POTS))
    called_ = called([(account, names.get(account, "")) for account in people], t)
    order = sorted(people, key=lambda account: (-people[account], called_[account].casefold()))
    shown = order[:MOST_LINES]
    title = t("Deals among people") if book is Book.PEOPLE else t("Deals with computers")
    lines: list[Node] = [Text(Bold(t("Score")), DOT, title), ""]
    figures = column(moved(people[account], t) for account in shown)
    for money, account in zip(figures, shown, strict=True):
        mark = f" {COMPUTER}" if is_computer(account) else ""
        lines.append(Text(Code(money), f" {called_[account]}{mark}"))
    if len(order) > len(shown):
        rest = len(order) - len(shown)
        lines.append(t.n("and {n} more", "and {n} more", rest))
    if not order:
        lines.append(t("Nobody has played yet."))
    if pots:
        lines += ["", t("In the pot: {money}", money=standing(pots, t, unit))]
    other = Book.COMPUTERS if book is Book.PEOPLE else Book.PEOPLE
    label = t("Deals with computers") if other is Book.COMPUTERS else t("Deals among people")
    return screen(lines, [[menu_button(label, MENU, other.value)]])
