"""The games of this browser: search, delete, bring back."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from webapp import games
from webapp.security import shelf
from webapp.services import services
from webapp.summaries import GameSummary, game_summary

blueprint = Blueprint("history", __name__, url_prefix="/history")
GAMES_A_PAGE = 20
LONGEST_SEARCH = 60


@blueprint.get("")
def show() -> str:
    search = request.args.get("search", "")[:LONGEST_SEARCH].strip()
    page = max(1, request.args.get("page", 1, type=int))
    with services().database.reading() as session:
        found = [game_summary(game) for game in games.on_shelf(session, shelf())]
    matching = [game for game in found if _matches(game, search)]
    shown = matching[(page - 1) * GAMES_A_PAGE : page * GAMES_A_PAGE]
    has_more = len(matching) > page * GAMES_A_PAGE
    return render_template(
        "history/show.html", games=shown, search=search, page=page, has_more=has_more, count=len(matching)
    )


def _matches(game: GameSummary, search: str) -> bool:
    """By a player's name or by the date."""
    wanted = search.casefold()
    names = (player.name.casefold() for player in game.players)
    return wanted in game.created_at.date().isoformat() or any(wanted in name for name in names)
