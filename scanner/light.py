"""The light of a photo, as what would have to be multiplied to see things as in good light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Light:
    """What to multiply red, green and blue by, in display values, to see things as in good light."""

    gains: Floats

    def is_good(self, most_cast: float, most_change: float) -> bool:
        """Whether casts and exposure are within what the networks are used to."""
        level = self.level()
        cast = self.gains / level
        return bool(cast.max() / cast.min() < most_cast and 1 / most_change < level < most_change)

    def level(self) -> float:
        return float(np.exp(np.log(self.gains).mean()))

    def corrected(self, rgb: Pixels) -> Pixels:
        """Pictures (..., 3) in good light."""
        steps = np.arange(256)[:, None] * self.gains
        tables = steps.clip(0, 255).round().astype(np.uint8).reshape(256, 1, 3)
        tall = np.ascontiguousarray(rgb).reshape(-1, rgb.shape[-2], 3)
        return np.asarray(cv2.LUT(tall, tables), dtype=np.uint8).reshape(rgb.shape)


GOOD_LIGHT = Light(np.ones(3))
