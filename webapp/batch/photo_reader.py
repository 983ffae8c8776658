"""Reads one photo with the scanner and draws what was read. Runs in the reader processes."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from scanner.load_photo import Photo, RgbImage
from scanner.networks import finder_network, reader_network
from scanner.overlay import draw_overlay
from scanner.profiles import NO_PROFILES, Profiles
from scanner.result import ScanResult
from scanner.result_json import result_as_json
from scanner.scan_photo import Stage, scan_photo
from webapp.batch.jobs import Reader, ReadPhoto
from webapp.batch.run_profiles import RunProfiles

OVERLAY_QUALITY, THUMBNAIL_QUALITY = 85, 75
THUMBNAIL_SIDE_PX = 360


def make_reader(profiles: RunProfiles | None) -> Reader:
    """The scanner with its networks loaded, so that a broken installation shows before the first photo."""
    finder_network()
    reader_network()
    return partial(read_photo, profiles=profiles.profiles if profiles else NO_PROFILES)


def read_photo(source: Path | bytes, players: int | None, profiles: Profiles) -> ReadPhoto:
    loaded: list[RgbImage] = []

    def keep_pixels(stage: Stage, made: object) -> None:
        if stage is Stage.LOAD and isinstance(made, Photo):
            loaded.append(made.rgb)

    result = scan_photo(source, players=players, observer=keep_pixels, profiles=profiles)
    overlay = Image.fromarray(draw_overlay(loaded[0], result))
    overlay_jpeg = _jpeg(overlay, OVERLAY_QUALITY)
    overlay.thumbnail((THUMBNAIL_SIDE_PX, THUMBNAIL_SIDE_PX))
    return ReadPhoto(scan_json(result), overlay_jpeg, _jpeg(overlay, THUMBNAIL_QUALITY))


def scan_json(result: ScanResult) -> dict[str, Any]:
    """What a scan prints as JSON, without its name and its times: the same whoever read it, and when."""
    scan = result_as_json(result, photo="")
    return {key: value for key, value in scan.items() if key not in {"photo", "timing_ms"}}


def _jpeg(image: Image.Image, quality: int) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "JPEG", quality=quality)
    return stream.getvalue()
