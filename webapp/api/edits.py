"""A player's city: show it with its score, and take edits."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request
from sqlalchemy import select
from sqlalchemy.orm import Session

from scoring.axial import Axial
from scoring.city import TopHex
from webapp import edits, games, readings
from webapp.api.bodies import json_body
from webapp.api.schemas import CityEdit, Deal
from webapp.documents import player_json, stamp
from webapp.models import Player, Scan
from webapp.refusals import RefusalError, not_found
from webapp.services import services

blueprint = Blueprint("cities", __name__, url_prefix="/games/<token>/players/<int:seat>")


@blueprint.get("")
def show_player(token: str, seat: int) -> Response:
    """The city, its score and its reading. With `since` an unchanged city answers with nothing."""
    with services().database.reading() as session:
        player = games.player_at(session, token, seat)
        if request.args.get("since") == stamp(player):
            return Response(status=HTTPStatus.NO_CONTENT)
        return jsonify(player_json(session, player, with_reading=True))


@blueprint.post("/edits")
def edit_city(token: str, seat: int) -> Response:
    body = json_body(CityEdit)
    with services().database.writing() as session:
        player = games.player_at(session, token, seat, lock=True)
        try:
            _do(session, player, body)
        except edits.ConflictError:
            raise _conflict(session, player) from None
        return jsonify(player_json(session, player))


@blueprint.post("/city")
def take_city(token: str, seat: int) -> Response:
    """Deal a city of a photo of this game to this player."""
    body = json_body(Deal)
    with services().database.writing() as session:
        player = games.player_at(session, token, seat, lock=True)
        scan = session.scalar(select(Scan).where(Scan.token == body.scan))
        if scan is None or scan.photo.game_id != player.game_id:
            raise not_found("no_such_scan")
        try:
            readings.load_city(session, player, scan, body.city, body.uid, body.version)
        except edits.ConflictError:
            raise _conflict(session, player) from None
        session.flush()
        session.expire(player, ["scan", "latest_scan"])
        return jsonify(player_json(session, player, with_reading=True))


def _do(session: Session, player: Player, body: CityEdit) -> None:
    if body.action == "undo":
        edits.undo(session, player, body.uid, body.version)
    elif body.action == "redo":
        edits.redo(session, player, body.uid, body.version)
    elif body.action == "reading":
        readings.back_to_reading(session, player, body.uid, body.version)
    else:
        edits.change(session, player, body.uid, body.version, _wish(body))


def _wish(body: CityEdit) -> edits.Wish:
    hexes = {Axial(hex_.q, hex_.r): TopHex(hex_.kind, hex_.level) if hex_.kind else None for hex_ in body.hexes}
    return edits.Wish(hexes, body.stones, frozenset(Axial(place.q, place.r) for place in body.checked))


def _conflict(session: Session, player: Player) -> RefusalError:
    current = player_json(session, player, with_reading=True)
    return RefusalError(HTTPStatus.CONFLICT, "city_changed", extra={"current": current})
