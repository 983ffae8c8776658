"""Studio photos from almost straight above, with the corner sheet beside the city or without it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from samples.camera import Camera, frame
from samples.chance import between, stream
from samples.layout import TileBody, rotation
from samples.light import Lamp, Light
from samples.marker_prints import HEX_MM, LaidCorner
from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings
from samples.things import Things
from scanner.marker_sheet import LONG_MM, SHORT_MM

Array = npt.NDArray[np.float64]
MOST_TILT_DEG = 8.0
CLEAR = 1.3
FILL = (0.88, 0.97)
LAMP_STRENGTH = 0.85


def plan_from_above(seed: int, size_px: tuple[int, int], *, with_sheet: bool) -> PhotoPlan:
    """A city under a camera less than eight degrees off vertical, in the light of the camera's own lamp.

    Its shadows fall behind what casts them, where the camera sees none. The same photo with and without the sheet.
    """
    plan = plan_photo(seed, StudioSettings(preset="hard", size_px=size_px, cities=1))
    chance = stream(seed, "from above")
    tilt_deg, focal_mm = between(chance, (0, MOST_TILT_DEG)), between(chance, (24, 28))
    pose = replace(plan.pose, tilt_deg=tilt_deg, focal_mm=focal_mm, crop=1.0, crop_xy=(0.5, 0.5))
    bodies = [body for body in plan.scene.bodies if body.city == 0]
    corner = _beside(bodies, between(chance, (0, 360)))
    camera = frame(pose, _shown(bodies, corner, plan.scene.look.thickness), between(chance, FILL), (0.0, 0.0))
    things = Things(sheets=corner.sheets()) if with_sheet else Things()
    light = _from_camera(camera, plan.scene.light)
    scene = replace(plan.scene, bodies=tuple(bodies), camera=camera, things=things, light=light)
    return replace(plan, scene=scene, pose=pose, distractors=())


def _from_camera(camera: Camera, room: Light) -> Light:
    x, y, height = (float(value) for value in camera.position)
    lamp = Lamp(x, y, height, LAMP_STRENGTH, (1.0, 0.98, 0.94), softness=0.02)
    return replace(room, lamps=(lamp,), ambient=1 - LAMP_STRENGTH, glare=0.0, table_gloss=0.0, veil=None)


def _beside(bodies: list[TileBody], turn_deg: float) -> LaidCorner:
    """The L around a corner of the city, as near as it may lie without touching."""
    corners = np.concatenate([body.corners(face.place) for body in bodies for face in body.faces])
    turned = corners @ rotation(turn_deg)
    arms = np.array([SHORT_MM, LONG_MM]) / HEX_MM
    low = turned.min(axis=0) - CLEAR
    # Outside the city on both sides, and along it where the arms are shorter than the city.
    start = np.maximum(low, turned.mean(axis=0) - arms)
    inner = np.minimum(low, start)
    x, y = rotation(turn_deg) @ (inner - 36.0 / HEX_MM)
    return LaidCorner(float(x), float(y), turn_deg)


def _shown(bodies: list[TileBody], corner: LaidCorner, thickness: float) -> Array:
    """What must be in the picture: the tops and the outer ends of the sheet."""
    tops = [
        [*point, body.level * thickness] for body in bodies for face in body.faces for point in body.corners(face.place)
    ]
    ends = corner.on_table(np.array([[0.0, 0.0], [SHORT_MM, 0.0], [0.0, LONG_MM]]))
    return np.array([*tops, *np.column_stack([ends, np.zeros(3)])])
