"""What the place and the size of a top say of its level: higher ones lie farther out, and look larger."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from scanner.camera import TILE_THICKNESS, TableCamera
from scanner.fit_lattice import Lattice
from scanner.settings import ScannerSettings

Floats = npt.NDArray[np.float64]

FREEDOM = 3.0
"""Of Student's distribution: most tops lie where they should, and a few far off say little for it."""
SEEN_STEP = 0.91
"""Of each level above the first, how much is seen: the reader draws what it is unsure of towards what it expects."""


def parallax_logp(lattice: Lattice, camera: TableCamera, settings: ScannerSettings) -> Floats:
    """How probable each level makes the place where the top is seen: (n, levels)."""
    centres_xy = lattice.centres_xy()
    to_sizes = np.linalg.inv(camera.frames_at(centres_xy, level=1))
    logp = np.empty((len(centres_xy), settings.max_level))
    for level in range(1, settings.max_level + 1):
        heights = np.full(len(centres_xy), -_seen_level(level) * TILE_THICKNESS)
        miss_px = lattice.marks.centres_px - camera.project(np.column_stack([centres_xy, heights]))
        miss = np.einsum("nij,nj->ni", to_sizes, miss_px)
        logp[:, level - 1] = _logp((miss**2).sum(axis=1) / settings.slop_sigma**2, dimensions=2)
    return logp


def size_logp(lattice: Lattice, camera: TableCamera, levels: Floats, settings: ScannerSettings) -> Floats:
    """How probable each level makes the size of the top: (n, levels). Slop moves and turns tiles but never grows them.

    Loosely laid tiles are smaller than their lattice, all by the same share: it is told by `levels`, a first reading.
    """
    centres_xy = lattice.centres_xy()
    log_sizes = np.log(lattice.marks.sizes_px())
    misses = np.empty((len(centres_xy), settings.max_level))
    for level in range(1, settings.max_level + 1):
        expected = np.abs(np.linalg.det(camera.frames_at(centres_xy, _seen_level(level))))
        misses[:, level - 1] = log_sizes - np.log(np.maximum(expected, 1e-9)) / 2
    common = np.median(misses[np.arange(len(misses)), levels.astype(np.intp) - 1])
    return _logp(((misses - common) / settings.size_sigma) ** 2, dimensions=1)


def _seen_level(level: int) -> float:
    return 1 + SEEN_STEP * (level - 1)


def _logp(squares: Floats, dimensions: int) -> Floats:
    """Of misses by their squares in sigmas."""
    return np.asarray(-(FREEDOM + dimensions) / 2 * np.log1p(squares / FREEDOM), dtype=np.float64)
