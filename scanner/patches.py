"""Straightened patches: each hex seen as if from above, turned so that 'away from the camera' is up."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from scanner.camera import TableCamera
from scanner.hex_codes import PATCH_PX, PATCH_RADIUS
from scanner.load_photo import RgbImage

Floats = npt.NDArray[np.float64]
PIXELS_PER_SIZE = PATCH_PX / (2 * PATCH_RADIUS)


@dataclass(frozen=True)
class HexPatches:
    """`pixels` (n, 96, 96, 3) RGB; `turns` (n,): patch direction d is lattice direction d + turn;
    `parallax` (n, 2): one level's move in patch directions, in hex sizes."""

    pixels: npt.NDArray[np.uint8]
    turns: npt.NDArray[np.intp]
    parallax: Floats


class PhotoPyramid:
    """The photo at halving sizes, so that a patch is cut from a copy near its own resolution."""

    def __init__(self, rgb: RgbImage) -> None:
        self._copies = [rgb]

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the photo."""
        return self._copies[0].shape[1], self._copies[0].shape[0]

    def copy_for(self, scale: float) -> tuple[RgbImage, float]:
        """A copy, and its size relative to the photo, for a patch that shrinks the photo by `scale`."""
        steps = max(int(np.floor(np.log2(max(scale, 1.0)))), 0)
        while len(self._copies) <= steps:
            last = self._copies[-1]
            half = (max(last.shape[1] // 2, 1), max(last.shape[0] // 2, 1))
            self._copies.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA), dtype=np.uint8))
        return self._copies[steps], 0.5**steps


def cut_patches(pyramid: PhotoPyramid, camera: TableCamera, centres_xy: Floats, centres_px: Floats) -> HexPatches:
    """Cut the patch of each hex: lattice centres (n, 2) in hex sizes, and where each top's centre is seen."""
    parallax = camera.parallax_per_level(centres_xy)
    turns = turns_away_from_camera(parallax)
    plane = camera.plane_to_px(level=1)
    pixels = np.empty((len(turns), PATCH_PX, PATCH_PX, 3), np.uint8)
    for index, turn in enumerate(turns):
        near = camera.bend_near(_moved_by(plane, centres_xy[index])) @ plane
        to_photo = patch_to_photo(near, centres_xy[index], centres_px[index], turn * np.pi / 3)
        pixels[index] = cut_patch(pyramid, to_photo)
    return HexPatches(pixels, turns, turned_back(parallax, turns * np.pi / 3))


def cut_patches_at_marks(pyramid: PhotoPyramid, centres_px: Floats, frames: Floats) -> HexPatches:
    """Cut the patch of each mark by its own frame (n, 2, 2), before any camera is known."""
    half, step = (PATCH_PX - 1) / 2, 1 / PIXELS_PER_SIZE
    pixels = np.empty((len(centres_px), PATCH_PX, PATCH_PX, 3), np.uint8)
    for index, (centre_px, frame) in enumerate(zip(centres_px, frames, strict=True)):
        linear = frame * step
        corner_px = centre_px - linear @ np.array([half, half])
        pixels[index] = cut_patch(pyramid, np.vstack([np.column_stack([linear, corner_px]), [0.0, 0.0, 1.0]]))
    return HexPatches(pixels, np.zeros(len(pixels), dtype=np.intp), np.zeros((len(pixels), 2)))


def turns_away_from_camera(parallax: Floats) -> npt.NDArray[np.intp]:
    """The turn, in sixths, that brings each parallax vector nearest to up (the first lattice direction)."""
    angle = np.arctan2(parallax[:, 0], -parallax[:, 1])
    return np.asarray(np.round(angle / (np.pi / 3)).astype(np.intp) % 6)


def turned_back(vectors: Floats, angles: Floats) -> Floats:
    """Vectors (n, 2) seen in axes that were turned clockwise by the angles (n,)."""
    cos, sin = np.cos(angles), np.sin(angles)
    x, y = vectors[:, 0], vectors[:, 1]
    return np.column_stack([cos * x + sin * y, -sin * x + cos * y])


def patch_to_photo(plane_to_px: Floats, centre_xy: Floats, centre_px: Floats, angle: float) -> Floats:
    """The homography from patch pixels to photo pixels: the plane's perspective, moved onto the seen centre."""
    cos, sin = np.cos(angle), np.sin(angle)
    half = (PATCH_PX - 1) / 2
    step = 1 / PIXELS_PER_SIZE
    onto_plane = np.array(
        [
            [cos * step, -sin * step, centre_xy[0] - (cos - sin) * half * step],
            [sin * step, cos * step, centre_xy[1] - (sin + cos) * half * step],
            [0, 0, 1.0],
        ]
    )
    shift = centre_px - _moved_by(plane_to_px, centre_xy)
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1.0]])
    return np.asarray(moved @ plane_to_px @ onto_plane, dtype=np.float64)


def _moved_by(homography: Floats, point: Floats) -> Floats:
    moved = homography @ np.array([point[0], point[1], 1.0])
    return np.asarray(moved[:2] / moved[2], dtype=np.float64)


def cut_patch(pyramid: PhotoPyramid, patch_to_photo_px: Floats) -> npt.NDArray[np.uint8]:
    ends = np.array([(0, 0), (PATCH_PX, 0), (0, PATCH_PX)])
    corner, right, below = (_moved_by(patch_to_photo_px, end) for end in ends)
    area = abs(float(np.linalg.det(np.column_stack([right - corner, below - corner]))))
    copy, scale = pyramid.copy_for(np.sqrt(area) / PATCH_PX)
    # Copies shrink about the corner of the picture, half a pixel outside the first pixel's centre.
    shrink = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpPerspective(
        copy, shrink @ patch_to_photo_px, (PATCH_PX, PATCH_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cut, dtype=np.uint8)
