"""The photos that come with Akroscan: which ones, and drawing them anew (`python -m samples.bundled`)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2

from samples.photo_files import contact_sheet, write_photo
from samples.plan import plan_photo
from samples.settings import Preset, StudioSettings

FOLDER = Path(__file__).parent / "photos"
CONTACT_SHEET = Path(__file__).parent / "photos-contact-sheet.jpg"
SIZE_PX = (1600, 1200)


@dataclass(frozen=True)
class BundledPhoto:
    """A photo drawn with our own faces; its name says what it shows."""

    name: str
    seed: int
    preset: Preset = "table"


BUNDLED = (
    BundledPhoto("cloth", 3),
    BundledPhoto("dark-wood", 12),
    BundledPhoto("wood-with-stones", 16),
    BundledPhoto("stone-table", 62),
    BundledPhoto("printed-mat", 61),
    BundledPhoto("newspaper", 41),
    BundledPhoto("drawn-grid", 44),
    BundledPhoto("no-city", 54),
    BundledPhoto("several-cities", 57),
    BundledPhoto("white-paper", 65),
    BundledPhoto("part-cut-off", 67),
    BundledPhoto("far-aside", 86),
)


def draw_bundled() -> None:
    cv2.setNumThreads(1)
    FOLDER.mkdir(exist_ok=True)
    paths = []
    for photo in BUNDLED:
        path = FOLDER / f"{photo.name}.jpg"
        write_photo(plan_photo(photo.seed, StudioSettings(preset=photo.preset, size_px=SIZE_PX)), path)
        paths.append(path)
    contact_sheet(paths).save(CONTACT_SHEET, quality=85)


if __name__ == "__main__":
    draw_bundled()
