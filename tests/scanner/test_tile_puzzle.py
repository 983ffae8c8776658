"""The program knows the rules of building: what it puts together could have been built."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from scanner.evidence import CityEvidence
from scanner.tile_puzzle import PuzzleSolution, TilePuzzle
from scoring.axial import Axial
from scoring.tiles import START_HEXES
from tests.scanner.simulated_table import Clearness, evidence_of, readings_of, some_city

VAGUE = Clearness(kind=3, level=3, edges=3)


def solution_of(evidence: CityEvidence, players: int | None = None) -> PuzzleSolution:
    solution = TilePuzzle(evidence, players).solve(seconds=60)
    assert solution is not None
    return solution


@pytest.mark.parametrize("seed", range(8))
def test_every_unbroken_hex_carries_one_tile_on_each_level(seed: int) -> None:
    city = some_city(seed, players=2 + seed % 3)
    solution = solution_of(evidence_of(city, readings_of(city, np.random.default_rng(seed), VAGUE)))
    layers = Counter((index, tile.level) for tile in solution.tiles for index in tile.members)
    for index, level in enumerate(solution.levels):
        if index not in solution.broken:
            assert [layers[index, below] for below in range(1, 8)] == [1] * level + [0] * (7 - level)


@pytest.mark.parametrize("seed", range(8))
def test_the_solution_obeys_the_rules_it_does_not_report_broken(seed: int) -> None:
    city = some_city(seed)
    solution = solution_of(evidence_of(city, readings_of(city, np.random.default_rng(seed), VAGUE)))
    laid = {(frozenset(tile.members), tile.level) for tile in solution.tiles}
    assert not any((members, level + 1) in laid for members, level in laid), "a tile lies exactly on another"
    assert sum(tile.is_start for tile in solution.tiles) == 1
    if not solution.broken:
        assert (sum(solution.levels) - START_HEXES) % 3 == 0


def test_tiles_are_three_places_that_touch() -> None:
    city = some_city(3)
    evidence = evidence_of(city, readings_of(city, np.random.default_rng(3), VAGUE))
    for tile in solution_of(evidence).tiles:
        places = [evidence.places[index] for index in tile.members]
        if tile.is_start:
            assert all(place in places[0].neighbours() for place in places[1:])
        else:
            assert len(places) == 3
            assert all(_touch(*pair) for pair in zip(places, places[1:] + places[:1], strict=True))


def test_tiles_are_named_clockwise() -> None:
    """Otherwise the order of kinds on a tile would be compared with its mirror image."""
    city = some_city(3)
    evidence = evidence_of(city, readings_of(city, np.random.default_rng(3)))
    triangles = [tile for tile in solution_of(evidence).tiles if not tile.is_start]
    assert triangles
    for tile in triangles:
        (ax, ay), (bx, by), (cx, cy) = (evidence.places[index].centre_xy() for index in tile.members)
        # With y down, a positive cross product turns clockwise.
        assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def test_a_clear_city_is_solved_and_proven() -> None:
    city = some_city(9)
    solution = TilePuzzle(evidence_of(city, readings_of(city, np.random.default_rng(9))), None).solve(seconds=60)
    assert solution is not None
    assert solution.is_proven
    assert solution.broken == ()


def test_hexes_in_a_row_cannot_be_tiles() -> None:
    """No triangle and no starting tile fits: every hex is broken, and none is lost."""
    city = some_city(1, rounds=0)
    clear = evidence_of(city, readings_of(city, np.random.default_rng(0)))
    row = replace(clear, places=tuple(Axial(q, 0) for q in range(4)), borders=())
    solution = solution_of(row)
    assert solution.levels == (1, 1, 1, 1)
    assert solution.broken == (0, 1, 2, 3)
    assert solution.tiles == ()


def _touch(first: Axial, second: Axial) -> bool:
    return second in first.neighbours()
