"""`python -m samples.stock_looks`: how tops of the known set look to the reader, in studio photos.

Calibration tells a player's own set from it. To be made anew with every new reader, which `make train` does.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from calibration.learn_tiles import looks_of
from samples.plan import plan_photo
from samples.settings import StudioSettings
from samples.training.examples import examples_of
from scanner.hex_codes import NOT_A_HEX

SHARED_FACES = Path(__file__).parents[2] / "shared" / "art"
TARGET = Path(__file__).parents[1] / "calibration" / "stock_looks.npy"
FIRST_SEED = 880_000
PHOTOS = 60
PER_PHOTO = 16


def write_stock_looks() -> None:
    """Draws the photos and writes the looks of their hexes."""
    faces = str(SHARED_FACES) if SHARED_FACES.is_dir() else None
    looks = []
    for seed in range(FIRST_SEED, FIRST_SEED + PHOTOS):
        settings = StudioSettings(preset="table", faces=faces, own_faces_share=0.5, size_px=(1600, 1200), cities=1)
        _, found = examples_of(plan_photo(seed, settings))
        hexes = np.random.default_rng(seed).permutation(np.flatnonzero(found.kind != NOT_A_HEX))
        looks.append(looks_of(found.pixels[hexes[:PER_PHOTO]]))
    np.save(TARGET, np.concatenate(looks).astype(np.float16), allow_pickle=False)


if __name__ == "__main__":
    write_stock_looks()
