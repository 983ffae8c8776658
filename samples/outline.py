"""The outline of a tile: the joined hexes with rounded corners, in hex sizes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

import numpy as np
import numpy.typing as npt

from scoring.axial import Axial

Array = npt.NDArray[np.float64]
Key = tuple[int, int]
UNIT_HEX: Array = np.array([[cos(pi / 3 * i), sin(pi / 3 * i)] for i in range(6)])


def hex_corners(place: Axial) -> Array:
    """The six corners of a flat-top hex, clockwise as seen, from the right one on."""
    made: Array = UNIT_HEX + np.array(place.centre_xy())
    return made


def joined_outline(places: Sequence[Axial]) -> Array:
    """The corners of the outline of touching hexes, clockwise as seen."""
    edges: dict[tuple[Key, Key], Array] = {}
    for place in places:
        corners = hex_corners(place)
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            if edges.pop((_key(end), _key(start)), None) is None:
                edges[_key(start), _key(end)] = start
    return _walk({start: (end, corner) for (start, end), corner in edges.items()})


@lru_cache(maxsize=4096)
def tile_outline(places: tuple[Axial, ...], radius: float, inset: float) -> Array:
    """The outline of a tile with rounded corners. Shared: never change it."""
    return rounded(joined_outline(places), radius, inset=inset)


def rounded(corners: Array, radius: float, steps: int = 4, inset: float = 0.0) -> Array:
    """The outline moved inwards by `inset`, every corner replaced by a curve that begins `radius` before it."""
    points = _inset(corners, inset) if inset else corners
    before, after = np.roll(points, 1, axis=0), np.roll(points, -1, axis=0)
    start = points + radius * _unit(before - points)
    end = points + radius * _unit(after - points)
    share = np.linspace(0, 1, steps)[None, :, None]
    curve = (1 - share) ** 2 * start[:, None] + 2 * share * (1 - share) * points[:, None] + share**2 * end[:, None]
    made: Array = curve.reshape(-1, 2)
    return made


def _inset(points: Array, inset: float) -> Array:
    ahead = _unit(np.roll(points, -1, axis=0) - points)
    back = np.roll(ahead, 1, axis=0)
    inward_ahead, inward_back = ahead[:, ::-1] * [-1, 1], back[:, ::-1] * [-1, 1]
    middle = inward_ahead + inward_back
    made: Array = points + inset * middle / (1 + (inward_ahead * inward_back).sum(axis=1, keepdims=True))
    return made


def _unit(vectors: Array) -> Array:
    made: Array = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return made


def _key(corner: Array) -> Key:
    return round(corner[0] * 100), round(corner[1] * 100)


def _walk(following: dict[Key, tuple[Key, Array]]) -> Array:
    key = next(iter(following))
    outline: list[Array] = []
    while len(outline) < len(following):
        key, corner = following[key]
        outline.append(corner)
    return np.array(outline)
