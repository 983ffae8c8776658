"""Places on the hex grid.

Axial coordinates of flat-top hexes: q grows to the right, r grows down. With a hex size
(centre to corner) of 1 the centre of a place lies at x = 1.5 q, y = sqrt(3) (r + q / 2).
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from math import sqrt
from typing import NamedTuple


class Axial(NamedTuple):
    """One place of the hex grid."""

    q: int
    r: int

    def moved(self, step: Axial) -> Axial:
        return Axial(self.q + step.q, self.r + step.r)

    def minus(self, other: Axial) -> Axial:
        return Axial(self.q - other.q, self.r - other.r)

    def turned(self, sixths: int) -> Axial:
        """The place after turning the grid clockwise around the origin by sixths of a circle."""
        q, r = self
        for _ in range(sixths % 6):
            q, r = -r, q + r
        return Axial(q, r)

    def mirrored(self) -> Axial:
        """The place seen in a mirror that swaps left and right."""
        return Axial(-self.q, self.q + self.r)

    def neighbours(self) -> tuple[Axial, ...]:
        """The six places around this one, clockwise from the top."""
        q, r = self
        return (
            Axial(q, r - 1),
            Axial(q + 1, r - 1),
            Axial(q + 1, r),
            Axial(q, r + 1),
            Axial(q - 1, r + 1),
            Axial(q - 1, r),
        )

    def neighbours_in(self, places: Container[object]) -> tuple[Axial, ...]:
        """Those of the six neighbours that are among some places."""
        q, r = self
        return tuple([Axial(q + dq, r + dr) for dq, dr in STEPS if (q + dq, r + dr) in places])

    def neighbours_not_in(self, places: Container[object]) -> tuple[Axial, ...]:
        """Those of the six neighbours that are not among some places."""
        q, r = self
        return tuple([Axial(q + dq, r + dr) for dq, dr in STEPS if (q + dq, r + dr) not in places])

    def centre_xy(self) -> tuple[float, float]:
        """The centre, in hex sizes, x to the right and y down."""
        return 1.5 * self.q, sqrt(3) * (self.r + self.q / 2)


def listed(places: Iterable[Axial]) -> str:
    """Places as people write them: (0, 1), (2, -1)."""
    return ", ".join(f"({place.q}, {place.r})" for place in places)


ORIGIN = Axial(0, 0)
DIRECTIONS = ORIGIN.neighbours()
# Plain pairs: unpacking a named tuple is slower, and the loops over neighbours are where the time goes.
STEPS = tuple((step.q, step.r) for step in DIRECTIONS)
