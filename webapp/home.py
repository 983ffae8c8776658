"""The first page, and the switch of language."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, render_template, request, session
from werkzeug.wrappers import Response as BaseResponse

from webapp import games, sample_photos
from webapp.languages import LANGUAGES
from webapp.refusals import bad_request
from webapp.security import shelf
from webapp.services import services
from webapp.summaries import game_summary

blueprint = Blueprint("home", __name__)
RECENT_GAMES = 4


@blueprint.get("/")
def show() -> str:
    with services().database.reading() as database:
        recent = [game_summary(game) for game in games.on_shelf(database, shelf())[:RECENT_GAMES]]
    return render_template("home/show.html", recent=recent, samples=sample_photos.names())


@blueprint.post("/language")
def choose_language() -> BaseResponse:
    """Remember the language and go back to where the visitor was."""
    language = request.form.get("language", "")
    if language not in LANGUAGES:
        raise bad_request("bad_value", path="language")
    session["language"] = language
    return redirect(_own_path(request.form.get("back", "/")))


@blueprint.get("/robots.txt")
def robots() -> Response:
    return Response("User-agent: *\nDisallow: /\n", mimetype="text/plain")


def _own_path(address: str) -> str:
    """Only paths of this page: a form must not send visitors elsewhere."""
    parts = urlsplit(address.replace("\\", "/"))
    if parts.scheme or parts.netloc or not parts.path.startswith("/") or parts.path.startswith("//"):
        return "/"
    return parts.path
