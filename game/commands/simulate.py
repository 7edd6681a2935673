from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING

from game import record
from game.commands import lines
from game.errors import GameError
from game.players import POLICIES
from game.rules import VARIANTS, BlindPenalty, Rules, packs
from game.shuffle import Proof, Shuffle
from game.table import Table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import TextIO

    from game.deal import Deal
    from game.players import Player


def run(chosen: argparse.Namespace, out: TextIO) -> int:
    """Write a record for each deal that the players of one policy play at one table."""
    lines.long_numbers()
    try:
        out.writelines(lines.encode(played) + "\n" for played in _records(chosen))
    except GameError as error:
        print(f"python -m game simulate: {error}", file=sys.stderr)  # noqa: T201 - a command line speaks
        return 1
    return 0


def _records(chosen: argparse.Namespace) -> Iterator[lines.JsonObject]:
    rules = Rules(chosen.ante, BlindPenalty(chosen.blind_penalty), chosen.penalty_limit)
    names = tuple(str(number) for number in range(1, chosen.players + 1))
    table = Table(VARIANTS[chosen.game], rules, names, pack=chosen.deck or packs(chosen.players)[0])
    seat = POLICIES[chosen.policy]
    players = [seat(int.from_bytes(_secret(chosen.seed, f"seat {name}"), "big")) for name in names]
    for number in range(chosen.deals):
        shuffle = Shuffle(_secret(chosen.seed, f"deal {number}"))
        deal = play(table.deal(shuffle), players)
        yield record.dump(deal, {"proof": Proof.of(shuffle).dump()})
        table = table.after(deal)


def play(deal: Deal, players: Sequence[Player]) -> Deal:
    """Let the players, one a seat, play a deal to its end."""
    while deal.to_act:
        seat = deal.to_act[0]
        deal, _ = deal.apply(seat, players[seat].decide(deal.view(seat)))
    return deal


def _secret(seed: int, purpose: str) -> bytes:
    return hashlib.sha256(f"frap-simulate/1 {seed} {purpose}".encode()).digest()
