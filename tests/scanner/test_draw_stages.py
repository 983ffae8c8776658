"""Each stage leaves a picture, whatever it found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scanner.draw_stages import LEVEL_COLOURS_RGB, StagePictures, draw_lattices, draw_marks, draw_tiles
from scanner.evidence import PLAIN_WEIGHTS, gather_evidence
from scanner.find_hexes import HexMarks
from scanner.fit_lattice import Lattice, fit_lattices
from scanner.load_photo import RgbImage, load_photo
from scanner.patch_sheet import COLUMNS, draw_patch_sheet
from scanner.read_city import SeenCity
from scanner.result import Quality
from scanner.scan_photo import Stage
from scanner.settings import DEFAULT_SETTINGS
from scanner.write_picture import UnwritablePictureError, write_picture
from tests.scanner.read_cities import HEIGHT_PX, WIDTH_PX, patterned_photo, photo_of, read_city
from tests.scanner.simulated_table import (
    Pose,
    camera_over,
    centres_and_levels,
    marks_of,
    readings_of,
    silent_tops,
    some_city,
)

NO_MARKS = HexMarks(np.empty((0, 2)), np.empty((0, 2, 2)), np.empty(0))


def grey_photo() -> RgbImage:
    return np.full((HEIGHT_PX, WIDTH_PX, 3), 128, np.uint8)


def seen_lattice() -> Lattice:
    centres_xy, levels = centres_and_levels(some_city(1))
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg=25, distance=30))
    return fit_lattices(marks_of(camera, centres_xy, levels, np.zeros_like(centres_xy)), DEFAULT_SETTINGS)[0]


def seen_city() -> SeenCity:
    city = some_city(1)
    centres_xy, levels = centres_and_levels(city)
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg=25, distance=30))
    marks = marks_of(camera, centres_xy, levels, np.zeros_like(centres_xy))
    places, readings = tuple(city.city.hexes), readings_of(city, np.random.default_rng(0))
    evidence = gather_evidence(places, readings, silent_tops(len(places)), PLAIN_WEIGHTS)
    return SeenCity(Lattice(places, marks), camera, readings, evidence, (1600, 1200))


def changed_near(picture: RgbImage, point_px: tuple[float, float], reach_px: int = 40) -> bool:
    x, y = (round(value) for value in point_px)
    return bool((picture[y - reach_px : y + reach_px, x - reach_px : x + reach_px] != 128).any())


def test_a_whole_scan_leaves_six_pictures(tmp_path: Path) -> None:
    observer = StagePictures(tmp_path)
    lattice = seen_lattice()
    made = {
        Stage.LOAD: photo_of(patterned_photo()),
        Stage.FIND: lattice.marks,
        Stage.LATTICE: [lattice],
        Stage.READ: [seen_city()],
        Stage.SOLVE: (read_city(),),
        Stage.JUDGE: Quality(),
    }
    for stage, result in made.items():
        observer(stage, result)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["1-load.jpg", "2-find.jpg", "3-lattice.jpg", "4-read.jpg", "5-solve.jpg", "6-judge.jpg"]
    pictures = {name: load_photo(tmp_path / name).rgb for name in names}
    for name in ("2-find.jpg", "3-lattice.jpg", "5-solve.jpg", "6-judge.jpg"):
        assert np.abs(pictures[name].astype(int) - pictures["1-load.jpg"]).max() > 100


def test_a_scan_without_a_city_leaves_them_too(tmp_path: Path) -> None:
    observer = StagePictures(tmp_path)
    nothing = {Stage.FIND: NO_MARKS, Stage.LATTICE: [], Stage.READ: [], Stage.SOLVE: (), Stage.JUDGE: Quality()}
    for stage, result in {Stage.LOAD: photo_of(patterned_photo()), **nothing}.items():
        observer(stage, result)
    assert len(list(tmp_path.iterdir())) == len(Stage)


def test_a_stage_before_the_photo_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="before a photo"):
        StagePictures(tmp_path)(Stage.FIND, NO_MARKS)


def test_every_mark_and_every_place_is_drawn() -> None:
    lattice = seen_lattice()
    marks, lattices = draw_marks(grey_photo(), lattice.marks), draw_lattices(grey_photo(), [lattice])
    for centre_px in lattice.marks.centres_px:
        assert changed_near(marks, tuple(centre_px), 60)
        assert changed_near(lattices, tuple(centre_px), 10)


def test_levels_have_their_colours() -> None:
    city = read_city()
    picture = draw_tiles(grey_photo(), [city])
    for hex_ in city.hexes:
        x, y = (round(value) for value in np.array(hex_.centre_px) * 0.3 + np.array(hex_.outline_px[0]) * 0.7)
        expected = np.array(LEVEL_COLOURS_RGB[hex_.level - 1]) * 0.55 + 128 * 0.45
        assert np.abs(picture[y, x] - expected).max() < 3


def test_the_sheet_shows_every_patch_in_rows() -> None:
    city = seen_city()
    sheet = draw_patch_sheet(patterned_photo(), [city])
    rows = -(-len(city.lattice.places) // COLUMNS)
    assert sheet.shape[0] % rows == 0
    assert sheet.shape[1] % COLUMNS == 0
    cell_height, cell_width = sheet.shape[0] // rows, sheet.shape[1] // COLUMNS
    for index in range(len(city.lattice.places)):
        row, column = divmod(index, COLUMNS)
        cell = sheet[row * cell_height :, column * cell_width :][:96, :96]
        assert cell.std() > 20


def test_pictures_end_like_pictures(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.png", "c.webp"):
        write_picture(grey_photo(), tmp_path / name)
        with Image.open(tmp_path / name) as picture:
            assert picture.size == (WIDTH_PX, HEIGHT_PX)
    with pytest.raises(UnwritablePictureError, match=r"ends in \.jpg"):
        write_picture(grey_photo(), tmp_path / "d.txt")
    with pytest.raises(UnwritablePictureError, match="cannot be written"):
        write_picture(grey_photo(), tmp_path / "missing" / "e.jpg")
