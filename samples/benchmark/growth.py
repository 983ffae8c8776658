"""How the time of a reading grows with the pixels of a photo and with the hexes in it. 1 is linear, less is better."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

from PIL import Image

from samples.benchmark.labelled_photos import LabelledPhoto
from samples.benchmark.reading import PhotoReading, Reader

HALF_SIDES_SHARE = 0.25
"""A photo with half the sides has a quarter of the pixels."""
TRIES = 2


def growth_with_pixels(photos: Sequence[LabelledPhoto], reader: Reader) -> float | None:
    """How much longer a photo takes than the same one with half its sides, against how many more pixels it has."""
    with tempfile.TemporaryDirectory() as folder:
        shrunk = Path(folder) / "half.jpg"
        ratios = []
        for photo in photos:
            _halve(photo.path, shrunk)
            ratios.append(_seconds(photo.path, reader) / _seconds(shrunk, reader) * HALF_SIDES_SHARE)
    return median(ratios) if ratios else None


def growth_with_hexes(readings: Sequence[PhotoReading]) -> float | None:
    """How much longer the third of the photos with most hexes takes than that with fewest, against their numbers."""
    counted = sorted((count, reading.scan_s) for reading in readings if (count := _hexes(reading)))
    third = len(counted) // 3
    if not third:
        return None
    few, many = counted[:third], counted[-third:]
    more_hexes = fmean(count for count, _ in many) / fmean(count for count, _ in few)
    more_time = fmean(seconds for _, seconds in many) / fmean(seconds for _, seconds in few)
    return more_time / more_hexes


def _halve(source: Path, target: Path) -> None:
    with Image.open(source) as image:
        half = image.resize((image.width // 2, image.height // 2), Image.Resampling.BOX)
        half.save(target, quality=92, exif=image.getexif())


def _seconds(path: Path, reader: Reader) -> float:
    """The quickest of a few tries: other work on the machine only ever adds."""
    times = []
    for _ in range(TRIES):
        start = perf_counter()
        reader(path)
        times.append(perf_counter() - start)
    return min(times)


def _hexes(reading: PhotoReading) -> int:
    return sum(len(pair.read.hexes) for pair in reading.cities if pair.read is not None)
