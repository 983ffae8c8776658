"""What the finder takes for a hex though it is none: drawn cells, printed pictures, corners of tiles."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from samples.camera import Camera
from samples.layout import NO_CITY, TileBody
from samples.training.seen_hexes import Floats, SeenHex
from scanner.camera import UNIT_HEX_XY
from scanner.find_hexes import HexMarks, find_hexes
from scanner.load_photo import RgbImage
from scanner.settings import DEFAULT_SETTINGS
from scoring.axial import ORIGIN

NEAREST_HEX = 0.6
"""A mark nearer to a hex than this, in sizes of that hex, is a mark of that hex."""
STEP_PX = 2.0


def false_marks(rgb: RgbImage, camera: Camera, tops: list[SeenHex]) -> list[SeenHex]:
    """The finder's marks that are on no top, as if each were a hex lying on the table."""
    marks = find_hexes(rgb, DEFAULT_SETTINGS)
    on_table = camera.sees_ground(marks.centres_px)
    chosen = np.nonzero(on_table & ~_on_tops(marks, tops))[0]
    return [_as_hex(camera, marks.centres_px[index], marks.frames[index]) for index in chosen]


def _on_tops(marks: HexMarks, tops: list[SeenHex]) -> npt.NDArray[np.bool_]:
    if not tops:
        return np.zeros(len(marks), dtype=bool)
    centres_px = np.array([top.centre_px for top in tops])
    sizes_px = np.array([np.linalg.norm(top.corners_px - top.centre_px, axis=1).mean() for top in tops])
    gaps = np.linalg.norm(marks.centres_px[:, None] - centres_px[None], axis=2)
    return np.asarray((gaps < NEAREST_HEX * sizes_px).any(axis=1))


def _as_hex(camera: Camera, centre_px: Floats, frame: Floats) -> SeenHex:
    """Its place on the table tells which way is away from the camera; its size there does not matter."""
    ends_px = centre_px + np.array([[0, 0], [STEP_PX, 0], [0, STEP_PX]])
    spot, right, below = camera.on_plane(ends_px, 0.0)
    on_table = np.column_stack([right - spot, below - spot]) / STEP_PX @ frame
    angle = np.arctan2(on_table[1, 0] - on_table[0, 1], on_table[0, 0] + on_table[1, 1])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    body = TileBody(NO_CITY, 0, 1, (), np.column_stack([turn, spot]))
    return SeenHex(body, ORIGIN, centre_px + UNIT_HEX_XY @ frame.T, centre_px, 1.0)
