"""Whether a line of an export is what this bot can have written: what is read in is attended to by a bot that may be running."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct, convert
from msgspec.json import Decoder, encode

from bot.scores.bookkeeping import CORRECT, DEAL, DIVIDE, LEAVE, SETTLE, TAKE
from bot.store import Entry
from bot.store.groups import read_group
from bot.store.people import read_person
from bot.store.schema import WrittenByNewer, table_from
from bot.store.tables import pot_key
from bot.store.whole import hashes
from bot.tables.agreement import check_rules
from bot.tables.deals import deal_of, read
from bot.tables.state import SCHEMA, Book, Phase, Pot, Table
from bot.texts import languages
from game.errors import DealRunning
from game.rules import VARIANTS
from game.shuffle import Shuffle

if TYPE_CHECKING:
    from collections.abc import Callable

Line = dict[str, Any]

FORMAT: Final = 1
LARGEST: Final = 2**63 - 1
LATEST: Final = 253_402_300_800_000
"""Unix milliseconds: the end of the year 9999."""
KINDS: Final = {DEAL, TAKE, LEAVE, DIVIDE, SETTLE, CORRECT}
_ACCOUNT: Final = re.compile(
    rf"[pc]:\d{{1,19}}|pot:({'|'.join(VARIANTS)})|table:\d{{1,19}}:\d{{1,19}}", re.ASCII
)
_PLAYER: Final = re.compile(r"c?\d{1,19}", re.ASCII)
_AMOUNT: Final = re.compile(r"-?\d+", re.ASCII)

_entries: Final = Decoder(Entry)
_pots: Final = Decoder(Pot)


class Sound:
    """Checks the lines of one export in their order.

    Raises :class:`ValueError`, :class:`TypeError`, :class:`KeyError`, a :class:`GameError`, a ``Refusal`` or ``StoreBroken``
    for what is not sound, and :class:`WrittenByNewer`.
    """

    def __init__(self) -> None:
        self._group = 0
        self._entries = dict.fromkeys(Book, 0)
        self._checks: dict[str, Callable[[Line], None]] = {
            "group": self._check_group,
            "fields": self._check_fields,
            "person": self._check_person,
            "entry": self._check_entry,
            "deal": self._check_deal,
            "table": self._check_table,
            "end": lambda line: _whole(line["lines"]),
        }

    def check(self, line: Line) -> None:
        self._checks[line["kind"]](line)

    def _check_group(self, line: Line) -> None:
        _whole(line["format"])
        _whole(line["schema"])
        if line["format"] > FORMAT or line["schema"] > SCHEMA:
            raise WrittenByNewer("the file is of a newer format")
        _whole(abs(line["group"]), least=1)
        _whole(line["group"], least=-LARGEST)
        self._group = line["group"]

    def _check_fields(self, line: Line) -> None:
        name, fields = line["name"], _texts(line["fields"])
        if name not in hashes(0):
            raise ValueError(name)
        match name:
            case "group":
                group = read_group(self._group, fields)
                _language(group.language)
                for rules in group.rules.values():
                    check_rules(rules)
            case "pots":
                for key, text in fields.items():
                    if key == "v":
                        int(text)
                    else:
                        pot_key(key)
                        _pot(_pots.decode(text))
            case "subscribers":
                for user in fields:
                    int(user)

    def _check_person(self, line: Line) -> None:
        _whole(line["id"], least=1)
        _language(read_person(line["id"], _texts(line["fields"])).language)

    def _check_entry(self, line: Line) -> None:
        book = Book(line["book"])
        entry = _entries.decode(encode(line["entry"]))
        self._entries[book] += 1
        if (entry.book, entry.seq) != (book, self._entries[book]):
            raise ValueError("an entry at the wrong place")
        _whole(entry.at, most=LATEST)
        if entry.kind not in KINDS:
            raise ValueError(entry.kind)
        for account, change in entry.postings:
            if not _ACCOUNT.fullmatch(account) or not _AMOUNT.fullmatch(change):
                raise ValueError(account)
        if sum(change for _, change in entry.changes):
            raise ValueError("an entry does not sum to zero")

    def _check_deal(self, line: Line) -> None:
        record = line["record"]
        convert(record, _Particulars)
        _whole(record["time"], most=LATEST // 1000)
        for place in ("thread", "table", "number"):
            _whole(record[place])
        if read(encode(record).decode()).deal.result is None:
            raise DealRunning("a deal on record is over")

    def _check_table(self, line: Line) -> None:
        _whole(line["version"])
        _whole(line["thread"])
        table = table_of(line)
        if table is None:
            return
        if (table.group, table.thread) != (self._group, line["thread"]):
            raise ValueError("the table stands elsewhere")
        _check_state(table)


def table_of(line: Line) -> Table | None:
    """Read the table of a line, of an older version as well; raises :class:`msgspec.ValidationError`."""
    return None if line["table"] is None else table_from(encode(line["table"]).decode())


class _Particulars(Struct):
    """What stands in the record of a finished deal beside the deal itself."""

    names: dict[str, str]
    thread: int
    table: int
    number: int
    time: int
    book: Book


def _check_state(table: Table) -> None:
    if table.game not in VARIANTS or not all(_PLAYER.fullmatch(seat.player) for seat in table.seats):
        raise ValueError(table.game)
    if len({seat.player for seat in table.seats}) < len(table.seats):
        raise ValueError("somebody sits twice")
    _language(table.language)
    check_rules(table.rules)
    _whole(table.number, least=1)
    _whole(table.deal_number)
    for pot in (table.people_pot, table.computer_pot, *(pot for _, pot in table.waits)):
        _pot(pot)
    for moment in (
        table.opened,
        table.touched,
        table.deadline,
        table.computer_at,
        table.next_deal_at,
        table.closes_at,
    ):
        _whole(moment or 0, most=LATEST)
    deal = deal_of(table)
    if table.phase in (Phase.DEAL, Phase.PAYOUT) and (
        deal is None or deal.over is (table.phase is Phase.DEAL)
    ):
        raise DealRunning("the deal of the table is another")
    if table.phase in (Phase.LOBBY, Phase.PAYOUT):
        Shuffle(bytes.fromhex(table.seed), table.cuts)


def _pot(pot: Pot) -> None:
    if not _AMOUNT.fullmatch(pot.amount):
        raise ValueError(pot.amount)
    _whole(int(pot.amount), most=None)
    _whole(pot.since, most=LATEST // 1000)


def _whole(number: object, *, least: int = 0, most: int | None = LARGEST) -> None:
    """Neither true nor 1.0 is a whole number."""
    if type(number) is not int or number < least or (most is not None and number > most):
        raise ValueError(number)


def _language(language: str | None) -> None:
    if language is not None and language not in languages():
        raise ValueError(language)


def _texts(fields: object) -> dict[str, str]:
    return convert(fields, dict[str, str])
