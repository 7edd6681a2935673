"""Every sentence of the code is in every catalogue, whole, and nothing else is."""

from __future__ import annotations

import ast
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po

from bot import texts
from bot.texts import languages

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

BOT = Path(texts.__file__).parents[1]
LOCALES = BOT / "texts" / "locales"
TRANSLATED = [language for language in languages() if language != "en"]

Sentence = tuple[str | None, str, str | None]
"""Context, sentence, and its plural where it has one."""


def sentences() -> set[Sentence]:
    found: set[Sentence] = set()
    for path in sorted(BOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                found |= of_call(node)
    return found


def of_call(call: ast.Call) -> set[Sentence]:
    words = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args[:2]]
    match call.func:
        case ast.Name(id="t" | "lazy") if words and isinstance(words[0], str):
            return {(None, words[0], None)}
        case ast.Attribute(value=ast.Name(id="t"), attr="n"):
            assert isinstance(words[0], str), ast.unparse(call)
            assert isinstance(words[1], str), ast.unparse(call)
            return {(None, words[0], words[1])}
        case ast.Attribute(value=ast.Name(id="t"), attr="c"):
            assert isinstance(words[0], str), ast.unparse(call)
            assert isinstance(words[1], str), ast.unparse(call)
            return {(words[0], words[1], None)}
    return set()


def catalogue(language: str) -> Catalog:
    return read_po(BytesIO((LOCALES / f"{language}.po").read_bytes()), locale=language, abort_invalid=True)


def entries(language: str) -> dict[Sentence, tuple[str, ...]]:
    found: dict[Sentence, tuple[str, ...]] = {}
    for message in catalogue(language):
        if message.id:
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
            found[message.context, ids[0], ids[1] if len(ids) > 1 else None] = tuple(strings)
    return found


def fields(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_there_is_russian() -> None:
    assert languages()[0] == "en"
    assert "ru" in TRANSLATED


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing_or_left_over(language: str) -> None:
    assert sentences() == set(entries(language))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_entry_is_translated_for_good(language: str) -> None:
    read = catalogue(language)
    assert not read.fuzzy
    assert not read.obsolete
    for message in read:
        if message.id:
            assert not message.fuzzy, message.id
    for sentence, strings in entries(language).items():
        assert all(string.strip() for string in strings), sentence


@pytest.mark.parametrize("language", TRANSLATED)
def test_plurals_have_all_forms(language: str) -> None:
    count = catalogue(language).num_plurals
    for (_, one, many), strings in entries(language).items():
        assert len(strings) == (1 if many is None else count), one


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_the_same(language: str) -> None:
    for (_, one, many), strings in entries(language).items():
        wanted = fields(one) | fields(many or "")
        for string in strings:
            assert fields(string) == wanted, one


@pytest.mark.parametrize("language", TRANSLATED)
def test_edges_are_the_same(language: str) -> None:
    """A space or line break at the edge of a sentence is easily lost."""
    for (_, one, _many), strings in entries(language).items():
        for string in strings:
            assert string == string.strip(), one
        assert one == one.strip()
