"""`akroscan render`: files that the benchmark can read, and clear refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from samples.benchmark.labelled_photos import labelled_photos_in
from samples.photo_files import contact_sheet
from webapp.cli import app

RUNNER = CliRunner()


def render(*options: str):
    return RUNNER.invoke(app, ["render", *options])


def test_render_writes_photos_with_truth_and_a_contact_sheet(tmp_path: Path):
    out = tmp_path / "new" / "photos"
    result = render("--count", "3", "--seed", "20", "--size", "320x240", "--out", str(out))
    assert result.exit_code == 0
    paths = [Path(line) for line in result.stdout.splitlines()]
    assert [path.name for path in paths] == [f"photo-{seed:06d}.jpg" for seed in (20, 21, 22)]
    found = labelled_photos_in(out)
    assert [photo.path for photo in found.photos] == paths
    assert found.problems == ()
    with Image.open(out / "contact-sheet.jpg") as sheet:
        assert sheet.size == (1600, 300)
    with Image.open(paths[0]) as photo:
        assert photo.size == (320, 240)
        assert 10 < photo.getexif().get_ifd(0x8769)[0xA405] < 60


def test_the_contact_sheet_of_many_photos_shows_the_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("samples.photo_files.SHEET_MOST", 4)
    Image.new("RGB", (40, 30)).save(tmp_path / "photo.jpg")
    assert contact_sheet([tmp_path / "photo.jpg"] * 9).size == (1600, 300)


def test_the_same_seed_writes_the_same_files(tmp_path: Path):
    for name in ("first", "second"):
        assert render("--count", "1", "--size", "320x240", "--out", str(tmp_path / name)).exit_code == 0
    first, second = (sorted((tmp_path / name).iterdir()) for name in ("first", "second"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_a_bad_size_is_refused(tmp_path: Path):
    for size in ("big", "10x10", "1600", "99999x99999", "1600x-1200"):
        result = render("--size", size, "--out", str(tmp_path))
        assert result.exit_code == 2
        assert "1600x1200" in result.stderr
        assert list(tmp_path.iterdir()) == []


def test_a_folder_without_faces_is_refused(tmp_path: Path):
    result = render("--faces", str(tmp_path), "--out", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "house.png" in result.stderr


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path):
    (tmp_path / "file").write_text("not a folder")
    result = render("--count", "1", "--size", "320x240", "--out", str(tmp_path / "file"))
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
