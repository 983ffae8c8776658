"""White balance and exposure come from what is known to be pale and grey in a photo."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.fit_lattice import Lattice
from scanner.light import GOOD_LIGHT, Light
from scanner.light_balance import STONE_RGB, light_of_stone, light_on_picture, light_on_sheet, light_on_tiles
from scanner.sheet_pose import SeenSheet
from scoring.axial import Axial
from tests.scanner.drawn_photo import drawn, flat_marks
from tests.scanner.simulated_table import Pose, camera_over

CAST = np.array([1.0, 0.8, 0.45])


def test_the_stone_shows_a_cast_though_gaps_and_glare_are_among_it() -> None:
    chance = np.random.default_rng(0)
    stone = STONE_RGB * CAST * chance.uniform(0.97, 1.03, (300, 1))
    gaps = np.full((200, 3), 30.0)
    glare = np.full((20, 3), 255.0)
    light = light_of_stone(np.concatenate([stone, gaps, glare]))
    assert light.gains == pytest.approx(1 / CAST, rel=0.05)


def tiles_with_borders(colours: list[tuple[float, float, float]]) -> tuple[np.ndarray, Lattice]:
    """Flat hexes side by side, each all in its colour."""
    places = tuple(Axial(index % 4, index // 4) for index in range(len(colours)))
    camera = camera_over(np.array([3.0, 3.0]), Pose(tilt_deg=0, distance=14))
    rgb = drawn(camera, dict(zip(places, colours, strict=True)))
    return rgb, Lattice(places, flat_marks(camera, list(places)))


def test_borders_of_one_colour_show_the_light_and_borders_of_many_do_not() -> None:
    yellow = tuple((STONE_RGB * CAST).tolist())
    rgb, lattice = tiles_with_borders([yellow] * 8)
    shown = light_on_tiles(rgb, [lattice])
    assert shown is not None
    assert shown.gains == pytest.approx(1 / CAST, rel=0.05)
    print_colours = [(230.0, 130.0, 160.0), (60.0, 170.0, 160.0), (240.0, 150.0, 50.0), (60.0, 76.0, 150.0)] * 2
    rgb, lattice = tiles_with_borders(print_colours)
    assert light_on_tiles(rgb, [lattice]) is GOOD_LIGHT


def test_corrected_stone_is_stone() -> None:
    seen = (STONE_RGB * CAST).astype(np.uint8)[None]
    assert light_of_stone(seen.astype(float)).corrected(seen)[0] == pytest.approx(STONE_RGB, abs=3)


@pytest.mark.parametrize(
    ("gains", "is_good"),
    [((1.0, 1.0, 1.0), True), ((1.1, 1.0, 1.05), True), ((1.0, 1.1, 1.4), False), ((1.5, 1.5, 1.5), False)],
)
def test_only_strange_light_is_corrected(gains: tuple[float, float, float], is_good: bool) -> None:
    assert Light(np.array(gains)).is_good(most_cast=1.2, most_change=1.35) is is_good


def test_good_light_changes_nothing() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (5, 7, 3)).astype(np.uint8)
    assert (GOOD_LIGHT.corrected(pixels) == pixels).all()


def test_without_a_city_the_brightest_is_taken_for_white() -> None:
    picture = np.zeros((60, 80, 3), np.uint8)
    picture[:, 20:] = (220, 180, 110)
    gains = light_on_picture(picture).gains
    assert gains == pytest.approx(STONE_RGB / np.array([220, 180, 110]), rel=0.03)


def sheet_with(greys: list[float], seen: list[tuple[float, float, float]]) -> SeenSheet:
    nothing = np.empty((0, 2))
    return SeenSheet(nothing, nothing, np.array(greys), np.array(seen, dtype=float))


def test_burnt_out_and_black_greys_of_the_sheet_say_nothing() -> None:
    usable = [(100.0, 80.0, 45.0)] * 4
    sheet = sheet_with([100.0] * 6, [*usable, (255.0, 255.0, 255.0), (3.0, 2.0, 1.0)])
    light = light_on_sheet(sheet)
    assert light is not None
    assert light.gains == pytest.approx(1 / CAST)
    assert light_on_sheet(sheet_with([100.0] * 4, [*usable[:3], (255.0, 250.0, 255.0)])) is None
    assert light_on_sheet(None) is None
