from __future__ import annotations

from math import hypot, isclose, sqrt

from hypothesis import given

from scoring.axial import DIRECTIONS, ORIGIN, Axial
from tests.scoring.cities import places


def test_neighbours_go_clockwise_from_the_top():
    assert ORIGIN.neighbours() == ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    assert [ORIGIN.neighbours()[0].turned(turn) for turn in range(6)] == list(DIRECTIONS)


def test_centres():
    assert Axial(2, 1).centre_xy() == (3.0, 2 * sqrt(3))


@given(places, places)
def test_turning_and_mirroring_keep_distances(first: Axial, second: Axial):
    def distance(one: Axial, other: Axial) -> float:
        (x1, y1), (x2, y2) = one.centre_xy(), other.centre_xy()
        return hypot(x1 - x2, y1 - y2)

    assert isclose(distance(first.turned(1), second.turned(1)), distance(first, second))
    assert isclose(distance(first.mirrored(), second.mirrored()), distance(first, second))


@given(places)
def test_there_and_back(place: Axial):
    assert place.turned(6) == place.turned(-1).turned(1) == place.mirrored().mirrored() == place
    assert place.moved(Axial(2, -3)).minus(Axial(2, -3)) == place


@given(places)
def test_mirror_swaps_left_and_right(place: Axial):
    x, y = place.centre_xy()
    mirrored_x, mirrored_y = place.mirrored().centre_xy()
    assert mirrored_x == -x
    assert isclose(mirrored_y, y, abs_tol=1e-9)


def test_neighbours_by_membership():
    assert ORIGIN.neighbours_in({Axial(1, 0), Axial(5, 5), Axial(0, -1)}) == ((0, -1), (1, 0))
    assert ORIGIN.neighbours_not_in({Axial(1, 0), Axial(0, -1)}) == ((1, -1), (0, 1), (-1, 1), (-1, 0))
