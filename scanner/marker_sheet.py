"""The corner sheet that may lie beside a city: an L with markers and grey patches, in millimetres.

x runs to the right along the short arm and y down along the long arm, from the outer corner of the L.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

MARKER_DICTIONARY = cv2.aruco.DICT_5X5_250
FIRST_MARKER = 200
MARKER_MM = 24.0
STEP_MM = 36.0
"""From marker to marker, and the width of an arm: around a marker stays white paper, without which it is not found."""
LONG_MM, SHORT_MM = 7 * STEP_MM, 5 * STEP_MM
PATCH_MM = 5.0
PATCH_GREYS = (0.5, 0.2)
PAPER_GREY = 236.0
"""Display value of white paper in good light."""


@dataclass(frozen=True)
class SheetMarker:
    """A marker by its number, and its corners (4, 2) clockwise from the upper left."""

    number: int
    corners_mm: Floats


@dataclass(frozen=True)
class GreyPatch:
    """A square of known reflectance (0 black, 1 white) between the markers."""

    corners_mm: Floats
    reflectance: float

    @property
    def display(self) -> float:
        """Its value in a print and in a picture, 0 to 255."""
        return float(255 * self.reflectance ** (1 / 2.2))


@cache
def sheet_markers() -> tuple[SheetMarker, ...]:
    """Markers all along both arms."""
    inset = (STEP_MM - MARKER_MM) / 2
    return tuple(
        SheetMarker(FIRST_MARKER + index, _square(x + inset, y + inset, MARKER_MM))
        for index, (x, y) in enumerate(_cells())
    )


@cache
def grey_patches() -> tuple[GreyPatch, ...]:
    """One between each marker and the next, in turn lighter and darker."""
    half = PATCH_MM / 2
    middles = [(STEP_MM / 2, y) for x, y in _cells() if x == 0 and y > 0] + [
        (x, STEP_MM / 2) for x, _ in _cells() if x > 0
    ]
    return tuple(
        GreyPatch(_square(x - half, y - half, PATCH_MM), PATCH_GREYS[index % len(PATCH_GREYS)])
        for index, (x, y) in enumerate(middles)
    )


def paper_places_mm() -> Floats:
    """Places (n, 2) of bare paper: the corners of the markers' cells, a little inwards."""
    inset = 2.5
    return np.array([[x + inset, y + inset] for x, y in _cells()])


def _cells() -> list[tuple[float, float]]:
    """The upper left corner of every marker's cell: down the long arm, then right along the short one."""
    down = [(0.0, float(y)) for y in np.arange(0, LONG_MM, STEP_MM)]
    return down + [(float(x), 0.0) for x in np.arange(STEP_MM, SHORT_MM, STEP_MM)]


def _square(x: float, y: float, side: float) -> Floats:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
