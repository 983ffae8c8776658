"""The printed sheets of the calibration as they lie on a studio table: the camera sheet and the two arms of an L."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera_board import HEIGHT_MM, WIDTH_MM, board_picture
from samples.chance import Chance
from samples.layout import rotation
from samples.noise import Image
from samples.prints import SHEETS, SheetPainter
from samples.things import Sheet
from scanner.marker_sheet import (
    LONG_MM,
    MARKER_DICTIONARY,
    SHORT_MM,
    STEP_MM,
    grey_patches,
    sheet_markers,
)

Array = npt.NDArray[np.float64]
HEX_MM = 24.0
"""The size of a hex of the studio's game."""
PAPER_WHITE = 236
INK_BLACK = 24
PAGE_MM = (210.0, 297.0)


@dataclass(frozen=True)
class LaidCorner:
    """The corner sheet on the table: where the outer corner of the L lies, in hex sizes, and how it is turned."""

    x: float
    y: float
    turn_deg: float

    def sheets(self) -> tuple[Sheet, Sheet]:
        """The long arm and what the short arm has beyond it."""
        return (
            self._arm("corner sheet long", 0.0, 0.0, STEP_MM, LONG_MM),
            self._arm("corner sheet short", STEP_MM, 0.0, SHORT_MM - STEP_MM, STEP_MM),
        )

    def on_table(self, points_mm: Array) -> Array:
        made: Array = points_mm / HEX_MM @ rotation(self.turn_deg).T + (self.x, self.y)
        return made

    def _arm(self, name: str, left: float, top: float, width: float, height: float) -> Sheet:
        x, y = self.on_table(np.array([[left + width / 2, top + height / 2]]))[0]
        return Sheet(name, 0, float(x), float(y), width / HEX_MM, height / HEX_MM, self.turn_deg)


def laid_camera_sheet(turn_deg: float) -> Sheet:
    """The page of the camera sheet in the middle of the table."""
    return Sheet("camera sheet", 0, 0.0, 0.0, PAGE_MM[0] / HEX_MM, PAGE_MM[1] / HEX_MM, turn_deg)


def camera_sheet_points(corners_mm: Array, sheet: Sheet) -> Array:
    """Places (x, y, height) on the table of points of the board."""
    centred = (corners_mm[:, :2] - (WIDTH_MM / 2, HEIGHT_MM / 2)) / HEX_MM
    return np.column_stack([centred @ rotation(sheet.turn_deg).T + (sheet.x, sheet.y), np.zeros(len(centred))])


def _paint_camera_sheet(_chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
    px_per_mm = scale / HEX_MM
    fine = ceil(px_per_mm)
    shift = (np.array(PAGE_MM) - (WIDTH_MM, HEIGHT_MM)) / 2
    return _inked([(board_picture(fine), fine, shift)], px_per_mm, (width_px, height_px))


def _arm_painter(*, is_long: bool) -> SheetPainter:
    def paint(_chance: Chance, width_px: int, height_px: int, scale: float) -> Image:
        px_per_mm = scale / HEX_MM
        start = np.array([0.0, 0.0] if is_long else [STEP_MM, 0.0])
        pieces = []
        dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
        for marker in sheet_markers():
            side = float(marker.corners_mm[1, 0] - marker.corners_mm[0, 0])
            picture = dictionary.generateImageMarker(marker.number, 7 * 24)
            pieces.append((picture, 7 * 24 / side, marker.corners_mm[0] - start))
        for patch in grey_patches():
            side = float(patch.corners_mm[1, 0] - patch.corners_mm[0, 0])
            grey = np.full((60, 60), round(patch.display), np.uint8)
            pieces.append((grey, 60 / side, patch.corners_mm[0] - start))
        return _inked(pieces, px_per_mm, (width_px, height_px))

    return paint


def _inked(pieces: list[tuple[Image, float, Array]], px_per_mm: float, size_px: tuple[int, int]) -> Image:
    """Grey pictures (with their pixels per millimetre and their place) printed on paper."""
    ink = np.full((size_px[1], size_px[0]), 255, np.uint8)
    for picture, fine, place_mm in pieces:
        grow = px_per_mm / fine
        soft = cv2.GaussianBlur(picture, (0, 0), 0.35 / grow) if grow < 0.8 else picture
        # Pixels are squares: the corner of the first one, not its centre, lies at the place.
        shift = place_mm * px_per_mm + (grow - 1) / 2
        move = np.array([[grow, 0, shift[0]], [0, grow, shift[1]]])
        cv2.warpAffine(soft, move, size_px, ink, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    printed = INK_BLACK + ink.astype(np.float32) / 255 * (PAPER_WHITE - INK_BLACK)
    made: Image = cv2.cvtColor(printed.astype(np.uint8), cv2.COLOR_GRAY2RGB)
    return made


SHEETS["camera sheet"] = _paint_camera_sheet
SHEETS["corner sheet long"] = _arm_painter(is_long=True)
SHEETS["corner sheet short"] = _arm_painter(is_long=False)
