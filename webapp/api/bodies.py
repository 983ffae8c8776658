"""Reads the body of a request: JSON checked against a model, or one uploaded photo. Refuses everything else."""

from __future__ import annotations

from http import HTTPStatus
from typing import TypeVar

from flask import request
from pydantic import BaseModel, ValidationError

from webapp.refusals import RefusalError, bad_request
from webapp.services import services

Model = TypeVar("Model", bound=BaseModel)
LONGEST_PATH = 80


def raw_json() -> bytes:
    """The bytes of a JSON body, within the limit for JSON."""
    if request.mimetype != "application/json":
        raise RefusalError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not_json")
    limit = services().settings.max_json_bytes
    if (request.content_length or 0) > limit:
        raise RefusalError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large")
    return request.get_data(cache=False)


def json_body(model: type[Model]) -> Model:
    try:
        return model.model_validate_json(raw_json())
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        if first["type"] == "json_invalid":
            raise bad_request("bad_json") from error
        path = ".".join(str(part) for part in first["loc"])[:LONGEST_PATH] or "body"
        details = {"details": [{"path": path, "problem": first["msg"]}]}
        raise RefusalError(HTTPStatus.BAD_REQUEST, "bad_value", extra=details, path=path) from error


def uploaded_photo() -> bytes:
    """The bytes of the one file called `photo` in a form."""
    files = [file for _, file in request.files.items(multi=True)]
    if len(files) != 1 or "photo" not in request.files:
        raise bad_request("one_photo")
    data: bytes = files[0].read()
    if not data:
        raise bad_request("photo_unreadable")
    return data
