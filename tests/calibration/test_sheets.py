"""The printed sheets, read back from a rendered picture of the page."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.camera_board import CORNERS, MARKERS, SQUARE_MM, camera_board
from calibration.sheet_words import Language, sheet_words
from calibration.sheets import CHECK_LINE_MM, Paper, SheetKind, sheet_pdf
from scanner.marker_sheet import MARKER_DICTIONARY, grey_patches, sheet_markers

DPI = 150
PX_PER_MM = DPI / 25.4
needs_ghostscript = pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript renders the pages")


def rendered(pdf: bytes, folder: Path) -> np.ndarray:
    (folder / "sheet.pdf").write_bytes(pdf)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pnggray", f"-r{DPI}"]
    command += ["-dGraphicsAlphaBits=4", "-sOutputFile=sheet.png", "sheet.pdf"]
    subprocess.run(command, cwd=folder, check=True)
    return cv2.imread(str(folder / "sheet.png"), cv2.IMREAD_GRAYSCALE)


@needs_ghostscript
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("language", Language)
def test_camera_sheet_reads_back_at_true_scale(paper, language, tmp_path):
    page = rendered(sheet_pdf(SheetKind.CAMERA, paper, language), tmp_path)
    corners, numbers, _, markers = cv2.aruco.CharucoDetector(camera_board()).detectBoard(page)
    assert (len(numbers), len(markers)) == (CORNERS, MARKERS)
    found = np.asarray(corners).reshape(-1, 2)
    true = np.asarray(camera_board().getChessboardCorners())[np.ravel(numbers), :2]
    spans = np.linalg.norm(found[-1] - found[0]), np.linalg.norm(true[-1] - true[0])
    assert spans[0] / PX_PER_MM == pytest.approx(spans[1], rel=0.005)
    assert np.linalg.norm(found[1] - found[0]) / PX_PER_MM == pytest.approx(SQUARE_MM, rel=0.005)


@needs_ghostscript
@pytest.mark.parametrize("paper", Paper)
def test_corner_sheet_reads_back_at_true_scale(paper, tmp_path):
    page = rendered(sheet_pdf(SheetKind.CORNER, paper, Language.UKRAINIAN), tmp_path)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY)
    corners, numbers, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(page)
    by_number = {int(number): np.reshape(four, (4, 2)) for number, four in zip(np.ravel(numbers), corners, strict=True)}
    assert sorted(by_number) == [marker.number for marker in sheet_markers()]
    found = np.concatenate([by_number[marker.number] for marker in sheet_markers()])
    true = np.concatenate([marker.corners_mm for marker in sheet_markers()])
    affine, _ = cv2.estimateAffine2D(true, found)
    scales = np.linalg.svd(affine[:, :2])[1] / PX_PER_MM
    assert scales == pytest.approx([1, 1], rel=0.005)
    for patch in grey_patches():
        x, y = affine @ [*patch.corners_mm.mean(axis=0), 1]
        assert page[round(y), round(x)] == pytest.approx(patch.display, abs=3)


@needs_ghostscript
@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("kind", SheetKind)
def test_check_line_is_100_mm(kind, paper, tmp_path):
    page = rendered(sheet_pdf(kind, paper, Language.ENGLISH), tmp_path)
    dark = page < 128
    runs = [_longest_run(row) for row in dark]
    wanted = CHECK_LINE_MM * PX_PER_MM
    assert any(run == pytest.approx(wanted, abs=0.005 * wanted) for run in runs)


def _longest_run(row: np.ndarray) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(int), [0]])))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0


@pytest.mark.parametrize("language", Language)
def test_every_language_says_everything(language):
    words = vars(sheet_words(language))
    assert all(text.strip() for text in words.values())
    if language is not Language.ENGLISH:
        english = vars(sheet_words(Language.ENGLISH))
        assert all(words[name] != english[name] for name in words)
