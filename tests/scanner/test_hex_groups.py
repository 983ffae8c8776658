"""Hexes hang together by their borders, unless the table is seen between them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from scanner.hex_codes import EDGE_CLASSES, KIND_CLASSES, LEVEL_CLASSES, EdgeClass
from scanner.hex_groups import touching_groups
from scanner.read_hexes import HexReadings, log_softmax
from scoring.axial import DIRECTIONS, Axial

ROW = tuple(Axial(q, 0) for q in range(6))
EAST = 2


def readings(open_borders: set[tuple[Axial, int]]) -> HexReadings:
    """Every hex sees a neighbour everywhere, but the table across the given borders."""
    count = len(ROW)
    edges = np.zeros((count, 6, EDGE_CLASSES))
    edges[:, :, EdgeClass.SAME_LEVEL] = 9
    for place, direction in open_borders:
        edges[ROW.index(place), direction, EdgeClass.OUTSIDE] = 18
    return HexReadings(
        np.zeros((count, KIND_CLASSES)),
        np.zeros((count, LEVEL_CLASSES)),
        log_softmax(edges),
        np.zeros((count, 2)),
        np.zeros(count),
        np.zeros((count, 0)),
        np.zeros((count, 0)),
    )


def groups(open_borders: set[tuple[Axial, int]], chosen: list[int] | None = None) -> list[list[int]]:
    picked = np.array(range(len(ROW)) if chosen is None else chosen, dtype=np.intp)
    return [group.tolist() for group in touching_groups(ROW, readings(open_borders), picked, 0.9)]


def test_the_row_runs_east():
    assert all(first.moved(DIRECTIONS[EAST]) == second for first, second in pairwise(ROW))


def test_neighbours_hang_together():
    assert groups(set()) == [[0, 1, 2, 3, 4, 5]]


def test_the_table_between_two_cities_parts_them():
    assert groups({(ROW[3], EAST), (ROW[4], EAST + 3)}) == [[0, 1, 2, 3], [4, 5]]


def test_one_hex_alone_may_be_wrong_about_a_border():
    assert groups({(ROW[3], EAST)}) == [[0, 1, 2, 3, 4, 5]]


def test_hexes_that_were_not_chosen_tie_nothing():
    assert groups(set(), [5, 0, 1, 3]) == [[0, 1], [3], [5]]


def test_no_hexes_make_no_groups():
    assert groups(set(), []) == []
