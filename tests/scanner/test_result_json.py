"""The JSON of a scan holds everything, in plain values."""

from __future__ import annotations

import json

import pytest

from scanner.quality import HINTS
from scanner.result import Flaw, NoCity, Quality, ReadCity, ScanResult
from scanner.result_json import result_as_json
from scoring.kinds import Kind
from scoring.problems import find_problems
from tests.scanner.read_cities import read_city, with_hex


def as_read_back(*cities: ReadCity, **details: object) -> dict:
    result = ScanResult(1600, 1200, cities, details.pop("quality", Quality()), **details)
    return json.loads(json.dumps(result_as_json(result, "my photo.jpg"), allow_nan=False))


def test_a_hex_has_place_kind_level_confidence_and_pixels() -> None:
    city = read_city()
    found = as_read_back(city)["cities"][0]["hexes"]
    assert len(found) == len(city.hexes)
    for entry, hex_ in zip(found, city.hexes, strict=True):
        assert (entry["q"], entry["r"]) == hex_.place
        assert Kind(entry["kind"]) is hex_.kind
        assert entry["level"] == hex_.level
        assert entry["confidence"] == pytest.approx(hex_.confidence, abs=1e-4)
        assert (entry["x"], entry["y"]) == pytest.approx(hex_.centre_px, abs=0.01)
        assert len(entry["outline"]) == 6
        assert entry["alternatives"] == [{"kind": "quarry", "level": hex_.level, "probability": 0.01}]


def test_confidence_is_that_of_kind_and_level_together() -> None:
    (entry, *_) = as_read_back(with_hex(read_city(), 0, kind_confidence=0.5, level_confidence=0.8))["cities"][0][
        "hexes"
    ]
    assert (entry["kind_confidence"], entry["level_confidence"], entry["confidence"]) == (0.5, 0.8, 0.4)


def test_the_photo_its_size_and_the_times_are_there() -> None:
    read = as_read_back(read_city(), timing_ms={"load": 12.345, "find": 80.0})
    assert (read["photo"], read["width"], read["height"]) == ("my photo.jpg", 1600, 1200)
    assert read["timing_ms"] == {"load": 12.3, "find": 80.0}
    assert read["quality"] == {"good": True, "flaws": []}
    assert read["no_city"] is None


def test_tiles_name_their_places() -> None:
    city = read_city()
    (read,) = as_read_back(city)["cities"]
    assert read["tiles"][0]["start"] is True
    assert read["tiles"][0]["places"] == [list(place) for place in city.tiles[0].places]
    assert read["tilt_deg"] == 25


def test_a_problem_keeps_its_code_and_places() -> None:
    city = with_hex(read_city(), 5, level=6)
    odd = ReadCity(city.hexes, city.tiles, find_problems(city.city()), city.tilt_deg)
    problems = {problem["code"]: problem for problem in as_read_back(odd)["cities"][0]["problems"]}
    assert list(city.hexes[5].place) in problems["unsupported_level"]["places"]
    assert problems["unsupported_level"]["severity"] == "impossible"


def test_flaws_come_with_their_hints() -> None:
    flaws = as_read_back(quality=Quality((Flaw.TOO_DARK, Flaw.CUT_OFF)))["quality"]
    assert flaws["good"] is False
    assert flaws["flaws"] == [{"code": flaw, "hint": HINTS[flaw]} for flaw in ("too_dark", "cut_off")]


def test_no_city_says_why() -> None:
    read = as_read_back(no_city=NoCity.NO_HEXES)
    assert read["cities"] == []
    assert read["no_city"] == "no_hexes"
