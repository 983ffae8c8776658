"""Real photographs as another hand, phone and lamp might have taken them: aimed elsewhere, cropped, badly lit, blurred.

Turning a camera about itself changes a photo by a homography, whatever stands on the table, so walls and parallax stay
those of a real table. What the turned camera sees beyond the photograph is filled with one colour.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
RgbImage = npt.NDArray[np.uint8]
USUAL_FOCAL_SHARE = 0.8
"""Focal length of a phone as a share of the longer side of its photos."""
GAMMA = 2.2


def retaken(rgb: RgbImage, seed: int) -> tuple[RgbImage, int]:
    """A strong random change of a photograph, and the JPEG quality to keep it with."""
    chance = np.random.default_rng([77, seed])
    aimed = _aimed_elsewhere(rgb, chance)
    lit = _lit_otherwise(aimed, chance)
    return _developed(lit, chance), int(chance.integers(50, 95))


def _aimed_elsewhere(rgb: RgbImage, chance: np.random.Generator) -> RgbImage:
    height_px, width_px = rgb.shape[:2]
    focal_px = USUAL_FOCAL_SHARE * max(height_px, width_px)
    lens = np.array([[focal_px, 0, width_px / 2], [0, focal_px, height_px / 2], [0, 0, 1.0]])
    tilts, roll = np.radians(chance.uniform(-10, 10, 2)), chance.uniform(-np.pi, np.pi)
    turn = _turn(0, 0, roll) @ _turn(tilts[0], 0, 0) @ _turn(0, tilts[1], 0)
    onto = lens @ turn @ np.linalg.inv(lens)
    corners = np.array([[[0, 0], [width_px, 0], [width_px, height_px], [0, height_px]]], dtype=np.float64)
    seen = cv2.perspectiveTransform(corners, onto)[0]
    scale = chance.uniform(0.4, 0.9)
    left, top = seen.min(axis=0)
    fit = np.array([[scale, 0, -scale * left], [0, scale, -scale * top], [0, 0, 1.0]])
    size_wh = np.ceil(np.ptp(seen, axis=0) * scale).astype(int).tolist()
    smooth = cv2.GaussianBlur(rgb, (0, 0), 0.5 / scale)
    border = chance.uniform(0, 255, 3).tolist()
    return np.asarray(cv2.warpPerspective(smooth, fit @ onto, size_wh, borderValue=border), dtype=np.uint8)


def _turn(x: float, y: float, z: float) -> Floats:
    return np.asarray(cv2.Rodrigues(np.array([x, y, z]))[0], dtype=np.float64)


def _lit_otherwise(rgb: RgbImage, chance: np.random.Generator) -> Floats:
    """Another colour of light, up to 1.2 stops more or less of it, and brighter to one side. Display values of 0..1."""
    height_px, width_px = rgb.shape[:2]
    gains = np.exp(chance.normal(0, 0.2, 3))
    gains = gains / gains.mean() * 2 ** chance.uniform(-1.2, 1.0)
    across, down = chance.uniform(-0.3, 0.3, 2)
    slope = 1 + across * np.linspace(-1, 1, width_px)[None, :] + down * np.linspace(-1, 1, height_px)[:, None]
    linear = (rgb / 255.0) ** GAMMA * gains * slope[..., None]
    return np.asarray(linear.clip(0, 1) ** (1 / GAMMA), dtype=np.float64)


def _developed(display: Floats, chance: np.random.Generator) -> RgbImage:
    """More or less colour, blur and noise."""
    grey = display.mean(axis=2, keepdims=True)
    display = 255 * (grey + (display - grey) * chance.uniform(0.6, 1.3))
    display = np.asarray(cv2.GaussianBlur(display, (0, 0), max(chance.uniform(0, 1.1), 0.1)), dtype=np.float64)
    noisy = display + chance.normal(0, chance.uniform(0, 8), display.shape)
    return noisy.clip(0, 255).astype(np.uint8)
