"""A quick reader for tests of batches on the page: the size of a picture says which city is in it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from scoring.random_games import play_game
from tests.webapp.pictures import picture_bytes

READER = f"{__name__}:read_photo"
SURE, UNSURE, NO_CITY, CRASH, TWO_CITIES = range(240, 245)
FIRST_WIDTH_PX = 320
HEX_PX = 14.0


def photo_of(seed: int, wish: int = SURE) -> bytes:
    """A picture that the reader below knows."""
    return picture_bytes((FIRST_WIDTH_PX + seed, wish))


def read_photo(photo: Path, players: int | None, on_stage: Callable[[str], None]) -> dict[str, Any]:
    on_stage("load")
    time.sleep(float(os.environ.get("AKROSCAN_TEST_STAGE_S", "0")))
    with Image.open(photo) as image:
        width, wish = image.size
    if wish == CRASH:
        os.abort()
    counts = {NO_CITY: 0, TWO_CITIES: 2}
    cities = [city_json(width - FIRST_WIDTH_PX + 1000 * index, wish) for index in range(counts.get(wish, 1))]
    return {
        "photo": "",
        "width": width,
        "height": wish,
        "cities": cities,
        "no_city": None if cities else "no_hexes",
        "quality": {"good": True, "flaws": []},
        "timing_ms": {},
    }


def city_json(seed: int, wish: int) -> dict[str, Any]:
    played = play_game(seed, 2, rounds=3)[0].city
    hexes = []
    for index, (place, top) in enumerate(sorted(played.hexes.items())):
        x, y = place.centre_xy()
        centre = (160 + HEX_PX * x, 120 + HEX_PX * y)
        hexes.append(
            {
                "q": place.q,
                "r": place.r,
                "kind": top.kind.value,
                "level": top.level,
                "confidence": 0.4 if wish == UNSURE and index == 0 else 0.99,
                "kind_confidence": 0.99,
                "level_confidence": 0.99,
                "alternatives": [],
                "x": centre[0],
                "y": centre[1],
                "outline": [
                    [centre[0] + dx, centre[1] + dy] for dx, dy in ((7, 0), (4, 6), (-4, 6), (-7, 0), (-4, -6), (4, -6))
                ],
            }
        )
    lattice_to_photo = [HEX_PX, 0.0, 160.0, 0.0, HEX_PX, 120.0, 0.0, 0.0, 1.0]
    return {"hexes": hexes, "tiles": [], "problems": [], "tilt_deg": 0.0, "lattice_to_photo": lattice_to_photo}
