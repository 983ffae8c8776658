"""Every top hex of a planned photo: where it lies in the picture, and how much of it one sees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.layout import NO_CITY, TileBody
from samples.plan import PhotoPlan
from samples.truth import top_bodies
from samples.visibility import visible_shares
from scoring.axial import Axial

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class SeenHex:
    """A top as it lies in the photo: its body and place, corners and centre in pixels, the share one sees."""

    body: TileBody
    place: Axial
    corners_px: Floats
    centre_px: Floats
    visible: float

    @property
    def is_hex(self) -> bool:
        return not self.body.face_down


def seen_hexes(plan: PhotoPlan) -> list[SeenHex]:
    """Every top of the photo, of cities and of loose tiles."""
    scene = plan.scene
    visible = visible_shares(scene)
    numbers = {body.city for body in scene.bodies if body.city != NO_CITY}
    tops = [
        (body, place)
        for number in sorted(numbers)
        for place, body in top_bodies([b for b in scene.bodies if b.city == number]).items()
    ]
    tops += [(body, face.place) for body in scene.bodies if body.city == NO_CITY for face in body.faces]
    seen = [_seen(scene.camera, body, place, scene.look.thickness, visible) for body, place in tops]
    # What is behind the camera or wholly hidden has no meaningful pixels.
    return [top for top in seen if top.visible > 0.02]


def _seen(
    camera: Camera, body: TileBody, place: Axial, thickness: float, visible: dict[tuple[int, Axial], float]
) -> SeenHex:
    points = np.vstack([body.centre(place), body.corners(place)])
    world = np.column_stack([points, np.full(7, body.level * thickness)])
    pixels = camera.project(world)
    share = visible[body.city, place] if body.city != NO_CITY else _share_in_frame(pixels[1:], camera)
    if camera.depth(world).min() < 0.5:
        share = 0.0
    return SeenHex(body, place, pixels[1:], pixels[0], share)


def _share_in_frame(corners_px: Floats, camera: Camera) -> float:
    inside = (corners_px >= 0) & (corners_px <= np.array([camera.width_px, camera.height_px]))
    return float(inside.all(axis=1).mean())
