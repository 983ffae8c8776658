"""How a lens bends a picture: straight lines bow outwards (barrel) or inwards (pincushion)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Lens:
    """OpenCV's radial distortion about the middle of the picture.

    Only what is the same however the phone is turned: no shifted centre, no tangential part.
    """

    k1: float = 0.0
    k2: float = 0.0

    def bend(self, straight: Floats) -> Floats:
        """Where points (n, 2) in focal lengths from the middle are seen through this lens."""
        square = np.minimum((straight**2).sum(axis=1, keepdims=True), self._turning_square)
        return np.asarray(straight * (1 + self.k1 * square + self.k2 * square**2), dtype=np.float64)

    def opencv(self) -> Floats:
        return np.array([self.k1, self.k2, 0.0, 0.0, 0.0])

    @cached_property
    def _turning_square(self) -> float:
        """Squared distance beyond which the formula would fold the picture back; points there are held at it."""
        roots = np.roots([5 * self.k2, 3 * self.k1, 1.0])
        real = [float(root.real) for root in np.atleast_1d(roots) if abs(root.imag) < 1e-9 and root.real > 0]
        return min(real, default=np.inf)


STRAIGHT = Lens()
