"""The part of a photo that something covers, and warping pictures from above into it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from samples.noise import Image

Array = npt.NDArray[np.float64]
Window = tuple[slice, slice]


def window_around(canvas: Image, seen_px: Array) -> Window | None:
    """The rows and columns of the canvas that hold these pixels; None where all lie outside."""
    left, top = np.floor(seen_px.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(seen_px.max(axis=0)).astype(int) + 3
    height, width = canvas.shape[:2]
    rows, columns = slice(max(top, 0), min(bottom, height)), slice(max(left, 0), min(right, width))
    return (rows, columns) if rows.start < rows.stop and columns.start < columns.stop else None


def warp(picture: Image, to_pixels: Array, window: Window, *, repeat_border: bool = False, outside: int = 0) -> Image:
    """The picture as seen within the window. Around the picture its border repeats, or `outside` shows."""
    rows, columns = window
    move = np.array([[1, 0, -columns.start], [0, 1, -rows.start], [0, 0, 1.0]])
    size = columns.stop - columns.start, rows.stop - rows.start
    border = cv2.BORDER_REPLICATE if repeat_border else cv2.BORDER_CONSTANT
    made: Image = cv2.warpPerspective(
        picture, move @ to_pixels, size, flags=cv2.INTER_LINEAR, borderMode=border, borderValue=(outside,) * 4
    )
    return made
