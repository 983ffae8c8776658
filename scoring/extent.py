"""How far a city reaches, for those who write or draw it."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.axial import ORIGIN, Axial
from scoring.city import City

MAX_SPAN = 400


class TooWideError(ValueError):
    """A city that reaches too far to be written or drawn."""


@dataclass(frozen=True)
class Extent:
    """The first and last column, and the first and last half row, that have a hex."""

    left: int
    right: int
    top: int
    bottom: int


def half_row(place: Axial) -> int:
    """How many half hexes a place lies below the origin."""
    return 2 * place.r + place.q


def extent_of(city: City) -> Extent:
    """The extent of a city, of the origin alone if it is empty."""
    columns = [place.q for place in city.hexes or [ORIGIN]]
    rows = [half_row(place) for place in city.hexes or [ORIGIN]]
    extent = Extent(min(columns), max(columns), min(rows), max(rows))
    width, height = extent.right - extent.left + 1, (extent.bottom - extent.top) // 2 + 1
    if max(width, height) > MAX_SPAN:
        raise TooWideError(f"the city spans {width} x {height} places, too wide to draw: at most {MAX_SPAN} each way")
    return extent
