"""The truth of a studio photo is where the picture shows it, to the pixel."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from samples.camera import Pose, stand
from samples.faces.print_run import PrintRun
from samples.layout import Slop, lay_city
from samples.outline import UNIT_HEX
from samples.studio import DrawnPhoto, draw_plan
from scoring.axial import Axial
from scoring.building import Placement
from scoring.kinds import Kind
from tests.samples.studio_plans import bare_plan, dots_in, show_markers

WHOLE = 0.97
SEEDS = (1, 2, 5, 7, 11)
NO_SLOP = Slop(looseness=0.0, shift=0.0, turn_deg=0.0, bend=0.0)


def clear_tops(photo: DrawnPhoto, margin_px: float = 30) -> list:
    width, height = photo.truth.width_px, photo.truth.height_px
    tops = [top for top in photo.truth.cities[0].hexes if top.visible >= WHOLE]
    size = np.array([width, height])
    return [
        top
        for top in tops
        if ((np.array(top.outline_px) > margin_px) & (np.array(top.outline_px) < size - margin_px)).all()
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_centre_is_found_in_the_picture_within_a_pixel(seed, monkeypatch):
    show_markers(monkeypatch, np.zeros((1, 2)))
    plan = bare_plan(seed, size_px=(1600, 1200))
    photo = draw_plan(plan)
    dots = dots_in(photo.image_rgb)
    tops = clear_tops(photo)
    assert len(tops) >= min(3, len(photo.truth.cities[0].hexes))
    for top in tops:
        # A round dot's middle lies a little off its picture's middle in perspective; the dot is small against that.
        assert np.linalg.norm(dots - top.centre_px, axis=1).min() < 1.0, (seed, top)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_outline_is_found_in_the_picture_within_a_pixel(seed, monkeypatch):
    share = 0.6  # inside the hex, so that dots of neighbours stay apart; a miss grows by 1 / 0.6 up to the corner
    show_markers(monkeypatch, UNIT_HEX * share)
    photo = draw_plan(bare_plan(seed, size_px=(1600, 1200)))
    dots = dots_in(photo.image_rgb)
    for top in clear_tops(photo):
        plane, _ = cv2.findHomography(UNIT_HEX, np.array(top.outline_px))
        wanted = cv2.perspectiveTransform((UNIT_HEX * share)[None], plane)[0]
        misses = [np.linalg.norm(dots - point, axis=1).min() for point in wanted]
        assert max(misses) < share, (seed, top)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_written_camera_projects_to_the_truth(seed):
    plan = bare_plan(seed, size_px=(1200, 1600))
    truth = draw_plan(plan).truth
    lens = np.array(
        [
            [truth.camera.focal_px, 0, truth.camera.centre_px[0]],
            [0, truth.camera.focal_px, truth.camera.centre_px[1]],
            [0, 0, 1],
        ]
    )
    turn, _ = cv2.Rodrigues(np.array(truth.camera.rotation))
    bodies = {(body.number): body for body in plan.scene.bodies}
    for top in truth.cities[0].hexes:
        body = bodies[top.tile]
        lattice = np.array([1.5 * top.q, np.sqrt(3) * (top.r + top.q / 2)])
        x, y = body.to_world[:, :2] @ lattice + body.to_world[:, 2]
        point = np.array([[x, y, -top.level * plan.scene.look.thickness]])
        seen, _ = cv2.projectPoints(
            point, turn, np.array(truth.camera.translation), lens, np.array([truth.camera.k1, truth.camera.k2, 0, 0])
        )
        assert np.allclose(seen.ravel(), top.centre_px, atol=0.01)


def flat(tile: int, level: int, places: tuple[Axial, ...], kind: Kind) -> Placement:
    return Placement(tile, level, tuple((place, kind) for place in places))


def tower_before_a_garden() -> list[Placement]:
    """A garden tile in the far part, and nearer to the camera (which looks along -y) a tower of four levels."""
    near = (Axial(0, 1), Axial(1, 0), Axial(1, 1))
    far = (Axial(0, 0), Axial(0, -1), Axial(1, -1))
    return [flat(9, 1, far, Kind.GARDEN), *(flat(level, level, near, Kind.QUARRY) for level in (1, 2, 3, 4))]


def paint_kinds(monkeypatch):
    """Gardens pure red, everything else black."""

    def picture(_run: PrintRun, kind: Kind, _number: int) -> np.ndarray:
        plain = np.zeros((100, 100, 4), np.uint8)
        plain[..., 3] = 255
        plain[..., 0] = 255 if kind is Kind.GARDEN else 0
        return plain

    monkeypatch.setattr(PrintRun, "picture", picture)


def test_a_tower_hides_the_low_hex_behind_it_at_fifty_degrees(monkeypatch):
    paint_kinds(monkeypatch)
    plan = bare_plan(1, size_px=(1600, 1200))
    pose = Pose(1600, 1200, 26.0, tilt_deg=50.0, azimuth_deg=90.0, roll_deg=0.0, k1=0.0, k2=0.0)
    camera = stand(pose, np.zeros(2), 14.0)
    bodies = tuple(lay_city(np.random.default_rng(1), tower_before_a_garden(), 0, NO_SLOP, 0.0, 1))
    look = replace(plan.scene.look, thickness=0.22, wall=(20.0, 20.0, 20.0))
    photo = draw_plan(replace(plan, scene=replace(plan.scene, bodies=bodies, look=look, camera=camera), pose=pose))
    tops = {(top.q, top.r): top for top in photo.truth.cities[0].hexes}
    behind, free = tops[0, 0], tops[0, -1]
    assert free.visible > WHOLE
    assert 0.3 < behind.visible < 0.75
    red = (photo.image_rgb[..., 0] > 150) & (photo.image_rgb[..., 1] < 80)
    mask = np.zeros(red.shape, np.uint8)
    cv2.fillPoly(mask, [np.array(behind.outline_px).astype(np.int32)], 1)
    shown = red[mask > 0].mean()
    assert shown == pytest.approx(behind.visible, abs=0.1)
    nearest_corner = max(behind.outline_px, key=lambda point: point[1])
    assert not red[int(nearest_corner[1]) - 3, int(nearest_corner[0])]


def test_what_lies_outside_the_frame_is_not_visible():
    plan = bare_plan(3, size_px=(1600, 1200))
    pose = Pose(1600, 1200, 26.0, tilt_deg=0.0, azimuth_deg=90.0, roll_deg=0.0, k1=0.0, k2=0.0)
    far_off = stand(pose, np.array([60.0, 0.0]), 14.0)
    photo = draw_plan(replace(plan, scene=replace(plan.scene, camera=far_off)))
    assert {top.visible for top in photo.truth.cities[0].hexes} == {0.0}
