"""A patch shows its own hex in the middle, seen from above, with 'away from the camera' up."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY, Floats, TableCamera
from scanner.hex_codes import PATCH_PX
from scanner.load_photo import RgbImage
from scanner.patches import (
    PIXELS_PER_SIZE,
    HexPatches,
    PhotoPyramid,
    cut_patches,
    turned_back,
    turns_away_from_camera,
)
from scoring.axial import DIRECTIONS, ORIGIN, Axial
from tests.scanner.drawn_photo import TABLE_GREY, drawn
from tests.scanner.simulated_table import Pose, camera_over

PLACES = (ORIGIN, *DIRECTIONS, Axial(3, -1), Axial(-2, 4))
NEIGHBOUR_COLOURS_RGB = [(250, 40, 40), (250, 250, 40), (40, 250, 40), (40, 250, 250), (40, 40, 250), (250, 40, 250)]
MIDDLE = PATCH_PX // 2


def cut(photo: RgbImage, camera: TableCamera, places: tuple[Axial, ...]) -> HexPatches:
    centres_xy = np.array([place.centre_xy() for place in places])
    centres_px = camera.project(np.column_stack([centres_xy, np.full(len(places), -TILE_THICKNESS)]))
    return cut_patches(PhotoPyramid(photo), camera, centres_xy, centres_px)


def at(patch: npt.NDArray[np.uint8], x: float, y: float) -> npt.NDArray[np.int_]:
    """The colour of a patch, in hex sizes from its middle."""
    half = (PATCH_PX - 1) / 2
    return patch[round(half + y * PIXELS_PER_SIZE), round(half + x * PIXELS_PER_SIZE)].astype(int)


@pytest.mark.parametrize(
    "pose", [Pose(0), Pose(30, 75, 190), Pose(45, 250, 20, distance=14), Pose(20, 10, distance=60)]
)
def test_the_middle_of_a_patch_is_its_hex(pose: Pose) -> None:
    camera = camera_over(np.zeros(2), pose)
    for place in PLACES:
        (patch,) = cut(drawn(camera, {place: (200, 30, 60)}), camera, (place,)).pixels
        inside = np.array([at(patch, 0, 0), *(at(patch, *corner) for corner in UNIT_HEX_XY * 0.85)])
        assert np.abs(inside - (200, 30, 60)).max() < 12
        outside = np.array([at(patch, *corner) for corner in UNIT_HEX_XY * 1.15])
        assert np.abs(outside - TABLE_GREY).max() < 12


@pytest.mark.parametrize("azimuth_deg", [0, 40, 100, 160, 220, 280, 340])
def test_the_patch_is_turned_so_that_far_is_up(azimuth_deg: float) -> None:
    camera = camera_over(np.zeros(2), Pose(35, azimuth_deg, roll_deg=azimuth_deg * 3))
    photo = drawn(camera, dict(zip(DIRECTIONS, NEIGHBOUR_COLOURS_RGB, strict=True)))
    patches = cut(photo, camera, (ORIGIN,))
    turn = int(patches.turns[0])
    for direction in range(6):
        step = np.array(DIRECTIONS[direction].centre_xy())
        expected = NEIGHBOUR_COLOURS_RGB[(direction + turn) % 6]
        assert np.abs(at(patches.pixels[0], *(step * 0.8)) - expected).max() < 20
    (parallax,) = patches.parallax
    assert parallax[1] < 0
    assert abs(np.degrees(np.arctan2(parallax[0], -parallax[1]))) <= 30 + 1e-6


def test_the_parallax_in_a_patch_is_the_one_on_the_table() -> None:
    camera = camera_over(np.zeros(2), Pose(40, 130, distance=16))
    patches = cut(drawn(camera, {}), camera, PLACES)
    centres_xy = np.array([place.centre_xy() for place in PLACES])
    on_table = camera.parallax_per_level(centres_xy)
    assert np.allclose(np.linalg.norm(patches.parallax, axis=1), np.linalg.norm(on_table, axis=1))
    assert np.allclose(turned_back(patches.parallax, -patches.turns * np.pi / 3), on_table)


def test_the_top_of_a_higher_hex_moves_up_in_the_patch_of_its_place() -> None:
    """Seen from aside, a hex of level 3 shows higher in a patch that is cut as for level 1."""
    camera = camera_over(np.zeros(2), Pose(40, 55, distance=16))
    red = (220, 20, 20)
    centre_of_mass = {}
    for level in (1, 3):
        patches = cut(drawn(camera, {ORIGIN: red}, level), camera, (ORIGIN,))
        rows, columns = np.nonzero(np.abs(patches.pixels[0].astype(int) - red).max(axis=2) < 40)
        centre_of_mass[level] = np.array([columns.mean(), rows.mean()]) / PIXELS_PER_SIZE
    moved = centre_of_mass[3] - centre_of_mass[1]
    assert np.allclose(moved, 2 * patches.parallax[0], atol=0.08)


def test_the_middle_of_a_patch_follows_the_centre_that_was_seen() -> None:
    camera = camera_over(np.zeros(2), Pose(25, 60))
    photo = drawn(camera, {ORIGIN: (200, 30, 60)})
    centre_px = camera.project(np.array([[0, 0, -TILE_THICKNESS]])) + np.array([40.0, 0.0])
    shifted = cut_patches(PhotoPyramid(photo), camera, np.zeros((1, 2)), centre_px).pixels[0]
    unshifted = cut(photo, camera, (ORIGIN,)).pixels[0]
    assert np.abs(shifted.astype(int) - unshifted).max() > 60
    moved = photo_moved_left(photo, 40)
    assert np.abs(cut(moved, camera, (ORIGIN,)).pixels[0].astype(int) - shifted).max() < 3


def photo_moved_left(photo: RgbImage, pixels: int) -> RgbImage:
    return np.asarray(np.roll(photo, -pixels, axis=1), dtype=np.uint8)


def test_a_large_photo_gives_the_same_patch() -> None:
    """A photo three times as large is first shrunk, without moving anything."""
    camera = camera_over(np.zeros(2), Pose(30, 75, distance=16))
    photo = drawn(camera, dict(zip(DIRECTIONS, NEIGHBOUR_COLOURS_RGB, strict=True)))
    large = np.asarray(cv2.resize(photo, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    centre_px = (camera.centre_px[0] + 0.5) * 4 - 0.5, (camera.centre_px[1] + 0.5) * 4 - 0.5
    nearer = TableCamera(camera.focal_px * 4, centre_px, camera.rotation, camera.translation)
    small_patch = cut(photo, camera, (ORIGIN,)).pixels[0].astype(int)
    assert np.abs(cut(large, nearer, (ORIGIN,)).pixels[0] - small_patch).mean() < 2.5


@pytest.mark.parametrize(
    ("away", "turn"),
    [((0, -1), 0), ((0.9, -0.5), 1), ((0.9, 0.5), 2), ((0, 1), 3), ((-0.9, 0.5), 4), ((-0.9, -0.5), 5)],
)
def test_turns_follow_the_directions_of_the_lattice(away: tuple[float, float], turn: int) -> None:
    assert turns_away_from_camera(np.array([away]))[0] == turn


def test_turned_back_undoes_a_turn_clockwise() -> None:
    vectors: Floats = np.array([[1.0, 0.0], [0.0, 1.0]])
    quarter = np.full(2, np.pi / 2)
    assert np.allclose(turned_back(vectors, quarter), [[0, -1], [1, 0]])
    assert np.allclose(turned_back(turned_back(vectors, quarter), -quarter), vectors)


def test_the_pyramid_halves_and_remembers() -> None:
    pyramid = PhotoPyramid(np.zeros((300, 400, 3), np.uint8))
    assert pyramid.size_px == (400, 300)
    shapes = {scale: pyramid.copy_for(scale) for scale in (0.3, 1.0, 1.9, 2.0, 5.0)}
    assert [copy.shape[:2] for copy, _ in shapes.values()] == [(300, 400)] * 3 + [(150, 200), (75, 100)]
    assert [share for _, share in shapes.values()] == [1, 1, 1, 0.5, 0.25]
    assert pyramid.copy_for(4.0)[0] is shapes[5.0][0]
