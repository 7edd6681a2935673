"""The world a newcomer finds: one group of friends, and the bot among them."""

from bot.sandbox.chats import Chat, Member
from bot.sandbox.entities.found import find
from bot.sandbox.people import Person
from bot.sandbox.posting import post
from bot.sandbox.telegram import Telegram

WELCOME = (
    "Здесь играют во фрап и храп. Напишите /frap или /khrap, и бот соберёт стол.\n\n"
    "This is where friends play Frap and Khrap. Type /frap or /khrap and the bot sets up a table."
)


def furnish(telegram: Telegram) -> None:
    """Fill an empty world."""
    world = telegram.world
    anya = world.add_person(Person(1001, "Аня", language_code="ru"))
    boris = world.add_person(Person(1002, "Борис", username="boris", language_code="ru"))
    kate = world.add_person(Person(1003, "Kate", username="kate", language_code="en"))
    group = Chat(world.free_chat_id("supergroup"), "supergroup", "Friday cards / Пятничные карты")
    group.members = {
        anya.id: Member("creator"),
        boris.id: Member("member"),
        kate.id: Member("member"),
        world.bot.id: Member("member"),
    }
    world.add_chat(group)
    post(telegram, group, anya.user(), {"text": WELCOME, "entities": find(WELCOME)})
