"""Receiving updates from Telegram: each is confirmed only when it has been handled, so none is lost."""

from bot.updates.health import Health, health
from bot.updates.intake import Intake
from bot.updates.polling import CannotReceive, poll
from bot.updates.stopping import stop_on_signals
from bot.updates.webhook import serve_webhook

__all__ = ["CannotReceive", "Health", "Intake", "health", "poll", "serve_webhook", "stop_on_signals"]
