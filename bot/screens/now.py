"""What the choices mean at this moment, in a sentence or two: an alert for who does not know what to press."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.screens.cards import SUIT_SIGNS, face
from bot.screens.screen import toast
from bot.screens.wording import cards, cut_verb, tricks
from bot.texts import lazy
from game.actions import BLIND, LOOK, PLAYS
from game.cards import suit
from game.rules import KHRAP
from game.view import Stage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.texts import Texts
    from game.view import SeatView, View

MAY_STILL_CUT_IN: Final = (Stage.WHISTING, Stage.BLIND_DISCARD, Stage.EXCHANGE)

FOLDED: Final = lazy("You have passed: this deal costs you nothing more. Wait for the next one.")
FOLDED_BEFORE_CUTTING: Final = lazy(
    "You have passed. After the exchange you may be asked whether you want to cut in with new cards; until then just wait."
)
WAITING: Final = lazy("Nothing to do: the others are to act. When it is your turn, this message comes anew.")
FACE_DOWN: Final = lazy(
    "It is not your turn yet. You may look at your cards already; after a look you can no longer call blind."
)
OVER: Final = lazy("The deal is over. The next one is started at the table, with “Deal”.")


def now_text(view: View, t: Texts) -> str:
    """``view`` is the player's own; no card of the hand is named. Fits into an alert."""
    if view.seat is None:
        raise ValueError("a bystander has nothing to choose")
    me = view.seats[view.seat]
    if view.result is not None:
        return t(OVER)
    if view.seat in view.to_act:
        return toast(_ASKED[view.stage](view, me, t))
    if me.folded:
        return t(FOLDED_BEFORE_CUTTING if view.stage in MAY_STILL_CUT_IN else FOLDED)
    return t(FACE_DOWN if LOOK in view.legal else WAITING)


def _bidding(view: View, _me: SeatView, t: Texts) -> str:
    if BLIND in view.legal:
        return t(
            "First look at your cards. Or call blind: you may take the trump that lies open, but failing costs more."
        )
    need = 3 if view.variant is KHRAP else 2
    return t(
        "Call if you hope to take {tricks} of {all}: trumps and aces take them. Otherwise pass; you may still join in later.",
        tricks=need,
        all=view.variant.hand_size,
    )


def _whisting(view: View, _me: SeatView, t: Texts) -> str:
    if LOOK in view.legal:
        return t("Somebody has called. Look at your cards, then say whether you play against the caller.")
    return t(
        "Whist: you play against the caller and must take a trick, or pay the pot once more. Pass: no risk, and perhaps a chance to cut in."
    )


def _discard(_view: View, _me: SeatView, t: Texts) -> str:
    return t("You hold one card too many. Press the one you need least: a low card that is no trump.")


def _exchange(_view: View, _me: SeatView, t: Texts) -> str:
    return t(
        "Press the cards you do not want, then “Exchange”: you get as many new ones. Trumps and aces are worth keeping."
    )


def _cutting(view: View, _me: SeatView, t: Texts) -> str:
    return t(
        "{verb}: {cards} anew, and you must take a trick or pay the pot once more. {stay}: nothing more to pay, nothing to win.",
        verb=cut_verb(view.variant, t),
        stay=t("Stay out"),
        cards=cards(view.variant.hand_size, t),
    )


def _draw(view: View, _me: SeatView, t: Texts) -> str:
    return t(
        "You may take the open trump {card} as one of your new cards: a sure trump. Or take all of them unseen from the stock.",
        card=face(view.indicator),
    )


def _play(view: View, me: SeatView, t: Texts) -> str:
    missing = me.duty - me.tricks
    need = (
        t("You still need {tricks}.", tricks=tricks(missing, t))
        if missing > 0
        else t("Your tricks are safe.")
    )
    return f"{_card_to_play(view, t)} {need}"


def _card_to_play(view: View, t: Texts) -> str:
    trump = SUIT_SIGNS[view.trump]
    if view.trick is None or not view.trick.plays:
        return t(
            "You lead: any card may be played. The highest trump {trump} takes the trick, or else the highest card of your suit.",
            trump=trump,
        )
    led = suit(view.trick.plays[0][1])
    hand = view.hand or ()
    allowed = {suit(card) for card in hand if PLAYS[card] in view.legal}
    if allowed == {led}:
        return t(
            "{suit} was led and you have it, so you must play it. You need not beat what lies there.",
            suit=SUIT_SIGNS[led],
        )
    if allowed == {view.trump}:
        return t(
            "You have no {suit}, so you must play a trump {trump}: it beats every other suit.",
            suit=SUIT_SIGNS[led],
            trump=trump,
        )
    return t(
        "You have neither {suit} nor a trump: play anything, it cannot take this trick. Give away what you need least.",
        suit=SUIT_SIGNS[led],
    )


_ASKED: Final[Mapping[Stage, Callable[[View, SeatView, Texts], str]]] = {
    Stage.BIDDING: _bidding,
    Stage.WHISTING: _whisting,
    Stage.BLIND_DISCARD: _discard,
    Stage.EXCHANGE: _exchange,
    Stage.CUTTING: _cutting,
    Stage.CUT_DRAW: _draw,
    Stage.CUT_DISCARD: _discard,
    Stage.PLAY: _play,
}
