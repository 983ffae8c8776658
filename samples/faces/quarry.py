"""The quarry: white and blue-grey blocks around a dark pit, planks, a crane and few palms."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from samples.chance import Chance, between, happens
from samples.faces.brush import Brush, blob, box, circle, darker, lighter, varied
from samples.faces.palette import BUSH, SAND, WOOD
from samples.faces.plazas import draw_litter


def draw_quarry(brush: Brush) -> None:
    chance = brush.chance
    if happens(chance, 0.6):
        x, y = chance.normal(0, 0.2, 2)
        brush.glaze(blob(chance, x, y, 0.6, 0.2), SAND, between(chance, (0.2, 0.6)))
    _blocks(brush, chance)
    _pit(brush, chance)
    _timber(brush, chance)
    for _ in range(int(chance.integers(2, 6))):
        angle = chance.uniform(0, 2 * pi)
        x, y = 0.72 * cos(angle), 0.72 * sin(angle)
        if happens(chance, 0.5):
            brush.palm(x, y, between(chance, (0.09, 0.15)))
        else:
            brush.tree(x, y, between(chance, (0.03, 0.06)), varied(chance, BUSH, 12))
    draw_litter(brush)


def _blocks(brush: Brush, chance: Chance) -> None:
    """Terraces of cut stone: a pile of tilted boxes over a lilac shadow."""
    pile = blob(chance, 0, 0, between(chance, (0.5, 0.6)), 0.12, 14)
    brush.shadow(pile, 1.4, 0.75)
    brush.polygon(pile, (222, 228, 242), (140, 146, 190))
    turn = chance.uniform(0, pi / 2)
    for _ in range(int(chance.integers(45, 75))):
        angle, reach = chance.uniform(0, 2 * pi), 0.56 * np.sqrt(chance.uniform(0.03, 1))
        width, height = chance.uniform(0.08, 0.26), chance.uniform(0.07, 0.18)
        points = box(reach * cos(angle), reach * sin(angle), width, height, turn + chance.normal(0, 0.12))
        brush.glaze(points + np.array([0.025, 0.022]), (130, 140, 196), 0.7)
        brush.polygon(points, varied(chance, (238, 242, 250), 7), (150, 156, 196))


def _pit(brush: Brush, chance: Chance) -> None:
    x, y = chance.normal(0, 0.06, 2)
    turn, size = chance.uniform(0, pi), between(chance, (0.24, 0.36))
    brush.polygon(box(x, y, size * 1.3, size * 1.25, turn), (196, 202, 218))
    brush.polygon(box(x, y, size, size * 0.95, turn), varied(chance, (74, 74, 88), 8))
    brush.polygon(box(x, y + 0.02, size * 0.75, size * 0.7, turn), varied(chance, (52, 52, 62), 6), None)
    brush.polygon(box(x + 0.03, y + 0.03, size * 0.36, size * 0.34, turn + 0.5), (172, 174, 180))


def _timber(brush: Brush, chance: Chance) -> None:
    for _ in range(int(chance.integers(6, 13))):
        angle, reach = chance.uniform(0, 2 * pi), chance.uniform(0.12, 0.55)
        turn = [0.0, pi / 2][chance.integers(2)] + chance.normal(0, 0.3)
        plank = box(
            reach * cos(angle), reach * sin(angle), chance.uniform(0.08, 0.16), chance.uniform(0.03, 0.08), turn
        )
        brush.shadow(plank, 0.4)
        brush.polygon(plank, varied(chance, WOOD, 16), darker(WOOD, 0.5))
    for _ in range(int(chance.integers(1, 4))):
        angle, reach = chance.uniform(0, 2 * pi), chance.uniform(0.2, 0.5)
        foot = np.array([reach * cos(angle), reach * sin(angle)])
        arm = foot + chance.normal(0, 0.12, 2)
        brush.line(np.array([foot, arm, foot + chance.normal(0, 0.1, 2)]), varied(chance, WOOD, 10), 6)
    if happens(chance, 0.5):
        wheel = chance.normal(0, 0.3, 2)
        brush.line(circle(wheel[0], wheel[1], 0.05), lighter(WOOD, 0.2), 3, closed=True)
