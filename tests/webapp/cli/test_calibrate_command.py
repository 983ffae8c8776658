"""`akroscan calibrate`: what it prints, keeps and refuses, and that a scan goes on without a bad profile."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from calibration.own_sets import teach_set
from calibration.profile_store import ProfileStore
from calibration.tile_examples import joined
from tests.calibration.painted_tiles import painted_examples
from tests.calibration.sheet_files import bomb_zip, other_board_file, sheet_file
from tests.webapp.pictures import picture_bytes
from webapp.cli import app

pytestmark = pytest.mark.usefixtures("quick_learning")


def calibrate(folder: Path, *words: str | Path) -> Result:
    command = ["calibrate", *map(str, words), "--data-dir", str(folder / "data")]
    return CliRunner().invoke(app, command, catch_exceptions=False)


@pytest.fixture(scope="module")
def photos(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("photos")
    for number in range(6):
        (folder / f"{number}.jpg").write_bytes(sheet_file(number))
    return sorted(folder.glob("*.jpg"))


def test_a_camera_is_learned_listed_shown_exported_removed_and_imported(photos, tmp_path):
    made = calibrate(tmp_path, "camera", *photos)
    assert made.exit_code == 0
    assert "camera: Test phone, 1280 x 960" in made.stdout
    assert "px (rms) in 6 photos" in made.stdout
    assert "test-phone-1280x960: Test phone" in calibrate(tmp_path, "list").stdout
    shown = json.loads(calibrate(tmp_path, "show", "test-phone-1280x960").stdout)
    assert shown["format"] == "akroscan-camera"
    assert shown["focal_px"] == pytest.approx(961.5, rel=0.01)
    file = tmp_path / "mine.zip"
    assert calibrate(tmp_path, "export", "test-phone-1280x960", "-o", file).exit_code == 0
    assert calibrate(tmp_path, "remove", "test-phone-1280x960").exit_code == 0
    assert calibrate(tmp_path, "list").stdout == ""
    assert calibrate(tmp_path, "import", file).exit_code == 0
    again = calibrate(tmp_path, "import", file)
    assert again.exit_code == 2
    assert "already a profile" in again.stderr


def test_every_photo_of_no_use_is_named_with_its_reason(photos, tmp_path):
    strange = {
        "other.jpg": other_board_file(),
        "blurred.jpg": sheet_file(3, blur_px=2.4),
        "stranger.jpg": sheet_file(4, model="Other phone"),
        "notes.txt": b"not a photo",
    }
    for name, content in strange.items():
        (tmp_path / name).write_bytes(content)
    made = calibrate(tmp_path, "camera", *photos, *(tmp_path / name for name in strange), tmp_path / "missing.jpg")
    assert made.exit_code == 0
    for sentence in (
        "other.jpg: it shows another board",
        "blurred.jpg: it is blurred",
        "stranger.jpg: it comes from another camera",
        "notes.txt: it cannot be read",
        "missing.jpg: it cannot be read",
    ):
        assert f"left out: {sentence}" in made.stderr


def test_one_photo_makes_no_profile_and_loses_none(photos, tmp_path):
    assert calibrate(tmp_path, "camera", *photos).exit_code == 0
    before = calibrate(tmp_path, "show", "test-phone-1280x960").stdout
    one = calibrate(tmp_path, "camera", photos[0], "--replace")
    assert one.exit_code == 2
    assert "at least 5 usable photos" in one.stderr
    assert "there is 1" in one.stderr
    assert calibrate(tmp_path, "show", "test-phone-1280x960").stdout == before


def test_a_bad_import_is_one_sentence(tmp_path):
    newer = json.dumps({"format": "akroscan-tiles", "version": 7}).encode()
    for content, sentence in ((bomb_zip(), "unpacks to more than 8 MB"), (newer, "newer Akroscan"), (b"", "damaged")):
        (tmp_path / "given.zip").write_bytes(content)
        refused = calibrate(tmp_path, "import", tmp_path / "given.zip")
        assert refused.exit_code == 2
        assert sentence in refused.stderr
        assert refused.stderr.count("\n") == 1
    assert calibrate(tmp_path, "list").stdout == ""


def test_a_scan_goes_on_without_a_damaged_profile(tmp_path):
    profiles = tmp_path / "data" / "profiles"
    profiles.mkdir(parents=True)
    (profiles / "broken.json").write_bytes(b"{")
    (tmp_path / "a.jpg").write_bytes(picture_bytes())
    words = ["scan", str(tmp_path / "a.jpg"), "--data-dir", str(tmp_path / "data")]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert "the profile broken.json is not used: it is damaged" in result.stderr
    assert "no city found" in result.output


def test_a_set_is_shown_and_a_photo_taken_back(tmp_path):
    both = joined([painted_examples(3, 1, "a.jpg"), painted_examples(3, 2, "b.jpg")])
    teach_set(ProfileStore(tmp_path / "data"), "Kitchen set", both, date(2026, 3, 1))
    assert "own tiles, 66 hexes of 2 photos: of 11 held-back hexes" in calibrate(tmp_path, "list").stdout
    taken = calibrate(tmp_path, "forget", "Kitchen set", "a.jpg")
    assert taken.exit_code == 0
    assert "held-back hexes it reads" in taken.stdout
    unknown = calibrate(tmp_path, "forget", "Kitchen set", "a.jpg")
    assert unknown.exit_code == 2
    assert "has learned nothing from 'a.jpg' (photos: b.jpg)" in unknown.stderr


def test_tiles_need_a_corrected_scan_beside_each_photo(tmp_path):
    (tmp_path / "a.jpg").write_bytes(picture_bytes())
    refused = calibrate(tmp_path, "tiles", "mine", tmp_path / "a.jpg")
    assert refused.exit_code == 2
    assert "there is no a.json: write it with `akroscan scan --json`" in refused.stderr


@pytest.mark.parametrize("kind", ["camera", "corner"])
def test_a_sheet_is_written(tmp_path, kind):
    result = CliRunner().invoke(app, ["calibrate", "sheet", "--kind", kind, "-o", str(tmp_path / "s.pdf")])
    assert result.exit_code == 0
    assert (tmp_path / "s.pdf").read_bytes().startswith(b"%PDF")
    unknown = CliRunner().invoke(app, ["calibrate", "sheet", "--paper", "A3", "-o", str(tmp_path / "t.pdf")])
    assert unknown.exit_code == 2
    assert not (tmp_path / "t.pdf").exists()
