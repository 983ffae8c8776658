"""The camera sheet in studio photos, and what is said of photos that do not help."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.board_views import BoardView, UnusableView, ViewFlaw, look_for_board
from calibration.photo_files import view_of_file
from samples.marker_prints import camera_sheet_points
from samples.sheet_photos import LENSES, as_jpeg, draw_sheet_photo
from scanner.load_photo import FocalSource, Photo


@pytest.fixture(scope="module")
def sheet_photo():
    return draw_sheet_photo(1, LENSES[1], (1280, 960))


def view_of(rgb: np.ndarray) -> BoardView | UnusableView:
    return look_for_board("photo.jpg", Photo(np.ascontiguousarray(rgb), 1000.0, FocalSource.GUESS))


def test_corners_are_found_where_they_are(sheet_photo):
    view = view_of_file("a.jpg", as_jpeg(sheet_photo.image_rgb, "Studio", 24))
    assert isinstance(view, BoardView)
    assert view.camera_model == "Studio"
    true = sheet_photo.camera.project(camera_sheet_points(view.corners_mm(), sheet_photo.sheet))
    assert np.sqrt(((view.corners_px - true) ** 2).sum(axis=1).mean()) < 0.5
    assert len(view.numbers) > 40


def test_a_blurred_photo_is_left_out(sheet_photo):
    blurred = cv2.GaussianBlur(sheet_photo.image_rgb, (0, 0), 4)
    view = view_of(blurred)
    assert isinstance(view, UnusableView)
    assert view.flaw in {ViewFlaw.BLURRED, ViewFlaw.NO_SHEET, ViewFlaw.TOO_FEW_CORNERS}


def test_a_far_sheet_is_left_out(sheet_photo):
    far = np.full((3000, 4000, 3), 120, np.uint8)
    far[:960, :1280] = sheet_photo.image_rgb
    assert view_of(far).flaw is ViewFlaw.TOO_SMALL


def test_a_covered_sheet_is_left_out(sheet_photo):
    covered = sheet_photo.image_rgb.copy()
    covered[:, 520:] = 90
    assert view_of(covered).flaw in {ViewFlaw.TOO_FEW_CORNERS, ViewFlaw.TOO_SMALL}


@pytest.mark.parametrize("name", [cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_6X6_250, cv2.aruco.DICT_5X5_250])
def test_another_board_is_called_another_board(name):
    dictionary = cv2.aruco.getPredefinedDictionary(name)
    board = cv2.aruco.CharucoBoard((6, 8), 30.0, 22.0, dictionary)
    assert view_of(cv2.cvtColor(board.generateImage((900, 1200), marginSize=60), cv2.COLOR_GRAY2RGB)).flaw is (
        ViewFlaw.OTHER_BOARD
    )


def test_a_plain_chessboard_is_another_board():
    squares = np.indices((10, 9)).sum(axis=0) % 2 * 200 + 30
    picture = np.kron(squares, np.ones((80, 80))).astype(np.uint8)
    padded = cv2.copyMakeBorder(picture, 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=230)
    assert view_of(cv2.cvtColor(padded, cv2.COLOR_GRAY2RGB)).flaw is ViewFlaw.OTHER_BOARD


def test_a_photo_without_any_board_says_so():
    noise = np.random.default_rng(1).integers(0, 255, (600, 800, 3)).astype(np.uint8)
    assert view_of(cv2.GaussianBlur(noise, (0, 0), 3)).flaw is ViewFlaw.NO_SHEET


def test_a_file_that_is_no_photo_says_so():
    view = view_of_file("notes.txt", b"not a photo")
    assert isinstance(view, UnusableView)
    assert view.sentence() == "notes.txt: it cannot be read (this is not a JPEG, PNG, WebP or HEIC picture)"
