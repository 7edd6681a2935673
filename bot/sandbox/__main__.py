"""Run the sandbox alone: python -m bot.sandbox."""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from bot.sandbox.server import Options, serve

DEFAULT_PORT = 8081


async def run(options: Options) -> None:
    """Serve until the process is asked to end."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    async with serve(options) as sandbox:
        sys.stdout.write(f"Page: {sandbox.url}/\n")
        sys.stdout.write(f"Bot API: TELEGRAM_API_URL={sandbox.url} BOT_TOKEN={sandbox.token}\n")
        sys.stdout.flush()
        await asked.wait()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m bot.sandbox", description="A local Telegram to play and test on."
    )
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="where to listen (0: any free port)")
    parser.add_argument("--data", type=Path, default=None, help="folder in which the world is kept")
    parser.add_argument("--bare", action="store_true", help="begin with nobody but the bot")
    parser.add_argument("--no-limits", action="store_true", help="no flood limits")
    given = parser.parse_args()
    options = Options(given.port, given.data, given.bare, not given.no_limits)
    try:
        asyncio.run(run(options))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"The sandbox cannot start: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
