"""Studio photos with their truth as files, drawn once and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import cv2
from rich.console import Console
from rich.progress import track

from samples.benchmark.labelled_photos import LabelledFolder, labelled_photos_in
from samples.benchmark.measures import Figures, measure
from samples.benchmark.reading import PhotoReading, read_photos
from samples.chance import VERSION
from samples.plan import PhotoPlan
from samples.sheet_photos import as_jpeg
from samples.studio import draw_plan
from scanner.profiles import NO_PROFILES, Profiles
from scanner.scan_photo import scan_photo

MESSAGES = Console(stderr=True)
SIZE_PX = (1600, 1200)
Plan = Callable[[int], PhotoPlan]


def drawn(folder: Path, seeds: Sequence[int], plan: Plan, model: str | None = None) -> LabelledFolder:
    """The photos of these seeds, with EXIF as a phone writes it."""
    target = folder / f"v{VERSION}"
    target.mkdir(parents=True, exist_ok=True)
    for seed in track(seeds, f"Drawing {folder.name}", console=MESSAGES):
        path = target / f"{seed}.jpg"
        if not path.with_suffix(".json").exists():
            shot = draw_plan(plan(seed))
            cv2.setNumThreads(1)
            path.write_bytes(as_jpeg(shot.image_rgb, model, shot.truth.drawn["pose"]["focal_mm"]))
            path.with_suffix(".json").write_text(json.dumps(shot.truth.as_json(path.name)))
    wanted = {f"{seed}.jpg" for seed in seeds}
    found = labelled_photos_in(target)
    return LabelledFolder(tuple(photo for photo in found.photos if photo.path.name in wanted), (), found.problems)


def readings(folder: LabelledFolder, title: str, profiles: Profiles = NO_PROFILES) -> tuple[PhotoReading, ...]:
    photos = track(folder.photos, title, console=MESSAGES)
    return read_photos(photos, partial(scan_photo, profiles=profiles)).readings


def figures(folder: LabelledFolder, title: str, profiles: Profiles = NO_PROFILES) -> Figures:
    return measure(readings(folder, title, profiles))
