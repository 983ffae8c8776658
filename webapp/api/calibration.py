"""Calibration: photos of the camera sheet one by one, the profile they make, own sets of tiles, and import."""

from __future__ import annotations

from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from flask import Blueprint, Response, jsonify, request
from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from calibration.board_views import BoardView, UnusableView
from calibration.camera_board import CORNERS
from calibration.camera_file import camera_file
from calibration.camera_fit import CalibrationError, coverage, fit_camera_profile, of_one_camera
from calibration.learn_tiles import TooFewExamplesError
from calibration.own_sets import TaughtSet, forget_photo, teach_set
from calibration.photo_files import view_of_file
from calibration.profile_exchange import import_bytes
from calibration.profile_file import ProfileError
from calibration.tile_examples import CheckedHex, examples_of, joined
from scoring.axial import Axial
from webapp import games, readings
from webapp.api.bodies import json_body, uploaded_photo
from webapp.api.scans import upload_limit
from webapp.calibrate_page import profile_store, refusal_of
from webapp.edits import board_of
from webapp.languages import translate
from webapp.models import Player
from webapp.photo_store import photo_path
from webapp.refusals import RefusalError, bad_request
from webapp.security import limiter
from webapp.services import services

blueprint = Blueprint("calibration", __name__, url_prefix="/calibration")
MOST_VIEWS = 30
Corner = tuple[FiniteFloat, FiniteFloat]
CornerNumber = Annotated[int, Field(ge=0, lt=CORNERS)]
Side = Annotated[int, Field(ge=100, le=40_000)]


class View(BaseModel):
    """The sheet as one photo showed it: what the page keeps of the photo until the profile is made."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=200)]
    camera_model: Annotated[str, Field(max_length=100)] | None
    width_px: Side
    height_px: Side
    told_focal_px: Annotated[FiniteFloat, Field(gt=0)] | None
    likely_focal_px: Annotated[FiniteFloat, Field(gt=0)]
    corners_px: Annotated[list[Corner], Field(min_length=4, max_length=CORNERS)]
    numbers: Annotated[list[CornerNumber], Field(min_length=4, max_length=CORNERS)]

    def board_view(self) -> BoardView:
        if len(self.numbers) != len(self.corners_px):
            raise bad_request("bad_value", path="numbers")
        known = self.model_dump(exclude={"corners_px", "numbers"})
        return BoardView(**known, corners_px=np.array(self.corners_px), numbers=np.array(self.numbers, dtype=np.intp))


class Views(BaseModel):
    """All views so far."""

    views: Annotated[list[View], Field(max_length=MOST_VIEWS)]


class TaughtCity(BaseModel):
    game: Annotated[str, Field(max_length=64)]
    seat: int


class SetLesson(BaseModel):
    """Which corrected cities teach which set."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    cities: Annotated[list[TaughtCity], Field(min_length=1, max_length=12)]


class PhotoToForget(BaseModel):
    photo: Annotated[str, Field(max_length=200)]


@blueprint.post("/views")
@limiter.limit(upload_limit)
def look_at_photo() -> Response:
    """Find the camera sheet in a photo. Nothing is kept."""
    name = request.files["photo"].filename or "photo" if "photo" in request.files else "photo"
    view = view_of_file(name[:200], uploaded_photo())
    if isinstance(view, UnusableView):
        return jsonify({"name": view.name, "flaw": view.flaw, "sentence": translate(f"calibrate.flaw_{view.flaw}")})
    plain = {**vars(view), "corners_px": view.corners_px.round(3).tolist(), "numbers": view.numbers.tolist()}
    return jsonify({"name": view.name, "flaw": None, "view": plain})


@blueprint.post("/coverage")
def field_covered() -> Response:
    """What the photos so far tell: fields the sheet was seen in, photos that do not fit, and how exact a profile is."""
    views = [view.board_view() for view in json_body(Views).views]
    same, left_out = of_one_camera(views)
    answer = {"fields": coverage(same).tolist(), "usable": len(same), "error_px": None, "missing": None}
    try:
        fit = fit_camera_profile(views)
        left_out = fit.left_out
        answer |= {"usable": len(fit.views), "error_px": round(fit.error_px, 2)}
    except CalibrationError as error:
        answer["missing"] = translate(f"error.camera_{error.flaw}")
    return jsonify({**answer, "left_out": _left_out_json(left_out)})


@blueprint.post("/cameras")
def learn_camera() -> tuple[Response, int]:
    """Make and keep the profile of a camera."""
    views = [view.board_view() for view in json_body(Views).views]
    try:
        fit = fit_camera_profile(views)
        stored = profile_store().add(camera_file(fit, _today()), {}, replace=True)
    except CalibrationError as error:
        raise bad_request(f"camera_{error.flaw}") from error
    except ProfileError as error:
        raise refusal_of(error) from error
    answer = {"key": stored.key, "error_px": round(fit.error_px, 3), "photos": len(fit.views)}
    answer["left_out"] = _left_out_json(fit.left_out)
    return jsonify(answer), HTTPStatus.CREATED


@blueprint.post("/sets")
@limiter.limit(upload_limit)
def teach() -> tuple[Response, int]:
    """Learn a set of tiles from corrected cities."""
    lesson = json_body(SetLesson)
    with services().database.reading() as session:
        taught = [_checked(games.player_at(session, city.game, city.seat)) for city in lesson.cities]
    try:
        parts = [examples_of(f"{name}.jpg", photo_path(services().folder, name), hexes) for name, hexes in taught]
        return jsonify(
            _taught_json(teach_set(profile_store(), lesson.name, joined(parts), _today()))
        ), HTTPStatus.CREATED
    except ProfileError as error:
        raise refusal_of(error) from error
    except TooFewExamplesError as error:
        raise bad_request("set_too_few") from error


@blueprint.post("/sets/<key>/forget")
def forget(key: str) -> Response:
    """Take back what one photo taught."""
    try:
        return jsonify(_taught_json(forget_photo(profile_store(), key, json_body(PhotoToForget).photo, _today())))
    except ProfileError as error:
        raise refusal_of(error) from error
    except TooFewExamplesError as error:
        raise bad_request("set_too_few") from error


@blueprint.post("/profiles")
@limiter.limit(upload_limit)
def take_in() -> tuple[Response, int]:
    """Import a profile that was exported."""
    if "profile" not in request.files:
        raise bad_request("one_profile")
    file = request.files["profile"]
    try:
        stored = import_bytes(profile_store(), "profile", file.read())
    except ProfileError as error:
        raise refusal_of(error) from error
    return jsonify({"key": stored.key}), HTTPStatus.CREATED


@blueprint.delete("/profiles/<key>")
def remove(key: str) -> tuple[str, int]:
    try:
        profile_store().remove(key)
    except ProfileError as error:
        raise refusal_of(error) from error
    return "", HTTPStatus.NO_CONTENT


def _checked(player: Player) -> tuple[str, list[CheckedHex]]:
    """The photo of a player's city, and what its hexes show after all corrections."""
    city = readings.read_city(player)
    if city is None or player.scan is None:
        raise RefusalError(HTTPStatus.CONFLICT, "no_reading")
    read = {Axial(hex_["q"], hex_["r"]): (hex_["x"], hex_["y"]) for hex_ in city["hexes"]}
    to_photo = np.array(city["lattice_to_photo"]).reshape(3, 3)
    tops = board_of(player).hexes.items()
    hexes = [CheckedHex(read.get(place) or _seen_at(place, to_photo), top.kind) for place, top in tops]
    return player.scan.photo.token, hexes


def _seen_at(place: Axial, to_photo: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Where a hex lies in the photo that a player has added."""
    x, y, depth = to_photo @ np.array([*place.centre_xy(), 1.0])
    return float(x / depth), float(y / depth)


def _left_out_json(left_out: tuple[UnusableView, ...]) -> list[dict[str, str]]:
    return [{"name": view.name, "sentence": translate(f"calibrate.flaw_{view.flaw}")} for view in left_out]


def _taught_json(taught: TaughtSet) -> dict[str, Any]:
    proof = taught.learned.proof
    return {
        "key": taught.stored.key,
        "held_back": proof.count,
        "stock_right": proof.stock_right,
        "own_right": proof.own_right,
        "helps": proof.helps,
        "missing": list(taught.learned.missing),
    }


def _today() -> date:
    return datetime.now(UTC).date()
