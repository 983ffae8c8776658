"""A reader for tests of the batch: real pictures, made-up cities, and photos that hang, crash or swallow memory.

What a photo does stands behind the end of its picture, where decoders do not look.
"""

from __future__ import annotations

import hashlib
import io
import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from scanner.load_photo import load_photo
from scoring.random_games import play_game
from webapp.batch.jobs import Reader, ReadPhoto
from webapp.batch.run_profiles import RunProfiles

READER = f"{__name__}:make_reader"
PROFILE_TELLER = f"{__name__}:make_profile_teller"
HANG, CRASH, SWALLOW, RAISE, SLOW, CRASH_ONCE = b"#hang", b"#crash", b"#swallow", b"#raise", b"#slow", b"#crash-once"
NO_CITY, UNSURE = b"#no-city", b"#unsure"
SLOW_S = 0.3


def photo_bytes(seed: int, wish: bytes = b"") -> bytes:
    """A small picture; the seed makes it another one, the wish tells the reader below what to do."""
    pixels = np.random.default_rng(seed).integers(0, 256, (120, 160, 3), dtype=np.uint8)
    stream = io.BytesIO()
    Image.fromarray(pixels).save(stream, "JPEG", quality=60)
    return stream.getvalue() + wish


def make_reader(profiles: RunProfiles | None) -> Reader:
    return read


def make_thread_counter(profiles: RunProfiles | None) -> Reader:
    """A reader that gives the number of OpenCV's threads as the width of the photo."""
    import cv2

    return lambda source, players: replace(read(source, players), scan=_empty_scan(cv2.getNumThreads()))


def make_profile_teller(profiles: RunProfiles | None) -> Reader:
    """A reader that puts the names of the profiles it was given into every scan."""
    given = [*profiles.profiles.cameras, *profiles.profiles.tiles] if profiles else []
    scan = {**_empty_scan(160), "profiles": [profile.name for profile in given]}
    return lambda source, players: replace(read(source, players), scan=scan)


def make_missing_reader(profiles: RunProfiles | None) -> Reader:
    raise FileNotFoundError("finder.onnx is missing")


def read(source: Path | bytes, players: int | None) -> ReadPhoto:
    data = source if isinstance(source, bytes) else source.read_bytes()
    load_photo(data)
    _obey(data)
    seed = int.from_bytes(hashlib.sha256(data).digest()[:4])
    scan = _empty_scan(160)
    if not data.endswith(NO_CITY):
        scan |= {"cities": [_city(seed, unsure=data.endswith(UNSURE))], "no_city": None}
    return ReadPhoto(scan, b"overlay of %d" % seed, b"thumbnail of %d" % seed)


def _empty_scan(width: int) -> dict[str, Any]:
    quality = {"good": True, "flaws": []}
    return {"width": width, "height": 120, "cities": [], "no_city": "no_hexes", "quality": quality}


def _obey(data: bytes) -> None:
    if data.endswith(HANG):
        time.sleep(600)
    if data.endswith(CRASH):
        os.kill(os.getpid(), signal.SIGSEGV)
    if data.endswith(CRASH_ONCE):
        _crash_the_first_time()
    if data.endswith(SWALLOW):
        np.ones(2_000_000_000, np.float64).sum()
    if data.endswith(RAISE):
        raise ZeroDivisionError("no hexes to divide by")
    if data.endswith(SLOW):
        time.sleep(SLOW_S)


def _crash_the_first_time() -> None:
    mark = Path(os.environ["CRASH_MARK"])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def _city(seed: int, *, unsure: bool) -> dict[str, Any]:
    city = play_game(seed, 2, rounds=4)[0].city
    hexes = [
        {"q": place.q, "r": place.r, "kind": top.kind, "level": top.level, "confidence": 0.99, "alternatives": []}
        for place, top in sorted(city.hexes.items())
    ]
    if unsure:
        hexes[0]["confidence"] = 0.4
        hexes[0]["alternatives"] = [{"kind": "garden", "level": 2, "probability": 0.3}]
    return {"hexes": hexes, "tiles": [], "problems": [], "tilt_deg": 20.0}
