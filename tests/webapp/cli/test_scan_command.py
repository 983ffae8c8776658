"""`akroscan scan`: what it prints, writes and returns, with networks that read plain colours."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

import scanner.read_hexes
import scanner.scan_photo
from scanner.find_hexes import HexMarks
from scanner.load_photo import load_photo
from scanner.scan_photo import Stage
from scoring.draw_text import draw_text
from scoring.score_sheet import score
from tests.scanner.drawn_photo import TABLE_GREY, ColourReader, drawn, drawn_city, flat_marks
from tests.scanner.picture_files import encoded, unreadable_files
from tests.scanner.simulated_table import Pose, camera_over, some_city
from webapp.cli import app

CITY = some_city(7, stacking=0.0, rounds=4).city
CAMERA = camera_over(np.zeros(2), Pose(tilt_deg=20, distance=24))
UNREADABLE = unreadable_files()


@pytest.fixture(autouse=True)
def colour_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The finder marks the city wherever the photo is not all table; the reader reads plain colours."""

    def find(rgb: np.ndarray, *_: object) -> HexMarks:
        marks = flat_marks(CAMERA, list(CITY.hexes))
        return marks.pick(np.arange(len(marks) if (rgb != TABLE_GREY).any() else 0))

    monkeypatch.setattr(scanner.scan_photo, "find_hexes", find)
    monkeypatch.setattr(scanner.read_hexes, "reader_network", ColourReader)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "city.png"
    path.write_bytes(encoded(Image.fromarray(drawn_city(CAMERA, CITY)), "PNG"))
    return path


@pytest.fixture
def bare_table(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    path.write_bytes(encoded(Image.fromarray(drawn(CAMERA, {})), "PNG"))
    return path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["scan", *(str(argument) for argument in arguments)])


def test_a_city_is_drawn_and_scored(photo: Path) -> None:
    result = run(photo)
    assert (result.exit_code, result.stderr) == (0, "")
    total = score(CITY).total
    assert f"{photo}: {len(CITY.hexes)} hexes" in result.stdout
    assert any(draw_text(CITY.turned(turn)) in result.stdout for turn in range(6))
    assert any(line.split() == ["Total", str(total)] for line in result.stdout.splitlines())


def test_json_is_all_there_is_on_stdout(photo: Path) -> None:
    result = run(photo, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    read = json.loads(result.stdout)
    assert read["photo"] == str(photo)
    assert len(read["cities"][0]["hexes"]) == len(CITY.hexes)
    assert {"q", "r", "kind", "level", "confidence", "x", "y"} <= set(read["cities"][0]["hexes"][0])
    assert set(read["timing_ms"]) == {stage.value for stage in Stage}


def test_several_photos_are_several_lines(photo: Path, bare_table: Path, tmp_path: Path) -> None:
    text = tmp_path / "note.jpg"
    text.write_text("no photo")
    result = run(photo, text, bare_table, "--json")
    assert [json.loads(line)["photo"] for line in result.stdout.splitlines()] == [str(photo), str(bare_table)]
    assert result.stderr == f"{text}: this is not a JPEG, PNG, WebP or HEIC picture\n"
    assert result.exit_code == 2
    assert run(photo, bare_table).exit_code == 3
    assert run(photo, photo).exit_code == 0


def test_no_city_is_a_result_of_its_own(bare_table: Path) -> None:
    result = run(bare_table)
    assert result.exit_code == 3
    assert result.stdout.startswith(f"{bare_table}: no city found")
    as_json = run(bare_table, "--json")
    assert as_json.exit_code == 3
    assert json.loads(as_json.stdout)["no_city"] == "no_hexes"


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_photo_gets_one_sentence(name: str, tmp_path: Path) -> None:
    data, words = UNREADABLE[name]
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    result = run(path, "--json")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"{path}: ")
    assert words in result.stderr


def test_a_missing_photo_gets_one_sentence(tmp_path: Path) -> None:
    result = run(tmp_path / "missing.jpg")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{tmp_path / 'missing.jpg'}: there is no such file\n"


def test_the_overlay_is_the_photo_with_the_hexes_on_it(photo: Path, tmp_path: Path) -> None:
    result = run(photo, "--overlay", tmp_path / "seen.png")
    assert result.exit_code == 0
    drawn_on, plain = load_photo(tmp_path / "seen.png").rgb, load_photo(photo).rgb
    assert drawn_on.shape == plain.shape
    assert (drawn_on != plain).any()


def test_overlays_that_cannot_be_are_refused_before_any_work(photo: Path, tmp_path: Path) -> None:
    for arguments in (["--overlay", tmp_path / "seen.txt"], [photo, "--overlay", tmp_path / "seen.png"]):
        result = run(photo, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.count("\n") == 1
    unwritable = run(photo, "--overlay", tmp_path / "nowhere" / "seen.png")
    assert (unwritable.exit_code, unwritable.stderr.count("\n")) == (2, 1)
    assert "cannot be written" in unwritable.stderr


def test_stages_leave_their_pictures(photo: Path, bare_table: Path, tmp_path: Path) -> None:
    assert run(photo, "--stages", tmp_path / "one").exit_code == 0
    assert len(list((tmp_path / "one").glob("*.jpg"))) == len(Stage)
    assert run(photo, bare_table, "--stages", tmp_path / "two").exit_code == 3
    assert sorted(path.name for path in (tmp_path / "two").iterdir()) == ["1-city", "2-table"]
    refused = run(photo, "--stages", photo)
    assert (refused.exit_code, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)


def test_the_player_count_is_checked_against_the_city(photo: Path) -> None:
    assert "58" in run(photo, "--players", "2").stdout
    assert run(photo, "--players", "5").exit_code == 2


def test_doubtful_hexes_are_listed(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class DoubtfulReader(ColourReader):
        def read(self, patches: np.ndarray) -> object:
            seen = super().read(patches)
            seen.kind[:, :] *= 0.15
            return seen

    monkeypatch.setattr(scanner.read_hexes, "reader_network", DoubtfulReader)
    result = run(photo)
    assert "Not sure of" in result.stdout
    assert "% sure; or " in result.stdout
