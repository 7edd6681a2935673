"""What may stand on the command line."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, NoReturn

from game.errors import BadRules
from game.players import POLICIES
from game.rules import VARIANTS, BlindPenalty, Rules, check_seats, packs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Exit with status 2 and one line for bad usage."""
    parser = _Parser(prog="python -m game", description="Frap and Khrap: deal records.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, purpose in (
        ("replay", "replay deal records and fill in their results"),
        ("verify", "replay deal records and check the proofs of their shuffles"),
    ):
        reader = commands.add_parser(name, help=purpose, description=purpose, allow_abbrev=False)
        reader.add_argument(
            "file", metavar="FILE", help="records, one JSON object a line; - for standard input"
        )
    _simulate(commands.add_parser("simulate", help="play deals at one table", allow_abbrev=False))
    chosen = parser.parse_args(arguments)
    if chosen.command == "simulate":
        _check_table(parser, chosen)
    return chosen


def _simulate(parser: argparse.ArgumentParser) -> None:
    option = parser.add_argument
    option("--game", required=True, choices=tuple(VARIANTS))
    option("--players", required=True, type=_number(2))
    option("--deals", required=True, type=_number(1), help="how many deals to play")
    option(
        "--seed", required=True, type=_number(None), help="any whole number; the same gives the same bytes"
    )
    option(
        "--deck", type=_number(None), help="cards in the pack: 32, 36 or 52, as the number of players allows"
    )
    option("--blind-penalty", default="book", choices=[rule.value for rule in BlindPenalty])
    option("--penalty-limit", type=_number(0), help="no single penalty exceeds it; none by default")
    option("--ante", default=Rules().ante, type=_number(1))
    option("--policy", default="steady", choices=tuple(POLICIES), help="who plays")


def _check_table(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    try:
        check_seats(VARIANTS[chosen.game], chosen.players)
    except BadRules as error:
        parser.error(str(error))
    allowed = packs(chosen.players)
    if chosen.deck is not None and chosen.deck not in allowed:
        sizes = " or ".join(map(str, allowed))
        parser.error(f"--deck: {chosen.players} players play with {sizes} cards")


def _number(least: int | None) -> Callable[[str], int]:
    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"not a whole number: {text[:20]!r}") from None
        if least is not None and number < least:
            raise argparse.ArgumentTypeError(f"at least {least}")
        return number

    return read
