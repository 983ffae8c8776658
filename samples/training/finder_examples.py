"""Crops of studio photos with every hex marked: what the finder learns from."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from samples.training.seen_hexes import Floats, SeenHex
from scanner.camera import UNIT_HEX_XY
from scanner.hex_codes import FINDER_SIZE_RANGE_PX
from scanner.hex_frames import encode_frames, frame_of_outline
from scanner.patches import PhotoPyramid

CROP_PX = 256
MOST_MARKS = 120
CROPS_PER_PHOTO = 3
LEAST_VISIBLE = 0.2


@dataclass(frozen=True)
class FinderExamples:
    """`pictures` (n, 256, 256, 3); `marks` (n, m, 8): x, y, frame code, state (1 hex, 0 ignore, -1 empty row)."""

    pictures: npt.NDArray[np.uint8]
    marks: npt.NDArray[np.float32]


def finder_examples(rgb: npt.NDArray[np.uint8], tops: list[SeenHex], chance: np.random.Generator) -> FinderExamples:
    """Crops at random scales, most of them around a hex, with all hexes in them marked."""
    pictures, marks = [], []
    frames = np.array([frame_of_outline(top.corners_px, UNIT_HEX_XY) for top in tops]).reshape(-1, 2, 2)
    for _ in range(CROPS_PER_PHOTO):
        around = int(chance.integers(len(tops))) if tops and chance.random() < 0.85 else None
        picture, scale, corner = _random_crop(rgb, tops, frames, around, chance)
        pictures.append(picture)
        marks.append(_crop_marks(tops, frames, scale, corner))
    return FinderExamples(np.stack(pictures), np.stack(marks))


def _random_crop(
    rgb: npt.NDArray[np.uint8], tops: list[SeenHex], frames: Floats, around: int | None, chance: np.random.Generator
) -> tuple[npt.NDArray[np.uint8], float, Floats]:
    """A crop, its scale relative to the photo, and the photo position of its first pixel's outer corner."""
    low, high = FINDER_SIZE_RANGE_PX
    if around is None:
        scale = float(np.exp(chance.uniform(np.log(0.15), np.log(0.6))))
        middle = chance.random(2) * np.array([rgb.shape[1], rgb.shape[0]])
    else:
        size_px = np.sqrt(np.linalg.det(frames[around]))
        scale = float(np.exp(chance.uniform(np.log(low), np.log(high)))) / size_px
        middle = tops[around].centre_px + chance.uniform(-0.45, 0.45, 2) * CROP_PX / scale
    scale = max(scale, CROP_PX / max(rgb.shape[:2]) * 0.6)
    copies = PhotoPyramid(rgb)
    copy, shrunk = copies.copy_for(1 / scale)
    corner = middle - CROP_PX / 2 / scale
    step = scale / shrunk
    to_copy = np.array(
        [
            [1 / step, 0, (corner[0] + 0.5 / scale) * shrunk - 0.5],
            [0, 1 / step, (corner[1] + 0.5 / scale) * shrunk - 0.5],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    border = int(chance.choice([cv2.BORDER_REPLICATE, cv2.BORDER_REFLECT]))
    picture = cv2.warpAffine(copy, to_copy, (CROP_PX, CROP_PX), flags=flags, borderMode=border)
    if border == cv2.BORDER_REFLECT:
        picture = _blank_outside(np.asarray(picture, dtype=np.uint8), to_copy, copy.shape)
    return np.asarray(picture, dtype=np.uint8), scale, corner


def _blank_outside(picture: npt.NDArray[np.uint8], to_copy: Floats, shape: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """A mirrored hex beyond the border would be marked as none: fill the outside with one colour."""
    ends = to_copy @ np.array([[-0.5, -0.5, 1], [CROP_PX - 0.5, CROP_PX - 0.5, 1]]).T
    step = to_copy[0, 0]
    left, top = np.ceil((-0.5 - ends[:, 0]) / step).astype(int).clip(0, CROP_PX)
    right, bottom = np.floor((np.array([shape[1], shape[0]]) - 0.5 - ends[:, 0]) / step).astype(int).clip(0, CROP_PX)
    blank = np.full_like(picture, picture.mean(axis=(0, 1)).astype(np.uint8))
    blank[top:bottom, left:right] = picture[top:bottom, left:right]
    return blank


def _crop_marks(tops: list[SeenHex], frames: Floats, scale: float, corner: Floats) -> npt.NDArray[np.float32]:
    marks = np.full((MOST_MARKS, 8), -1, np.float32)
    if not tops:
        return marks
    centres = (np.array([top.centre_px for top in tops]) + 0.5 - corner) * scale - 0.5
    code = np.column_stack(encode_frames(frames * scale))
    sizes = np.exp(code[:, 0])
    near = np.nonzero(((centres > -sizes[:, None]) & (centres < CROP_PX + sizes[:, None])).all(axis=1))[0][:MOST_MARKS]
    low, high = FINDER_SIZE_RANGE_PX
    for row, index in enumerate(near):
        right_size = low * 0.9 < sizes[index] < high * 1.1
        state = 1 if tops[index].visible > LEAST_VISIBLE and tops[index].is_hex and right_size else 0
        marks[row] = (*centres[index], *code[index], state)
    return marks
