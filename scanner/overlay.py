"""The photo with its reading drawn on it: outlines by colour, a sign for each kind, the level, doubts in white."""

from __future__ import annotations

import numpy as np

from scanner.canvas import WHITE, Canvas, Colour, shrunk, size_of
from scanner.load_photo import RgbImage
from scanner.result import ReadHex, ScanResult
from scoring.kinds import District
from scoring.notation import SYMBOLS

UNSURE_BELOW = 0.9

COLOURS_RGB: dict[District | None, Colour] = {
    District.HOUSE: (20, 110, 230),
    District.MARKET: (250, 205, 20),
    District.BARRACKS: (225, 45, 30),
    District.TEMPLE: (130, 50, 170),
    District.GARDEN: (30, 150, 50),
    None: (95, 100, 110),
}


def draw_overlay(rgb: RgbImage, result: ScanResult) -> RgbImage:
    """A small copy of the photo with every hex marked; plazas carry their stars."""
    canvas = Canvas.over(rgb)
    for city in result.cities:
        for hex_ in city.hexes:
            _draw_hex(canvas, hex_)
    return canvas.pixels


def hex_label(hex_: ReadHex) -> str:
    """A letter for the colour, a star for each star of a plaza, and the level."""
    return f"{SYMBOLS[hex_.kind].removesuffix('*')}{'*' * hex_.kind.stars}{hex_.level}"


def _draw_hex(canvas: Canvas, hex_: ReadHex) -> None:
    outline_px = np.array(hex_.outline_px)
    canvas.outline(shrunk(outline_px, 0.94), COLOURS_RGB[hex_.kind.district])
    if hex_.confidence < UNSURE_BELOW:
        canvas.outline(shrunk(outline_px, 0.81), WHITE, dark_rim=False)
    canvas.label(hex_label(hex_), np.array(hex_.centre_px), size_of(outline_px))
