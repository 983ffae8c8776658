"""The file of a camera profile."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat

from calibration.camera_fit import CameraFit
from calibration.profile_file import Name, ProfileFile
from scanner.lens import Lens
from scanner.profiles import CameraProfile

Pixels = Annotated[int, Field(ge=100, le=40_000)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class CameraFile(ProfileFile):
    """A camera profile and how well it is known."""

    format: Literal["akroscan-camera"] = "akroscan-camera"
    camera_model: Name
    long_px: Pixels
    short_px: Pixels
    focal_px: Positive
    exif_focal_px: Positive | None
    k1: Annotated[FiniteFloat, Field(ge=-2, le=2)]
    k2: Annotated[FiniteFloat, Field(ge=-4, le=4)]
    error_px: Annotated[FiniteFloat, Field(ge=0)]
    focal_spread: Annotated[FiniteFloat, Field(ge=0)]
    covered: Annotated[FiniteFloat, Field(ge=0, le=1)]
    photos: Annotated[int, Field(ge=1)]

    def summary(self) -> str:
        return (
            f"{self.camera_model}, {self.long_px} x {self.short_px}: focal length {self.focal_px:.1f} px, "
            f"corners within {self.error_px:.2f} px, {self.photos} photos"
        )

    def profile(self) -> CameraProfile:
        return CameraProfile(
            name=self.name,
            camera_model=self.camera_model,
            long_px=self.long_px,
            short_px=self.short_px,
            focal_px=self.focal_px,
            lens=Lens(self.k1, self.k2),
            exif_focal_px=self.exif_focal_px,
        )


def camera_file(fit: CameraFit, made: date) -> CameraFile:
    profile = fit.profile
    return CameraFile(
        name=profile.name,
        made=made,
        camera_model=profile.camera_model,
        long_px=profile.long_px,
        short_px=profile.short_px,
        focal_px=round(profile.focal_px, 3),
        exif_focal_px=profile.exif_focal_px,
        k1=round(profile.lens.k1, 7),
        k2=round(profile.lens.k2, 7),
        error_px=round(fit.error_px, 4),
        focal_spread=round(fit.focal_spread, 6),
        covered=round(fit.covered, 3),
        photos=len(fit.views),
    )
