from __future__ import annotations

import os
import signal
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest

from bot.sandbox.person import Sandbox
from bot.sandbox.server import Options, serve
from tests.deploy.following import Machine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.sandbox.person import Group, Person

NEWER = "42:ANOTHER-TOKEN"


@asynccontextmanager
async def machine(root: Path, *, token: str, telegram: str) -> AsyncIterator[Machine]:
    one = Machine(root, token=token, telegram=telegram)
    try:
        yield one
    finally:
        pid = root / "run" / "frap-bot.pid"
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int(pid.read_text()), signal.SIGTERM)


async def sees(telegram: Sandbox, person: Person, group: Group, words: str) -> None:
    for _ in range(100):
        await telegram.quiet(2.0, settle=0.2)
        if any(words in message.text for message in await person.see(group)):
            return
    raise AssertionError(f"{words!r} was never seen")


@pytest.mark.timeout(240)
async def test_the_text_is_followed_from_the_first_step_to_another_token(tmp_path: Path) -> None:
    async with (
        serve(Options(bare=True, limits=False)) as sandbox,
        Sandbox(sandbox.url) as telegram,
        machine(tmp_path, token=sandbox.token, telegram=sandbox.url) as here,
    ):
        said = await here.follow("Set up")
        assert "MEND" not in said
        assert said.endswith("\nok\n"), said
        anna = await telegram.person("Anna", language="en", started=True)
        group = await telegram.group("Friday", anna)
        await anna.say(group, "/frap")
        await sees(telegram, anna, group, "At the table")

        assert (await here.follow("Update")).endswith("ok\n")
        await here.follow("Backup")
        await anna.say(group, "/close")
        await sees(telegram, anna, group, "closed")

        assert (await here.follow("Restore")).endswith("ok\nall is well\n")
        await anna.say(group, "/sit")
        await anna.say(group, "/table")
        await telegram.quiet(5.0, settle=1.0)
        newest = (await anna.see(group))[-1]
        assert "closed" not in newest.text
        assert newest.labels, newest.text

        here.new_token(NEWER)
        assert (await here.follow("Another token")).endswith("ok\n")
        assert f"BOT_TOKEN={NEWER}" in (tmp_path / "opt/frap-bot/.env").read_text()
        said = await here.run("frap-bot maintenance on")
        assert said.startswith("maintenance is on")
        await sees(telegram, anna, group, "No new deals for a while")
        assert NEWER not in here.log()
        await here.run("systemctl stop frap-bot")


@pytest.mark.timeout(240)
async def test_the_text_is_followed_to_another_machine(tmp_path: Path) -> None:
    async with (
        serve(Options(bare=True, limits=False)) as sandbox,
        Sandbox(sandbox.url) as telegram,
        machine(tmp_path / "old", token=sandbox.token, telegram=sandbox.url) as old,
        machine(tmp_path / "new", token="", telegram="") as new,
    ):
        await old.follow("Set up")
        anna = await telegram.person("Anna", language="en", started=True)
        group = await telegram.group("Friday", anna)
        await anna.say(group, "/frap")
        await sees(telegram, anna, group, "At the table")

        old.next_to(new)
        await old.follow("Another machine", 0)
        await new.follow("Set up", 0)
        assert not old.serves
        said = await new.follow("Another machine", 1)
        assert "MEND" not in said
        assert said.endswith("\nok\nall is well\n"), said
        assert new.serves
        assert not list((new.root / "root").iterdir())
        kept = new.root / "opt/frap-bot/.env"
        assert f"BOT_TOKEN={sandbox.token}\n" in kept.read_text()
        assert kept.stat().st_mode & 0o777 == 0o640

        boris = await telegram.person("Boris", language="en", started=True)
        await group.join(boris)
        await boris.say(group, "/sit")
        await sees(telegram, anna, group, "Boris")
        await new.run("systemctl stop frap-bot")
