"""Tricks on screens, the card that holds one in bold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.utils.formatting import Bold, Text

from bot.screens.cards import face, faces
from bot.screens.names import names_at
from bot.screens.screen import fill, joined, rendered, toast
from bot.screens.wording import DOT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.screens.screen import Node
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.view import SeatView, Trick, View


def cards_of(trick: Trick, view: View, names: Mapping[str, str]) -> Text:
    """Tell who played what, in the order played."""
    parts: list[Node] = []
    for seat, card in trick.plays:
        text = f"{names[view.seats[seat].player]} {face(card)}"
        parts.append(Bold(text) if seat == trick.winner else text)
    return joined(parts, DOT)


def trick_line(view: View, names: Mapping[str, str], t: Texts) -> Node:
    if view.trick is None or not view.trick.plays:
        return t("No card on the table yet")
    return fill(t("On the table: {cards}"), cards=cards_of(view.trick, view, names))


def taken_line(view: View, names: Mapping[str, str], t: Texts) -> str:
    """Tell the last trick taken, short."""
    trick = view.taken[-1]
    cards = faces(card for _, card in trick.plays)
    return t("Last trick: {name} ({cards})", name=_taker(trick, view, names), cards=cards)


def last_trick(table: Table, view: View, t: Texts) -> str:
    """Tell the last trick taken, for an alert; say so where there is none."""
    if not view.taken:
        return t("No trick has been taken yet.")
    names = names_at(table, t)
    trick = view.taken[-1]
    cards, _ = rendered(cards_of(trick, view, names))
    number = len(view.taken)
    taker = _taker(trick, view, names)
    whole = t("Trick {n}: {cards} → {name}", n=number, cards=cards, name=taker)
    if toast(whole) == whole:
        return whole
    return toast(
        t(
            "Trick {n}: {cards} → {name}",
            n=number,
            cards=faces(c for _, c in trick.plays),
            name=taker,
        )
    )


def duty_line(me: SeatView, t: Texts) -> str:
    """Count what a seat has taken and what it owes."""
    if me.tricks >= me.duty:
        return t("Tricks: {tricks}, needed: {duty} ✓", tricks=me.tricks, duty=me.duty)
    return t("Tricks: {tricks}, needed: {duty}", tricks=me.tricks, duty=me.duty)


def _taker(trick: Trick, view: View, names: Mapping[str, str]) -> str:
    return "" if trick.winner is None else names[view.seats[trick.winner].player]
