"""Studio photos of the camera sheet through a known lens, taken as the sheet asks for it."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from PIL import Image as Pillow

from samples.camera import Camera, Pose, stand
from samples.chance import between, stream
from samples.marker_prints import PAGE_MM, laid_camera_sheet
from samples.noise import Image
from samples.plan import plan_photo
from samples.settings import StudioSettings
from samples.studio import draw_plan
from samples.things import Sheet, Things

Array = npt.NDArray[np.float64]
JPEG_QUALITY = 92
_EXIF_IFD, _EXIF_FOCAL_35MM, _EXIF_MODEL = 0x8769, 0xA405, 0x0110


@dataclass(frozen=True)
class StudioLens:
    """A lens of the studio: 35 mm equivalent focal length and OpenCV's first two radial coefficients."""

    name: str
    focal_mm: float
    k1: float
    k2: float


LENSES = (
    StudioLens("mild barrel", 26.0, -0.06, 0.01),
    StudioLens("strong barrel", 24.0, -0.16, 0.05),
    StudioLens("wide angle", 15.0, -0.18, 0.035),
)


@dataclass(frozen=True, eq=False)
class SheetPhoto:
    """A photo of the camera sheet, where it lay, and the camera."""

    image_rgb: Image
    sheet: Sheet
    camera: Camera


def draw_sheet_photo(seed: int, lens: StudioLens, size_px: tuple[int, int]) -> SheetPhoto:
    """One photo of a careful user: from above or aside, near, the sheet anywhere in the picture."""
    chance = stream(seed, "sheet photo")
    tilt_deg = between(chance, (0, 12)) if seed % 4 == 0 else between(chance, (20, 42))
    pose = Pose(
        *size_px,
        lens.focal_mm,
        tilt_deg,
        between(chance, (0, 360)),
        between(chance, (-30, 30)),
        lens.k1,
        lens.k2,
    )
    sheet = laid_camera_sheet(between(chance, (0, 360)))
    # Near enough that the sheet fills the picture, moved so that over the photos it reaches every border.
    aim = chance.uniform(-0.2, 0.2, 2) * np.array(PAGE_MM) / 24
    camera = stand(pose, aim, between(chance, (0.6, 0.9)) * 13.5 * lens.focal_mm / 26)
    plan = plan_photo(seed, StudioSettings(preset="easy", size_px=size_px, cities=0))
    scene = replace(plan.scene, camera=camera, things=Things(sheets=(sheet,)))
    return SheetPhoto(draw_plan(replace(plan, scene=scene)).image_rgb, sheet, camera)


def as_jpeg(image_rgb: Image, model: str | None, focal_mm: float | None) -> bytes:
    """A photo file that says which camera took it."""
    exif = Pillow.Exif()
    if model is not None:
        exif[_EXIF_MODEL] = model
    if focal_mm is not None:
        exif.get_ifd(_EXIF_IFD)[_EXIF_FOCAL_35MM] = round(focal_mm)
    file = io.BytesIO()
    Pillow.fromarray(image_rgb).save(file, "JPEG", quality=JPEG_QUALITY, exif=exif)
    return file.getvalue()
