"""Groups of one title are told apart where a person chooses among them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.scores.tally import Tally
from bot.screens.money import Unit
from bot.screens.settings import NOTIFY, OwnSettings, own_settings
from bot.screens.stats import groups_screen, own_stats_screen
from bot.tables.state import CardsIn
from bot.texts import Texts

if TYPE_CHECKING:
    from bot.screens.screen import Screen

EN = Texts("en")
GROUPS = [(-3, "Friday"), (-1, "Friday"), (-2, ""), (-4, "\u200b"), (-5, "F" * 128), (-6, "F" * 127)]


def labels(screen: Screen) -> dict[str, str]:
    """What the buttons say, by what they send."""
    assert screen.keyboard is not None
    buttons = [button for row in screen.keyboard.inline_keyboard for button in row]
    return {str(button.callback_data): button.text for button in buttons}


def test_each_group_has_a_name_of_its_own_in_the_question_which() -> None:
    said = labels(groups_screen(GROUPS, EN))
    assert len(said) == len(set(said.values())) == len(GROUPS)
    assert sorted(text for text in said.values() if "Friday" in text) == ["Friday", "Friday ²"]


def test_a_group_has_the_same_name_wherever_it_is_listed() -> None:
    asked = labels(groups_screen(GROUPS, EN))
    for figures in ([1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]):
        played = [
            (group, title, Tally(deals=deals)) for (group, title), deals in zip(GROUPS, figures, strict=True)
        ]
        listed = own_stats_screen(played, Tally(), EN, Unit.KOPECKS)
        own = labels(listed)
        assert {data: own[data] for data in asked} == asked
        assert all(f" {text} · " in listed.text for text in asked.values())


def test_each_can_be_told_to_be_silent_by_its_name() -> None:
    said = labels(
        own_settings(OwnSettings(quiet=False, notified=tuple(GROUPS), cards_in=CardsIn.BOTH), NOTIFY, EN)
    )
    silenced = [text for data, text in said.items() if f"{NOTIFY}=" in data]
    assert len(set(silenced)) == len(GROUPS)
