"""The first two deals, step by step: prepared cards, and a few words with every question.

Nothing of it is kept: where a learner is stands in the buttons. They are those of a real hand, of a table that is nowhere.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.types import InlineKeyboardButton
from aiogram.utils.formatting import BlockQuote, Bold, Text

from bot.screens import practice
from bot.screens.buttons import BadPress, HandPress, HandVerb, menu_button
from bot.screens.cards import by_suit
from bot.screens.columns import column
from bot.screens.headline import trump_card
from bot.screens.lessons.steps import KHRAP, LESSONS
from bot.screens.money import Unit, moved, standing
from bot.screens.names import names_at
from bot.screens.now import now_text
from bot.screens.payout import verdict
from bot.screens.people import people
from bot.screens.question import question
from bot.screens.screen import fill, screen, toast
from bot.screens.tricks import taken_line, trick_line
from bot.screens.wording import DOT
from bot.tables.state import Phase, Seat, Table
from game import record
from game.cards import text as notation
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.screens.lessons.steps import Step
    from bot.screens.screen import Node, Screen
    from bot.texts import Texts
    from game.actions import Action
    from game.deal import Deal
    from game.view import View

MENU: Final = "learn"
FIRST: Final = "1.0"
"""The page it begins with."""
NOWHERE: Final = 0
"""The group that the buttons of a lesson name; no chat has this id."""
YOU: Final = "you"


def first_step(t: Texts) -> Screen:
    """Begin."""
    return lesson_screen(1, 0, t, username="")


def lesson_page(page: str, t: Texts, username: str) -> Screen:
    """Show the step of a ``MenuPress`` page, such as ``1.0``. Raises :class:`BadPress` for none."""
    lesson, _, step = page.partition(".")
    if not (lesson.isdecimal() and step.isdecimal() and page.isascii()):
        raise BadPress(page)
    return lesson_screen(int(lesson), int(step), t, username=username)


def lesson_answer(press: HandPress, t: Texts, username: str) -> Screen | str:
    """Go on from a press of a lesson's hand: to what is shown next, or why not. Raises :class:`BadPress`."""
    lesson, number, marks = press.number, press.deal, press.turn
    step, view, wanted = _asked(lesson, number)
    if press.verb is HandVerb.NOW:
        return now_text(view, t)
    if press.verb is HandVerb.MARK:
        if view.stage is not Stage.EXCHANGE or press.card() not in (view.hand or ()):
            raise BadPress(press.arg)
        return lesson_screen(
            lesson, number, t, marks=marks ^ 1 << (view.hand or ()).index(press.card()), username=username
        )
    if press.action() == wanted:
        return lesson_screen(lesson, number + 1, t, username=username)
    return toast(t(step.hint))


def lesson_screen(lesson: int, number: int, t: Texts, *, username: str, marks: int = 0) -> Screen:
    """``marks`` are the cards chosen for the exchange, a bit each. Raises :class:`BadPress` for no such step."""
    step, view = _standing(lesson, number)
    table = _table(lesson, number, view, marks, t)
    names = names_at(table, t)
    steps = len(LESSONS[lesson])
    lines: list[Node] = [
        Text(
            Bold(t("Lesson {n} of {all}", n=lesson, all=len(LESSONS))),
            DOT,
            t("step {n} of {all}", n=number + 1, all=steps),
        ),
        BlockQuote(t(step.words)),
        "",
    ]
    if view.result is not None:
        lines += _ended(view, names, t)
        if lesson == len(LESSONS):
            lines += ["", t(KHRAP)]
        return screen(lines, _after(lesson, t, username))
    lines.append(Text(trump_card(view, t), DOT, t("pot {money}", money=standing(view.pot, t, Unit.KOPECKS))))
    lines += people(table, view, names, t)
    if view.stage is Stage.PLAY:
        lines.append(trick_line(view, names, t))
        if view.taken:
            lines.append(taken_line(view, names, t))
    if view.hand:
        lines += ["", fill(t("Your cards: {cards}"), cards=Bold(by_suit(view.hand, view.trump)))]
    if not step.hint:
        onward = menu_button(t("Next"), MENU, f"{lesson}.{number + 1}", style=ButtonStyle.PRIMARY)
        return screen(lines, [[onward]])
    asked = question(table, view, names, t)
    return screen(lines, [[_repacked(button, marks) for button in row] for row in asked.rows])


def _repacked(button: InlineKeyboardButton, marks: int) -> InlineKeyboardButton:
    """Put the marks where a real hand has its turn."""
    if button.callback_data is None:
        return button
    press = HandPress.unpack(button.callback_data)
    press.turn = marks
    return button.model_copy(update={"callback_data": press.pack()})


def _standing(lesson: int, number: int) -> tuple[Step, View]:
    if lesson not in LESSONS or not 0 <= number < len(LESSONS[lesson]):
        raise BadPress(f"{lesson}.{number}")
    step = LESSONS[lesson][number]
    return step, _deal(lesson, step.at).view(0)


def _asked(lesson: int, number: int) -> tuple[Step, View, Action]:
    step, view = _standing(lesson, number)
    actions = _deal(lesson).actions
    if not step.hint or step.at >= len(actions):
        raise BadPress(f"{lesson}.{number}")
    return step, view, actions[step.at][1]


@cache
def _deal(lesson: int, at: int | None = None) -> Deal:
    """Read a prepared deal, whole or up to an action."""
    fields = json.loads((resources.files("bot.screens.lessons") / f"{lesson}.json").read_text())
    if at is not None and at < len(fields["actions"]):
        del fields["result"]
        fields["actions"] = fields["actions"][:at]
    return record.load(fields)


def _table(lesson: int, number: int, view: View, marks: int, t: Texts) -> Table:
    chosen = tuple(notation(card) for bit, card in enumerate(view.hand or ()) if marks >> bit & 1)
    seats = (Seat(YOU, t("You")), Seat("c1", "jack", computer=True), Seat("c2", "queen", computer=True))
    return Table(
        group=NOWHERE,
        thread=0,
        number=lesson,
        game=view.variant.name,
        owner=YOU,
        language=t.language,
        phase=Phase.DEAL,
        opened=0,
        touched=0,
        seats=seats,
        deal_number=number,
        marks=((YOU, chosen),) if chosen else (),
    )


def _ended(view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    if view.result is None:
        return []
    nets = column(moved(net, t) for net in view.result.net)
    lines: list[Node] = [verdict(view, view.result, names, t)]
    lines += [f"{net}  {names[seat.player]}" for net, seat in zip(nets, view.seats, strict=True)]
    lines.append(t("In the pot: {money}", money=standing(view.result.pot, t, Unit.KOPECKS)))
    return lines


def _after(lesson: int, t: Texts, username: str) -> list[list[InlineKeyboardButton]]:
    if lesson < len(LESSONS):
        return [[menu_button(t("Next deal"), MENU, f"{lesson + 1}.0", style=ButtonStyle.PRIMARY)]]
    return [
        [menu_button(t("Play against computers"), practice.MENU, "frap", style=ButtonStyle.PRIMARY)],
        [add_to_group(t, username)],
        [menu_button(t("Once more"), MENU, FIRST)],
    ]


def add_to_group(t: Texts, username: str) -> InlineKeyboardButton:
    """``username`` is the bot's."""
    return InlineKeyboardButton(text=t("Add to a group"), url=f"https://t.me/{username}?startgroup=table")
