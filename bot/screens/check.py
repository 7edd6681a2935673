"""The fingerprint of a shuffle, shown before the cards are dealt, and the proof when the deal is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from aiogram.utils.formatting import Bold, Code, Text
from msgspec import Struct
from msgspec.json import Decoder, decode

from bot.screens.buttons import PastVerb, past_button
from bot.screens.cards import faces
from bot.screens.names import names_at
from bot.screens.screen import fill, screen, toast
from bot.screens.wording import DOT, DUTY_MET, SEALED
from bot.tables.state import Phase
from game.cards import parse
from game.errors import BadNotation
from game.shuffle import check, commitment

if TYPE_CHECKING:
    from bot.screens.screen import Node, Screen
    from bot.tables.state import Table
    from bot.texts import Texts

SHOWN = 10
"""Hex digits of a fingerprint on the table's message."""


class _Proof(Struct, frozen=True):
    commitment: str
    seed: str
    cuts: tuple[tuple[str, str], ...] = ()


class _Record(Struct, frozen=True):
    """What a deal's record says of its shuffle; the result is there when the deal is over."""

    proof: _Proof | None = None
    result: dict[str, object] | None = None
    deck: tuple[str, ...] = ()


_records: Final = Decoder(_Record)


def _record(table: Table) -> _Record:
    return _Record() if table.deal is None else _records.decode(table.deal)


def fingerprint(table: Table) -> str:
    """Give the hex of what the running shuffle is bound to, or of the next one between deals; empty where there is none."""
    if table.phase is Phase.DEAL:
        proof = _record(table).proof
        return proof.commitment if proof else ""
    return commitment(bytes.fromhex(table.seed)) if table.seed else ""


def fingerprint_line(table: Table, t: Texts) -> list[Node]:
    """Write the last line of the table's message between deals."""
    printed = fingerprint(table)
    if not printed:
        return []
    line = Text(f"{SEALED} ", fill(t("next shuffle {hex}"), hex=Code(printed[:SHOWN])))
    if not table.cuts:
        return [line]
    names = names_at(table, t)
    cutters = ", ".join(names.get(player, player) for player, _ in table.cuts)
    return [Text(line, DOT, t("cut by {names}", names=cutters))]


def seal(table: Table) -> Text:
    """Tell in a few signs what the shuffle of the running deal is bound to."""
    return Text(f"{SEALED} ", Code(fingerprint(table)[:SHOWN]))


def check_alert(table: Table, t: Texts) -> str:
    """Tell what can be told of the shuffle while its deal runs."""
    return toast(t("Fingerprint of this shuffle, fixed before the deal: {hex}", hex=fingerprint(table)))


def check_screen(table: Table, t: Texts) -> Screen:
    """Open the proof of the deal that is over; never of one that runs, whose seed is secret."""
    record = _record(table)
    proof = record.proof
    if proof is None or record.result is None:
        return screen([t("There is no finished deal to check here.")])
    names = names_at(table, t)
    lines: list[Node] = [
        Bold(t("Deal {number}: the shuffle", number=table.deal_number)),
        Text(t("Fingerprint, known before the deal:"), "\n", Code(proof.commitment)),
        Text(t("Seed, opened after it:"), "\n", Code(proof.seed)),
    ]
    if proof.cuts:
        lines.append(t("Added by players:"))
        lines += [Text(f"{names.get(player, player)}: ", Code(text[:64])) for player, text in proof.cuts]
    lines += [Text(t("The pack, in the order it was dealt:"), "\n", faces(map(parse, record.deck)))]
    lines.append(_verdict(table.deal or "", t))
    lines.append(
        t(
            "The fingerprint is the SHA-256 of “frap-shuffle/1” followed by the seed's bytes, and the cards follow "
            "from the seed and the players' words. Add your own to the next shuffle: /cut and any text."
        )
    )
    rows = [
        [
            past_button(table, t("Step by step"), PastVerb.STEP),
            past_button(table, t("Record as a file"), PastVerb.FILE),
        ]
    ]
    return screen(lines, rows)


def _verdict(record: str, t: Texts) -> Node:
    """Work it all out again."""
    try:
        check(decode(record))
    except BadNotation:
        return Bold(t("✗ They do not fit together: this deal was not dealt as promised."))
    return Bold(
        f"{DUTY_MET} {t('I have worked it out again: fingerprint, seed, words and pack fit together.')}"
    )
