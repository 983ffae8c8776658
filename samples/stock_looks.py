"""`python -m samples.stock_looks`: how tops of the known set and what is no hex look in studio photos.

Calibration tells a player's own set from the one, and its hexes from the other.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from samples.plan import plan_photo
from samples.settings import StudioSettings
from samples.training.examples import examples_of
from scanner.hex_codes import NOT_A_HEX, PATCH_PX
from scanner.light import GOOD_LIGHT, Light
from scanner.light_balance import STONE_RING, light_of_stone
from scanner.patches import PIXELS_PER_SIZE
from scanner.tile_looks import tile_looks

SHARED_FACES = Path(__file__).parents[2] / "shared" / "art"
TARGET = Path(__file__).parents[1] / "calibration"
FIRST_SEED = 880_000
PHOTOS = 60
PER_PHOTO = 20


def _light(hexes: npt.NDArray[np.uint8]) -> Light:
    """By the stone ground around the pictures, as a scan finds it."""
    if not len(hexes):
        return GOOD_LIGHT
    y, x = np.abs((np.mgrid[0:PATCH_PX, 0:PATCH_PX] - (PATCH_PX - 1) / 2) / PIXELS_PER_SIZE)
    ring = np.abs(np.maximum(y, x * 0.866 + y / 2) / 0.866 - STONE_RING) < 0.02
    return light_of_stone(hexes[:, ring].reshape(-1, 3).astype(np.float64))


def main() -> int:
    """Draws the photos and writes the looks of their hexes."""
    faces = str(SHARED_FACES) if SHARED_FACES.is_dir() else None
    hexes, others = [], []
    for seed in range(FIRST_SEED, FIRST_SEED + PHOTOS):
        settings = StudioSettings(preset="table", faces=faces, own_faces_share=0.5, size_px=(1600, 1200), cities=1)
        _, found = examples_of(plan_photo(seed, settings))
        pixels = _light(found.pixels[found.kind != NOT_A_HEX]).corrected(found.pixels)
        order = np.random.default_rng(seed).permutation(len(found.kind))
        is_hex = found.kind[order] != NOT_A_HEX
        hexes.append(tile_looks(pixels[order[is_hex][:PER_PHOTO]]))
        others.append(tile_looks(pixels[order[~is_hex][:PER_PHOTO]]))
    for name, looks in (("stock_looks", hexes), ("other_looks", others)):
        np.save(TARGET / f"{name}.npy", np.concatenate(looks).astype(np.float16), allow_pickle=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
