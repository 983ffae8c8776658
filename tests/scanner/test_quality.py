"""Each flaw of a photo is named, and only that one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from scanner.load_photo import RgbImage
from scanner.quality import HINTS, judge_photo
from scanner.result import Flaw, ReadCity
from tests.scanner.read_cities import HEIGHT_PX, WIDTH_PX, patterned_photo, photo_of, read_city, with_hex
from tests.scanner.simulated_table import Pose


def flaws(rgb: RgbImage, *cities: ReadCity) -> set[Flaw]:
    return set(judge_photo(photo_of(rgb), cities).flaws)


def blurred(rgb: RgbImage, sigma_px: float) -> RgbImage:
    return np.asarray(cv2.GaussianBlur(rgb, (0, 0), sigma_px), dtype=np.uint8)


def test_a_good_photo_has_no_flaw() -> None:
    quality = judge_photo(photo_of(patterned_photo()), (read_city(),))
    assert quality.is_good
    assert quality.flaws == ()


def test_dark_and_bright() -> None:
    assert flaws(patterned_photo(brightest=50, darkest=10), read_city()) == {Flaw.TOO_DARK}
    assert flaws(patterned_photo(brightest=255, darkest=40), read_city()) == {Flaw.TOO_BRIGHT}


def test_a_bright_table_around_the_city_is_no_flaw() -> None:
    """The light is measured on the tops, not on the table."""
    city = read_city()
    rgb = patterned_photo()
    mask = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    for hex_ in city.hexes:
        cv2.fillConvexPoly(mask, np.round(np.array(hex_.outline_px)).astype(np.int32), 1)
    rgb[cv2.dilate(mask, np.ones((9, 9), np.uint8)) == 0] = 255
    assert flaws(rgb, city) == set()


def test_glare_covers_a_part_of_the_tops() -> None:
    rgb = patterned_photo()
    city = read_city()
    for hex_ in city.hexes[: len(city.hexes) // 5]:
        cv2.fillConvexPoly(rgb, np.round(np.array(hex_.outline_px)).astype(np.int32), (255, 255, 255))
    assert flaws(rgb, city) == {Flaw.GLARE}


def test_blur_counts_in_sizes_of_a_hex() -> None:
    rgb = patterned_photo()
    assert flaws(blurred(rgb, 6), read_city()) == {Flaw.BLURRED}
    assert flaws(blurred(rgb, 0.5), read_city()) == set()


def test_a_city_over_the_edge_is_cut_off() -> None:
    city = read_city()
    outside = tuple((x - 900, y) for x, y in city.hexes[0].outline_px)
    assert flaws(patterned_photo(), with_hex(city, 0, outline_px=outside)) == {Flaw.CUT_OFF}


def test_steep_and_small() -> None:
    assert flaws(patterned_photo(), replace(read_city(), tilt_deg=60)) == {Flaw.TOO_STEEP}
    assert Flaw.TOO_SMALL in flaws(patterned_photo(), read_city(Pose(tilt_deg=25, distance=80)))


def test_from_above_is_a_flaw_only_when_levels_are_unsure() -> None:
    city = read_city(Pose(tilt_deg=3, distance=30))
    assert flaws(patterned_photo(), city) == set()
    assert flaws(patterned_photo(), with_hex(city, 2, level_confidence=0.5)) == {Flaw.TOO_FLAT}


def test_two_cities_name_a_flaw_once() -> None:
    steep = replace(read_city(), tilt_deg=60)
    assert judge_photo(photo_of(patterned_photo()), (steep, steep)).flaws == (Flaw.TOO_STEEP,)


def test_without_a_city_the_whole_picture_is_judged() -> None:
    assert flaws(patterned_photo(brightest=30, darkest=5)) == {Flaw.TOO_DARK}
    assert Flaw.BLURRED in flaws(blurred(patterned_photo(), 10))


@pytest.mark.parametrize("size_wh", [(100, 1000), (1000, 100), (100, 100), (5000, 600)])
def test_pictures_of_any_shape_are_judged(size_wh: tuple[int, int]) -> None:
    width_px, height_px = size_wh
    rgb = np.asarray(cv2.resize(patterned_photo(), (width_px, height_px)), dtype=np.uint8)
    assert judge_photo(photo_of(rgb), ()) == judge_photo(photo_of(rgb), ())


def test_hexes_far_outside_the_picture_do_no_harm() -> None:
    """Near the horizon a wrong camera sees hexes endlessly far away and endlessly large."""
    city = read_city()
    for index in range(len(city.hexes)):
        outline_px = tuple((x * 1e8, y * -1e8) for x, y in city.hexes[index].outline_px)
        city = with_hex(city, index, outline_px=outline_px)
    assert Flaw.CUT_OFF in flaws(patterned_photo(), city)


def test_every_flaw_has_a_hint() -> None:
    assert set(HINTS) == set(Flaw)
    assert all(hint.endswith(".") for hint in HINTS.values())
