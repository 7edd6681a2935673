"""The answers of a Bot API server that refuses, word for word."""

import math
from http import HTTPStatus

from bot.sandbox.wire import Json


class ApiError(Exception):
    """A call that is refused: the HTTP status, the description and the parameters of the answer."""

    def __init__(self, code: int, description: str, parameters: Json | None = None) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> Json:
        body: Json = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            body["parameters"] = self.parameters
        return body


class SimError(Exception):
    """Something the people's side cannot do, in one sentence."""

    def __init__(self, sentence: str, status: int = HTTPStatus.BAD_REQUEST) -> None:
        super().__init__(sentence)
        self.status = status


def bad_request(sentence: str) -> ApiError:
    return ApiError(HTTPStatus.BAD_REQUEST, f"Bad Request: {sentence}")


def forbidden(sentence: str) -> ApiError:
    return ApiError(HTTPStatus.FORBIDDEN, f"Forbidden: {sentence}")


def conflict(sentence: str) -> ApiError:
    return ApiError(HTTPStatus.CONFLICT, f"Conflict: {sentence}")


def not_found(what: str = "") -> ApiError:
    return ApiError(HTTPStatus.NOT_FOUND, f"Not Found: {what}" if what else "Not Found")


def unauthorized() -> ApiError:
    return ApiError(HTTPStatus.UNAUTHORIZED, "Unauthorized")


def too_many_requests(seconds: float) -> ApiError:
    after = max(1, math.ceil(seconds))
    return ApiError(
        HTTPStatus.TOO_MANY_REQUESTS, f"Too Many Requests: retry after {after}", {"retry_after": after}
    )


def migrated(chat: int) -> ApiError:
    return ApiError(
        HTTPStatus.BAD_REQUEST,
        "Bad Request: group chat was upgraded to a supergroup chat",
        {"migrate_to_chat_id": chat},
    )


def not_modified() -> ApiError:
    return bad_request(
        "message is not modified: specified new message content and reply markup are exactly the same as "
        "a current content and reply markup of the message"
    )


def query_too_old() -> ApiError:
    return bad_request("query is too old and response timeout expired or query ID is invalid")
