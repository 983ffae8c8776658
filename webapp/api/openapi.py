"""The OpenAPI description of the API, and the token that changes need."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify
from flask_wtf.csrf import generate_csrf

from webapp.api import calibration, schemas

blueprint = Blueprint("description", __name__)

JSON_TYPE, FORM_TYPE = "application/json", "multipart/form-data"
PHOTO_FORM = {
    "type": "object",
    "required": ["photo"],
    "properties": {
        "photo": {"type": "string", "format": "binary"},
        "players": {"type": "string", "enum": ["1", "2", "3", "4"]},
    },
}
BATCH_PHOTO_FORM = {
    "type": "object",
    "required": ["photo", "number"],
    "properties": {
        "photo": {"type": "string", "format": "binary"},
        "number": {"type": "string", "description": "Its place in the batch; sent again, it is kept once"},
        "name": {"type": "string"},
    },
}
PROFILE_FORM = {
    "type": "object",
    "required": ["profile"],
    "properties": {"profile": {"type": "string", "format": "binary"}},
}
CITY_FILE = {
    "type": "object",
    "required": ["hexes"],
    "description": "A city file, akroscan-city/1.",
}
ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {"code": {"type": "string"}, "message": {"type": "string"}},
        }
    },
}
CITY_PATH = "/games/{token}/players/{seat}"

# path, method, what it does, the status of success, and the body it takes
OPERATIONS: tuple[tuple[str, str, str, int, dict[str, Any] | None], ...] = (
    ("/token", "get", "The token for the X-CSRFToken header of every change, with the cookie it goes with", 200, None),
    ("/openapi.json", "get", "This description", 200, None),
    ("/score", "post", "Score a city file; nothing is stored", 200, {JSON_TYPE: CITY_FILE}),
    ("/scans", "post", "Read a photo on its own; it is deleted after an hour", 202, {FORM_TYPE: PHOTO_FORM}),
    ("/scans/{token}", "get", "How far a reading is, and what it found", 200, None),
    ("/games", "get", "The games of this browser", 200, None),
    ("/games", "post", "Begin a game", 201, {JSON_TYPE: "NewGame"}),
    ("/games/{token}", "get", "A game with its players and standings", 200, None),
    ("/games/{token}", "patch", "Change names, variants or rulings", 200, {JSON_TYPE: "GameChange"}),
    ("/games/{token}", "delete", "Delete a game and its photos; can be undone for ten minutes", 200, None),
    ("/games/{token}/undelete", "post", "Bring a deleted game back", 200, None),
    ("/games/{token}/players", "post", "One more player", 201, {JSON_TYPE: "NewPlayer"}),
    (CITY_PATH, "get", "A player's city with its score and its reading", 200, None),
    (CITY_PATH, "delete", "Take a player out of the game", 200, None),
    (f"{CITY_PATH}/edits", "post", "Edit a city; 409 gives the current one", 200, {JSON_TYPE: "CityEdit"}),
    (
        f"{CITY_PATH}/photo",
        "post",
        "Read a photo, or a bundled sample, for a player",
        202,
        {FORM_TYPE: PHOTO_FORM, JSON_TYPE: "SampleChoice"},
    ),
    ("/batches", "post", "Begin a batch of photos", 201, {JSON_TYPE: "NewBatch"}),
    ("/batches/{token}", "get", "How far a batch is, and its cities, what needs a look first", 200, None),
    ("/batches/{token}", "delete", "Delete a batch with its cities and photos", 200, None),
    ("/batches/{token}/photos", "post", "Add a photo to a batch", 202, {FORM_TYPE: BATCH_PHOTO_FORM}),
    (
        "/batches/{token}/cities/{photo}/{number}/look",
        "post",
        "Say whether somebody has looked at a city of a batch",
        200,
        {JSON_TYPE: "Look"},
    ),
    (f"{CITY_PATH}/city", "post", "Deal a city of a photo to a player", 200, {JSON_TYPE: "Deal"}),
    ("/calibration/views", "post", "Find the camera sheet in a photo; nothing is stored", 200, {FORM_TYPE: PHOTO_FORM}),
    ("/calibration/coverage", "post", "Which fields of the picture the sheet was seen in", 200, {JSON_TYPE: "Views"}),
    ("/calibration/cameras", "post", "Make and keep the profile of a camera", 201, {JSON_TYPE: "Views"}),
    ("/calibration/sets", "post", "Learn a set of tiles from corrected cities", 201, {JSON_TYPE: "SetLesson"}),
    ("/calibration/sets/{key}/forget", "post", "Take back a photo's lesson", 200, {JSON_TYPE: "PhotoToForget"}),
    ("/calibration/profiles", "post", "Import a profile", 201, {FORM_TYPE: PROFILE_FORM}),
    ("/calibration/profiles/{key}", "delete", "Remove a profile", 204, None),
)
BODIES = (
    schemas.NewGame,
    schemas.GameChange,
    schemas.NewPlayer,
    schemas.CityEdit,
    schemas.SampleChoice,
    schemas.Deal,
    schemas.NewBatch,
    schemas.Look,
    calibration.Views,
    calibration.SetLesson,
    calibration.PhotoToForget,
)


@blueprint.get("/token")
def token() -> Response:
    return jsonify({"token": generate_csrf()})


@blueprint.get("/openapi.json")
def openapi() -> Response:
    return jsonify(description())


def description() -> dict[str, Any]:
    paths: dict[str, dict[str, Any]] = {}
    for path, method, summary, status, body in OPERATIONS:
        paths.setdefault(path, {})[method] = _operation(path, summary, status, body)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Akroscan", "version": "1", "summary": "Scores Akropolis cities from photos"},
        "servers": [{"url": "/api/v1"}],
        "paths": paths,
        "components": {"schemas": {**_models(), "Error": ERROR}},
    }


def _models() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for model in BODIES:
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
        found.update(schema.pop("$defs", {}))
        found[model.__name__] = schema
    return found


def _operation(path: str, summary: str, status: int, body: dict[str, Any] | None) -> dict[str, Any]:
    refused = {"description": "Refused, with a sentence", "content": {JSON_TYPE: {"schema": _reference("Error")}}}
    operation: dict[str, Any] = {
        "summary": summary,
        "parameters": [
            _parameter(name) for name in ("token", "seat", "photo", "number", "key") if f"{{{name}}}" in path
        ],
        "responses": {str(status): {"description": "Done"}, "default": refused},
    }
    if body:
        content = {kind: {"schema": _reference(s) if isinstance(s, str) else s} for kind, s in body.items()}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _parameter(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "schema": {"type": "string" if name in {"token", "key"} else "integer"},
    }
