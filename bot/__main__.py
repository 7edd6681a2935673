"""``python -m bot`` runs the bot with its token; ``python -m bot run`` runs the sandbox where there is no token."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import SecretStr

from bot.settings import SettingsError, has_token, read_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.settings import Settings

Result = TypeVar("Result")

FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
"""Errors of a disk that takes no more."""

USAGE: Final = """usage: python -m bot [run | doctor | health | maintenance on | maintenance off | audit | export GROUP | import FILE]

  python -m bot                      serve Telegram; BOT_TOKEN is needed
  python -m bot run                  the same where there is a BOT_TOKEN, else a local sandbox to play in
  python -m bot doctor               check the set-up and say how to mend it; status 1 where it would not do
  python -m bot health               ask the bot that runs here how it is; status 1 unless it is well
  python -m bot maintenance on|off   on: running deals are played to their end and no new ones begin
  python -m bot audit                compute the money and the deals anew and compare; status 1 where they do not agree
  python -m bot export GROUP         write all of a group as lines of JSON
  python -m bot import FILE          read a group in where there is none
"""


def main(arguments: list[str]) -> int:
    """Give the exit status.

    0 after a stop that was asked for; 1 where the bot cannot go on or something is not well; 2 for bad usage; 130 after
    Ctrl-C; 141 where nobody reads the output any more.
    """
    command = _command(arguments)
    if command is None:
        sys.stderr.write(USAGE)
        return 2
    if sys.stdout is None:
        sys.stderr.write("standard output is closed\n")
        return 1
    for stream in (sys.stdin, sys.stderr):
        if stream is None:
            # Or a connection would get its number, at which the event loop gives up.
            os.open(os.devnull, os.O_RDWR)
    try:
        status = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _unwritten(error)
    except Exception as error:
        line = _for_the_operator(error)
        if line is None:
            raise
        sys.stderr.write(f"{line}\n")
        return 1
    return status


def _unwritten(error: OSError) -> int:
    """Give the status for output that nobody reads or that finds no room; raises all other errors again."""
    unread = isinstance(error, BrokenPipeError)
    if not unread and error.errno not in FULL:
        raise error
    # The interpreter flushes once more at its end; there is nowhere to flush to.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if unread:
        return 141
    sys.stderr.write(f"{error.filename or 'standard output'}: {error.strerror}\n")
    return 1


def _command(arguments: list[str]) -> Callable[[], int] | None:
    match arguments:
        case ["maintenance", "on" | "off" as state]:
            return lambda: _run(_maintenance(on=state == "on"))
        case ["export", group] if re.fullmatch(r"-?\d{1,18}", group, re.ASCII):
            return lambda: _run(_export(int(group)))
        case ["import", path]:
            return lambda: _run(_import(Path(path)))
        case []:
            return lambda: _run(_serve())
        case [word]:
            return _PLAIN.get(word)
        case _:
            return None


def _for_the_operator(error: Exception) -> str | None:
    """Give the line that tells what the operator can mend; none for what is a fault of the bot."""
    if isinstance(error, SettingsError):
        return str(error)
    from bot.store import StoreBroken, StoreUnavailable  # noqa: PLC0415 - see below
    from bot.updates.polling import CannotReceive  # noqa: PLC0415 - see below

    return str(error) if isinstance(error, CannotReceive | StoreBroken | StoreUnavailable) else None


# What is imported below takes seconds; a wrong setting is told before that.


async def _serve() -> int:
    settings = read_settings()
    from bot.app import serve  # noqa: PLC0415 - see above
    from bot.logs import set_up_logs  # noqa: PLC0415 - see above
    from bot.memory import settle  # noqa: PLC0415 - see above
    from bot.updates.stopping import stop_on_signals  # noqa: PLC0415 - see above

    set_up_logs(settings)
    settle()
    with stop_on_signals() as stop:
        await serve(settings, stop)
    return 0


async def _play() -> int:
    from bot.memory import settle  # noqa: PLC0415 - see above
    from bot.play import play  # noqa: PLC0415 - see above

    settle()
    await play()
    return 0


async def _doctor() -> int:
    from bot.operating.doctor import examine  # noqa: PLC0415 - see above

    sound = True
    async for finding in examine():
        sys.stdout.write(f"{finding.line()}\n")
        sys.stdout.flush()
        sound = sound and not finding.fatal
    return 0 if sound else 1


def _health() -> int:
    from bot.operating.health import ask  # noqa: PLC0415 - see above

    well, answer = ask(read_settings())
    sys.stdout.write(f"{answer}\n")
    return 0 if well else 1


async def _maintenance(*, on: bool) -> int:
    from bot.operating.commands import set_maintenance  # noqa: PLC0415 - see above

    sys.stdout.write(f"{await set_maintenance(_for_the_store(), on=on)}\n")
    return 0


async def _audit() -> int:
    from bot.operating.commands import audit  # noqa: PLC0415 - see above

    found = 0
    async for fault in audit(_for_the_store()):
        found += 1
        sys.stdout.write(f"{fault}\n")
    sys.stdout.write("all is well\n" if not found else f"{found} faults\n")
    return 1 if found else 0


async def _export(group: int) -> int:
    from bot.operating.commands import export  # noqa: PLC0415 - see above

    if isinstance(sys.stdout, io.TextIOWrapper):
        # As it is read in, whatever this terminal speaks.
        sys.stdout.reconfigure(encoding="utf-8")
    async for line in export(_for_the_store(), group):
        sys.stdout.write(f"{line}\n")
    return 0


async def _import(path: Path) -> int:
    from bot.operating.commands import take_in  # noqa: PLC0415 - see above

    sys.stdout.write(f"{await take_in(_for_the_store(), path)}\n")
    return 0


def _for_the_store() -> Settings:
    """Read the settings; a token is not needed."""
    return read_settings() if has_token() else read_settings(bot_token=SecretStr("0:none"))


def _run(coroutine: Coroutine[object, object, Result]) -> Result:
    """Run it to its end; of errors that ended several tasks at once the first is raised."""
    try:
        with asyncio.Runner(loop_factory=_fast_loop()) as runner:
            return runner.run(coroutine)
    except BaseExceptionGroup as errors:
        first: BaseException = errors
        while isinstance(first, BaseExceptionGroup):
            first = first.exceptions[0]
        raise first from None


def _fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop  # noqa: PLC0415 - it exists elsewhere alone

    return uvloop.new_event_loop


_PLAIN: Final[dict[str, Callable[[], int]]] = {
    "run": lambda: _run(_serve() if has_token() else _play()),
    "doctor": lambda: _run(_doctor()),
    "health": _health,
    "audit": lambda: _run(_audit()),
}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
