"""Draws training photos on all cores and keeps their examples in shards, so that a run can go on where it stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from rich.progress import track

from samples.chance import VERSION, between, happens, stream
from samples.corner_photos import seen_from_above
from samples.faces.print_run import PrintPlan
from samples.faces.random_sets import random_set_name
from samples.plan import PhotoPlan, plan_photo
from samples.settings import Preset, StudioSettings
from samples.training.examples import examples_of, joined
from samples.training.finder_examples import FinderExamples
from samples.training.reader_examples import ReaderExamples

PHOTOS_PER_SHARD = 20
SIZES_PX = ((1600, 1200), (1200, 1600), (1600, 1200), (1280, 960), (2048, 1536), (1600, 900))
PRESETS: tuple[Preset, ...] = ("table", "hard", "table", "hard", "easy")
RANDOM_SETS = 400
RANDOM_SHARE = 0.45
"""Of the photos, those whose tiles are printed with a random set."""
ABOVE_SHARE = 0.12
"""Of the photos, those from almost straight above in the light of the camera's own lamp: there levels are hardest."""


@dataclass(frozen=True)
class DrawOrder:
    """Which photos to draw, with which folder of faces beside our own, and where to keep their examples."""

    first_seed: int
    photos: int
    faces: str | None
    folder: Path

    def shards(self) -> list[int]:
        return list(range(self.first_seed, self.first_seed + self.photos, PHOTOS_PER_SHARD))


def draw_shards(order: DrawOrder, processes: int) -> list[Path]:
    """The files with all examples of an order; those that exist already are not drawn again."""
    order.folder.mkdir(parents=True, exist_ok=True)
    shards = order.shards()
    # Forked workers would wait forever for the threads that OpenCV has in this process.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        made = pool.map(partial(_shard, faces=order.faces, folder=order.folder), shards)
        return list(track(made, "Drawing training photos", total=len(shards)))


def finder_examples_in(paths: Sequence[Path]) -> FinderExamples:
    return FinderExamples(**_columns(paths, "f_"))


def reader_examples_in(paths: Sequence[Path]) -> ReaderExamples:
    return ReaderExamples(**_columns(paths, "r_"))


def _shard(first_seed: int, faces: str | None, folder: Path) -> Path:
    path = folder / f"shard-v{VERSION}-{first_seed}.npz"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    drawn = list(_photos(first_seed, faces))
    finder, reader = joined([f for f, _ in drawn]), joined([r for _, r in drawn])
    unfinished = path.with_suffix(".part.npz")
    np.savez(
        unfinished, **{f"f_{k}": v for k, v in vars(finder).items()}, **{f"r_{k}": v for k, v in vars(reader).items()}
    )
    unfinished.rename(path)
    return path


def _photos(first_seed: int, faces: str | None) -> Iterator[tuple[FinderExamples, ReaderExamples]]:
    for seed in range(first_seed, first_seed + PHOTOS_PER_SHARD):
        yield examples_of(_plan(seed, faces))


def _plan(seed: int, faces: str | None) -> PhotoPlan:
    chance = stream(seed, "training")
    settings = StudioSettings(
        preset=PRESETS[seed % len(PRESETS)],
        faces=faces,
        own_faces_share=0.4,
        size_px=SIZES_PX[seed % len(SIZES_PX)],
    )
    plan = plan_photo(seed, settings)
    if happens(chance, ABOVE_SHARE) and plan.stones:
        plan = seen_from_above(plan, with_sheet=happens(chance, 0.5))
    if happens(chance, RANDOM_SHARE):
        number = int(chance.integers(RANDOM_SETS))
        printing = PrintPlan(number, random_set_name(number), between(chance, (0, 0.4)))
        plan = replace(plan, scene=replace(plan.scene, printing=printing))
    return plan


def _columns(paths: Sequence[Path], prefix: str) -> dict[str, npt.NDArray[Any]]:
    """The columns of all shards, one shard in memory at a time beside the result, which takes gigabytes."""
    with np.load(paths[0]) as held:
        names = [name for name in held.files if name.startswith(prefix)]
        shapes = {name: (held[name].shape[1:], held[name].dtype) for name in names}
    counts = []
    for path in paths:
        with np.load(path) as held:
            counts.append(len(held[names[-1]]))
    columns = {name: np.empty((sum(counts), *shape), dtype) for name, (shape, dtype) in shapes.items()}
    for path, end in zip(paths, np.cumsum(counts), strict=True):
        with np.load(path) as held:
            for name in names:
                rows = held[name]
                columns[name][end - len(rows) : end] = rows
    return {name.removeprefix(prefix): column for name, column in columns.items()}
