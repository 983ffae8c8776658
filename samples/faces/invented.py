"""Three invented print runs with palettes and drawings of their own, to measure how the reader learns new tiles.

They are never used for training.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import pi

import numpy as np

from samples.chance import between, stream
from samples.faces.brush import Array, Brush, Colour, box, circle, darker, lighter, varied
from samples.noise import Image
from samples.outline import UNIT_HEX
from scoring.kinds import DISTRICT_KINDS, District, Kind

FACE_PX = 320
INVENTED_PICTURES = 3


@dataclass(frozen=True)
class InventedSet:
    """The colour of each district, of the quarry, and how districts, plazas and quarries are drawn."""

    colours: dict[District, Colour]
    stone: Colour
    draw_district: Callable[[Brush, Colour, District], None]
    draw_plaza: Callable[[Brush, Colour, int], None]
    draw_quarry: Callable[[Brush, Colour], None]


@lru_cache(maxsize=3 * 11 * INVENTED_PICTURES)
def invented_picture(name: str, kind: Kind, number: int) -> Image:
    """A picture of one of the invented sets as RGBA."""
    made = INVENTED_SETS[name]
    chance = stream(number, f"{name} {kind}")
    brush = Brush(chance, ink_px=0)
    district = kind.district
    if district is None:
        made.draw_quarry(brush, made.stone)
    elif kind in DISTRICT_KINDS:
        made.draw_district(brush, varied(chance, made.colours[district], 4), district)
    else:
        made.draw_plaza(brush, varied(chance, made.colours[district], 4), kind.stars)
    return brush.finished(FACE_PX)


def _icon(district: District) -> Array:
    """A sign for each district, within the unit circle."""
    return {
        District.HOUSE: np.array([[-0.8, 0.8], [-0.8, -0.1], [0, -0.9], [0.8, -0.1], [0.8, 0.8]]),
        District.MARKET: circle(0, 0, 0.85, 24),
        District.BARRACKS: np.array([[-0.85, -0.7], [0.85, -0.7], [0.85, 0], [0, 0.95], [-0.85, 0]]),
        District.TEMPLE: np.array([[-0.95, 0.7], [0, -0.9], [0.95, 0.7]]),
        District.GARDEN: np.concatenate([circle(0, -0.35, 0.55, 16), [[-0.15, 0.9], [0.15, 0.9]]]),
    }[district]


def _flat_district(brush: Brush, colour: Colour, district: District) -> None:
    """An even field with one large white sign."""
    brush.polygon(UNIT_HEX * 0.93, colour, None)
    sign = _icon(district) * between(brush.chance, (0.42, 0.5)) + brush.chance.normal(0, 0.04, 2)
    brush.polygon(sign, (250, 250, 245), None)
    brush.polygon(sign * 0.6, darker(colour, 0.3), None)


def _flat_plaza(brush: Brush, colour: Colour, stars: int) -> None:
    """A band around a pale middle with large stars."""
    brush.polygon(UNIT_HEX * 0.93, colour, None)
    brush.polygon(UNIT_HEX * 0.66, (250, 246, 232), None)
    for x in _spread(stars, 0.42):
        brush.star(x, 0.0, 0.24, between(brush.chance, (-0.2, 0.2)), darker(colour, 0.15), darker(colour, 0.5))


def _flat_quarry(brush: Brush, stone: Colour) -> None:
    brush.polygon(UNIT_HEX * 0.93, stone, None)
    for x, y in brush.chance.uniform(-0.55, 0.55, (9, 2)):
        brush.polygon(circle(x, y, between(brush.chance, (0.06, 0.14)), 6), lighter(stone, 0.5), None)


def _striped_district(brush: Brush, colour: Colour, district: District) -> None:
    """Stripes on parchment, their direction and number told by the district."""
    brush.polygon(UNIT_HEX * 0.95, (236, 222, 190), None)
    order = list(District).index(district)
    angle, count = order * pi / 5, 4 + order
    for offset in np.linspace(-0.62, 0.62, count):
        strip = box(0, offset, 1.3 - abs(offset) * 0.6, 0.62 / count, 0.0)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        brush.polygon(strip @ turn.T, varied(brush.chance, colour, 8), None)
    x, y = brush.chance.normal(0, 0.08, 2)
    brush.disc(float(x), float(y), 0.2, darker(colour, 0.35), None)


def _striped_plaza(brush: Brush, colour: Colour, stars: int) -> None:
    """A full circle of colour with dots instead of stars."""
    brush.polygon(UNIT_HEX * 0.95, (236, 222, 190), None)
    brush.disc(0, 0, 0.7, colour, None)
    for x in _spread(stars, 0.44):
        brush.disc(x, 0.0, 0.17, (252, 250, 240), None)


def _striped_quarry(brush: Brush, stone: Colour) -> None:
    brush.polygon(UNIT_HEX * 0.95, (236, 222, 190), None)
    for x, y in brush.chance.uniform(-0.5, 0.5, (7, 2)):
        brush.polygon(
            box(x, y, 0.3, 0.2, between(brush.chance, (0, pi))), varied(brush.chance, stone, 10), (70, 66, 60)
        )


def _night_district(brush: Brush, colour: Colour, district: District) -> None:
    """Glowing windows or signs on a dark field."""
    brush.polygon(UNIT_HEX * 0.9, darker(colour, 0.72), None)
    count = 5 + 3 * list(District).index(district)
    for x, y in brush.chance.uniform(-0.58, 0.58, (count, 2)):
        brush.polygon(_icon(district) * between(brush.chance, (0.1, 0.17)) + (x, y), colour, None)


def _night_plaza(brush: Brush, colour: Colour, stars: int) -> None:
    brush.polygon(UNIT_HEX * 0.9, darker(colour, 0.72), None)
    for radius in (0.74, 0.62):
        brush.line(circle(0, 0, radius), colour, 9, closed=True)
    for x in _spread(stars, 0.4):
        brush.star(x, 0.0, 0.24, 0.0, lighter(colour, 0.5), colour)


def _night_quarry(brush: Brush, stone: Colour) -> None:
    brush.polygon(UNIT_HEX * 0.9, darker(stone, 0.5), None)
    for x, y in brush.chance.uniform(-0.5, 0.5, (6, 2)):
        size = between(brush.chance, (0.12, 0.24))
        brush.polygon(box(x, y, size, size, between(brush.chance, (0, pi))), lighter(stone, 0.2), darker(stone, 0.7))


def _spread(count: int, step: float) -> Array:
    return np.asarray((np.arange(count) - (count - 1) / 2) * step, dtype=np.float64)


INVENTED_SETS = {
    "invented: flat signs": InventedSet(
        {
            District.HOUSE: (232, 130, 160),
            District.MARKET: (60, 170, 160),
            District.BARRACKS: (120, 84, 60),
            District.TEMPLE: (240, 150, 50),
            District.GARDEN: (60, 76, 150),
        },
        (120, 126, 130),
        _flat_district,
        _flat_plaza,
        _flat_quarry,
    ),
    "invented: stripes": InventedSet(
        {
            District.HOUSE: (150, 60, 60),
            District.MARKET: (90, 120, 40),
            District.BARRACKS: (40, 60, 90),
            District.TEMPLE: (210, 120, 30),
            District.GARDEN: (20, 130, 140),
        },
        (150, 144, 138),
        _striped_district,
        _striped_plaza,
        _striped_quarry,
    ),
    "invented: night": InventedSet(
        {
            District.HOUSE: (255, 214, 90),
            District.MARKET: (255, 110, 90),
            District.BARRACKS: (150, 255, 120),
            District.TEMPLE: (110, 210, 255),
            District.GARDEN: (240, 130, 255),
        },
        (150, 150, 165),
        _night_district,
        _night_plaza,
        _night_quarry,
    ),
}
