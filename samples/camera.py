"""The pinhole camera of the studio.

World: x to the right and y down on the table, height above it, all in hex sizes. The camera turns
(x, y, -height) into its own right/down/forward axes; pixels follow OpenCV (the centre of the first pixel is 0, 0).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
FULL_FRAME_DIAGONAL_MM = hypot(36, 24)


@dataclass(frozen=True, eq=False)
class Camera:
    """Where the camera stands and what its lens does. `rotation` is 3x3, `position` is (x, y, height).

    `axis_px` is where the lens looks straight ahead: the middle of the photo, unless the photo was cropped.
    """

    width_px: int
    height_px: int
    focal_px: float
    rotation: Array
    position: Array
    k1: float = 0.0
    k2: float = 0.0
    axis_px: tuple[float, float] | None = None

    @property
    def matrix(self) -> Array:
        return np.array([[self.focal_px, 0, self.centre_px[0]], [0, self.focal_px, self.centre_px[1]], [0, 0, 1.0]])

    @property
    def centre_px(self) -> Array:
        return np.array(self.axis_px or ((self.width_px - 1) / 2, (self.height_px - 1) / 2))

    @property
    def translation(self) -> Array:
        x, y, height = self.position
        made: Array = -self.rotation @ np.array([x, y, -height])
        return made

    def in_camera(self, points: Array) -> Array:
        """Points (x, y, height) in the camera's right, down and forward axes."""
        flipped = points * np.array([1.0, 1.0, -1.0])
        made: Array = flipped @ self.rotation.T + self.translation
        return made

    def project_ideal(self, points: Array) -> Array:
        """Pixels of points (x, y, height) for a lens without distortion; points must lie before the camera."""
        seen = self.in_camera(points)
        made: Array = seen[:, :2] / seen[:, 2:] * self.focal_px + self.centre_px
        return made

    def project(self, points: Array) -> Array:
        """Pixels of points (x, y, height), lens distortion included."""
        return self.distort(self.project_ideal(points))

    def project_level(self, table_points: Array, height: float) -> Array:
        """Pixels of points (x, y) at one height, lens distortion included."""
        return self.project(np.column_stack([table_points, np.full(len(table_points), height)]))

    def distort(self, ideal_px: Array) -> Array:
        seen = (ideal_px - self.centre_px) / self.focal_px
        made: Array = seen * self._bulge(seen) * self.focal_px + self.centre_px
        return made

    def undistort(self, seen_px: Array) -> Array:
        """The pixels where a lens without distortion would show what these pixels show."""
        wanted = (seen_px - self.centre_px) / self.focal_px
        found = wanted.copy()
        for _ in range(12):
            found = wanted / self._bulge(found)
        made: Array = found * self.focal_px + self.centre_px
        return made

    def _bulge(self, seen: Array) -> Array:
        """How far the lens moves points out or in. Far outside the frame the polynomial would fold them back into it:
        from a little beyond the corner on it stays as it is there."""
        corner = float(((self.centre_px / self.focal_px) ** 2).sum())
        square = np.minimum((seen**2).sum(axis=1, keepdims=True), 1.5 * corner)
        made: Array = 1 + self.k1 * square + self.k2 * square**2
        return made

    def plane(self, height: float) -> Array:
        """The 3x3 map from (x, y, 1) on the plane at this height to ideal pixels."""
        columns = [self.rotation[:, 0], self.rotation[:, 1], self.translation - self.rotation[:, 2] * height]
        made: Array = self.matrix @ np.stack(columns, axis=1)
        return made

    def on_plane(self, ideal_px: Array, height: float) -> Array:
        """Where the rays of ideal pixels meet the plane at this height; far away for rays above the horizon."""
        homogeneous = np.column_stack([ideal_px, np.ones(len(ideal_px))]) @ np.linalg.inv(self.plane(height)).T
        made: Array = homogeneous[:, :2] / np.where(np.abs(homogeneous[:, 2:]) < 1e-9, 1e-9, homogeneous[:, 2:])
        return made

    def sees_ground(self, ideal_px: Array) -> npt.NDArray[np.bool_]:
        """Whether the rays of pixels go down to the table, and not above the horizon."""
        rays = np.column_stack([(ideal_px - self.centre_px) / self.focal_px, np.ones(len(ideal_px))]) @ self.rotation
        made: npt.NDArray[np.bool_] = rays[:, 2] > 0.05
        return made

    def depth(self, points: Array) -> Array:
        return self.in_camera(points)[:, 2]

    def scale_at(self, x: float, y: float, height: float = 0.0) -> float:
        """Pixels per hex size for things that face the camera there."""
        return self.focal_px / float(self.depth(np.array([[x, y, height]]))[0])


@dataclass(frozen=True)
class Pose:
    """How a camera looks at the table: angles and lens, not yet where from.

    A cropped photo is `crop` of the whole in width and height; `crop_xy` in 0..1 says from where in it.
    """

    width_px: int
    height_px: int
    focal_mm: float
    tilt_deg: float
    azimuth_deg: float
    roll_deg: float
    k1: float
    k2: float
    crop: float = 1.0
    crop_xy: tuple[float, float] = (0.5, 0.5)


def stand(pose: Pose, target_xy: Array, distance: float) -> Camera:
    """A camera that looks at a point of the table from a distance."""
    tilt, azimuth = radians(pose.tilt_deg), radians(pose.azimuth_deg)
    backward = np.array([sin(tilt) * cos(azimuth), sin(tilt) * sin(azimuth), cos(tilt)])
    position = np.array([*target_xy, 0.0]) + distance * backward
    size = np.array([pose.width_px, pose.height_px])
    focal_px = pose.focal_mm / FULL_FRAME_DIAGONAL_MM * float(np.hypot(*size)) / pose.crop
    x, y = (size / pose.crop - 1) / 2 - np.array(pose.crop_xy) * size * (1 / pose.crop - 1)
    axis_px = float(x), float(y)
    return Camera(pose.width_px, pose.height_px, focal_px, _rotation(pose), position, pose.k1, pose.k2, axis_px=axis_px)


def frame(pose: Pose, points: Array, fill: float, offset: tuple[float, float]) -> Camera:
    """The camera from which points (x, y, height) fill a share of the frame, moved by shares of the frame."""
    target, distance = points[:, :2].mean(axis=0), 60.0
    size = np.array([pose.width_px, pose.height_px])
    for _ in range(12):
        camera = stand(pose, target, distance)
        seen = camera.project_ideal(points)
        low, high = seen.min(axis=0), seen.max(axis=0)
        wanted = size * (0.5 + np.array(offset))
        ground = camera.on_plane(np.stack([(low + high) / 2, wanted]), 0.0)
        target = target + np.clip(ground[0] - ground[1], -4, 4)
        distance *= float(np.clip(((high - low) / size).max() / fill, 0.6, 1.6))
    return stand(pose, target, distance)


def _rotation(pose: Pose) -> Array:
    tilt, azimuth, roll = radians(pose.tilt_deg), radians(pose.azimuth_deg), radians(pose.roll_deg)
    forward = np.array([-sin(tilt) * cos(azimuth), -sin(tilt) * sin(azimuth), cos(tilt)])
    down = np.array([cos(tilt) * cos(azimuth), cos(tilt) * sin(azimuth), sin(tilt)])
    right = np.cross(down, forward)
    turned_right = cos(roll) * right + sin(roll) * down
    turned_down = cos(roll) * down - sin(roll) * right
    return np.stack([turned_right, turned_down, forward])


def distortion_maps(camera: Camera, step_px: int = 16) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """For cv2.remap: where each pixel of the distorted photo lies in the ideal one. Exact at every `step_px`."""
    columns, rows = camera.width_px // step_px + 2, camera.height_px // step_px + 2
    x = (np.arange(columns) + 0.5) * step_px - 0.5 - step_px
    y = (np.arange(rows) + 0.5) * step_px - 0.5 - step_px
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    coarse = camera.undistort(grid).reshape(rows, columns, 2).astype(np.float32)
    fine = cv2.resize(coarse, (columns * step_px, rows * step_px), interpolation=cv2.INTER_LINEAR)
    inside = fine[step_px : step_px + camera.height_px, step_px : step_px + camera.width_px]
    return np.ascontiguousarray(inside[..., 0]), np.ascontiguousarray(inside[..., 1])
