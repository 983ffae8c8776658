"""Views of the camera sheet through a known lens, as exact as a good photo gives them."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.board_views import BoardView
from calibration.camera_board import camera_board

FOCAL_PX, K1, K2 = 1210.0, -0.15, 0.04
WIDTH_PX, HEIGHT_PX = 1600, 1200


def seen_sheet(number: int, *, tilt_deg: float, noise_px: float = 0.1, **changes) -> BoardView:
    """The sheet from one side; `changes` go into the view."""
    chance = np.random.default_rng(number)
    points = np.asarray(camera_board().getChessboardCorners(), dtype=np.float64)
    direction = chance.uniform(0, 2 * np.pi)
    rotation = np.radians(tilt_deg) * np.array([np.cos(direction), np.sin(direction), 0.0])
    turned = cv2.Rodrigues(rotation)[0] @ (points.mean(axis=0))
    shift = np.array([*chance.uniform(-40, 40, 2), 260.0]) - turned
    matrix = np.array([[FOCAL_PX, 0, (WIDTH_PX - 1) / 2], [0, FOCAL_PX, (HEIGHT_PX - 1) / 2], [0, 0, 1]])
    seen, _ = cv2.projectPoints(points, rotation, shift, matrix, np.array([K1, K2, 0, 0]))
    pixels = seen.reshape(-1, 2) + chance.normal(0, noise_px, (len(points), 2))
    inside = ((pixels > 0) & (pixels < (WIDTH_PX, HEIGHT_PX))).all(axis=1)
    values = {
        "name": f"{number}.jpg",
        "camera_model": "Test 1",
        "width_px": WIDTH_PX,
        "height_px": HEIGHT_PX,
        "told_focal_px": 1230.0,
        "likely_focal_px": 1230.0,
        "corners_px": pixels[inside],
        "numbers": np.flatnonzero(inside),
    }
    return BoardView(**{**values, **changes})


def ten_views() -> list[BoardView]:
    return [seen_sheet(number, tilt_deg=5 if number % 4 == 0 else 33) for number in range(10)]
