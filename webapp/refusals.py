"""A request that is refused, with the status and the sentence the user gets. One place turns it into a page or JSON."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any


class RefusalError(Exception):
    """Says no: `code` names the sentence in the words file, `values` fill it in, `extra` goes along in JSON."""

    def __init__(self, status: HTTPStatus, code: str, *, extra: dict[str, Any] | None = None, **values: Any) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.values = values
        self.extra = extra or {}


def not_found(code: str = "not_found") -> RefusalError:
    return RefusalError(HTTPStatus.NOT_FOUND, code)


def bad_request(code: str, **values: Any) -> RefusalError:
    return RefusalError(HTTPStatus.BAD_REQUEST, code, **values)
