"""``python -m game``: replay, simulate and verify deal records."""

from __future__ import annotations

import sys


def _run() -> int:
    try:
        from game.commands import main  # noqa: PLC0415 - Ctrl-C is answered while modules still load

        return main(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(_run())
