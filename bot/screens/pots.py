"""Pots that wait in a group for its next table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.screens.dates import day
from bot.screens.money import standing
from bot.screens.screen import fill
from bot.screens.wording import game_name

if TYPE_CHECKING:
    from bot.screens.money import Unit
    from bot.screens.screen import Node
    from bot.texts import Texts


@dataclass(frozen=True, slots=True)
class Waiting:
    """A pot that lies in the group for its next table."""

    game: str
    amount: int
    since: int
    """Unix seconds; 0 where it is not known."""


def pot_line(pot: Waiting, t: Texts, unit: Unit) -> Node:
    """Tell of a pot that waits, and since when."""
    money, game = standing(pot.amount, t, unit), game_name(pot.game, t)
    if not pot.since:
        return t("{game}: a pot of {money} waits", game=game, money=money)
    sentence = t("{game}: the pot of {date} waits, {money}")
    return fill(sentence, game=game, date=day(pot.since * 1000, t), money=money)
