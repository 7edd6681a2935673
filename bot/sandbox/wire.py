"""What goes over the wire: JSON objects as the Bot API writes them."""

from typing import Any, TypeAlias

from pydantic import BaseModel

Json: TypeAlias = dict[str, Any]


def as_json(model: BaseModel) -> Json:
    """Return what the caller gave, with types put right and nothing added."""
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True, exclude_none=True, warnings=False)


def copied(value: Any) -> Any:  # noqa: ANN401 - whatever JSON holds
    """Copy JSON through and through; what it holds cannot be changed otherwise, which makes this quick."""
    if isinstance(value, dict):
        return {name: copied(one) for name, one in value.items()}
    if isinstance(value, list):
        return [copied(one) for one in value]
    return value
