"""Batches: begin one, add photos, follow how far it is, say that a city was looked at, delete."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from webapp import batches
from webapp.api.bodies import json_body, uploaded_photo
from webapp.api.schemas import Look, NewBatch
from webapp.batch_rows import queue_of, row_json, rows_of
from webapp.batch_tables import LONGEST_NAME, Batch
from webapp.photo_store import clean_photo
from webapp.refusals import RefusalError, bad_request
from webapp.security import limiter, shelf
from webapp.services import services

blueprint = Blueprint("batches", __name__, url_prefix="/batches")
UNREADABLE = {"photo_unreadable", "photo_too_many_pixels"}


def create_limit() -> str:
    return services().settings.create_rate_limit


def upload_limit() -> str:
    return services().settings.batch_upload_rate_limit


@blueprint.post("")
@limiter.limit(create_limit)
def create() -> tuple[Response, int]:
    body = json_body(NewBatch)
    variants = sorted({variant.value for variant in body.variants})
    with services().database.writing() as session:
        batch = batches.create(session, shelf(), body.title, body.players, variants)
        return jsonify(batch_json(session, batch)), HTTPStatus.CREATED


@blueprint.get("/<token>")
def show(token: str) -> Response:
    with services().database.reading() as session:
        return jsonify(batch_json(session, batches.by_token(session, token)))


@blueprint.post("/<token>/photos")
@limiter.limit(upload_limit)
def add_photo(token: str) -> tuple[Response, int]:
    """Keep a photo. A file that is none is kept as a row with its reason, so that the rest goes on."""
    number, name, data = _number(), _name(), _upload()
    if not _is_there(token, number, name, data):
        try:
            _take(token, number, name, data)
        except IntegrityError:  # another photo got the number at the same moment, or the same one came twice
            _is_there(token, number, name, data)
    return jsonify({"number": number}), HTTPStatus.ACCEPTED


def _is_there(token: str, number: int, name: str, data: bytes) -> bool:
    """Whether this photo is in the batch; if not, there has to be room for it."""
    with services().database.reading() as session:
        batch = batches.by_token(session, token)
        if batches.has_photo(session, batch, number, name, hashlib.sha256(data).hexdigest()):
            return True
        batches.check_room(session, batch, services().settings.photos_per_batch)
        return False


def _take(token: str, number: int, name: str, data: bytes) -> None:
    clean, refusal = None, ""
    try:
        clean = clean_photo(data, services().settings)
    except RefusalError as error:
        if error.code not in UNREADABLE:
            raise
        refusal = error.code
    with services().database.writing() as session:
        batch = batches.by_token(session, token)
        if clean:
            batches.add_photo(session, services().folder, batch, number, name, clean)
        else:
            batches.add_refused(session, batch, number, name, refusal)
    services().feeder.wake()


@blueprint.post("/<token>/cities/<int:photo>/<int:number>/look")
def look(token: str, photo: int, number: int) -> Response:
    body = json_body(Look)
    with services().database.writing() as session:
        batches.city_at(session, token, photo, number).is_looked_at = body.is_looked_at
    return jsonify({"is_looked_at": body.is_looked_at})


@blueprint.delete("/<token>")
def delete(token: str) -> Response:
    with services().database.writing() as session:
        batches.delete(session, batches.by_token(session, token))
    return jsonify({"deleted": True})


def batch_json(session: Session, batch: Batch) -> dict[str, Any]:
    """A batch with everything that is read, what needs a look first."""
    rows = rows_of(batch)
    photos = batches.photo_count(session, batch)
    unread = sum(not city.is_settled for city in batch.cities)
    return {
        "id": batch.token,
        "page": url_for("batches.show", token=batch.token),
        "title": batch.title,
        "photos": photos,
        "read": photos - unread,
        "to_look_at": len(queue_of(rows)),
        "next_number": batches.next_number(batch),
        "rows": [row_json(row, batch.token) for row in sorted(rows, key=lambda row: row.order)],
    }


def _upload() -> bytes:
    """The file; an empty one becomes a row like any other that is no photo."""
    try:
        return uploaded_photo()
    except RefusalError as error:
        if error.code not in UNREADABLE:
            raise
        return b""


def _number() -> int:
    text = request.form.get("number", "")
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 6 and int(text) > 0):
        raise bad_request("bad_value", path="number")
    return int(text)


def _name() -> str:
    """The file's name for people: one line, from its end if it is long."""
    text = "".join(letter for letter in request.form.get("name", "") if letter.isprintable()).strip()
    return text[-LONGEST_NAME:] or f"{_number()}.jpg"
