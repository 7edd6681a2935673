from collections.abc import AsyncIterator

import pytest
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer

from bot.sandbox import person
from bot.sandbox.server import Options, Sandbox, serve


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with serve(Options(bare=True, limits=False)) as running:
        yield running


@pytest.fixture
async def people(sandbox: Sandbox) -> AsyncIterator[person.Sandbox]:
    async with person.Sandbox(sandbox.url) as client:
        yield client


@pytest.fixture
async def bot(sandbox: Sandbox) -> AsyncIterator[Bot]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(sandbox.url))
    async with Bot(sandbox.token, session=session) as one:
        yield one


@pytest.fixture
async def anya(people: person.Sandbox) -> person.Person:
    return await people.person("Аня", language="ru", started=True)


@pytest.fixture
async def boris(people: person.Sandbox) -> person.Person:
    return await people.person("Борис", language="ru", username="boris")


@pytest.fixture
async def group(people: person.Sandbox, anya: person.Person, boris: person.Person) -> person.Group:
    return await people.group("Friday cards", anya, boris)
