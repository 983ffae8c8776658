"""The result for everyone who has the view link. Nothing here can change a game."""

from __future__ import annotations

from flask import Blueprint, render_template

from webapp import games
from webapp.results import result_of
from webapp.services import services

blueprint = Blueprint("shared", __name__, url_prefix="/view")


@blueprint.get("/<token>")
def show(token: str) -> str:
    with services().database.reading() as session:
        result = result_of(games.by_view_token(session, token))
    return render_template("shared/show.html", result=result)
