"""The photo studio: a photo of drawn cities with its exact truth, from a seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from samples.camera import Camera
from samples.chance import VERSION
from samples.develop import develop, through_jpeg
from samples.gloss import gloss_map
from samples.noise import Image
from samples.plan import PhotoPlan, plan_photo
from samples.scene import Scene, paint_scene
from samples.settings import StudioSettings
from samples.truth import CameraTruth, PhotoTruth, city_truths, loose_tile_truths


@dataclass(frozen=True, eq=False)
class DrawnPhoto:
    """An RGB picture (height, width, 3) of 8 bits and what it shows."""

    image_rgb: Image
    truth: PhotoTruth


def draw_photo(seed: int, settings: StudioSettings | None = None) -> DrawnPhoto:
    """Draw one photo. The same seed, settings and version give the same picture."""
    return draw_plan(plan_photo(seed, settings or StudioSettings()))


def draw_plan(plan: PhotoPlan, *, save: bool = True) -> DrawnPhoto:
    """Draw what was planned. `save=False` leaves out what saving as JPEG does, for those who save it themselves."""
    scene = plan.scene
    photo = develop(paint_scene(scene), scene.camera, scene.light, plan.development, gloss_map(scene), plan.seed)
    quality = plan.development.jpeg_quality
    image = photo if quality is None or not save else through_jpeg(photo, quality)
    return DrawnPhoto(image, truth_of(plan))


def truth_of(plan: PhotoPlan) -> PhotoTruth:
    scene = plan.scene
    return PhotoTruth(
        seed=plan.seed,
        version=VERSION,
        width_px=scene.camera.width_px,
        height_px=scene.camera.height_px,
        cities=city_truths(scene, list(plan.stones)),
        distractors=plan.distractors,
        loose_tiles=loose_tile_truths(scene),
        camera=_camera_truth(scene.camera),
        drawn=_drawn(plan, scene),
    )


def _drawn(plan: PhotoPlan, scene: Scene) -> dict[str, Any]:
    return {
        "settings": asdict(plan.settings),
        "pose": asdict(plan.pose),
        "table": plan.table_name,
        "table_material": scene.table,
        "tilt_deg": plan.pose.tilt_deg,
        "look": asdict(scene.look),
        "light": asdict(scene.light),
        "printing": asdict(scene.printing),
        "development": asdict(plan.development),
    }


def _camera_truth(camera: Camera) -> CameraTruth:
    x, y = camera.on_plane(camera.centre_px[None], 0.0)[0]
    return CameraTruth(
        focal_px=camera.focal_px,
        centre_px=(float(camera.centre_px[0]), float(camera.centre_px[1])),
        rotation=tuple(tuple(float(value) for value in row) for row in camera.rotation),
        translation=tuple(float(value) for value in camera.translation),
        k1=camera.k1,
        k2=camera.k2,
        hex_size_px=camera.scale_at(float(x), float(y)),
    )
