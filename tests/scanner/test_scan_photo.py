"""The stages strung together, on drawn photos and with networks that read plain colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import scanner.read_hexes
import scanner.scan_photo
from scanner.find_hexes import HexMarks
from scanner.load_photo import UnreadablePhotoError
from scanner.result import Flaw, NoCity, ScanResult
from scanner.scan_photo import Stage, scan_photo
from scanner.settings import DEFAULT_SETTINGS
from scoring.axial import Axial
from scoring.city import City
from scoring.problems import ProblemCode
from tests.scanner.drawn_photo import ColourReader, drawn, drawn_city, flat_marks
from tests.scanner.picture_files import encoded
from tests.scanner.simulated_table import Pose, camera_over, joined, some_city

PATIENT = replace(DEFAULT_SETTINGS, solver_seconds=60)
LARGE = some_city(7, stacking=0.0, rounds=5).city
SMALL = some_city(8, stacking=0.0, rounds=1).city.moved(Axial(9, -3))
CAMERA = camera_over(np.array([5.0, 0.0]), Pose(tilt_deg=20, azimuth_deg=10, distance=30))
NO_MARKS = HexMarks(np.empty((0, 2)), np.empty((0, 2, 2)), np.empty(0))


@pytest.fixture(autouse=True)
def colour_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner.read_hexes, "reader_network", ColourReader)


def scan_cities(monkeypatch: pytest.MonkeyPatch, *cities: City, **options: object) -> ScanResult:
    """Scan a photo of cities on one table, whose hexes are all marked."""
    whole = City({place: top for city in cities for place, top in city.hexes.items()})
    marks = joined(*(flat_marks(CAMERA, list(city.hexes)) for city in cities)) if cities else NO_MARKS
    return scan_marks(monkeypatch, encoded(Image.fromarray(drawn_city(CAMERA, whole)), "PNG"), marks, **options)


def scan_marks(monkeypatch: pytest.MonkeyPatch, photo: bytes, marks: HexMarks, **options: object) -> ScanResult:
    monkeypatch.setattr(scanner.scan_photo, "find_hexes", lambda *_: marks)
    return scan_photo(photo, settings=PATIENT, **options)


def same_up_to_turns(read: City, true: City) -> bool:
    if len(read.hexes) != len(true.hexes):
        return False
    for turn in range(6):
        turned = true.turned(turn)
        for anchor in turned.hexes:
            if turned.moved(next(iter(read.hexes)).minus(anchor)).hexes == read.hexes:
                return True
    return False


def test_a_city_is_read_with_its_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    result = scan_cities(monkeypatch, LARGE)
    (city,) = result.cities
    assert same_up_to_turns(city.city(), LARGE)
    assert city.problems == ()
    assert city.tilt_deg == pytest.approx(20, abs=2)
    assert result.no_city is None
    for hex_ in city.hexes:
        assert np.abs(np.mean(hex_.outline_px, axis=0) - hex_.centre_px).max() < 3
        assert [other.probability for other in hex_.alternatives] == sorted(
            (other.probability for other in hex_.alternatives), reverse=True
        )
        assert (hex_.kind, hex_.level) not in {(other.kind, other.level) for other in hex_.alternatives}


def test_two_cities_come_largest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    result = scan_cities(monkeypatch, SMALL, LARGE)
    assert [len(city.hexes) for city in result.cities] == [len(LARGE.hexes), len(SMALL.hexes)]
    assert same_up_to_turns(result.cities[1].city(), SMALL)


def test_every_stage_is_told_and_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Stage] = []
    result = scan_cities(monkeypatch, SMALL, observer=lambda stage, _: told.append(stage))
    assert told == list(Stage)
    assert list(result.timing_ms) == [stage.value for stage in Stage]
    assert all(time_ms >= 0 for time_ms in result.timing_ms.values())


def test_nothing_found_and_too_little_found_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = scan_cities(monkeypatch)
    assert (nothing.cities, nothing.no_city) == ((), NoCity.NO_HEXES)
    two = list(LARGE.hexes)[:2]
    few = scan_marks(monkeypatch, encoded(Image.fromarray(drawn(CAMERA, {})), "PNG"), flat_marks(CAMERA, two))
    assert (few.cities, few.no_city) == ((), NoCity.TOO_FEW_HEXES)


def test_the_player_count_brings_its_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    (city,) = scan_cities(monkeypatch, LARGE, players=2).cities
    assert ProblemCode.FINISHED_LEVEL_SUM in {problem.code for problem in city.problems}
    (city,) = scan_cities(monkeypatch, LARGE).cities
    assert ProblemCode.FINISHED_LEVEL_SUM not in {problem.code for problem in city.problems}


def test_without_solving_no_tiles_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    (solved,), (unsolved,) = (scan_cities(monkeypatch, LARGE, solve=solve).cities for solve in (True, False))
    assert solved.tiles
    assert unsolved.tiles == ()
    assert unsolved.city() == solved.city()


def test_a_city_at_the_edge_is_said_to_be_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = drawn_city(CAMERA, LARGE)
    marks = flat_marks(CAMERA, list(LARGE.hexes))
    left_px = int(marks.centres_px[:, 0].min())
    moved = HexMarks(marks.centres_px - np.array([left_px, 0]), marks.frames, marks.scores)
    result = scan_marks(monkeypatch, encoded(Image.fromarray(photo[:, left_px:]), "PNG"), moved)
    assert Flaw.CUT_OFF in result.quality.flaws


def test_a_photo_is_read_the_same_way_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (replace(scan_cities(monkeypatch, LARGE, SMALL), timing_ms={}) for _ in range(2))
    assert first == second


def test_what_is_no_photo_is_refused() -> None:
    with pytest.raises(UnreadablePhotoError, match="not a JPEG"):
        scan_photo(b"no photo at all")
