"""Quick photos of the camera sheet as files: a pinhole camera of 26 mm over a grey table, with EXIF."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.camera_board import HEIGHT_MM, WIDTH_MM, board_picture
from samples.sheet_photos import as_jpeg

PX_PER_MM = 6
FOCAL_MM = 26
SIZE_PX = (1280, 960)
FOCAL_PX = FOCAL_MM / np.hypot(36, 24) * np.hypot(*SIZE_PX)


def sheet_photo(number: int, tilt_deg: float = 32.0) -> np.ndarray:
    """The sheet seen from one side; the number gives the side."""
    chance = np.random.default_rng(number)
    direction = chance.uniform(0, 2 * np.pi)
    turn, _ = cv2.Rodrigues(np.radians(tilt_deg) * np.array([np.cos(direction), np.sin(direction), 0.0]))
    middle = turn @ np.array([WIDTH_MM / 2, HEIGHT_MM / 2, 0.0])
    shift = np.array([*chance.uniform(-20, 20, 2), 300.0]) - middle
    inner = np.array([[FOCAL_PX, 0, (SIZE_PX[0] - 1) / 2], [0, FOCAL_PX, (SIZE_PX[1] - 1) / 2], [0, 0, 1.0]])
    to_mm = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, PX_PER_MM]]) / PX_PER_MM
    plane = inner @ np.column_stack([turn[:, 0], turn[:, 1], shift]) @ to_mm
    paper = np.where(board_picture(PX_PER_MM) > 0, 235, 25).astype(np.uint8)
    flat = cv2.warpPerspective(paper, plane, SIZE_PX, flags=cv2.INTER_AREA, borderValue=150)
    return cv2.cvtColor(cv2.GaussianBlur(flat, (0, 0), 0.7), cv2.COLOR_GRAY2RGB)


def sheet_file(number: int, *, tilt_deg: float = 32.0, model: str | None = "Test phone", blur_px: float = 0.0) -> bytes:
    rgb = sheet_photo(number, tilt_deg)
    return as_jpeg(cv2.GaussianBlur(rgb, (0, 0), blur_px) if blur_px else rgb, model, FOCAL_MM)


def other_board_file() -> bytes:
    """A board that another program prints."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_6X6_250)
    board = cv2.aruco.CharucoBoard((6, 8), 30.0, 22.0, dictionary)
    return as_jpeg(cv2.cvtColor(board.generateImage((900, 1200), marginSize=60), cv2.COLOR_GRAY2RGB), "Test phone", 26)


def bomb_zip() -> bytes:
    """A small zip that unpacks to far more than any profile has."""
    import io
    import zipfile

    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("profile.json", b" " * 60_000_000)
    return file.getvalue()
