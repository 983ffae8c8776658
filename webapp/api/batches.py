"""Batches: begin one, add photos, follow how far it is, say that a city was looked at, delete."""

from __future__ import annotations

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
    number, name = _number(), _name()
    with services().database.reading() as session:
        batch = batches.by_token(session, token)
        if batches.has_photo(session, batch, number):
            return jsonify({"number": number}), HTTPStatus.ACCEPTED
        batches.check_room(session, batch, services().settings.photos_per_batch)
    clean, refusal = None, ""
    try:
        clean = clean_photo(uploaded_photo(), services().settings)
    except RefusalError as error:
        if error.code not in UNREADABLE:
            raise
        refusal = error.code
    try:
        with services().database.writing() as session:
            batch = batches.by_token(session, token)
            if clean:
                batches.add_photo(session, services().folder, batch, number, name, clean)
            else:
                batches.add_refused(session, batch, number, name, refusal)
    except IntegrityError:  # the same photo came twice at the same moment
        return jsonify({"number": number}), HTTPStatus.ACCEPTED
    services().feeder.wake()
    return jsonify({"number": number}), HTTPStatus.ACCEPTED


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
        "next_number": max((city.photo_number for city in batch.cities), default=0) + 1,
        "rows": [row_json(row, batch.token) for row in sorted(rows, key=lambda row: row.order)],
    }


def _number() -> int:
    text = request.form.get("number", "")
    if not (text.isascii() and text.isdigit() and 1 <= len(text) <= 6 and int(text) > 0):
        raise bad_request("bad_value", path="number")
    return int(text)


def _name() -> str:
    """The file's name for people: one line, from its end if it is long."""
    text = "".join(letter for letter in request.form.get("name", "") if letter.isprintable()).strip()
    return text[-LONGEST_NAME:] or f"{_number()}.jpg"
