"""How much of every top hex a photo shows: the scene painted once more, small, with numbers for colours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from samples.layout import NO_CITY, TileBody
from samples.scene import Scene
from scoring.axial import Axial

Array = npt.NDArray[np.float64]
Top = tuple[int, Axial]
COUNTING_PX = 1000


def visible_shares(scene: Scene) -> dict[Top, float]:
    """The share of every top hex (city, place) that is seen: not behind something higher, and inside the frame."""
    counting = _Counting(scene)
    for level in range(1, scene.levels + 2):
        for outline, bottom, top in _standing(scene, level):
            counting.hide(outline, bottom, top)
        for body in scene.bodies:
            if body.level == level:
                counting.show(body)
    return counting.shares()


@dataclass(eq=False)
class _Counting:
    """`ids` holds the number of the top seen at each pixel, 0 for none; `whole` the pixels of each top alone."""

    scene: Scene
    ids: npt.NDArray[Any] = field(init=False)
    scale: float = field(init=False)
    numbers: dict[Top, int] = field(default_factory=dict)
    whole: dict[Top, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        camera = self.scene.camera
        self.scale = min(1.0, COUNTING_PX / max(camera.width_px, camera.height_px))
        self.ids = np.zeros((round(camera.height_px * self.scale), round(camera.width_px * self.scale)), np.uint16)

    def hide(self, outline: Array, bottom: float, top: float) -> None:
        """A convex body covers what is behind it."""
        camera = self.scene.camera
        pixels = np.vstack([camera.project_level(outline, height) for height in (bottom, top)]) * self.scale
        _fill(self.ids, cv2.convexHull(pixels.astype(np.float32)).reshape(-1, 2), 0)

    def show(self, body: TileBody) -> None:
        for face in body.faces:
            height = body.level * self.scene.look.thickness
            corners = _shrunk(self.scene.camera.project_level(body.corners(face.place), height) * self.scale)
            top = body.city, face.place
            if body.city == NO_CITY:
                _fill(self.ids, corners, 0)
                continue
            number = self.numbers.setdefault(top, len(self.numbers) + 1)
            self.whole[top] = _pixels_alone(corners)
            _fill(self.ids, corners, number)

    def shares(self) -> dict[Top, float]:
        counted = np.bincount(self.ids.ravel(), minlength=len(self.numbers) + 1)
        return {
            top: round(min(1.0, float(counted[number]) / max(self.whole[top], 1)), 3)
            for top, number in self.numbers.items()
        }


def _standing(scene: Scene, level: int) -> Iterator[tuple[Array, float, float]]:
    """Convex outlines, bottoms and tops of what stands in a slab; tiles hex by hex."""
    thickness = scene.look.thickness
    bottom, top = (level - 1) * thickness, level * thickness
    for body in scene.bodies:
        if body.level == level:
            for face in body.faces:
                yield body.corners(face.place), bottom, top
    roof = top if level <= scene.levels else np.inf
    for block in scene.things.blocks:
        if block.height > bottom:
            yield block.outline, bottom, min(block.height, roof)


def _shrunk(corners: Array) -> Array:
    """Half a pixel smaller: filling counts the pixels on the border too."""
    middle = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - middle, axis=1).mean())
    made: Array = middle + (corners - middle) * max(0.5, 1 - 0.5 / max(radius, 1e-6))
    return made


def _pixels_alone(corners: Array) -> int:
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    width, height = np.ceil(corners.max(axis=0)).astype(int) - low + 2
    alone = np.zeros((min(height, 4 * COUNTING_PX), min(width, 4 * COUNTING_PX)), np.uint16)
    _fill(alone, corners - low, 1)
    return int(np.count_nonzero(alone))


def _fill(ids: npt.NDArray[Any], corners: npt.NDArray[Any], number: int) -> None:
    pixels = np.round(corners * 16).clip(-(1 << 24), 1 << 24).astype(np.int32)
    cv2.fillConvexPoly(ids, pixels, (number,), cv2.LINE_8, 4)
