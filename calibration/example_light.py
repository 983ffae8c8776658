"""Many pictures of each example: turned, moved a little, under other light, badly seen, so that few photos teach
enough."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from scanner.hex_codes import PATCH_PX

Pictures = npt.NDArray[np.uint8]
COPIES = 16
GLARE = np.array([250.0, 245.0, 238.0])


def varied_copies(pixels: Pictures, seed: int = 0) -> Pictures:
    """COPIES of each patch (n * COPIES, 96, 96, 3), those of one patch together, the first of them unchanged."""
    chance = np.random.default_rng([seed, len(pixels)])
    copies = np.repeat(pixels, COPIES, axis=0)
    for index in range(len(copies)):
        if index % COPIES:
            copies[index] = _badly_seen(chance, _in_other_light(chance, _moved(chance, copies[index])))
    return copies


def _moved(chance: np.random.Generator, patch: Pictures) -> Pictures:
    middle = (PATCH_PX - 1) / 2
    angle_deg = 60.0 * chance.integers(6) + chance.normal(0, 4)
    turn = cv2.getRotationMatrix2D((middle, middle), angle_deg, 1 + chance.normal(0, 0.03))
    move = np.column_stack([turn[:, :2], turn[:, 2] + chance.normal(0, 1.2, 2)])
    return np.asarray(cv2.warpAffine(patch, move, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REFLECT), dtype=np.uint8)


def _in_other_light(chance: np.random.Generator, patch: Pictures) -> Pictures:
    """Another curve, exposure, cast and saturation; one table for each channel does all but the last."""
    steps = np.linspace(1e-3, 1, 256) ** chance.uniform(0.75, 1.35) * chance.uniform(0.8, 1.2)
    tables = (steps[:, None] * chance.uniform(0.88, 1.12, 3)).clip(0, 1) * 255
    lit = cv2.LUT(patch, tables.astype(np.uint8).reshape(256, 1, 3))
    grey = cv2.cvtColor(cv2.cvtColor(lit, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    saturation = float(chance.uniform(0.7, 1.25))
    return np.asarray(cv2.addWeighted(lit, saturation, grey, 1 - saturation, 0), dtype=np.uint8)


def _badly_seen(chance: np.random.Generator, patch: Pictures) -> Pictures:
    """Each now and then: behind glare, in uneven light, out of focus, at a flat angle, by a noisy camera."""
    seen: npt.NDArray[Any] = patch.astype(np.float32)
    if chance.random() < 0.35:
        veil = np.clip(chance.uniform(0, 0.7) + _slope(chance, chance.normal(0, 0.25)), 0, 0.85)
        seen = seen * (1 - veil) + veil * GLARE.astype(np.float32)
    if chance.random() < 0.3:
        seen = seen * (1 + _slope(chance, chance.uniform(0, 0.9)))
    if chance.random() < 0.35:
        seen = cv2.GaussianBlur(seen, (0, 0), chance.uniform(0.5, 2.2))
    if chance.random() < 0.3:
        seen = _squeezed(seen, float(chance.uniform(0.3, 0.8)), across=chance.random() < 0.5)
    if chance.random() < 0.4:
        seen = seen + chance.normal(0, chance.uniform(2, 9), seen.shape)
    return np.asarray(seen.clip(0, 255), dtype=np.uint8)


def _slope(chance: np.random.Generator, steepness: float) -> npt.NDArray[np.float32]:
    """A plane (96, 96, 1) that rises by `steepness` over the patch in some direction."""
    angle = chance.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:PATCH_PX, 0:PATCH_PX] / PATCH_PX - 0.5
    return np.asarray(steepness * (x * np.cos(angle) + y * np.sin(angle))[..., None], dtype=np.float32)


def _squeezed(picture: npt.NDArray[Any], share: float, *, across: bool) -> npt.NDArray[np.float32]:
    """What is left of the picture where one direction had only a share of its pixels."""
    few = round(PATCH_PX * share)
    size = (few, PATCH_PX) if across else (PATCH_PX, few)
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (PATCH_PX, PATCH_PX)), dtype=np.float32)
