"""What the game asks a player now, in words and as buttons: the legal actions and no others."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold

from bot.screens.buttons import HandVerb, act_button, dead_button, hand_button
from bot.screens.cards import SUIT_SIGNS, face, sorted_hand
from bot.screens.screen import fill
from bot.screens.tricks import cards_of, duty_line
from bot.screens.wording import CALLER, TO_GO, call_verb, call_word, cards, cut_question, cut_verb
from game.actions import (
    BLIND,
    CALL,
    CUT,
    DECLINE,
    DRAW_STOCK,
    DRAW_TRUMP,
    LOOK,
    PASS,
    PLAYS,
    WHIST,
    Discard,
    Exchange,
    Pass,
)
from game.cards import parse, suit
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from aiogram.types import InlineKeyboardButton

    from bot.screens.screen import Node
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.cards import Card
    from game.view import View

ROW = 4
"""Cards side by side that a phone shows in full."""
HALF_ROW = 3


@dataclass(frozen=True, slots=True)
class Question:
    """Empty lines: nothing is asked, though a look may be offered."""

    lines: list[Node] = field(default_factory=list)
    rows: list[list[InlineKeyboardButton]] = field(default_factory=list)


def question(table: Table, view: View, names: Mapping[str, str], t: Texts) -> Question:
    """Put the question to ``view.seat``."""
    if view.seat not in view.to_act:
        return Question([], [[_look(table, t)]] if LOOK in view.legal else [])
    return _ASKED[view.stage](table, view, names, t)


def _look(table: Table, t: Texts) -> InlineKeyboardButton:
    """Offer a look: it is good for the whole deal, so its button does not change with the turn."""
    return act_button(table, 0, t("Look at my cards"), LOOK, style=ButtonStyle.PRIMARY)


def _bidding(table: Table, view: View, names: Mapping[str, str], t: Texts) -> Question:
    lines: list[Node] = []
    passed = [names[seat.player] for seat in view.seats if isinstance(seat.said, Pass)]
    if passed:
        lines.append(t("Passed: {names}", names=", ".join(passed)))
    lines.append(Bold(t("Your turn to speak")))
    rows = []
    if LOOK in view.legal:
        rows.append([_look(table, t)])
    calls = []
    if CALL in view.legal:
        word = call_verb(view.variant, t, blind=False)
        calls.append(act_button(table, view.turn, word, CALL, style=ButtonStyle.PRIMARY))
    if BLIND in view.legal:
        word = call_verb(view.variant, t, blind=True)
        calls.append(act_button(table, view.turn, word, BLIND, style=ButtonStyle.DANGER))
    calls.append(act_button(table, view.turn, t("Pass"), PASS))
    return Question(lines, [*rows, calls])


def _called(view: View, names: Mapping[str, str], t: Texts) -> list[Node]:
    """Tell who has said what since the call."""
    lines: list[Node] = []
    if view.caller is not None:
        caller = view.seats[view.caller]
        lines.append(f"{CALLER} {names[caller.player]} — {call_word(view.variant, t, blind=caller.blind)}")
    whisters = [names[seat.player] for seat in view.seats if seat.whister]
    if whisters:
        lines.append(t("Whist: {names}", names=", ".join(whisters)))
    return lines


def _whisting(table: Table, view: View, names: Mapping[str, str], t: Texts) -> Question:
    rows = [[_look(table, t)]] if LOOK in view.legal else []
    style = None if LOOK in view.legal else ButtonStyle.PRIMARY
    rows.append(
        [
            act_button(table, view.turn, t("Whist"), WHIST, style=style),
            act_button(table, view.turn, t("Pass"), PASS),
        ]
    )
    return Question([*_called(view, names, t), Bold(t("Do you whist?"))], rows)


def _discard(table: Table, view: View, _names: Mapping[str, str], t: Texts) -> Question:
    allowed = tuple([action.card for action in view.legal if isinstance(action, Discard)])
    buttons = [
        act_button(table, view.turn, face(card), Discard(card)) for card in sorted_hand(allowed, view.trump)
    ]
    return Question([Bold(t("Discard one card"))], _rows(buttons))


def _exchange(table: Table, view: View, _names: Mapping[str, str], t: Texts) -> Question:
    me = "" if view.seat is None else view.seats[view.seat].player
    held = view.hand or ()
    chosen = tuple(card for card in map(parse, dict(table.marks).get(me, ())) if card in held)
    most = max((len(action.cards) for action in view.legal if isinstance(action, Exchange)), default=0)
    switches = [
        hand_button(
            table,
            view.turn,
            f"{TO_GO} {face(card)}" if card in chosen else face(card),
            HandVerb.MARK,
            f"{card:02}",
            style=ButtonStyle.DANGER if card in chosen else None,
        )
        for card in sorted_hand(held, view.trump)
    ]
    decided: list[InlineKeyboardButton] = []
    exchange = Exchange(tuple(sorted(chosen)))
    if chosen and exchange in view.legal:
        label = t("Exchange {n}", n=len(chosen))
        decided.append(act_button(table, view.turn, label, exchange, style=ButtonStyle.PRIMARY))
    style = None if chosen else ButtonStyle.PRIMARY
    decided.append(act_button(table, view.turn, t("Keep all"), Exchange(()), style=style))
    lines: list[Node] = [Bold(t("Which cards do you exchange?"))]
    if most < len(held):
        lines.append(t("No more than {cards}: the stock is running out.", cards=cards(most, t)))
    return Question(lines, [*_rows(switches), decided])


def _cutting(table: Table, view: View, names: Mapping[str, str], t: Texts) -> Question:
    drawn = cards(view.variant.hand_size + 1, t)
    lines: list[Node] = [*_called(view, names, t), Bold(cut_question(view.variant, t))]
    lines.append(t("You get {cards}, discard one and must take a trick.", cards=drawn))
    if view.cuts_left < len(view.to_act):
        lines.append(t.n("{n} place left", "{n} places left", view.cuts_left))
    buttons = [
        act_button(table, view.turn, cut_verb(view.variant, t), CUT, style=ButtonStyle.DANGER),
        act_button(table, view.turn, t("Stay out"), DECLINE),
    ]
    return Question(lines, [buttons])


def _draw(table: Table, view: View, _names: Mapping[str, str], t: Texts) -> Question:
    size = view.variant.hand_size
    card = face(view.indicator)
    take = t("{card} and {cards}", card=card, cards=cards(size, t))
    leave = t("{cards} from the stock", cards=cards(size + 1, t))
    lines: list[Node] = [Bold(t("Do you take the trump {card}?", card=card))]
    return Question(
        lines,
        [
            [act_button(table, view.turn, take, DRAW_TRUMP, style=ButtonStyle.PRIMARY)],
            [act_button(table, view.turn, leave, DRAW_STOCK)],
        ],
    )


def _play(table: Table, view: View, names: Mapping[str, str], t: Texts) -> Question:
    held = view.hand or ()
    legal = [card for card in held if PLAYS[card] in view.legal]
    lines: list[Node] = []
    if view.trick is not None and view.trick.plays:
        lines.append(fill(t("On the table: {cards}"), cards=cards_of(view.trick, view, names)))
        lines.append(Bold(t("Your turn")))
    else:
        lines.append(Bold(t("Your lead")))
    if view.seat is not None:
        lines.append(duty_line(view.seats[view.seat], t))
    if len(legal) < len(held):
        lines.append(_why(view, legal, t))
    buttons = [
        act_button(table, view.turn, face(card), PLAYS[card], style=ButtonStyle.PRIMARY)
        if card in legal
        else dead_button(f"·{face(card)}·")
        for card in sorted_hand(held, view.trump)
    ]
    return Question(lines, _rows(buttons))


def _why(view: View, legal: Sequence[Card], t: Texts) -> Node:
    """Tell why not every card may be played (rule 15)."""
    led = suit(view.trick.plays[0][1]) if view.trick is not None and view.trick.plays else view.trump
    if any(suit(card) == led for card in legal):
        return fill(t("Follow suit: {suit}"), suit=SUIT_SIGNS[led])
    return fill(
        t("No {suit} in hand: play a trump {trump}"), suit=SUIT_SIGNS[led], trump=SUIT_SIGNS[view.trump]
    )


def _rows(buttons: Iterable[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    every = list(buttons)
    length = len(every) if len(every) <= ROW else HALF_ROW
    return [every[at : at + length] for at in range(0, len(every), length or 1)]


_ASKED: Final[Mapping[Stage, Callable[[Table, View, Mapping[str, str], Texts], Question]]] = {
    Stage.BIDDING: _bidding,
    Stage.WHISTING: _whisting,
    Stage.BLIND_DISCARD: _discard,
    Stage.EXCHANGE: _exchange,
    Stage.CUTTING: _cutting,
    Stage.CUT_DRAW: _draw,
    Stage.CUT_DISCARD: _discard,
    Stage.PLAY: _play,
}
