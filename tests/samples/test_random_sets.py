"""Random sets: each number is a set of its own, whose kinds can be told apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from samples.faces.invented import INVENTED_SETS
from samples.faces.print_run import PrintPlan, PrintRun
from samples.faces.random_sets import random_set_name, random_set_number, random_set_picture
from scoring.kinds import Kind


def shown(picture: np.ndarray) -> np.ndarray:
    """The picture on pale ground."""
    opaque = picture[..., 3:] / 255.0
    return picture[..., :3] * opaque + 225 * (1 - opaque)


def test_a_number_is_always_the_same_set():
    before = random_set_picture(3, Kind.TEMPLE, 1).copy()
    random_set_picture.cache_clear()
    assert (random_set_picture(3, Kind.TEMPLE, 1) == before).all()
    assert (random_set_picture(4, Kind.TEMPLE, 1) != before).any()


@pytest.mark.parametrize("number", range(12))
def test_kinds_of_a_set_can_be_told_apart(number):
    pictures = {kind: shown(random_set_picture(number, kind, 0)) for kind in Kind}
    for first, second in combinations(Kind, 2):
        assert np.abs(pictures[first] - pictures[second]).mean() > 1.0, (first, second)


def test_pictures_of_a_kind_differ_but_keep_its_colour():
    first, second = (shown(random_set_picture(5, Kind.HOUSE, picture)) for picture in (0, 1))
    assert (first != second).any()
    assert np.abs(first.mean(axis=(0, 1)) - second.mean(axis=(0, 1))).max() < 40


def test_names_say_the_number():
    assert random_set_number(random_set_name(17)) == 17
    assert [random_set_number(name) for name in (None, "faces", *INVENTED_SETS)] == [None] * 5


def test_a_print_run_of_a_random_set_shows_its_pictures():
    plain = PrintRun(PrintPlan(0, random_set_name(9), 0.0), 200).picture(Kind.MARKET_PLAZA, 2)
    assert plain.shape == (200, 200, 4)
    other = PrintRun(PrintPlan(0, random_set_name(10), 0.0), 200).picture(Kind.MARKET_PLAZA, 2)
    assert np.abs(plain.astype(float) - other).mean() > 1.0
