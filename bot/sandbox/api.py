"""The Bot API over HTTP: one request, one call, one answer, with the faults somebody asked for."""

import asyncio
import contextlib
import json
import time
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import BodyPartReader, web

from bot.sandbox.errors import ApiError, bad_request, not_found, too_many_requests, unauthorized
from bot.sandbox.faults import Fault
from bot.sandbox.methods.call import known_methods, parse_call
from bot.sandbox.methods.content import Upload, Uploads
from bot.sandbox.methods.table import FILE_PARAMETERS, carry_out, is_here, missing
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json

GARBAGE = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>"
POLL = "getupdates"
GLANCE = 0.05


@dataclass(frozen=True, slots=True)
class BotApi:
    """The bot's side of a Telegram."""

    telegram: Telegram

    def routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.route("*", "/bot{token}/{method}", self.call),
            web.get("/file/bot{token}/{path:.+}", self.file),
            web.route("*", "/bot{rest:.*}", self.nothing),
        ]

    def _token_fits(self, request: web.Request) -> bool:
        return request.match_info["token"].startswith(f"{self.telegram.world.bot.id}:")

    async def nothing(self, _request: web.Request) -> web.Response:
        return _refusal(not_found())

    async def file(self, request: web.Request) -> web.Response:
        if not self._token_fits(request):
            return _refusal(unauthorized())
        for stored in self.telegram.world.files.values():
            if stored.path == request.match_info["path"]:
                return web.Response(body=stored.data, content_type=stored.mime)
        return _refusal(not_found("file not found"))

    async def call(self, request: web.Request) -> web.StreamResponse:
        if request.method not in {"GET", "POST"}:
            return _refusal(not_found())
        if not self._token_fits(request):
            return _refusal(unauthorized())
        method = request.match_info["method"]
        params: Json = {}
        uploads: Uploads = {}
        problem: ApiError | None = None
        try:
            params, uploads = await read_parameters(request)
        except ApiError as error:
            problem = error
        polling = method.lower() == POLL
        self.telegram.in_flight += not polling
        try:
            return await self._with_faults(request, method, params, uploads, problem)
        finally:
            self.telegram.in_flight -= not polling
            if not polling:
                self.telegram.last_call = time.monotonic()

    async def _with_faults(
        self, request: web.Request, method: str, params: Json, uploads: Uploads, problem: ApiError | None
    ) -> web.StreamResponse:
        fault = self.telegram.faults.take(method, _chat_of(params)) or Fault()
        if fault.delay is not None:
            await asyncio.sleep(fault.delay)
        if fault.hang:
            self._note(method, params, 0, "hung")
            await self._silence(request)
            return _cut(request)
        if fault.drop:
            self._note(method, params, 0, "connection cut before")
            return _cut(request)
        if fault.garbage:
            self._note(method, params, HTTPStatus.BAD_GATEWAY, "garbage")
            return web.Response(status=HTTPStatus.BAD_GATEWAY, text=GARBAGE, content_type="text/html")
        if fault.reverse:
            self.telegram.updates.reverse += 1
        if problem is None:
            problem = _forced(fault)
        body = await self.execute(method, params, uploads, problem=problem, lost=fault.lost)
        if fault.drop_after:
            return _cut(request)
        if fault.garbage_after:
            return web.Response(text=GARBAGE, content_type="text/html")
        return _answer(body)

    async def _silence(self, request: web.Request) -> None:
        """Say nothing until the other side gives up or the sandbox ends."""
        while request.transport is not None and not request.transport.is_closing():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.telegram.closing.wait(), GLANCE)
                return

    async def execute(
        self,
        method: str,
        params: Json,
        uploads: Uploads | None = None,
        *,
        problem: ApiError | None = None,
        lost: bool = False,
    ) -> Json:
        """Carry out one call, write it down and return the body of the answer."""
        known = known_methods().get(method.lower())
        try:
            if problem is not None:
                raise problem
            if known is None or not is_here(known):
                raise missing(method)
            call = parse_call(known, params)
            result = await carry_out(self.telegram, call, uploads or {}, lost=lost)
        except ApiError as error:
            self._note(method, params, error.code, error.description)
            return error.body()
        if not method.lower().startswith("get"):
            self.telegram.changed.set()
        self._note(method, params, HTTPStatus.OK, None)
        return {"ok": True, "result": result}

    async def execute_from_webhook(self, method: str, params: Json) -> None:
        """Carry out the call in the answer to a delivery; how it went is not told."""
        receiving = method.lower().startswith("get") or method.lower() in {
            "setwebhook",
            "deletewebhook",
            "close",
            "logout",
        }
        if not receiving:
            await self.execute(method, params)

    def _note(self, method: str, params: Json, status: int, error: str | None) -> None:
        known = known_methods().get(method.lower())
        name = known.__api_method__ if known else method
        self.telegram.journal.note(self.telegram.clock.now(), name, params, status, error)


async def read_parameters(request: web.Request) -> tuple[Json, dict[str, Upload]]:
    """Read parameters from the query, a JSON object, a form or multipart."""
    params: Json = dict(request.query)
    uploads: dict[str, Upload] = {}
    if request.method == "GET" or not request.can_read_body:
        return params, uploads
    kind = request.content_type
    if kind == "application/json":
        try:
            body = json.loads(await request.text())
        except ValueError as error:
            raise bad_request("can't parse JSON request body") from error
        if not isinstance(body, dict):
            raise bad_request("JSON object expected")
        params |= body
    elif kind == "application/x-www-form-urlencoded":
        params |= {name: value for name, value in (await request.post()).items() if isinstance(value, str)}
    elif kind == "multipart/form-data":
        async for part in await request.multipart():
            if isinstance(part, BodyPartReader) and part.name:
                await _read_part(request, part, part.name, params, uploads)
    return params, uploads


async def _read_part(
    request: web.Request, part: BodyPartReader, name: str, params: Json, uploads: dict[str, Upload]
) -> None:
    if part.filename is None:
        params[name] = await part.text()
        return
    mime = part.headers.get("Content-Type", "application/octet-stream")
    uploads[name] = Upload(part.filename, mime, bytes(await part.read(decode=True)))
    if FILE_PARAMETERS.get(request.match_info["method"].lower()) == name:
        params[name] = f"attach://{name}"


def _chat_of(params: Json) -> int | None:
    try:
        return int(params.get("chat_id", ""))
    except (TypeError, ValueError):
        return None


def _forced(fault: Fault) -> ApiError | None:
    if fault.retry_after is not None:
        return too_many_requests(fault.retry_after)
    if fault.status is None:
        return None
    names = {400: "Bad Request", 403: "Forbidden", 404: "Not Found", 409: "Conflict", 401: "Unauthorized"}
    usual = names.get(fault.status, fault.status.phrase)
    return ApiError(fault.status, fault.description or usual)


def _refusal(error: ApiError) -> web.Response:
    return _answer(error.body())


def _answer(body: Json) -> web.Response:
    if body["ok"]:
        return web.json_response(body)
    after = body.get("parameters", {}).get("retry_after")
    headers = {"Retry-After": str(after)} if after else None
    return web.json_response(body, status=body["error_code"], headers=headers)


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
