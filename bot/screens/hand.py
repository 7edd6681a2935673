"""A player's own message: their cards, and what they may do now.

It is made from that player's view alone. While they are not asked it says nothing of the others' moves, so that it stays
as it is until their turn comes or their own cards change.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Text

from bot.screens.buttons import HandVerb, hand_button, link_button
from bot.screens.cards import by_suit
from bot.screens.headline import headline, trump_card
from bot.screens.money import Unit, moved
from bot.screens.names import names_at, short
from bot.screens.question import question
from bot.screens.screen import LONGEST_HAND, countdown, fill, screen
from bot.screens.tricks import duty_line
from bot.screens.wording import DOT
from bot.tables.state import Phase, Seat, Table
from bot.texts import Texts
from game.actions import LOOK, Pass
from game.view import Stage, View

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton

    from bot.screens.screen import Node, Screen
    from game.cards import Card
    from game.rules import Rules, Variant
    from game.view import SeatView

WIDEST_TITLE: Final = 24
MAY_STILL_CUT_IN: Final = (Stage.WHISTING, Stage.BLIND_DISCARD, Stage.EXCHANGE)
REMEMBERED: Final = 1024
"""Hands of people who wait, as they were drawn: most stay the same while others move."""


def hand_screen(
    table: Table, view: View, t: Texts, unit: Unit, *, title: str, link: str | None = None
) -> Screen:
    """``view`` is the player's own; ``title`` names the group; ``link`` leads to the table's message there."""
    if view.result is not None or view.seat in view.to_act:
        return _drawn(table, view, t, unit, title, link)
    me = _own(view)
    seat = table.seat(me.player)
    known = _Known(
        table.group,
        table.thread,
        table.number,
        table.game,
        table.language,
        table.phase,
        table.deal_number,
        table.paused,
        None if seat is None else seat.away,
        view.variant,
        view.rules,
        me,
        view.stage,
        view.pot,
        view.trump,
        view.indicator,
        view.hand,
        LOOK in view.legal,
    )
    return _waiting_screen(known, t.language, unit, title, link)


class _Known(NamedTuple):
    """All that the hand of a player who waits shows of the table and of the deal."""

    group: int
    thread: int
    number: int
    game: str
    language: str
    phase: Phase
    deal_number: int
    paused: bool
    away: bool | None
    """None for a player who has left the table."""
    variant: Variant
    rules: Rules
    me: SeatView
    stage: Stage
    pot: int
    trump: int
    indicator: Card
    hand: tuple[Card, ...] | None
    may_look: bool


@lru_cache(REMEMBERED)
def _waiting_screen(known: _Known, language: str, unit: Unit, title: str, link: str | None) -> Screen:
    """Drawn from these alone, so the same again gives the same screen."""
    return _drawn(_table_of(known), _view_of(known), Texts(language), unit, title, link)


def _table_of(known: _Known) -> Table:
    return Table(
        group=known.group,
        thread=known.thread,
        number=known.number,
        game=known.game,
        owner="",
        language=known.language,
        phase=known.phase,
        opened=0,
        touched=0,
        seats=() if known.away is None else (Seat(known.me.player, "", away=known.away),),
        deal_number=known.deal_number,
        paused=known.paused,
    )


def _view_of(known: _Known) -> View:
    return View(
        variant=known.variant,
        rules=known.rules,
        seat=0,
        dealer=0,
        seats=(known.me,),
        stage=known.stage,
        round=0,
        turn=0,
        carried=0,
        pot=known.pot,
        trump=known.trump,
        indicator=known.indicator,
        indicator_taken=False,
        dead_indicators=(),
        stock=0,
        discards=0,
        reshuffles=0,
        to_act=(),
        caller=None,
        trick=None,
        taken=(),
        cuts_left=0,
        hand=known.hand,
        discarded=(),
        legal=(LOOK,) if known.may_look else (),
        result=None,
    )


def _drawn(table: Table, view: View, t: Texts, unit: Unit, title: str, link: str | None) -> Screen:
    me = _own(view)
    names = names_at(table, t)
    group = short(title, WIDEST_TITLE) or t("group")
    lines: list[Node] = [
        headline(table, view.pot, t, unit),
        Text(trump_card(view, t), DOT, t("“{group}”", group=group)),
        "",
    ]
    rows: list[list[InlineKeyboardButton]] = []
    if view.result is not None:
        lines += _ended(view, t)
    else:
        if table.paused:
            lines += [t("⏸ The table waits: I cannot write in the group now."), ""]
        lines += _cards(view, t)
        asked = question(table, view, names, t)
        rows += asked.rows
        lines += asked.lines or _waiting(view, me, t)
        if view.seat in view.to_act and table.deadline is not None:
            lines.append(Text("⏳ ", countdown(table.deadline, t)))
    rows += _rest(table, view, me, t, link)
    return screen(lines, rows, longest=LONGEST_HAND)


def _own(view: View) -> SeatView:
    if view.seat is None:
        raise ValueError("a bystander has no hand")
    return view.seats[view.seat]


def _cards(view: View, t: Texts) -> list[Node]:
    if view.hand is None:
        return [t("Your cards lie face down."), ""]
    if not view.hand:
        return []
    return [Bold(by_suit(view.hand, view.trump)), ""]


def _waiting(view: View, me: SeatView, t: Texts) -> list[Node]:
    """Tell where the player stands while others are to act."""
    if me.folded and view.stage in MAY_STILL_CUT_IN:
        return [t("You have passed. If there are cards enough, you can still cut in after the exchange.")]
    if me.folded:
        return [t("You have passed: this deal goes on without you.")]
    if view.stage is Stage.PLAY:
        return [duty_line(me, t)]
    if me.caller or me.whister or me.cutter is not None:
        return [t.n("You are in: {n} trick to take.", "You are in: {n} tricks to take.", me.duty)]
    if isinstance(me.said, Pass):
        return [t("You have passed. Waiting for the others.")]
    return [t("It is not your turn yet.")]


def _ended(view: View, t: Texts) -> list[Node]:
    if view.result is None or view.seat is None:
        return []
    net = Bold(moved(view.result.net[view.seat], t))
    return [fill(t("The deal is over. You: {money}"), money=net)]


def _rest(
    table: Table, view: View, me: SeatView, t: Texts, link: str | None
) -> list[list[InlineKeyboardButton]]:
    rows: list[list[InlineKeyboardButton]] = []
    seat = table.seat(me.player)
    if seat is not None and seat.away and view.result is None:
        back = hand_button(table, view.turn, t("I am back"), HandVerb.BACK, style=ButtonStyle.SUCCESS)
        rows.append([back])
    last: list[InlineKeyboardButton] = []
    if view.result is not None and table.phase is Phase.PAYOUT and seat is not None:
        rows.append([hand_button(table, 0, t("Cut the pack"), HandVerb.PACK)])
    if view.result is None:
        last.append(hand_button(table, 0, t("What now?"), HandVerb.NOW))
    if link:
        last.append(link_button(t("To the table"), link))
    return [*rows, last]
