"""The sheets of the calibration as a printer sees them: rendered by Ghostscript, and measured in the picture."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.camera_board import camera_board
from calibration.sheets import SheetKind
from scanner.marker_sheet import MARKER_DICTIONARY, sheet_markers

DPI = 150
PX_PER_MM = DPI / 25.4
RENDERER = "gs"
Page = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class PageReading:
    """What was found on a page: markers, and by how much its lengths are off, along and across, as a share."""

    markers: int
    wanted: int
    scale_off: float
    to_page: npt.NDArray[np.float64]
    """The affine map (2, 3) from millimetres of the pattern to pixels of the page."""


def can_render() -> bool:
    return shutil.which(RENDERER) is not None


def rendered_page(pdf: bytes) -> Page:
    """The first page in grey, at 150 dots an inch."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sheet.pdf").write_bytes(pdf)
        command = [RENDERER, "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=pnggray", f"-r{DPI}"]
        command += ["-dGraphicsAlphaBits=4", "-sOutputFile=sheet.png", "sheet.pdf"]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603 our own page
        return np.asarray(cv2.imread(str(folder / "sheet.png"), cv2.IMREAD_GRAYSCALE), dtype=np.uint8)


def read_back(kind: SheetKind, page: Page) -> PageReading:
    """Find every marker of a sheet in the picture of its page."""
    known = {int(number): corners for number, corners in _known(kind)}
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), parameters)
    corners, numbers, _ = detector.detectMarkers(page)
    found = {int(number): np.reshape(four, (4, 2)) for number, four in zip(np.ravel(numbers), corners, strict=True)}
    both = sorted(known.keys() & found.keys())
    true = np.concatenate([known[number] for number in both])
    to_page, _ = cv2.estimateAffine2D(true, np.concatenate([found[number] for number in both]))
    scales = np.linalg.svd(to_page[:, :2])[1] / PX_PER_MM
    return PageReading(len(both), len(known), float(np.abs(scales - 1).max()), np.asarray(to_page, dtype=np.float64))


def _known(kind: SheetKind) -> list[tuple[int, npt.NDArray[np.float64]]]:
    """Every marker of the sheet with its corners (4, 2) in millimetres."""
    if kind is SheetKind.CORNER:
        return [(marker.number, marker.corners_mm) for marker in sheet_markers()]
    board = camera_board()
    corners = [np.asarray(four, dtype=np.float64)[:, :2] for four in board.getObjPoints()]
    return list(zip(np.ravel(board.getIds()).tolist(), corners, strict=True))
