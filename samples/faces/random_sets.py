"""Print runs that nobody ever printed: every number is a set of its own, with its own palette and its own drawings.

The networks learn from them what a hex is and how its borders look, whatever is printed on it, and which differences
between pictures matter to a player who teaches a set of tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import pi

import numpy as np

from samples.chance import Chance, between, happens, pick, stream
from samples.faces.brush import (
    INK,
    PALE,
    WHITE,
    Array,
    Brush,
    Colour,
    blob,
    box,
    circle,
    darker,
    lighter,
    star_points,
    varied,
)
from samples.noise import Image
from samples.outline import UNIT_HEX
from scoring.kinds import District, Kind

FACE_PX = 320
RANDOM_PICTURES = 3
LEAST_COLOUR_GAP = 60.0
"""Between the colours of two districts of a set, in display values."""
NAME = "random set "


def random_set_name(number: int) -> str:
    return f"{NAME}{number}"


def random_set_number(name: str | None) -> int | None:
    """The number of a set by its name; None for other names."""
    return int(name.removeprefix(NAME)) if name is not None and name.startswith(NAME) else None


@lru_cache(maxsize=4 * 11 * RANDOM_PICTURES)
def random_set_picture(number: int, kind: Kind, picture: int) -> Image:
    """A picture of a kind in this set as RGBA: the kind decides what is drawn, the picture moves it about."""
    style = _style(number)
    brush = Brush(stream(picture, f"set {number} {kind}"), ink_px=style.ink_px)
    recipe = stream(number, f"recipe {kind}")
    colour = varied(brush.chance, style.colours[kind], 4)
    _field(brush, recipe, style, colour)
    if kind.is_plaza:
        _plaza(brush, stream(number, "plaza"), colour, kind.stars)
    else:
        for layer in style.layers:
            layer(brush, recipe, style.contrast(recipe, colour))
    return brush.finished(FACE_PX)


Layer = Callable[[Brush, Chance, Colour], None]


@dataclass(frozen=True)
class _Style:
    """What all pictures of a set have in common. `field` is the size of the coloured ground, 0 for the bare stone."""

    colours: dict[Kind, Colour]
    field: float
    dark_field: float
    pale_field: bool
    ink_px: int
    layers: tuple[Layer, ...]

    def contrast(self, recipe: Chance, colour: Colour) -> Colour:
        """A colour that can be told from the field."""
        if self.field == 0 or self.dark_field > 0 or self.pale_field:
            return colour
        return pick(recipe, (darker(colour, 0.5), lighter(colour, 0.6), WHITE, darker(colour, 0.75)))


@lru_cache(maxsize=64)
def _style(number: int) -> _Style:
    chance = stream(number, "style")
    chosen = chance.choice(len(_LAYERS), int(chance.integers(1, 4)), replace=False)
    return _Style(
        colours=_palette(chance),
        field=between(chance, (0.84, 1.02)) if happens(chance, 0.75) else 0.0,
        dark_field=between(chance, (0.4, 0.8)) if happens(chance, 0.3) else 0.0,
        pale_field=happens(chance, 0.25),
        ink_px=int(chance.integers(0, 4)),
        layers=tuple(_LAYERS[int(index)] for index in chosen),
    )


def _palette(chance: Chance) -> dict[Kind, Colour]:
    """Five colours that differ, plazas mostly in their district's, and some stone."""
    found: list[Array] = []
    while len(found) < len(District):
        colour = chance.uniform(15, 250, 3)
        if all(np.linalg.norm(colour - other) > LEAST_COLOUR_GAP for other in found):
            found.append(colour)
    by_district = dict(zip(District, found, strict=True))
    own_plazas = happens(chance, 0.15)
    colours: dict[Kind, Colour] = {}
    for kind in Kind:
        district = kind.district
        if district is None:
            value = np.full(3, between(chance, (40, 235))) + chance.normal(0, 12, 3)
        elif kind.is_plaza and own_plazas:
            value = chance.uniform(15, 250, 3)
        else:
            value = by_district[district]
        red, green, blue = np.clip(value, 0, 255)
        colours[kind] = float(red), float(green), float(blue)
    return colours


def _field(brush: Brush, recipe: Chance, style: _Style, colour: Colour) -> None:
    if style.field == 0:
        return
    ground = PALE if style.pale_field else darker(colour, style.dark_field)
    brush.polygon(UNIT_HEX * style.field, varied(recipe, ground, 5), None)


def _stripes(brush: Brush, recipe: Chance, colour: Colour) -> None:
    angle, count = between(recipe, (0, pi)), int(recipe.integers(3, 10))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    wave = between(recipe, (0, 0.08)) if happens(recipe, 0.4) else 0.0
    along = np.linspace(-0.6, 0.6, 9)
    for offset in np.linspace(-0.6, 0.6, count):
        line = np.column_stack([along, offset + wave * np.sin(along * 12)])
        brush.line(line @ turn.T, varied(brush.chance, colour, 6), max(3, int(130 / count)))


def _scattered(brush: Brush, recipe: Chance, colour: Colour) -> None:
    """Many small signs of one shape."""
    shape, size = _shape(recipe), between(recipe, (0.06, 0.2))
    for x, y in brush.chance.uniform(-0.6, 0.6, (int(recipe.integers(4, 22)), 2)):
        turn = between(brush.chance, (0, 2 * pi))
        brush.polygon(_placed(shape, x, y, size * between(brush.chance, (0.7, 1.3)), turn), colour)


def _large_sign(brush: Brush, recipe: Chance, colour: Colour) -> None:
    """One shape in the middle, perhaps with another in it."""
    shape, size = _shape(recipe), between(recipe, (0.3, 0.62))
    x, y = brush.chance.normal(0, 0.05, 2)
    turn = between(recipe, (0, 2 * pi)) + brush.chance.normal(0, 0.1)
    brush.polygon(_placed(shape, x, y, size, turn), colour)
    if happens(recipe, 0.6):
        inner = pick(recipe, (WHITE, INK, darker(colour, 0.5), lighter(colour, 0.5)))
        brush.polygon(_placed(_shape(recipe), x, y, size * between(recipe, (0.3, 0.65)), turn), inner)


def _buildings(brush: Brush, recipe: Chance, colour: Colour) -> None:
    width = between(recipe, (0.16, 0.36))
    for x, y in brush.chance.uniform(-0.5, 0.5, (int(recipe.integers(3, 9)), 2)):
        size = width * between(brush.chance, (0.7, 1.2))
        brush.block(box(x, y, size, size * between(brush.chance, (0.6, 1.4)), between(brush.chance, (0, pi))), colour)


def _growth(brush: Brush, recipe: Chance, colour: Colour) -> None:
    radius = between(recipe, (0.09, 0.22))
    for x, y in brush.chance.uniform(-0.58, 0.58, (int(recipe.integers(3, 10)), 2)):
        brush.tree(x, y, radius, colour)


def _rocks(brush: Brush, recipe: Chance, colour: Colour) -> None:
    radius = between(recipe, (0.1, 0.24))
    for x, y in brush.chance.uniform(-0.55, 0.55, (int(recipe.integers(3, 9)), 2)):
        brush.rock(x, y, radius * between(brush.chance, (0.6, 1.3)), varied(brush.chance, colour, 10))


def _paths(brush: Brush, recipe: Chance, colour: Colour) -> None:
    for _ in range(int(recipe.integers(1, 4))):
        points = np.cumsum(brush.chance.normal(0, 0.28, (6, 2)), axis=0)
        brush.line(np.clip(points - points.mean(axis=0), -0.65, 0.65), colour, int(recipe.integers(5, 26)))


def _rings(brush: Brush, recipe: Chance, colour: Colour) -> None:
    x, y = brush.chance.normal(0, 0.06, 2)
    for radius in np.linspace(between(recipe, (0.4, 0.72)), 0.12, int(recipe.integers(1, 5))):
        brush.line(circle(x, y, radius), varied(brush.chance, colour, 6), int(recipe.integers(5, 24)), closed=True)


def _washes(brush: Brush, recipe: Chance, colour: Colour) -> None:
    for x, y in brush.chance.uniform(-0.5, 0.5, (int(recipe.integers(2, 8)), 2)):
        brush.glaze(blob(brush.chance, x, y, between(recipe, (0.15, 0.45)), 0.3), colour, between(recipe, (0.2, 0.8)))


_LAYERS: tuple[Layer, ...] = (
    _stripes,
    _scattered,
    _large_sign,
    _buildings,
    _growth,
    _rocks,
    _paths,
    _rings,
    _washes,
)


def _plaza(brush: Brush, recipe: Chance, colour: Colour, stars: int) -> None:
    """A place with as many signs as it has stars; all plazas of a set are of one design."""
    ground = pick(recipe, (colour, lighter(colour, 0.6), darker(colour, 0.4), PALE, WHITE))
    outline = UNIT_HEX if happens(recipe, 0.4) else circle(0, 0, 1)
    size = between(recipe, (0.5, 0.85))
    brush.polygon(outline * size, ground)
    if happens(recipe, 0.5):
        brush.line(
            outline * size * between(recipe, (0.75, 1.0)), darker(colour, 0.4), int(recipe.integers(4, 22)), closed=True
        )
    shape = star_points(0, 0, 1, 0) if happens(recipe, 0.6) else _shape(recipe)
    sign = WHITE if ground == colour else pick(recipe, (colour, darker(colour, 0.5), INK))
    step, reach = between(recipe, (0.4, 0.5)), between(recipe, (0.15, 0.25))
    turn, bow = between(recipe, (0, 2 * pi)), between(recipe, (0, 0.25))
    for index in range(stars):
        x = (index - (stars - 1) / 2) * step
        brush.polygon(_placed(shape, x, bow * (x / 0.5) ** 2, reach, turn), sign)


def _shape(recipe: Chance) -> Array:
    """A shape within the unit circle."""
    corners = int(recipe.integers(3, 8))
    return pick(
        recipe,
        (
            circle(0, 0, 1, corners),
            circle(0, 0, 1),
            star_points(0, 0, 1, 0),
            box(0, 0, 1.8, between(recipe, (0.3, 1.4))),
            blob(recipe, 0, 0, 0.9, 0.5, corners + 2),
            np.array([[-0.3, -1], [0.3, -1], [0.3, -0.3], [1, -0.3], [1, 0.3], [0.3, 0.3], [0.3, 1], [-0.3, 1]]),
            np.array([[-0.9, 0.8], [-0.9, -0.5], [-0.4, -0.5], [0, -1], [0.4, -0.5], [0.9, -0.5], [0.5, 0.8]]),
        ),
    )


def _placed(shape: Array, x: float, y: float, size: float, turn: float) -> Array:
    cos, sin = np.cos(turn), np.sin(turn)
    made: Array = shape @ np.array([[cos, sin], [-sin, cos]]) * size + np.array([x, y])
    return made
