"""Who wins: most points, among equals most stones, and who is still equal shares the victory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.score_sheet import ScoreSheet


class Decision(StrEnum):
    """What made the winner."""

    ALONE = "alone"
    POINTS = "points"
    STONES = "stones"
    SHARED = "shared"


class Result(NamedTuple):
    """What a player has at the end. Points include the stones."""

    points: int
    stones: int


@dataclass(frozen=True)
class Ranking:
    """The place of every player, in the order the players were given; equals share a place (1, 2, 2, 4)."""

    places: tuple[int, ...]
    decision: Decision

    @property
    def winners(self) -> tuple[int, ...]:
        """Which players won, counted from 0."""
        return tuple(index for index, place in enumerate(self.places) if place == 1)


def rank_sheets(sheets: Sequence[ScoreSheet]) -> Ranking:
    return rank([Result(sheet.total, sheet.stones) for sheet in sheets])


def rank(results: Sequence[Result]) -> Ranking:
    """Rank the players of a table, or of a whole evening."""
    if not results:
        raise ValueError("a ranking needs at least one player")
    places = tuple(1 + sum(other > result for other in results) for result in results)
    return Ranking(places, _decision(results, places))


def _decision(results: Sequence[Result], places: Sequence[int]) -> Decision:
    best = max(results)
    if len(results) == 1:
        return Decision.ALONE
    if places.count(1) > 1:
        return Decision.SHARED
    equal_points = [result for result in results if result.points == best.points]
    return Decision.STONES if len(equal_points) > 1 else Decision.POINTS
