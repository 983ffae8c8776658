from __future__ import annotations

import pytest

from samples.bench_scoring import game_cities, grown_city, us_per_hex
from scoring.groups import connected_groups
from scoring.rules import Rules


@pytest.mark.parametrize("hexes", [1, 40, 400])
def test_a_grown_city_is_one_piece_of_the_wanted_size(hexes: int):
    city = grown_city(hexes, seed=1)
    assert len(city.hexes) == hexes
    assert len(connected_groups(city.hexes)) == 1
    assert city == grown_city(hexes, seed=1) != grown_city(hexes + 1, seed=1)


def test_cities_of_games_have_the_wanted_size():
    assert [len(city.hexes) for city in game_cities(40, 3)] == [40, 40, 40]


def test_a_time_is_measured():
    assert 0.1 < us_per_hex([grown_city(40, seed=1)], Rules()) < 1000
