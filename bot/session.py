"""How the Bot API is called: whatever answers in its place, the caller gets one of aiogram's errors."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING, cast

from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import ClientDecodeError

if TYPE_CHECKING:
    from aiogram import Bot
    from aiogram.methods import Response, TelegramMethod
    from aiogram.methods.base import TelegramType


class Session(AiohttpSession):
    """At the given address."""

    def __init__(self, url: str) -> None:
        super().__init__(api=TelegramAPIServer.from_base(url))

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[TelegramType],
        timeout: int | None = None,  # noqa: ASYNC109 - as aiogram has it
    ) -> TelegramType:
        try:
            return cast("TelegramType", await super().make_request(bot, method, timeout))
        except UnicodeDecodeError as error:
            raise ClientDecodeError("no text", error, "") from error

    def check_response(
        self, bot: Bot, method: TelegramMethod[TelegramType], status_code: int, content: str
    ) -> Response[TelegramType]:
        if status_code >= HTTPStatus.BAD_REQUEST:
            content = _described(content)
        response = super().check_response(bot, method, status_code, content)
        if response.result is None:
            raise ClientDecodeError("no result", ValueError(method.__api_method__), content)
        return response


def _described(content: str) -> str:
    """Put in the description that aiogram takes for granted: proxies and servers that fall over leave it out."""
    try:
        answer = json.loads(content)
    except (ValueError, RecursionError):
        return content
    if not isinstance(answer, dict) or isinstance(answer.get("description"), str):
        return content
    return json.dumps({**answer, "description": "no description"})
