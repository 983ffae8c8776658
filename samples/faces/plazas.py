"""The five plazas: a coloured disc with its stars, steps and a pavilion on one side, trees around, bare ground."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from samples.chance import Chance, between, happens
from samples.faces.brush import WHITE, Brush, Colour, blob, box, circle, darker, lighter, varied
from samples.faces.palette import BUSH, PALETTES, ROCK, Palette
from scoring.kinds import PLAZA_OF, District


def draw_plaza(brush: Brush, district: District) -> None:
    palette, chance = PALETTES[district], brush.chance
    radius = between(chance, (0.42, 0.52))
    y = between(chance, (0.03, 0.13))
    _trees(brush, palette, chance, radius, y, between(chance, (0.5, 0.8)))
    _steps(brush, palette, chance, radius, y)
    _pavilion(brush, palette, chance, y - radius)
    _trees(brush, palette, chance, radius, y, between(chance, (0.1, 0.4)))
    _stars(brush, palette, chance, PLAZA_OF[district].stars, radius, y)
    draw_litter(brush)


def _steps(brush: Brush, palette: Palette, chance: Chance, radius: float, y: float) -> None:
    cream = lighter(palette.field, 0.6)
    brush.shadow(circle(0, y, radius), 0.8)
    brush.disc(0, y, radius, varied(chance, WHITE, 4))
    brush.disc(0, y, radius * 0.95, cream)
    brush.disc(0, y, radius * 0.91, lighter(palette.disc, 0.5))
    disc = varied(chance, palette.disc, 8)
    brush.disc(0, y, radius * between(chance, (0.82, 0.88)), disc)
    for _ in range(4):
        dx, dy = chance.normal(0, radius * 0.3, 2)
        brush.glaze(blob(chance, dx, y + dy, radius * 0.3, 0.3), lighter(disc, chance.uniform(0, 0.25)), 0.35)
    brush.glaze(_crescent(radius * 0.84, y), darker(disc, 0.3), 0.4)


def _crescent(radius: float, y: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    angles = np.linspace(pi * 0.9, pi * 1.7, 24)
    outer = np.column_stack([radius * np.cos(angles), y + radius * np.sin(angles)])
    inner = np.column_stack([radius * 0.9 * np.cos(angles), y + radius * 0.9 * np.sin(angles)])
    return np.concatenate([outer, inner[::-1]])


def _stars(brush: Brush, palette: Palette, chance: Chance, count: int, radius: float, y: float) -> None:
    size = {1: 0.34, 2: 0.32, 3: 0.29}[count] * radius * between(chance, (0.9, 1.1))
    gap = size * 1.18
    spots = {
        1: [(0.0, 0.0)],
        2: [(-gap, 0.0), (gap, 0.0)],
        3: [(-gap, -gap * 0.55), (gap, -gap * 0.55), (0.0, gap)],
    }[count]
    line = WHITE if happens(chance, 0.8) else lighter(palette.disc, 0.6)
    for dx, dy in spots:
        brush.star(dx, y + 0.06 * radius + dy, size, chance.normal(0, 0.12), palette.star, line)


def _pavilion(brush: Brush, palette: Palette, chance: Chance, top: float) -> None:
    width = between(chance, (0.44, 0.62))
    y = top + between(chance, (-0.02, 0.08))
    for side in (-1, 1):
        brush.polygon(box(side * (width / 2 + 0.05), y + 0.1, 0.14, 0.14, side * 0.3), lighter(palette.field, 0.55))
    brush.block(box(0, y, width, 0.3), lighter(palette.field, 0.7), rim=0.06, height=1.5)
    awning = box(0, y + 0.24, width * 0.5, 0.1)
    brush.polygon(awning, palette.roof)
    for step in np.linspace(-width / 4, width / 4, 6):
        brush.line(np.array([[step, y + 0.19], [step, y + 0.29]]), darker(palette.roof, 0.3), 1)
    _pavilion_roof(brush, palette, chance, width, y - 0.03)


def _pavilion_roof(brush: Brush, palette: Palette, chance: Chance, width: float, y: float) -> None:
    style = chance.integers(3)
    if style == 0:
        brush.dome(0, y, between(chance, (0.1, 0.14)), palette.roof)
    elif style == 1:
        roof = box(0, y - 0.02, width * 0.8, 0.22)
        brush.polygon(roof, palette.roof)
        brush.polygon(roof * (1, 0.5) + (0, (y - 0.02) * 0.5 - 0.055), darker(palette.roof, 0.25), None)
    else:
        for x in (-width * 0.28, 0.0, width * 0.28):
            brush.dome(x, y, between(chance, (0.07, 0.1)), palette.roof)


def _trees(brush: Brush, palette: Palette, chance: Chance, radius: float, y: float, share: float) -> None:
    start = chance.uniform(0, 2 * pi)
    for step in range(12):
        angle = start + step * pi / 6 + chance.normal(0, 0.1)
        if sin(angle) < -0.75 or not happens(chance, share):
            continue
        reach = radius + between(chance, (0.06, 0.16))
        size = between(chance, (0.06, 0.12))
        brush.tree(reach * cos(angle), y + reach * sin(angle), size, varied(chance, palette.leaf, 14))


def draw_litter(brush: Brush) -> None:
    """Small things on the bare ground: bushes, stones, people."""
    chance = brush.chance
    for _ in range(int(chance.integers(4, 12))):
        angle, reach = chance.uniform(0, 2 * pi), between(chance, (0.68, 0.84))
        x, y = reach * cos(angle), reach * sin(angle)
        style = chance.integers(3)
        if style == 0:
            brush.tree(x, y, between(chance, (0.025, 0.05)), varied(chance, BUSH, 14))
        elif style == 1:
            brush.rock(x, y, between(chance, (0.02, 0.05)), varied(chance, ROCK, 14))
        else:
            person: Colour = [(206, 70, 50), (60, 60, 80), (240, 200, 80), (240, 240, 244)][chance.integers(4)]
            brush.disc(x, y, 0.014, person)
