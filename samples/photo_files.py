"""Studio photos as files: a JPEG with the lens in its EXIF, its truth beside it, and a sheet of all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
from PIL import Image

from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings
from samples.studio import draw_plan

SHEET_COLUMNS = 4
CELL_PX = 400, 300
SHEET_MOST = 400
"""A JPEG is at most 65,500 pixels high, and nobody looks through ten thousand pictures."""
_EXIF_IFD, _EXIF_FOCAL_35MM = 0x8769, 0xA405


@dataclass(frozen=True)
class PhotoOrder:
    """So many photos from a seed on, written to a folder."""

    first_seed: int
    count: int
    settings: StudioSettings
    folder: Path

    def path(self, index: int) -> Path:
        return self.folder / f"photo-{self.first_seed + index:06d}.jpg"


def draw_order(order: PhotoOrder, processes: int) -> Iterator[Path]:
    """Draws the photos of an order; their paths come back in order, each when its files are finished."""
    order.folder.mkdir(parents=True, exist_ok=True)
    draw = partial(_draw_one, order)
    if processes == 1:
        yield from map(draw, range(order.count))
        return
    # A fresh process for each worker: OpenCV's threads do not live through a fork, and a child would wait forever.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(draw, range(order.count))


def write_photo(plan: PhotoPlan, path: Path) -> None:
    """The picture first and its truth last, so that a truth means a finished photo. A cropped one names no lens."""
    drawn = draw_plan(plan, save=False)
    exif = Image.Exif()
    if plan.pose.crop == 1:
        exif.get_ifd(_EXIF_IFD)[_EXIF_FOCAL_35MM] = round(plan.pose.focal_mm)
    Image.fromarray(drawn.image_rgb).save(path, quality=plan.development.jpeg_quality or 95, exif=exif)
    path.with_suffix(".json").write_text(json.dumps(drawn.truth.as_json(path.name)), encoding="utf-8")


def contact_sheet(pictures: Sequence[Path]) -> Image.Image:
    """The first pictures, up to SHEET_MOST, in rows, each whole within its cell."""
    pictures = pictures[:SHEET_MOST]
    rows = -(-len(pictures) // SHEET_COLUMNS)
    sheet = Image.new("RGB", (CELL_PX[0] * SHEET_COLUMNS, CELL_PX[1] * rows), (32, 32, 32))
    for index, picture in enumerate(_small(pictures)):
        left, top = CELL_PX[0] * (index % SHEET_COLUMNS), CELL_PX[1] * (index // SHEET_COLUMNS)
        sheet.paste(picture, (left + (CELL_PX[0] - picture.width) // 2, top + (CELL_PX[1] - picture.height) // 2))
    return sheet


def _small(pictures: Iterable[Path]) -> Iterator[Image.Image]:
    for path in pictures:
        with Image.open(path) as picture:
            picture.draft("RGB", CELL_PX)
            small = picture.convert("RGB")
            small.thumbnail((CELL_PX[0] - 6, CELL_PX[1] - 6))
            yield small


def _draw_one(order: PhotoOrder, index: int) -> Path:
    cv2.setNumThreads(1)
    path = order.path(index)
    write_photo(plan_photo(order.first_seed + index, order.settings), path)
    return path
