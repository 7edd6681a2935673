import json
from typing import TypeVar

from aiohttp import web
from aiohttp.typedefs import Handler
from pydantic import BaseModel, ConfigDict, ValidationError

from bot.sandbox.errors import SimError


class Wish(BaseModel):
    """The body of a request: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


W = TypeVar("W", bound=Wish)


async def read(request: web.Request, kind: type[W]) -> W:
    """Read the JSON body of a request; raise SimError with the reason if it is not what it should be."""
    try:
        return kind.model_validate(json.loads(await request.text() or "{}"))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        raise SimError(f"{'.'.join(str(one) for one in first['loc']) or 'body'}: {first['msg']}") from error
    except ValueError as error:
        raise SimError("the body is no JSON") from error


def number(request: web.Request, name: str) -> int | None:
    """Return a whole number from the query, if it is there."""
    text = request.query.get(name)
    if text is None or text == "":
        return None
    try:
        return int(text)
    except ValueError as error:
        raise SimError(f"{name} is no whole number") from error


@web.middleware
async def in_sentences(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turn what cannot be done into an answer with one sentence."""
    try:
        return await handler(request)
    except SimError as error:
        return web.json_response({"error": str(error)}, status=error.status)
    except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
        if not request.path.startswith("/sim/"):
            raise
        return web.json_response(
            {"error": f"there is no {request.method} {request.path}"}, status=error.status
        )
