"""Studio photos: the same again from the same seed, what settings ask for, and faces that look like their kinds."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import pytest

from samples.chance import stream
from samples.faces.folder import FacesError, check_folder, folder_picture, folder_variant
from samples.faces.gallery import own_picture
from samples.games import random_city
from samples.plan import plan_photo
from samples.settings import PRESETS, StudioSettings
from samples.studio import draw_photo, truth_of
from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import District, Kind
from scoring.problems import find_problems

SMALL_PX = (480, 360)
HUES_DEG = {
    District.HOUSE: 205,
    District.MARKET: 45,
    District.BARRACKS: 10,
    District.TEMPLE: 268,
    District.GARDEN: 115,
}


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_seed_gives_the_same_bytes(preset):
    settings = StudioSettings(preset=preset, size_px=SMALL_PX)
    first = draw_photo(4, settings)
    draw_photo(5, settings)
    again = draw_photo(4, settings)
    assert first.image_rgb.tobytes() == again.image_rgb.tobytes()
    assert first.truth == again.truth


def test_another_process_draws_the_same():
    settings = pickle.loads(pickle.dumps(StudioSettings(size_px=SMALL_PX)))
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        other = pool.submit(draw_photo, 6, settings).result()
    here = draw_photo(6, settings)
    assert other.image_rgb.tobytes() == here.image_rgb.tobytes()
    assert other.truth == here.truth


def test_seeds_differ():
    settings = StudioSettings(size_px=SMALL_PX)
    assert draw_photo(1, settings).image_rgb.tobytes() != draw_photo(2, settings).image_rgb.tobytes()


def test_a_photo_has_the_size_asked_for():
    photo = draw_photo(1, StudioSettings(size_px=(500, 620)))
    assert photo.image_rgb.shape == (620, 500, 3)
    assert photo.image_rgb.dtype == np.uint8
    assert (photo.truth.width_px, photo.truth.height_px) == (500, 620)


@pytest.mark.parametrize("cities", [0, 1, 2, 3])
def test_there_are_as_many_cities_as_asked_for(cities):
    for seed in range(2):
        truth = truth_of(plan_photo(seed, StudioSettings(preset="hard", size_px=SMALL_PX, cities=cities)))
        assert len(truth.cities) == cities


def test_the_truth_is_a_legal_city():
    for seed in range(10):
        for city in truth_of(plan_photo(seed, StudioSettings(size_px=SMALL_PX))).cities:
            hexes = {Axial(top.q, top.r): TopHex(top.kind, top.level) for top in city.hexes}
            assert find_problems(City(hexes), finished=False) == ()
            assert sum(top.level for top in city.hexes) == 4 + 3 * (len(city.tiles) - 1)


def test_small_cities_down_to_the_start_tile_occur():
    cities = [random_city(stream(seed % 40, "game"), float(seed >= 40)) for seed in range(80)]
    tiles = Counter(len(city.placements) for city in cities)
    assert tiles[1] >= 2
    assert tiles[2] >= 2
    assert tiles[19] + tiles[17] + tiles[16] == 40


def test_presets_keep_their_ranges():
    for preset, ranges in PRESETS.items():
        for seed in range(12):
            plan = plan_photo(seed, StudioSettings(preset=preset))
            assert ranges.tilt_deg[0] <= plan.pose.tilt_deg <= ranges.tilt_deg[1]
            assert plan.table_name in dict(ranges.tables)


def test_the_truth_can_be_written_as_json():
    truth = draw_photo(8, StudioSettings(preset="hard", size_px=SMALL_PX)).truth
    written = json.loads(json.dumps(truth.as_json("8.jpg")))
    assert written["photo"] == "8.jpg"
    assert written["drawn"]["tilt_deg"] == truth.drawn["tilt_deg"]
    assert written["cities"][0]["hexes"] == written["hexes"]


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_has_several_pictures(kind):
    pictures = {own_picture(kind, number).tobytes() for number in range(3)}
    assert len(pictures) == 3


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.QUARRY])
def test_own_pictures_have_the_hue_of_their_district(kind):
    for number in range(4):
        picture = own_picture(kind, number)
        hue = _middle_hue_deg(picture)
        nearest = min(HUES_DEG, key=lambda district: abs((hue - HUES_DEG[district] + 180) % 360 - 180))
        assert nearest is kind.district, (number, hue)


def _middle_hue_deg(picture: np.ndarray) -> float:
    """The hue of the saturated pixels, as a mean of directions."""
    hsv = cv2.cvtColor(picture[..., :3].copy(), cv2.COLOR_RGB2HSV_FULL).astype(float)
    weights = hsv[..., 1] * (picture[..., 3] > 128) * (hsv[..., 1] > 90)
    angles = hsv[..., 0] * (2 * np.pi / 256)
    return float(np.degrees(np.angle((weights * np.exp(1j * angles)).sum())) % 360)


def test_a_folder_without_faces_is_refused(tmp_path: Path):
    with pytest.raises(FacesError, match=r"nowhere is not a folder"):
        check_folder(str(tmp_path / "nowhere"))
    with pytest.raises(FacesError, match=r"house\.png is missing"):
        check_folder(str(tmp_path))
    (tmp_path / "house.png").write_bytes(b"no picture")
    with pytest.raises(FacesError, match=r"house\.png is not a picture"):
        check_folder(str(tmp_path))


def test_the_ground_around_a_folder_picture_becomes_transparent(tmp_path: Path):
    rgba = np.full((512, 512, 4), (220, 222, 224, 255), np.uint8)
    cv2.circle(rgba, (256, 256), 120, (30, 60, 200, 255), -1)
    cv2.imwrite(str(tmp_path / "house_plaza.png"), rgba)
    picture = folder_picture(str(tmp_path), Kind.HOUSE_PLAZA)
    middle = picture.shape[0] // 2
    assert picture[middle, middle].tolist() == [200, 60, 30, 255]
    assert picture[middle, 20, 3] == 0
    assert picture[30, middle, 3] == 0


@pytest.mark.shared
def test_variants_of_the_shared_faces_differ(shared: Path):
    folder = str(shared / "art")
    assert len({folder_variant(folder, Kind.HOUSE, number).tobytes() for number in range(7, 14)}) == 7


@pytest.mark.shared
def test_shared_faces_show_in_a_photo(shared: Path):
    settings = StudioSettings(size_px=SMALL_PX, faces=str(shared / "art"), own_faces_share=0.0, cities=1)
    with_faces, own = draw_photo(3, settings), draw_photo(3, StudioSettings(size_px=SMALL_PX, cities=1))
    assert with_faces.image_rgb.tobytes() != own.image_rgb.tobytes()
    assert with_faces.truth.cities == own.truth.cities
