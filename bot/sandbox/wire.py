"""What goes over the wire: JSON objects as the Bot API writes them."""

from typing import Any, TypeAlias

from pydantic import BaseModel

Json: TypeAlias = dict[str, Any]


def as_json(model: BaseModel) -> Json:
    """Return what the caller gave, with types put right and nothing added."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude_none=True, warnings=False)
