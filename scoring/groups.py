"""Groups of places that hang together edge to edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from scoring.axial import STEPS

Place = TypeVar("Place", bound=tuple[int, int])


def connected_groups(places: Iterable[Place]) -> list[list[Place]]:
    """The places parted into groups of neighbours, in linear time."""
    left: dict[tuple[int, int], Place] = {place: place for place in places}
    groups = []
    while left:
        group = [left.popitem()[1]]
        for q, r in group:
            for dq, dr in STEPS:
                near = left.pop((q + dq, r + dr), None)
                if near is not None:
                    group.append(near)
        groups.append(group)
    return groups
