"""What an admin means by ``/correct``: who gets how much, from whom, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.handlers.room import Declined

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aiogram.types import Message

    from bot.handlers.room import Room

_AMOUNT: Final = re.compile(r"\+?([1-9][0-9]{0,14})", re.ASCII)
_MARKED: Final = re.compile(r"\x00(\d+)\x00")
LONGEST_REASON: Final = 200
MOST_NAMES: Final = 2


@dataclass(frozen=True, slots=True)
class Correction:
    payee: str
    payer: str
    """Empty: all the others alike."""
    amount: int
    reason: str


async def read_correction(
    message: Message, args: str, players: Sequence[str], names: Mapping[str, str], room: Room
) -> Correction:
    """Read ``@name amount reason``, ``@from @to amount reason``, or the same without a name in an answer to whom it is about.

    Raises :class:`Declined`, which says what is wrong with it; ``players`` are those who have played in the group.
    """
    words = _with_marks(message, args).split()
    amount_at = None
    for at, word in enumerate(words):
        if _AMOUNT.fullmatch(word) or (
            _looks_like_number(word) and not await _matching(word, players, names, room)
        ):
            amount_at = at
            break
    if amount_at is None:
        raise Declined("correct usage")
    found = _AMOUNT.fullmatch(words[amount_at])
    if found is None:
        raise Declined("correct amount")
    named = [await _player(word, players, names, room) for word in words[:amount_at]]
    answered = message.reply_to_message
    about = answered.from_user if answered is not None and not answered.forum_topic_created else None
    if about is not None and not about.is_bot:
        named.append(_known(str(about.id), players))
    if not 0 < len(named) <= MOST_NAMES or len(set(named)) != len(named):
        raise Declined("correct usage")
    reason = " ".join(words[amount_at + 1 :])
    if not reason:
        raise Declined("correct reason")
    payer = named[0] if len(named) == MOST_NAMES else ""
    return Correction(named[-1], payer, int(found[1]), _MARKED.sub("", reason)[:LONGEST_REASON])


def _with_marks(message: Message, args: str) -> str:
    """Put ids in the place of people who were named by a link, since their names may have spaces, and be alike."""
    text = message.text or ""
    if not text.endswith(args):
        return args
    units = text.encode("utf-16-le")
    start = len(units) - len(args.encode("utf-16-le"))
    parts, at = [], start
    for entity in sorted(message.entities or [], key=lambda one: one.offset):
        begins, ends = 2 * entity.offset, 2 * (entity.offset + entity.length)
        if entity.type == "text_mention" and entity.user is not None and begins >= at:
            parts += [units[at:begins].decode("utf-16-le"), f" \x00{entity.user.id}\x00 "]
            at = ends
    return "".join([*parts, units[at:].decode("utf-16-le")])


def _looks_like_number(word: str) -> bool:
    """Whether it may be meant as an amount: anything with a digit of any script that is no user name."""
    return any(sign.isnumeric() for sign in word) and not word.startswith("@") and "\x00" not in word


async def _player(word: str, players: Sequence[str], names: Mapping[str, str], room: Room) -> str:
    marked = _MARKED.fullmatch(word)
    if marked is not None:
        return _known(marked[1], players)
    matching = await _matching(word, players, names, room)
    if len(matching) != 1:
        raise Declined("correct nobody")
    return matching[0]


async def _matching(word: str, players: Sequence[str], names: Mapping[str, str], room: Room) -> list[str]:
    """Find the players who are called so."""
    user_name = word.startswith("@")
    wanted = word.removeprefix("@").casefold()
    matching = []
    for player in players:
        known = await room.store.people.get(int(player))
        called = {known.username} if user_name else {known.username, known.name, names.get(player, "")}
        if wanted and wanted in {name.casefold() for name in called}:
            matching.append(player)
    return matching


def _known(player: str, players: Sequence[str]) -> str:
    if player not in players:
        raise Declined("correct nobody")
    return player
