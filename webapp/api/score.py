"""Scores a city file."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from scoring.city_file import CityFileError, read_city_text
from scoring.score_sheet import score
from webapp.api.bodies import raw_json
from webapp.board import Board
from webapp.refusals import RefusalError, bad_request
from webapp.scores import problems_json, sheet_json
from webapp.security import csrf

blueprint = Blueprint("score", __name__)


@blueprint.post("/score")
@csrf.exempt  # type: ignore[untyped-decorator]
def score_city() -> Response:
    """The score sheet of a city file. Nothing is stored, so no token is asked for."""
    try:
        file = read_city_text(raw_json())
    except CityFileError as error:
        reason = {"details": [{"problem": str(error)}]}
        raise RefusalError(HTTPStatus.BAD_REQUEST, "bad_city", extra=reason) from error
    players = request.args.get("players", type=int)
    if players not in (None, 1, 2, 3, 4):
        raise bad_request("bad_value", path="players")
    sheet = score(file.city, file.rules, file.stones)
    return jsonify({**sheet_json(sheet), "problems": problems_json(Board(file.city.hexes), players)})
