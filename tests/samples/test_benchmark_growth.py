"""How time grows with pixels and hexes, measured on readers that take a known time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import samples.benchmark.growth
from samples.benchmark.growth import growth_with_hexes, growth_with_pixels
from samples.benchmark.labelled_photos import labelled_photos_in
from scanner.result import Quality, ScanResult
from tests.samples.damaged_reader import run, some_city, truth_hexes, write_photo


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    hexes = truth_hexes(some_city())
    for name, count in (("a.png", 5), ("b.png", 10), ("c.png", len(hexes))):
        write_photo(tmp_path, name, {"hexes": hexes[:count]})
    return tmp_path


class Clock:
    """A clock that only a reader moves on."""

    now_s = 0.0

    def reader(self, power: float):
        """Takes time with a power of the pixels."""

        def read(path: Path) -> ScanResult:
            with Image.open(path) as image:
                width_px, height_px = image.size
            self.now_s += (width_px * height_px) ** power
            return ScanResult(width_px, height_px, (), Quality())

        return read


@pytest.mark.parametrize(("power", "growth"), [(1.0, 1.0), (1.5, 2.0), (0.5, 0.5)])
def test_growth_with_pixels_is_one_for_a_linear_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, power: float, growth: float
):
    Image.new("RGB", (400, 300)).save(tmp_path / "a.jpg")
    (tmp_path / "a.json").write_text('{"hexes": []}')
    clock = Clock()
    monkeypatch.setattr(samples.benchmark.growth, "perf_counter", lambda: clock.now_s)
    photos = labelled_photos_in(tmp_path).photos
    assert growth_with_pixels(photos, clock.reader(power)) == pytest.approx(growth)
    assert growth_with_pixels([], clock.reader(power)) is None


@pytest.mark.parametrize("power", [1, 2])
def test_growth_with_hexes_compares_many_with_few(folder: Path, power: int):
    readings = run(folder).readings
    counts = [sum(len(pair.read.hexes) for pair in reading.cities if pair.read) for reading in readings]
    timed = [replace(reading, scan_s=0.01 * count**power) for reading, count in zip(readings, counts, strict=True)]
    expected = (max(counts) / min(counts)) ** (power - 1)
    assert growth_with_hexes(timed) == pytest.approx(expected)


def test_too_few_photos_show_no_growth(folder: Path):
    assert growth_with_hexes(run(folder).readings[:2]) is None
