"""White balance and exposure come from what is known to be pale and grey in a photo."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.light import GOOD_LIGHT, Light
from scanner.light_balance import STONE_RGB, light_of_stone, light_on_picture, light_on_sheet
from scanner.sheet_pose import SeenSheet

CAST = np.array([1.0, 0.8, 0.45])


def test_the_stone_shows_a_cast_though_gaps_and_glare_are_among_it() -> None:
    chance = np.random.default_rng(0)
    stone = STONE_RGB * CAST * chance.uniform(0.97, 1.03, (300, 1))
    gaps = np.full((200, 3), 30.0)
    glare = np.full((20, 3), 255.0)
    light = light_of_stone(np.concatenate([stone, gaps, glare]))
    assert light.gains == pytest.approx(1 / CAST, rel=0.05)


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
