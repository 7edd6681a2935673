"""The bot and a local Telegram in one process: what ``make run`` starts where there is no token."""

from __future__ import annotations

import sys
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from pydantic import SecretStr

from bot.app import serve as serve_bot
from bot.logs import set_up_logs
from bot.sandbox.server import TOKEN, Options
from bot.sandbox.server import serve as serve_sandbox
from bot.settings import Settings, SettingsError, read_settings
from bot.store.flock import Lock
from bot.updates.stopping import stop_on_signals

if TYPE_CHECKING:
    from pathlib import Path


async def play() -> None:
    """Raises :class:`SettingsError` where it cannot run."""
    settings = read_settings(bot_token=SecretStr(TOKEN))
    if sys.platform == "win32":
        raise SettingsError("the sandbox runs on Linux and macOS; on Windows use WSL")
    folder = settings.data_dir / "sandbox"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = Lock(folder / "sandbox.lock")
    except OSError as error:
        raise SettingsError(f"DATA_DIR {settings.data_dir} cannot be used: {error.strerror}") from None
    with lock:
        if not lock.take():
            raise SettingsError(f"another sandbox is running on DATA_DIR {settings.data_dir}")
        await _play(settings, folder)


async def _play(settings: Settings, folder: Path) -> None:
    options = Options(port=settings.sandbox_port, data=folder)
    async with AsyncExitStack() as stack:
        try:
            sandbox = await stack.enter_async_context(serve_sandbox(options))
        except OSError as error:
            raise SettingsError(f"the sandbox cannot start: {error.strerror or error}") from None
        except ValueError as error:
            raise SettingsError(
                f"the sandbox cannot read {folder}: {error}; remove it to begin anew"
            ) from None
        here = settings.model_copy(
            update={
                "telegram_api_url": sandbox.url,
                "data_dir": folder,
                "redis_url": None,
                "webhook_url": None,
                "log_level": "WARNING" if settings.log_level == "INFO" else settings.log_level,
            }
        )
        set_up_logs(here)
        sys.stdout.write(
            f"No BOT_TOKEN, so here is a Telegram of your own.\n\n"
            f"    Open {sandbox.url}/ in a browser and type /frap\n\n"
            f"Ctrl-C stops it; the next start goes on from there. With BOT_TOKEN in .env it is the real thing.\n"
        )
        sys.stdout.flush()
        with stop_on_signals() as stop:
            await serve_bot(here, stop)
