"""People for tests and scripts: what somebody does and sees, over the sandbox's HTTP.

For example, with an open `telegram = Sandbox(url)`::

    anya = await telegram.person("Аня", language="ru")
    group = await telegram.group("Friday cards", anya, bot="member")
    await anya.say(group, "/khrap")
    answer = await anya.press(group, "Join")
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, TypeAlias
from urllib.parse import parse_qs, urlsplit

import aiohttp

from bot.sandbox.rich_words import rich_buttons, rich_words

Json: TypeAlias = dict[str, Any]
NEVER = aiohttp.ClientTimeout(total=None)


class Impossible(Exception):
    """The sandbox refused what a person wanted to do, with the reason."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the person who pressed got to see."""

    answered: bool
    text: str | None = None
    alert: bool = False
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """A message as the person's app shows it."""

    key: str
    body: Json

    @property
    def text(self) -> str:
        """Of a rich message, a line for each block and each row of a table."""
        if "rich_message" in self.body:
            return rich_words(self.body["rich_message"])
        return str(self.body.get("text", self.body.get("caption", "")))

    @property
    def only_me(self) -> bool:
        return bool(self.body.get("only_me", False))

    @property
    def sender(self) -> int:
        return int(self.body["from"]["id"])

    @property
    def buttons(self) -> list[list[Json]]:
        """All rows: those under the message, then those within it."""
        under = self.body.get("reply_markup", {}).get("inline_keyboard", [])
        return [*under, *rich_buttons(self.body.get("rich_message", {}))]

    @property
    def labels(self) -> list[str]:
        """The texts of all buttons, row after row."""
        return [str(button["text"]) for row in self.buttons for button in row]

    @property
    def thread(self) -> int | None:
        return self.body.get("message_thread_id")


@dataclass(slots=True)
class Group:
    """A group or supergroup; `id` follows a migration."""

    sandbox: "Sandbox"
    id: int
    title: str
    topics: dict[str, int] = field(default_factory=dict)

    async def set_member(self, who: "Person | int", status: str, **rights: bool) -> None:
        await self.sandbox.post("member", chat=self.id, user=_id(who), status=status, rights=rights)

    async def set_bot(self, status: str, **rights: bool) -> None:
        await self.set_member(await self.sandbox.bot_id(), status, **rights)

    async def join(self, who: "Person") -> None:
        await self.set_member(who, "member")

    async def leave(self, who: "Person") -> None:
        await self.set_member(who, "left")

    async def kick(self, who: "Person") -> None:
        await self.set_member(who, "kicked")

    async def migrate(self) -> int:
        """Become a supergroup; return the new id."""
        self.id = int((await self.sandbox.post("migrate", chat=self.id))["chat"])
        return self.id

    async def topic(self, name: str) -> int:
        self.topics[name] = int((await self.sandbox.post("topic", chat=self.id, name=name))["thread_id"])
        return self.topics[name]

    async def close_topic(self, thread: int, *, closed: bool = True) -> None:
        await self.sandbox.post("topic", chat=self.id, thread_id=thread, closed=closed)


Place: TypeAlias = "Group | Person | int"


@dataclass(slots=True)
class Person:
    """Somebody with a Telegram app. Passing a person as the place means the chat with the bot."""

    sandbox: "Sandbox"
    id: int
    name: str

    async def say(
        self, place: Place, text: str, *, thread: int | None = None, reply_to: str | None = None
    ) -> str:
        """Write a message; return its key."""
        wish: Json = {"chat": _id(place), "text": text}
        wish |= {} if thread is None else {"thread_id": thread}
        wish |= {} if reply_to is None else {"reply_to": reply_to}
        return str((await self._act("say", wish))["key"])

    async def start(self, payload: str | None = None) -> str:
        """Press Start in the chat with the bot; return the message's key."""
        return str((await self._act("start", {"payload": payload}))["key"])

    async def press(
        self, place: Place, button: str | tuple[int, int], *, key: str | None = None, wait: float = 10.0
    ) -> Answer:
        """Press a button by its text or its row and column.

        Without a key, it is the newest message that has such a button.
        """
        if key is None:
            key = (await self._with_button(place, button)).key
        wish: Json = {"chat": _id(place), "key": key, "wait": wait}
        wish |= {"text": button} if isinstance(button, str) else {"row": button[0], "col": button[1]}
        return Answer(**await self._act("press", wish))

    async def forge(self, place: Place, key: str, data: str, *, wait: float = 10.0) -> Answer:
        """Press with callback data of one's own making."""
        return Answer(
            **await self._act("press", {"chat": _id(place), "key": key, "data": data, "wait": wait})
        )

    async def open(self, url: str) -> str:
        """Follow a link that starts the bot; return the message's key."""
        parts = urlsplit(url)
        if parts.hostname != "t.me" or "start" not in (query := parse_qs(parts.query)):
            raise Impossible(f"{url} starts no bot")
        return await self.start(query["start"][0])

    async def see(self, place: Place) -> list[Message]:
        """Return the messages in view, oldest first."""
        return [Message(one["key"], one) for one in (await self.chat(place))["messages"]]

    async def chat(self, place: Place) -> Json:
        """Return the chat as the app shows it."""
        wanted = _id(place)
        for chat in (await self.sandbox.get("world", **{"as": self.id, "chat": wanted}))["chats"]:
            if chat["id"] == wanted:
                return dict(chat)
        raise Impossible(f"{self.name} is not in chat {wanted}")

    async def last(self, place: Place) -> Message:
        """Return the newest message in view."""
        messages = await self.see(place)
        if not messages:
            raise Impossible(f"{self.name} sees nothing there")
        return messages[-1]

    async def until(
        self, place: Place, sees: Callable[[list[Message]], object], *, seconds: float = 10.0
    ) -> list[Message]:
        """Look on until what is in view satisfies `sees`; raise TimeoutError if it does not in time."""
        async with asyncio.timeout(seconds), self.sandbox.watch(self.id) as happenings:
            async for _ in happenings:
                messages = await self.see(place)
                if sees(messages):
                    return messages
        raise Impossible("the sandbox ended")

    async def seen(self) -> list[Json]:
        """Return every version of every message this person could ever see."""
        return list((await self.sandbox.get("seen", user=self.id))["seen"])

    async def block(self) -> None:
        await self.sandbox.post("person", id=self.id, blocked=True)

    async def unblock(self) -> None:
        await self.sandbox.post("person", id=self.id, blocked=False)

    async def delete_account(self) -> None:
        await self.sandbox.post("person", id=self.id, deactivated=True)

    async def restart_app(self) -> None:
        """Lose the ephemeral messages."""
        await self.sandbox.post("person", id=self.id, restart=True)

    async def rename(self, **names: str | None) -> None:
        await self.sandbox.post("person", id=self.id, **names)

    async def delete(self, place: Place, key: str) -> None:
        await self._act("delete", {"chat": _id(place), "key": key})

    async def _with_button(self, place: Place, button: str | tuple[int, int]) -> Message:
        messages = await self.see(place)
        for message in reversed(messages):
            if button in message.labels if isinstance(button, str) else message.buttons:
                return message
        labels = [message.labels for message in messages if message.labels]
        raise Impossible(f"{self.name} sees no button {button!r}; there are {labels}")

    async def _act(self, what: str, wish: Json) -> Json:
        return await self.sandbox.post(what, **{"as": self.id}, **wish)


class Sandbox:
    """The people's side of a running sandbox."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self._http: aiohttp.ClientSession | None = None
        self._bot: int | None = None

    async def __aenter__(self) -> Self:
        self._session()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _session(self) -> aiohttp.ClientSession:
        if self._http is None:
            self._http = aiohttp.ClientSession()
        return self._http

    async def close(self) -> None:
        if self._http is not None:
            await self._http.close()

    async def person(
        self,
        first_name: str,
        *,
        language: str | None = None,
        username: str | None = None,
        last_name: str | None = None,
        id: int | None = None,  # noqa: A002 - it is called that everywhere in Telegram
        started: bool = False,
    ) -> Person:
        """Add a person; `started` presses Start for them."""
        wish: Json = {"first_name": first_name, "language_code": language, "username": username}
        user = await self.post("people", **wish, last_name=last_name, id=id)
        person = Person(self, int(user["id"]), first_name)
        if started:
            await person.start()
        return person

    async def group(
        self,
        title: str,
        *members: Person,
        bot: str | None = "member",
        kind: str = "supergroup",
        topics: tuple[str, ...] = (),
        id: int | None = None,  # noqa: A002 - it is called that everywhere in Telegram
    ) -> Group:
        """Add a group; the first member is its creator, and the bot has the given status."""
        listed = [
            {"id": one.id, "status": "member" if number else "creator"} for number, one in enumerate(members)
        ]
        if bot is not None:
            listed.append({"id": await self.bot_id(), "status": bot})
        wish: Json = {"type": kind, "title": title, "members": listed, "topics": list(topics), "id": id}
        chat = await self.post("chats", **wish)
        names = {topic["name"]: topic["thread_id"] for topic in chat["topics"] if topic["thread_id"] > 1}
        return Group(self, int(chat["id"]), title, names)

    async def bot_id(self) -> int:
        if self._bot is None:
            self._bot = int((await self.get("world"))["bot"]["id"])
        return self._bot

    async def quiet(self, seconds: float = 10.0, settle: float = 0.2) -> bool:
        """Wait until the bot has confirmed every update and makes no call."""
        return bool((await self.post("quiet", timeout=seconds, settle=settle))["quiet"])

    async def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        await self.post("clock", advance=seconds)

    async def limits(self, **numbers: float | bool) -> None:
        await self.post("limits", **numbers)

    async def fault(self, **fault: object) -> None:
        """Let calls of the bot go wrong, see `bot.sandbox.faults.Fault`."""
        await self.post("faults", **fault)

    async def no_faults(self) -> None:
        await self._ask("DELETE", "faults")

    async def journal(self, after: int = 0) -> list[Json]:
        """Return the calls of the bot after the given one."""
        return list((await self.get("journal", after=after))["calls"])

    async def inject(self, update: Json) -> int:
        """Queue a raw update; return its id."""
        return int((await self.post("update", **update))["update_id"])

    async def repeat(self, update_id: int) -> None:
        """Deliver an update once more."""
        await self.post("update", repeat=update_id)

    @asynccontextmanager
    async def watch(self, user: int, chat: int | None = None) -> AsyncIterator[AsyncIterator[Json]]:
        """Follow what happens on somebody's screen, or in one chat; the first item says that watching began."""
        query = {"as": user} | ({} if chat is None else {"chat": chat})
        async with self._session().get(f"{self.url}/sim/events", params=query, timeout=NEVER) as page:
            yield _events(page)

    async def get(self, what: str, **query: str | int) -> Json:
        return await self._ask("GET", what, params=query)

    async def post(self, what: str, **wish: object) -> Json:
        return await self._ask("POST", what, json=wish)

    async def _ask(self, verb: str, what: str, **more: Any) -> Json:  # noqa: ANN401 - what aiohttp takes
        async with self._session().request(verb, f"{self.url}/sim/{what}", **more) as response:
            body = await response.json()
            if "error" in body and not response.ok:
                raise Impossible(body["error"])
            return dict(body)


async def _events(page: aiohttp.ClientResponse) -> AsyncIterator[Json]:
    async for line in page.content:
        if line.startswith(b"data: "):
            yield json.loads(line.removeprefix(b"data: "))
        elif line.startswith(b": open"):
            yield {"type": "open"}


def _id(place: Place) -> int:
    return place if isinstance(place, int) else place.id
