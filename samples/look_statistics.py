"""`python -m samples.look_statistics`: what calibration must know of the looks that the reader gives, by studio photos.

How tops of the known set look, from which a player's own set is told; and how much looks of one picture differ from
photo to photo, over many random sets: what differs little tells kinds best. To be made anew with every new reader,
which `make train` does.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from calibration.learn_tiles import looks_of
from samples.faces.random_sets import random_set_name
from samples.invented_photos import plan_invented_photo
from samples.plan import plan_photo
from samples.settings import StudioSettings
from samples.training.examples import examples_of
from scanner.hex_codes import NOT_A_HEX

Floats = npt.NDArray[np.float64]

SHARED_FACES = Path(__file__).parents[2] / "shared" / "art"
TARGET = Path(__file__).parents[1] / "calibration"
SIZE_PX = (1600, 1200)
STOCK_SEED, STOCK_PHOTOS, STOCK_PER_PHOTO = 880_000, 60, 16
SETS_SEED, SETS, PHOTOS_PER_SET = 890_000, 60, 3
LEAST_OF_ONE_KIND = 2
OWN_SHARE = 0.1
"""How far the noise of each number is taken to be its own, since so many pairs are measured only roughly."""
LEAST_NOISE = 1e-5


def write_look_statistics() -> None:
    """Draws the photos and writes what calibration ships."""
    np.save(TARGET / "stock_looks.npy", stock_looks().astype(np.float16), allow_pickle=False)
    residuals = np.concatenate([_residuals(number) for number in range(SETS)])
    np.save(TARGET / "even_looks.npy", evening(residuals).astype(np.float16), allow_pickle=False)


def stock_looks() -> Floats:
    faces = str(SHARED_FACES) if SHARED_FACES.is_dir() else None
    looks = []
    for seed in range(STOCK_SEED, STOCK_SEED + STOCK_PHOTOS):
        settings = StudioSettings(preset="table", faces=faces, own_faces_share=0.5, size_px=SIZE_PX, cities=1)
        _, found = examples_of(plan_photo(seed, settings))
        hexes = np.random.default_rng(seed).permutation(np.flatnonzero(found.kind != NOT_A_HEX))
        looks.append(looks_of(found.pixels[hexes[:STOCK_PER_PHOTO]]))
    return np.concatenate(looks)


def _residuals(number: int) -> Floats:
    """How looks of one random set differ from the mean of their kind."""
    looks, kinds = [], []
    for shot in range(PHOTOS_PER_SET):
        seed = SETS_SEED + number * PHOTOS_PER_SET + shot
        _, found = examples_of(plan_invented_photo(seed, random_set_name(number), SIZE_PX))
        hexes = np.flatnonzero(found.kind != NOT_A_HEX)
        looks.append(looks_of(found.pixels[hexes]))
        kinds.append(found.kind[hexes])
    return about_their_kind(np.concatenate(looks), np.concatenate(kinds))


def about_their_kind(looks: Floats, kinds: npt.NDArray[np.int16]) -> Floats:
    """Looks less the mean of their kind, grown by what that mean took from them."""
    parts = []
    for kind in np.unique(kinds):
        own = looks[kinds == kind]
        if len(own) >= LEAST_OF_ONE_KIND:
            parts.append((own - own.mean(axis=0)) * np.sqrt(len(own) / (len(own) - 1)))
    return np.concatenate(parts) if parts else np.empty((0, looks.shape[1]))


def evening(residuals: Floats) -> Floats:
    """The matrix that makes such residuals even: unit noise in every direction."""
    together = residuals.T @ residuals / len(residuals)
    noise = (1 - OWN_SHARE) * together + OWN_SHARE * np.diag(np.diag(together))
    sizes, directions = np.linalg.eigh(noise)
    return np.asarray(directions / np.sqrt(np.maximum(sizes, LEAST_NOISE)), dtype=np.float64)


if __name__ == "__main__":
    write_look_statistics()
