"""As much of Telegram as hands out updates, with faults on demand."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.serving import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    Fault = Callable[[web.Request], Awaitable[web.StreamResponse]]

TOKEN = "123456:very-secret-token"


class Telegram:
    def __init__(self) -> None:
        self.url = ""
        self.updates: list[dict[str, Any]] = []
        self.confirmed = 0
        """All updates below are."""
        self.asked: list[dict[str, Any]] = []
        """Fields of each getUpdates."""
        self.webhook: dict[str, Any] | None = None
        self.faults: deque[Fault] = deque()
        """For the next requests, one each."""
        self.always: Fault | None = None
        self._news = asyncio.Condition()

    async def deliver(self, *updates: dict[str, Any]) -> None:
        async with self._news:
            self.updates += updates
            self._news.notify_all()

    async def until(self, what: Callable[[], object]) -> None:
        async with self._news:
            await self._news.wait_for(what)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        if self.faults:
            return await self.faults.popleft()(request)
        if self.always is not None:
            return await self.always(request)
        fields = dict(await request.post())
        match request.match_info["method"]:
            case "deleteWebhook":
                self.webhook = None
                return good(result=True)
            case "setWebhook":
                async with self._news:
                    self.webhook = fields
                    self._news.notify_all()
                return good(result=True)
            case "getUpdates":
                return await self._get_updates(fields)
            case _:
                return bad(404, "Not Found")

    async def _get_updates(self, fields: dict[str, Any]) -> web.Response:
        if self.webhook is not None:
            return bad(
                409,
                "Conflict: can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first",
            )
        async with self._news:
            self.asked.append(fields)
            self.confirmed = max(self.confirmed, int(fields.get("offset", 0)))
            self._news.notify_all()
            if int(fields.get("timeout", 0)):
                await self._news.wait_for(self._waiting)
            return good(result=self._waiting()[: int(fields.get("limit", 100))])

    def _waiting(self) -> list[dict[str, Any]]:
        return [update for update in self.updates if update["update_id"] >= self.confirmed]


def good(*, result: object) -> web.Response:
    return web.json_response({"ok": True, "result": result})


def bad(code: int, description: str, **parameters: object) -> web.Response:
    return web.json_response(
        {"ok": False, "error_code": code, "description": description, "parameters": parameters}, status=code
    )


@asynccontextmanager
async def running_telegram() -> AsyncIterator[Telegram]:
    telegram = Telegram()
    app = web.Application()
    app.router.add_route("*", f"/bot{TOKEN}/{{method}}", telegram.answer)
    async with serving(app, shutdown=0.01) as telegram.url:
        yield telegram


def message(number: int, user: int, text: str = "") -> dict[str, Any]:
    sender = {"id": user, "is_bot": False, "first_name": "A"}
    chat = {"id": user, "type": "private", "first_name": "A"}
    return {
        "update_id": number,
        "message": {
            "message_id": number,
            "date": 1,
            "chat": chat,
            "from": sender,
            "text": text or str(number),
        },
    }


def poison(number: int, user: int) -> dict[str, Any]:
    """An update of a kind that Telegram may add at any time."""
    update = message(number, user, "hunter2")
    update["message"]["forward_origin"] = {"type": "from the future", "date": 1}
    return update
