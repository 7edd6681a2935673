"""The deal of a table, read from its record and written back to it.

Reading replays the record and so checks it; what was read or written lately is remembered by its text.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from msgspec.json import encode

from game import record
from game.shuffle import Proof, Shuffle

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.tables.state import Table
    from game.deal import Deal

_KEPT: Final = 512
_END: Final = '],"proof":'
"""Behind the last action; inside a text its quotation marks would be escaped."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal and the shuffle it runs on."""

    deal: Deal = field(repr=False)
    shuffle: Shuffle = field(repr=False)

    before: tuple[Deal, str] | None = field(default=None, repr=False, compare=False)
    """An earlier state of it, and how that was written."""

    def after(self, deal: Deal) -> Dealt:
        return replace(self, deal=deal)

    def text(self, extra: Mapping[str, object] | None = None) -> str:
        """Write the record with its proof, which is secret until the deal is over, and what else shall stand in it."""
        text = None if extra else self._longer()
        if text is None:
            keys = {"proof": Proof.of(self.shuffle).dump(), **(extra or {})}
            text = encode(record.dump(self.deal, keys)).decode()
        _remember(text, replace(self, before=(self.deal, text)))
        return text

    def _longer(self) -> str | None:
        """Write what has been done since into the earlier text; none where more than that is different.

        A move adds a few signs to some thousand, which need not be written anew.
        """
        if self.before is None or self.deal.over or self.deal.reshuffles != self.before[0].reshuffles:
            return None
        earlier, text = self.before
        done = len(earlier.actions)
        if not done or self.deal.actions[:done] != earlier.actions:
            return None
        head, end, tail = text.rpartition(_END)
        added = [record.action(self.deal, number) for number in range(done, len(self.deal.actions))]
        return f"{head},{encode(added)[1:-1].decode()}{end}{tail}" if added and end else None


_lately: Final[OrderedDict[str, Dealt]] = OrderedDict()


def _remember(text: str, dealt: Dealt) -> None:
    _lately[text] = dealt
    _lately.move_to_end(text)
    if len(_lately) > _KEPT:
        _lately.popitem(last=False)


def read(text: str) -> Dealt:
    """Read a record with a proof. Raises :class:`game.errors.GameError` for any other text."""
    known = _lately.get(text)
    if known is None:
        fields = json.loads(text)
        shuffle = Proof.load(fields.get("proof")).shuffle
        known = Dealt(record.load(fields, shuffle), shuffle)
    _remember(text, known)
    return known


def without_name(text: str, player: str) -> str:
    """Give the record of a finished deal without what this player was called."""
    fields = json.loads(text)
    if not fields.get("names", {}).get(player):
        return text
    fields["names"][player] = ""
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def deal_of(table: Table) -> Deal | None:
    """Read the deal that runs at the table or was its last."""
    return None if table.deal is None else read(table.deal).deal


def seat_of(deal: Deal, player: str) -> int | None:
    """Find the player's seat in this deal; none for who was not dealt in."""
    return deal.seats.index(player) if player in deal.seats else None
