from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.screens.check import check_alert, check_screen
from bot.screens.commands import Place, bot_commands
from bot.screens.money import Unit
from bot.screens.notices import NOTICES, notice, refusal_text, reply_text, seated_notice, unreachable_notice
from bot.screens.rules_menu import RULES, rules_menu
from bot.tables.agreement import RULES as AGREED
from bot.tables.decision import Reason, Refusal, Reply, Said
from bot.tables.state import Phase
from bot.texts import Texts
from game import errors
from tests.bot.screens.scenes import FOUR, dealt, table_of

LANGUAGES = ("ru", "en")
SILENT = {
    Said.NOTHING,
    Said.REPEATED,
    Said.VOID,
    Said.DEALT,
    Said.LOOKED,
    Said.MOVED,
    Said.MARKED,
    Said.WARNED,
}
GAME_ERRORS = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.GameError)
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_has_a_text(reason: Reason, language: str) -> None:
    for limit, rule in ((0, ""), (1, "ante"), (4096, "x" * 300)):
        said = refusal_text(Refusal(reason, limit=limit, rule=rule), Texts(language))
        assert 0 < len(said) <= 200
        assert "{" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", GAME_ERRORS)
def test_every_error_of_the_game_has_a_text(kind: type[errors.GameError], language: str) -> None:
    said = refusal_text(kind("rule 15: secret"), Texts(language))
    assert 0 < len(said) <= 200
    assert "secret" not in said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", Said)
def test_every_reply_has_a_text_or_is_silent(said: Said, language: str) -> None:
    table = table_of(FOUR)
    for reply in (
        Reply(said, table, player="c1", rule="ante"),
        Reply(said, table, player="gone", rule="unknown"),
        Reply(said, None, player="1001"),
    ):
        text = reply_text(reply, Texts(language))
        assert len(text) <= 200
        assert bool(text) == (said not in SILENT)
        assert "{" not in text


def test_texts_are_in_the_language() -> None:
    refused = Refusal(Reason.TABLE_FULL, limit=12)
    assert refusal_text(refused, Texts("ru")) == "Все 12 мест заняты."
    assert refusal_text(refused, Texts("en")) == "All 12 seats are taken."
    added = Reply(Said.COMPUTER_ADDED, table_of(FOUR), player="c1")
    assert reply_text(added, Texts("ru")) == "За столом теперь Валет."


@pytest.mark.parametrize("language", LANGUAGES)
def test_notices_are_toasts(language: str) -> None:
    t = Texts(language)
    for occasion in NOTICES:
        assert 0 < len(notice(occasion, t)) <= 200
    assert len(unreachable_notice("Анна", t)) <= 200
    assert "Пятница" in seated_notice("Пятница", t)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_has_every_rule(language: str) -> None:
    assert set(RULES) == set(AGREED)
    table = table_of(FOUR)
    first = rules_menu(table, "", Texts(language), Unit.KOPECKS)
    assert rules_menu(table, "junk", Texts(language), Unit.KOPECKS) == first
    for name, rule in RULES.items():
        page = rules_menu(table, name, Texts(language), Unit.KOPECKS)
        buttons = page.keyboard.inline_keyboard if page.keyboard else []
        chosen = [button.text for row in buttons for button in row if button.text.startswith("✓ ")]
        assert len(chosen) == 1, name
        assert sum(map(len, buttons)) == len(rule.choices) + 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", Place)
def test_commands(place: Place, language: str) -> None:
    commands = bot_commands(Texts(language), place)
    assert len({command.command for command in commands}) == len(commands)
    for command in commands:
        assert command.command.isascii()
        assert 3 <= len(command.description) <= 256


def test_the_fingerprint_of_a_running_deal_tells_nothing_secret() -> None:
    at = dealt(table_of(FOUR), seed=9)
    alert = check_alert(at.table, Texts("ru"))
    assert len(alert) <= 200
    assert (9).to_bytes(32, "big").hex() not in alert


@pytest.mark.parametrize("phase", Phase)
def test_the_seed_of_a_deal_that_is_not_over_is_never_opened(phase: Phase) -> None:
    """Nor that of one that was closed in the middle."""
    table = replace(dealt(table_of(FOUR), seed=9).table, phase=phase)
    assert (9).to_bytes(32, "big").hex() not in check_screen(table, Texts("ru")).text
