"""The words of the two games, and the marks that stand for some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bot.screens.names import COMPUTER
from game.rules import FRAP, KHRAP, VARIANTS

if TYPE_CHECKING:
    from bot.tables.state import Seat
    from bot.texts import Texts
    from game.rules import Variant

TO_ACT: Final = "►"
CALLER: Final = "★"
DUTY_MET: Final = "✓"
DEALER: Final = "🎴"
AWAY: Final = "💤"
UNREACHABLE: Final = "⛔"
EXCHANGED: Final = "⇄"
TO_GO: Final = "✗"
"""On a card chosen to be exchanged."""
SEALED: Final = "🔒"
"""Before the fingerprint of a shuffle."""
DOT: Final = " · "


def game_name(game: str, t: Texts) -> str:
    return t("Frap") if VARIANTS[game] is FRAP else t("Khrap")


def call_word(variant: Variant, t: Texts, *, blind: bool) -> str:
    """Name what the caller has said."""
    if variant is KHRAP:
        return t("khrap blind") if blind else t("khrap")
    return t("frap blind") if blind else t("frap")


def call_verb(variant: Variant, t: Texts, *, blind: bool) -> str:
    """Label the button of the call."""
    if variant is KHRAP:
        return t("Khrap blind") if blind else t("Khrap!")
    return t("Frap blind") if blind else t("Frap!")


def cut_word(variant: Variant, t: Texts) -> str:
    """Name what a cutter has done."""
    return t.c("khrap", "cut in") if variant is KHRAP else t.c("frap", "cut in")


def cut_verb(variant: Variant, t: Texts) -> str:
    return t.c("khrap", "Cut in") if variant is KHRAP else t.c("frap", "Cut in")


def cut_question(variant: Variant, t: Texts) -> str:
    return t.c("khrap", "Do you cut in?") if variant is KHRAP else t.c("frap", "Do you cut in?")


def cut_title(variant: Variant, t: Texts) -> str:
    return t.c("khrap", "Cutting in") if variant is KHRAP else t.c("frap", "Cutting in")


def tricks(number: int, t: Texts) -> str:
    return t.n("{n} trick", "{n} tricks", number)


def cards(number: int, t: Texts) -> str:
    return t.n("{n} card", "{n} cards", number)


def seat_marks(seat: Seat | None, *, dealer: bool) -> str:
    """Mark what is to be known of a player, after the name; a space before each."""
    marks = ""
    if dealer:
        marks += f" {DEALER}"
    if seat is not None:
        for mark, stands in ((COMPUTER, seat.computer), (AWAY, seat.away), (UNREACHABLE, seat.unreachable)):
            marks += f" {mark}" if stands else ""
    return marks
