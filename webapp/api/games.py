"""Games: make, list, show, change, delete and bring back."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from webapp import games
from webapp.api.bodies import json_body
from webapp.api.schemas import GameChange, NewGame, NewPlayer, Rulings
from webapp.documents import game_json
from webapp.models import Game
from webapp.refusals import RefusalError, bad_request
from webapp.security import limiter, shelf
from webapp.services import services

blueprint = Blueprint("games", __name__, url_prefix="/games")


def create_limit() -> str:
    return services().settings.create_rate_limit


@blueprint.get("")
def list_games() -> Response:
    with services().database.reading() as session:
        return jsonify({"games": [game_json(game) for game in games.on_shelf(session, shelf())]})


@blueprint.post("")
@limiter.limit(create_limit)
def create_game() -> tuple[Response, int]:
    body = json_body(NewGame)
    with services().database.writing() as session:
        games.purge(session, services().folder, services().settings)
        game = games.create(session, shelf(), body.players)
        return jsonify(game_json(game)), HTTPStatus.CREATED


@blueprint.get("/<token>")
def show_game(token: str) -> Response:
    with services().database.reading() as session:
        return jsonify(game_json(games.by_edit_token(session, token)))


@blueprint.patch("/<token>")
def change_game(token: str) -> Response:
    body = json_body(GameChange)
    with services().database.writing() as session:
        game = games.by_edit_token(session, token, lock=True)
        _check_version(game, body.version)
        games.change_settings(
            game,
            names={player.seat: player.name for player in body.players} if body.players else None,
            variants=sorted({variant.value for variant in body.variants}) if body.variants is not None else None,
            rulings=_chosen(body.rulings) if body.rulings else None,
        )
        return jsonify(game_json(game))


@blueprint.post("/<token>/players")
def add_player(token: str) -> tuple[Response, int]:
    body = json_body(NewPlayer)
    with services().database.writing() as session:
        game = games.by_edit_token(session, token, lock=True)
        _check_version(game, body.version)
        games.add_player(game, body.name)
        session.flush()
        return jsonify(game_json(game)), HTTPStatus.CREATED


@blueprint.delete("/<token>/players/<int:seat>")
def remove_player(token: str, seat: int) -> Response:
    version = request.args.get("version", type=int)
    if version is None:
        raise bad_request("bad_value", path="version")
    with services().database.writing() as session:
        game = games.by_edit_token(session, token, lock=True)
        _check_version(game, version)
        games.remove_player(game, seat)
        return jsonify(game_json(game))


@blueprint.delete("/<token>")
def delete_game(token: str) -> Response:
    with services().database.writing() as session:
        games.delete_game(games.by_edit_token(session, token, lock=True))
    return jsonify({"deleted": True, "undo_s": services().settings.undo_delete_s})


@blueprint.post("/<token>/undelete")
def undelete_game(token: str) -> Response:
    with services().database.writing() as session:
        return jsonify(game_json(games.undelete(session, token)))


def _check_version(game: Game, version: int) -> None:
    if version != game.version:
        raise RefusalError(HTTPStatus.CONFLICT, "game_changed", extra={"current": game_json(game)})


def _chosen(rulings: Rulings) -> dict[str, str]:
    return {name: choice.value for name, choice in rulings if choice is not None}
