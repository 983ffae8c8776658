"""Noise fields that tile, made once per process; pictures take pieces of them at random places."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from samples.chance import Chance, stream

# OpenCV's types know no element type, so neither do these: Image has 8 bits a channel, Field is float32.
Image = npt.NDArray[Any]
Field = npt.NDArray[Any]
FIELD_PX = 1024


@cache
def field(sigma_px: float, stretch: float = 1.0) -> Field:
    """A square of smooth noise (mean 0, deviation 1) that tiles; `stretch` draws it out to the right."""
    chance = stream(0, f"noise {sigma_px} {stretch}")
    white = chance.standard_normal((FIELD_PX, FIELD_PX)).astype(np.float32)
    frequency_y = np.fft.fftfreq(FIELD_PX)[:, None]
    frequency_x = np.fft.rfftfreq(FIELD_PX)[None, :]
    spread = (frequency_y**2 + (frequency_x * stretch) ** 2) * (sigma_px**2) * 2 * np.pi**2
    smooth = np.fft.irfft2(np.fft.rfft2(white) * np.exp(-spread), s=white.shape)
    smooth -= smooth.mean()
    made: Field = (smooth / smooth.std()).astype(np.float32)
    return made


@cache
def cloud(stretch: float = 1.0) -> Field:
    """Noise of all sizes at once, as in clouds and stone."""
    total = np.sum([field(float(sigma), stretch) * sigma**0.7 for sigma in (1, 2, 4, 8, 16, 32, 64)], axis=0)
    made: Field = (total / np.std(total)).astype(np.float32)
    return made


def piece(source: Field, chance: Chance, width_px: int, height_px: int, zoom: float = 1.0) -> Field:
    """A piece of a tiling field from a random place, enlarged by `zoom`."""
    need_w, need_h = int(width_px / zoom) + 2, int(height_px / zoom) + 2
    found = _cut(source, chance, need_w, need_h)
    if zoom == 1.0:
        return found[:height_px, :width_px]
    made: Field = cv2.resize(found, (width_px, height_px), interpolation=cv2.INTER_LINEAR)
    return made


@cache
def grain(sigma_px: float) -> Image:
    """Colour noise of a sensor that tiles: 8 bits around 128, deviation 32, brightness and colour mixed."""
    shared = field(sigma_px)[..., None] * 0.75
    own = np.dstack([np.roll(field(sigma_px), 331 * (1 + channel), axis=(0, 1)) for channel in range(3)]) * 0.66
    return np.clip(128 + 32 * (shared + own), 0, 255).astype(np.uint8)


def grain_piece(chance: Chance, sigma_px: float, width_px: int, height_px: int) -> Image:
    return _cut(grain(sigma_px), chance, width_px, height_px)


def _cut(source: Image, chance: Chance, width_px: int, height_px: int) -> Image:
    """A piece from a random place; wider pieces than the field repeat it."""
    spare = np.array([FIELD_PX - width_px, FIELD_PX - height_px])
    x, y = (int(chance.integers(room + 1)) if room >= 0 else int(chance.integers(FIELD_PX)) for room in spare)
    if (spare >= 0).all():
        return source[y : y + height_px, x : x + width_px]
    below, right = max(0, y + height_px - FIELD_PX), max(0, x + width_px - FIELD_PX)
    wrapped = cv2.copyMakeBorder(source, 0, below, 0, right, cv2.BORDER_WRAP)
    made: Image = wrapped[y : y + height_px, x : x + width_px]
    return made
