"""A picture of a piece of a level plane seen from straight above, and how it lies in the world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from samples.layout import rotation

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Raster:
    """Pixel (0, 0) has its corner at (left, top) in the axes of the raster, which are turned against the world's."""

    left: float
    top: float
    width_px: int
    height_px: int
    scale: float
    turn_deg: float = 0.0

    def pixels(self, world: Array) -> Array:
        """Pixels (of pixel centres) of world points."""
        made: Array = (world @ rotation(self.turn_deg) - (self.left, self.top)) * self.scale - 0.5
        return made

    @property
    def to_world(self) -> Array:
        """3x3 from pixels to world."""
        inner = np.array(
            [[1 / self.scale, 0, self.left + 0.5 / self.scale], [0, 1 / self.scale, self.top + 0.5 / self.scale]]
        )
        made: Array = np.vstack([rotation(self.turn_deg) @ inner, [0, 0, 1]])
        return made


def raster_around(points: Array, margin: float, scale: float, turn_deg: float = 0.0) -> Raster:
    """The smallest raster that holds the points and a margin."""
    inner = points @ rotation(turn_deg)
    low, high = inner.min(axis=0) - margin, inner.max(axis=0) + margin
    width, height = np.maximum(np.ceil((high - low) * scale), 2).astype(int)
    return Raster(float(low[0]), float(low[1]), int(width), int(height), scale, turn_deg)
