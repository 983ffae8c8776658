"""Lattices grow over slop, perspective and steps, and part what does not belong together."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.camera import Floats
from scanner.find_hexes import HexMarks
from scanner.fit_lattice import Lattice, fit_lattices
from scanner.settings import DEFAULT_SETTINGS
from scoring.axial import Axial
from scoring.random_games import PlayedCity
from tests.scanner.simulated_table import (
    Pose,
    camera_over,
    centres_and_levels,
    joined,
    marks_of,
    random_pose,
    some_city,
)

SLOP = 0.04


def seen_marks(
    city: PlayedCity, pose: Pose, rng: np.random.Generator, moved_xy: tuple[float, float] = (0, 0)
) -> HexMarks:
    centres_xy, levels = centres_and_levels(city)
    camera = camera_over(centres_xy.mean(axis=0), pose)
    slop_xy = rng.normal(0, SLOP, centres_xy.shape)
    return marks_of(camera, centres_xy + moved_xy, levels, slop_xy)


def indices_in(marks: HexMarks, lattice: Lattice) -> list[int]:
    gaps = np.linalg.norm(marks.centres_px[None] - lattice.marks.centres_px[:, None], axis=2)
    assert gaps.min(axis=1).max() == 0
    return [int(index) for index in gaps.argmin(axis=1)]


def is_same_city(found: dict[int, Axial], places: list[Axial]) -> bool:
    """Whether places by mark are the true ones, up to a turn and a move of the whole."""
    return any(
        len({places[index].turned(turn).minus(place) for index, place in found.items()}) == 1 for turn in range(6)
    )


def placed(marks: HexMarks, lattice: Lattice) -> dict[int, Axial]:
    return dict(zip(indices_in(marks, lattice), lattice.places, strict=True))


def neighbour_gap(lattice: Lattice) -> float:
    """How far, in hex sizes, the lattice's own frames miss the neighbours that its places claim."""
    by_place = dict(zip(lattice.places, range(len(lattice.places)), strict=True))
    misses = []
    for place, index in by_place.items():
        for near in place.neighbours():
            if near in by_place:
                step_xy = np.subtract(near.centre_xy(), place.centre_xy())
                seen_px = lattice.marks.centres_px[by_place[near]] - lattice.marks.centres_px[index]
                misses.append(float(np.linalg.norm(np.linalg.inv(lattice.marks.frames[index]) @ seen_px - step_xy)))
    return float(np.median(misses))


@pytest.mark.parametrize("seed", range(24))
def test_a_city_gets_its_places(seed: int) -> None:
    rng = np.random.default_rng(seed)
    city = some_city(seed, players=2 + seed % 3, stacking=0.6)
    marks = seen_marks(city, random_pose(rng), rng)
    lattices = fit_lattices(marks, DEFAULT_SETTINGS)
    assert len(lattices[0].places) == len(marks)
    assert is_same_city(placed(marks, lattices[0]), list(city.city.hexes))


@pytest.mark.parametrize("seed", range(6))
def test_the_frames_of_a_lattice_are_turned_alike(seed: int) -> None:
    rng = np.random.default_rng(seed)
    marks = seen_marks(some_city(seed), random_pose(rng), rng)
    (lattice, *_) = fit_lattices(marks, DEFAULT_SETTINGS)
    assert neighbour_gap(lattice) < 0.2


def test_a_lattice_does_not_mirror() -> None:
    rng = np.random.default_rng(9)
    city = some_city(9)
    marks = seen_marks(city, Pose(tilt_deg=20), rng)
    (lattice, *_) = fit_lattices(marks, DEFAULT_SETTINGS)
    assert not is_same_city(placed(marks, lattice), [place.mirrored() for place in city.city.hexes])


def test_two_cities_apart_are_two_lattices() -> None:
    rng = np.random.default_rng(4)
    left, right = some_city(11, rounds=8), some_city(12, rounds=6)
    pose = Pose(tilt_deg=25, azimuth_deg=40, distance=30)
    first = seen_marks(left, pose, rng)
    second = seen_marks(right, pose, rng, moved_xy=(14.4, 5.3))
    marks = joined(first, second)
    lattices = [lattice for lattice in fit_lattices(marks, DEFAULT_SETTINGS) if len(lattice.places) > 3]
    assert [len(lattice.places) for lattice in lattices] == sorted((len(first), len(second)), reverse=True)
    for lattice in lattices:
        own = placed(marks, lattice)
        city, start = (left, 0) if min(own) < len(first) else (right, len(first))
        assert is_same_city({index - start: place for index, place in own.items()}, list(city.city.hexes))


@pytest.mark.parametrize("seed", range(6))
def test_false_marks_do_not_move_the_true_ones(seed: int) -> None:
    rng = np.random.default_rng(seed)
    city = some_city(seed)
    true = seen_marks(city, random_pose(rng, most_tilt_deg=35), rng)
    marks = joined(true, _false_marks(true, rng))
    (lattice, *_) = fit_lattices(marks, DEFAULT_SETTINGS)
    own = {index: place for index, place in placed(marks, lattice).items() if index < len(true)}
    assert len(own) == len(true)
    assert is_same_city(own, list(city.city.hexes))


def test_a_missing_hex_leaves_a_gap_in_the_lattice() -> None:
    rng = np.random.default_rng(2)
    city = some_city(2)
    marks = seen_marks(city, Pose(tilt_deg=30), rng)
    places = list(city.city.hexes)
    inner = next(index for index, place in enumerate(places) if all(near in places for near in place.neighbours()))
    kept = np.array([index for index in range(len(marks)) if index != inner], dtype=np.intp)
    (lattice, *_) = fit_lattices(marks.pick(kept), DEFAULT_SETTINGS)
    own = {int(kept[index]): place for index, place in placed(marks.pick(kept), lattice).items()}
    assert len(own) == len(marks) - 1
    assert is_same_city(own, places)


def test_no_place_is_taken_twice() -> None:
    rng = np.random.default_rng(3)
    true = seen_marks(some_city(3), Pose(tilt_deg=10), rng)
    doubled = joined(
        true, HexMarks(true.centres_px + rng.normal(0, 8, true.centres_px.shape), true.frames, true.scores)
    )
    for lattice in fit_lattices(doubled, DEFAULT_SETTINGS):
        assert len(set(lattice.places)) == len(lattice.places)


def test_hexes_of_another_size_are_another_city() -> None:
    near = seen_marks(some_city(1, rounds=5), Pose(tilt_deg=0, distance=14), np.random.default_rng(0))
    far = seen_marks(some_city(1, rounds=5), Pose(tilt_deg=0, distance=28), np.random.default_rng(0))
    right_of = float(near.centres_px[:, 0].max() - far.centres_px[:, 0].min()) + 100
    lattices = fit_lattices(joined(near, _shifted(far, right_of)), DEFAULT_SETTINGS)
    assert [len(lattice.places) for lattice in lattices[:2]] == [len(near), len(far)]


def test_no_marks_make_no_lattice() -> None:
    none = HexMarks(np.empty((0, 2)), np.empty((0, 2, 2)), np.empty(0))
    assert fit_lattices(none, DEFAULT_SETTINGS) == []


def _false_marks(true: HexMarks, rng: np.random.Generator, count: int = 12) -> HexMarks:
    """Less sure marks all around and beside the city, of sizes like those of its hexes."""
    low, high = true.centres_px.min(axis=0) - 150, true.centres_px.max(axis=0) + 150
    centres_px: list[Floats] = []
    while len(centres_px) < count:
        spot = rng.uniform(low, high)
        if np.linalg.norm(true.centres_px - spot, axis=1).min() > 0.8 * true.sizes_px().min():
            centres_px.append(spot)
    frames = true.frames[rng.integers(0, len(true), count)]
    return HexMarks(np.array(centres_px), frames, np.full(count, 0.35))


def _shifted(marks: HexMarks, right_px: float) -> HexMarks:
    return HexMarks(marks.centres_px + np.array([right_px, 0]), marks.frames, marks.scores)
