"""How a deal went, from the first word to the last trick. Only what everybody saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.utils.formatting import Bold, Text

from bot.screens.buttons import PastVerb, past_button
from bot.screens.cards import face, faces
from bot.screens.headline import trump_suit
from bot.screens.names import names_at
from bot.screens.payout import verdict
from bot.screens.screen import fill, screen
from bot.screens.tricks import cards_of
from bot.screens.wording import DOT, call_word, cut_title
from game.actions import Blind, Call, Cut, Exchange, Pass, Whist

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiogram.types import InlineKeyboardButton

    from bot.screens.screen import Node, Screen
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.deal import Deal
    from game.view import View


def replay_screen(table: Table, deal: Deal, t: Texts) -> Screen:
    """Tell the course of the table's last deal."""
    stepwise = past_button(table, t("Step by step"), PastVerb.STEP)
    rows = [] if deal.result is None else [[stepwise]]
    return course_screen(deal, table.deal_number, names_at(table, t), t, rows)


def course_screen(
    deal: Deal,
    number: int,
    names: Mapping[str, str],
    t: Texts,
    rows: Sequence[Sequence[InlineKeyboardButton]] = (),
) -> Screen:
    """Tell the course of a deal that is over; one that runs is not told. ``names`` are as on screens, by player."""
    view = deal.view(None)
    if view.result is None:
        return screen([t("There is no finished deal to show here.")])
    lines: list[Node] = [
        Bold(t("Deal {number}: how it went", number=number)),
        verdict(view, view.result, names, t),
        "",
        Text(_indicators(view, t), DOT, t("dealer {name}", name=names[view.seats[view.dealer].player])),
    ]
    lines += _words(deal, view, names, t)
    if view.taken:
        lines.append("")
    lines += [
        Text(f"{number}. ", cards_of(trick, view, names)) for number, trick in enumerate(view.taken, start=1)
    ]
    return screen(lines, rows)


def _indicators(view: View, t: Texts) -> Text:
    shown = faces(view.dead_indicators) + " → " if view.dead_indicators else ""
    return Text(trump_suit(view, t), f" ({shown}{face(view.indicator)})")


def _words(deal: Deal, view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    """Tell bidding round by round, whisting, exchange and cutting in: a line each."""
    rounds: list[list[str]] = [[]]
    whisting: list[str] = []
    exchange: list[str] = []
    cutting: list[str] = []
    called = False
    for seat, action in deal.actions:
        name = names[deal.seats[seat]]
        match action:
            case Call() | Blind():
                called = True
                rounds[-1].append(f"{name} — {call_word(view.variant, t, blind=isinstance(action, Blind))}")
            case Pass() if not called:
                if len(rounds[-1]) == len(deal.seats):
                    rounds.append([])
                rounds[-1].append(f"{name} — {t('pass')}")
            case Pass():
                whisting.append(f"{name} — {t('pass')}")
            case Whist():
                whisting.append(f"{name} — {t('whist')}")
            case Exchange(cards):
                exchange.append(f"{name} {len(cards)}")
            case Cut():
                cutting.append(name)
            case _:
                pass
    lines: list[Node] = []
    for number, said in enumerate(rounds, start=1):
        sentence = t("Round {n}: {words}") if len(rounds) > 1 else t("Bidding: {words}")
        lines.append(fill(sentence, n=str(number), words=", ".join(said)))
    titled = ((t("Whisting"), whisting), (t("Exchange"), exchange), (cut_title(view.variant, t), cutting))
    lines += [f"{title}: {', '.join(words)}" for title, words in titled if words]
    return lines
