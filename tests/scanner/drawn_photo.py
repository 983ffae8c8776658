"""Photos of flat hexes in plain colours, and networks that read such colours instead of real faces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY, TableCamera
from scanner.find_hexes import HexMarks
from scanner.hex_codes import EDGE_CLASSES, KIND_CLASSES, KIND_ORDER, LEVEL_CLASSES, LOOK_NUMBERS, NOT_A_HEX, PATCH_PX
from scanner.load_photo import RgbImage
from scanner.networks import Floats32, ReaderOutput
from scoring.axial import Axial
from scoring.city import City
from tests.scanner.simulated_table import marks_of

WIDTH_PX, HEIGHT_PX = 1600, 1200
TABLE_GREY = 90
KIND_COLOURS_RGB = [
    (30, 60, 250),
    (250, 230, 30),
    (250, 30, 30),
    (150, 30, 200),
    (30, 200, 30),
    (140, 170, 250),
    (180, 160, 20),
    (150, 20, 20),
    (220, 140, 250),
    (150, 250, 150),
    (250, 250, 250),
]


def drawn(camera: TableCamera, places: dict[Axial, tuple[int, int, int]], level: int = 1) -> RgbImage:
    """A photo of hexes on a grey table, drawn at four times its size for smooth borders."""
    grown = 4
    canvas = np.full((HEIGHT_PX * grown, WIDTH_PX * grown, 3), TABLE_GREY, np.uint8)
    for place, colour in places.items():
        corners = UNIT_HEX_XY + place.centre_xy()
        pixels = camera.project(np.column_stack([corners, np.full(6, -level * TILE_THICKNESS)]))
        points = np.round(((pixels + 0.5) * grown - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(canvas, points, colour, shift=4)
    return np.asarray(cv2.resize(canvas, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def drawn_city(camera: TableCamera, city: City) -> RgbImage:
    """A flat city, each kind in its colour."""
    colours = {place: KIND_COLOURS_RGB[KIND_ORDER.index(top.kind)] for place, top in city.hexes.items()}
    return drawn(camera, colours)


def flat_marks(camera: TableCamera, places: list[Axial]) -> HexMarks:
    """The marks of hexes that all lie on the table."""
    centres_xy = np.array([place.centre_xy() for place in places])
    return marks_of(camera, centres_xy, np.ones(len(places)), np.zeros_like(centres_xy))


@dataclass(frozen=True)
class ColourReader:
    """Reads the colour in the middle of a patch, and takes every hex for level 1."""

    def read(self, patches: Floats32) -> ReaderOutput:
        middle = slice(PATCH_PX // 2 - 6, PATCH_PX // 2 + 6)
        seen = (patches[:, :3, middle, middle].mean(axis=(2, 3)) + 1) * 127.5
        known = np.array([*KIND_COLOURS_RGB, (TABLE_GREY,) * 3])
        nearest = np.linalg.norm(seen[:, None] - known[None], axis=2).argmin(axis=1)
        assert KIND_CLASSES == NOT_A_HEX + 1 == len(known)
        return ReaderOutput(
            kind=_sure(nearest, KIND_CLASSES),
            level=_sure(np.zeros_like(nearest), LEVEL_CLASSES),
            edges=np.zeros((len(seen), 6, EDGE_CLASSES), np.float32),
            offset=np.zeros((len(seen), 3), np.float32),
            look=np.zeros((len(seen), LOOK_NUMBERS), np.float32),
        )


def _sure(chosen: np.ndarray, classes: int) -> Floats32:
    return (np.eye(classes)[chosen] * 9).astype(np.float32)
