"""What the scanner must do with the real photographs beside the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from samples.bench_real import EMPTY_PHOTO, VARIED_PHOTO, RealFigures, as_jpeg, changes, figures
from samples.benchmark.truth import read_truth
from scanner.scan_photo import scan_photo

pytestmark = pytest.mark.shared


def read(folder: Path, name: str, data: bytes | None = None) -> RealFigures:
    path = folder / "photos" / name
    return figures(name, read_truth(path.with_suffix(".json")), scan_photo(data or path))


@pytest.mark.parametrize("name", ["start-tile.jpg", "start-and-one-a.jpg", "start-and-one-b.jpg"])
def test_a_few_tiles_on_a_drawn_grid_are_read_perfectly(shared: Path, name: str) -> None:
    seen = read(shared, name)
    assert seen.is_perfect, seen
    assert seen.cities == 1


def test_a_drawn_grid_is_no_city(shared: Path) -> None:
    result = scan_photo(shared / "photos" / EMPTY_PHOTO)
    assert result.cities == ()
    assert result.no_city is not None


def test_a_finished_city_is_read_perfectly(shared: Path) -> None:
    seen = read(shared, VARIED_PHOTO)
    assert seen.is_perfect, seen
    # 101 with the five stones that lie beside it.
    assert (seen.cities, seen.total) == (1, 96)


@pytest.mark.parametrize("name", changes())
def test_the_same_city_in_other_light_and_size_has_the_same_kinds(shared: Path, name: str) -> None:
    with Image.open(shared / "photos" / VARIED_PHOTO) as image:
        changed = changes()[name](image.convert("RGB"))
    seen = read(shared, VARIED_PHOTO, as_jpeg(changed, 60 if name == "JPEG 60" else 92))
    assert (seen.missed, seen.false, seen.wrong_kinds) == (0, 0, 0), seen
    assert seen.wrong_levels <= 2, seen
