from dataclasses import dataclass, field

from bot.sandbox.wire import Json

ANONYMOUS_ADMIN: Json = {
    "id": 1087968824,
    "is_bot": True,
    "first_name": "Group",
    "username": "GroupAnonymousBot",
}
"""Who an administrator that hides behind the group appears to be."""


@dataclass(slots=True)
class Person:
    id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    started: bool = False
    blocked: bool = False
    deactivated: bool = False

    def user(self) -> Json:
        """Return the Bot API User. A deleted account has an empty name and nothing else."""
        if self.deactivated:
            return {"id": self.id, "is_bot": False, "first_name": ""}
        user: Json = {"id": self.id, "is_bot": False, "first_name": self.first_name}
        for name in ("last_name", "username", "language_code"):
            if value := getattr(self, name):
                user[name] = value
        return user


@dataclass(slots=True)
class BotAccount:
    """The one bot of this world, and what it has set about itself (by language, "" for all)."""

    id: int = 42
    first_name: str = "Frap & Khrap"
    username: str = "frap_khrap_bot"
    privacy_mode: bool = True
    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[str, list[Json]] = field(default_factory=dict)
    menu_buttons: dict[int, Json] = field(default_factory=dict)

    def user(self) -> Json:
        return {
            "id": self.id,
            "is_bot": True,
            "first_name": self.names.get("", self.first_name),
            "username": self.username,
        }

    def me(self) -> Json:
        return self.user() | {
            "can_join_groups": True,
            "can_read_all_group_messages": not self.privacy_mode,
            "supports_inline_queries": False,
            "can_connect_to_business": False,
            "has_main_web_app": False,
        }
