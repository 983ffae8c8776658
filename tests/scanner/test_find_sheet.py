"""The corner sheet is found where it lies, shows the light, and tells pose and lens of a camera that nobody knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from samples.corner_photos import plan_from_above
from samples.marker_prints import HEX_MM
from samples.studio import draw_plan
from scanner.camera import TILE_THICKNESS, PoseEvidence, fit_camera
from scanner.find_sheet import find_sheet, seen_with_sheet
from scanner.lens import STRAIGHT, Lens
from scanner.light_balance import light_on_sheet
from scanner.load_photo import FocalSource, Photo
from scanner.marker_sheet import sheet_markers
from scanner.sheet_pose import SeenSheet
from tests.scanner.simulated_table import CENTRE_PX, FOCAL_PX, Pose, camera_over, centres_and_levels, some_city

SIZE_PX = (1200, 900)
SEED = 9_200_006
"""A photo through a lens that does not bend."""


def photo_of(rgb: np.ndarray) -> Photo:
    return Photo(rgb=rgb, focal_px=900.0, focal_source=FocalSource.EXIF)


@pytest.fixture(scope="module")
def with_sheet() -> Photo:
    return photo_of(draw_plan(plan_from_above(SEED, SIZE_PX, with_sheet=True)).image_rgb)


def test_all_markers_are_found_where_they_lie(with_sheet: Photo) -> None:
    sheet = find_sheet(with_sheet)
    assert sheet is not None
    assert len(sheet.points_mm) == 4 * len(sheet_markers())
    camera = plan_from_above(SEED, SIZE_PX, with_sheet=True).scene.camera
    on_table = camera.on_plane(sheet.pixels, 0.0)
    # As far apart on the table as they are on the paper.
    apart = [np.linalg.norm(points[0] - points[-1]) for points in (on_table * HEX_MM, sheet.points_mm)]
    assert apart[0] == pytest.approx(apart[1], rel=0.003)


def test_the_greys_show_the_light(with_sheet: Photo) -> None:
    plain = light_on_sheet(find_sheet(with_sheet))
    yellow = replace(with_sheet, rgb=(with_sheet.rgb * np.array([1.0, 0.9, 0.5])).astype(np.uint8))
    cast = light_on_sheet(find_sheet(yellow))
    assert plain is not None
    assert cast is not None
    assert cast.gains / plain.gains == pytest.approx([1.0, 1 / 0.9, 2.0], rel=0.06)


def test_a_photo_without_the_sheet_has_none() -> None:
    rgb = draw_plan(plan_from_above(SEED, (800, 600), with_sheet=False)).image_rgb
    assert seen_with_sheet(photo_of(rgb)).sheet is None


def sheet_under(camera, lens: Lens) -> SeenSheet:
    """The sheet beside the city, as this camera sees it."""
    points_mm = np.concatenate([marker.corners_mm for marker in sheet_markers()])
    laid = points_mm / HEX_MM + np.array([-7.0, -5.0])
    pixels = replace(camera, lens=lens).project(np.column_stack([laid, np.zeros(len(laid))]))
    return SeenSheet(points_mm, pixels, np.empty(0), np.empty((0, 3)))


@pytest.mark.parametrize("lens", [STRAIGHT, Lens(-0.06, 0.01), Lens(-0.16, 0.04)])
@pytest.mark.parametrize("tilt_deg", [1, 7])
def test_the_sheet_tells_how_an_unknown_lens_bends(lens: Lens, tilt_deg: float) -> None:
    city = some_city(4)
    centres_xy, levels = centres_and_levels(city)
    centres_xy = centres_xy - centres_xy.mean(axis=0)
    camera = camera_over(np.zeros(2), Pose(tilt_deg, azimuth_deg=30, distance=13))
    slop = np.random.default_rng(1).normal(0, 0.02, centres_xy.shape)
    world = np.column_stack([centres_xy + slop, -levels * TILE_THICKNESS])
    seen = PoseEvidence(centres_xy, levels, replace(camera, lens=lens).project(world), np.ones(len(levels)))
    sheet = sheet_under(camera, lens)
    fitted = fit_camera(seen, FOCAL_PX, CENTRE_PX, focal_log_sigma=0.02, sheet=sheet, lens_sigma=0.15)
    assert fitted is not None
    assert fitted.lens.k1 == pytest.approx(lens.k1, abs=0.03)
    assert fitted.tilt_deg() == pytest.approx(tilt_deg, abs=0.7)
    foot = fitted.position_xyz()[:2] - camera.position_xyz()[:2]
    assert np.linalg.norm(foot) < 0.3


def test_without_a_sheet_a_lens_stays_as_it_is_thought_to_be() -> None:
    centres_xy, levels = centres_and_levels(some_city(4))
    camera = camera_over(centres_xy.mean(axis=0), Pose(5, distance=13))
    world = np.column_stack([centres_xy, -levels * TILE_THICKNESS])
    seen = PoseEvidence(centres_xy, levels, camera.project(world), np.ones(len(levels)))
    fitted = fit_camera(seen, FOCAL_PX, CENTRE_PX, focal_log_sigma=0.02, lens_sigma=0.15)
    assert fitted is not None
    assert fitted.lens == STRAIGHT
