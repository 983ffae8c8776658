"""Marks come out at the photo's own pixels, each hex once, surest first. A bright spot stands for a hex."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

import scanner.find_hexes
from scanner.find_hexes import HexMarks, find_hexes
from scanner.hex_codes import FINDER_CHANNELS, FINDER_STRIDE_PX
from scanner.load_photo import RgbImage
from scanner.networks import Floats32
from scanner.settings import DEFAULT_SETTINGS

SIZE_PX = 20.0


@dataclass(frozen=True)
class SpotFinder:
    """Marks the middle of every bright spot as an upright hex of 20 pixels, the surer the brighter it is."""

    def marks(self, rgb: RgbImage) -> Floats32:
        assert rgb.shape[0] % 32 == rgb.shape[1] % 32 == 0
        channels = np.zeros((FINDER_CHANNELS, rgb.shape[0] // FINDER_STRIDE_PX, rgb.shape[1] // FINDER_STRIDE_PX))
        channels[0] = -8
        grey = rgb[..., 0].astype(np.float32)
        _, labels = cv2.connectedComponents((grey > 60).astype(np.uint8))
        for label in range(1, labels.max() + 1):
            rows, columns = np.nonzero(labels == label)
            weights = grey[rows, columns]
            # Pixel centres lie half a pixel inside the picture.
            x, y = np.average(columns, weights=weights) + 0.5, np.average(rows, weights=weights) + 0.5
            column, row = int(x // FINDER_STRIDE_PX), int(y // FINDER_STRIDE_PX)
            offset = x / FINDER_STRIDE_PX - column - 0.5, y / FINDER_STRIDE_PX - row - 0.5
            channels[:, row, column] = [weights.max() / 40, *offset, np.log(SIZE_PX), 0, 0, 1, 0]
        return channels.astype(np.float32)


@pytest.fixture(autouse=True)
def spot_finder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanner.find_hexes, "finder_network", SpotFinder)


def photo_with_spots(width_px: int, height_px: int, spots_px: list[tuple[float, float, int]]) -> RgbImage:
    """Soft spots at (x, y) of a brightness, wide enough to be seen in every copy."""
    rows, columns = np.indices((height_px, width_px), dtype=np.float32)
    radius_px = max(width_px, height_px) / 60
    grey = np.zeros((height_px, width_px), np.float32)
    for x, y, brightness in spots_px:
        grey = np.maximum(grey, brightness * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * radius_px**2)))
    return np.repeat(grey.astype(np.uint8)[:, :, None], 3, axis=2)


@pytest.mark.parametrize("size_wh", [(1600, 1200), (1201, 1603), (640, 400), (3001, 900)])
def test_a_mark_lies_where_the_hex_is_in_the_photo(size_wh: tuple[int, int]) -> None:
    width_px, height_px = size_wh
    spots = [(0.3 * width_px, 0.4 * height_px, 250), (0.8 * width_px, 0.7 * height_px, 200)]
    marks = find_hexes(photo_with_spots(width_px, height_px, spots), DEFAULT_SETTINGS)
    assert len(marks) == 2
    assert np.abs(marks.centres_px - [spot[:2] for spot in spots]).max() < max(size_wh) / 400


def test_the_surest_mark_comes_first() -> None:
    marks = find_hexes(
        photo_with_spots(800, 600, [(100, 100, 120), (400, 300, 250), (700, 500, 180)]), DEFAULT_SETTINGS
    )
    assert (np.diff(marks.scores) <= 0).all()
    assert np.abs(marks.centres_px[0] - (400, 300)).max() < 3


def test_a_copy_that_is_half_as_large_tells_of_hexes_twice_as_large() -> None:
    """The fake hex has 20 pixels in every copy; the surest of the same spot wins, and its size is of the photo."""
    marks = find_hexes(photo_with_spots(1664, 1248, [(800, 600, 250)]), DEFAULT_SETTINGS)
    assert len(marks) == 1
    scale = 1664 / DEFAULT_SETTINGS.finder_side_px
    assert any(marks.sizes_px()[0] == pytest.approx(SIZE_PX * scale * 2**step, rel=0.02) for step in range(4))


def test_a_bare_photo_has_no_marks() -> None:
    marks = find_hexes(np.zeros((480, 640, 3), np.uint8), DEFAULT_SETTINGS)
    assert len(marks) == 0
    assert marks.centres_px.shape == (0, 2)
    assert marks.frames.shape == (0, 2, 2)


def test_marks_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        HexMarks(np.zeros((2, 2)), np.zeros((3, 2, 2)), np.zeros(2))


def test_sizes_are_those_of_the_frames() -> None:
    marks = HexMarks(np.zeros((2, 2)), np.array([np.eye(2) * 9, np.diag([20.0, 5.0])]), np.ones(2))
    assert np.allclose(marks.sizes_px(), [9, 10])
