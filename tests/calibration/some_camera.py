"""A camera's profile for tests."""

from __future__ import annotations

from datetime import date

from calibration.camera_file import CameraFile

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
