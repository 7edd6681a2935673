from collections import deque
from dataclasses import dataclass, field

from bot.sandbox.clock import Clock
from bot.sandbox.errors import too_many_requests

MINUTE = 60.0


@dataclass(slots=True)
class Limits:
    """Flood limits on messages sent and edited, as far as they are known."""

    on: bool = True
    private_per_second: float = 1.0
    private_burst: int = 5
    """How many messages a private chat takes at once before it is one a second."""
    group_per_minute: int = 20
    overall_per_second: int = 30
    ephemeral_counts: bool = False
    """Whether ephemeral messages count as messages to the group; Telegram does not say."""


@dataclass(slots=True)
class Meter:
    """Counts what was sent and says when it is too much."""

    clock: Clock
    limits: Limits = field(default_factory=Limits)
    _sent: dict[int, deque[float]] = field(default_factory=dict)
    _private: dict[int, tuple[float, float]] = field(default_factory=dict)
    _overall: deque[float] = field(default_factory=deque)

    def count(self, chat: int, *, group: bool, ephemeral: bool) -> None:
        """Count one message sent or edited; raise 429 if it is one too many."""
        if not self.limits.on:
            return
        now = self.clock.now()
        self._refuse(self._overall, now, 1.0, self.limits.overall_per_second)
        if group and (not ephemeral or self.limits.ephemeral_counts):
            sent = self._sent.setdefault(chat, deque())
            self._refuse(sent, now, MINUTE, self.limits.group_per_minute)
            sent.append(now)
        elif not group:
            self._take_token(chat, now)
        self._overall.append(now)

    @staticmethod
    def _refuse(sent: deque[float], now: float, window: float, most: int) -> None:
        while sent and not now - window < sent[0] <= now:
            sent.popleft()
        if len(sent) >= most:
            raise too_many_requests(sent[len(sent) - most] + window - now)

    def _take_token(self, chat: int, now: float) -> None:
        tokens, at = self._private.get(chat, (float(self.limits.private_burst), now))
        passed = max(0.0, now - at)
        tokens = min(float(self.limits.private_burst), tokens + passed * self.limits.private_per_second)
        if tokens < 1.0:
            raise too_many_requests((1.0 - tokens) / self.limits.private_per_second)
        self._private[chat] = (tokens - 1.0, now)
