"""The camera sees what geometry says, and its pose comes back from what it saw."""

from __future__ import annotations

import numpy as np
import pytest

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY, Floats, PoseEvidence, TableCamera, fit_camera
from scoring.tiles import START_TILE
from tests.scanner.simulated_table import (
    CENTRE_PX,
    FOCAL_PX,
    Pose,
    camera_over,
    centres_and_levels,
    random_pose,
    some_city,
)


def evidence_of(camera: TableCamera, points_xy: Floats, levels: Floats, slop_xy: Floats | float = 0) -> PoseEvidence:
    world = np.column_stack([points_xy + slop_xy, -levels * TILE_THICKNESS])
    return PoseEvidence(points_xy, levels, camera.project(world), np.ones(len(levels)))


def test_straight_above_a_size_is_focal_over_distance() -> None:
    camera = camera_over(np.zeros(2), Pose(tilt_deg=0, distance=10))
    seen = camera.project(np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0.0]]))
    assert np.allclose(seen - CENTRE_PX, [[0, 0], [FOCAL_PX / 10, 0], [0, FOCAL_PX / 10]])


@pytest.mark.parametrize("tilt_deg", [0, 12, 30, 50])
def test_the_tilt_is_the_angle_off_the_vertical(tilt_deg: float) -> None:
    camera = camera_over(np.array([3.0, -2.0]), Pose(tilt_deg, azimuth_deg=77, roll_deg=123))
    assert camera.tilt_deg() == pytest.approx(tilt_deg, abs=1e-6)


def test_a_top_moves_away_from_the_foot_of_the_camera() -> None:
    camera = camera_over(np.zeros(2), Pose(tilt_deg=35, azimuth_deg=20, distance=15))
    foot, height = camera.position_xyz()[:2], -camera.position_xyz()[2]
    place_xy = np.array([[2.0, 1.0]])
    (moved,) = camera.parallax_per_level(place_xy)
    away = place_xy[0] - foot
    assert np.allclose(moved, away / height * TILE_THICKNESS)
    # The top of level 1 hides the table at the place shifted by (nearly) that move.
    hidden = place_xy[0] + moved * height / (height - TILE_THICKNESS)
    top_px = camera.project(np.array([[*place_xy[0], -TILE_THICKNESS]]))
    assert np.allclose(camera.project(np.array([[*hidden, 0.0]])), top_px)


@pytest.mark.parametrize("level", [0, 1, 4])
def test_the_plane_of_a_level_is_a_homography(level: int) -> None:
    camera = camera_over(np.zeros(2), Pose(tilt_deg=40, azimuth_deg=200))
    points_xy = np.random.default_rng(level).uniform(-6, 6, (20, 2))
    mapped = np.column_stack([points_xy, np.ones(20)]) @ camera.plane_to_px(level).T
    expected = camera.project(np.column_stack([points_xy, np.full(20, -level * TILE_THICKNESS)]))
    assert np.allclose(mapped[:, :2] / mapped[:, 2:], expected)


@pytest.mark.parametrize("seed", range(8))
def test_a_pose_comes_back_from_a_whole_city(seed: int) -> None:
    rng = np.random.default_rng(seed)
    centres_xy, levels = centres_and_levels(some_city(seed))
    camera = camera_over(centres_xy.mean(axis=0), random_pose(rng))
    evidence = evidence_of(camera, centres_xy, levels, rng.normal(0, 0.04, centres_xy.shape))
    fitted = fit_camera(evidence, FOCAL_PX, CENTRE_PX, focal_log_sigma=0.02)
    assert fitted is not None
    assert fitted.tilt_deg() == pytest.approx(camera.tilt_deg(), abs=2.5)
    assert np.linalg.norm(fitted.position_xyz() - camera.position_xyz()) < 0.06 * np.linalg.norm(camera.translation)
    world = np.column_stack([centres_xy, -levels * TILE_THICKNESS])
    size_px = FOCAL_PX / np.linalg.norm(camera.translation)
    assert np.abs(fitted.project(world) - camera.project(world)).max() < 0.08 * size_px


def test_without_slop_the_pose_is_exact() -> None:
    centres_xy, levels = centres_and_levels(some_city(3))
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg=33, azimuth_deg=250, roll_deg=10))
    fitted = fit_camera(evidence_of(camera, centres_xy, levels), FOCAL_PX, CENTRE_PX, focal_log_sigma=0.02)
    assert fitted is not None
    assert np.allclose(fitted.position_xyz(), camera.position_xyz(), atol=1e-2)
    assert fitted.focal_px == pytest.approx(FOCAL_PX, rel=1e-3)


@pytest.mark.parametrize("wrong_by", [0.8, 1.25])
def test_a_wrongly_guessed_focal_length_is_put_right(wrong_by: float) -> None:
    centres_xy, levels = centres_and_levels(some_city(5))
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg=40, azimuth_deg=70))
    evidence = evidence_of(camera, centres_xy, levels)
    fitted = fit_camera(evidence, FOCAL_PX * wrong_by, CENTRE_PX, focal_log_sigma=0.25)
    assert fitted is not None
    assert fitted.focal_px == pytest.approx(FOCAL_PX, rel=0.02)
    assert fitted.tilt_deg() == pytest.approx(40, abs=1)


def test_the_middle_of_the_lens_is_found_in_a_cropped_photo() -> None:
    centres_xy, levels = centres_and_levels(some_city(5))
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg=38, azimuth_deg=70))
    evidence = evidence_of(camera, centres_xy, levels)
    cropped_px = CENTRE_PX[0] + 200, CENTRE_PX[1] - 150
    held = fit_camera(evidence, FOCAL_PX, cropped_px, focal_log_sigma=0.02)
    free = fit_camera(evidence, FOCAL_PX, cropped_px, focal_log_sigma=0.02, centre_sigma_px=160)
    assert held is not None
    assert free is not None
    assert np.linalg.norm(np.subtract(free.centre_px, CENTRE_PX)) < 40
    assert abs(free.tilt_deg() - 38) < 1.5 < abs(held.tilt_deg() - 38)


def test_the_starting_tile_alone_gives_a_pose() -> None:
    centres_xy = np.array([place.centre_xy() for place, _ in START_TILE])
    points_xy = (centres_xy[:, None] + UNIT_HEX_XY).reshape(-1, 2)
    camera = camera_over(np.zeros(2), Pose(tilt_deg=30, azimuth_deg=110, distance=9))
    fitted = fit_camera(evidence_of(camera, points_xy, np.ones(24)), FOCAL_PX, CENTRE_PX, focal_log_sigma=0.02)
    assert fitted is not None
    assert fitted.tilt_deg() == pytest.approx(30, abs=1)


@pytest.mark.parametrize("seed", range(20))
def test_scattered_points_give_no_pose_or_one_over_the_table(seed: int) -> None:
    rng = np.random.default_rng(seed)
    centres_xy, levels = centres_and_levels(some_city(seed, rounds=2))
    evidence = PoseEvidence(centres_xy, levels, rng.uniform(0, 900, centres_xy.shape), np.ones(len(levels)))
    fitted = fit_camera(evidence, FOCAL_PX, CENTRE_PX, focal_log_sigma=0.25)
    assert fitted is None or fitted.position_xyz()[2] < 0
    assert fitted is None or np.isfinite(fitted.project(np.zeros((1, 3)))).all()


def test_the_mirror_image_of_a_city_is_not_explained() -> None:
    centres_xy, levels = centres_and_levels(some_city(2))
    camera = camera_over(centres_xy.mean(axis=0), Pose(tilt_deg=20))
    seen = evidence_of(camera, centres_xy, levels)
    mirrored = PoseEvidence(centres_xy, levels, seen.pixels * (-1, 1) + (1600, 0), seen.weights)
    fitted = fit_camera(mirrored, FOCAL_PX, CENTRE_PX, focal_log_sigma=0.02)
    world = np.column_stack([centres_xy, -levels * TILE_THICKNESS])
    assert fitted is None or np.abs(fitted.project(world) - mirrored.pixels).max() > 100
