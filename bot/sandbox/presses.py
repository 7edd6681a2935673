"""A press of a button, from the person to the bot's answer."""

import asyncio
import secrets
from dataclasses import dataclass, field

from bot.sandbox.wire import Json

ANSWERABLE = 150.0
"""How many seconds a press can be answered."""


@dataclass(slots=True)
class Press:
    id: str
    user: int
    chat: int
    key: str
    at: float
    data: str = ""
    """What its button stands for."""
    answer: Json | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)


def new_press_id() -> str:
    return str(secrets.randbits(62))
