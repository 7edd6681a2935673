from typing import Any

import pytest
from aiogram import Bot
from aiogram.exceptions import TelegramBadRequest
from aiogram.types import MessageEntity
from aiogram.utils import formatting as f
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.entities import parse
from bot.sandbox.errors import ApiError
from bot.sandbox.person import Person


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("<b>a</b>", "a", [("bold", 0, 1)]),
        ("♠😀<b>x</b>", "♠😀x", [("bold", 3, 1)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("<tg-spoiler>s</tg-spoiler>", "s", [("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">s</span>', "s", [("spoiler", 0, 1)]),
        ("<blockquote>q</blockquote>", "q", [("blockquote", 0, 1)]),
        ("<blockquote expandable>q</blockquote>", "q", [("expandable_blockquote", 0, 1)]),
        ("<code>/frap</code>", "/frap", [("code", 0, 5)]),
        ("&lt;&amp;&gt;&quot;&#9824;&#x2660;&nbsp;", '<&>"♠♠&nbsp;', []),
        ("  <b> a </b>  ", "a", [("bold", 0, 1)]),
        ("a\r<b>b\rc</b>d", "abcd", [("bold", 1, 2)]),
        ("type /frap now", "type /frap now", [("bot_command", 5, 5)]),
        ("@boris hi", "@boris hi", [("mention", 0, 6)]),
    ],
)
def test_html(source: str, text: str, entities: list[tuple[str, int, int]]) -> None:
    parsed = parse(source, "HTML", None)
    assert parsed.text == text
    assert [(one["type"], one["offset"], one["length"]) for one in parsed.entities] == entities


def test_html_links_and_languages_and_dates() -> None:
    source = (
        '<a href="https://example.org/?a=1&amp;b=2">x</a> <pre><code class="language-python">y</code></pre> '
        '<tg-time unix="1700000000" format="r">z</tg-time>'
    )
    link, code, moment = parse(source, "HTML", None).entities
    assert link["url"] == "https://example.org/?a=1&b=2"
    assert (code["type"], code["language"]) == ("pre", "python")
    assert (moment["type"], moment["unix_time"], moment["date_time_format"]) == ("date_time", 1700000000, "r")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("ы<b>a</i>", 'Unmatched end tag at byte offset 6, expected "</b>", found "</i>"'),
        ("<br>", 'Unsupported start tag "br" at byte offset 0'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("a <", "Unclosed start tag at byte offset 2"),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_bad_html_is_refused(source: str, why: str) -> None:
    with pytest.raises(ApiError) as caught:
        parse(source, "HTML", None)
    assert caught.value.description == f"Bad Request: can't parse entities: {why}"


NODES = [
    f.Bold("a", f.Italic("b")),
    f.Underline(f.Italic("u_*")),
    f.Strikethrough("s"),
    f.Spoiler("s|s"),
    f.Code("c`\\"),
    f.Pre("p", language="python"),
    f.TextLink("t", url="https://example.org/"),
    f.BlockQuote("q1\nq2"),
    f.ExpandableBlockQuote("q1\nq2"),
    f.DateTime("d", unix_time=1700000000, date_time_format="r"),
    f.Text("1 < 2 & 3 > 2, 5-3=2!"),
]


WRITTEN = [
    pytest.param(node, mode, id=f"{type(node).__name__}-{mode}")
    for node in NODES
    for mode in ("HTML", "MarkdownV2")
    # In HTML aiogram gives code a language attribute that Telegram does not read.
    if not (mode == "HTML" and isinstance(node, f.Pre))
]


@pytest.mark.parametrize(("node", "mode"), WRITTEN)
def test_what_aiogram_writes_is_read_back(node: f.Text, mode: str) -> None:
    text, entities = node.render()
    written = node.as_html() if mode == "HTML" else node.as_markdown()
    parsed = parse(written, mode, None)
    expected = [one.model_dump(exclude_none=True) for one in entities]
    assert parsed.text == text
    assert sorted(parsed.entities, key=_order) == sorted(expected, key=_order)


def _order(entity: dict[str, Any]) -> tuple[int, int, str]:
    return entity["offset"], entity["length"], entity["type"]


@pytest.mark.parametrize("source", ["a.b", "*a", "a|b", "[x](y", "```x"])
def test_bad_markdown_is_refused(source: str) -> None:
    with pytest.raises(ApiError, match="can't parse entities"):
        parse(source, "MarkdownV2", None)


async def test_entities_are_taken_as_they_are(bot: Bot, anya: Person) -> None:
    sent = await bot.send_message(anya.id, "😀ace", entities=[MessageEntity(type="bold", offset=2, length=3)])
    assert sent.entities is not None
    assert sent.html_text == "😀<b>ace</b>"


@pytest.mark.parametrize(
    ("offset", "length", "why"),
    [
        (0, 9, "ends after the end of the text at UTF-16 offset 9"),
        (1, 2, "begins in the middle of a UTF-16 symbol"),
        (0, 1, "ends in the middle of a UTF-16 symbol"),
    ],
)
async def test_wrong_entities_are_refused(bot: Bot, anya: Person, offset: int, length: int, why: str) -> None:
    entity = MessageEntity(type="bold", offset=offset, length=length)
    with pytest.raises(TelegramBadRequest, match=why):
        await bot.send_message(anya.id, "😀ace", entities=[entity])


async def test_a_mention_of_a_person_without_username(bot: Bot, anya: Person) -> None:
    sent = await bot.send_message(anya.id, f'<a href="tg://user?id={anya.id}">Аня</a>', parse_mode="HTML")
    assert sent.entities is not None
    assert sent.entities[0].user is not None
    assert sent.entities[0].user.id == anya.id


@given(
    st.text(alphabet="<>/ab &;#\"'=\\_*~|`[]()!.\n\r😀 ", max_size=40),
    st.sampled_from(["HTML", "MarkdownV2", None]),
)
def test_any_text_is_parsed_or_refused(source: str, mode: str | None) -> None:
    try:
        parsed = parse(source, mode, None)
    except ApiError:
        return
    total = len(parsed.text.encode("utf-16-le")) // 2
    assert all(one["offset"] >= 0 < one["length"] <= total - one["offset"] for one in parsed.entities)


@given(st.text(max_size=40))
def test_quoted_text_comes_through(source: str) -> None:
    for node, mode in ((f.Text(source).as_html(), "HTML"), (f.Text(source).as_markdown(), "MarkdownV2")):
        assert parse(node, mode, None).text == parse(source, None, None).text
