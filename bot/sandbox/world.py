from dataclasses import dataclass, field

from bot.sandbox.chats import Chat
from bot.sandbox.errors import SimError
from bot.sandbox.files import StoredFile
from bot.sandbox.people import BotAccount, Person
from bot.sandbox.wire import Json

FIRST_PERSON = 1001
FIRST_GROUP = 4001
SUPERGROUP_BASE = 1_000_000_000_000


@dataclass(slots=True)
class World:
    """Everybody and everything there is. A private chat has the id of its person."""

    bot: BotAccount = field(default_factory=BotAccount)
    people: dict[int, Person] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)
    files: dict[str, StoredFile] = field(default_factory=dict)
    places: int = 0

    def person(self, user: int) -> Person:
        found = self.people.get(user)
        if found is None:
            raise SimError(f"there is no person with id {user}", 404)
        return found

    def chat(self, chat: int) -> Chat:
        found = self.chats.get(chat)
        if found is None:
            raise SimError(f"there is no chat with id {chat}", 404)
        return found

    def user(self, user: int) -> Json:
        """Return the Bot API User of a person or of the bot."""
        return self.bot.user() if user == self.bot.id else self.person(user).user()

    def next_place(self) -> int:
        self.places += 1
        return self.places

    def add_person(self, person: Person) -> Person:
        """Add a person and their private chat with the bot."""
        if person.id in self.people or person.id == self.bot.id:
            raise SimError(f"the id {person.id} is taken")
        if person.username and self.by_username(person.username) is not None:
            raise SimError(f"the username {person.username} is taken")
        self.people[person.id] = person
        self.chats[person.id] = Chat(person.id, "private")
        return person

    def add_chat(self, chat: Chat) -> Chat:
        if chat.id in self.chats:
            raise SimError(f"the id {chat.id} is taken")
        self.chats[chat.id] = chat
        return chat

    def free_person_id(self) -> int:
        return max((FIRST_PERSON - 1, *self.people)) + 1

    def free_chat_id(self, kind: str) -> int:
        groups = -min((0, *(one for one in self.chats if -SUPERGROUP_BASE < one < 0)))
        supergroups = -min((0, *(one for one in self.chats if one <= -SUPERGROUP_BASE)))
        if kind == "group":
            return -max(FIRST_GROUP, groups + 1)
        return -max(SUPERGROUP_BASE + FIRST_GROUP, supergroups + 1)

    def by_username(self, name: str) -> int | None:
        """Return the id of the person or the bot with this username, or nothing."""
        wanted = name.removeprefix("@").lower()
        if wanted == self.bot.username.lower():
            return self.bot.id
        for person in self.people.values():
            if person.username and person.username.lower() == wanted:
                return person.id
        return None

    def chat_json(self, chat: Chat) -> Json:
        """Return the Bot API Chat."""
        if chat.type == "private":
            user = self.person(chat.id).user()
            names = ("first_name", "last_name", "username")
            return {"id": chat.id, "type": "private"} | {n: user[n] for n in names if n in user}
        body: Json = {"id": chat.id, "type": chat.type, "title": chat.title}
        if chat.is_forum:
            body["is_forum"] = True
        return body

    def member_json(self, chat: Chat, user: int) -> Json:
        return chat.member(user).json(self.user(user))
