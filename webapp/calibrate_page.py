"""The page of calibration: sheets to print, and the profiles of this machine to look at, take along and remove."""

from __future__ import annotations

import io
from http import HTTPStatus

from flask import Blueprint, Response, render_template, send_file

from calibration.own_sets import known_examples
from calibration.profile_exchange import export_profile
from calibration.profile_file import ProfileError
from calibration.profile_store import ProfileStore, StoredProfile
from calibration.sheet_words import Language
from calibration.sheets import Paper, SheetKind, sheet_pdf
from calibration.tiles_file import EXAMPLES_SUFFIX, TilesFile
from scoring.axial import Axial
from webapp import games, readings
from webapp.documents import display_name, photo_json
from webapp.edits import board_of
from webapp.languages import current_language
from webapp.models import Player
from webapp.refusals import RefusalError, not_found
from webapp.security import shelf
from webapp.services import services

blueprint = Blueprint("calibrate", __name__, url_prefix="/calibrate")
SHOWN_CITIES = 12


def profile_store() -> ProfileStore:
    return ProfileStore(services().folder.root)


def refusal_of(error: ProfileError) -> RefusalError:
    return RefusalError(HTTPStatus.BAD_REQUEST, f"profile_{error.flaw}")


@blueprint.get("")
def show() -> str:
    with services().database.reading() as session:
        players = [player for game in games.on_shelf(session, shelf()) for player in game.players]
        cities = [found for player in players if (found := _teaching_city(player))][:SHOWN_CITIES]
    profiles = [_shown(stored) for stored in profile_store().stored()]
    return render_template(
        "calibrate/show.html", profiles=profiles, cities=cities, papers=list(Paper), kinds=list(SheetKind)
    )


@blueprint.get("/sheet/<kind>-<paper>.pdf")
def sheet(kind: str, paper: str) -> Response:
    try:
        content = sheet_pdf(SheetKind(kind), Paper(paper), Language(current_language()))
    except ValueError as error:
        raise not_found() from error
    return _file(content, "application/pdf", f"akroscan-{kind}-{paper}.pdf")


@blueprint.get("/<key>/export.zip")
def export(key: str) -> Response:
    try:
        return _file(export_profile(profile_store(), key), "application/zip", f"{key}.zip")
    except ProfileError as error:
        raise refusal_of(error) from error


@blueprint.get("/<key>/examples.png")
def examples(key: str) -> Response:
    """All hexes that a set was learned from."""
    store = profile_store()
    try:
        if known_examples(store, key) is None:
            raise not_found()
        return Response(store.find(key).path.with_suffix(EXAMPLES_SUFFIX).read_bytes(), mimetype="image/png")
    except ProfileError as error:
        raise refusal_of(error) from error


def _shown(stored: StoredProfile) -> dict[str, object]:
    profile = stored.profile
    shown: dict[str, object] = {"key": stored.key, "profile": profile, "is_set": isinstance(profile, TilesFile)}
    if isinstance(profile, TilesFile):
        shown |= {"photos": sorted({example.photo for example in profile.examples}), "proof": profile.held_back_proof}
        shown["hexes"] = len(profile.examples)
    return shown


def _teaching_city(player: Player) -> dict[str, object] | None:
    """A city that was read from a photo, with how many of its kinds were corrected since."""
    city = readings.read_city(player)
    if city is None or player.scan is None:
        return None
    board = board_of(player)
    read = {Axial(hex_["q"], hex_["r"]): hex_["kind"] for hex_ in city["hexes"]}
    corrected = sum(place in board.hexes and board.hexes[place].kind.value != kind for place, kind in read.items())
    return {
        "game": player.game.edit_token,
        "seat": player.seat,
        "name": display_name(player),
        "date": player.game.created_at,
        "hexes": len(read),
        "corrected": corrected,
        "preview": photo_json(player.scan.photo)["preview"],
    }


def _file(content: bytes, mimetype: str, name: str) -> Response:
    return send_file(io.BytesIO(content), mimetype=mimetype, as_attachment=True, download_name=name)
