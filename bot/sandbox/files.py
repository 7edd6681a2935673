import hashlib
import struct
from dataclasses import dataclass

from pydantic import ConfigDict, with_config

from bot.sandbox.wire import Json

PNG, GIF, JPEG, WEBP = b"\x89PNG\r\n\x1a\n", b"GIF8", b"\xff\xd8\xff", b"WEBP"


@with_config(ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))
@dataclass(slots=True)
class StoredFile:
    """An uploaded file. Its path is what getFile tells."""

    id: str
    name: str
    mime: str
    data: bytes
    path: str

    def json(self) -> Json:
        unique = hashlib.sha256(self.data).hexdigest()[:16]
        return {"file_id": self.id, "file_unique_id": unique, "file_size": len(self.data)}

    def document(self) -> Json:
        return self.json() | {"file_name": self.name, "mime_type": self.mime}

    def photo(self) -> list[Json]:
        width, height = size_of_image(self.data)
        return [self.json() | {"width": width, "height": height}]


def is_image(data: bytes) -> bool:
    return data.startswith((PNG, GIF, JPEG)) or data[8:12] == WEBP


def kind_of_image(data: bytes) -> str:
    """Name the kind as in ``image/png``."""
    known = {PNG: "png", GIF: "gif", JPEG: "jpeg"}
    return next((kind for start, kind in known.items() if data.startswith(start)), "webp")


def size_of_image(data: bytes) -> tuple[int, int]:
    """Return width and height in pixels; of kinds that do not tell at once, a guess."""
    if data.startswith(PNG) and len(data) >= 24:  # noqa: PLR2004 - the header of a PNG is that long
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    return 320, 320
