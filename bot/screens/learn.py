"""The first two deals, step by step: prepared cards, and a few words with every question.

Nothing of it is kept: where a learner is stands in the buttons. They are those of a real hand, of a table that is nowhere.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
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
from bot.texts import lazy
from game import record
from game.cards import text as notation
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@dataclass(frozen=True, slots=True)
class Step:
    """Where the deal stands, and what is said there."""

    at: int
    """How many actions of the prepared deal have been done."""
    words: str
    hint: str = ""
    """For another choice than the prepared one; none: nothing is asked here."""


LESSONS: Final[Mapping[int, tuple[Step, ...]]] = {
    1: (
        Step(
            0,
            lazy(
                "Everybody has put 5 into the pot, 25 lay there before: 40 to win. Each of you got four cards, face down. One more card was turned up, the 10♦: so diamonds are trumps and beat every other suit."
            ),
        ),
        Step(
            0,
            lazy("Your cards lie face down until you look at them. Look now."),
            lazy("One can call or pass without looking, too. But look first, this time."),
        ),
        Step(
            1,
            lazy(
                "You are the first to speak. “Frap!” means: I shall take at least two of the four tricks. You have two trumps and an ace, that is enough. Say it."
            ),
            lazy("With two trumps and an ace one calls. Press “Frap!”"),
        ),
        Step(
            6,
            lazy(
                "Jack has said “whist”: he plays against you and must take one trick. Queen has passed. Now cards are exchanged. The 7♥ will take nothing: press it, then “Exchange 1”."
            ),
            lazy("Only the 7♥ is worth giving away. Press it, then “Exchange 1”."),
        ),
        Step(
            9,
            lazy(
                "A king has come. Now four tricks are played, and the caller leads. Play the K♥: only the ace is higher, and that one is yours."
            ),
            lazy("It is allowed, but keep it for later. Play the K♥."),
        ),
        Step(
            12,
            lazy(
                "Jack had no heart and took your king with a trump. Now he leads the A♦. The suit led must be followed, so only your diamonds can be pressed. Nothing beats the ace: give the low one."
            ),
            lazy("The ace takes it anyway: keep the jack and give the 8♦."),
        ),
        Step(
            14,
            lazy(
                "The 10♠ is led and you have no spade. Who cannot follow suit must play a trump: the J♦ takes this trick. Without a trump one may play anything."
            ),
            lazy("You have no spade, so a trump must be played: the J♦."),
        ),
        Step(
            15,
            lazy("Your first trick of two. Who takes a trick leads to the next one: play your last card."),
            lazy("Play your last card."),
        ),
        Step(
            17,
            lazy(
                "Two tricks, as promised! In Frap each trick is a quarter of the pot: 20 for two, less the 5 you put in. With one trick you would have paid a penalty of a whole pot, with none of two."
            ),
        ),
    ),
    2: (
        Step(
            0,
            lazy("A new deal, and diamonds are trumps again. Look at your cards."),
            lazy("Look at your cards first."),
        ),
        Step(
            1,
            lazy(
                "One low trump and no ace: nobody calls on that. Pass. If everybody passes, everybody adds an ante, another card is turned up, and you are asked again."
            ),
            lazy("Two tricks with these cards? Rather pass."),
        ),
        Step(
            6,
            lazy(
                "Queen has called. “Whist” means: I play against her and shall take a trick, or else pay a penalty of a whole pot. With these cards say “Pass”."
            ),
            lazy("Not one sure trick here: pass, there will be another chance."),
        ),
        Step(
            10,
            lazy(
                "Jack whists, and they have exchanged. Here is the chance: whoever has passed may cut in now. You get all new cards and owe one trick, like a whister. Cut in."
            ),
            lazy("One may stay out. But try it, this time: cut in."),
        ),
        Step(
            11,
            lazy(
                "The first to cut in may take the open card as one of the new ones. The J♦ is a trump, so take it."
            ),
            lazy("A trump for sure is better than an unknown card: take the J♦."),
        ),
        Step(
            12,
            lazy(
                "What a hand! You have drawn one card more than you may keep. Discard the one you need least: the 7♥."
            ),
            lazy("All others can take a trick. Discard the 7♥."),
        ),
        Step(
            13,
            lazy("The first to cut in leads, too. The ace of trumps is a sure trick: play it."),
            lazy("Begin with what is sure: the A♦."),
        ),
        Step(
            16,
            lazy("There is your trick ✓ Whatever comes now is profit. You lead again: try the K♥."),
            lazy("Keep that one for later. Try the K♥."),
        ),
        Step(
            20,
            lazy(
                "Queen has trumped it and leads the K♠. You have a spade, so it must be played. It is the ace!"
            ),
            lazy("You have a spade, so it must be played."),
        ),
        Step(22, lazy("Your second trick. One card is left."), lazy("Play your last card.")),
        Step(
            25,
            lazy(
                "Two tricks: 20 from the pot, less your ante. Queen took the two she owed. Jack whisted and took none: he pays a whole pot, and the next deal is played for it. That is all of Frap!"
            ),
        ),
    ),
}
KHRAP: Final = lazy(
    "Khrap is its sister: five cards, the caller owes three tricks, and whoever takes three gets the whole pot."
)


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
