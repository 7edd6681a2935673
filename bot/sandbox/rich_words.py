"""What a rich message says, without its looks. JSON as it goes over the wire, both ways."""

from collections.abc import Mapping
from typing import Any

Rich = Mapping[str, Any]


def rich_words(message: Rich) -> str:
    """Return the text: a line for each block and for each row of a table, its cells parted by tabs."""
    return "\n".join(block_words(block) for block in message.get("blocks", ()))


def rich_buttons(message: Rich) -> list[list[dict[str, Any]]]:
    """Return the rows of buttons, their texts plain."""
    return [
        [button | {"text": words(button["text"])} for button in block["buttons"]]
        for block in message.get("blocks", ())
        if block.get("type") == "buttons"
    ]


def block_words(block: Rich) -> str:
    if "cells" in block:
        lines = ["\t".join(words(cell.get("text", "")) for cell in row) for row in block["cells"]]
        return "\n".join([*lines, *([words(block["caption"])] if "caption" in block else [])])
    if "buttons" in block:
        return " ".join(words(button["text"]) for button in block["buttons"])
    return words(block.get("text", ""))


def words(text: Any) -> str:  # noqa: ANN401 - a string, a list or an object
    if isinstance(text, str):
        return text
    if isinstance(text, list):
        return "".join(words(one) for one in text)
    return words(text.get("text", ""))
