from __future__ import annotations

import errno
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from scoring.city_file import CityFile, city_data, city_text
from scoring.random_games import play_game
from scoring.rules import ALL_VARIANTS, Rules
from scoring.score_sheet import score
from webapp.cli import app
from webapp.cli.city_input import MAX_BYTES

PLAYED = play_game(11, 2, stacking=0.6)[0]
CITY = CityFile(PLAYED.city, stones=5)
HEX = {"q": 0, "r": 0, "kind": "house", "level": 1}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "city.json").write_text(city_text(CITY), encoding="utf-8")
    return tmp_path


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["score", *(str(argument) for argument in arguments)])


def scored(*arguments: str | Path) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def test_table(folder: Path):
    result = run(folder / "city.json")
    sheet = score(CITY.city, CITY.rules, CITY.stones)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert f"Houses{sheet.districts['house'].value:>10} x " in result.stdout
    assert result.stdout.rstrip().endswith(f" {sheet.total}")


def test_why_says_a_reason_for_every_district_hex(folder: Path):
    lines = run(folder / "city.json", "--why").stdout.splitlines()
    hexes = sum(top.kind.is_district for top in CITY.city.hexes.values())
    assert sum(line.startswith("      ") and " x " in line for line in lines) == hexes
    assert any("not in the largest group of houses" in line for line in lines)


@pytest.mark.parametrize(("language", "total"), [("en", "Total"), ("pl", "Razem"), ("uk", "Разом")])
def test_languages(folder: Path, language: str, total: str):
    assert f"  {total} " in run(folder / "city.json", "--lang", language).stdout


def test_json(folder: Path):
    data = scored(folder / "city.json")
    sheet = score(CITY.city, CITY.rules, CITY.stones)
    assert data["total"] == sheet.total
    assert data["stones"] == 5
    assert data["problems"] == []
    for name, line in sheet.districts.items():
        found = data["districts"][name]
        assert (found["value"], found["stars"], found["points"]) == (line.value, line.stars, line.points)
        assert len(found["hexes"]) == len(line.verdicts)


def test_options_win_over_the_file(folder: Path):
    own = CityFile(PLAYED.city, 5, Rules(ALL_VARIANTS).with_ruling("lake_size", "one"))
    (folder / "own.json").write_text(city_text(own), encoding="utf-8")
    assert scored(folder / "own.json")["total"] == score(own.city, own.rules, 5).total
    plain = scored(folder / "own.json", "--variants", "none", "--stones", "0", "--ruling", "lake_size=any")
    assert plain["total"] == score(own.city, Rules(), 0).total
    assert plain["variants"] == []
    assert plain["rulings"]["lake_size"] == "any"
    assert scored(folder / "own.json", "--variants", "house, market")["variants"] == ["house", "market"]
    assert scored(folder / "city.json", "--variants", "all")["total"] == score(own.city, Rules(ALL_VARIANTS), 5).total


def test_problems_are_advice(folder: Path):
    (folder / "odd.json").write_text(json.dumps({"hexes": [HEX, {**HEX, "q": 5}]}), encoding="utf-8")
    data = scored(folder / "odd.json")
    assert [problem["code"] for problem in data["problems"]][:2] == ["not_connected", "unsupported_level"]
    assert data["problems"][0]["text"] == "The city falls into 2 parts that do not touch."
    table = run(folder / "odd.json")
    assert table.exit_code == 0
    assert "Worth a look:\n  - The city falls into 2 parts" in table.stdout


def test_players_give_the_level_sum(folder: Path):
    data = scored(folder / "city.json", "--players", "3")
    assert data["problems"][0]["text"] == "The levels add up to 58; a finished 3-player city has 52."


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "not JSON": (b"hello", "not JSON: Expecting value at line 1, column 1"),
    "empty file": (b"", "not JSON"),
    "format": (b'{"format": "x", "hexes": []}', 'format "x" is not "akroscan-city/1"'),
    "kind": (json.dumps({"hexes": [{**HEX, "kind": "hut"}]}).encode(), 'hex 1 at (0, 0): unknown kind "hut"'),
    "level 0": (json.dumps({"hexes": [{**HEX, "level": 0}]}).encode(), "hex 1 at (0, 0): level 0 is not in 1 to 20"),
    "level 99": (json.dumps({"hexes": [{**HEX, "level": 99}]}).encode(), "hex 1 at (0, 0): level 99 is not"),
    "same place": (json.dumps({"hexes": [HEX, HEX]}).encode(), "hex 2: there is already a hex at (0, 0)"),
    "10,000 hexes": (
        json.dumps({"hexes": [{**HEX, "q": q} for q in range(10_000)]}).encode(),
        "10000 hexes are more than the 5000 a file may have",
    ),
    "NaN": (b'{"hexes": [{"q": 0, "r": 0, "kind": "house", "level": NaN}]}', "hex 1 at (0, 0): level NaN is not"),
    "empty city": (b'{"hexes": []}', "the city is empty"),
    "unknown key": (json.dumps({"hexes": [HEX], "colour": 1}).encode(), 'the file has the unknown key "colour"'),
}


@pytest.mark.parametrize(("content", "message"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_gives_one_line_and_exit_code_2(folder: Path, content: bytes, message: str):
    bad = folder / "bad.json"
    bad.write_bytes(content)
    result = run(bad)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{bad}: {message}")
    assert result.stderr.count("\n") == 1


def test_a_huge_file_is_not_read(folder: Path):
    huge = folder / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(100_000_000)
    result = run(huge)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{huge}: more than 2,000,000 bytes, too big for a city file\n"


def test_what_is_no_file(folder: Path):
    missing = run(folder / "missing.json")
    assert (missing.exit_code, missing.stderr) == (2, f"{folder / 'missing.json'}: No such file or directory\n")
    assert run(folder).stderr == f"{folder}: Is a directory\n"
    assert run("x" * 5000).stderr.endswith(": File name too long\n")


@pytest.mark.parametrize("name", ["city.json", "city.jsonl"])
def test_a_file_that_breaks_off_while_it_is_read(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch):
    class BrokenDisk(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

        readline = read

    monkeypatch.setattr(Path, "open", lambda *_: BrokenDisk())
    result = run(folder / name)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{folder / name}: Input/output error\n"


def test_a_name_that_is_not_printable_stays_on_one_line(folder: Path):
    odd = os.fsdecode(os.fsencode(folder) + b"/two\nlines\xff.json")
    result = run(odd)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_other_files_are_still_scored(folder: Path):
    result = run(folder / "missing.json", folder / "city.json")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "Total" in result.stdout


def line_of(city_file: CityFile) -> str:
    return json.dumps(city_data(city_file))


def test_jsonl_scores_each_line(folder: Path):
    lines = [line_of(CityFile(PLAYED.city, stones)) for stones in range(3)]
    (folder / "three.jsonl").write_text("\n\n".join(lines), encoding="utf-8")
    result = run(folder / "three.jsonl", "--json")
    assert result.exit_code == 0
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [city["stones"] for city in found] == [0, 1, 2]
    assert [city["file"].rsplit(":")[-1] for city in found] == ["1", "3", "5"]


def test_jsonl_reports_bad_lines_and_scores_the_others(folder: Path):
    too_long = '{"hexes": ' + " " * (2 * MAX_BYTES) + "[]}"
    lines = [line_of(CITY), "nonsense", too_long, '{"hexes": []}', line_of(CITY)]
    path = folder / "some.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    result = run(path, "--json")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == 2
    errors = result.stderr.splitlines()
    assert [error.split(":")[1] for error in errors] == ["2", "3", "4"]
    assert errors[1] == f"{path}:3: more than 2,000,000 bytes, too big for a city"


def test_jsonl_without_a_city(folder: Path):
    (folder / "none.jsonl").write_text("\n\n", encoding="utf-8")
    result = run(folder / "none.jsonl")
    assert (result.exit_code, result.stderr) == (2, f"{folder / 'none.jsonl'}: there is no city in it\n")


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--variants", "house,hut", 'unknown variant "hut"; there are house, market, barracks, temple, garden'),
        ("--ruling", "lake_size", "--ruling lake_size: write it as NAME=VALUE"),
        ("--ruling", "lake_size=two", 'ruling lake_size is any or one, not "two"'),
        ("--ruling", "moat=no", 'unknown ruling "moat"; there are lake_is_edge, lake_size, largest_group'),
    ],
)
def test_bad_options_give_one_line(folder: Path, option: str, value: str, message: str):
    result = run(folder / "city.json", option, value)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"{message}\n")


@pytest.mark.parametrize(
    ("option", "value"), [("--stones", "-1"), ("--stones", "many"), ("--lang", "de"), ("--players", "9")]
)
def test_options_out_of_range_are_refused(folder: Path, option: str, value: str):
    result = run(folder / "city.json", option, value)
    assert (result.exit_code, result.stdout) == (2, "")
    assert option in result.stderr
