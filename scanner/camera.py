"""The camera over the table: where a place of the lattice at some height is seen in the photo.

World: hex sizes, x to the right and y down along the table, z into the table, so that the top of a stack of
level n lies at z = -n * TILE_THICKNESS. Camera: x right, y down, z forward; no mirror images can arise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import degrees, hypot

import cv2
import numpy as np
import numpy.typing as npt
from scipy.optimize import least_squares

from scanner.lens import STRAIGHT, Lens
from scanner.sheet_pose import EXACTNESS_PX, SeenSheet

Floats = npt.NDArray[np.float64]

TILE_THICKNESS = 0.22
"""Of a tile, in hex sizes (centre to corner)."""

K2_SHARE = 0.25
"""How far the second number of a lens may be off, as a share of the first."""

UNIT_HEX_XY: Floats = np.array(
    [(np.cos(angle), np.sin(angle)) for angle in np.radians([0, 60, 120, 180, 240, 300])], dtype=np.float64
)
"""The corners of a flat-top hex of size 1."""


@dataclass(frozen=True)
class TableCamera:
    """A camera and its pose over one city's lattice; all its pixels are those of the photo, bent by the lens."""

    focal_px: float
    centre_px: tuple[float, float]
    rotation: Floats
    translation: Floats
    lens: Lens = STRAIGHT

    def project(self, points_xyz: Floats) -> Floats:
        """Pixels (n, 2) of world points (n, 3)."""
        seen = points_xyz @ self.rotation.T + self.translation
        depth = np.maximum(seen[:, 2:], 1e-6)
        bent = self.lens.bend(seen[:, :2] / depth)
        return np.asarray(bent * self.focal_px + np.array(self.centre_px), dtype=np.float64)

    def position_xyz(self) -> Floats:
        return np.asarray(-self.rotation.T @ self.translation, dtype=np.float64)

    def parallax_per_level(self, points_xy: Floats) -> Floats:
        """How far, in hex sizes along the table, one level moves a top away from the camera's foot: (n, 2)."""
        position = self.position_xyz()
        height = max(-float(position[2]), 1e-3)
        return np.asarray((points_xy - position[:2]) / height * TILE_THICKNESS, dtype=np.float64)

    def frames_at(self, centres_xy: Floats, level: float) -> Floats:
        """The frames (n, 2, 2), from the unit hex to pixels, of tops of a level on these places of the lattice."""
        ends = centres_xy[:, None] + np.array([[1e-3, 0], [-1e-3, 0], [0, 1e-3], [0, -1e-3]])
        heights = np.full(ends.shape[:2], -level * TILE_THICKNESS)
        seen = self.project(np.dstack([ends, heights]).reshape(-1, 3)).reshape(-1, 4, 2)
        return np.asarray(np.stack([seen[:, 0] - seen[:, 1], seen[:, 2] - seen[:, 3]], axis=2) / 2e-3)

    def tilt_deg(self) -> float:
        """Between the camera's axis and the vertical."""
        axis = self.rotation.T @ np.array([0.0, 0.0, 1.0])
        return degrees(float(np.arctan2(hypot(axis[0], axis[1]), axis[2])))

    def plane_to_px(self, level: float) -> Floats:
        """The homography (3, 3) from table coordinates on the plane of a level's tops to pixels of a straight lens."""
        z = -level * TILE_THICKNESS
        columns = np.column_stack(
            [self.rotation[:, 0], self.rotation[:, 1], self.rotation[:, 2] * z + self.translation]
        )
        intrinsics = np.array(
            [[self.focal_px, 0, self.centre_px[0]], [0, self.focal_px, self.centre_px[1]], [0, 0, 1.0]]
        )
        return np.asarray(intrinsics @ columns, dtype=np.float64)

    def bend_near(self, straight_px: Floats) -> Floats:
        """The affine map (3, 3) that does to pixels around one of a straight lens what the lens does to them."""
        ends = straight_px + np.array([[0.0, 0.0], [0.5, 0.0], [-0.5, 0.0], [0.0, 0.5], [0.0, -0.5]])
        bent = self.lens.bend((ends - self.centre_px) / self.focal_px) * self.focal_px + self.centre_px
        linear = np.column_stack([bent[1] - bent[2], bent[3] - bent[4]])
        return np.vstack([np.column_stack([linear, bent[0] - linear @ straight_px]), [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class PoseEvidence:
    """What a pose is fitted to: points of the lattice with the level of their hex and where they are seen."""

    points_xy: Floats
    levels: Floats
    pixels: Floats
    weights: Floats


def fit_camera(
    evidence: PoseEvidence,
    focal_px: float,
    centre_px: tuple[float, float],
    *,
    focal_log_sigma: float,
    centre_sigma_px: float = 0.0,
    lens: Lens = STRAIGHT,
    sheet: SeenSheet | None = None,
    lens_sigma: float = 0.0,
) -> TableCamera | None:
    """The pose, and the focal length within its prior, that explain the evidence; None if there is none.

    In a photo that was cropped the lens looks elsewhere than at its middle, by about `centre_sigma_px`.
    A corner sheet shows the plane of the table itself, whatever the levels, and how a lens bends that is not known:
    `lens_sigma` is how far its first number may be off.
    """
    start = _planar_pose(evidence, TableCamera(focal_px, centre_px, np.eye(3), np.zeros(3), lens))
    if start is None:
        return None
    world = np.column_stack([evidence.points_xy, -evidence.levels * TILE_THICKNESS])
    rotation_vector, _ = cv2.Rodrigues(start.rotation)
    laid = sheet.laid_on(start.plane_to_px(0)) if sheet else np.empty(0)
    guess = np.concatenate([rotation_vector.ravel(), start.translation, np.zeros(5), laid])
    sigmas = _Sigmas(centre_sigma_px, lens_sigma if sheet else 0.0)
    size_px = _size_px(evidence)
    sheet_px = EXACTNESS_PX * max(centre_px) / 800

    def residuals(parameters: Floats) -> Floats:
        camera = _moved(start, parameters, sigmas)
        misses = (camera.project(world) - evidence.pixels) / size_px * evidence.weights[:, None]
        # In units of the expected slop of a tile, so that the focal prior weighs in honestly.
        parts = [misses.ravel() / 0.05, np.array([parameters[6] / focal_log_sigma]), parameters[7:11]]
        if sheet is not None:
            parts.append((camera.project(sheet.on_table(parameters[11:])) - sheet.pixels).ravel() / sheet_px)
        return np.concatenate(parts)

    fitted = least_squares(residuals, guess, loss="soft_l1", x_scale="jac", max_nfev=30)
    camera = _moved(start, fitted.x, sigmas)
    return camera if camera.position_xyz()[2] < 0 and np.isfinite(fitted.cost) else None


def _planar_pose(evidence: PoseEvidence, unposed: TableCamera) -> TableCamera | None:
    """The camera turned and moved so that the points, all on one plane, are seen where they are."""
    world = np.column_stack([evidence.points_xy, np.zeros(len(evidence.points_xy))])
    focal_px, (x_px, y_px) = unposed.focal_px, unposed.centre_px
    intrinsics = np.array([[focal_px, 0, x_px], [0, focal_px, y_px], [0, 0, 1.0]])
    found, rotations, translations, errors = cv2.solvePnPGeneric(
        world, evidence.pixels.reshape(-1, 1, 2), intrinsics, unposed.lens.opencv(), flags=cv2.SOLVEPNP_IPPE
    )
    if not found:
        return None
    candidates = []
    for vector, translation, error in zip(rotations, translations, np.ravel(errors), strict=True):
        rotation, _ = cv2.Rodrigues(vector)
        pose = np.asarray(rotation, dtype=np.float64), np.asarray(translation, dtype=np.float64).ravel()
        camera = replace(unposed, rotation=pose[0], translation=pose[1])
        if camera.position_xyz()[2] < 0:
            candidates.append((float(error), camera))
    return min(candidates, key=lambda pair: pair[0])[1] if candidates else None


@dataclass(frozen=True)
class _Sigmas:
    """How far the middle and the bend of the lens may be off."""

    centre_px: float
    lens_k1: float


def _moved(start: TableCamera, parameters: Floats, sigmas: _Sigmas) -> TableCamera:
    """The camera of the search's parameters: rotation vector, translation, logarithm of the focal length's change, and
    how far middle and bend of the lens are off, in units of their sigmas."""
    rotation, _ = cv2.Rodrigues(parameters[:3].reshape(3, 1))
    turned = np.asarray(rotation, dtype=np.float64)
    focal_px = start.focal_px * float(np.exp(parameters[6]))
    x_px, y_px = np.array(start.centre_px) + parameters[7:9] * sigmas.centre_px
    bent = parameters[9:11] * sigmas.lens_k1 * (1, K2_SHARE)
    lens = Lens(start.lens.k1 + float(bent[0]), start.lens.k2 + float(bent[1])) if bent.any() else start.lens
    pose = replace(start, focal_px=focal_px, rotation=turned, translation=parameters[3:6])
    return replace(pose, centre_px=(float(x_px), float(y_px)), lens=lens)


def _size_px(evidence: PoseEvidence) -> float:
    """Pixels per hex size, from the spread of the points."""
    spread_xy = np.std(evidence.points_xy, axis=0).mean()
    return float(np.std(evidence.pixels, axis=0).mean() / max(spread_xy, 1e-9))
