"""The colours of the five districts as printed: field, roof, deep tone, leaves and stars."""

from __future__ import annotations

from dataclasses import dataclass

from samples.faces.brush import Colour
from scoring.kinds import District


@dataclass(frozen=True)
class Palette:
    """`field` is the wash under a district, `roof` its buildings, `disc` the plaza, `leaf` the trees around it."""

    field: Colour
    roof: Colour
    deep: Colour
    disc: Colour
    leaf: Colour
    star: Colour


PALETTES = {
    District.HOUSE: Palette(
        (150, 205, 236), (38, 128, 222), (24, 76, 160), (34, 140, 220), (70, 104, 92), (44, 92, 186)
    ),
    District.MARKET: Palette(
        (240, 210, 150), (250, 212, 42), (196, 148, 30), (244, 208, 60), (150, 130, 60), (244, 150, 62)
    ),
    District.BARRACKS: Palette(
        (238, 116, 70), (222, 48, 40), (150, 28, 30), (226, 62, 52), (206, 62, 44), (160, 30, 36)
    ),
    District.TEMPLE: Palette(
        (190, 164, 216), (84, 50, 142), (54, 28, 96), (116, 74, 172), (176, 140, 196), (70, 40, 122)
    ),
    District.GARDEN: Palette((146, 206, 84), (44, 158, 66), (26, 96, 52), (58, 160, 74), (62, 112, 50), (36, 124, 62)),
}
SAND: Colour = (238, 212, 164)
WOOD: Colour = (166, 88, 40)
ROCK: Colour = (164, 140, 132)
WATER: Colour = (74, 190, 206)
BUSH: Colour = (88, 122, 64)
