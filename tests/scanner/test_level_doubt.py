"""Plateaus whose rim is hard to see are doubtful as a whole."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np

from scanner.evidence import BorderEvidence, CityEvidence
from scanner.level_doubt import joint_shift_costs
from scoring.axial import Axial

ROW = tuple(Axial(q, 0) for q in range(6))
LEVELS = (1, 1, 2, 2, 2, 2)
SINGLE = [[index] for index in range(len(ROW))]
CLEAR, VAGUE = 9.0, 0.5


def border(first: int, step: int, doubt: float) -> BorderEvidence:
    """A border that shows this step, any other at a price."""
    costs = np.full(5, doubt)
    costs[step + 2] = 0.0
    return BorderEvidence(first, first + 1, costs, doubt, (doubt, doubt))


def plateau(rim_doubt: float, level_doubt: float = 0.1) -> CityEvidence:
    """Two hexes on the first level, then four on the second; all steps but that onto the rim are clear."""
    steps = [after - before for before, after in pairwise(LEVELS)]
    borders = tuple(border(i, step, rim_doubt if step else CLEAR) for i, step in enumerate(steps))
    level_cost = np.full((6, 6), level_doubt)
    level_cost[np.arange(6), np.array(LEVELS) - 1] = 0.0
    return CityEvidence(ROW, level_cost, np.zeros((6, 11)), borders, np.full(6, 9.0), np.zeros(6, dtype=bool))


def test_a_clear_rim_leaves_no_doubt():
    assert joint_shift_costs(plateau(CLEAR), LEVELS, SINGLE, -1)[2:].min() > 5


def test_a_vague_rim_makes_the_whole_plateau_doubtful():
    costs = joint_shift_costs(plateau(VAGUE), LEVELS, SINGLE, -1)
    assert np.allclose(costs[2:], VAGUE + 4 * 0.1)


def test_what_the_hexes_say_themselves_counts_for_each():
    costs = joint_shift_costs(plateau(VAGUE, level_doubt=2.0), LEVELS, SINGLE, -1)
    assert np.allclose(costs[2:], VAGUE + 4 * 2.0)


def test_nothing_lies_below_the_first_level():
    assert np.isinf(joint_shift_costs(plateau(VAGUE), LEVELS, SINGLE, -1)[:2]).all()


def test_the_whole_city_may_lie_higher():
    assert np.allclose(joint_shift_costs(plateau(CLEAR), LEVELS, SINGLE, 1), 6 * 0.1)


def test_a_whole_tile_moves_as_one_and_a_covered_one_may_part():
    evidence = plateau(CLEAR)
    cracked = (*evidence.borders[:3], border(3, 0, VAGUE), evidence.borders[4])
    evidence = replace(evidence, borders=cracked)
    parting = joint_shift_costs(evidence, LEVELS, [[0], [1], [2], [3, 4], [5]], -1)
    assert parting[4:].max() < 1
    together = joint_shift_costs(evidence, LEVELS, [[0], [1], [2], [3, 4, 5]], -1)
    assert together[3:].min() > CLEAR
