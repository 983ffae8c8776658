"""What the reader says of patches comes back by directions of the lattice."""

from __future__ import annotations

import numpy as np
import pytest

import scanner.read_hexes
from scanner.camera import TILE_THICKNESS
from scanner.hex_codes import EDGE_CLASSES, KIND_CLASSES, LEVEL_CLASSES, LOOK_NUMBERS, NOT_A_HEX
from scanner.networks import Floats32, ReaderOutput, as_network_input
from scanner.patches import HexPatches, PhotoPyramid, turns_away_from_camera
from scanner.read_hexes import PARALLAX_GAIN, HexReadings, log_softmax, read_hexes, reader_input
from scoring.axial import DIRECTIONS
from tests.scanner.drawn_photo import drawn
from tests.scanner.simulated_table import Pose, camera_over

UP_CLASS = 3


class UpwardReader:
    """Says one thing of the border at the top of each patch, and that the top has moved up by a tenth."""

    def read(self, patches: Floats32) -> ReaderOutput:
        count = len(patches)
        edges = np.zeros((count, 6, EDGE_CLASSES), np.float32)
        edges[:, 0, UP_CLASS] = 9
        offset = np.tile(np.array([0, -0.1, 0], np.float32), (count, 1))
        look = np.zeros((count, LOOK_NUMBERS), np.float32)
        return ReaderOutput(
            np.zeros((count, KIND_CLASSES), np.float32),
            np.zeros((count, LEVEL_CLASSES), np.float32),
            edges,
            offset,
            look,
        )


@pytest.mark.parametrize("azimuth_deg", [0, 55, 110, 170, 230, 290, 350])
def test_the_top_of_a_patch_is_the_border_away_from_the_camera(
    azimuth_deg: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanner.read_hexes, "reader_network", UpwardReader)
    camera = camera_over(np.zeros(2), Pose(tilt_deg=35, azimuth_deg=azimuth_deg))
    centres_px = camera.project(np.array([[0, 0, -TILE_THICKNESS]]))
    readings = read_hexes(PhotoPyramid(drawn(camera, {})), camera, np.zeros((1, 2)), centres_px)
    away = camera.parallax_per_level(np.zeros((1, 2)))[0]
    steps = np.array([step.centre_xy() for step in DIRECTIONS])
    farthest = int((steps @ away).argmax())
    assert int(readings.edges[0, :, UP_CLASS].argmax()) == farthest
    assert turns_away_from_camera(away[None])[0] == farthest
    # The shift, too, is told along the table: a tenth of a size towards that neighbour.
    assert np.allclose(readings.shift[0], 0.1 * steps[farthest] / np.linalg.norm(steps[farthest]))


def test_the_network_sees_colours_and_parallax() -> None:
    pixels = np.zeros((2, 96, 96, 3), np.uint8)
    pixels[1] = (255, 0, 0)
    patches = HexPatches(pixels, np.zeros(2, np.intp), np.array([[0.0, 0.0], [0.1, -0.2]]))
    channels = reader_input(patches)
    assert channels.shape == (2, 5, 96, 96)
    assert channels.dtype == np.float32
    assert np.allclose(channels[1].mean(axis=(1, 2)), [1, -1, -1, 0.1 * PARALLAX_GAIN, -0.2 * PARALLAX_GAIN])


def test_pictures_are_brought_to_one() -> None:
    seen = as_network_input(np.array([[[[0, 127, 255]]]], np.uint8))
    assert seen.shape == (1, 3, 1, 1)
    assert np.allclose(seen.ravel(), [-1, 0, 1], atol=0.01)


def readings(count: int, seed: int = 0) -> HexReadings:
    rng = np.random.default_rng(seed)
    kind, level = (log_softmax(rng.normal(0, 2, (count, classes))) for classes in (KIND_CLASSES, LEVEL_CLASSES))
    edges = log_softmax(rng.normal(0, 2, (count, 6, EDGE_CLASSES)))
    shift, log_size = rng.normal(0, 1, (count, 2)), rng.normal(0, 0.01, count)
    return HexReadings(
        kind, level, edges, shift, log_size, rng.normal(0, 1, (count, LOOK_NUMBERS)), rng.normal(0, 1, (count, 4))
    )


def test_picking_and_joining_keep_hexes_whole() -> None:
    some = readings(5)
    back = some.pick(np.array([0, 1])).joined(some.pick(np.array([2, 3, 4])))
    for name in ("kind", "level", "edges", "shift", "log_size", "look", "pixels"):
        assert (getattr(back, name) == getattr(some, name)).all()


def test_a_hex_is_what_is_not_no_hex() -> None:
    some = readings(20)
    assert np.allclose(some.hex_probability(), np.exp(some.kind[:, :NOT_A_HEX]).sum(axis=1))


def test_readings_of_different_counts_are_refused() -> None:
    some = readings(3)
    with pytest.raises(ValueError, match="do not fit"):
        HexReadings(some.kind, some.level[:2], some.edges, some.shift, some.log_size, some.look, some.pixels)


def test_log_softmax_survives_large_logits() -> None:
    assert np.allclose(log_softmax([1000.0, 0.0]), [0, -1000])
    assert np.exp(log_softmax(np.zeros(4))).sum() == pytest.approx(1)
