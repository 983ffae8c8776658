"""Finds the camera sheet in a photo, or says why the photo is of no use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera_board import CORNERS, FIRST_MARKER, MARKERS, SQUARE_MM, camera_board
from scanner.load_photo import FocalSource, Photo
from scanner.marker_sheet import MARKER_DICTIONARY

Floats = npt.NDArray[np.float64]
Grey = npt.NDArray[np.uint8]

LEAST_CORNERS = 16
FEWEST_TO_FLATTEN = 6
LEAST_SPREAD = 0.1
"""The sheet's part of the picture's area below which a photo tells too little."""
BLUR_SHARE = 0.0016
"""Edges softer than this share of the longer side are blurred."""
PX_PER_SQUARE = 64
OTHER_BOARDS = (
    cv2.aruco.DICT_4X4_1000,
    cv2.aruco.DICT_5X5_1000,
    cv2.aruco.DICT_6X6_1000,
    cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_ARUCO_ORIGINAL,
    cv2.aruco.DICT_APRILTAG_36h11,
)


class ViewFlaw(StrEnum):
    """Why a photo cannot be used."""

    UNREADABLE = "unreadable"
    NO_SHEET = "no_sheet"
    OTHER_BOARD = "other_board"
    TOO_FEW_CORNERS = "too_few_corners"
    TOO_SMALL = "too_small"
    BLURRED = "blurred"
    OTHER_CAMERA = "other_camera"
    DOES_NOT_FIT = "does_not_fit"


FLAW_SENTENCES: dict[ViewFlaw, str] = {
    ViewFlaw.UNREADABLE: "it cannot be read",
    ViewFlaw.NO_SHEET: "the camera sheet was not found in it; it must be whole, sharp and well lit",
    ViewFlaw.OTHER_BOARD: "it shows another board than the camera sheet of Akroscan",
    ViewFlaw.TOO_FEW_CORNERS: f"fewer than {LEAST_CORNERS} of the sheet's {CORNERS} corners can be seen",
    ViewFlaw.TOO_SMALL: "the sheet is too small in it; come nearer",
    ViewFlaw.BLURRED: "it is blurred; hold the camera still",
    ViewFlaw.OTHER_CAMERA: "it comes from another camera, lens or resolution than most of the photos",
    ViewFlaw.DOES_NOT_FIT: "the sheet in it does not agree with the other photos; was it bent or moved?",
}


@dataclass(frozen=True)
class BoardView:
    """The sheet as one photo shows it. `corners_px` (n, 2) belong to the board's corners `numbers` (n,)."""

    name: str
    camera_model: str | None
    width_px: int
    height_px: int
    told_focal_px: float | None
    likely_focal_px: float
    corners_px: Floats
    numbers: npt.NDArray[np.intp]

    def camera_key(self) -> tuple[object, ...]:
        """Alike for photos of one lens at one resolution."""
        sides = sorted((self.width_px, self.height_px))
        return self.camera_model, *sides, self.told_focal_px and round(self.told_focal_px / max(sides), 2)

    def corners_mm(self) -> Floats:
        points = np.asarray(camera_board().getChessboardCorners(), dtype=np.float64)
        return points[self.numbers]

    def corners_lying_px(self) -> Floats:
        """The corners with the longer side of the picture lying, for photos taken upright and lying together."""
        if self.width_px >= self.height_px:
            return self.corners_px
        return np.column_stack([self.corners_px[:, 1], self.width_px - 1 - self.corners_px[:, 0]])


@dataclass(frozen=True)
class UnusableView:
    """A photo that is left out, and why."""

    name: str
    flaw: ViewFlaw
    detail: str = ""

    def sentence(self) -> str:
        return f"{self.name}: {FLAW_SENTENCES[self.flaw]}" + (f" ({self.detail})" if self.detail else "")


def look_for_board(name: str, photo: Photo) -> BoardView | UnusableView:
    """The sheet in a photo."""
    grey: Grey = np.asarray(cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8)
    corners_px, numbers = _corners(grey)
    if len(numbers) == 0:
        return UnusableView(name, ViewFlaw.OTHER_BOARD if _shows_other_board(grey) else ViewFlaw.NO_SHEET)
    told = photo.focal_px if photo.focal_source is FocalSource.EXIF else None
    size = photo.width_px, photo.height_px
    view = BoardView(name, photo.camera_model, *size, told, photo.focal_px, corners_px, numbers)
    flaw = _flaw(view, grey)
    return UnusableView(name, flaw) if flaw else view


def _corners(grey: Grey) -> tuple[Floats, npt.NDArray[np.intp]]:
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(camera_board()).detectBoard(grey)
    if corners is None or numbers is None:
        return np.empty((0, 2)), np.empty(0, np.intp)
    return np.asarray(corners, dtype=np.float64).reshape(-1, 2), np.asarray(numbers, dtype=np.intp).ravel()


def _flaw(view: BoardView, grey: Grey) -> ViewFlaw | None:
    if len(view.numbers) >= FEWEST_TO_FLATTEN and _edge_softness_px(view, grey) > BLUR_SHARE * max(grey.shape):
        return ViewFlaw.BLURRED
    if len(view.numbers) < LEAST_CORNERS:
        return ViewFlaw.TOO_FEW_CORNERS
    if _hull_area(view.corners_px) < LEAST_SPREAD * view.width_px * view.height_px:
        return ViewFlaw.TOO_SMALL
    return None


def _edge_softness_px(view: BoardView, grey: Grey) -> float:
    """The spread (sigma) of a black and white edge in the photo, from the steepest places of the flattened sheet."""
    to_squares, _ = cv2.findHomography(view.corners_px, view.corners_mm()[:, :2] / SQUARE_MM * PX_PER_SQUARE)
    size = np.ceil(view.corners_mm()[:, :2].max(axis=0) / SQUARE_MM * PX_PER_SQUARE).astype(int)
    flat = cv2.warpPerspective(grey, to_squares, (int(size[0]), int(size[1]))).astype(np.float32)
    flat = flat[PX_PER_SQUARE:, PX_PER_SQUARE:]
    slope = np.hypot(cv2.Sobel(flat, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(flat, cv2.CV_32F, 0, 1, scale=1 / 8))
    contrast = float(np.percentile(flat, 95) - np.percentile(flat, 5))
    steepest = max(float(np.percentile(slope, 97)), 1e-3)
    shown, flattened = _hull_area(view.corners_px), _hull_area(view.corners_mm()[:, :2] / SQUARE_MM * PX_PER_SQUARE)
    return float(0.4 * contrast / steepest * np.sqrt(shown / max(flattened, 1e-9)))


def _hull_area(points: Floats) -> float:
    return float(cv2.contourArea(cv2.convexHull(points.astype(np.float32))))


def _shows_other_board(grey: Grey) -> bool:
    """Whether there are markers at all, only not those of the camera sheet."""
    scale = min(1.0, 1600 / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for name in (MARKER_DICTIONARY, *OTHER_BOARDS):
        dictionary = cv2.aruco.getPredefinedDictionary(name)
        _, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(small)
        if ids is not None and len(ids) >= 4:
            ours = (ids >= FIRST_MARKER) & (ids < FIRST_MARKER + MARKERS)
            return name != MARKER_DICTIONARY or not ours.all()
    found, _ = cv2.findChessboardCornersSB(small, (7, 7), flags=cv2.CALIB_CB_LARGER)
    return bool(found)
