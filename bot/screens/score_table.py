"""The board of a group as a rich message: names to the left, figures below each other to the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiogram.types import (
    InlineKeyboardMarkup,
    InputRichBlockParagraph,
    InputRichBlockSectionHeading,
    InputRichBlockTable,
    InputRichMessage,
)

from bot.screens.rich import RichScreen, cell, head, rich_text
from bot.screens.score import ranking
from bot.screens.score_buttons import ScoreVerb, board_rows

if TYPE_CHECKING:
    from aiogram.types.input_rich_block_union import InputRichBlockUnion

    from bot.screens.money import Unit
    from bot.screens.score import Ranking, Standing
    from bot.screens.score_buttons import Board
    from bot.screens.screen import Node
    from bot.texts import Texts

HEADING: int = 4
"""Of the sizes 1 to 6: hardly larger than the text."""


def board_table(group: int, board: Board, at: Standing, t: Texts, unit: Unit) -> RichScreen:
    """Show what ``board_screen`` does, in a table."""
    shown = ranking(board, at, t, unit)
    blocks: list[InputRichBlockUnion] = [
        InputRichBlockSectionHeading(text=rich_text(shown.headline), size=HEADING),
        _paragraph(shown.stretch),
    ]
    if shown.names:
        blocks.append(_table(shown, t))
    blocks += [_paragraph(line) for line in shown.remarks]
    rows = board_rows(group, board, t, switch=ScoreVerb.TEXT)
    return RichScreen(
        InputRichMessage(blocks=blocks, skip_entity_detection=True),
        InlineKeyboardMarkup(inline_keyboard=rows),
    )


def _table(shown: Ranking, t: Texts) -> InputRichBlockTable:
    heads = [head(t.c("column", "player"), "left"), *(head(text, "right") for text in shown.heads)]
    rows = [
        [cell(name, "left"), *(cell(figure, "right") for figure in figures)]
        for name, figures in zip(shown.names, shown.figures, strict=True)
    ]
    return InputRichBlockTable(cells=[heads, *rows], is_striped=True, is_compact=True)


def _paragraph(line: Node) -> InputRichBlockParagraph:
    return InputRichBlockParagraph(text=rich_text(line))
