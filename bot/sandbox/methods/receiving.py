"""How the bot gets its updates."""

import re
from urllib.parse import urlsplit

from aiogram.methods import DeleteWebhook, GetUpdates, SetWebhook

from bot.sandbox.errors import bad_request
from bot.sandbox.telegram import Telegram
from bot.sandbox.webhook import DEFAULT_CONNECTIONS
from bot.sandbox.wire import Json

SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
MOST_UPDATES = 100
LONGEST_POLL = 50
MOST_CONNECTIONS = 100


async def get_updates(telegram: Telegram, call: GetUpdates) -> list[Json]:
    telegram.updates.allow(call.allowed_updates)
    limit = MOST_UPDATES if call.limit is None else min(MOST_UPDATES, max(1, call.limit))
    seconds = min(LONGEST_POLL, max(0, call.timeout or 0))
    return await telegram.updates.get(call.offset or 0, limit, seconds)


def set_webhook(telegram: Telegram, call: SetWebhook) -> bool:
    """Set where updates go. Plain HTTP is taken on this machine, as by a local server."""
    if not call.url:
        return _no_webhook(telegram, drop=bool(call.drop_pending_updates))
    parts = urlsplit(call.url)
    local = parts.hostname in {"localhost", "127.0.0.1", "::1"}
    if parts.scheme != "https" and not (parts.scheme == "http" and local):
        raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
    if call.secret_token and not SECRET.fullmatch(call.secret_token):
        raise bad_request("secret token contains unallowed characters")
    if call.certificate is not None:
        raise bad_request("own certificates are not in the sandbox")
    telegram.updates.allow(call.allowed_updates)
    if call.drop_pending_updates:
        telegram.updates.drop_all()
    hook = telegram.webhook
    hook.url, hook.secret_token, hook.gone_since = call.url, call.secret_token or None, None
    hook.max_connections = min(MOST_CONNECTIONS, max(1, call.max_connections or DEFAULT_CONNECTIONS))
    hook.last_error_date = hook.last_error_message = None
    telegram.updates.webhook_active = True
    telegram.updates.ring()
    telegram.changed.set()
    return True


def delete_webhook(telegram: Telegram, call: DeleteWebhook) -> bool:
    return _no_webhook(telegram, drop=bool(call.drop_pending_updates))


def _no_webhook(telegram: Telegram, *, drop: bool) -> bool:
    if drop:
        telegram.updates.drop_all()
    telegram.webhook.url = ""
    telegram.updates.webhook_active = False
    telegram.updates.ring()
    telegram.changed.set()
    return True


def webhook_info(telegram: Telegram) -> Json:
    hook = telegram.webhook
    info: Json = {
        "url": hook.url,
        "has_custom_certificate": False,
        "pending_update_count": telegram.updates.unconfirmed,
    }
    if hook.url:
        info |= {"max_connections": hook.max_connections, "ip_address": "127.0.0.1"}
    if telegram.updates.box.allowed:
        info["allowed_updates"] = telegram.updates.box.allowed
    if hook.last_error_date is not None:
        info |= {"last_error_date": hook.last_error_date, "last_error_message": hook.last_error_message}
    return info
