"""Patches of a simple invented set: an even colour for each kind and a white sign, under slightly other light."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.tile_examples import TileExamples
from scanner.hex_codes import KIND_ORDER, PATCH_PX

COLOURS = np.array(
    [
        (200, 60, 60), (60, 160, 60), (60, 60, 190), (200, 180, 50), (150, 60, 170), (40, 170, 180),
        (240, 140, 60), (120, 80, 50), (240, 150, 190), (90, 110, 30), (120, 120, 125),
    ]
)  # fmt: skip
STONE = (226, 223, 217)


def painted_patch(kind: int, chance: np.random.Generator) -> np.ndarray:
    patch = np.full((PATCH_PX, PATCH_PX, 3), STONE, np.uint8)
    middle = np.array([47.5, 47.5]) + chance.normal(0, 1, 2)
    corners = middle + 25 * np.array([(np.cos(a), np.sin(a)) for a in np.arange(6) * np.pi / 3])
    colour = (COLOURS[kind] * chance.uniform(0.93, 1.07, 3)).clip(0, 255).tolist()
    cv2.fillConvexPoly(patch, corners.round().astype(np.int32), colour, cv2.LINE_AA)
    angle = chance.uniform(0, 2 * np.pi)
    for point in range(1 + kind % 3):
        turn = angle + point * 2 * np.pi / (1 + kind % 3)
        spot = middle + 10 * np.array([np.cos(turn), np.sin(turn)])
        cv2.circle(patch, spot.round().astype(int).tolist(), 4, (250, 250, 250), -1, cv2.LINE_AA)
    return patch


def painted_examples(each: int, seed: int, photo: str = "a.jpg") -> TileExamples:
    """So many hexes of each kind; the stock reader sees houses everywhere."""
    chance = np.random.default_rng(seed)
    classes = np.repeat(np.arange(len(KIND_ORDER)), each)
    pixels = np.array([painted_patch(int(kind), chance) for kind in classes])
    return TileExamples(pixels, classes.astype(np.intp), np.zeros(len(classes), np.intp), (photo,) * len(classes))
