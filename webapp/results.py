"""The result of a game as the page shows it: all players side by side, the winner, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.kinds import District
from scoring.score_sheet import ScoreSheet
from webapp import edits
from webapp.documents import display_name
from webapp.games import rules_of
from webapp.models import Game
from webapp.scores import sheet_json, sheet_of
from webapp.standings import explanation, is_begun, standings_of


@dataclass(frozen=True)
class PlayerResult:
    seat: int
    name: str
    rank: int
    is_winner: bool
    sheet: ScoreSheet
    city: list[list[Any]]
    sheet_data: dict[str, Any]


@dataclass(frozen=True)
class Result:
    created_at: datetime
    players: tuple[PlayerResult, ...]
    explanation: str
    variants: tuple[District, ...]
    rulings: dict[str, str]


def result_of(game: Game) -> Result:
    rules = rules_of(game)
    standings = standings_of(game)
    players = []
    for player, place in zip(game.players, standings, strict=True):
        sheet = sheet_of(edits.board_of(player), game)
        city = player.board["hexes"]
        players.append(
            PlayerResult(player.seat, display_name(player), place.rank, place.is_winner, sheet, city, sheet_json(sheet))
        )
    variants = tuple(district for district in District if district in rules.variants)
    reason = explanation(game) if is_begun(game) else ""
    return Result(game.created_at, tuple(players), reason, variants, rules.ruling_values())
