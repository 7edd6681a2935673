import unicodedata

from bot.sandbox.entities.formatted import Formatted, cut, units

INVISIBLE = {"Cf", "Cc", "Zs", "Zl", "Zp"}


def is_blank(text: str) -> bool:
    """Tell whether nothing in the text can be seen."""
    return all(unicodedata.category(letter) in INVISIBLE for letter in text)


def _plain(letter: str) -> str:
    """Replace control characters by spaces."""
    if letter == "\n" or unicodedata.category(letter) != "Cc":
        return letter
    return " "


def _without_returns(formatted: Formatted) -> Formatted:
    """Take carriage returns away, moving entities along."""
    parts = formatted.text.split("\r")
    if len(parts) == 1:
        return formatted
    gone, at = [], 0
    for part in parts[:-1]:
        at += units(part) + 1
        gone.append(at)

    def moved(offset: int) -> int:
        return offset - sum(one <= offset for one in gone)

    entities = []
    for one in formatted.entities:
        first = moved(one["offset"])
        entities.append(one | {"offset": first, "length": moved(one["offset"] + one["length"]) - first})
    return Formatted("".join(parts), entities)


def tidy(formatted: Formatted) -> Formatted:
    """Trim the text, keeping entities in place; a text of which nothing can be seen becomes empty."""
    formatted = _without_returns(formatted)
    text = "".join(_plain(letter) for letter in formatted.text)
    if is_blank(text):
        return Formatted("")
    start = units(text) - units(text.lstrip())
    end = units(text.rstrip())
    entities = []
    for one in formatted.entities:
        first, last = max(one["offset"], start), min(one["offset"] + one["length"], end)
        if last > first and not is_blank(cut(text, first, last - first)):
            entities.append(one | {"offset": first - start, "length": last - first})
    return Formatted(text.strip(), entities).in_order()
