"""`akroscan bench` as people run it, with a reader whose mistakes are known."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tests.samples.damaged_reader import (
    in_first_city,
    reader_of_truth,
    some_city,
    truth_hexes,
    without_hex,
    write_photo,
)
from webapp.cli import app

CITY = some_city()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("scanner.scan_photo.scan_photo", reader_of_truth(in_first_city(without_hex(0))))
    for name in ("a.png", "b.png"):
        write_photo(tmp_path, name, {"hexes": truth_hexes(CITY), "drawn": {"tilt_deg": 20, "table": "wood"}})
    return tmp_path


def bench(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", *(str(argument) for argument in arguments)])


def test_json_is_all_that_goes_to_stdout(folder: Path):
    result = bench(folder, "--json")
    assert result.exit_code == 0
    figures = json.loads(result.stdout)
    count = len(CITY.hexes)
    assert figures["overall"]["hexes_found"] == {
        "count": 2 * (count - 1),
        "of": 2 * count,
        "share": pytest.approx(1 - 1 / count),
    }
    assert figures["overall"]["perfect_cities"] == {"count": 0, "of": 2, "share": 0.0}
    assert list(figures["by"]) == ["tilt", "table", "level", "kind"]
    assert figures["by"]["table"]["wood"]["photos"] == 2
    assert sum(row.get("nothing", 0) for row in figures["confusion"]["kind"].values()) == 2
    assert [photo["mistakes"] for photo in figures["photos"]] == [1, 1]


def test_the_table_names_the_measures(folder: Path):
    result = bench(folder, "--limit", 1)
    assert result.exit_code == 0
    assert f"{len(CITY.hexes) - 1} of {len(CITY.hexes)}" in result.stdout
    for words in ("false hexes", "exact scores, all variants", "wrong hexes caught", "peak memory", "By kind"):
        assert words in result.stdout


def test_the_report_is_one_page_with_every_photo(folder: Path, tmp_path: Path):
    page = tmp_path / "made" / "report.html"
    result = bench(folder, "--report", page, "--json")
    assert result.exit_code == 0
    html = page.read_text(encoding="utf-8")
    assert html.count('<article class="card photo">') == 2
    missed = next(iter(CITY.hexes.values())).kind
    assert html.count(f'<polygon class="{missed} missed"') == 2
    assert "http://" not in html.replace("http://www.w3.org", "")
    assert "https://" not in html


def test_problems_are_told_on_stderr_and_the_rest_is_measured(folder: Path):
    (folder / "b.png").write_bytes(b"broken")
    (folder / "c.json").write_text('{"hexes": []}')
    write_photo(folder, "d.png", None)
    result = bench(folder, "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["overall"]["photos"] == 1
    assert "b.png: this is not a JPEG" in result.stderr
    assert "c.json: there is no picture of this name" in result.stderr
    assert "no .json with their truth: d.png" in result.stderr


def test_nothing_to_measure_is_one_line_and_exit_code_2(tmp_path: Path):
    for folder, words in ((tmp_path / "nowhere", "is not a folder"), (tmp_path, "holds no pictures")):
        result = bench(folder)
        assert (result.exit_code, result.stdout) == (2, "")
        assert words in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_only_broken_pictures_are_nothing_to_measure(folder: Path):
    for name in ("a.png", "b.png"):
        (folder / name).write_bytes(b"broken")
    result = bench(folder)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "could be measured" in result.stderr


def test_a_report_that_cannot_be_written_is_told(folder: Path):
    result = bench(folder, "--report", folder / "a.png" / "report.html", "--json")
    assert result.exit_code == 2
    assert "report.html cannot be written" in result.stderr
