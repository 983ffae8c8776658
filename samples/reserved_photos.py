"""Studio photos of seeds that training never sees, drawn once and kept."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import cv2

from samples.photo_files import write_photo
from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings

FIRST_RESERVED_SEED = 9_000_000
"""Training uses smaller seeds only."""
SEEDS_PER_PHOTO = 100
"""A photo takes the first of its seeds that the camera's tilt allows."""
MAX_TILT_DEG = 45.0


@dataclass(frozen=True)
class ReservedPhotos:
    """An order for photos: every second one with the faces of a folder, if one is given."""

    first_seed: int
    photos: int
    faces: Path | None
    folder: Path
    size_px: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.first_seed < FIRST_RESERVED_SEED:
            raise ValueError(f"seed {self.first_seed} is not reserved; training may have seen it")


def draw_reserved(order: ReservedPhotos, processes: int) -> Iterator[Path]:
    """Draw what is not there yet; the pictures come back in order."""
    order.folder.mkdir(parents=True, exist_ok=True)
    # Forked workers would wait forever for the threads that OpenCV has in this process.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from pool.map(partial(_draw_one, order), range(order.photos))


def _draw_one(order: ReservedPhotos, index: int) -> Path:
    path = order.folder / f"{index:03d}.jpg"
    if not path.with_suffix(".json").exists():
        cv2.setNumThreads(1)
        write_photo(_plan(order, index), path)
    return path


def _plan(order: ReservedPhotos, index: int) -> PhotoPlan:
    faces = str(order.faces) if order.faces and index % 2 else None
    settings = StudioSettings(preset="table", faces=faces, own_faces_share=0.0, size_px=order.size_px)
    first = order.first_seed + index * SEEDS_PER_PHOTO
    plans = (plan_photo(seed, settings) for seed in count(first))
    return next(plan for plan in plans if plan.pose.tilt_deg <= MAX_TILT_DEG)
