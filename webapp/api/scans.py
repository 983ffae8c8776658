"""Photos to read: for a player of a game, or on their own."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request
from sqlalchemy import func, select

from webapp import games, readings, sample_photos
from webapp.api.bodies import json_body, uploaded_photo
from webapp.api.schemas import SampleChoice
from webapp.documents import scan_json
from webapp.models import Photo, Scan
from webapp.photo_store import clean_photo, store
from webapp.refusals import RefusalError, bad_request, not_found
from webapp.security import limiter
from webapp.services import services

blueprint = Blueprint("scans", __name__)


def upload_limit() -> str:
    return services().settings.upload_rate_limit


@blueprint.post("/games/<token>/players/<int:seat>/photo")
@limiter.limit(upload_limit)
def add_photo(token: str, seat: int) -> tuple[Response, int]:
    """Keep a photo of a player's city and put it into the queue."""
    _refuse_when_full()
    with services().database.reading() as session:
        game_id = games.player_at(session, token, seat).game_id
        stored = session.scalar(select(func.count()).select_from(Photo).where(Photo.game_id == game_id))
    if (stored or 0) >= services().settings.photos_per_game:
        raise bad_request("too_many_photos", limit=services().settings.photos_per_game)
    clean = clean_photo(_photo_bytes(), services().settings)
    with services().database.writing() as session:
        player = games.player_at(session, token, seat, lock=True)
        photo = store(session, services().folder, clean, player.game_id)
        scan = _new_scan(photo, len(player.game.players))
        scan.seat, scan.base_version = seat, player.version
        session.add(scan)
        session.flush()
        player.latest_scan_id = scan.id
        answer = scan_json(scan)
    services().scans.add(scan.id)
    return jsonify(answer), HTTPStatus.ACCEPTED


@blueprint.post("/scans")
@limiter.limit(upload_limit)
def scan_photo() -> tuple[Response, int]:
    """Read a photo without a game. The photo and the reading are deleted after a while."""
    _refuse_when_full()
    clean = clean_photo(uploaded_photo(), services().settings)
    with services().database.writing() as session:
        games.purge(session, services().folder, services().settings)
        scan = _new_scan(store(session, services().folder, clean, None), _players_asked())
        session.add(scan)
        session.flush()
        answer = scan_json(scan)
    services().scans.add(scan.id)
    return jsonify(answer), HTTPStatus.ACCEPTED


@blueprint.get("/scans/<token>")
def show_scan(token: str) -> Response:
    with services().database.reading() as session:
        scan = session.scalar(select(Scan).where(Scan.token == token))
        if scan is None or (scan.photo.game and scan.photo.game.deleted_at):
            raise not_found("no_such_scan")
        return jsonify(scan_json(scan, with_result=True))


def _photo_bytes() -> bytes:
    if request.mimetype == "application/json":
        return sample_photos.photo_bytes(json_body(SampleChoice).sample)
    return uploaded_photo()


def _new_scan(photo: Photo, players: int | None) -> Scan:
    return Scan(token=secrets.token_urlsafe(16), photo=photo, players=players, state=readings.WAITING)


def _players_asked() -> int | None:
    text = request.form.get("players")
    if text is None:
        return None
    if text not in ("1", "2", "3", "4"):
        raise bad_request("bad_value", path="players")
    return int(text)


def _refuse_when_full() -> None:
    if services().scans.is_full():
        raise RefusalError(HTTPStatus.SERVICE_UNAVAILABLE, "busy")
