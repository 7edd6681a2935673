from __future__ import annotations

import asyncio
import os
import shutil
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import ClientSession, web

from bot.operating.doctor import examine
from bot.sandbox.person import Sandbox
from bot.sandbox.server import Options, serve
from bot.settings import Settings
from bot.store import open_store
from tests.bot.store.servers import Process, free_port, running_cluster

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PROJECT = Path(__file__).parents[2]
TOKEN = "42:SANDBOX"
HOOK = "/updates"


async def command(*arguments: str, folder: Path, **environment: object) -> tuple[int, str]:
    """Run the bot's command as an operator does; gives its status, and all that it says."""
    clean = {name: value for name, value in os.environ.items() if name.lower() not in Settings.model_fields}
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", *arguments,
        cwd=folder,
        env=clean | {"PYTHONPATH": str(PROJECT)} | {name.upper(): str(one) for name, one in environment.items()},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    async with asyncio.timeout(60):
        output, _ = await program.communicate()
    assert program.returncode is not None
    return program.returncode, output.decode()


async def doctor(folder: Path, **environment: object) -> tuple[bool, str]:
    """Have a set-up examined in this process; gives whether it will do, and all that is said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in Settings.model_fields:
            patch.delenv(name.upper(), raising=False)
        for name, value in environment.items():
            patch.setenv(name.upper(), str(value))
        findings = [finding async for finding in examine()]
    return not any(finding.fatal for finding in findings), "\n".join(finding.line() for finding in findings)


@asynccontextmanager
async def telegram(**bot: bool) -> AsyncIterator[dict[str, Any]]:
    """A Telegram whose bot is as told; gives the settings that lead to it."""
    async with serve(Options(bare=True)) as sandbox, Sandbox(sandbox.url) as people:
        await people.post("bot", **bot)
        yield {"bot_token": sandbox.token, "telegram_api_url": sandbox.url}


async def test_a_set_up_that_is_sound(tmp_path: Path, redis: Process) -> None:
    async with telegram() as settings:
        listen = f"127.0.0.1:{free_port()}"
        sound, said = await doctor(tmp_path, **settings, redis_url=redis.url, health_listen=listen)
    assert sound, said
    assert all(line.startswith("ok  ") for line in said.splitlines()), said
    for words in (
        "HEALTH_LISTEN",
        "REDIS_URL answers",
        "token is that of @",
        "nobody else",
        "clock is right",
    ):
        assert words in said


async def test_a_cluster_is_looked_at_on_every_node(tmp_path: Path) -> None:
    with running_cluster(tmp_path / "cluster") as nodes:
        url = "redis+cluster://" + ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        async with telegram() as settings:
            assert (await doctor(tmp_path, **settings, redis_url=url))[0]
            with nodes[1].client() as client:
                client.config_set("appendfsync", "everysec")
            sound, said = await doctor(tmp_path, **settings, redis_url=url)
    assert not sound
    assert "MEND  Redis could lose what was written: configure appendfsync always" in said
    assert "redis.conf" in said


async def test_settings_that_cannot_be_read_come_first(tmp_path: Path) -> None:
    status, said = await command("doctor", folder=tmp_path, bot_token="hunter2")
    assert status == 1
    assert said.startswith("MEND  BOT_TOKEN is no bot token")
    assert "hunter2" not in said


async def test_a_token_that_is_not_taken(tmp_path: Path) -> None:
    async with telegram() as settings:
        settings["bot_token"] = "43:WRONG"
        sound, said = await doctor(tmp_path, **settings)
    assert not sound
    assert "MEND  Telegram does not accept BOT_TOKEN" in said
    assert "WRONG" not in said


async def test_privacy_mode_that_is_off(tmp_path: Path) -> None:
    async with telegram(privacy_mode=False) as settings:
        sound, said = await doctor(tmp_path, **settings)
    assert sound
    assert "look  privacy mode is off" in said
    assert "/setprivacy" in said


async def test_a_telegram_that_is_not_there(tmp_path: Path) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    sound, said = await doctor(tmp_path, bot_token=TOKEN, telegram_api_url=address)
    assert not sound
    assert "MEND  Telegram does not answer" in said
    assert "SANDBOX" not in said


async def test_another_copy_at_work(tmp_path: Path, redis: Process) -> None:
    async with telegram() as settings:
        with redis.client() as client:
            client.flushall()
        other = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot",
            cwd=tmp_path,
            env=os.environ
            | {"PYTHONPATH": str(PROJECT)}
            | {name.upper(): str(one) for name, one in settings.items()}
            | {"REDIS_URL": redis.url, "HEALTH_LISTEN": (listen := f"127.0.0.1:{free_port()}")},
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        try:
            while (await command("health", folder=tmp_path, **settings, health_listen=listen))[0]:
                assert other.returncode is None
            sound, said = await doctor(tmp_path, **settings)
            assert not sound
            assert "MEND  another program receives this bot's updates" in said
            assert other.returncode is None
        finally:
            if other.returncode is None:
                other.terminate()
            assert await other.wait() == 0


async def test_ports_that_are_taken_and_a_webhook_of_somebody_else(tmp_path: Path, redis: Process) -> None:
    async with telegram() as settings:
        hook = web.AppRunner(web.Application())
        await hook.setup()
        site = web.TCPSite(hook, "127.0.0.1", port := free_port())
        await site.start()
        bot = f"{settings['telegram_api_url']}/bot{TOKEN}"
        async with ClientSession() as http:
            await http.post(f"{bot}/setWebhook", json={"url": "http://127.0.0.1:1/other"})
        sound, said = await doctor(
            tmp_path,
            **settings,
            redis_url=redis.url,
            webhook_url=f"http://127.0.0.1:{port}{HOOK}",
            webhook_secret="secret",
            webhook_listen=f"127.0.0.1:{port}",
        )
        await hook.cleanup()
    assert not sound
    assert f"MEND  WEBHOOK_LISTEN 127.0.0.1:{port}: address already in use" in said
    assert "look  the webhook leads to 127.0.0.1 now" in said
    assert "ok    WEBHOOK_URL answers (status 404" in said


async def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    async with telegram() as settings:
        sound, said = await doctor(tmp_path, **settings, data_dir="file")
    assert not sound
    assert "MEND  DATA_DIR cannot be used" in said


async def test_a_bot_at_work_on_the_folder_does_not_disturb_it(tmp_path: Path) -> None:
    async with telegram() as settings:
        mine = Settings.model_validate({**settings, "data_dir": tmp_path / "data"})
        async with open_store(mine) as store:
            await store.operations.audited(1)
            sound, said = await doctor(tmp_path, **settings)
            assert (await store.operations.audit()).faults == 1
    assert sound, said


async def test_maintenance_is_switched_for_a_bot_at_work(tmp_path: Path) -> None:
    mine = Settings.model_validate({"bot_token": TOKEN, "data_dir": tmp_path / "data"})
    async with open_store(mine) as store:
        status, said = await command("maintenance", "on", folder=tmp_path, bot_token=TOKEN)
        assert (status, said.split(":")[0]) == (0, "maintenance is on")
        assert await store.operations.maintenance()
    # It stays so, whoever asks next.
    async with telegram() as settings:
        _, said = await doctor(tmp_path, **settings)
        assert "look  maintenance is on" in said
    status, said = await command("maintenance", "off", folder=tmp_path, bot_token=TOKEN)
    assert (status, said.split(":")[0]) == (0, "maintenance is off")
    shutil.rmtree(tmp_path / "data")


async def test_words_that_mean_nothing(tmp_path: Path) -> None:
    for words in (["maintenance"], ["maintenance", "maybe"], ["doctor", "now"]):
        status, said = await command(*words, folder=tmp_path, bot_token=TOKEN)
        assert status == 2
        assert said.startswith("usage: ")
