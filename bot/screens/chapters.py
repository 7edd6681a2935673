"""A text in chapters, turned by buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiogram.enums import ButtonStyle
from aiogram.utils.formatting import Bold

from bot.screens.buttons import menu_button
from bot.screens.screen import screen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.screens.screen import Node, Screen
    from bot.texts import Texts

ROW = 2
"""Titles side by side that a phone shows in full."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """Short enough to be read on a phone without scrolling much."""

    title: str
    lines: tuple[str, ...]


def chapter_screen(menu: str, chapters: Mapping[str, Chapter], page: str, t: Texts) -> Screen:
    """Show one chapter with buttons to the others; an unknown page shows the first."""
    if page not in chapters:
        page = next(iter(chapters))
    chapter = chapters[page]
    lines: list[Node] = [Bold(t(chapter.title))]
    for line in chapter.lines:
        lines += ["", t(line)]
    buttons = [
        menu_button(t(other.title), menu, name, style=ButtonStyle.PRIMARY if name == page else None)
        for name, other in chapters.items()
    ]
    return screen(lines, [buttons[at : at + ROW] for at in range(0, len(buttons), ROW)])
