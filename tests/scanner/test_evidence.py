"""Borders and hexes as costs: both sides of a border are heard, and the words point the right way."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.evidence import LEVEL_SHARES, BorderEvidence, CityEvidence, EvidenceWeights, TopEvidence, gather_evidence
from scanner.hex_codes import EDGE_CLASSES, KIND_CLASSES, LEVEL_CLASSES, NOT_A_HEX, EdgeClass
from scanner.read_hexes import HexReadings, log_softmax
from scoring.axial import DIRECTIONS, ORIGIN, Axial
from tests.scanner.simulated_table import evidence_of, readings_of, silent_tops, some_city

WEIGHTS = EvidenceWeights(level=1.0, border=1.0, parallax=1.0, size=1.0, rarity=0.0)
Words = dict[tuple[int, int], EdgeClass]


def evidence(places: tuple[Axial, ...], words: Words, tops: TopEvidence | None = None) -> CityEvidence:
    """Evidence from readings that know nothing but the given words of (hex, direction)."""
    count = len(places)
    edges = np.zeros((count, 6, EDGE_CLASSES))
    for (index, direction), word in words.items():
        edges[index, direction, word] = 6.0
    even = [log_softmax(np.zeros((count, classes))) for classes in (KIND_CLASSES, LEVEL_CLASSES)]
    readings = HexReadings(
        *even, log_softmax(edges), np.zeros((count, 2)), np.zeros(count), *[np.zeros((count, 0))] * 2
    )
    return gather_evidence(places, readings, tops or silent_tops(count), WEIGHTS)


def best_step(border: BorderEvidence) -> int:
    return int(min(range(-2, 3), key=lambda step: border.cost(step, same_tile=False)))


@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize(
    ("word", "mirrored", "step"),
    [
        (EdgeClass.SAME_LEVEL, EdgeClass.SAME_LEVEL, 0),
        (EdgeClass.ONE_UP, EdgeClass.ONE_DOWN, 1),
        (EdgeClass.MORE_UP, EdgeClass.MORE_DOWN, 2),
        (EdgeClass.ONE_DOWN, EdgeClass.ONE_UP, -1),
        (EdgeClass.MORE_DOWN, EdgeClass.MORE_UP, -2),
    ],
)
def test_a_border_is_the_same_from_both_sides(direction: int, word: EdgeClass, mirrored: EdgeClass, step: int) -> None:
    places = (ORIGIN, DIRECTIONS[direction])
    (border,) = evidence(places, {(0, direction): word, (1, (direction + 3) % 6): mirrored}).borders
    up = step if border.first == 0 else -step
    assert best_step(border) == up
    assert border.cost(up, same_tile=False) < 0.1
    assert border.cost(up, same_tile=True) > 4


def test_one_tile_is_told_from_one_level() -> None:
    (border,) = evidence((ORIGIN, DIRECTIONS[0]), {(0, 0): EdgeClass.SAME_TILE, (1, 3): EdgeClass.SAME_TILE}).borders
    assert border.cost(0, same_tile=True) < 0.1
    assert border.cost(0, same_tile=False) > 4


def test_when_the_sides_disagree_neither_is_sure() -> None:
    (border,) = evidence((ORIGIN, DIRECTIONS[0]), {(0, 0): EdgeClass.ONE_UP, (1, 3): EdgeClass.ONE_UP}).borders
    assert border.cost(1, same_tile=False) == pytest.approx(border.cost(-1, same_tile=False))
    assert border.cost(1, same_tile=False) < border.cost(0, same_tile=False)


def test_outside_speaks_against_a_neighbour_and_for_no_step() -> None:
    (border,) = evidence((ORIGIN, DIRECTIONS[0]), {(0, 0): EdgeClass.OUTSIDE, (1, 3): EdgeClass.OUTSIDE}).borders
    costs = [border.cost(step, same_tile=False) for step in range(-2, 3)]
    assert np.allclose(costs, costs[0])
    assert max(border.alone_cost) < 0.1 < costs[0] - 4


def test_a_border_that_shows_a_neighbour_speaks_against_being_alone() -> None:
    (border,) = evidence((ORIGIN, DIRECTIONS[0]), {(0, 0): EdgeClass.ONE_UP, (1, 3): EdgeClass.ONE_DOWN}).borders
    assert min(border.alone_cost) > 4


def test_far_steps_cost_as_two() -> None:
    border = BorderEvidence(0, 1, np.array([5.0, 4, 3, 2, 1]), 9.0, (0.0, 0.0))
    assert [border.cost(step, same_tile=False) for step in (-5, -2, 0, 2, 4)] == [5, 5, 3, 1, 1]
    assert border.cost(0, same_tile=True) == 9


def test_every_border_comes_once() -> None:
    city = some_city(1)
    places = tuple(city.city.hexes)
    borders = evidence_of(city, readings_of(city, np.random.default_rng(0))).borders
    pairs = {frozenset((places[border.first], places[border.second])) for border in borders}
    touching = {frozenset((place, near)) for place in places for near in place.neighbours() if near in places}
    assert len(borders) == len(pairs)
    assert pairs == touching


def test_a_word_for_a_rare_level_weighs_more() -> None:
    places = (ORIGIN, DIRECTIONS[0])
    even = HexReadings(
        *(log_softmax(np.zeros((2, classes))) for classes in (KIND_CLASSES, LEVEL_CLASSES)),
        log_softmax(np.zeros((2, 6, EDGE_CLASSES))),
        np.zeros((2, 2)),
        np.zeros(2),
        np.zeros((2, 0)),
        np.zeros((2, 0)),
    )
    weights = EvidenceWeights(level=1.0, border=1.0, parallax=1.0, size=1.0, rarity=1.0)
    costs = gather_evidence(places, even, silent_tops(2), weights).level_cost[0]
    assert (np.diff(costs) <= 0).all()
    assert costs[0] - costs[2] == pytest.approx(np.log(LEVEL_SHARES[0] / LEVEL_SHARES[2]))


def test_place_and_size_of_the_tops_add_up_with_the_reader() -> None:
    falling = np.tile(-np.arange(LEVEL_CLASSES, dtype=float), (2, 1))
    found = evidence((ORIGIN, DIRECTIONS[0]), {}, TopEvidence(falling, 2 * falling))
    assert np.allclose(np.diff(found.level_cost), 3)
    assert np.allclose(np.exp(-found.level_cost).sum(axis=1), 1)
    assert found.levels == LEVEL_CLASSES


def test_a_kind_is_judged_among_kinds_only() -> None:
    found = evidence((ORIGIN, DIRECTIONS[0]), {})
    assert found.kind_logp.shape == (2, NOT_A_HEX)
    assert np.allclose(np.exp(found.kind_logp).sum(axis=1), 1)


@pytest.mark.parametrize("seed", range(4))
def test_clear_readings_of_a_city_point_at_its_levels(seed: int) -> None:
    city = some_city(seed)
    found = evidence_of(city, readings_of(city, np.random.default_rng(seed)))
    levels = [top.level for top in city.city.hexes.values()]
    assert list(found.level_cost.argmin(axis=1) + 1) == levels
    for border in found.borders:
        step = levels[border.second] - levels[border.first]
        one_tile = border.same_tile_cost < min(border.step_cost)
        assert one_tile or best_step(border) == max(-2, min(2, step))
