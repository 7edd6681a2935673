"""A screen as text, to be kept in a file and read by people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardButton

    from bot.screens.screen import Screen

STYLES = {"primary": " blue", "danger": " red", "success": " green"}


def drawn(screen: Screen) -> str:
    """The text, what is formatted in it, and the buttons row by row."""
    lines = [screen.text, "", "---"]
    units = screen.text.encode("utf-16-le")
    for entity in screen.entities:
        part = units[2 * entity.offset : 2 * (entity.offset + entity.length)].decode("utf-16-le")
        lines.append(f"{entity.type}: {part!r}")
    rows = screen.keyboard.inline_keyboard if screen.keyboard else []
    lines += [" ".join(map(_button, row)) for row in rows]
    return "\n".join(lines) + "\n"


def _button(button: InlineKeyboardButton) -> str:
    return f"[{button.text}{' dead' if button.disabled else ''}{STYLES.get(button.style or '', '')}]"
