"""Players in seat order, one line each, while a deal runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.utils.formatting import Bold, Text

from bot.screens.names import CROWD
from bot.screens.screen import joined
from bot.screens.wording import (
    CALLER,
    DOT,
    DUTY_MET,
    EXCHANGED,
    TO_ACT,
    call_word,
    cut_word,
    seat_marks,
)
from game.actions import Pass
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.screens.screen import Node
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.view import SeatView, View


def people(table: Table, view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    lines: list[Node] = []
    for number, seat in enumerate(view.seats):
        acts = number in view.to_act
        sign = TO_ACT if acts else CALLER if seat.caller else ""
        name = names[seat.player]
        marks = seat_marks(table.seat(seat.player), dealer=number == view.dealer)
        if acts and seat.caller:
            marks = f" {CALLER}{marks}"
        parts: list[Node] = [f"{sign} " if sign else "", Bold(name) if acts else name, marks]
        standing = status(view, seat, t)
        if standing:
            parts.append(f" — {standing}")
        lines.append(Text(*(part for part in parts if part != "")))
    return lines


def status(view: View, seat: SeatView, t: Texts) -> str:
    """Tell what this seat has said and what it owes."""
    said = _said(view, seat, t)
    if view.stage in {Stage.BIDDING, Stage.WHISTING} or seat.folded:
        return said
    if view.stage is not Stage.PLAY:
        exchanged = "" if seat.exchanged is None else t("exchanged {n}", n=seat.exchanged)
        return DOT.join(part for part in (said, exchanged) if part)
    exchanged = "" if seat.exchanged is None else f"{EXCHANGED}{seat.exchanged}"
    met = f" {DUTY_MET}" if seat.tricks >= seat.duty else ""
    count = t("{tricks} of {duty}", tricks=seat.tricks, duty=seat.duty) + met
    if len(view.seats) < CROWD:
        count = t("took {count}", count=count)
    return DOT.join(part for part in (said, count, exchanged) if part)


def _said(view: View, seat: SeatView, t: Texts) -> str:
    if seat.caller:
        return _call(view, seat, t)
    if seat.whister:
        return t("whist")
    if seat.cutter is not None:
        several = sum(other.cutter is not None for other in view.seats) > 1
        return cut_word(view.variant, t) + (f" {seat.cutter + 1}" if several else "")
    if seat.folded or isinstance(seat.said, Pass):
        return t("pass")
    return ""


def _call(view: View, seat: SeatView, t: Texts) -> str:
    """Say the call; shorter while cards are played, when the line has more to hold."""
    if seat.blind and view.stage is Stage.PLAY:
        return t("blind")
    return call_word(view.variant, t, blind=seat.blind)


def listed(players: Iterable[str], names: Mapping[str, str]) -> Text:
    """Put names in a row, in bold."""
    return joined((Bold(names[player]) for player in players), ", ")
