"""From photos of the camera sheet to a camera profile, or to a sentence that says what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board_views import BoardView, UnusableView, ViewFlaw
from scanner.lens import Lens
from scanner.profiles import CameraProfile

Floats = npt.NDArray[np.float64]

LEAST_VIEWS = 5
LEAST_VIEWS_FROM_ASIDE, ASIDE_DEG = 3, 12.0
MOST_FOCAL_SPREAD = 0.01
MOST_ERROR_SHARE = 0.001
"""A typical miss above this share of the longer side is no calibration."""
COVER_COLUMNS, COVER_ROWS = 8, 6
FLAGS = (
    cv2.CALIB_USE_INTRINSIC_GUESS
    | cv2.CALIB_FIX_PRINCIPAL_POINT
    | cv2.CALIB_FIX_ASPECT_RATIO
    | cv2.CALIB_ZERO_TANGENT_DIST
    | cv2.CALIB_FIX_K3
)


class FitFlaw(StrEnum):
    """Why photos make no profile, for those who say it in other languages."""

    TOO_FEW = "too_few"
    NO_MODEL = "no_model"
    CONTRADICTION = "contradiction"
    ONLY_FROM_ABOVE = "only_from_above"
    INEXACT = "inexact"


class CalibrationError(ValueError):
    """The photos make no profile; the message says why and what to do."""

    def __init__(self, message: str, flaw: FitFlaw) -> None:
        super().__init__(message)
        self.flaw = flaw


@dataclass(frozen=True)
class CameraFit:
    """A profile and how well it is known. Errors are of the corners, in pixels, root mean square."""

    profile: CameraProfile
    error_px: float
    focal_spread: float
    views: tuple[BoardView, ...]
    view_errors_px: tuple[float, ...]
    left_out: tuple[UnusableView, ...]
    covered: float


@dataclass(frozen=True)
class _Solution:
    focal_px: float
    lens: Lens
    error_px: float
    view_errors_px: Floats
    focal_sigma_px: float
    views_from_aside: int


def fit_camera_profile(views: Sequence[BoardView], name: str | None = None) -> CameraFit:
    """The profile that explains the views; odd ones are left out. Raises CalibrationError."""
    same, others = of_one_camera(views)
    _check_enough(same)
    if not same[0].camera_model:
        raise CalibrationError(
            "the photos do not say which camera took them, so the profile could never be matched: "
            "use the files as the camera wrote them, with their EXIF data",
            FitFlaw.NO_MODEL,
        )
    solution = _solve(same)
    limit_px = max(3 * float(np.median(solution.view_errors_px)), 0.6)
    odd = solution.view_errors_px > limit_px
    if odd.any():
        others += tuple(UnusableView(v.name, ViewFlaw.DOES_NOT_FIT) for v, out in zip(same, odd, strict=True) if out)
        same = [view for view, out in zip(same, odd, strict=True) if not out]
        _check_enough(same)
        solution = _solve(same)
    _check_good(solution, same[0])
    profile = _profile(solution, same[0], name)
    spread = solution.focal_sigma_px / solution.focal_px
    errors = tuple(float(error) for error in solution.view_errors_px)
    return CameraFit(profile, solution.error_px, spread, tuple(same), errors, others, covered_share(same))


def of_one_camera(views: Sequence[BoardView]) -> tuple[list[BoardView], tuple[UnusableView, ...]]:
    """The views of the camera that most come from, and the rest."""
    if not views:
        return [], ()
    main, _ = Counter(view.camera_key() for view in views).most_common(1)[0]
    others = tuple(UnusableView(v.name, ViewFlaw.OTHER_CAMERA) for v in views if v.camera_key() != main)
    return [view for view in views if view.camera_key() == main], others


def coverage(views: Sequence[BoardView]) -> npt.NDArray[np.intp]:
    """How many corners fell in each of the fields of the picture: (rows, columns), longer side lying."""
    counts = np.zeros((COVER_ROWS, COVER_COLUMNS), np.intp)
    for view in views:
        size = max(view.width_px, view.height_px), min(view.width_px, view.height_px)
        cells = np.floor(view.corners_lying_px() / size * (COVER_COLUMNS, COVER_ROWS)).astype(int)
        columns, rows = cells.clip(0, (COVER_COLUMNS - 1, COVER_ROWS - 1)).T
        np.add.at(counts, (rows, columns), 1)
    return counts


def covered_share(views: Sequence[BoardView]) -> float:
    return float((coverage(views) > 0).mean())


def _check_enough(views: Sequence[BoardView]) -> None:
    if len(views) < LEAST_VIEWS:
        raise CalibrationError(
            f"a profile needs at least {LEAST_VIEWS} usable photos of one camera, 10 are good; there "
            + ("is 1" if len(views) == 1 else f"are {len(views)}"),
            FitFlaw.TOO_FEW,
        )


def _solve(views: Sequence[BoardView]) -> _Solution:
    first = views[0]
    width_px, height_px = max(first.width_px, first.height_px), min(first.width_px, first.height_px)
    focal_px = first.likely_focal_px
    guess = np.array([[focal_px, 0, (width_px - 1) / 2], [0, focal_px, (height_px - 1) / 2], [0, 0, 1.0]])
    points = [view.corners_mm().astype(np.float32).reshape(-1, 1, 3) for view in views]
    pixels = [view.corners_lying_px().astype(np.float32).reshape(-1, 1, 2) for view in views]
    try:
        error_px, matrix, bent, turns, _, spread, _, view_errors = cv2.calibrateCameraExtended(
            points, pixels, (width_px, height_px), guess, np.zeros(5), flags=FLAGS
        )
    except cv2.error:
        message = "the photos contradict each other: take them again, with the sheet flat"
        raise CalibrationError(message, FitFlaw.CONTRADICTION) from None
    bent = np.ravel(bent)
    # OpenCV varies only fy where the aspect ratio is fixed.
    sigma_px = float(np.ravel(spread)[:2].max())
    lens = Lens(float(bent[0]), float(bent[1]))
    aside = sum(_tilt_deg(np.asarray(turn)) > ASIDE_DEG for turn in turns)
    return _Solution(float(matrix[1, 1]), lens, float(error_px), np.ravel(view_errors), sigma_px, aside)


def _tilt_deg(turn: Floats) -> float:
    """Between the camera's axis and the upright of the sheet."""
    rotation, _ = cv2.Rodrigues(turn)
    return float(np.degrees(np.arccos(np.clip(abs(rotation[2, 2]), 0, 1))))


def _check_good(solution: _Solution, view: BoardView) -> None:
    # Straight from above, a longer lens farther away shows the very same picture.
    unsure = not np.isfinite(solution.focal_px) or solution.focal_sigma_px > MOST_FOCAL_SPREAD * solution.focal_px
    if unsure or solution.views_from_aside < LEAST_VIEWS_FROM_ASIDE:
        raise CalibrationError(
            "the photos leave the focal length open: take most of them from aside, at 20 to 45 degrees",
            FitFlaw.ONLY_FROM_ABOVE,
        )
    limit_px = MOST_ERROR_SHARE * max(view.width_px, view.height_px)
    if solution.error_px > limit_px:
        raise CalibrationError(
            f"the corners miss by {solution.error_px:.1f} pixels, more than {limit_px:.1f}: "
            "lay the sheet flat, hold still, and use one zoom setting",
            FitFlaw.INEXACT,
        )


def _profile(solution: _Solution, view: BoardView, name: str | None) -> CameraProfile:
    long_px, short_px = max(view.width_px, view.height_px), min(view.width_px, view.height_px)
    model = view.camera_model or ""
    return CameraProfile(
        name=name or f"{model} {long_px}x{short_px}",
        camera_model=model,
        long_px=long_px,
        short_px=short_px,
        focal_px=solution.focal_px,
        lens=solution.lens,
        exif_focal_px=view.told_focal_px,
    )
