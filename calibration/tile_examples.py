"""Examples of a player's own tiles: patches of a photo whose kinds somebody has checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from scanner.find_hexes import HexMarks, find_hexes
from scanner.fit_lattice import Lattice, fit_lattices
from scanner.hex_codes import KIND_ORDER, NOT_A_HEX, PATCH_PX
from scanner.light_balance import in_good_light
from scanner.load_photo import Photo, load_photo
from scanner.patches import PhotoPyramid, cut_patches
from scanner.read_city import camera_over
from scanner.read_hexes import read_patches
from scanner.settings import DEFAULT_SETTINGS
from scoring.kinds import Kind

Floats = npt.NDArray[np.float64]

SAME_HEX = 0.5
"""A read hex and a checked one are the same if their centres are closer, in hex sizes."""


@dataclass(frozen=True)
class CheckedHex:
    """Where a hex is seen in a photo, and what it shows."""

    centre_px: tuple[float, float]
    kind: Kind


@dataclass(frozen=True)
class TileExamples:
    """`pixels` (n, 96, 96, 3); `classes` (n,): the place in KIND_ORDER; `photos` name their sources.

    `stock` (n,) is the class that the scanner read without having learned anything.
    """

    pixels: npt.NDArray[np.uint8]
    classes: npt.NDArray[np.intp]
    stock: npt.NDArray[np.intp]
    photos: tuple[str, ...]

    def __post_init__(self) -> None:
        count = len(self.classes)
        if self.pixels.shape != (count, PATCH_PX, PATCH_PX, 3) or len(self.stock) != count or len(self.photos) != count:
            raise ValueError(f"examples do not fit: {self.pixels.shape}, {self.stock.shape}, {len(self.photos)}")

    def __len__(self) -> int:
        return len(self.classes)

    def pick(self, chosen: npt.NDArray[np.intp]) -> TileExamples:
        photos = tuple(self.photos[int(index)] for index in chosen)
        return TileExamples(self.pixels[chosen], self.classes[chosen], self.stock[chosen], photos)


def no_examples() -> TileExamples:
    nothing = np.empty(0, np.intp)
    return TileExamples(np.empty((0, PATCH_PX, PATCH_PX, 3), np.uint8), nothing, nothing, ())


def joined(parts: Sequence[TileExamples]) -> TileExamples:
    """All examples in one."""
    if not parts:
        return no_examples()
    return TileExamples(
        np.concatenate([part.pixels for part in parts]),
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.stock for part in parts]),
        tuple(photo for part in parts for photo in part.photos),
    )


def examples_of(name: str, source: Path | bytes, checked: Sequence[CheckedHex]) -> TileExamples:
    """The patches of a photo: each checked hex that the finder marks."""
    settings = DEFAULT_SETTINGS
    photo = load_photo(source)
    lit = in_good_light(photo, fit_lattices(find_hexes(photo.rgb, settings), settings), settings)
    pyramid = PhotoPyramid(lit.photo.rgb)
    parts = [_lattice_examples(name, lattice, lit.photo, pyramid, checked) for lattice in lit.lattices]
    return joined([part for part in parts if len(part)])


def _lattice_examples(
    name: str, lattice: Lattice, photo: Photo, pyramid: PhotoPyramid, checked: Sequence[CheckedHex]
) -> TileExamples:
    """The checked hexes of a lattice, in good light, cut and read as in a scan."""
    camera = camera_over(lattice, photo, DEFAULT_SETTINGS, levels=np.ones(len(lattice.places)))
    classes = _classes(lattice.marks, checked)
    chosen = np.flatnonzero(classes != NOT_A_HEX)
    if camera is None or not len(chosen):
        return no_examples()
    patches = cut_patches(pyramid, camera, lattice.centres_xy()[chosen], lattice.marks.centres_px[chosen])
    stock = read_patches(patches).kind[:, :NOT_A_HEX].argmax(axis=1).astype(np.intp)
    return TileExamples(patches.pixels, classes[chosen], stock, (name,) * len(chosen))


def _classes(marks: HexMarks, checked: Sequence[CheckedHex]) -> npt.NDArray[np.intp]:
    """What each mark shows by the checked hexes; NOT_A_HEX where none is near."""
    places_px = np.array([hex_.centre_px for hex_ in checked]).reshape(-1, 2)
    classes = np.full(len(marks), NOT_A_HEX, np.intp)
    if not len(places_px):
        return classes
    gaps_px = np.linalg.norm(marks.centres_px[:, None] - places_px[None], axis=2)
    nearest = gaps_px.argmin(axis=1)
    for index in np.flatnonzero(gaps_px.min(axis=1) < SAME_HEX * marks.sizes_px()):
        classes[index] = KIND_ORDER.index(checked[int(nearest[index])].kind)
    return classes
