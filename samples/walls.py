"""The upright walls of bodies between two level planes, drawn from far to near."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.light import GAMMA, Light, wall_light
from samples.noise import Image
from samples.raster import Raster

Array = npt.NDArray[np.float64]
SHIFT_BITS = 4


@dataclass(frozen=True, eq=False)
class Prism:
    """An upright body between two heights. `outline` is (N, 2), clockwise as seen from above.

    A body with a `lid` shows that colour on top, and within it a `bore` (the drink in a mug).
    """

    outline: Array
    bottom: float
    top: float
    colour: Array
    lid: Array | None = None
    bore: Array | None = None
    bore_share: float = 0.85
    is_tile: bool = False


@dataclass(frozen=True, eq=False)
class Patch:
    """A polygon in pixels (four fractional bits) with its colour, and how far off it is."""

    distance: float
    pixels: npt.NDArray[np.int32]
    colour: list[float]


@dataclass(frozen=True)
class Band:
    """A part of a wall's height and how bright it is."""

    low: float
    high: float
    gain: float


BANDS = (Band(0.0, 1.0, 1.0), Band(0.0, 0.16, 0.6), Band(0.84, 1.0, 1.3))


def draw_walls(canvas: Image, camera: Camera, light: Light, prisms: list[Prism], shade: Image, raster: Raster) -> None:
    """Draws walls that face the camera and lids. `shade` is the light that arrives on the plane they stand on."""
    if not prisms:
        return
    patches = _wall_patches(camera, light, prisms, shade, raster)
    patches += [patch for prism in prisms for patch in _lid_patches(camera, prism)]
    for patch in sorted(patches, key=lambda patch: -patch.distance):
        cv2.fillConvexPoly(canvas, patch.pixels, patch.colour, cv2.LINE_AA, SHIFT_BITS)


def _wall_patches(camera: Camera, light: Light, prisms: list[Prism], shade: Image, raster: Raster) -> list[Patch]:
    starts = np.concatenate([prism.outline for prism in prisms])
    ends = np.concatenate([np.roll(prism.outline, -1, axis=0) for prism in prisms])
    owner = np.repeat(np.arange(len(prisms)), [len(prism.outline) for prism in prisms])
    along = ends - starts
    length = np.linalg.norm(along, axis=1)
    normals = np.column_stack([along[:, 1], -along[:, 0]]) / np.maximum(length, 1e-9)[:, None]
    away = camera.position[:2] - (starts + ends) / 2
    seen = np.flatnonzero(((away * normals).sum(axis=1) > 0) & (length > 1e-6))
    owner, distance = owner[seen], np.linalg.norm(away[seen], axis=1)
    gain = _brightness(light, normals[seen], ((starts + ends) / 2)[seen], shade, raster)
    bottoms = np.array([prism.bottom for prism in prisms])[owner]
    heights = np.array([prism.top for prism in prisms])[owner] - bottoms
    colours = np.stack([prism.colour for prism in prisms])[owner] * gain
    patches = []
    for number, band in enumerate(BANDS):
        quads = _band_pixels(
            camera, starts[seen], ends[seen], bottoms + heights * band.low, bottoms + heights * band.high
        )
        tones = np.clip(colours * band.gain, 0, 255).tolist()
        order = distance - number * 1e-6
        banded = np.array([prism.is_tile or number == 0 for prism in prisms])[owner]
        patches += [Patch(order[i], quads[i], tones[i]) for i in np.flatnonzero(banded)]
    return patches


def _lid_patches(camera: Camera, prism: Prism) -> list[Patch]:
    if prism.lid is None:
        return []
    middle = prism.outline.mean(axis=0)
    nearest = float(np.linalg.norm(prism.outline - camera.position[:2], axis=1).min())
    patches = [Patch(nearest - 1e-4, _lid_pixels(camera, prism.outline, prism.top), prism.lid.tolist())]
    if prism.bore is not None:
        inner = middle + (prism.outline - middle) * prism.bore_share
        patches.append(Patch(nearest - 2e-4, _lid_pixels(camera, inner, prism.top), prism.bore.tolist()))
    return patches


def _lid_pixels(camera: Camera, outline: Array, height: float) -> npt.NDArray[np.int32]:
    return _fixed(camera.project_ideal(np.column_stack([outline, np.full(len(outline), height)])))


def _brightness(light: Light, normals: Array, middles: Array, shade: Image, raster: Raster) -> Array:
    """Display gain of each wall: its angle to the lamps, dimmed where the ground before it lies in shadow."""
    before = np.round(raster.pixels(middles + normals * 0.2)).astype(int)
    columns = before[:, 0].clip(0, raster.width_px - 1)
    rows = before[:, 1].clip(0, raster.height_px - 1)
    ground = (shade[rows, columns] / 255.0) ** GAMMA
    made: Array = (wall_light(light, normals) * (0.45 + 0.55 * ground)).clip(0, 1.6) ** (1 / GAMMA)
    return made


def _band_pixels(camera: Camera, starts: Array, ends: Array, low: Array, high: Array) -> npt.NDArray[np.int32]:
    corners = [
        np.column_stack([xy, height]) for xy, height in ((starts, low), (ends, low), (ends, high), (starts, high))
    ]
    return _fixed(np.stack([camera.project_ideal(corner) for corner in corners], axis=1))


def _fixed(pixels: Array) -> npt.NDArray[np.int32]:
    return np.round(pixels * (1 << SHIFT_BITS)).clip(-(1 << 24), 1 << 24).astype(np.int32)
