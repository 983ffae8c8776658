"""Statistics over the games of this browser: points by district, averages by player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, render_template

from scoring.kinds import District
from webapp import edits, games
from webapp.documents import display_name
from webapp.models import Game
from webapp.scores import sheet_of
from webapp.security import shelf
from webapp.services import services
from webapp.standings import standings_of

blueprint = Blueprint("statistics", __name__, url_prefix="/statistics")
STONES = "stones"


@dataclass(frozen=True)
class CityPoints:
    """One finished city in numbers."""

    player: str
    points: dict[str, int]
    won: bool

    @property
    def total(self) -> int:
        return sum(self.points.values())


@dataclass(frozen=True)
class PlayerAverage:
    name: str
    games: int
    wins: int
    mean: float
    best: int


@dataclass(frozen=True)
class Statistics:
    cities: int
    mean_points: dict[str, float]
    players: tuple[PlayerAverage, ...]
    totals: tuple[int, ...]


@blueprint.get("")
def show() -> str:
    with services().database.reading() as session:
        cities = [city for game in games.on_shelf(session, shelf()) for city in points_of(game)]
    return render_template("statistics/show.html", statistics=summarize(cities))


def points_of(game: Game) -> list[CityPoints]:
    """Players without a city are left out: an empty board says nothing about how anyone plays."""
    cities = []
    for player, place in zip(game.players, standings_of(game), strict=True):
        board = edits.board_of(player)
        if board.hexes:
            sheet = sheet_of(board, game)
            points = {district.value: line.points for district, line in sheet.districts.items()}
            cities.append(CityPoints(display_name(player), {**points, STONES: sheet.stones}, place.is_winner))
    return cities


def summarize(cities: Sequence[CityPoints]) -> Statistics:
    by_player: dict[str, list[CityPoints]] = defaultdict(list)
    for city in cities:
        by_player[city.player].append(city)
    parts = [*(district.value for district in District), STONES]
    mean_points = {part: _mean([city.points[part] for city in cities]) for part in parts}
    players = [_average(name, own) for name, own in by_player.items()]
    players.sort(key=lambda player: (-player.mean, player.name))
    return Statistics(len(cities), mean_points, tuple(players), tuple(city.total for city in reversed(cities)))


def _average(name: str, cities: Sequence[CityPoints]) -> PlayerAverage:
    totals = [city.total for city in cities]
    return PlayerAverage(name, len(cities), sum(city.won for city in cities), _mean(totals), max(totals))


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
