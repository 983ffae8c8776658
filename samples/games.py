"""The cities that are photographed: a stock of random games, cut short for early cities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from samples.chance import Chance, happens, pick
from scoring.building import Placement
from scoring.random_games import PlayedCity, play_game

STOCK = 600
EARLY_TILES = (0, 0, 1, 1, 1, 2, 2, 3, 4, 6, 8, 11)


@dataclass(frozen=True)
class BuiltCity:
    """Tiles in the order they were laid, and the stones left."""

    placements: tuple[Placement, ...]
    stones: int


def random_city(chance: Chance, early_share: float) -> BuiltCity:
    """Mostly a finished city; `early_share` of them after a few tiles, down to the start tile alone."""
    played = pick(chance, _game(int(chance.integers(STOCK))))
    if not happens(chance, early_share):
        return BuiltCity(played.placements, played.stones)
    return BuiltCity(played.placements[: 1 + pick(chance, EARLY_TILES)], int(chance.integers(0, 7)))


@lru_cache(maxsize=STOCK)
def _game(number: int) -> list[PlayedCity]:
    """Game `number` of the stock; players and how much they stack go through all mixes."""
    return play_game(number, 2 + number % 3, stacking=0.1 + 0.7 * (number * 0.618 % 1))
