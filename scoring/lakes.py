"""Which empty places beside a city lie outside, and which are lakes: empty regions closed in by the city.

Only the shore, the empty places that touch the city, is ever looked at, so the work grows with the number
of hexes and not with the size of the table or of a lake.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from scoring.axial import STEPS, Axial
from scoring.groups import connected_groups


@dataclass(frozen=True)
class Shore:
    """The empty places that touch the city: those of the outside, and those of lakes."""

    outside: frozenset[tuple[int, int]]
    lakes: frozenset[tuple[int, int]]


def find_shore(hexes: Collection[Axial]) -> Shore:
    """Part the empty places beside the city into outside and lakes.

    Strips of touching shore are taken from left to right, each by its leftmost place (the upper one of two).
    Looking up from there one sees the open table (outside), a hex at once (a lake, because the shore around the
    outside of that hex's group would begin further left or up), or a strip that is already known (same region).
    """
    strips = {min(strip): strip for strip in connected_groups(_empty_beside(hexes))}
    above = _NextHexAbove(hexes) if len(strips) > 1 else None
    outside: set[tuple[int, int]] = set()
    lakes: set[tuple[int, int]] = set()
    for corner in sorted(strips):
        landing = above.shore_below_it(corner) if above else None
        (outside if landing is None or landing in outside else lakes).update(strips[corner])
    return Shore(frozenset(outside), frozenset(lakes))


def _empty_beside(hexes: Collection[Axial]) -> set[tuple[int, int]]:
    beside = {(q + dq, r + dr) for q, r in hexes for dq, dr in STEPS}
    return beside.difference(hexes)


class _NextHexAbove:
    def __init__(self, hexes: Collection[Axial]) -> None:
        self._columns: dict[int, list[int]] = defaultdict(list)
        for q, r in sorted(hexes):
            self._columns[q].append(r)

    def shore_below_it(self, place: tuple[int, int]) -> tuple[int, int] | None:
        """The last empty place on the way up from a place, or None where the way up is open."""
        q, r = place
        column = self._columns[q]
        index = bisect_left(column, r)
        return (q, column[index - 1] + 1) if index else None
