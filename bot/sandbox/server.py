"""The whole Telegram in one server on loopback, for a program of its own or within another."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from bot.sandbox.api import BotApi
from bot.sandbox.default_world import furnish
from bot.sandbox.limits import Limits
from bot.sandbox.saving import dump, keep_saved, load, save
from bot.sandbox.sim.body import in_sentences
from bot.sandbox.sim.conditions import Conditions
from bot.sandbox.sim.people import PeoplesSide
from bot.sandbox.sim.watching import Watching
from bot.sandbox.telegram import Telegram
from bot.sandbox.webhook import Postman

PAGE = Path(__file__).parent / "page"
LARGEST_REQUEST = 64 * 1024 * 1024
LOOPBACK = "127.0.0.1"
TOKEN = "42:SANDBOX"  # noqa: S105 - it opens nothing but the sandbox


@dataclass(frozen=True, slots=True)
class Options:
    port: int = 0
    """0 takes any free one."""
    data: Path | None = None
    """Where the world is kept; without it, it ends with the process."""
    bare: bool = False
    """Nobody but the bot."""
    limits: bool = True
    token: str = TOKEN


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A running sandbox."""

    url: str
    token: str
    telegram: Telegram


@asynccontextmanager
async def serve(options: Options | None = None) -> AsyncIterator[Sandbox]:
    """Run the sandbox while the context is open.

    Raises OSError if the port is taken and ValueError if the saved world is damaged.
    """
    wish = options or Options()
    telegram = _telegram(wish)
    api = BotApi(telegram)
    runner = web.AppRunner(application(telegram, api), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, LOOPBACK, wish.port)
        await site.start()
        async with _background(telegram, api, wish.data):
            yield Sandbox(_address(runner), wish.token, telegram)
    finally:
        telegram.closing.set()
        telegram.updates.end_poll()
        await runner.cleanup()
        if wish.data is not None:
            save(dump(telegram), wish.data)


def application(telegram: Telegram, api: BotApi) -> web.Application:
    app = web.Application(middlewares=[in_sentences], client_max_size=LARGEST_REQUEST)
    app.add_routes(api.routes())
    for side in (PeoplesSide(telegram), Watching(telegram), Conditions(telegram)):
        app.add_routes(side.routes())
    app.on_response_prepare.append(_fresh)
    app.router.add_get("/", _page)
    if PAGE.is_dir():
        app.router.add_static("/page", PAGE)
    return app


async def _page(_request: web.Request) -> web.StreamResponse:
    index = PAGE / "index.html"
    if not index.is_file():
        return web.Response(status=404, text="the page is not installed")
    return web.FileResponse(index)


async def _fresh(request: web.Request, response: web.StreamResponse) -> None:
    """Let browsers ask for the page anew, lest an older one stays after an update."""
    if request.path == "/" or request.path.startswith("/page/"):
        response.headers["Cache-Control"] = "no-cache"


def _telegram(wish: Options) -> Telegram:
    telegram = load(wish.data) if wish.data is not None else None
    if telegram is None:
        telegram = Telegram()
        if not wish.bare:
            furnish(telegram)
    telegram.limits = telegram.meter.limits = Limits(on=wish.limits)
    return telegram


def _address(runner: web.AppRunner) -> str:
    host, port = runner.addresses[0][:2]
    return f"http://{host}:{port}"


@asynccontextmanager
async def _background(telegram: Telegram, api: BotApi, data: Path | None) -> AsyncIterator[None]:
    work = asyncio.ensure_future(_work(telegram, api, data))
    try:
        yield
    finally:
        work.cancel()
        await asyncio.wait({work})
        if not work.cancelled():
            work.result()


async def _work(telegram: Telegram, api: BotApi, data: Path | None) -> None:
    postman = Postman(telegram.clock, telegram.updates, telegram.webhook, api.execute_from_webhook)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(postman.run())
        if data is not None:
            tasks.create_task(keep_saved(telegram, data))
