"""The group's message between deals: what the last one brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold, Code, Text

from bot.screens.buttons import TableVerb, table_button
from bot.screens.check import fingerprint_line
from bot.screens.columns import column
from bot.screens.headline import headline
from bot.screens.lobby import deal_button, next_pot, seats_rows, waits_for
from bot.screens.money import figure, moved
from bot.screens.names import CROWD, names_at
from bot.screens.screen import countdown, fill, screen
from bot.screens.seasons import feat_line
from bot.screens.wording import CALLER, DUTY_MET, call_word, seat_marks, tricks
from game.view import Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiogram.types import InlineKeyboardButton

    from bot.screens.money import Unit
    from bot.screens.screen import Node, Screen
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.view import Result, View


def payout_screen(table: Table, view: View, result: Result, t: Texts, unit: Unit) -> Screen:
    names = names_at(table, t)
    pot = int(next_pot(table).amount)
    lines: list[Node] = [
        headline(table, pot, t, unit),
        verdict(view, result, names, t),
        "",
    ]
    lines += accounts(table, view, result, names, t)
    lines.append("")
    lines += _pot_line(result, t)
    if table.feat is not None:
        lines.append(feat_line(table.feat, t, unit))
    lines += _seated(table, view, names, t)
    lines.append(_next_step(table, names, t))
    lines += fingerprint_line(table, t)
    return screen(lines, _keyboard(table, t))


def verdict(view: View, result: Result, names: Mapping[str, str], t: Texts) -> Text:
    """Tell in one sentence how the deal ended."""
    if view.caller is None:
        return Text(t("All passed: the cards are thrown in, the pot stays"))
    caller = view.seats[view.caller]
    made = result.tricks[view.caller] >= caller.duty
    if result.outcome is Outcome.UNOPPOSED:
        sentence = t("{name}: {call}, nobody against")
    elif made:
        sentence = t("{name}: {call} made")
    else:
        sentence = t("{name}: {call} failed")
    call = call_word(view.variant, t, blind=caller.blind)
    return fill(sentence, name=Bold(names[caller.player]), call=call)


def accounts(table: Table, view: View, result: Result, names: Mapping[str, str], t: Texts) -> list[Node]:
    """Tell what the deal brought each player, and how that came about."""
    lines: list[Node] = []
    nets = column(moved(net, t) for net in result.net)
    for number, seat in enumerate(view.seats):
        marks = f" {CALLER}" if seat.caller else ""
        marks += seat_marks(table.seat(seat.player), dealer=number == view.dealer)
        line: list[Node] = [Code(nets[number]), f" {names[seat.player]}{marks}"]
        if seat.duty and result.outcome is Outcome.PLAYED:
            won = result.tricks[number]
            met = f"{tricks(won, t)} {DUTY_MET}"
            short = t("{tricks} of {duty}", tricks=won, duty=seat.duty)
            line.append(f" — {met if won >= seat.duty else short}")
        took = result.net[number] + seat.paid + result.penalties[number]
        parts = [moved(amount, t) for amount in (took, -seat.paid) if amount]
        if result.penalties[number]:
            parts.append(t("penalty {money}", money=moved(-result.penalties[number], t)))
        if len(view.seats) >= CROWD:
            line += [f", {part}" for part in parts[-1:] if result.penalties[number]]
        elif len(parts) > 1:
            line.append(f" ({', '.join(parts)})")
        lines.append(Text(*line))
    return lines


def _pot_line(result: Result, t: Texts) -> list[Node]:
    if result.outcome is Outcome.REDEAL:
        return [t("The ante for the next deal is in the pot already.")]
    penalties = sum(result.penalties)
    if not penalties:
        return []
    left = figure(result.pot - penalties, t)
    return [
        t("In the pot: {left} left over, {penalties} of penalties", left=left, penalties=figure(penalties, t))
    ]


def _seated(table: Table, view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    """Tell who comes and goes since that deal."""
    then = [seat.player for seat in view.seats]
    now = [seat.player for seat in table.seats]
    changes = [f"+ {names[player]}" for player in now if player not in then]
    changes += [f"− {names[player]}" for player in then if player not in now]
    return [t("At the table: {changes}", changes=", ".join(changes))] if changes else []


def _next_step(table: Table, names: Mapping[str, str], t: Texts) -> Node:
    waiting = waits_for(table, t)
    if waiting is not None:
        return waiting
    place = (table.next_dealer or 0) % len(table.seats)
    line = fill(t("Next dealer: {name}"), name=Bold(names[table.seats[place].player]))
    if table.next_deal_at is not None:
        return Text(line, " ⏳ ", countdown(table.next_deal_at, t))
    return line


def _keyboard(table: Table, t: Texts) -> Sequence[Sequence[InlineKeyboardButton]]:
    away = (
        [table_button(table, t("I am back"), TableVerb.BACK)]
        if any(seat.away for seat in table.seats)
        else []
    )
    return [
        [deal_button(table, t, ButtonStyle.PRIMARY)],
        away,
        *seats_rows(table, t),
        [
            table_button(table, t("Score"), TableVerb.SCORE),
            table_button(table, t("Course of the deal"), TableVerb.REPLAY),
        ],
        [
            table_button(table, t("Check the shuffle"), TableVerb.CHECK),
            table_button(table, t("Table rules"), TableVerb.RULES),
        ],
    ]
