"""Tables as text: what an older version of the bot has written is brought up to date, what a newer one has is refused.

``SCHEMA`` in :mod:`bot.tables.state` is raised with every change that the decoder does not take by itself, such as a field
renamed or one whose meaning is another; a new field with a default needs none. What this version refuses, it would have
written back without what it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec import json as msgspec_json
from msgspec.json import Decoder

from bot.store.errors import StoreUnavailable
from bot.tables.state import SCHEMA, Table

Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""From the schema it is listed under to the next."""

STEPS: Final[Mapping[int, Step]] = {}
"""One for every schema below this version's."""


class WrittenByNewer(StoreUnavailable):
    """A newer version of the bot has written it: a process of that version will handle it."""


class _Head(Struct):
    schema: int = 1


_heads: Final = Decoder(_Head)
_tables: Final = Decoder(Table)


def table_from(text: str, *, steps: Mapping[int, Step] = STEPS, schema: int = SCHEMA) -> Table:
    """Raise :class:`WrittenByNewer`, and :class:`msgspec.DecodeError` for what is no table."""
    written = _heads.decode(text).schema
    if written > schema:
        raise WrittenByNewer(
            f"a table was written by a newer version of the bot (schema {written}, this one knows {schema})"
        )
    if written == schema:
        return _tables.decode(text)
    fields: dict[str, Any] = msgspec_json.decode(text)
    for number in range(written, schema):
        fields = steps[number](fields)
    return _tables.decode(msgspec_json.encode(fields | {"schema": schema}))
