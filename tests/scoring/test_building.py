from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.axial import Axial
from scoring.building import IllegalPlacementError, Placement, Site, is_clockwise_triangle, replay, triangles_at
from scoring.tiles import START_TILE, box

TILES = {tile.number: tile for tile in box()}
START = Placement(0, 1, START_TILE)


def triangle(*places: tuple[int, int]) -> tuple[Axial, ...]:
    return tuple(Axial(*place) for place in places)


# Beside the starting tile, which covers (0, 0), (0, -1), (1, 0) and (-1, 1).
BESIDE = triangle((1, -2), (2, -2), (1, -1))
# Its two lower hexes are the start tile's (1, 0) and (0, 0), the upper one the new tile's (1, -1).
ON_BOTH = triangle((0, 0), (1, -1), (1, 0))


def test_level_1_must_touch_the_city():
    site = Site.with_start_tile()
    assert site.add(TILES[1], BESIDE) == 0
    with pytest.raises(IllegalPlacementError, match=r"\(9, 9\), \(10, 8\), \(10, 9\) do not touch the city"):
        site.add(TILES[2], triangle((9, 9), (10, 8), (10, 9)))


def test_higher_tiles_cover_two_others_and_earn_a_stone_for_each_quarry():
    site = Site.with_start_tile()
    site.add(TILES[1], BESIDE)
    assert site.add(TILES[2], ON_BOTH) == 1
    assert site.level_at(Axial(0, 0)) == 2
    assert site.city().hexes[Axial(0, 0)].kind is TILES[2].kinds[0]
    assert site.level_at(Axial(5, 5)) == 0


def test_one_tile_alone_carries_nothing():
    site = Site.with_start_tile()
    site.add(TILES[1], BESIDE)
    with pytest.raises(IllegalPlacementError, match="cover only one tile"):
        site.add(TILES[2], BESIDE)


def test_no_gap_below_and_no_step():
    site = Site.with_start_tile()
    with pytest.raises(IllegalPlacementError, match="are not on one level"):
        site.add(TILES[1], triangle((0, 0), (1, -1), (1, 0)))


@pytest.mark.parametrize(
    "places",
    [((0, 0), (1, 0), (1, -1)), ((0, 0), (1, 0), (2, 0)), ((0, 0), (0, 0), (1, 0)), ((0, 0), (1, -1))],
    ids=["anticlockwise", "in a row", "one place twice", "two places"],
)
def test_a_tile_is_a_clockwise_triangle(places: tuple[tuple[int, int], ...]):
    assert not is_clockwise_triangle(triangle(*places))
    with pytest.raises(IllegalPlacementError, match="not a triangle"):
        Site.with_start_tile().add(TILES[1], triangle(*places))


def test_triangles_at_are_clockwise():
    assert all(is_clockwise_triangle(places) for places in triangles_at(Axial(3, -2)))


def test_legal_places_are_exactly_the_ones_that_add_accepts():
    site = Site.with_start_tile()
    site.add(TILES[1], BESIDE)
    legal = set(site.legal_places())
    for q in range(-5, 6):
        for r in range(-5, 6):
            for places in triangles_at(Axial(q, r)):
                assert (places in legal) == (site.problem_with(places) is None)
    assert triangles_at(Axial(0, 0))[0] in legal


def built() -> list[Placement]:
    site = Site.with_start_tile()
    site.add(TILES[1], BESIDE)
    site.add(TILES[2], ON_BOTH)
    return site.placements


def test_replay_builds_the_same_again():
    assert replay(built()).placements == built()
    assert replay(built(), TILES).city() == replay(built()).city()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda steps: [], "begins with the starting tile"),
        (lambda steps: steps[1:], "begins with the starting tile"),
        (lambda steps: [replace(steps[0], level=2), *steps[1:]], "begins with the starting tile"),
        (lambda steps: [Placement(0, 1, START_TILE[:3]), *steps[1:]], "begins with the starting tile"),
        (lambda steps: [*steps, replace(steps[1], tile=99)], "tile 99 is not in the box"),
        (lambda steps: [*steps, steps[1]], "tile 1 is not in the box, or lies in the city already"),
        (lambda steps: [*steps[:2], replace(steps[2], level=3)], "tile 2 .* has another level or kinds"),
        (lambda steps: [*steps[:2], replace(steps[2], hexes=steps[2].hexes[:2])], "not a triangle"),
    ],
)
def test_replay_refuses_what_cannot_be(damage, message: str):
    with pytest.raises(IllegalPlacementError, match=message):
        replay(damage(built()))


def test_start_tile_may_lie_turned_and_elsewhere():
    turned = Placement(0, 1, tuple((place.turned(3).moved(Axial(7, -2)), kind) for place, kind in START_TILE))
    assert len(replay([turned]).city().hexes) == 4
