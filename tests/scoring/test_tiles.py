from __future__ import annotations

import pytest

from scoring.kinds import PLAZA_OF, STARS, District, Kind
from scoring.tiles import START_TILE, box, finished_level_sum, hexes_in_box, tiles_for

# The printed player aid, for 2, 3 and 4 players.
DISTRICTS = {
    "house": (18, 27, 36),
    "market": (12, 16, 20),
    "barracks": (10, 13, 16),
    "temple": (8, 10, 12),
    "garden": (6, 7, 8),
}
PLAZAS = {"house": (5, 6, 7), "market": (4, 5, 6), "barracks": (4, 5, 6), "temple": (4, 5, 6), "garden": (3, 4, 5)}
QUARRIES = (37, 49, 61)


@pytest.mark.parametrize(("players", "tiles", "level_sum"), [(2, 37, 58), (3, 49, 52), (4, 61, 49)])
def test_tiles_in_play(players: int, tiles: int, level_sum: int):
    assert len(tiles_for(players)) == tiles
    assert finished_level_sum(players) == level_sum


@pytest.mark.parametrize("players", [2, 3, 4])
def test_kinds_are_those_of_the_player_aid(players: int):
    held = hexes_in_box(players)
    for name in District:
        assert held[Kind(name)] == DISTRICTS[name][players - 2]
        assert held[PLAZA_OF[name]] == PLAZAS[name][players - 2] + (name is District.HOUSE)
    assert held[Kind.QUARRY] == QUARRIES[players - 2] + 3


def test_tile_numbers_are_unique():
    assert sorted(tile.number for tile in box()) == list(range(1, 62))


def test_start_tile_is_a_plaza_with_a_quarry_on_every_second_side():
    (centre, plaza), *arms = START_TILE
    assert plaza is Kind.HOUSE_PLAZA
    assert {kind for _, kind in arms} == {Kind.QUARRY}
    sides = sorted(centre.neighbours().index(place) for place, _ in arms)
    assert sides == [0, 2, 4]


def test_stars():
    assert {kind: kind.stars for kind in Kind if kind.is_plaza} == STARS
    assert Kind.QUARRY.stars == 0
    assert Kind.QUARRY.district is None
    assert not Kind.QUARRY.is_district
