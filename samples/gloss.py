"""Where the photo shows surfaces that mirror lamps, and how much: the coated tops, and some tables."""

from __future__ import annotations

import cv2
import numpy as np

from samples.noise import Image
from samples.scene import Scene

SHRINK = 4
TOPS = 128


def gloss_map(scene: Scene) -> Image | None:
    """A quarter of the photo's size; 128 is the gloss of tops. None where the light throws no glare."""
    if not scene.light.glare:
        return None
    camera, look = scene.camera, scene.look
    shape = camera.height_px // SHRINK, camera.width_px // SHRINK
    gloss = np.full(shape, min(255, round(TOPS * scene.light.table_gloss)), np.uint8)
    for level in range(1, scene.levels + 1):
        for body in scene.bodies:
            if body.level == level:
                outline = body.outline(look.corner_radius, look.inset)
                points = np.column_stack([outline, np.full(len(outline), level * look.thickness)])
                pixels = np.round(camera.project_ideal(points) * (16 / SHRINK)).astype(np.int32)
                cv2.fillPoly(gloss, [pixels], (TOPS,), cv2.LINE_AA, 4)
    return gloss
