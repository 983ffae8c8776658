"""Who won: the place of every player, and why a tie fell as it did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.ranking import Ranking, rank_sheets
from webapp import edits
from webapp.languages import game_words
from webapp.models import Game
from webapp.scores import sheet_of


@dataclass(frozen=True)
class Standing:
    """A player's place; a winner has beaten somebody."""

    seat: int
    rank: int
    is_winner: bool


def standings_of(game: Game) -> tuple[Standing, ...]:
    """In the order of the seats."""
    places = _ranking(game).places
    can_win = len(game.players) > 1 and is_begun(game)
    return tuple(
        Standing(player.seat, place, can_win and place == 1) for player, place in zip(game.players, places, strict=True)
    )


def is_begun(game: Game) -> bool:
    """Whether anybody has a city or a stone; before that nobody wins."""
    boards = [edits.board_of(player) for player in game.players]
    return any(board.hexes or board.stones for board in boards)


def explanation(game: Game) -> str:
    """Why the winner won, in one sentence."""
    return game_words().decision(_ranking(game).decision)


def standings_json(game: Game) -> list[dict[str, Any]]:
    return [{"seat": place.seat, "rank": place.rank, "is_winner": place.is_winner} for place in standings_of(game)]


def _ranking(game: Game) -> Ranking:
    return rank_sheets([sheet_of(edits.board_of(player), game) for player in game.players])
