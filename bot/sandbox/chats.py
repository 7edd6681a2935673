from dataclasses import dataclass, field

from bot.sandbox.messages import Posted
from bot.sandbox.wire import Json

GENERAL = 1
"""The topic that is addressed by leaving message_thread_id out."""

ADMIN_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
    "can_pin_messages",
    "can_manage_topics",
)
"""What an administrator has unless it is taken away. Promoting others and anonymity are given by name."""

PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
    "can_change_info",
    "can_invite_users",
    "can_pin_messages",
    "can_manage_topics",
)

STATUSES = ("creator", "administrator", "member", "restricted", "left", "kicked")


@dataclass(slots=True)
class Member:
    status: str
    rights: dict[str, bool] = field(default_factory=dict)
    custom_title: str | None = None
    until_date: int = 0

    @property
    def is_in(self) -> bool:
        if self.status == "restricted":
            return self.rights.get("is_member", True)
        return self.status in {"creator", "administrator", "member"}

    @property
    def is_admin(self) -> bool:
        return self.status in {"creator", "administrator"}

    @property
    def is_anonymous(self) -> bool:
        return self.is_admin and self.rights.get("is_anonymous", False)

    def may(self, right: str, defaults: dict[str, bool]) -> bool:
        """Tell whether this member may; `defaults` are the chat's permissions for plain members."""
        if self.status == "creator":
            return True
        if self.status == "administrator":
            return right.startswith("can_send_") or self.rights.get(right, right != "can_promote_members")
        if self.status == "restricted":
            return self.is_in and self.rights.get(right, False) and defaults.get(right, True)
        return self.status == "member" and defaults.get(right, True)

    def json(self, user: Json) -> Json:
        """Return the Bot API ChatMember, with every field its status demands."""
        body: Json = {"status": self.status, "user": user}
        if self.status == "creator":
            body["is_anonymous"] = self.rights.get("is_anonymous", False)
        elif self.status == "administrator":
            body |= {"can_be_edited": False, "is_anonymous": self.rights.get("is_anonymous", False)}
            body |= {right: self.may(right, {}) for right in ADMIN_RIGHTS}
        elif self.status == "restricted":
            body |= {right: self.rights.get(right, False) for right in PERMISSIONS}
            body |= {"is_member": self.is_in, "until_date": self.until_date}
        elif self.status == "kicked":
            body["until_date"] = self.until_date
        if self.custom_title and self.is_admin:
            body["custom_title"] = self.custom_title
        return body


@dataclass(slots=True)
class Topic:
    name: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    """A chat as the server keeps it. Ids of messages, and of ephemeral messages, run within the chat."""

    id: int
    type: str
    title: str = ""
    is_forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    permissions: dict[str, bool] = field(default_factory=dict)
    messages: dict[str, Posted] = field(default_factory=dict)
    last_message_id: int = 0
    last_ephemeral_id: int = 0
    pinned: list[int] = field(default_factory=list)
    migrated_to: int | None = None
    deleted: bool = False

    @property
    def is_group(self) -> bool:
        return self.type != "private"

    def member(self, user: int) -> Member:
        return self.members.get(user) or Member("left")

    def is_in(self, user: int) -> bool:
        if self.type == "private":
            return user == self.id
        return self.member(user).is_in

    def next_message_id(self) -> int:
        self.last_message_id += 1
        return self.last_message_id

    def message(self, message_id: int) -> Posted | None:
        return self.messages.get(f"m{message_id}")

    def ephemeral(self, ephemeral_id: int) -> Posted | None:
        return self.messages.get(f"e{ephemeral_id}")

    def visible_to(self, user: int) -> list[Posted]:
        """Return what this user's app shows, oldest first."""
        if not self.is_in(user):
            return []
        hidden = {one.replaces for one in self.messages.values() if one.receiver == user and one.replaces}
        shown = [
            one
            for one in self.messages.values()
            if one.seen_by(user) and one.body["message_id"] not in hidden
        ]
        return sorted(shown, key=lambda one: one.place)
