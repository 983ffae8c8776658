"""Serves photos: always as JPEG, only by their random names, never of a deleted game."""

from __future__ import annotations

import io

from flask import Blueprint, Response, send_file
from sqlalchemy import select

from webapp import sample_photos
from webapp.models import Photo
from webapp.photo_store import preview_path
from webapp.refusals import not_found
from webapp.services import services

blueprint = Blueprint("photos", __name__, url_prefix="/photos")
# The picture under a name never changes.
KEEP = "private, max-age=31536000, immutable"


@blueprint.get("/<token>.jpg")
def preview(token: str) -> Response:
    with services().database.reading() as session:
        photo = session.scalar(select(Photo).where(Photo.token == token))
        if photo is None or (photo.game and photo.game.deleted_at):
            raise not_found("no_such_photo")
    path = preview_path(services().folder, photo.token)
    if not path.is_file():
        raise not_found("no_such_photo")
    response = send_file(path, mimetype="image/jpeg")
    response.headers["Cache-Control"] = KEEP
    return response


@blueprint.get("/sample/<name>.jpg")
def sample(name: str) -> Response:
    response = send_file(io.BytesIO(sample_photos.photo_bytes(name)), mimetype="image/jpeg")
    response.headers["Cache-Control"] = KEEP
    return response
