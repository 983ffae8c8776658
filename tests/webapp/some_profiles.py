"""Calibration profiles for tests: a camera's file, and profiles as the scanner takes them."""

from __future__ import annotations

import numpy as np

from scanner.own_tiles import TileProfile
from scanner.profiles import Profiles
from tests.calibration.some_camera import CAMERA_FILE


def some_profiles(weight: float = 0.5) -> Profiles:
    """A camera and a set of tiles, made anew each time; the weight makes it another set of the same name."""
    tiles = TileProfile("Kitchen set", np.zeros(3), np.ones(3), np.full((4, 11), weight), np.zeros(4))
    return Profiles((CAMERA_FILE.profile(),), (tiles,))
