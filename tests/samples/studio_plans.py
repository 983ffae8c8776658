"""Photo plans with everything left out that a test does not look at."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from samples.develop import Development
from samples.faces.print_run import PrintRun
from samples.light import Light
from samples.outline import UNIT_HEX
from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings
from samples.things import Things

EVEN_LIGHT = Light(lamps=(), ambient=1.0, ambient_colour=(1.0, 1.0, 1.0), gap_darkness=0.0)
MARKER_PX = 400


def bare_plan(seed: int, **settings: object) -> PhotoPlan:
    """A photo of one city without noise, shadows or things around, faces straight and as large as their hexes."""
    plan = plan_photo(seed, StudioSettings(cities=1, **settings))
    bodies = tuple(
        replace(body, faces=tuple(replace(face, turn_deg=0.0) for face in body.faces))
        for body in plan.scene.bodies
        if body.city == 0
    )
    look = replace(plan.scene.look, face_scale=1.0, ground=(0.0, 0.0, 0.0), ground_grain=0.0, rim_width=0.0)
    scene = replace(plan.scene, bodies=bodies, look=look, light=EVEN_LIGHT, things=Things(), table="glossy")
    return replace(plan, scene=scene, development=Development())


def show_markers(monkeypatch, spots: np.ndarray) -> None:
    """All faces become white dots at these places (in hex sizes from the middle) on black ground."""
    picture = np.zeros((MARKER_PX, MARKER_PX, 4), np.uint8)
    hexagon = ((UNIT_HEX + 1) * MARKER_PX / 2).astype(np.int32)
    cv2.fillConvexPoly(picture, hexagon, (0, 0, 0, 255))
    for spot in spots:
        centre = np.round((spot * MARKER_PX / 2 + (MARKER_PX - 1) / 2) * 16).astype(int)
        cv2.circle(picture, centre.tolist(), 14 * 16, (255, 255, 255, 255), -1, cv2.LINE_AA, 4)
    monkeypatch.setattr(PrintRun, "picture", lambda *_: picture)


def dots_in(image_rgb: np.ndarray) -> np.ndarray:
    """The centres of bright dots, weighted by brightness."""
    grey = image_rgb.min(axis=2)
    _, labels, stats, _ = cv2.connectedComponentsWithStats((grey > 60).astype(np.uint8))
    centres = []
    for label in range(1, len(stats)):
        rows, columns = _pixels(labels, stats[label], label)
        weights = grey[rows, columns].astype(float)
        centres.append([np.average(columns, weights=weights), np.average(rows, weights=weights)])
    return np.array(centres)


def _pixels(labels: np.ndarray, stat: np.ndarray, label: int) -> tuple[np.ndarray, np.ndarray]:
    left, top, width, height = stat[:4]
    rows, columns = np.nonzero(labels[top : top + height, left : left + width] == label)
    return rows + top, columns + left
