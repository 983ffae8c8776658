"""All straightened patches of a photo side by side, each with what was read in it before the rules were asked."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import cv2
import numpy as np
import numpy.typing as npt

from scanner.hex_codes import KIND_ORDER, NOT_A_HEX, PATCH_PX
from scanner.load_photo import RgbImage
from scanner.patches import PhotoPyramid, cut_patches
from scanner.read_city import SeenCity
from scanner.read_hexes import HexReadings
from scoring.notation import SYMBOLS

COLUMNS = 10
CAPTION_PX, GAP_PX = 20, 6
CELL_WIDTH_PX, CELL_HEIGHT_PX = PATCH_PX + GAP_PX, PATCH_PX + CAPTION_PX + GAP_PX
PAPER = 245


def draw_patch_sheet(rgb: RgbImage, cities: Sequence[SeenCity]) -> RgbImage:
    """Rows of patches, city after city; each caption is the kind and the level with their probabilities."""
    pyramid = PhotoPyramid(rgb)
    sheets = [_city_sheet(pyramid, city) for city in cities]
    if not sheets:
        return _captioned_paper(1, COLUMNS, "no city")
    return np.concatenate(sheets)


def _city_sheet(pyramid: PhotoPyramid, city: SeenCity) -> RgbImage:
    patches = cut_patches(pyramid, city.camera, city.lattice.centres_xy(), city.lattice.marks.centres_px)
    captions = _captions(city.readings)
    sheet = _captioned_paper(ceil(len(captions) / COLUMNS), COLUMNS, "")
    for index, (patch, caption) in enumerate(zip(patches.pixels, captions, strict=True)):
        row, column = divmod(index, COLUMNS)
        top, left = row * CELL_HEIGHT_PX, column * CELL_WIDTH_PX
        sheet[top : top + PATCH_PX, left : left + PATCH_PX] = patch
        _write(sheet, caption, left + 2, top + PATCH_PX + CAPTION_PX - 6)
    return sheet


def _captions(readings: HexReadings) -> list[str]:
    kinds, levels = readings.kind[:, :NOT_A_HEX], readings.level
    return [
        f"{SYMBOLS[KIND_ORDER[kind]]} {_percent(kind_row[kind])} L{level + 1} {_percent(level_row[level])}"
        for kind_row, level_row, kind, level in zip(
            kinds, levels, kinds.argmax(axis=1), levels.argmax(axis=1), strict=True
        )
    ]


def _percent(logp: float) -> str:
    return f"{100 * np.exp(logp):.0f}"


def _captioned_paper(rows: int, columns: int, caption: str) -> RgbImage:
    paper: npt.NDArray[np.uint8] = np.full((rows * CELL_HEIGHT_PX, columns * CELL_WIDTH_PX, 3), PAPER, np.uint8)
    _write(paper, caption, GAP_PX, CELL_HEIGHT_PX // 2)
    return paper


def _write(paper: RgbImage, text: str, x_px: int, y_px: int) -> None:
    cv2.putText(paper, text, (x_px, y_px), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (20, 20, 20), 1, cv2.LINE_AA)
