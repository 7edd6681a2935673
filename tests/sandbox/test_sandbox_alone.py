import asyncio
import signal
import sys

from bot.sandbox.person import Sandbox as People


async def test_it_runs_alone_and_ends_when_asked() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.sandbox", "--port", "0", "--bare", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    async with People(line.removeprefix("Page: ").strip()) as people:
        assert (await people.get("world"))["people"] == []
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    assert b"TELEGRAM_API_URL=http://127.0.0.1:" in await process.stdout.read()
