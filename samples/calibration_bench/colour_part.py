"""The real city under strong casts and other exposures: kinds must stay right."""

from __future__ import annotations

import numpy as np
from PIL import Image

from samples.bench_real import SHARED_PHOTOS, VARIED_PHOTO, as_jpeg, figures
from samples.benchmark.bars import Bar
from samples.benchmark.labelled_photos import labelled_photos_in
from samples.calibration_bench.shots import MESSAGES
from scanner.scan_photo import scan_photo

LIGHTS: dict[str, tuple[float, float, float]] = {
    "candle": (1.5, 0.95, 0.4),
    "lamp": (1.35, 1.0, 0.6),
    "shade": (0.65, 0.95, 1.45),
    "blue hour": (0.5, 0.8, 1.5),
    "old tube": (0.85, 1.3, 0.75),
    "pink lamp": (1.35, 0.75, 1.15),
    "turquoise": (0.55, 1.2, 1.15),
    "orange": (1.5, 0.85, 0.6),
    "one stop less": (0.5, 0.5, 0.5),
    "a stop and a half less": (0.35, 0.35, 0.35),
    "two thirds of a stop more": (1.6, 1.6, 1.6),
}
"""Eight casts and three exposures, as gains of linear light."""


def colour_bars() -> list[Bar]:
    """Wrong or missing kinds in each light; nothing where there is no real photograph."""
    if not SHARED_PHOTOS.is_dir():
        MESSAGES.print("There are no real photographs beside the project: colours are not measured.")
        return []
    photo = next(photo for photo in labelled_photos_in(SHARED_PHOTOS).photos if photo.path.name == VARIED_PHOTO)
    with Image.open(photo.path) as image:
        plain = np.asarray(image.convert("RGB"), dtype=np.float64) / 255
    bars = []
    for name, gains in LIGHTS.items():
        lit = (plain**2.2 * np.array(gains)).clip(0, 1) ** (1 / 2.2)
        data = as_jpeg(Image.fromarray((255 * lit).round().astype(np.uint8)), 92)
        row = figures(name, photo.truth, scan_photo(data))
        bars.append(Bar(f"{name}: kinds wrong or missed", float(row.wrong_kinds + row.missed), 0, is_floor=False))
    return bars
