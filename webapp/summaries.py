"""A game in short, for the lists of games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from webapp import edits
from webapp.documents import display_name
from webapp.models import Game
from webapp.scores import sheet_of


@dataclass(frozen=True)
class PlayerSummary:
    name: str
    total: int
    city: list[list[Any]]


@dataclass(frozen=True)
class GameSummary:
    token: str
    created_at: datetime
    players: tuple[PlayerSummary, ...]


def game_summary(game: Game) -> GameSummary:
    return GameSummary(
        game.edit_token,
        game.created_at,
        tuple(
            PlayerSummary(display_name(player), sheet_of(edits.board_of(player), game).total, player.board["hexes"])
            for player in game.players
        ),
    )
