"""How high a city can grow: what `HIGHEST_LEVEL` rests on, tried out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scoring.axial import ORIGIN, Axial
from scoring.building import triangles_at
from scoring.problems import HIGHEST_LEVEL
from scoring.tiles import START_HEXES, TILES_PER_PLAYER, box

Triangle = frozenset[Axial]
SMALLEST_EVEN_PILE = 6


def triangles_over(place: Axial) -> Iterator[Triangle]:
    """Every way a tile can lie on a place."""
    for corner in (place, *place.neighbours()):
        for triangle in triangles_at(corner):
            if place in triangle:
                yield frozenset(triangle)


def can_lie_on_as_many(tiles: int) -> bool:
    """Whether a layer of at most so many tiles can lie on an equal one, each tile covering two or more."""
    return _completed({frozenset(triangles_at(ORIGIN)[0])}, set(), tiles)


def _completed(one: set[Triangle], other: set[Triangle], tiles: int) -> bool:
    """Lays tiles in turn where one layer has a hex and the other has none, until both cover the same places."""
    ones, others = frozenset().union(*one), frozenset().union(*other)
    if ones == others:
        return True
    if not ones - others:
        return _completed(other, one, tiles)
    return len(other) < tiles and any(
        _completed(one, {*other, tile}, tiles)
        for tile in triangles_over(min(ones - others))
        if tile not in one and not tile & others
    )


@pytest.mark.parametrize("tiles", range(1, SMALLEST_EVEN_PILE + 1))
def test_only_six_tiles_or_more_can_lie_on_as_many(tiles: int):
    assert can_lie_on_as_many(tiles) == (tiles == SMALLEST_EVEN_PILE)


def test_no_game_has_the_tiles_for_one_level_more():
    layers = [min(number, SMALLEST_EVEN_PILE) for number in range(1, HIGHEST_LEVEL + 1)]
    on_the_table = -(-(3 * layers[-1] - START_HEXES) // 3)
    longest_game = max(len(box()) // 2, *TILES_PER_PLAYER.values())
    assert sum(layers) + on_the_table > longest_game >= sum(layers[:-1]) + on_the_table
