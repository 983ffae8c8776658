"""The overlay marks every hex where it is, in its colour, and points at doubts."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.canvas import WHITE
from scanner.load_photo import RgbImage
from scanner.overlay import COLOURS_RGB, UNSURE_BELOW, draw_overlay, hex_label
from scanner.result import Quality, ReadCity, ScanResult
from scoring.kinds import Kind
from tests.scanner.read_cities import HEIGHT_PX, WIDTH_PX, read_city, with_hex

GREY = 128


def overlay_of(*cities: ReadCity, rgb: RgbImage | None = None) -> RgbImage:
    photo = np.full((HEIGHT_PX, WIDTH_PX, 3), GREY, np.uint8) if rgb is None else rgb
    return draw_overlay(photo, ScanResult(photo.shape[1], photo.shape[0], cities, Quality()))


def share_of(colour: tuple[int, int, int], picture: RgbImage, centre_px: tuple[float, float], reach_px: int) -> float:
    x, y = (round(value) for value in centre_px)
    around = picture[max(y - reach_px, 0) : y + reach_px, max(x - reach_px, 0) : x + reach_px].astype(int)
    return float((np.abs(around - colour).max(axis=2) < 30).mean())


def test_every_hex_is_outlined_in_its_colour() -> None:
    city = read_city()
    picture = overlay_of(city)
    assert picture.shape == (HEIGHT_PX, WIDTH_PX, 3)
    for hex_ in city.hexes:
        assert share_of(COLOURS_RGB[hex_.kind.district], picture, hex_.centre_px, 50) > 0.02


def test_only_doubtful_hexes_get_a_white_ring() -> None:
    city = read_city()
    doubtful = with_hex(city, 3, kind_confidence=UNSURE_BELOW - 0.1)
    difference = np.abs(overlay_of(doubtful).astype(int) - overlay_of(city)).max(axis=2) > 60
    rows, columns = np.nonzero(difference)
    x, y = city.hexes[3].centre_px
    assert len(rows) > 50
    assert np.hypot(columns - x, rows - y).max() < 75
    assert share_of(WHITE, overlay_of(doubtful), (x, y), 62) > share_of(WHITE, overlay_of(city), (x, y), 62)


def test_without_a_city_the_photo_is_left_alone() -> None:
    assert (overlay_of() == GREY).all()


def test_the_photo_itself_is_not_drawn_on() -> None:
    rgb = np.full((HEIGHT_PX, WIDTH_PX, 3), GREY, np.uint8)
    rgb.flags.writeable = False
    assert (overlay_of(read_city(), rgb=rgb) != GREY).any()
    assert (rgb == GREY).all()


def test_a_large_photo_gives_a_small_overlay() -> None:
    rgb = np.full((3000, 4000, 3), GREY, np.uint8)
    assert overlay_of(read_city(), rgb=rgb).shape == (1200, 1600, 3)


def test_hexes_beyond_the_edge_and_the_horizon_do_no_harm() -> None:
    city = read_city()
    for index, far in enumerate((1e12, -1e12, 1e40)):
        city = with_hex(city, index, centre_px=(far, far), outline_px=((far, 0.0),) * 3 + ((0.0, far),) * 3)
    assert overlay_of(city).shape == (HEIGHT_PX, WIDTH_PX, 3)


@pytest.mark.parametrize(
    ("kind", "level", "label"),
    [(Kind.HOUSE, 1, "H1"), (Kind.GARDEN_PLAZA, 3, "G***3"), (Kind.TEMPLE_PLAZA, 2, "T**2"), (Kind.QUARRY, 4, "Q4")],
)
def test_labels_show_colour_stars_and_level(kind: Kind, level: int, label: str) -> None:
    hex_ = with_hex(read_city(), 0, kind=kind, level=level).hexes[0]
    assert hex_label(hex_) == label
