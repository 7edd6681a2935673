from __future__ import annotations

from bot.presenter.line import BACKOFF, MANY, Line


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def failing(clock: Clock, failures: int) -> Line:
    line = Line(clock)
    for _ in range(failures):
        line.failed()
    return line


def test_a_few_failures_are_a_chats_and_stop_nobody() -> None:
    assert failing(Clock(), MANY - 1).wait() == 0.0


def test_while_telegram_is_down_one_call_at_a_time_tries() -> None:
    clock = Clock()
    line = failing(clock, MANY)
    assert line.wait() == BACKOFF[0]
    clock.now += BACKOFF[0]
    assert line.wait() == 0.0, "one may try"
    assert line.wait() > 0.0, "and nobody else meanwhile"
    line.failed()
    assert line.wait() == BACKOFF[1], "less often each time"


def test_an_answer_opens_the_line_for_all() -> None:
    line = failing(Clock(), MANY + 20)
    assert line.wait() == BACKOFF[-1]
    line.answered()
    assert [line.wait() for _ in range(5)] == [0.0] * 5
