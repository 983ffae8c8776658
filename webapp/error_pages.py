"""Every refusal and failure as a sentence: a page for people, JSON for programs, never a stack trace."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, jsonify, make_response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from webapp.languages import translate
from webapp.refusals import RefusalError

log = logging.getLogger(__name__)

CODES = {
    HTTPStatus.BAD_REQUEST: "bad_request",
    HTTPStatus.FORBIDDEN: "forbidden",
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too_large",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "not_json",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many_requests",
}


def init_app(app: Flask) -> None:
    app.register_error_handler(RefusalError, _refused)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failed)


def _refused(error: RefusalError) -> Response:
    return _answer(error.status, error.code, error.values, error.extra)


def _forged(_error: CSRFError) -> Response:
    return _answer(HTTPStatus.BAD_REQUEST, "forged")


def _http_error(error: HTTPException) -> Response:
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return make_response(error.get_response())
    status = HTTPStatus(error.code)
    response = _answer(status, CODES.get(status, "bad_request"))
    if error.code == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = error.get_response().headers.get("Allow", "")
    return response


def _failed(error: Exception) -> Response:
    log.error("%s %s failed", request.method, request.path, exc_info=error)
    return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, "failed")


def _answer(
    status: HTTPStatus, code: str, values: dict[str, Any] | None = None, extra: dict[str, Any] | None = None
) -> Response:
    sentence = translate(f"error.{code}", **(values or {}))
    if request.path.startswith("/api/"):
        response = jsonify({"error": {"code": code, "message": sentence}, **(extra or {})})
    else:
        response = make_response(render_template("error.html", sentence=sentence, status=status.value))
    response.status_code = status
    return response
