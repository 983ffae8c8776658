from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner, Result

from scoring.city_file import CityFile, city_text
from scoring.draw_text import draw_text
from scoring.notation import read_map
from scoring.random_games import play_game
from webapp.cli import app

CITY = play_game(2, 3)[0].city


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "city.json").write_text(city_text(CityFile(CITY, stones=4)), encoding="utf-8")
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["draw", *(str(argument) for argument in arguments)])


def test_terminal(folder: Path):
    assert run(folder / "city.json").stdout == draw_text(CITY)
    assert read_map(run(folder / "city.json", "--map").stdout) == CITY


def test_svg(folder: Path):
    result = run(folder / "city.json", "-o", folder / "city.svg")
    assert (result.exit_code, result.stdout) == (0, "")
    picture = ET.fromstring((folder / "city.svg").read_text(encoding="utf-8"))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    run(folder / "city.json", "-o", folder / "scored.svg", "--score", "--lang", "pl")
    assert "Świątynie" in (folder / "scored.svg").read_text(encoding="utf-8")


def test_text_file(folder: Path):
    run(folder / "city.json", "-o", folder / "city.txt")
    assert (folder / "city.txt").read_text(encoding="utf-8") == draw_text(CITY)


def wide_city(folder: Path) -> Path:
    path = folder / "wide.json"
    path.write_text(json.dumps({"hexes": [{"q": q, "r": 0, "kind": "house", "level": 1} for q in (0, 9000)]}))
    return path


def test_refusals_leave_no_file(folder: Path):
    for arguments, message in (
        ((folder / "missing.json", "-o", folder / "x.svg"), "missing.json: No such file"),
        ((folder / "city.json", "-o", folder / "x.png"), "x.png: a picture ends in .svg or .txt"),
        ((folder / "city.json", "-o", folder / "nowhere" / "x.svg"), "x.svg: cannot be written: No such file"),
        ((folder / "city.json", "--score"), "--score goes into a picture"),
        ((folder / "city.json", "--map", "-o", folder / "x.svg"), "--map is plain text"),
        ((wide_city(folder), "-o", folder / "x.svg"), "wide.json: the city spans 9001 x 4501 places, too wide to draw"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert message in result.stderr
        assert result.stderr.count("\n") == 1
    assert sorted(path.name for path in folder.iterdir()) == ["city.json", "wide.json"]


def test_a_folder_in_the_way_stays_and_no_part_is_left(folder: Path):
    (folder / "taken.svg").mkdir()
    result = run(folder / "city.json", "-o", folder / "taken.svg")
    assert result.exit_code == 2
    assert "taken.svg: cannot be written" in result.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["city.json", "taken.svg"]
