"""Calibration profiles for tests: a camera's file, and profiles as the scanner takes them."""

from __future__ import annotations

from datetime import date

import numpy as np

from calibration.camera_file import CameraFile
from scanner.own_tiles import TileProfile
from scanner.profiles import Profiles

CAMERA_FILE = CameraFile(
    name="Мій телефон",
    made=date(2026, 5, 4),
    camera_model="Fön 7",
    long_px=4000,
    short_px=3000,
    focal_px=3100.5,
    exif_focal_px=None,
    k1=-0.1,
    k2=0.02,
    error_px=0.2,
    focal_spread=0.001,
    covered=0.8,
    photos=9,
)


def some_profiles(weight: float = 0.5) -> Profiles:
    """A camera and a set of tiles, made anew each time; the weight makes it another set of the same name."""
    tiles = TileProfile("Kitchen set", np.zeros(3), np.ones(3), np.full((4, 11), weight), np.zeros(4))
    return Profiles((CAMERA_FILE.profile(),), (tiles,))
