"""A camera from ten photos of the sheet, and what its profile does for levels in wide-angle photos."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.board_views import BoardView
from calibration.camera_fit import CameraFit, fit_camera_profile
from calibration.photo_files import view_of_file
from samples.benchmark.bars import Bar
from samples.benchmark.measures import HexFigures
from samples.calibration_bench.shots import SIZE_PX, drawn, figures
from samples.camera import frame
from samples.chance import between, stream
from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings
from samples.sheet_photos import LENSES, StudioLens, as_jpeg, draw_sheet_photo
from scanner.profiles import CameraProfile, Profiles

SHEET_PHOTOS, UNSEEN_PHOTOS = 10, 4
FIRST_SEED = 9_100_000
TILTS_DEG = (5, 35)


def camera_bars(out: Path, photos: int) -> list[Bar]:
    """Focal length and corners for each lens, then levels through the widest."""
    fits = [(lens, *_fit(lens)) for lens in LENSES]
    bars = []
    for lens, fit, true_focal_px, unseen in fits:
        off = 100 * abs(fit.profile.focal_px / true_focal_px - 1)
        bars.append(Bar(f"{lens.name}: focal length off", off, 1.0, is_floor=False, unit="%"))
        error_px = _pose_only_error_px(fit.profile, unseen)
        bars.append(Bar(f"{lens.name}: corners of unseen photos", error_px, 0.5, is_floor=False, unit="px"))
    widest, fit = fits[-1][0], fits[-1][1]
    return bars + _level_bars(out, photos, widest, fit)


def _model(lens: StudioLens) -> str:
    return f"Studio {lens.name}"


def _fit(lens: StudioLens) -> tuple[CameraFit, float, list[BoardView]]:
    """The fit of the first usable ten photos, the true focal length, and the views after them."""
    views: list[BoardView] = []
    focal_px = 0.0
    for seed in range(40):
        shot = draw_sheet_photo(seed, lens, SIZE_PX)
        focal_px = shot.camera.focal_px
        view = view_of_file(str(seed), as_jpeg(shot.image_rgb, _model(lens), lens.focal_mm))
        if isinstance(view, BoardView):
            views.append(view)
        if len(views) == SHEET_PHOTOS + UNSEEN_PHOTOS:
            break
    return fit_camera_profile(views[:SHEET_PHOTOS]), focal_px, views[SHEET_PHOTOS:]


def _pose_only_error_px(profile: CameraProfile, views: list[BoardView]) -> float:
    """How far corners land from where they are seen when only the pose is fitted: root mean square."""
    squares = []
    for view in views:
        middle = (view.width_px - 1) / 2, (view.height_px - 1) / 2
        matrix = np.array([[profile.focal_px, 0, middle[0]], [0, profile.focal_px, middle[1]], [0, 0, 1.0]])
        _, turn, shift = cv2.solvePnP(view.corners_mm(), view.corners_px, matrix, profile.lens.opencv())
        landed, _ = cv2.projectPoints(view.corners_mm(), turn, shift, matrix, profile.lens.opencv())
        squares.append(((landed.reshape(-1, 2) - view.corners_px) ** 2).sum(axis=1))
    return float(np.sqrt(np.concatenate(squares).mean()))


def _level_bars(out: Path, photos: int, lens: StudioLens, fit: CameraFit) -> list[Bar]:
    folder = drawn(
        out / "wide-hard", range(FIRST_SEED, FIRST_SEED + photos), lambda seed: _through(seed, lens), _model(lens)
    )
    before = figures(folder, "Reading without the profile").hexes
    after = figures(folder, "Reading with the profile", Profiles(cameras=(fit.profile,))).hexes
    return gain_bars("wide angle", before, after)


def gain_bars(label: str, before: HexFigures, after: HexFigures) -> list[Bar]:
    """Levels before and after, and the demand: two points more, or half the errors."""
    shares = before.levels_right.fraction or 0.0, after.levels_right.fraction or 0.0
    enough = min(shares[0] + 0.02, 1 - (1 - shares[0]) / 2)
    return [
        Bar(f"{label}: hexes found without", before.found, 0.0, is_floor=True),
        Bar(f"{label}: hexes found with", after.found, 0.0, is_floor=True),
        Bar(f"{label}: levels right without", before.levels_right, 0.0, is_floor=True),
        Bar(f"{label}: levels right with", after.levels_right, round(enough, 4), is_floor=True),
    ]


def _through(seed: int, lens: StudioLens) -> PhotoPlan:
    """A city photographed through a lens, uncropped. Hard, because plain photos leave no wrong levels to count."""
    plan = plan_photo(seed, StudioSettings(preset="hard", size_px=SIZE_PX, cities=1))
    chance = stream(seed, "through a lens")
    pose = replace(
        plan.pose,
        focal_mm=lens.focal_mm,
        k1=lens.k1,
        k2=lens.k2,
        tilt_deg=between(chance, TILTS_DEG),
        crop=1.0,
        crop_xy=(0.5, 0.5),
    )
    bodies = [body for body in plan.scene.bodies if body.city == 0]
    points = np.concatenate([body.corners(face.place) for body in bodies for face in body.faces])
    tops = np.column_stack([points, np.full(len(points), plan.scene.look.thickness)])
    camera = frame(pose, tops, between(chance, (0.85, 1.05)), (0.0, 0.0))
    return replace(plan, pose=pose, scene=replace(plan.scene, camera=camera))
