"""Stage 2: mark hex centres anywhere in the photo, on any table, each with its frame."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import cv2
import numpy as np
import numpy.typing as npt

from scanner.hex_codes import FINDER_SIZE_RANGE_PX, FINDER_STRIDE_PX
from scanner.hex_frames import FrameCode, decode_frames
from scanner.load_photo import RgbImage
from scanner.networks import finder_network
from scanner.settings import ScannerSettings

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class HexMarks:
    """Hexes found: `centres_px` (n, 2), `frames` (n, 2, 2) from the unit hex to pixels, `scores` (n,) in 0..1."""

    centres_px: Floats
    frames: Floats
    scores: Floats

    def __post_init__(self) -> None:
        count = len(self.scores)
        if self.centres_px.shape != (count, 2) or self.frames.shape != (count, 2, 2):
            raise ValueError(f"marks do not fit: {self.centres_px.shape}, {self.frames.shape}, {self.scores.shape}")

    def __len__(self) -> int:
        return len(self.scores)

    def sizes_px(self) -> Floats:
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.frames))), dtype=np.float64)

    def pick(self, chosen: npt.NDArray[np.intp]) -> HexMarks:
        return HexMarks(self.centres_px[chosen], self.frames[chosen], self.scores[chosen])


def find_hexes(rgb: RgbImage, settings: ScannerSettings) -> HexMarks:
    """All hexes of the photo, surest first, each marked once."""
    found = [_search_copy(copy, rgb, settings) for copy in _shrinking_copies(rgb, settings)]
    marks = HexMarks(
        np.concatenate([part.centres_px for part in found]),
        np.concatenate([part.frames for part in found]),
        np.concatenate([part.scores for part in found]),
    )
    return _each_once(marks, settings.duplicate_distance)


def _shrinking_copies(rgb: RgbImage, settings: ScannerSettings) -> list[RgbImage]:
    height_px, width_px = rgb.shape[:2]
    copies = []
    source = rgb
    for step in range(settings.finder_copies):
        scale = settings.finder_side_px / 2**step / max(height_px, width_px)
        size = (max(round(width_px * scale), 16), max(round(height_px * scale), 16))
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        source = np.asarray(cv2.resize(source, size, interpolation=method), dtype=np.uint8)
        copies.append(source)
    return copies


def _search_copy(copy: RgbImage, photo: RgbImage, settings: ScannerSettings) -> HexMarks:
    height_px, width_px = copy.shape[:2]
    marks = finder_network().marks(_padded(copy))
    cells = marks[:, : ceil(height_px / FINDER_STRIDE_PX), : ceil(width_px / FINDER_STRIDE_PX)]
    score = 1 / (1 + np.exp(-cells[0]))
    peaks = (score == cv2.dilate(score, np.ones((3, 3), np.uint8))) & (score >= settings.centre_probability)
    rows, columns = np.nonzero(peaks)
    values = cells[:, rows, columns].astype(np.float64)
    centres = (np.column_stack([columns, rows]) + 0.5 + values[1:3].T) * FINDER_STRIDE_PX
    frames = decode_frames(FrameCode(*values[3:8]))
    smallest, largest = FINDER_SIZE_RANGE_PX
    fits = (np.exp(values[3]) > smallest * 0.8) & (np.exp(values[3]) < largest * 1.2)
    scale_xy = np.array([photo.shape[1] / width_px, photo.shape[0] / height_px])
    # Pixel centres: a point of the copy lies at the same share of the picture in the photo.
    centres_px = centres * scale_xy - 0.5
    return HexMarks(centres_px[fits], frames[fits] * scale_xy[None, :, None], score[rows, columns][fits])


def _padded(copy: RgbImage, multiple: int = 32) -> RgbImage:
    height_px, width_px = copy.shape[:2]
    below, right = -height_px % multiple, -width_px % multiple
    return np.asarray(cv2.copyMakeBorder(copy, 0, below, 0, right, cv2.BORDER_REPLICATE), dtype=np.uint8)


def _each_once(marks: HexMarks, distance: float) -> HexMarks:
    """Of marks that lie within a hex of each other, keep the surest."""
    order = np.argsort(-marks.scores, kind="stable")
    kept: list[int] = []
    sizes = marks.sizes_px()
    for index in order:
        if kept:
            gaps = np.linalg.norm(marks.centres_px[kept] - marks.centres_px[index], axis=1)
            if (gaps < distance * np.minimum(sizes[kept], sizes[index])).any():
                continue
        kept.append(int(index))
    return marks.pick(np.array(kept, dtype=np.intp))
