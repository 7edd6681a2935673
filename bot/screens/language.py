"""The choice of a language, each called by its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from babel import Locale

from bot.screens.buttons import menu_button
from bot.screens.screen import screen
from bot.texts import languages

if TYPE_CHECKING:
    from bot.screens.screen import Screen
    from bot.texts import Texts

MENU: Final = "language"


def language_screen(t: Texts) -> Screen:
    """All languages there are, the one in use marked."""
    buttons = []
    for language in languages():
        name = Locale.parse(language).get_display_name(language) or language
        mark = "✓ " if language == t.language else ""
        buttons.append(menu_button(mark + name.capitalize(), MENU, language))
    return screen([t("Choose the language")], [buttons])
