"""What the bot says of its work: readable in a terminal, JSON for machines; never a card, a name or the token."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import TracebackType

    from bot.settings import Settings

_about: Final[ContextVar[Mapping[str, object]]] = ContextVar("about", default={})  # noqa: B039 - never changed


class about:  # noqa: N801 - reads as a statement
    """Every line written inside tells what it is about: ``update``, ``table``, ``deal``; numbers and ids alone."""

    __slots__ = ("_subject", "_token")

    def __init__(self, **subject: object) -> None:
        self._subject = subject

    def __enter__(self) -> None:
        self._token = _about.set({**_about.get(), **self._subject})

    def __exit__(self, *_: object) -> None:
        _about.reset(self._token)


class _Discreet(logging.Formatter):
    """Tells of an exception its kind and its place: its own words may hold a card, a name or an address."""

    def __init__(self, token: str, pattern: str | None = None, moment: str | None = None) -> None:
        super().__init__(pattern, moment)
        # Addresses of Telegram's hold the token.
        self._forms = (token, token.replace(":", "%3A"))

    def format(self, record: logging.LogRecord) -> str:
        line = self._line(record)
        for form in self._forms:
            line = line.replace(form, "***")
        return line

    def _line(self, record: logging.LogRecord) -> str:
        # A trace that another handler has rendered stands in the record, with the exception's words.
        record.exc_text = None
        line = super().format(record)
        record.exc_text = None
        return line

    def formatException(self, ei: _Caught) -> str:  # noqa: N802 - logging's name
        return "\n".join(_places(ei[1]))


if TYPE_CHECKING:
    _Caught = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def _places(error: BaseException | None) -> Iterator[str]:
    if error is None:
        return
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _places(before)
        yield "which led to"
    yield from (line.rstrip() for line in traceback.format_tb(error.__traceback__))
    yield type(error).__qualname__
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _places(part)


class _Text(_Discreet):
    def _line(self, record: logging.LogRecord) -> str:
        subject = "".join(f" {name}={value}" for name, value in _about.get().items())
        record.subject = f" [{subject[1:]}]" if subject else ""
        return super()._line(record)


class _Json(_Discreet):
    def _line(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
            **{name: str(value) for name, value in _about.get().items()},
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(settings: Settings) -> None:
    token = settings.bot_token.get_secret_value()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _Json(token)
        if settings.log_format == "json"
        else _Text(token, "%(asctime)s %(levelname)-7s %(name)s:%(subject)s %(message)s", "%H:%M:%S")
    )
    logging.basicConfig(level=settings.log_level, handlers=[handler], force=True)
    logging.getLogger("aiogram.event").setLevel(logging.WARNING)
    sys.excepthook = _uncaught


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger("bot").critical("stopped by a fault", exc_info=(kind, error, trace))
