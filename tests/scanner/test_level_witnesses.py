"""Place and size of a top tell its level as far as the camera's pose lets them."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.fit_lattice import Lattice
from scanner.level_witnesses import parallax_logp, size_logp
from scanner.settings import DEFAULT_SETTINGS
from tests.scanner.simulated_table import Pose, camera_over, centres_and_levels, marks_of, some_city


def test_parallax_tells_levels_from_aside_and_not_from_above() -> None:
    city = some_city(11)
    centres_xy, levels = centres_and_levels(city)
    told = {}
    for tilt_deg in (0, 45):
        camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg, azimuth_deg=30, distance=16))
        marks = marks_of(camera, centres_xy, levels, np.zeros_like(centres_xy))
        lattice = Lattice(tuple(city.city.hexes), marks)
        logp = parallax_logp(lattice, camera, DEFAULT_SETTINGS)
        assert (logp.argmax(axis=1) + 1 == levels).all()
        told[tilt_deg] = float(np.median(np.sort(logp, axis=1)[:, -1] - np.sort(logp, axis=1)[:, -2]))
    assert told[45] > 2.0
    assert told[45] > 2.5 * told[0]


@pytest.mark.parametrize("tilt_deg", [0, 6, 40])
def test_size_tells_levels_from_above_too_however_sloppily_tiles_lie(tilt_deg: float) -> None:
    city = some_city(11)
    centres_xy, levels = centres_and_levels(city)
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg, azimuth_deg=30, distance=16))
    # Pushed together about the middle of the city, each a little, and moved about besides.
    slop = np.random.default_rng(2).normal(0, 0.02, centres_xy.shape)
    marks = marks_of(camera, centres_xy, levels, slop)
    logp = size_logp(Lattice(tuple(city.city.hexes), marks), camera, levels, DEFAULT_SETTINGS)
    assert (logp.argmax(axis=1) + 1 == levels).mean() > 0.9


def test_size_is_judged_against_the_other_hexes() -> None:
    """Loosely laid tiles are all smaller than their lattice: that makes none of them lower."""
    city = some_city(11)
    centres_xy, levels = centres_and_levels(city)
    camera = camera_over(centres_xy.mean(axis=0), Pose(4, azimuth_deg=30, distance=16))
    apart = camera_over(centres_xy.mean(axis=0), Pose(4, azimuth_deg=30, distance=16 * 1.02))
    marks = marks_of(camera, centres_xy, levels, np.zeros_like(centres_xy))
    logp = size_logp(Lattice(tuple(city.city.hexes), marks), apart, levels, DEFAULT_SETTINGS)
    assert (logp.argmax(axis=1) + 1 == levels).mean() > 0.9
