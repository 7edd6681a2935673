from dataclasses import dataclass, field

from bot.sandbox.rich_words import rich_buttons
from bot.sandbox.wire import Json, copied

CONTENT = (
    "text",
    "entities",
    "rich_message",
    "caption",
    "caption_entities",
    "photo",
    "document",
    "link_preview_options",
)
"""The fields of a Message that make up its content, besides the keyboard."""


@dataclass(slots=True)
class Posted:
    """One message as it stands: the Bot API Message and who sees it."""

    body: Json
    place: float
    """Where in the chat it stands: grows with time."""
    viewer: int | None = None
    """The only person who sees it, for ephemeral messages."""
    receiver: int | None = None
    """Whom an ephemeral message of the bot was sent to."""
    replaces: int | None = None
    """The public message_id it stands in for, at its receiver's alone."""
    lost: bool = False
    """An ephemeral message that never arrived: nobody sees it."""
    at: float = 0.0
    """When it was sent, unix seconds."""

    @property
    def key(self) -> str:
        if self.is_ephemeral:
            return f"e{self.body['ephemeral_message_id']}"
        return f"m{self.body['message_id']}"

    @property
    def is_ephemeral(self) -> bool:
        return self.viewer is not None

    @property
    def is_service(self) -> bool:
        return not any(name in self.body for name in ("text", "rich_message", "photo", "document"))

    def seen_by(self, user: int) -> bool:
        return not self.lost and (self.viewer is None or self.viewer == user)

    def sent_by(self, user: int) -> bool:
        return bool(self.body.get("from", {}).get("id") == user)

    def keyboard(self) -> list[list[Json]]:
        """Return all rows of buttons: those under the message, then those within it."""
        under = self.body.get("reply_markup", {}).get("inline_keyboard", [])
        return [*under, *rich_buttons(self.body.get("rich_message", {}))]

    def body_copy(self) -> Json:
        return dict(copied(self.body))

    def shown(self) -> Json:
        """Return the message as the page gets it."""
        shown = self.body_copy() | {"key": self.key}
        if self.is_ephemeral:
            shown["only_me"] = True
        for one in (*shown.get("photo", ()), *([shown["document"]] if "document" in shown else ())):
            one["url"] = f"/sim/file/{one['file_id']}"
        return shown

    def content(self) -> Json:
        return {name: self.body[name] for name in (*CONTENT, "reply_markup") if name in self.body}


@dataclass(slots=True)
class Sight:
    """One version of one message, and everyone who could see it."""

    chat: int
    key: str
    at: float
    version: Json
    people: set[int] = field(default_factory=set)
    public: bool = True
    current: bool = True
    """Still what stands in the chat: whoever joins now sees it."""

    def json(self) -> Json:
        keep = (
            "text",
            "rich_message",
            "caption",
            "entities",
            "caption_entities",
            "reply_markup",
            "photo",
            "document",
            "from",
        )
        version = {name: self.version[name] for name in keep if name in self.version}
        return {"chat": self.chat, "key": self.key, "at": self.at, "only_me": not self.public} | version
