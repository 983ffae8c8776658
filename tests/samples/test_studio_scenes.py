"""What stands on a studio table: tiles that keep apart, shadows, walls, stones and loose tiles."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from samples.camera import Camera, Pose, distortion_maps, stand
from samples.chance import stream
from samples.layout import NO_CITY
from samples.light import Lamp, Light
from samples.outline import joined_outline, tile_outline
from samples.plan import PhotoPlan, plan_photo
from samples.raster import raster_around
from samples.settings import StudioSettings
from samples.studio import draw_plan, truth_of
from samples.tables import TABLES, paint_table
from samples.things import Block, Things, rectangle
from scoring.axial import Axial
from tests.samples.studio_plans import bare_plan, show_markers

WIDE = Pose(1600, 1200, 24.0, tilt_deg=30.0, azimuth_deg=70.0, roll_deg=12.0, k1=-0.08, k2=0.02)


def drawn_area(outline: np.ndarray) -> float:
    return float(cv2.contourArea(outline.astype(np.float32)))


def test_the_outline_of_a_tile_joins_its_hexes():
    triangle = joined_outline((Axial(0, 0), Axial(1, -1), Axial(1, 0)))
    assert len(triangle) == 12
    assert drawn_area(triangle) == pytest.approx(3 * 1.5 * np.sqrt(3), rel=1e-6)
    assert drawn_area(tile_outline((Axial(0, 0),), 0.1, 0.0)) < 1.5 * np.sqrt(3)


@pytest.mark.parametrize("seed", range(6))
def test_tiles_of_a_level_hardly_run_into_each_other(seed):
    plan = plan_photo(seed, StudioSettings(preset="hard", cities=1))
    bodies = [body for body in plan.scene.bodies if body.city == 0]
    scale = 60
    for level in {body.level for body in bodies}:
        outlines = [body.outline(0.1, plan.scene.look.inset) for body in bodies if body.level == level]
        raster = raster_around(np.concatenate(outlines), 0.5, scale)
        count = np.zeros((raster.height_px, raster.width_px), np.uint8)
        for outline in outlines:
            own = np.zeros_like(count)
            cv2.fillPoly(own, [np.round(raster.pixels(outline)).astype(np.int32)], 1)
            count += own
        depth = cv2.distanceTransform((count > 1).astype(np.uint8), cv2.DIST_L2, 3).max() * 2 / scale
        assert depth < 0.1, level


def test_places_stray_from_the_lattice_by_less_than_a_tenth():
    strays = []
    for seed in range(10):
        plan = plan_photo(seed, StudioSettings(preset="table", cities=1))
        bodies = [body for body in plan.scene.bodies if body.city == 0]
        places = np.array([[*face.place.centre_xy(), 1.0] for body in bodies for face in body.faces])
        centres = np.array([body.centre(face.place) for body in bodies for face in body.faces])
        fitted, *_ = np.linalg.lstsq(places, centres, rcond=None)
        strays.append(np.linalg.norm(places @ fitted - centres, axis=1))
    stray = np.concatenate(strays)
    assert np.percentile(stray, 99) < 0.11
    assert np.median(stray) > 0.01


def lit_from_the_left(plan: PhotoPlan) -> PhotoPlan:
    lamp = Lamp(x=-20.0, y=0.0, height=20.0, strength=0.8, colour=(1.0, 1.0, 1.0), softness=0.05)
    return replace(plan, scene=replace(plan.scene, light=Light((lamp,), 0.2, (1.0, 1.0, 1.0), 0.9)))


def test_a_stone_throws_its_shadow_away_from_the_lamp():
    plan = lit_from_the_left(bare_plan(1, size_px=(800, 600)))
    camera = stand(Pose(800, 600, 26.0, 0.0, 90.0, 0.0, 0.0, 0.0), np.array([40.0, 0.0]), 10.0)
    stone = Block("stone", rectangle(40.0, 0.0, 0.42, 0.42, 0.0), 0.42, (180.0,) * 3, (200.0,) * 3)
    scene = replace(plan.scene, camera=camera, things=Things(blocks=(stone,)), table="glossy")
    image = draw_plan(replace(plan, scene=scene)).image_rgb.astype(float).sum(axis=2)

    def brightness(x: float) -> float:
        column, row = camera.project(np.array([[x, 0.0, 0.0]]))[0]
        return float(image[int(row) - 2 : int(row) + 3, int(column) - 2 : int(column) + 3].mean())

    assert brightness(40.45) < 0.75 * brightness(39.4)


def test_distortion_maps_undo_the_lens():
    camera = stand(WIDE, np.zeros(2), 15.0)
    across, down = distortion_maps(camera)
    for row, column in ((0, 0), (5, 1590), (600, 800), (1199, 1599), (333, 97)):
        ideal = np.array([[across[row, column], down[row, column]]], float)
        assert np.allclose(camera.distort(ideal), [[column, row]], atol=0.1)


def test_the_plane_of_a_level_projects_as_its_points_do():
    camera: Camera = stand(WIDE, np.array([1.0, 2.0]), 15.0)
    points = np.array([[0.0, 0.0], [3.0, -2.0], [-1.0, 4.0]])
    by_plane = np.column_stack([points, np.ones(3)]) @ camera.plane(0.66).T
    directly = camera.project_ideal(np.column_stack([points, np.full(3, 0.66)]))
    assert np.allclose(by_plane[:, :2] / by_plane[:, 2:], directly)
    assert np.allclose(camera.on_plane(directly, 0.66), points)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_fills_its_raster(name):
    raster = raster_around(np.array([[0.0, 0.0], [6.0, 4.0]]), 0.5, 50)
    picture = paint_table(name, stream(3, "table"), raster)
    assert picture.shape == (raster.height_px, raster.width_px, 3)
    assert picture.dtype == np.uint8
    assert picture.std() > 0


def test_loose_tiles_are_no_city():
    plans = (plan_photo(seed, StudioSettings(preset="hard", size_px=(480, 360))) for seed in range(60))
    plan = next(plan for plan in plans if "loose tile" in plan.distractors and plan.stones)
    truth = truth_of(plan)
    assert truth.loose_tiles
    assert len(truth.loose_tiles) == sum(body.city == NO_CITY for body in plan.scene.bodies)
    assert "loose tile" in truth.distractors
    assert len(truth.cities) == len(plan.stones)


def test_no_line_is_drawn_inside_a_tile(monkeypatch):
    show_markers(monkeypatch, np.zeros((0, 2)))
    plan = bare_plan(2, size_px=(1600, 1200))
    look = replace(plan.scene.look, ground=(0.0, 0.0, 0.0))
    top_down = stand(Pose(1600, 1200, 26.0, 0.0, 90.0, 0.0, 0.0, 0.0), np.zeros(2), 20.0)
    body = plan.scene.bodies[0]
    scene = replace(plan.scene, bodies=(body,), look=look, camera=top_down, lattice=body.to_world)
    image = draw_plan(replace(plan, scene=scene)).image_rgb
    centres = [body.centre(face.place) for face in body.faces]
    line = np.linspace(centres[0], centres[1], 200)
    pixels = np.round(top_down.project_level(line, scene.look.thickness)).astype(int)
    shown = image[pixels[:, 1], pixels[:, 0]]
    assert shown.max() <= 2
