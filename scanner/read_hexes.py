"""Stages 4 and 5: the kind of each hex, and what its borders and walls say of levels."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from scanner.camera import TableCamera
from scanner.find_hexes import HexMarks
from scanner.hex_codes import KIND_CLASSES, LEVEL_CLASSES, NOT_A_HEX
from scanner.networks import Floats32, as_network_input, reader_network
from scanner.patches import HexPatches, PhotoPyramid, cut_patches, cut_patches_at_marks, turned_back

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class HexReadings:
    """Log-probabilities for n hexes: `kind` (n, 12), `level` (n, 6), `edges` (n, 6, 7) by lattice direction.

    `shift` (n, 2) is how far, in hex sizes along the table, each top lies from where its patch was cut, `log_size`
    (n,) the logarithm of how much larger it is than a top of level 1 there; `look` (n, 96) is how it looks to the
    network, `pixels` (n, 96, 96, 3) its patch.
    """

    kind: Floats
    level: Floats
    edges: Floats
    shift: Floats
    log_size: Floats
    look: Floats
    pixels: npt.NDArray[np.uint8]

    def __post_init__(self) -> None:
        count = len(self.kind)
        shapes = (self.kind.shape, self.level.shape, self.edges.shape[:2], self.shift.shape, self.log_size.shape)
        if shapes != ((count, KIND_CLASSES), (count, LEVEL_CLASSES), (count, 6), (count, 2), (count,)):
            raise ValueError(f"readings do not fit: {shapes}")

    def hex_probability(self) -> Floats:
        return np.asarray(1 - np.exp(self.kind[:, NOT_A_HEX]), dtype=np.float64)

    def pick(self, chosen: npt.NDArray[np.intp]) -> HexReadings:
        return HexReadings(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def joined(self, other: HexReadings) -> HexReadings:
        pairs = ((getattr(self, field.name), getattr(other, field.name)) for field in fields(self))
        return HexReadings(*(np.concatenate(pair) for pair in pairs))


def read_hexes(pyramid: PhotoPyramid, camera: TableCamera, centres_xy: Floats, centres_px: Floats) -> HexReadings:
    """Read the hexes whose tops' centres are seen at `centres_px`."""
    return read_patches(cut_patches(pyramid, camera, centres_xy, centres_px))


def read_marks(pyramid: PhotoPyramid, marks: HexMarks) -> HexReadings:
    """Read what lies at marks, before any camera is known: good enough to tell hexes from other things."""
    return read_patches(cut_patches_at_marks(pyramid, marks.centres_px, marks.frames))


def read_patches(patches: HexPatches) -> HexReadings:
    """Read patches by themselves."""
    seen = reader_network().read(reader_input(patches))
    edges = log_softmax(seen.edges)
    by_direction = np.stack([np.roll(row, turn, axis=0) for row, turn in zip(edges, patches.turns, strict=True)])
    offset = seen.offset.astype(np.float64)
    shift = turned_back(offset[:, :2], -patches.turns * np.pi / 3)
    logp = log_softmax(seen.kind), log_softmax(seen.level), by_direction
    return HexReadings(*logp, shift, SIZE_GAIN * offset[:, 2], seen.look.astype(np.float64), patches.pixels)


def reader_input(patches: HexPatches) -> Floats32:
    """The network's five channels: the picture, and the parallax of one level as two even planes."""
    count, height, width, _ = patches.pixels.shape
    channels = np.empty((count, 5, height, width), np.float32)
    channels[:, :3] = as_network_input(patches.pixels)
    channels[:, 3:] = (patches.parallax * PARALLAX_GAIN)[:, :, None, None]
    return channels


SIZE_GAIN = 1.4
"""Unsure of small differences, the network tells them too small by this."""
PARALLAX_GAIN = 5.0
"""Brings the parallax of one level (up to about 0.3 hex sizes) to the scale of the colours."""


def log_softmax(logits: npt.ArrayLike) -> Floats:
    values = np.asarray(logits, dtype=np.float64)
    values = values - values.max(axis=-1, keepdims=True)
    return np.asarray(values - np.log(np.exp(values).sum(axis=-1, keepdims=True)), dtype=np.float64)
