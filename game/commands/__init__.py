"""The command line.

Exit status: 0; 1 where a record is in error; 2 for bad usage or a file that cannot be read; 130 after Ctrl-C; 141
where nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

from game.commands.arguments import parse

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

_INTERRUPTED = 130
_UNREAD = 141


def main(arguments: Sequence[str]) -> int:
    """Run one command; gives the exit status and, whatever the input, raises nothing but :class:`SystemExit`."""
    chosen = parse(arguments)
    out = sys.stdout
    if out is None:
        return _refuse("standard output is closed")
    try:
        status = _command(chosen, out)
        out.flush()
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes once more at its end; there is nobody to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        return _UNREAD
    except OSError as error:
        name = "standard output" if error.filename is None else repr(error.filename)
        return _refuse(f"{name}: {error.strerror or error}")
    return status


def _command(chosen: argparse.Namespace, out: TextIO) -> int:
    match chosen.command:
        case "simulate":
            from game.commands import simulate  # noqa: PLC0415 - each command loads what it needs

            return simulate.run(chosen, out)
        case "verify":
            from game.commands import verify  # noqa: PLC0415 - as above

            return verify.run(chosen.file, out)
        case _:
            from game.commands import replay  # noqa: PLC0415 - as above

            return replay.run(chosen.file, out)


def _refuse(reason: str) -> int:
    print(f"python -m game: {reason}", file=sys.stderr)  # noqa: T201 - a command line speaks
    return 2
