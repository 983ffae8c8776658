"""What a player has calibrated, as the scanner uses it. Making and keeping profiles is the work of `calibration`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scanner.lens import Lens
from scanner.load_photo import FocalSource, Photo
from scanner.own_tiles import TileProfile

SAME_LENS_RATIO = 1.03
"""Lenses of one phone differ far more than this in the focal length that EXIF tells."""


@dataclass(frozen=True)
class CameraProfile:
    """One lens of one camera at one resolution. `exif_focal_px` is what its photos say themselves, if they do."""

    name: str
    camera_model: str
    long_px: int
    short_px: int
    focal_px: float
    lens: Lens
    exif_focal_px: float | None = None

    def fits(self, photo: Photo) -> bool:
        """Whether the photo comes from this lens at this resolution, however it was held."""
        sides = max(photo.width_px, photo.height_px), min(photo.width_px, photo.height_px)
        if photo.camera_model != self.camera_model or sides != (self.long_px, self.short_px):
            return False
        told = photo.focal_px if photo.focal_source is FocalSource.EXIF else None
        if told is None or self.exif_focal_px is None:
            return told is None and self.exif_focal_px is None
        return max(told / self.exif_focal_px, self.exif_focal_px / told) < SAME_LENS_RATIO


@dataclass(frozen=True)
class Profiles:
    """Everything that was calibrated on this machine."""

    cameras: tuple[CameraProfile, ...] = ()
    tiles: tuple[TileProfile, ...] = ()

    def through_known_lens(self, photo: Photo) -> Photo:
        """The photo with the focal length and the lens of the first profile that fits it."""
        for profile in self.cameras:
            if profile.fits(photo):
                return replace(photo, focal_px=profile.focal_px, focal_source=FocalSource.PROFILE, lens=profile.lens)
        return photo


NO_PROFILES = Profiles()
