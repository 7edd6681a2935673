"""What a message says: text, caption or media, checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiogram.client.default import Default
from aiogram.types import MessageEntity

from bot.sandbox.entities import Formatted, parse
from bot.sandbox.entities.formatted import units
from bot.sandbox.errors import bad_request
from bot.sandbox.files import StoredFile, is_image
from bot.sandbox.telegram import Telegram
from bot.sandbox.wire import Json, as_json

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a call."""

    name: str
    mime: str
    data: bytes


Uploads = Mapping[str, Upload]


def text_content(
    telegram: Telegram,
    text: str | None,
    parse_mode: str | Default | None,
    entities: list[MessageEntity] | None,
) -> Json:
    formatted = _formatted(telegram, text or "", parse_mode, entities)
    if not formatted.text:
        raise bad_request("message text is empty")
    if units(formatted.text) > LONGEST_TEXT:
        raise bad_request("message is too long")
    return {"text": formatted.text} | ({"entities": formatted.entities} if formatted.entities else {})


def caption_content(
    telegram: Telegram,
    text: str | None,
    parse_mode: str | Default | None,
    entities: list[MessageEntity] | None,
) -> Json:
    formatted = _formatted(telegram, text or "", parse_mode, entities)
    if units(formatted.text) > LONGEST_CAPTION:
        raise bad_request("message caption is too long")
    if not formatted.text:
        return {}
    return {"caption": formatted.text} | (
        {"caption_entities": formatted.entities} if formatted.entities else {}
    )


def media_content(
    telegram: Telegram, kind: str, source: object, uploads: Uploads, field: str = "media"
) -> Json:
    """Return the photo or document field; `source` is a file_id, attach://part, or nothing when a part came itself."""
    stored = _file(telegram, kind, source, uploads, field)
    return {kind: stored.photo() if kind == "photo" else stored.document()}


def mode_of(parse_mode: str | Default | None) -> str | None:
    return parse_mode if isinstance(parse_mode, str) else None


def _formatted(
    telegram: Telegram, text: str, parse_mode: str | Default | None, entities: list[MessageEntity] | None
) -> Formatted:
    given = [as_json(one) for one in entities or []]
    formatted = parse(text, mode_of(parse_mode), given)
    formatted.entities = [one for entity in formatted.entities if (one := _with_user(telegram, entity))]
    return formatted


def _with_user(telegram: Telegram, entity: Json) -> Json | None:
    """Put the person into a mention; a mention of somebody unknown is no mention."""
    if entity["type"] != "text_mention":
        return entity
    user: Any = entity.get("user_id") or entity.get("user", {}).get("id")
    if user not in telegram.world.people:
        return None
    kept = {name: entity[name] for name in ("type", "offset", "length")}
    return kept | {"user": telegram.world.user(user)}


def _file(telegram: Telegram, kind: str, source: object, uploads: Uploads, field: str) -> StoredFile:
    name = source if isinstance(source, str) else ""
    part = uploads.get(name.removeprefix("attach://") if name.startswith("attach://") else field)
    if part is None:
        known = telegram.world.files.get(name)
        if known is None or not known.path.startswith(kind):
            raise bad_request("wrong file identifier/HTTP URL specified")
        return known
    if not part.data:
        raise bad_request("file must be non-empty")
    if kind == "photo" and not is_image(part.data):
        raise bad_request("IMAGE_PROCESS_FAILED")
    number = len(telegram.world.files) + 1
    ending = part.name.rpartition(".")[2] if "." in part.name else "bin"
    stored = StoredFile(
        f"{kind}-{number}", part.name, part.mime, part.data, f"{kind}s/file_{number}.{ending}"
    )
    telegram.world.files[stored.id] = stored
    return stored
