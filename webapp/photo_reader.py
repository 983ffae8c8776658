"""Reads a photo with the scanner and puts the reading into plain JSON. Runs in the worker processes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from calibration.load_profiles import load_profiles
from scanner.load_photo import UnreadablePhotoError as ScannerUnreadableError
from scanner.profiles import Profiles
from scanner.result import ScanResult
from scanner.result_json import result_as_json
from scanner.scan_photo import Stage, scan_photo
from webapp.scan_worker import UnreadablePhotoError

log = logging.getLogger(__name__)
COMMON_HEX_PX = 60.0


def read_photo(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    """The reading of a photo of a data folder, with its profiles; `on_stage` is told of each stage when it begins."""
    next_stages = dict(pairwise(Stage))

    def observe(finished: Stage, _made: object) -> None:
        if finished in next_stages:
            on_stage(next_stages[finished].value)

    on_stage(Stage.LOAD.value)
    try:
        return reading_json(scan_photo(photo, players=players, observer=observe, profiles=_profiles(photo)))
    except ScannerUnreadableError as error:
        raise UnreadablePhotoError("photo_unreadable") from error


def _profiles(photo: Path) -> Profiles:
    """What was calibrated, from beside the folder of photos. A damaged profile is said in the log and not used."""
    profiles, problems = load_profiles(photo.parent.parent)
    for problem in problems:
        log.warning("%s", problem)
    return profiles


def reading_json(result: ScanResult) -> dict[str, Any]:
    """The scan as JSON, each city with the map that draws places nobody has read."""
    reading = result_as_json(result, photo="")
    for data, city in zip(reading["cities"], result.cities, strict=True):
        data["lattice_to_photo"] = lattice_to_photo([(hex_.place.centre_xy(), hex_.centre_px) for hex_ in city.hexes])
    return reading


def lattice_to_photo(centres: list[tuple[tuple[float, float], tuple[float, float]]]) -> list[float]:
    """The perspective map (3 x 3, row by row) that best takes lattice points to pixels, by least squares.

    Places without a read hex are drawn by it, so that a player can add a hex in the photo too.
    """
    if len(centres) < 4:
        return _shift(centres)
    rows = []
    for (x, y), (u, v) in centres:
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, -u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, -v])
    matrix = np.linalg.svd(np.array(rows))[2][-1]
    if abs(matrix[8]) < 1e-12:
        return _shift(centres)
    return [float(value) for value in matrix / matrix[8]]


def _shift(centres: list[tuple[tuple[float, float], tuple[float, float]]]) -> list[float]:
    """Too few hexes for a perspective: straight down at a common size."""
    (x, y), (u, v) = centres[0] if centres else ((0.0, 0.0), (0.0, 0.0))
    return [COMMON_HEX_PX, 0.0, u - COMMON_HEX_PX * x, 0.0, COMMON_HEX_PX, v - COMMON_HEX_PX * y, 0.0, 0.0, 1.0]
