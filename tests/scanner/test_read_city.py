"""From marks to a city: the camera is fitted, false marks fall away, missed hexes are found."""

from __future__ import annotations

import numpy as np
import pytest

import scanner.read_hexes
from scanner.camera import TableCamera
from scanner.find_hexes import HexMarks
from scanner.fit_lattice import fit_lattices
from scanner.hex_codes import KIND_ORDER
from scanner.load_photo import FocalSource, Photo
from scanner.patches import PhotoPyramid
from scanner.read_city import SeenCity, see_cities
from scanner.settings import DEFAULT_SETTINGS
from scoring.axial import Axial
from scoring.city import City
from scoring.kinds import Kind
from tests.scanner.drawn_photo import ColourReader, drawn_city, flat_marks
from tests.scanner.simulated_table import (
    FOCAL_PX,
    Pose,
    camera_over,
    joined,
    some_city,
)

FLAT = some_city(7, stacking=0.0, rounds=6).city
PLACES = list(FLAT.hexes)
POSE = Pose(tilt_deg=30, azimuth_deg=100, roll_deg=15, distance=20)


@pytest.fixture(autouse=True)
def colour_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner.read_hexes, "reader_network", ColourReader)


def flat_camera() -> TableCamera:
    return camera_over(np.mean([place.centre_xy() for place in PLACES], axis=0), POSE)


def see(marks: HexMarks, city: City = FLAT) -> SeenCity | None:
    rgb = drawn_city(flat_camera(), city)
    photo = Photo(rgb, FOCAL_PX, FocalSource.EXIF)
    (lattice, *_) = fit_lattices(marks, DEFAULT_SETTINGS)
    found = see_cities(lattice, photo, PhotoPyramid(rgb), DEFAULT_SETTINGS)
    return found[0] if found else None


def kinds_by_pixel(seen: SeenCity) -> dict[Axial, Kind]:
    """What was read, at the true place whose centre is nearest to each hex."""
    centres_px = flat_marks(flat_camera(), PLACES).centres_px
    read = {}
    for centre_px, row in zip(seen.lattice.marks.centres_px, seen.readings.kind, strict=True):
        gaps = np.linalg.norm(centres_px - centre_px, axis=1)
        assert gaps.min() < 12
        read[PLACES[int(gaps.argmin())]] = KIND_ORDER[int(row.argmax())]
    return read


TRUE_KINDS = {place: top.kind for place, top in FLAT.hexes.items()}


def test_every_hex_is_read_and_the_camera_is_known() -> None:
    seen = see(flat_marks(flat_camera(), PLACES))
    assert seen is not None
    assert kinds_by_pixel(seen) == TRUE_KINDS
    assert seen.camera.tilt_deg() == pytest.approx(POSE.tilt_deg, abs=1.5)


def test_hexes_that_the_finder_missed_are_found() -> None:
    marks = flat_marks(flat_camera(), PLACES)
    hidden = {1, 8, len(PLACES) - 1}
    kept = np.array([index for index in range(len(PLACES)) if index not in hidden], dtype=np.intp)
    seen = see(marks.pick(kept))
    assert seen is not None
    assert kinds_by_pixel(seen) == TRUE_KINDS


def test_marks_on_the_bare_table_fall_away() -> None:
    camera = flat_camera()
    empty = sorted({near for place in PLACES for near in place.neighbours()} - set(PLACES))[::3]
    seen = see(joined(flat_marks(camera, PLACES), flat_marks(camera, empty)))
    assert seen is not None
    assert kinds_by_pixel(seen) == TRUE_KINDS


def test_too_few_hexes_are_no_city() -> None:
    three = {place: FLAT.hexes[place] for place in PLACES[:3]}
    camera = flat_camera()
    marks = flat_marks(camera, [*PLACES[:3], *PLACES[4:8]])
    assert see(marks, City(three)) is None


def test_a_bare_table_is_no_city() -> None:
    assert see(flat_marks(flat_camera(), PLACES), City({})) is None
