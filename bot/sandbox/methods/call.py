"""From parameters as they come over HTTP to a checked method of aiogram."""

import inspect
import json
import types
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

import aiogram.methods
from aiogram.methods import TelegramMethod
from aiogram.types import ForceReply, InlineKeyboardMarkup, ReplyKeyboardMarkup, ReplyKeyboardRemove
from pydantic import BaseModel, ValidationError

from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.methods.rich import check_depth
from bot.sandbox.wire import Json

KEYBOARDS: dict[str, type[BaseModel]] = {
    "inline_keyboard": InlineKeyboardMarkup,
    "keyboard": ReplyKeyboardMarkup,
    "remove_keyboard": ReplyKeyboardRemove,
    "force_reply": ForceReply,
}


@cache
def known_methods() -> dict[str, type[TelegramMethod[Any]]]:
    """Return every method of the Bot API by its name in lower case."""
    classes = (getattr(aiogram.methods, name) for name in aiogram.methods.__all__)
    return {
        one.__api_method__.lower(): one
        for one in classes
        if inspect.isclass(one) and issubclass(one, TelegramMethod) and one is not TelegramMethod
    }


def parse_call(method: type[TelegramMethod[Any]], params: Json) -> TelegramMethod[Any]:
    """Check parameters strictly.

    Raises ApiError 400 for a parameter, or a field within one, that is unknown or of the wrong type.
    """
    try:
        json.dumps(params, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise bad_request("strings must be encoded in UTF-8") from error
    ready: Json = {}
    for name, value in params.items():
        if name not in method.model_fields:
            raise bad_request(f'unknown parameter "{name}"')
        if name in json_parameters(method) and isinstance(value, str):
            ready[name] = _decode(name, value)
        else:
            ready[name] = value
    check_depth(ready.get("rich_message"))
    if isinstance(markup := ready.get("reply_markup"), dict):
        ready["reply_markup"] = _keyboard(markup)
    try:
        call = method.model_validate(ready)
    except ValidationError as error:
        raise _explain(error) from error
    if extra := next(_extras(call), None):
        raise bad_request(f'unknown field "{extra}"')
    return call


@cache
def json_parameters(method: type[TelegramMethod[Any]]) -> frozenset[str]:
    """Return the parameters that come as JSON: objects and arrays."""
    return frozenset(name for name, one in method.model_fields.items() if _holds_json(one.annotation))


def _holds_json(annotation: object) -> bool:
    if get_origin(annotation) in {Union, types.UnionType}:
        return any(_holds_json(one) for one in get_args(annotation))
    if get_origin(annotation) is Annotated:
        return _holds_json(get_args(annotation)[0])
    if get_origin(annotation) in {list, dict}:
        return True
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _decode(name: str, value: str) -> object:
    try:
        return json.loads(value)
    except ValueError as error:
        raise bad_request(f"can't parse {name} JSON object") from error


def _keyboard(markup: Json) -> BaseModel:
    kind = next((model for key, model in KEYBOARDS.items() if key in markup), None)
    if kind is None:
        raise bad_request("object expected as reply markup")
    try:
        return kind.model_validate(markup)
    except ValidationError as error:
        raise _explain(error, "reply_markup") from error


def _extras(value: object, path: str = "") -> Iterator[str]:
    if isinstance(value, BaseModel):
        for name in value.model_extra or {}:
            yield f"{path}{name}"
        for name in value.model_fields_set:
            yield from _extras(getattr(value, name, None), f"{path}{name}.")
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _extras(one, f"{path}{number}.")


def _explain(error: ValidationError, within: str = "") -> ApiError:
    first = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(str(one) for one in ((within,) if within else ()) + first["loc"])
    if first["type"] == "missing" and where in {"chat_id", "text"}:
        return bad_request("chat_id is empty" if where == "chat_id" else "message text is empty")
    return bad_request(f'parameter "{where}": {first["msg"]}')
