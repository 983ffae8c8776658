"""A quick reader for tests of the page: knows the sample photos by sight and answers with their truth.

Runs in the worker processes in place of the scanner, so that these tests do not depend on how well it reads.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scoring.axial import Axial
from webapp.photo_reader import lattice_to_photo
from webapp.scan_worker import UnreadablePhotoError

SAMPLES = Path(os.environ.get("AKROSCAN_TEST_SAMPLES", Path(__file__).parents[2] / "samples" / "photos"))
STAGES = ("load", "find", "lattice", "read", "solve", "judge")
UNSURE_HEXES = 3
ALIKE = 12.0


def read_photo(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    for stage in STAGES:
        on_stage(stage)
        time.sleep(float(os.environ.get("AKROSCAN_TEST_STAGE_S", "0.02")))
    truth = _truth_of(photo)
    if truth is None:
        return _reading(photo, [], "no_hexes")
    return _reading(photo, [_city(city) for city in truth["cities"]], None)


def hang(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    on_stage("find")
    time.sleep(600)
    return {}


def die(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    os._exit(1)


def refuse(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    raise UnreadablePhotoError("photo_unreadable")


def eat_memory(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    return {"cities": [bytearray(50_000_000_000)]}


def _truth_of(photo: Path) -> dict[str, Any] | None:
    seen = _glimpse(photo)
    for sample in sorted(SAMPLES.glob("*.jpg")):
        if np.abs(_glimpse(sample) - seen).mean() < ALIKE:
            truth: dict[str, Any] = json.loads(sample.with_suffix(".json").read_text(encoding="utf-8"))
            return truth
    return None


def _glimpse(photo: Path) -> np.ndarray:
    with Image.open(photo) as image:
        image.draft("RGB", (64, 64))
        return np.asarray(image.convert("RGB").resize((24, 24)), dtype=float)


def _reading(photo: Path, cities: list[dict[str, Any]], no_city: str | None) -> dict[str, Any]:
    with Image.open(photo) as image:
        width, height = image.size
    quality = {"good": True, "flaws": []}
    return {
        "photo": "",
        "width": width,
        "height": height,
        "cities": cities,
        "no_city": no_city,
        "quality": quality,
        "timing_ms": {},
    }


def _city(truth: dict[str, Any]) -> dict[str, Any]:
    hexes = [_hex(index, hex_) for index, hex_ in enumerate(truth["hexes"])]
    pairs = [(Axial(hex_["q"], hex_["r"]).centre_xy(), (hex_["x"], hex_["y"])) for hex_ in hexes]
    return {
        "hexes": hexes,
        "tiles": _tiles(truth),
        "problems": [],
        "tilt_deg": 0.0,
        "lattice_to_photo": lattice_to_photo(pairs),
    }


def _hex(index: int, truth: dict[str, Any]) -> dict[str, Any]:
    confidence = 0.5 + index / 10 if index < UNSURE_HEXES else 0.99
    other = {"kind": "quarry" if truth["kind"] != "quarry" else "house", "level": truth["level"], "probability": 0.3}
    return {
        "q": truth["q"],
        "r": truth["r"],
        "kind": truth["kind"],
        "level": truth["level"],
        "confidence": confidence,
        "kind_confidence": confidence,
        "level_confidence": 1.0,
        "alternatives": [other],
        "x": truth["centre_px"][0],
        "y": truth["centre_px"][1],
        "outline": truth["outline_px"],
    }


def _tiles(truth: dict[str, Any]) -> list[dict[str, Any]]:
    """The tiles that are seen whole."""
    tops = {(hex_["q"], hex_["r"]): hex_["level"] for hex_ in truth["hexes"]}
    tiles = []
    for tile in truth["tiles"]:
        places = [[q, r] for q, r, _ in tile["hexes"] if tops.get((q, r)) == tile["level"]]
        if len(places) == len(tile["hexes"]):
            tiles.append({"places": places, "level": tile["level"], "start": len(places) == 4})
    return tiles
