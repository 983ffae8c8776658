"""Which hexes of a lattice make one city: neighbours hang together, unless the table is seen between them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from scanner.hex_codes import EdgeClass
from scanner.read_hexes import HexReadings
from scoring.axial import DIRECTIONS, Axial

Indices = npt.NDArray[np.intp]


def touching_groups(
    places: tuple[Axial, ...], readings: HexReadings, chosen: Indices, seen_apart_probability: float
) -> list[Indices]:
    """Groups of the chosen hexes, largest first.

    Two cities may lie so close and so alike that one lattice fits both. What parts them is that on every border
    between them both hexes see the table and not a neighbour.
    """
    outside = np.exp(readings.edges[:, :, EdgeClass.OUTSIDE])
    index_of = {places[int(index)]: int(index) for index in chosen}
    ties = [
        (first, second)
        for place, first in index_of.items()
        for direction in range(3)
        if (second := index_of.get(place.moved(DIRECTIONS[direction]))) is not None
        and min(outside[first, direction], outside[second, direction + 3]) < seen_apart_probability
    ]
    return _components(chosen, ties)


def _components(chosen: Indices, ties: list[tuple[int, int]]) -> list[Indices]:
    order = np.sort(chosen)
    ends = np.searchsorted(order, np.array(ties, dtype=np.intp).reshape(-1, 2))
    graph = coo_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(len(order), len(order)))
    count, group_of = connected_components(graph, directed=False)
    groups = [order[group_of == number] for number in range(count)]
    return sorted(groups, key=len, reverse=True)
