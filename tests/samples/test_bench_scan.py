"""`make bench-scan`: reserved photos are drawn once, read, and judged."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image

from samples import bench_scan
from samples.benchmark.labelled_photos import labelled_photos_in
from samples.reserved_photos import FIRST_RESERVED_SEED, MAX_TILT_DEG, ReservedPhotos, draw_reserved
from scanner.load_photo import FocalSource, load_photo
from scanner.result import ReadCity, ScanResult
from tests.samples.damaged_reader import reader_of_truth, without_hex

SMALL_PX = (480, 360)


def order(folder: Path, photos: int = 3) -> ReservedPhotos:
    return ReservedPhotos(FIRST_RESERVED_SEED, photos, None, folder, SMALL_PX)


def test_reserved_photos_are_labelled_and_within_the_tilt(tmp_path: Path):
    paths = list(draw_reserved(order(tmp_path), processes=1))
    found = labelled_photos_in(tmp_path)
    assert [photo.path for photo in found.photos] == paths
    assert found.problems == ()
    for photo in found.photos:
        assert photo.truth.size_px == SMALL_PX
        assert photo.truth.table
        assert photo.truth.tilt_deg is not None
        assert photo.truth.tilt_deg <= MAX_TILT_DEG
        assert load_photo(photo.path).focal_source is FocalSource.EXIF
        with Image.open(photo.path) as image:
            assert (image.format, image.size) == ("JPEG", SMALL_PX)


def test_a_photo_is_drawn_once(tmp_path: Path):
    first = [path.stat().st_mtime_ns for path in draw_reserved(order(tmp_path, 1), processes=1)]
    again = [path.stat().st_mtime_ns for path in draw_reserved(order(tmp_path, 1), processes=1)]
    assert first == again


def test_an_unfinished_photo_is_drawn_again_the_same(tmp_path: Path):
    (path,) = draw_reserved(order(tmp_path, 1), processes=1)
    picture = path.read_bytes()
    path.with_suffix(".json").unlink()
    path.write_bytes(picture[:100])
    list(draw_reserved(order(tmp_path, 1), processes=1))
    assert path.read_bytes() == picture


def test_seeds_of_training_are_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="seed 5 is not reserved"):
        ReservedPhotos(5, 1, None, tmp_path)


def test_a_perfect_scanner_meets_every_demand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def read(path: Path, *, solve: bool = True) -> ScanResult:
        return reader_of_truth(list if solve else _without_first_hexes)(path)

    monkeypatch.setattr(bench_scan, "scan_photo", read)
    monkeypatch.setattr(bench_scan, "LARGE_SIZE_PX", SMALL_PX)
    monkeypatch.setattr(bench_scan, "SHARED_FACES", tmp_path / "none")
    monkeypatch.setattr(bench_scan, "startup_s", lambda: 0.5)
    monkeypatch.setattr(bench_scan, "peak_memory_mb", lambda: 100.0)
    monkeypatch.setattr(bench_scan, "growth_with_pixels", lambda photos, reader: 0.4)
    monkeypatch.setattr(bench_scan, "growth_with_hexes", lambda readings: 0.2)
    monkeypatch.setattr(sys, "argv", ["bench-scan", "--photos", "2", "--out", str(tmp_path)])
    assert bench_scan.main() == 0
    printed = capsys.readouterr().out
    cities = sum(len(photo.truth.cities) for photo in labelled_photos_in(next(tmp_path.rglob("photos"))).photos)
    assert f"hexes mended for each spoiled by the solver ({cities} : 0)" in printed
    assert "FAIL" not in printed
    (report,) = tmp_path.rglob("report.html")
    assert "000.jpg" in report.read_text(encoding="utf-8")


def _without_first_hexes(cities: list[ReadCity]) -> list[ReadCity]:
    return [without_hex(0)(city) for city in cities]
