from urllib.parse import parse_qs, urlsplit

from bot.sandbox.wire import Json


def valid_url(url: str) -> str | None:
    """Return the URL as Telegram writes it, or nothing if it takes it for none."""
    if any(letter.isspace() for letter in url) or not url:
        return None
    whole = url if "://" in url else f"http://{url}"
    try:
        parts = urlsplit(whole)
        host = parts.hostname or ""
    except ValueError:
        return None
    if parts.scheme not in {"http", "https", "tg", "ton", "tonsite"}:
        return None
    if parts.scheme in {"tg", "ton", "tonsite"}:
        return whole
    if "." not in host.strip("."):
        return None
    return whole if parts.path or parts.query or parts.fragment else f"{whole}/"


def link_entity(url: str) -> Json | None:
    """Return the entity for a link around a text; a mention of a user for tg://user."""
    parts = urlsplit(url)
    if parts.scheme == "tg" and parts.netloc == "user":
        ids = parse_qs(parts.query).get("id", [])
        if ids and ids[0].isdigit():
            return {"type": "text_mention", "user_id": int(ids[0])}
        return None
    if parts.scheme == "tg" and parts.netloc in {"emoji", "time"}:
        return None
    valid = valid_url(url)
    return {"type": "text_link", "url": valid} if valid else None
