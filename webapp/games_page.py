"""The pages of a game: the table, a player's city, the result and what can be taken from it."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, render_template, url_for

from scoring.rules import RULING_CHOICES
from webapp import exports, games, sample_photos
from webapp.documents import game_json, player_json
from webapp.results import result_of
from webapp.security import shelf
from webapp.services import services

blueprint = Blueprint("games", __name__, url_prefix="/game/<token>")


@blueprint.get("")
def show(token: str) -> str:
    with services().database.writing() as session:
        game = games.by_edit_token(session, token)
        games.put_on_shelf(session, shelf(), game)
        return render_template(
            "games/show.html", game=game_json(game), samples=sample_photos.names(), rulings=RULING_CHOICES
        )


@blueprint.get("/city/<int:seat>")
def city(token: str, seat: int) -> str:
    with services().database.reading() as session:
        player = games.player_at(session, token, seat)
        document = player_json(session, player, with_reading=True)
        seats = [other.seat for other in player.game.players]
    return render_template("games/city.html", token=token, player=document, seats=seats, samples=sample_photos.names())


@blueprint.get("/result")
def result(token: str) -> str:
    with services().database.reading() as session:
        game = games.by_edit_token(session, token)
        link = url_for("shared.show", token=game.view_token, _external=True)
        return render_template("games/result.html", token=token, result=result_of(game), link=link)


@blueprint.get("/qr.svg")
def qr_code(token: str) -> Response:
    """The view link as a QR code."""
    with services().database.reading() as session:
        game = games.by_edit_token(session, token)
    link = url_for("shared.show", token=game.view_token, _external=True)
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", scale=8, border=2, dark="#2b2622", light="#ffffff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


@blueprint.get("/export.json")
def export_json(token: str) -> Response:
    with services().database.reading() as session:
        text = exports.game_as_json(games.by_edit_token(session, token))
    return download(text, "application/json", "akroscan-game.json")


@blueprint.get("/export.csv")
def export_csv(token: str) -> Response:
    with services().database.reading() as session:
        text = exports.game_as_csv(games.by_edit_token(session, token))
    return download(text, "text/csv", "akroscan-game.csv")


def download(text: str, mimetype: str, name: str) -> Response:
    response = Response(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
