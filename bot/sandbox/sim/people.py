"""Requests that act as a person, and requests that make and change people and chats."""

from dataclasses import dataclass

from aiohttp import web
from pydantic import Field

from bot.sandbox.acting import button_at, delete_own, present, press, say, send_press, start, visible
from bot.sandbox.chats import GENERAL, STATUSES, Chat, Topic
from bot.sandbox.errors import SimError
from bot.sandbox.membership import make_member, migrate, set_member, set_private, tell_chat_changed
from bot.sandbox.people import Person
from bot.sandbox.posting import remove, show_history
from bot.sandbox.sim.body import Wish, read
from bot.sandbox.snapshot import chat_without_messages
from bot.sandbox.telegram import Telegram


class Say(Wish):
    as_: int = Field(alias="as")
    chat: int
    text: str
    thread_id: int | None = None
    reply_to: str | None = None


class Start(Wish):
    as_: int = Field(alias="as")
    payload: str | None = Field(None, pattern=r"^[A-Za-z0-9_-]{0,64}$")


class Press(Wish):
    as_: int = Field(alias="as")
    chat: int
    key: str
    row: int | None = None
    col: int | None = None
    text: str | None = None
    data: str | None = None
    """Forged callback data, whatever the buttons say."""
    wait: float = 10.0


class NewPerson(Wish):
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    id: int | None = None


class ChangedPerson(Wish):
    id: int
    first_name: str | None = None
    last_name: str | None = None
    username: str | None = None
    language_code: str | None = None
    blocked: bool | None = None
    deactivated: bool | None = None
    restart: bool = False
    """The app is restarted: ephemeral messages are gone from it."""


class NewMember(Wish):
    id: int
    status: str = "member"
    rights: dict[str, bool] = Field(default_factory=dict)


class NewChat(Wish):
    type: str = Field(pattern="^(group|supergroup)$")
    title: str
    id: int | None = None
    is_forum: bool = False
    topics: list[str] = Field(default_factory=list)
    members: list[NewMember] = Field(default_factory=list)
    permissions: dict[str, bool] = Field(default_factory=dict)


class ChangedMember(Wish):
    model_config = Wish.model_config | {"extra": "allow"}
    chat: int
    user: int
    status: str
    by: int | None = None
    rights: dict[str, bool] = Field(default_factory=dict)
    custom_title: str | None = None


class Group(Wish):
    chat: int


class ChangedTopic(Wish):
    chat: int
    name: str | None = None
    thread_id: int | None = None
    closed: bool | None = None


class Delete(Wish):
    as_: int | None = Field(None, alias="as")
    chat: int
    key: str


@dataclass(frozen=True, slots=True)
class PeoplesSide:
    telegram: Telegram

    def routes(self) -> list[web.AbstractRouteDef]:
        return [
            web.post("/sim/say", self.say),
            web.post("/sim/start", self.start),
            web.post("/sim/press", self.press),
            web.post("/sim/people", self.add_person),
            web.post("/sim/person", self.change_person),
            web.post("/sim/chats", self.add_chat),
            web.post("/sim/member", self.change_member),
            web.post("/sim/migrate", self.migrate),
            web.post("/sim/topic", self.change_topic),
            web.post("/sim/delete", self.delete),
            web.post("/sim/disband", self.disband),
        ]

    async def say(self, request: web.Request) -> web.Response:
        wish = await read(request, Say)
        posted = say(self.telegram, wish.as_, wish.chat, wish.text, wish.thread_id, wish.reply_to)
        return web.json_response({"key": posted.key})

    async def start(self, request: web.Request) -> web.Response:
        wish = await read(request, Start)
        return web.json_response({"key": start(self.telegram, wish.as_, wish.payload).key})

    async def press(self, request: web.Request) -> web.Response:
        wish = await read(request, Press)
        _, chat = present(self.telegram, wish.as_, wish.chat)
        posted = visible(chat, wish.as_, wish.key)
        if wish.data is not None:
            button = {"text": "", "callback_data": wish.data}
        else:
            button = button_at(posted, wish.row, wish.col, wish.text)
        if wish.wait <= 0 and "callback_data" in button and "disabled" not in button:
            send_press(self.telegram, wish.as_, wish.chat, posted, button["callback_data"])
            return web.json_response({"answered": False, "text": None, "alert": False, "url": None})
        return web.json_response(await press(self.telegram, wish.as_, wish.chat, posted, button, wish.wait))

    async def add_person(self, request: web.Request) -> web.Response:
        wish = await read(request, NewPerson)
        given = wish.model_dump(exclude={"id"})
        person = self.telegram.world.add_person(
            Person(wish.id if wish.id is not None else self.telegram.world.free_person_id(), **given)
        )
        self.telegram.live.reload()
        self.telegram.changed.set()
        return web.json_response(person.user())

    async def change_person(self, request: web.Request) -> web.Response:
        wish = await read(request, ChangedPerson)
        person = self.telegram.world.person(wish.id)
        if wish.blocked is not None:
            set_private(self.telegram, wish.id, blocked=wish.blocked)
        for name in ("first_name", "last_name", "username", "language_code", "deactivated"):
            if name in wish.model_fields_set:
                setattr(person, name, getattr(wish, name))
        if wish.restart:
            for chat in self.telegram.world.chats.values():
                for posted in [one for one in chat.messages.values() if one.viewer == wish.id]:
                    remove(self.telegram, chat, posted)
        self.telegram.live.reload()
        self.telegram.changed.set()
        return web.json_response({})

    async def add_chat(self, request: web.Request) -> web.Response:
        wish = await read(request, NewChat)
        world = self.telegram.world
        chat = Chat(wish.id if wish.id is not None else world.free_chat_id(wish.type), wish.type, wish.title)
        chat.is_forum = wish.is_forum or bool(wish.topics)
        chat.permissions = wish.permissions
        if chat.is_forum:
            chat.topics[GENERAL] = Topic("General")
        for one in wish.members:
            world.user(one.id)
            make_member(one.status, one.rights)
        world.add_chat(chat)
        for one in wish.members:
            member = make_member(one.status, one.rights)
            if one.id == world.bot.id:
                set_member(self.telegram, chat, one.id, member)
            else:
                chat.members[one.id] = member
        for name in wish.topics:
            chat.topics[chat.next_message_id()] = Topic(name)
        self.telegram.live.reload()
        self.telegram.changed.set()
        return web.json_response(chat_without_messages(self.telegram, chat, None))

    async def change_member(self, request: web.Request) -> web.Response:
        wish = await read(request, ChangedMember)
        if wish.status not in STATUSES:
            raise SimError(f"no such status: {wish.status}")
        rights = wish.rights | {name: bool(value) for name, value in (wish.model_extra or {}).items()}
        chat = self.telegram.world.chat(wish.chat)
        self.telegram.world.user(wish.user)
        member = make_member(wish.status, rights, wish.custom_title)
        set_member(self.telegram, chat, wish.user, member, wish.by)
        return web.json_response({})

    async def migrate(self, request: web.Request) -> web.Response:
        wish = await read(request, Group)
        new = migrate(self.telegram, self.telegram.world.chat(wish.chat))
        for user, member in new.members.items():
            if member.is_in and user != self.telegram.world.bot.id:
                show_history(self.telegram, new, user)
        return web.json_response({"chat": new.id})

    async def change_topic(self, request: web.Request) -> web.Response:
        wish = await read(request, ChangedTopic)
        chat = self.telegram.world.chat(wish.chat)
        if not chat.is_forum:
            raise SimError("this chat has no topics")
        number = wish.thread_id
        if number is None:
            if not wish.name:
                raise SimError("a new topic needs a name")
            number = max(chat.next_message_id(), GENERAL + 1)
            chat.last_message_id = number
            chat.topics[number] = Topic(wish.name)
        topic = chat.topics.get(number)
        if topic is None:
            raise SimError("no such topic", 404)
        topic.name = wish.name or topic.name
        topic.closed = topic.closed if wish.closed is None else wish.closed
        tell_chat_changed(self.telegram, chat)
        return web.json_response({"thread_id": number})

    async def delete(self, request: web.Request) -> web.Response:
        wish = await read(request, Delete)
        delete_own(self.telegram, wish.as_, wish.chat, wish.key)
        return web.json_response({})

    async def disband(self, request: web.Request) -> web.Response:
        wish = await read(request, Group)
        self.telegram.world.chat(wish.chat).deleted = True
        self.telegram.live.reload()
        self.telegram.changed.set()
        return web.json_response({})
