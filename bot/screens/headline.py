"""The first lines of every message of a deal: game and money, then trump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.utils.formatting import Bold, Text

from bot.screens.cards import SUIT_SIGNS, face
from bot.screens.money import standing
from bot.screens.screen import fill
from bot.screens.wording import DOT, game_name

if TYPE_CHECKING:
    from bot.screens.money import Unit
    from bot.tables.state import Table
    from bot.texts import Texts
    from game.view import View


def headline(table: Table, pot: int, t: Texts, unit: Unit) -> Text:
    """Game, deal and money."""
    deal = t("deal {number}", number=table.deal_number)
    return Text(
        Bold(game_name(table.game, t)), DOT, deal, DOT, t("pot {money}", money=standing(pot, t, unit))
    )


def trump_suit(view: View, t: Texts) -> Text:
    return fill(t("Trump {suit}"), suit=Bold(SUIT_SIGNS[view.trump]))


def trump_card(view: View, t: Texts) -> Text:
    """Name the suit and the card that showed it, wherever that is by now."""
    return Text(trump_suit(view, t), f" ({face(view.indicator)})")


def trump_line(view: View, t: Texts) -> Text:
    """Name the suit and the card that shows it."""
    sentence = t("{card}, taken up") if view.indicator_taken else t("{card} turned up")
    return Text(trump_suit(view, t), f" ({sentence.format(card=face(view.indicator))})")
