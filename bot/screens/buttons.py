"""Buttons and what their presses mean. A press is a claim of whoever sent it: what it names is checked elsewhere."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from aiogram.filters.callback_data import CallbackData
from aiogram.types import DisabledButton, InlineKeyboardButton

from game import actions
from game.cards import Card

if TYPE_CHECKING:
    from aiogram.enums import ButtonStyle

    from bot.tables.state import Table
    from game.actions import Action

CARDS: Final = 52
REMEMBERED: Final = 4096
"""Buttons, which never change: most stand under a table's message from one state to the next."""


class BadPress(ValueError):
    """A press that no button of ours sends."""


class TableVerb(StrEnum):
    """What the group's message is asked for."""

    SIT = "sit"
    STAND = "stand"
    COMPUTER = "computer"
    """One more computer player."""
    REMOVE = "remove"
    """Takes a player off the table; the argument is who."""
    DEAL = "deal"
    CLOSE = "close"
    DIVIDE = "divide"
    BACK = "back"
    """An absent player is here again."""
    HAND = "hand"
    """Show me my cards."""
    TRICK = "trick"
    """The last trick."""
    SCORE = "score"
    REPLAY = "replay"
    """The course of the last deal."""
    CHECK = "check"
    """The proof of the shuffle."""
    RULES = "rules"
    """The menu of table rules; the argument is a rule's page, or empty for the list, or ``done`` to leave."""
    SET = "set"
    """Sets a table rule; the argument is ``rule=value``, see :mod:`bot.screens.rules_menu`."""


class HandVerb(StrEnum):
    """What a hand's message is asked for. Short: the cards of an exchange stand beside it."""

    LOOK = "look"
    CALL = "call"
    BLIND = "blind"
    PASS = "pass"  # noqa: S105 - what a player says
    WHIST = "whist"
    CUT = "cut"
    DECLINE = "decline"
    DRAW = "draw"
    """``1``: with the indicator; ``0``: all from the stock."""
    DISCARD = "discard"
    PLAY = "play"
    EXCHANGE = "x"
    """The argument is the cards to exchange, two digits each."""
    MARK = "mark"
    """Chooses a card for the exchange, or takes that back."""
    BACK = "back"
    NOW = "now"
    """Says what the choices mean; its turn is 0, like that of a look."""
    PACK = "pack"
    """Cuts the pack for the next shuffle, between deals; the argument is where, or empty to be asked."""


class PastVerb(StrEnum):
    """What a deal that is over is asked for."""

    STEP = "s"
    FILE = "f"
    """Its record."""


class TablePress(CallbackData, prefix="t"):
    """A button of the group's message."""

    group: int
    thread: int
    number: int
    """Of the table."""
    verb: TableVerb
    arg: str = ""


class HandPress(CallbackData, prefix="h"):
    """A button of a hand's message."""

    group: int
    thread: int
    number: int
    """Of the table."""
    deal: int
    turn: int
    verb: HandVerb
    arg: str = ""

    def action(self) -> Action | None:
        """Give what the seat is to do; none for a press that is no action of the game. Raises :class:`BadPress`."""
        if self.verb in _PLAIN:
            return _PLAIN[self.verb]
        match self.verb:
            case HandVerb.PLAY:
                return actions.PLAYS[self.card()]
            case HandVerb.DISCARD:
                return actions.DISCARDS[self.card()]
            case HandVerb.DRAW if self.arg in {"0", "1"}:
                return actions.DRAW_TRUMP if self.arg == "1" else actions.DRAW_STOCK
            case HandVerb.DRAW:
                raise BadPress(self.arg)
            case HandVerb.EXCHANGE:
                pairs = [self.arg[at : at + 2] for at in range(0, len(self.arg), 2)]
                cards = sorted({_card(pair) for pair in pairs})
                if len(cards) != len(pairs):
                    raise BadPress(self.arg)
                return actions.Exchange(tuple(cards))
            case _:
                return None

    def card(self) -> Card:
        """Give the card that is marked, discarded or played. Raises :class:`BadPress`."""
        return _card(self.arg)


class PastPress(CallbackData, prefix="r"):
    """A button about a deal that is over."""

    group: int
    thread: int
    number: int
    """Of the table."""
    deal: int
    verb: PastVerb
    step: int = 0
    """How many actions have been done, looks not counted."""


class MenuPress(CallbackData, prefix="m"):
    """A button of a text with chapters."""

    menu: str
    """``help`` or ``rules``."""
    page: str


_PLAIN: Final[dict[HandVerb, Action]] = {
    HandVerb.LOOK: actions.LOOK,
    HandVerb.CALL: actions.CALL,
    HandVerb.BLIND: actions.BLIND,
    HandVerb.PASS: actions.PASS,
    HandVerb.WHIST: actions.WHIST,
    HandVerb.CUT: actions.CUT,
    HandVerb.DECLINE: actions.DECLINE,
}


def _card(digits: str) -> Card:
    if len(digits) == 2 and digits.isascii() and digits.isdigit() and int(digits) < CARDS:  # noqa: PLR2004 - two digits a card
        return Card(int(digits))
    raise BadPress(digits)


def spell(action: Action) -> tuple[HandVerb, str]:
    """Give the verb and argument that :meth:`HandPress.action` reads back."""
    for verb, plain in _PLAIN.items():
        if action == plain:
            return verb, ""
    match action:
        case actions.Play(card):
            return HandVerb.PLAY, f"{card:02}"
        case actions.Discard(card):
            return HandVerb.DISCARD, f"{card:02}"
        case actions.Draw(trump):
            return HandVerb.DRAW, str(int(trump))
        case actions.Exchange(cards):
            return HandVerb.EXCHANGE, "".join(f"{card:02}" for card in cards)
    raise BadPress(str(action))


def table_button(
    table: Table, label: str, verb: TableVerb, arg: str = "", *, style: ButtonStyle | None = None
) -> InlineKeyboardButton:
    return _table_button(table.group, table.thread, table.number, label, verb, arg, style)


@lru_cache(REMEMBERED)
def _table_button(
    group: int, thread: int, number: int, label: str, verb: TableVerb, arg: str, style: ButtonStyle | None
) -> InlineKeyboardButton:
    press = TablePress(group=group, thread=thread, number=number, verb=verb, arg=arg)
    return InlineKeyboardButton(text=label, callback_data=press.pack(), style=style)


def hand_button(
    table: Table, turn: int, label: str, verb: HandVerb, arg: str = "", *, style: ButtonStyle | None = None
) -> InlineKeyboardButton:
    begin = _question(table.group, table.thread, table.number, table.deal_number, turn)
    return _hand_button(begin, label, verb, arg, style)


@lru_cache(REMEMBERED)
def _hand_button(
    begin: str, label: str, verb: HandVerb, arg: str, style: ButtonStyle | None
) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=label, callback_data=f"{begin}{verb.value}:{arg}", style=style)


@lru_cache(REMEMBERED)
def _question(group: int, thread: int, number: int, deal: int, turn: int) -> str:
    """Pack what all buttons of a question begin with: packing takes longer than all the rest of a button."""
    verb = HandVerb.LOOK
    press = HandPress(group=group, thread=thread, number=number, deal=deal, turn=turn, verb=verb)
    return press.pack().removesuffix(f"{verb.value}:")


def act_button(
    table: Table, turn: int, label: str, action: Action, *, style: ButtonStyle | None = None
) -> InlineKeyboardButton:
    """Make a button that does this in the deal."""
    return hand_button(table, turn, label, *spell(action), style=style)


@lru_cache(REMEMBERED)
def link_button(label: str, url: str) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=label, url=url)


@lru_cache(REMEMBERED)
def dead_button(label: str) -> InlineKeyboardButton:
    """Seen, but not to be pressed."""
    return InlineKeyboardButton(text=label, disabled=DisabledButton())


def past_button(
    table: Table, label: str, verb: PastVerb, step: int = 0, *, style: ButtonStyle | None = None
) -> InlineKeyboardButton:
    """Make a button about the last deal of the table, which is over."""
    press = PastPress(
        group=table.group,
        thread=table.thread,
        number=table.number,
        deal=table.deal_number,
        verb=verb,
        step=step,
    )
    return InlineKeyboardButton(text=label, callback_data=press.pack(), style=style)


def menu_button(
    label: str, menu: str, page: str, *, style: ButtonStyle | None = None
) -> InlineKeyboardButton:
    return InlineKeyboardButton(text=label, callback_data=MenuPress(menu=menu, page=page).pack(), style=style)
