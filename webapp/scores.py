"""The score of a board as JSON: the lines of the pad, a reason for every hex, advice on what looks odd."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring.axial import Axial
from scoring.problems import find_problems
from scoring.score_sheet import DistrictScore, ScoreSheet, score
from webapp.board import Board
from webapp.games import rules_of
from webapp.languages import game_words
from webapp.models import Game


def sheet_of(board: Board, game: Game) -> ScoreSheet:
    return score(board.city(), rules_of(game), board.stones)


def sheet_json(sheet: ScoreSheet) -> dict[str, Any]:
    return {
        "districts": {district.value: _line_json(line) for district, line in sheet.districts.items()},
        "stones": sheet.stones,
        "total": sheet.total,
    }


def problems_json(board: Board, players: int | None) -> list[dict[str, Any]]:
    if not board.hexes:
        return []
    return [
        {
            "code": problem.code.value,
            "severity": problem.severity.value,
            "sentence": game_words().problem(problem),
            "places": places_json(problem.places),
        }
        for problem in find_problems(board.city(), players)
    ]


def places_json(places: Iterable[Axial]) -> list[list[int]]:
    return [list(place) for place in places]


def _line_json(line: DistrictScore) -> dict[str, Any]:
    return {
        "value": line.value,
        "stars": line.stars,
        "points": line.points,
        "plazas": places_json(line.plazas),
        "hexes": [
            {
                "q": verdict.place.q,
                "r": verdict.place.r,
                "level": verdict.level,
                "times": verdict.times,
                "reason": verdict.reason.value,
                "sentence": game_words().reason(verdict.reason),
                "places": places_json(verdict.places),
            }
            for verdict in line.verdicts
        ],
    }
