"""Reads labelled photos with any reader, and times it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from samples.benchmark.labelled_photos import LabelledPhoto, PhotoProblem, misfit
from samples.benchmark.matching import CityPair, match_cities
from scanner.load_photo import UnreadablePhotoError, load_photo
from scanner.result import ScanResult

Reader = Callable[[Path], ScanResult]


@dataclass(frozen=True)
class PhotoReading:
    """One photo, what was read in it, and how that compares. A reader that fails has read nothing."""

    photo: LabelledPhoto
    width_px: int
    height_px: int
    cities: tuple[CityPair, ...]
    scan_s: float
    decode_s: float
    failure: str | None = None

    @property
    def name(self) -> str:
        return self.photo.path.name


@dataclass(frozen=True)
class BenchmarkRun:
    """All photos that could be measured, and why the others could not."""

    readings: tuple[PhotoReading, ...]
    problems: tuple[PhotoProblem, ...]
    first_read_s: float | None
    """The very first reading, with everything a reader loads only once."""
    peak_memory_mb: float | None


def read_photos(photos: Iterable[LabelledPhoto], reader: Reader) -> BenchmarkRun:
    """Read every photo; one that cannot be measured becomes a problem and the rest go on."""
    readings: list[PhotoReading] = []
    problems: list[PhotoProblem] = []
    first_read_s: float | None = None
    for photo in photos:
        try:
            decoded = _decode(photo)
        except _NotMeasurableError as error:
            problems.append(PhotoProblem(photo.path, str(error)))
            continue
        if first_read_s is None:
            first_read_s = _read(photo, decoded, reader).scan_s
        readings.append(_read(photo, decoded, reader))
    problems += [PhotoProblem(reading.photo.path, reading.failure) for reading in readings if reading.failure]
    return BenchmarkRun(tuple(readings), tuple(problems), first_read_s, peak_memory_mb())


def peak_memory_mb() -> float | None:
    """The most memory this process has held so far; None on systems that do not say."""
    if sys.platform == "win32":
        return None
    import resource  # noqa: PLC0415 - only there on Unix

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


class _NotMeasurableError(Exception):
    """A picture or a truth is at fault, not the reader."""


@dataclass(frozen=True)
class _Decoded:
    width_px: int
    height_px: int
    decode_s: float


def _decode(photo: LabelledPhoto) -> _Decoded:
    start = perf_counter()
    try:
        picture = load_photo(photo.path)
    except UnreadablePhotoError as error:
        raise _NotMeasurableError(str(error)) from None
    decode_s = perf_counter() - start
    problem = misfit(photo.truth, picture.width_px, picture.height_px)
    if problem:
        raise _NotMeasurableError(problem)
    return _Decoded(picture.width_px, picture.height_px, decode_s)


def _read(photo: LabelledPhoto, decoded: _Decoded, reader: Reader) -> PhotoReading:
    failure = None
    start = perf_counter()
    try:
        cities = reader(photo.path).cities
    except Exception as error:  # noqa: BLE001 - whatever a reader raises, the photo is good and it was not read
        cities, failure = (), f"the reader failed: {type(error).__name__}: {error}"
    scan_s = perf_counter() - start
    pairs = match_cities(photo.truth.cities, cities)
    return PhotoReading(photo, decoded.width_px, decoded.height_px, pairs, scan_s, decoded.decode_s, failure)
