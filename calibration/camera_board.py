"""The board of the camera sheet: squares with markers, whose corners are found to a fraction of a pixel."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from scanner.marker_sheet import MARKER_DICTIONARY

COLUMNS, ROWS = 8, 11
SQUARE_MM, MARKER_MM = 20.0, 14.0
WIDTH_MM, HEIGHT_MM = COLUMNS * SQUARE_MM, ROWS * SQUARE_MM
FIRST_MARKER = 100
"""Boards of other makers begin at 0: by our numbers a photo of another board is known."""
MARKERS = COLUMNS * ROWS // 2
CORNERS = (COLUMNS - 1) * (ROWS - 1)


@cache
def camera_board() -> Any:
    """OpenCV's board in millimetres."""
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    ids = np.arange(FIRST_MARKER, FIRST_MARKER + MARKERS)
    return cv2.aruco.CharucoBoard((COLUMNS, ROWS), SQUARE_MM, MARKER_MM, dictionary, ids)


def board_picture(px_per_mm: int) -> npt.NDArray[np.uint8]:
    """The board in grey, without a margin."""
    size = round(WIDTH_MM * px_per_mm), round(HEIGHT_MM * px_per_mm)
    return np.asarray(camera_board().generateImage(size, marginSize=0), dtype=np.uint8)
