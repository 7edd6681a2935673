"""What players are called on screens: any name becomes one short line that harms nothing, and no two are the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from bot.texts import Texts, lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.tables.state import Table

WIDEST: Final = 14
"""Columns of a name; an emoji or an ideograph takes two."""
WIDEST_IN_CROWD: Final = 10
REMEMBERED: Final = 1024
"""Tables whose players need not be told apart again."""
CROWD: Final = 9
"""From so many players on, names are shorter and lines hold less, so that the table still fits a phone's screen."""
COMPUTER: Final = "🤖"
MARKS: Final = frozenset("►★✓🎴💤⇄✗🔒⛔" + COMPUTER)
"""Signs that say something on our screens, so that nobody carries them in a name."""

COMPUTER_NAMES: Final = {
    "jack": lazy("Jack"),
    "queen": lazy("Queen"),
    "king": lazy("King"),
    "ace": lazy("Ace"),
    "ten": lazy("Ten"),
    "nine": lazy("Nine"),
    "eight": lazy("Eight"),
    "seven": lazy("Seven"),
    "six": lazy("Six"),
    "five": lazy("Five"),
    "four": lazy("Four"),
    "three": lazy("Three"),
    "two": lazy("Two"),
}

_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_END_ISOLATE: Final = "\N{POP DIRECTIONAL ISOLATE}"
_WORD_JOINER: Final = "\N{WORD JOINER}"
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
_LINKING: Final = re.compile(r"(?<=[@#$/.:])(?=\w)")
"""Where clients would make a mention, a tag, a command or a link."""
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_INVISIBLE: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols by their class, yet blank."""
_MOST_ACCENTS: Final = 2
_EMOJI_FROM: Final = "\U0001f000"
_EMOJI_STYLE: Final = "\N{VARIATION SELECTOR-16}"


def _clusters(name: str) -> Iterator[str]:
    """Yield what a reader takes for one sign: a character with its accents, or an emoji with all that it is joined from."""
    cluster = ""
    accents = 0
    for char in name:
        mark = unicodedata.category(char) in {"Mn", "Me"}
        flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        joins = char == _JOINER or cluster.endswith(_JOINER) or "\U0001f3fb" <= char <= "\U0001f3ff"
        pairs = flag and len(cluster) == 1 and "\U0001f1e6" <= cluster <= "\U0001f1ff"
        if cluster and (mark or joins or pairs):
            accents += mark
            if not mark or accents <= _MOST_ACCENTS:
                cluster += char
            continue
        if cluster:
            yield cluster
        cluster, accents = ("", 0) if mark or char == _JOINER else (char, 0)
    if cluster:
        yield cluster.rstrip(_JOINER)


def width(text: str) -> int:
    """Count columns, about."""
    return sum(2 if _wide(cluster) else 1 for cluster in _clusters(text))


def _wide(cluster: str) -> bool:
    return (
        unicodedata.east_asian_width(cluster[0]) in "WF"
        or cluster[0] >= _EMOJI_FROM
        or _EMOJI_STYLE in cluster
    )


def _plain(name: str) -> str:
    """Keep one line without controls, direction marks, signs of ours and things that cannot be seen."""
    kept = []
    for char in name:
        category = unicodedata.category(char)
        if category[0] == "Z" or char in "\n\r\t":
            kept.append(" ")
        elif (category[0] != "C" or char == _JOINER) and char not in MARKS and char not in _INVISIBLE:
            kept.append(char)
    return " ".join("".join(kept).split())


@lru_cache(4096)
def short(name: str, widest: int = WIDEST) -> str:
    """Cut the name to a width, with an ellipsis where something is missing; empty where nothing can be seen."""
    clusters = list(_clusters(_plain(name)))
    if width("".join(clusters)) > widest:
        taken = 0
        kept = []
        for cluster in clusters:
            taken += width(cluster)
            if taken > widest - 1:
                break
            kept.append(cluster)
        clusters = [*"".join(kept).rstrip(), "…"]
    text = "".join(clusters)
    text = _LINKING.sub(_WORD_JOINER, text)
    if any(unicodedata.bidirectional(char) in {"R", "AL"} for char in text):
        return f"{_ISOLATE}{text}{_END_ISOLATE}"
    return text


def called(players: Iterable[tuple[str, str]], t: Texts, widest: int = WIDEST) -> dict[str, str]:
    """Tell by player what each of ``(player, name)`` is called; of the same name, the second is Anna ² and so on."""
    taken: set[str] = set()
    names: dict[str, str] = {}
    for player, given in players:
        if player in names:
            continue
        computer = is_computer(player)
        name = t(COMPUTER_NAMES[given]) if computer and given in COMPUTER_NAMES else short(given, widest)
        if not name:
            name = t("Player {digits}", digits=player[-4:])
        unique, count = name, 1
        while _folded(unique) in taken:
            count += 1
            unique = f"{name} {str(count).translate(_RAISED)}"
        taken.add(_folded(unique))
        names[player] = unique
    return names


def titled(groups: Iterable[tuple[int, str]], t: Texts, widest: int) -> dict[int, str]:
    """Tell by group what each of ``(home id, title)`` is called where one chooses among them, in any order the same."""
    given = [(str(group), title if short(title) else t("group")) for group, title in sorted(groups)]
    return {int(group): name for group, name in called(given, t, widest).items()}


def names_at(table: Table, t: Texts) -> Mapping[str, str]:
    """Tell by player what those at the table and those of its running or last deal are called."""
    seated = tuple([(seat.player, seat.name) for seat in table.seats])
    crowd = max(len(seated), len(table.names)) >= CROWD
    return _called_at(seated + table.names, t.language, WIDEST_IN_CROWD if crowd else WIDEST)


@lru_cache(REMEMBERED)
def _called_at(players: tuple[tuple[str, str], ...], language: str, widest: int) -> Mapping[str, str]:
    """The same people stay at a table from one screen to the next."""
    return MappingProxyType(called(players, Texts(language), widest))


def is_computer(player: str) -> bool:
    return player.startswith("c")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
