"""How the top in a patch looks, in a few numbers that no training shaped and that no turn of the hex changes.

Colours by ring and over the whole hex, and the shapes that are drawn on each ring. Together with the looks that the
network gives, a player's own tiles are told by them.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from scanner.hex_codes import PATCH_PX
from scanner.patches import PIXELS_PER_SIZE

Floats = npt.NDArray[np.float64]

RING_ENDS = (0.0, 0.2, 0.35, 0.5, 0.65, 0.78, 0.9)
"""Rings of the hex, from its centre (0) to its border (1)."""
COLOUR_BINS, LIGHT_BINS = 6, 8
COLOUR_STEP = 12.0
SHAPE_RADII = (0.15, 0.28, 0.42, 0.56, 0.7, 0.82)
"""Circles on which shapes are told by how often their colours change around the hex."""
CIRCLE_POINTS, SHAPE_ORDERS = 48, 6
PLAIN_LOOKS = 6 * (len(RING_ENDS) - 1) + COLOUR_BINS**2 + LIGHT_BINS + len(SHAPE_RADII) * SHAPE_ORDERS * 3


def plain_looks(pixels: npt.NDArray[np.uint8]) -> Floats:
    """Numbers (n, PLAIN_LOOKS) of patches (n, 96, 96, 3)."""
    count = len(pixels)
    if count == 0:
        return np.empty((0, PLAIN_LOOKS))
    tall = cv2.cvtColor(pixels.reshape(count * PATCH_PX, PATCH_PX, 3), cv2.COLOR_RGB2LAB)
    lab = tall.reshape(count, -1, 3).astype(np.float32)
    return np.column_stack([_ring_colours(lab), _shares(lab[:, _inside()]), _shapes(pixels)]).astype(np.float64)


def _ring_colours(lab: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Mean and spread of each channel on each ring."""
    columns = []
    for ring in _rings():
        part = lab[:, ring]
        columns += [part.mean(axis=1) / 25, part.std(axis=1) / 25]
    return np.concatenate(columns, axis=1)


def _shares(lab: npt.NDArray[np.float32]) -> Floats:
    """Square roots of the share of the hex that has each colour, and each lightness."""
    count, size = lab.shape[:2]
    steps = np.clip((lab[:, :, 1:] - 128) / COLOUR_STEP + COLOUR_BINS / 2, 0, COLOUR_BINS - 0.01).astype(np.intp)
    colour = _histograms(steps[:, :, 0] * COLOUR_BINS + steps[:, :, 1], COLOUR_BINS**2)
    light = _histograms((lab[:, :, 0] * (LIGHT_BINS / 256)).astype(np.intp), LIGHT_BINS)
    return np.asarray(2 * np.sqrt(np.column_stack([colour, light]).reshape(count, -1) / size), dtype=np.float64)


def _shapes(pixels: npt.NDArray[np.uint8]) -> Floats:
    """Strength of one to six waves around each circle, in each channel."""
    x, y = _circles()
    rows = []
    for patch in pixels:
        lab = cv2.cvtColor(cv2.GaussianBlur(patch, (0, 0), 1.0), cv2.COLOR_RGB2LAB).astype(np.float32)
        around = cv2.remap(lab, x, y, cv2.INTER_LINEAR)
        waves = np.abs(np.fft.rfft(around, axis=1))[:, 1 : SHAPE_ORDERS + 1]
        rows.append(np.sqrt(waves / (CIRCLE_POINTS * SHAPE_ORDERS)).ravel())
    return np.array(rows)


def _histograms(bins: npt.NDArray[np.intp], number: int) -> npt.NDArray[np.intp]:
    count = len(bins)
    rows = bins + np.arange(count)[:, None] * number
    return np.bincount(rows.ravel(), minlength=count * number).reshape(count, number)


@cache
def _hex_distance() -> Floats:
    """For each pixel of a patch: 0 at the centre of the hex, 1 on its border."""
    y, x = (np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2) / PIXELS_PER_SIZE
    height = np.sqrt(3) / 2
    return np.asarray(np.maximum(np.abs(y), np.abs(x) * height + np.abs(y) / 2).ravel() / height)


@cache
def _circles() -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Columns and rows of points (circles, points) in a patch."""
    angles = np.arange(CIRCLE_POINTS) * 2 * np.pi / CIRCLE_POINTS
    radii_px = np.array(SHAPE_RADII)[:, None] * np.sqrt(3) / 2 * PIXELS_PER_SIZE
    middle = (PATCH_PX - 1) / 2
    return (middle + radii_px * np.cos(angles)).astype(np.float32), (middle + radii_px * np.sin(angles)).astype(
        np.float32
    )


@cache
def _rings() -> tuple[npt.NDArray[np.intp], ...]:
    distance = _hex_distance()
    ends = pairwise(RING_ENDS)
    return tuple(np.flatnonzero((distance >= low) & (distance < high)) for low, high in ends)


@cache
def _inside() -> npt.NDArray[np.intp]:
    return np.flatnonzero(_hex_distance() < RING_ENDS[-1])
