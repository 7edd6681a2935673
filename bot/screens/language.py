"""The choice of a language, each called by its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from babel import Locale

from bot.screens.buttons import menu_button
from bot.screens.screen import screen
from bot.screens.wording import DUTY_MET
from bot.texts import languages

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.texts import Texts

MENU: Final = "language"


def language_screen(t: Texts) -> Screen:
    """All languages there are, the one in use marked."""
    buttons = []
    for language in languages():
        mark = f"{DUTY_MET} " if language == t.language else ""
        buttons.append(menu_button(mark + language_name(language), MENU, language))
    return screen([t("Choose the language")], [buttons])


def language_name(language: str) -> str:
    """Call a language by its own name."""
    return (Locale.parse(language).get_display_name(language) or language).capitalize()
