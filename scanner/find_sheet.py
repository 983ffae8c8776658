"""Finds the corner sheet in a photo: where its points are seen, and what its greys say of the light."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from scanner.load_photo import Photo, RgbImage
from scanner.marker_sheet import MARKER_DICTIONARY, PAPER_GREY, grey_patches, paper_places_mm, sheet_markers
from scanner.sheet_pose import SeenSheet

Floats = npt.NDArray[np.float64]

LEAST_MARKERS = 3
SEARCH_SIDE_PX = 2400
"""Larger photos are searched in a smaller copy, and the corners then found exactly in the photo itself."""
MOST_MISS_SHARE = 0.02
"""A marker farther than this share of the sheet's size from where the others expect it is not used."""


def find_sheet(photo: Photo) -> SeenSheet | None:
    """The sheet, if at least three of its markers are seen."""
    found = _markers(np.asarray(cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY), dtype=np.uint8))
    known = {marker.number: marker.corners_mm for marker in sheet_markers()}
    numbers = sorted(number for number in found if number in known)
    if len(numbers) < LEAST_MARKERS:
        return None
    points_mm = np.concatenate([known[number] for number in numbers])
    pixels = np.concatenate([found[number] for number in numbers])
    fits = _fitting(points_mm, pixels)
    if fits.sum() < 4 * LEAST_MARKERS:
        return None
    return SeenSheet(points_mm[fits], pixels[fits], *_greys(photo.rgb, points_mm[fits], pixels[fits]))


def seen_with_sheet(photo: Photo) -> Photo:
    """The photo with the sheet, if there is one in it."""
    return replace(photo, sheet=find_sheet(photo))


def _greys(rgb: RgbImage, points_mm: Floats, pixels: Floats) -> tuple[Floats, Floats]:
    """What the bare paper and the grey patches are in good light, and what colours they have here."""
    patches = [(patch.corners_mm.mean(axis=0), patch.display * PAPER_GREY / 255) for patch in grey_patches()]
    places = np.vstack([*(place for place, _ in patches), paper_places_mm()])
    greys = np.array([grey for _, grey in patches] + [PAPER_GREY] * len(paper_places_mm()))
    to_px, _ = cv2.findHomography(points_mm, pixels)
    seen = np.column_stack([places, np.ones(len(places))]) @ np.asarray(to_px).T
    columns, rows = np.round(seen[:, :2] / seen[:, 2:]).astype(np.intp).T
    inside = (columns >= 0) & (rows >= 0) & (columns < rgb.shape[1]) & (rows < rgb.shape[0])
    return greys[inside], np.asarray(rgb[rows[inside], columns[inside]], dtype=np.float64)


def _markers(grey: npt.NDArray[np.uint8]) -> dict[int, Floats]:
    """Corners (4, 2) of every marker by its number."""
    scale = min(1.0, SEARCH_SIDE_PX / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else grey
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY))
    corners, numbers, _ = detector.detectMarkers(small)
    if numbers is None or not len(numbers):
        return {}
    found = {}
    for number, four in zip(np.ravel(numbers), corners, strict=True):
        rough = (np.reshape(four, (4, 2)) + 0.5) / scale - 0.5
        found[int(number)] = _exact(grey, rough)
    return found


def _exact(grey: npt.NDArray[np.uint8], rough_px: Floats) -> Floats:
    """The corners to a fraction of a pixel, looked for within a small part of the marker."""
    side_px = float(np.linalg.norm(rough_px - np.roll(rough_px, 1, axis=0), axis=1).min())
    reach = int(np.clip(side_px / 16, 2, 12))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.01)
    points = rough_px.astype(np.float32).reshape(-1, 1, 2).copy()
    exact = cv2.cornerSubPix(grey, points, (reach, reach), (-1, -1), stop)
    return np.asarray(exact, dtype=np.float64).reshape(4, 2)


def _fitting(points_mm: Floats, pixels: Floats) -> npt.NDArray[np.bool_]:
    """Which points agree with one flat sheet (a bent lens and a curled corner allowed for)."""
    size_px = float(np.ptp(pixels, axis=0).max())
    limit_px = max(MOST_MISS_SHARE * size_px, 2.0)
    _, inliers = cv2.findHomography(points_mm, pixels, cv2.RANSAC, limit_px)
    if inliers is None:
        return np.zeros(len(pixels), np.bool_)
    return np.asarray(np.ravel(inliers) > 0)
