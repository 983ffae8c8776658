"""`make bench-real`: the real photographs beside the project, and what else they could have looked like.

City-near is changed in nine named ways, and every photograph is retaken many times (`samples/retaken.py`).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image
from rich.console import Console
from rich.progress import track
from rich.table import Table

from samples.benchmark.labelled_photos import labelled_photos_in
from samples.benchmark.matching import match_cities
from samples.benchmark.truth import Truth
from samples.retaken import retaken
from scanner.result import ScanResult
from scanner.scan_photo import scan_photo
from scoring.rules import Rules
from scoring.score_sheet import score

SHARED_PHOTOS = Path(__file__).parents[2] / "shared" / "photos"
VARIED_PHOTO = "city-near.jpg"
EMPTY_PHOTO = "no-city-drawn-grid.jpg"

Change = Callable[[Image.Image], Image.Image]


@dataclass(frozen=True)
class RealFigures:
    """What was wrong in one photograph."""

    name: str
    missed: int
    false: int
    wrong_kinds: int
    wrong_levels: int
    total: int
    cities: int

    @property
    def is_perfect(self) -> bool:
        return not (self.missed or self.false or self.wrong_kinds or self.wrong_levels)


def changes() -> dict[str, Change]:
    """The ways in which city-near is changed, by name."""
    return {
        "half size": lambda image: _scaled(image, 0.5),
        "70 % size": lambda image: _scaled(image, 0.7),
        "turned by 37 degrees": lambda image: image.rotate(37, Image.Resampling.BICUBIC, expand=True),
        "turned by 180 degrees": lambda image: image.rotate(180),
        "one stop darker": lambda image: _lit(image, (0.5, 0.5, 0.5)),
        "one stop brighter": lambda image: _lit(image, (2.0, 2.0, 2.0)),
        "warm cast": lambda image: _lit(image, (1.3, 1.0, 0.65)),
        "cold cast": lambda image: _lit(image, (0.75, 1.0, 1.35)),
        "JPEG 60": lambda image: image,
    }


def read_real_photos(folder: Path = SHARED_PHOTOS) -> list[RealFigures]:
    """Figures for every labelled photo, the one without a city, and each change of city-near."""
    found = []
    for photo in labelled_photos_in(folder).photos:
        found.append(figures(photo.path.name, photo.truth, scan_photo(photo.path)))
        if photo.path.name == VARIED_PHOTO:
            with Image.open(photo.path) as image:
                plain = image.convert("RGB")
            for name, change in changes().items():
                data = as_jpeg(change(plain), 60 if name == "JPEG 60" else 92)
                found.append(figures(f"{photo.path.name}, {name}", photo.truth, scan_photo(data)))
    found.append(_empty_figures(EMPTY_PHOTO, scan_photo(folder / EMPTY_PHOTO)))
    return found


def _empty_figures(name: str, result: ScanResult) -> RealFigures:
    """Every hex of a photo without a city is false."""
    return RealFigures(name, 0, sum(len(city.hexes) for city in result.cities), 0, 0, 0, len(result.cities))


def read_retaken(folder: Path = SHARED_PHOTOS, times: int = 40) -> Iterator[RealFigures]:
    """Figures for the photo of a whole city retaken so many times, and for the others a quarter as often."""
    for photo in labelled_photos_in(folder).photos:
        rgb = _pixels(photo.path)
        for seed in range(times if photo.path.name == VARIED_PHOTO else times // 4):
            yield figures(f"{photo.path.name}, retaken {seed}", photo.truth, _scan_retaken(rgb, seed))
    rgb = _pixels(folder / EMPTY_PHOTO)
    for seed in range(times // 4):
        yield _empty_figures(f"{EMPTY_PHOTO}, retaken {seed}", _scan_retaken(rgb, seed))


def _pixels(path: Path) -> npt.NDArray[np.uint8]:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"), dtype=np.uint8)


def _scan_retaken(rgb: npt.NDArray[np.uint8], seed: int) -> ScanResult:
    changed, quality = retaken(rgb, seed)
    return scan_photo(as_jpeg(Image.fromarray(changed), quality))


def figures(name: str, truth: Truth, result: ScanResult) -> RealFigures:
    pairs = [hex_ for city in match_cities(truth.cities, result.cities) for hex_ in city.hexes]
    read = [hex_ for hex_ in pairs if hex_.is_found]
    total = score(result.cities[0].city(), Rules(), 0).total if result.cities else 0
    return RealFigures(
        name=name,
        missed=sum(hex_.is_missed for hex_ in pairs),
        false=sum(hex_.is_false for hex_ in pairs),
        wrong_kinds=sum(not hex_.is_kind_right for hex_ in read),
        wrong_levels=sum(not hex_.is_level_right for hex_ in read),
        total=total,
        cities=len(result.cities),
    )


def as_jpeg(image: Image.Image, quality: int) -> bytes:
    held = io.BytesIO()
    image.save(held, "JPEG", quality=quality)
    return held.getvalue()


def _scaled(image: Image.Image, share: float) -> Image.Image:
    return image.resize((round(image.width * share), round(image.height * share)), Image.Resampling.LANCZOS)


def _lit(image: Image.Image, gains_rgb: tuple[float, float, float]) -> Image.Image:
    """More or less light, in linear light as a camera sees it."""
    linear = (np.asarray(image, dtype=np.float64) / 255) ** 2.2 * np.array(gains_rgb)
    return Image.fromarray((255 * linear.clip(0, 1) ** (1 / 2.2)).round().astype(np.uint8))


def main() -> int:
    console = Console(width=120)
    if not SHARED_PHOTOS.is_dir():
        Console(stderr=True).print("There are no real photographs beside the project (../shared/photos).")
        return 2
    rows = read_real_photos()
    again = list(track(read_retaken(), "Reading retaken photographs", console=Console(stderr=True)))
    table = Table("photo", "missed", "false", "wrong kinds", "wrong levels", "total without stones", "cities")
    for row in rows + [row for row in again if not row.is_perfect]:
        counts = (row.missed, row.false, row.wrong_kinds, row.wrong_levels, row.total, row.cities)
        table.add_row(row.name, *(str(count) for count in counts))
    console.print(table)
    console.print(
        f"Retaken: {sum(row.is_perfect for row in again)} of {len(again)} perfect; the others are listed above."
    )
    return 0 if all(row.is_perfect for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
