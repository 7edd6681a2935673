"""Updates delivered by webhook: one at a time in each line, lines side by side, again until taken."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from http import HTTPStatus

import aiohttp

from bot.sandbox.clock import Clock
from bot.sandbox.updates import Update, Updates
from bot.sandbox.wire import Json

LONGEST_DELAY = 60.0
DROPPED_AFTER = 23 * 3600.0
"""A webhook that answers 410 for this long is given up."""
TIMEOUT = 60.0
DEFAULT_CONNECTIONS = 40

Execute = Callable[[str, Json], Awaitable[object]]


@dataclass(slots=True)
class Webhook:
    """Where updates go and how that went."""

    url: str = ""
    secret_token: str | None = None
    max_connections: int = DEFAULT_CONNECTIONS
    last_error_date: int | None = None
    last_error_message: str | None = None
    gone_since: float | None = None

    def failed(self, now: float, why: str) -> None:
        self.last_error_date, self.last_error_message = int(now), why


@dataclass(slots=True)
class Line:
    """Updates that go one after another."""

    retry_at: float = 0.0
    delay: float = 1.0
    busy: bool = False


@dataclass(slots=True)
class Postman:
    clock: Clock
    updates: Updates
    webhook: Webhook
    execute: Execute
    """Carries out the method that an answer to a delivery may hold."""
    lines: dict[str, Line] = field(default_factory=dict)

    async def run(self) -> None:
        """Deliver for ever."""
        timeout = aiohttp.ClientTimeout(total=TIMEOUT)
        async with aiohttp.ClientSession(timeout=timeout) as http, asyncio.TaskGroup() as rounds:
            while True:
                bell = self.updates.arrived
                if self.webhook.url:
                    self._send_out(rounds, http)
                await self.clock.wait(bell, self._next_retry())

    def reset(self) -> None:
        """Forget about failures: the webhook was set anew."""
        for line in self.lines.values():
            line.retry_at, line.delay = 0.0, 1.0
        self.updates.ring()

    def _next_retry(self) -> float | None:
        now = self.clock.now()
        waits = [line.retry_at for line in self.lines.values() if not line.busy and line.retry_at > now]
        return min(waits, default=None) if self.webhook.url else None

    def _send_out(self, rounds: asyncio.TaskGroup, http: aiohttp.ClientSession) -> None:
        self.updates.expire()
        now = self.clock.now()
        free = self.webhook.max_connections - sum(line.busy for line in self.lines.values())
        repeats, self.updates.again = list(self.updates.again), type(self.updates.again)()
        heads: dict[str, Update] = {}
        for update in (*repeats, *sorted(self.updates.box.pending.values(), key=lambda one: one.id)):
            if update.line in heads:
                if update in repeats:
                    self.updates.again.append(update)
                continue
            heads[update.line] = update
        for name, update in heads.items():
            line = self.lines.setdefault(name, Line())
            if free <= 0 or line.busy or line.retry_at > now:
                if update in repeats:
                    self.updates.again.append(update)
                continue
            free -= 1
            line.busy = True
            self.updates.box.handed = max(self.updates.box.handed, update.id)
            rounds.create_task(self._deliver(http, line, update))

    async def _deliver(self, http: aiohttp.ClientSession, line: Line, update: Update) -> None:
        try:
            await self._post(http, line, update)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            self._later(line, f"Connection failed: {type(error).__name__}", None)
        finally:
            line.busy = False
            self.updates.ring()

    async def _post(self, http: aiohttp.ClientSession, line: Line, update: Update) -> None:
        hook = self.webhook
        headers = {"X-Telegram-Bot-Api-Secret-Token": hook.secret_token} if hook.secret_token else {}
        async with http.post(
            hook.url, json=update.json(), headers=headers, allow_redirects=False
        ) as response:
            if HTTPStatus.OK <= response.status < HTTPStatus.MULTIPLE_CHOICES:
                answer = await _method_in(response)
                line.delay, line.retry_at, hook.gone_since = 1.0, 0.0, None
                self.updates.confirm(update)
            else:
                self._refused(line, response)
                return
        if answer is not None:
            await self.execute(str(answer.pop("method")), answer)

    def _refused(self, line: Line, response: aiohttp.ClientResponse) -> None:
        now, hook = self.clock.now(), self.webhook
        after = response.headers.get("Retry-After", "")
        self._later(
            line,
            f"Wrong response from the webhook: {response.status} {response.reason}",
            float(after) if after.isdigit() else None,
        )
        if response.status != HTTPStatus.GONE:
            hook.gone_since = None
        elif hook.gone_since is None:
            hook.gone_since = now
        elif now - hook.gone_since > DROPPED_AFTER:
            hook.url, self.updates.webhook_active = "", False

    def _later(self, line: Line, why: str, after: float | None) -> None:
        now = self.clock.now()
        self.webhook.failed(now, why)
        line.retry_at = now + (line.delay if after is None else after)
        line.delay = min(LONGEST_DELAY, line.delay * 2)


async def _method_in(response: aiohttp.ClientResponse) -> Json | None:
    """Return the call an answer holds, if it holds one: as JSON, a form or multipart."""
    answer: Json = {}
    kind = response.content_type
    if kind == "application/json":
        with contextlib.suppress(ValueError):
            body = await response.json()
            answer = body if isinstance(body, dict) else {}
    elif kind.startswith("multipart/"):
        reader = aiohttp.MultipartReader.from_response(response)
        while (part := await reader.next()) is not None:
            if isinstance(part, aiohttp.BodyPartReader) and part.name:
                answer[part.name] = await part.text()
    return answer if isinstance(answer.get("method"), str) else None
