"""A deal that is over, step by step: what everybody at the table saw, as they saw it."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Text

from bot.screens.buttons import PastVerb, dead_button, past_button
from bot.screens.cards import face
from bot.screens.headline import headline, trump_line
from bot.screens.money import standing
from bot.screens.names import is_computer, names_at
from bot.screens.payout import accounts, verdict
from bot.screens.people import people
from bot.screens.screen import fill, screen
from bot.screens.tricks import taken_line, trick_line
from bot.screens.wording import DOT, call_word, cards, cut_word
from bot.tables.deals import read
from bot.tables.state import Phase, Seat, Table
from bot.texts import lazy
from game.actions import LOOK, Blind, Call, Cut, Decline, Discard, Draw, Exchange, Pass, Play, Whist
from game.deal import Deal
from game.view import Stage

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.state import TableKey
    from bot.texts import Texts
    from game.actions import Action
    from game.view import View


_WORDS: Final[dict[type, str]] = {
    Pass: lazy("pass"),
    Whist: lazy("whist"),
    Exchange: lazy("keeps all cards"),
    Decline: lazy("stays out"),
    Draw: lazy("takes from the stock"),
    Discard: lazy("discards one card"),
}


def past_table(key: TableKey, record: str) -> Table:
    """Make a table at which this deal, from the archive or a table's last, has just ended; raises ``GameError``."""
    deal = read(record).deal
    fields: dict[str, Any] = json.loads(record)
    names: dict[str, str] = fields.get("names", {})
    return Table(
        group=key.group,
        thread=key.thread,
        number=fields.get("table", 0),
        game=deal.variant.name,
        owner="",
        language="",
        phase=Phase.PAYOUT,
        opened=0,
        touched=0,
        seats=tuple(
            Seat(player, names.get(player, ""), computer=is_computer(player)) for player in deal.seats
        ),
        deal_number=fields.get("number", 0),
        deal=record,
        names=tuple(names.items()),
    )


@lru_cache(64)
def _course(record: str) -> tuple[tuple[Deal, int | None, Action | None], ...]:
    """Give every position with the action that led to it; looks are passed over."""
    whole = read(record)
    setup = whole.deal.setup
    deal = Deal.start(
        setup.variant,
        setup.rules,
        setup.seats,
        setup.dealer,
        setup.carried,
        setup.antes,
        setup.deck,
        whole.shuffle,
    )
    steps: list[tuple[Deal, int | None, Action | None]] = [(deal, None, None)]
    for seat, action in whole.deal.actions:
        deal, _ = deal.apply(seat, action)
        if action != LOOK:
            steps.append((deal, seat, action))
    return tuple(steps)


def replay_at(table: Table, step: int, t: Texts, unit: Unit) -> Screen:
    """Show the table's last deal after so many steps; a step beyond its ends shows the end."""
    if table.deal is None or read(table.deal).deal.result is None:
        return screen([t("There is no finished deal to show here.")])
    course = _course(table.deal)
    step = min(max(step, 0), len(course) - 1)
    deal, seat, action = course[step]
    view = deal.view(None)
    names = names_at(table, t)
    lines: list[Node] = [
        Text(headline(table, view.pot, t, unit), DOT, f"{step}/{len(course) - 1}"),
        trump_line(view, t),
        "",
    ]
    if view.result is None:
        lines += people(table, view, names, t)
        if view.stage is Stage.PLAY:
            lines += ["", trick_line(view, names, t)]
            if view.taken:
                lines.append(taken_line(view, names, t))
    else:
        lines += [verdict(view, view.result, names, t), *accounts(table, view, view.result, names, t)]
        lines.append(t("In the pot: {money}", money=standing(view.result.pot, t, unit)))
    lines.append("")
    if seat is None or action is None:
        lines.append(Bold(t("The cards are dealt.")))
    else:
        what = fill(t("{name}: {word}"), name=names[deal.seats[seat]], word=_word(action, view, t))
        lines.append(Bold(what))
    return screen(lines, _keyboard(table, step, len(course) - 1, t))


def _word(action: Action, view: View, t: Texts) -> str:
    if isinstance(action, Call | Blind):
        return call_word(view.variant, t, blind=isinstance(action, Blind))
    if isinstance(action, Cut):
        return cut_word(view.variant, t)
    if isinstance(action, Play):
        return face(action.card)
    if isinstance(action, Exchange) and action.cards:
        return t("exchanges {cards}", cards=cards(len(action.cards), t))
    if isinstance(action, Draw) and action.trump:
        return t("takes {card}", card=face(view.indicator))
    return t(_WORDS[type(action)])


def _keyboard(table: Table, step: int, last: int, t: Texts) -> list[list[InlineKeyboardButton]]:
    def turn(label: str, to: int) -> InlineKeyboardButton:
        if not 0 <= to <= last:
            return dead_button(label)
        return past_button(table, label, PastVerb.STEP, to, style=ButtonStyle.PRIMARY)

    ends = [
        past_button(table, t("To the start"), PastVerb.STEP, 0),
        past_button(table, t("To the end"), PastVerb.STEP, last),
    ]
    return [
        [turn("◀", step - 1), turn("▶", step + 1)],
        ends,
        [past_button(table, t("Record as a file"), PastVerb.FILE)],
    ]
