"""The five districts: a hex filled with its colour, and what stands in it."""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np

from samples.chance import Chance, between, happens
from samples.faces.brush import CANVAS_PX, WHITE, Array, Brush, Colour, blob, box, circle, darker, lighter, varied
from samples.faces.palette import BUSH, PALETTES, ROCK, SAND, WATER, WOOD, Palette
from samples.noise import cloud, field, piece
from scoring.kinds import District


def draw_district(brush: Brush, district: District) -> None:
    palette = PALETTES[district]
    chance = brush.chance
    fill_field(brush, varied(chance, palette.field, 10), between(chance, (0.82, 0.95)))
    _PAINTERS[district](brush, palette, chance)
    for _ in range(int(chance.integers(2, 7))):
        x, y = around(chance, 0.62, 0.82)
        brush.tree(x, y, between(chance, (0.04, 0.07)), varied(chance, BUSH, 12))


def fill_field(brush: Brush, colour: Colour, reach: float) -> None:
    """The wash of colour: nearly the whole hex, with a torn edge and uneven strength."""
    y, x = np.mgrid[0:CANVAS_PX, 0:CANVAS_PX].astype(np.float32) * (2 / CANVAS_PX) - 1
    hexagon = np.maximum(np.abs(y) / 0.866, np.abs(x) + np.abs(y) * 0.25 / 0.433)
    round_share = between(brush.chance, (0.2, 0.8))
    distance = (1 - round_share) * hexagon + round_share * np.hypot(x, y) * 1.06
    torn = piece(cloud(), brush.chance, CANVAS_PX, CANVAS_PX, 0.8) * 0.03
    torn += piece(field(2.0), brush.chance, CANVAS_PX, CANVAS_PX) * 0.015
    edge = np.clip((reach + torn - distance) / 0.05, 0, 1)
    uneven = piece(cloud(), brush.chance, CANVAS_PX, CANVAS_PX) * between(brush.chance, (3, 9))
    brush.rgb[:] = np.clip(np.array(colour, np.float32) + uneven[..., None], 0, 255)
    strength = between(brush.chance, (0.85, 1.0))
    brush.alpha[:] = cv2.GaussianBlur(edge * (255 * strength), (0, 0), 1.2).clip(0, 255)


def around(chance: Chance, near: float, far: float) -> tuple[float, float]:
    angle, radius = chance.uniform(0, 2 * pi), between(chance, (near, far))
    return radius * cos(angle), radius * sin(angle)


def _houses(brush: Brush, palette: Palette, chance: Chance) -> None:
    turn = between(chance, (0, pi / 2))
    for _ in range(int(chance.integers(3, 7))):
        brush.rock(*around(chance, 0.5, 0.75), between(chance, (0.05, 0.1)), varied(chance, ROCK, 10))
    for index in range(int(chance.integers(6, 11))):
        x, y = around(chance, 0.35, 0.66)
        size = between(chance, (0.14, 0.24))
        brush.block(box(x, y, size, size * between(chance, (0.7, 1.3)), turn), _house_roof(palette, chance), rim=0.12)
        if index % 3 == 0:
            brush.dome(x, y, size * 0.3, palette.roof)
    _courtyard(brush, palette, chance, turn)
    for _ in range(int(chance.integers(2, 4))):
        x, y = around(chance, 0.45, 0.6)
        brush.block(box(x, y, 0.24, 0.24, turn), lighter(palette.field, 0.4), rim=0.1)
        brush.dome(x, y, between(chance, (0.07, 0.11)), palette.roof)


def _house_roof(palette: Palette, chance: Chance) -> Colour:
    return lighter(palette.field, 0.4) if happens(chance, 0.7) else varied(chance, palette.roof, 8)


def _courtyard(brush: Brush, palette: Palette, chance: Chance, turn: float) -> None:
    x, y = chance.normal(0, 0.08, 2)
    size = between(chance, (0.42, 0.6))
    points = box(x, y, size, size * between(chance, (0.8, 1.1)), turn)
    brush.shadow(points, 1.6)
    brush.polygon(points, palette.roof)
    for corner in range(4):
        wing = np.array([points[corner], points[(corner + 1) % 4], [x, y]])
        brush.polygon(wing, varied(chance, palette.roof, 22), darker(palette.deep, 0.1))
    inner = size * between(chance, (0.4, 0.6))
    brush.block(box(x, y, inner, inner, turn), palette.roof, rim=0.16)
    if happens(chance, 0.7):
        brush.dome(x, y, inner * 0.28, palette.roof)


def _market(brush: Brush, palette: Palette, chance: Chance) -> None:
    brush.glaze(blob(chance, 0, 0.1, 0.55, 0.2), lighter(SAND, 0.2), 0.7)
    for _ in range(int(chance.integers(35, 70))):
        x, y = chance.normal(0, 0.24), chance.normal(0.12, 0.2)
        tone = varied(
            chance,
            [(200, 84, 36), (120, 66, 40), (232, 160, 60), (250, 250, 240), (90, 60, 50)][chance.integers(5)],
            12,
        )
        brush.polygon(
            box(x, y, between(chance, (0.02, 0.07)), between(chance, (0.02, 0.06)), chance.uniform(0, pi)), tone, None
        )
    for _ in range(int(chance.integers(2, 5))):
        _stall(brush, chance)
    for _ in range(int(chance.integers(3, 6))):
        x, y = around(chance, 0.5, 0.68)
        pale = box(x, y, between(chance, (0.14, 0.26)), between(chance, (0.14, 0.2)), chance.uniform(0, pi))
        brush.block(pale, varied(chance, (250, 236, 170), 6), rim=0.06)
    _domes(brush, palette, chance)
    if happens(chance, 0.4):
        for step in (-0.06, 0.06):
            brush.line(np.array([[-0.4, step], [0.4, step + 0.1]]), (90, 60, 50), 2)
    for _ in range(int(chance.integers(1, 4))):
        brush.palm(*around(chance, 0.55, 0.72), between(chance, (0.12, 0.17)))


def _stall(brush: Brush, chance: Chance) -> None:
    x, y = around(chance, 0.15, 0.5)
    turn = chance.uniform(0, pi)
    points = box(x, y, between(chance, (0.14, 0.22)), between(chance, (0.1, 0.16)), turn)
    brush.shadow(points, 0.8)
    brush.polygon(points, varied(chance, WOOD, 20))
    for share in (0.3, 0.6):
        brush.line(
            np.array([points[0] + share * (points[1] - points[0]), points[3] + share * (points[2] - points[3])]),
            (90, 52, 30),
            2,
        )


def _domes(brush: Brush, palette: Palette, chance: Chance) -> None:
    """The hall with its round yellow roofs on one side."""
    y = -between(chance, (0.46, 0.58))
    radius = between(chance, (0.13, 0.19))
    brush.block(box(0, y + 0.18, 0.8, 0.14), lighter(palette.roof, 0.5), rim=0.05)
    spread = between(chance, (0.3, 0.42))
    for x in (-spread, spread):
        brush.dome(x, y + 0.08, radius, varied(chance, palette.roof, 6))
    if happens(chance, 0.6):
        hall = np.concatenate([circle(-0.1, y, 0.16), circle(0.12, y, 0.16)])
        hull = cv2.convexHull(hall.astype(np.float32)).reshape(-1, 2).astype(np.float64)
        brush.shadow(hull, 1.2)
        brush.polygon(hull, palette.roof)
        brush.glaze(hull * 0.6 + np.array([0, y]) * 0.4, lighter(palette.roof, 0.3), 0.7)
    else:
        brush.dome(0, y, radius * 1.2, palette.roof)


def _barracks(brush: Brush, palette: Palette, chance: Chance) -> None:
    brush.glaze(blob(chance, *around(chance, 0.0, 0.3), 0.28, 0.2), varied(chance, (242, 160, 76), 8), 0.8)
    for _ in range(int(chance.integers(3, 7))):
        x, y = around(chance, 0.1, 0.5)
        _tent(brush, palette, chance, x, y + 0.12)
    _fortress(brush, palette, chance)
    for _ in range(int(chance.integers(1, 4))):
        x, y = around(chance, 0.5, 0.66)
        brush.block(box(x, y, 0.17, 0.17, chance.uniform(0, pi)), palette.roof, rim=0.14)
    for _ in range(int(chance.integers(1, 3))):
        _fence(brush, chance)
    for _ in range(int(chance.integers(1, 4))):
        brush.palm(*around(chance, 0.55, 0.72), between(chance, (0.12, 0.17)), (74, 112, 60))


def _tent(brush: Brush, palette: Palette, chance: Chance, x: float, y: float) -> None:
    turn = [0.0, pi / 2][chance.integers(2)] + chance.normal(0, 0.04)
    points = box(x, y, between(chance, (0.2, 0.3)), between(chance, (0.1, 0.15)), turn)
    brush.shadow(points, 1.0)
    brush.polygon(points, palette.roof)
    middle = [(points[0] + points[3]) / 2, (points[1] + points[2]) / 2]
    brush.polygon(np.array([points[0], points[1], middle[1], middle[0]]), darker(palette.roof, 0.25), None)


def _fortress(brush: Brush, palette: Palette, chance: Chance) -> None:
    y, pale = -between(chance, (0.42, 0.55)), (252, 226, 208)
    brush.block(box(0, y, between(chance, (0.75, 0.95)), 0.16), lighter(palette.field, 0.45), pale, rim=0.08)
    brush.block(box(0, y - 0.04, between(chance, (0.34, 0.46)), 0.2), palette.roof, pale, rim=0.12, height=1.6)
    for side in (-1, 1):
        brush.block(
            box(side * between(chance, (0.36, 0.46)), y + 0.04, 0.2, 0.22), lighter(palette.roof, 0.1), pale, rim=0.14
        )
    for step in np.linspace(-0.14, 0.14, 5):
        brush.line(np.array([[step, y + 0.1], [step, y + 0.17]]), WHITE, 4)


def _fence(brush: Brush, chance: Chance) -> None:
    x, y = around(chance, 0.45, 0.62)
    turn = [0.0, pi / 2][chance.integers(2)]
    points = box(x, y, between(chance, (0.25, 0.4)), between(chance, (0.06, 0.14)), turn)
    brush.polygon(points, varied(chance, (176, 98, 50), 14))
    brush.line(points, (100, 56, 36), 3, closed=True)


def _temple(brush: Brush, palette: Palette, chance: Chance) -> None:
    turn = chance.normal(0, 0.03)
    brush.block(
        box(0, 0.05, between(chance, (0.85, 1.05)), between(chance, (0.85, 1.0)), turn),
        lighter(palette.field, 0.35),
        rim=0.03,
    )
    _terraces(brush, chance)
    x = between(chance, (-0.12, 0.12))
    _gable(
        brush,
        palette,
        chance,
        x,
        -between(chance, (0.22, 0.38)),
        between(chance, (0.36, 0.48)),
        between(chance, (0.42, 0.54)),
    )
    for _ in range(int(chance.integers(1, 3))):
        _gable(
            brush,
            palette,
            chance,
            *around(chance, 0.42, 0.55),
            between(chance, (0.16, 0.24)),
            between(chance, (0.18, 0.26)),
        )
    if happens(chance, 0.6):
        brush.dome(*around(chance, 0.4, 0.55), between(chance, (0.1, 0.15)), lighter(palette.roof, 0.15))
    for _ in range(int(chance.integers(1, 4))):
        brush.tree(*around(chance, 0.5, 0.66), between(chance, (0.09, 0.14)), varied(chance, palette.leaf, 12))


def _terraces(brush: Brush, chance: Chance) -> None:
    for y in np.linspace(0.1, 0.5, int(chance.integers(4, 8))):
        brush.line(np.array([[-0.3, y], [0.3, y]]), (150, 130, 196), 2)
    for side in (-1, 1):
        x = side * between(chance, (0.3, 0.44))
        brush.polygon(box(x, between(chance, (-0.3, 0.2)), 0.06, between(chance, (0.3, 0.5))), (90, 150, 84))
        for y in np.linspace(-0.4, 0.5, 8):
            brush.polygon(box(side * 0.22, y, 0.05, 0.05), WHITE)


def _gable(brush: Brush, palette: Palette, chance: Chance, x: float, y: float, width: float, height: float) -> None:
    """A ridge roof: one side in the light, one in the shade, columns before it."""
    points = box(x, y, width, height)
    brush.shadow(box(x, y + 0.04, width * 1.1, height * 1.1), 1.8)
    brush.polygon(box(x, y + 0.05, width * 1.1, height * 1.05), WHITE)
    brush.polygon(points, palette.roof)
    ridge = [(points[0] + points[1]) / 2, (points[3] + points[2]) / 2]
    brush.polygon(
        np.array([points[0], ridge[0], ridge[1], points[3]]), darker(palette.roof, between(chance, (0.15, 0.4)))
    )
    for step in np.linspace(-width / 2, width / 2, 6):
        brush.line(np.array([[x + step, y + height / 2 + 0.02], [x + step, y + height / 2 + 0.08]]), WHITE, 4)


def _garden(brush: Brush, palette: Palette, chance: Chance) -> None:
    for _ in range(int(chance.integers(2, 5))):
        tone = varied(chance, lighter(palette.field, 0.25), 10)
        brush.glaze(blob(chance, *around(chance, 0.1, 0.5), between(chance, (0.12, 0.25)), 0.3), tone, 0.6)
    for _ in range(int(chance.integers(1, 3))):
        _pond(brush, chance)
    for _ in range(int(chance.integers(2, 5))):
        x, y = around(chance, 0.35, 0.62)
        for _ in range(int(chance.integers(2, 5))):
            dx, dy = chance.normal(0, 0.1, 2)
            brush.tree(x + dx, y + dy, between(chance, (0.09, 0.15)), varied(chance, palette.leaf, 12))
    if happens(chance, 0.8):
        _round_temple(brush, palette, chance)
    for _ in range(int(chance.integers(0, 3))):
        brush.palm(*around(chance, 0.5, 0.68), between(chance, (0.1, 0.15)))


def _pond(brush: Brush, chance: Chance) -> None:
    x, y = around(chance, 0.25, 0.55)
    turn = chance.uniform(0, pi)
    shape = box(x, y, between(chance, (0.24, 0.4)), between(chance, (0.14, 0.22)), turn)
    if happens(chance, 0.4):
        shape = blob(chance, x, y, between(chance, (0.1, 0.16)), 0.2)
    brush.polygon(shape, (214, 232, 214))
    middle = shape.mean(axis=0)
    brush.polygon(middle + (shape - middle) * 0.76, varied(chance, WATER, 14))
    brush.glaze(middle + (shape - middle) * 0.3, (190, 240, 240), 0.6)


def _round_temple(brush: Brush, palette: Palette, chance: Chance) -> None:
    x, y = around(chance, 0.25, 0.5)
    radius = between(chance, (0.13, 0.18))
    brush.polygon(box(x, y + 0.22, 0.16, 0.14), (206, 226, 200))
    brush.disc(x, y + 0.08, radius * 1.1, (226, 240, 222))
    brush.dome(x, y, radius, palette.roof)
    spokes: Array = circle(x, y, radius, 8)
    for tip in spokes:
        brush.line(np.array([[x, y], tip]), darker(palette.roof, 0.3), 1)


_PAINTERS = {
    District.HOUSE: _houses,
    District.MARKET: _market,
    District.BARRACKS: _barracks,
    District.TEMPLE: _temple,
    District.GARDEN: _garden,
}
