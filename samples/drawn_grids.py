"""Hex grids drawn by hand on paper: thick wobbly lines, and in each cell a label in broad strokes."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance, between, happens, pick
from samples.noise import Image
from samples.outline import UNIT_HEX

Array = npt.NDArray[np.float64]
Colour = tuple[float, ...]
PLACE_OF_CORNER = 1000
STROKES: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "N": (((0, 1), (0, 0), (0.7, 1), (0.7, 0)),),
    "S": (((0.65, 0.08), (0.3, 0), (0.03, 0.2), (0.3, 0.48), (0.62, 0.72), (0.35, 1), (0, 0.9)),),
    "E": (((0.6, 0), (0, 0), (0, 1), (0.6, 1)), ((0, 0.5), (0.5, 0.5))),
    "W": (((0, 0), (0.2, 1), (0.45, 0.35), (0.7, 1), (0.9, 0)),),
    "0": (((0.35, 0), (0.03, 0.3), (0.03, 0.7), (0.35, 1), (0.62, 0.7), (0.62, 0.3), (0.35, 0)),),
    "1": (((0.05, 0.25), (0.3, 0), (0.3, 1)),),
    "2": (((0.03, 0.2), (0.3, 0), (0.6, 0.2), (0.5, 0.5), (0, 1), (0.65, 0.97)),),
    "3": (((0.03, 0.1), (0.4, 0), (0.55, 0.25), (0.2, 0.47), (0.6, 0.7), (0.35, 1), (0, 0.88)),),
}


@dataclass(eq=False)
class GridHand:
    """One person's way to draw: colours, widths and how far lines stray, in hex sizes. `bends` keeps shared corners."""

    chance: Chance
    ink: Colour
    pen: Colour
    line: float
    stray: float
    label_line: float
    label_size: float
    written: bool
    bends: dict[tuple[int, int], Array] = field(default_factory=dict)

    def corner(self, point: Array) -> Array:
        """A corner of the lattice, moved as this hand moves it for all three cells that share it."""
        key = round(point[0] * PLACE_OF_CORNER), round(point[1] * PLACE_OF_CORNER)
        if key not in self.bends:
            self.bends[key] = self.chance.normal(0, self.stray, 2)
        made: Array = point + self.bends[key]
        return made


def random_hand(chance: Chance) -> GridHand:
    dark = chance.uniform(18, 62) + chance.normal(0, 4, 3)
    blue = chance.uniform((25, 50, 120), (80, 110, 200))
    other = chance.uniform(10, 200, 3)
    return GridHand(
        chance=chance,
        ink=tuple(dark.tolist()) if happens(chance, 0.85) else tuple(other.tolist()),
        pen=tuple(blue.tolist()) if happens(chance, 0.7) else tuple(chance.uniform(10, 160, 3).tolist()),
        line=between(chance, (0.015, 0.05)) if happens(chance, 0.3) else between(chance, (0.05, 0.12)),
        stray=between(chance, (0.004, 0.035)),
        label_line=between(chance, (0.02, 0.085)),
        label_size=between(chance, (0.22, 0.42)),
        written=happens(chance, 0.85),
    )


def draw_grid(sheet: Image, hand: GridHand, to_px: Array) -> None:
    """Draws all cells of a lattice that lie on the sheet; `to_px` (2x3) takes hex sizes to its pixels."""
    for middle in _cells(sheet, to_px):
        corners = np.array([hand.corner(corner) for corner in UNIT_HEX + middle])
        pixels = corners @ to_px[:, :2].T + to_px[:, 2]
        if ((pixels < 0) | (pixels > sheet.shape[1::-1])).any():
            continue
        _draw_cell(sheet, hand, corners, to_px)
        if hand.written:
            _write_label(sheet, hand, middle, to_px)


def _cells(sheet: Image, to_px: Array) -> list[Array]:
    frame = np.array([[0, 0], [1, 0], [0, 1], [1, 1]]) * sheet.shape[1::-1]
    places = (frame - to_px[:, 2]) @ np.linalg.inv(to_px[:, :2]).T
    (left, top), (right, bottom) = places.min(axis=0), places.max(axis=0)
    columns = range(int(left / 1.5) - 1, int(right / 1.5) + 2)
    rows = [range(int(top / sqrt(3) - q / 2) - 1, int(bottom / sqrt(3) - q / 2) + 2) for q in columns]
    return [
        np.array([1.5 * q, sqrt(3) * (r + q / 2)]) for q, own_rows in zip(columns, rows, strict=True) for r in own_rows
    ]


def _draw_cell(sheet: Image, hand: GridHand, corners: Array, to_px: Array) -> None:
    """Side by side, each a stroke of its own width that bends a little and may overshoot its corners."""
    chance, size_px = hand.chance, float(np.linalg.norm(to_px[:, 0]))
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        over = chance.normal(0, 0.015, 2)
        first, last = start - (end - start) * over[0], end + (end - start) * over[1]
        middle = (start + end) / 2 + chance.normal(0, hand.stray * 0.5, 2)
        _stroke(sheet, np.array([first, middle, last]), to_px, hand.ink, hand.line * chance.uniform(0.8, 1.2) * size_px)


def _write_label(sheet: Image, hand: GridHand, middle: Array, to_px: Array) -> None:
    chance, size_px = hand.chance, float(np.linalg.norm(to_px[:, 0]))
    text = f"{pick(chance, 'NS')}{chance.integers(4)}{pick(chance, 'EW')}{chance.integers(4)}"
    height = hand.label_size * chance.uniform(0.85, 1.15)
    left = middle + np.array([-1.5 * height, -0.5 * height]) + chance.normal(0, 0.05, 2)
    for index, letter in enumerate(text):
        corner = left + np.array([index * height * 0.8, 0]) + chance.normal(0, 0.03 * height, 2)
        for stroke in STROKES[letter]:
            points = corner + (np.array(stroke) + chance.normal(0, 0.03, (len(stroke), 2))) * height
            _stroke(sheet, points, to_px, hand.pen, hand.label_line * size_px)


def _stroke(sheet: Image, points: Array, to_px: Array, colour: Colour, width_px: float) -> None:
    pixels = np.round((points @ to_px[:, :2].T + to_px[:, 2]) * 16).astype(np.int32)
    width = max(1, round(width_px))
    cv2.polylines(sheet, [pixels], isClosed=False, color=colour, thickness=width, lineType=cv2.LINE_AA, shift=4)
