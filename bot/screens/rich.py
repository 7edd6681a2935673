"""Messages with headings and tables. Older apps show a request to update in their place, so nobody gets one unasked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiogram.enums import MessageEntityType
from aiogram.types import RichBlockTableCell, RichTextBold, RichTextCode, RichTextDateTime
from aiogram.utils.formatting import Text

if TYPE_CHECKING:
    from aiogram.types import InlineKeyboardMarkup, InputRichMessage, MessageEntity
    from aiogram.types.rich_text_union import RichTextUnion

    from bot.screens.screen import Node


@dataclass(frozen=True, slots=True)
class RichScreen:
    """One rich message as it is to be shown."""

    content: InputRichMessage
    keyboard: InlineKeyboardMarkup | None = None


def rich_text(node: Node) -> RichTextUnion:
    """Write a text that is formatted in bold, code and dates as rich messages do; other formats are left out."""
    text, entities = Text(node).render()
    units = text.encode("utf-16-le")
    parts: list[RichTextUnion] = []
    at = 0
    for entity in sorted(entities, key=lambda one: one.offset):
        start, end = 2 * entity.offset, 2 * (entity.offset + entity.length)
        parts += [units[at:start].decode("utf-16-le"), _dressed(units[start:end].decode("utf-16-le"), entity)]
        at = end
    parts.append(units[at:].decode("utf-16-le"))
    kept = [part for part in parts if part != ""]
    return kept[0] if len(kept) == 1 else kept


def _dressed(text: str, entity: MessageEntity) -> RichTextUnion:
    match entity.type:
        case MessageEntityType.BOLD:
            return RichTextBold(text=text)
        case MessageEntityType.CODE:
            return RichTextCode(text=text)
        case MessageEntityType.DATE_TIME:
            return RichTextDateTime(
                text=text, unix_time=entity.unix_time or 0, date_time_format=entity.date_time_format or ""
            )
        case _:
            return text


def head(text: str, align: str) -> RichBlockTableCell:
    return RichBlockTableCell(align=align, valign="middle", text=RichTextBold(text=text), is_header=True)


def cell(text: str, align: str) -> RichBlockTableCell:
    return RichBlockTableCell(align=align, valign="middle", text=text)
