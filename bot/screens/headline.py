"""The first lines of every message of a deal: game and money, then trump."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Text

from bot.screens.cards import SUIT_SIGNS, face
from bot.screens.money import standing
from bot.screens.screen import fill
from bot.screens.wording import DOT, game_name
from bot.texts import Texts

if TYPE_CHECKING:
    from bot.screens.money import Unit
    from bot.tables.state import Table
    from game.view import View


REMEMBERED: Final = 1024
"""Lines as they were written: every hand of a deal shows the same."""


def headline(table: Table, pot: int, t: Texts, unit: Unit) -> Text:
    """Game, deal and money."""
    return _headline(table.game, table.deal_number, pot, t.language, unit)


@lru_cache(REMEMBERED)
def _headline(game: str, number: int, pot: int, language: str, unit: Unit) -> Text:
    t = Texts(language)
    deal = t("deal {number}", number=number)
    return Text(Bold(game_name(game, t)), DOT, deal, DOT, t("pot {money}", money=standing(pot, t, unit)))


def trump_suit(view: View, t: Texts) -> Text:
    return _trump_suit(view.trump, t.language)


@lru_cache(REMEMBERED)
def _trump_suit(trump: int, language: str) -> Text:
    t = Texts(language)
    return fill(t("Trump {suit}"), suit=Bold(SUIT_SIGNS[trump]))


def trump_card(view: View, t: Texts) -> Text:
    """Name the suit and the card that showed it, wherever that is by now."""
    return Text(trump_suit(view, t), f" ({face(view.indicator)})")


def trump_line(view: View, t: Texts) -> Text:
    """Name the suit and the card that shows it."""
    sentence = t("{card}, taken up") if view.indicator_taken else t("{card} turned up")
    return Text(trump_suit(view, t), f" ({sentence.format(card=face(view.indicator))})")
