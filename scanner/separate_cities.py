"""Which readings are cities of this table: two cannot lie in one place, and all lie on one plane in one size."""

from __future__ import annotations

import numpy as np

from scanner.camera import TableCamera
from scanner.read_city import SeenCity

OVERLAP_REACH = 0.9
"""A centre this near to a hex of another city, in sizes of that hex, lies on it."""
MOST_OVERLAP = 0.25
"""A city with a larger share of its hexes on another city is a misreading of that city's pictures."""
SIZE_RATIO = 1.35
"""How much larger or smaller than on the plane of the surest city the hexes of another may look."""


def separate_cities(cities: list[SeenCity]) -> list[SeenCity]:
    """The cities that stand apart on one table, in their order.

    Pictures on tops can look like small hexes, and a player aid shows some in print.
    """
    kept: list[SeenCity] = []
    for city in sorted(cities, key=_weight, reverse=True):
        if all(_overlap(city, other) <= MOST_OVERLAP for other in kept) and (not kept or _same_size(city, kept[0])):
            kept.append(city)
    return [city for city in cities if any(city is one for one in kept)]


def _weight(city: SeenCity) -> float:
    """How much sure hex there is."""
    return float((city.readings.hex_probability() * city.lattice.marks.sizes_px()).sum())


def _overlap(city: SeenCity, other: SeenCity) -> float:
    """The share of a city's hexes that lie on hexes of the other."""
    gaps = city.lattice.marks.centres_px[:, None] - other.lattice.marks.centres_px[None]
    sizes = np.linalg.solve(other.lattice.marks.frames[None], gaps[..., None])[..., 0]
    return float((np.linalg.norm(sizes, axis=2).min(axis=1) < OVERLAP_REACH).mean())


def _same_size(city: SeenCity, main: SeenCity) -> bool:
    """Whether the hexes are as large as hexes on the main city's table would be there."""
    middle_px = city.lattice.marks.centres_px.mean(axis=0)
    seen_px = float(np.median(city.lattice.marks.sizes_px()))
    ratio = seen_px / max(_size_px_at(main.camera, middle_px), 1e-6)
    return 1 / SIZE_RATIO < ratio < SIZE_RATIO


def _size_px_at(camera: TableCamera, point_px: np.ndarray) -> float:
    """Pixels per hex size on the plane of level 1 where a pixel looks; 0 above the horizon."""
    to_px = camera.plane_to_px(level=1)
    x, y, w = np.linalg.solve(to_px, np.array([*point_px, 1.0]))
    if w * to_px[2, 2] <= 0:
        return 0.0
    steps = np.array([[0, 0.01, 0], [0, 0, 0.01]]) + np.array([[x / w], [y / w]])
    seen = to_px @ np.vstack([steps, np.ones(3)])
    corner, right, below = (seen[:2] / seen[2]).T
    return float(np.sqrt(abs(np.linalg.det(np.column_stack([right - corner, below - corner])))) / 0.01)
