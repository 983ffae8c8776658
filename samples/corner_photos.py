"""Studio photos from almost straight above, with the corner sheet beside the city or without it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from samples.camera import Camera, Pose, frame
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
WIDE_MM, WIDE_K1, WIDE_K2 = (13.0, 16.0), (-0.2, -0.08), (0.01, 0.04)
LAMP_STRENGTH = 0.85


def plan_from_above(seed: int, size_px: tuple[int, int], *, with_sheet: bool) -> PhotoPlan:
    """A city under a camera less than eight degrees off vertical; the same photo with and without the sheet.

    Every second one is taken through the wide lens of a phone, as people do to get a whole city into the picture from
    as high as they can reach.
    """
    plan = plan_photo(seed, StudioSettings(preset="hard", size_px=size_px, cities=1))
    return seen_from_above(replace(plan, pose=_wide(plan.pose, seed)) if seed % 2 else plan, with_sheet=with_sheet)


def _wide(pose: Pose, seed: int) -> Pose:
    chance = stream(seed, "wide lens")
    return replace(pose, focal_mm=between(chance, WIDE_MM), k1=between(chance, WIDE_K1), k2=between(chance, WIDE_K2))


def seen_from_above(plan: PhotoPlan, *, with_sheet: bool) -> PhotoPlan:
    """The first city of a plan from almost straight above, in the light of the camera's own lamp.

    Its shadows fall behind what casts them, where the camera sees none.
    """
    chance = stream(plan.seed, "from above")
    tilt_deg, ordinary_mm = between(chance, (0, MOST_TILT_DEG)), between(chance, (24, 28))
    focal_mm = plan.pose.focal_mm if plan.pose.focal_mm <= WIDE_MM[1] else ordinary_mm
    pose = replace(plan.pose, tilt_deg=tilt_deg, focal_mm=focal_mm, crop=1.0, crop_xy=(0.5, 0.5))
    bodies = [body for body in plan.scene.bodies if body.city == 0]
    corner = _beside(bodies, between(chance, (0, 360)))
    camera = frame(pose, _shown(bodies, corner, plan.scene.look.thickness), between(chance, FILL), (0.0, 0.0))
    things = Things(sheets=corner.sheets()) if with_sheet else Things()
    light = _from_camera(camera, plan.scene.light)
    scene = replace(plan.scene, bodies=tuple(bodies), camera=camera, things=things, light=light)
    return replace(plan, scene=scene, pose=pose, stones=plan.stones[:1], distractors=())


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
