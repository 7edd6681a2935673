import asyncio
import time
from collections import deque
from dataclasses import dataclass, field

from bot.sandbox.clock import Clock
from bot.sandbox.faults import Faults
from bot.sandbox.journal import KEPT, Journal
from bot.sandbox.limits import Limits, Meter
from bot.sandbox.live import Live
from bot.sandbox.messages import Sight
from bot.sandbox.presses import Press
from bot.sandbox.updates import Mailbox, Updates
from bot.sandbox.webhook import Webhook
from bot.sandbox.world import World


@dataclass(slots=True)
class Telegram:
    """One running Telegram: its world, its clock, and everything between the people and the bot."""

    world: World = field(default_factory=World)
    clock: Clock = field(default_factory=Clock)
    mailbox: Mailbox = field(default_factory=Mailbox)
    webhook: Webhook = field(default_factory=Webhook)
    presses: dict[str, Press] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    faults: Faults = field(default_factory=Faults)
    journal: Journal = field(default_factory=Journal)
    live: Live = field(default_factory=Live)
    sights: deque[Sight] = field(default_factory=lambda: deque(maxlen=KEPT))
    current_sights: dict[tuple[int, str], Sight] = field(default_factory=dict)
    ephemeral_lifetime: float | None = None
    """After how many seconds an ephemeral message vanishes by itself; Telegram does not say."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    in_flight: int = 0
    last_call: float = field(default_factory=time.monotonic)
    updates: Updates = field(init=False)
    meter: Meter = field(init=False)

    def __post_init__(self) -> None:
        self.updates = Updates(self.clock, self.mailbox, self.changed)
        self.updates.webhook_active = bool(self.webhook.url)
        self.meter = Meter(self.clock, self.limits)
