"""Table tops seen from straight above, painted from noise: wood, cloth, paper, stone, checks."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from samples.chance import Chance, between, happens, pick
from samples.noise import Field, Image, cloud, field, piece
from samples.raster import Raster

Painter = Callable[[Chance, Raster], Image]
WOODS = (
    (112, 62, 30),
    (150, 98, 58),
    (196, 156, 110),
    (222, 196, 156),
    (84, 52, 36),
    (60, 40, 32),
    (170, 120, 70),
    (200, 190, 176),
)


def paint_table(name: str, chance: Chance, raster: Raster) -> Image:
    """The RGB picture of a table."""
    return TABLES[name](chance, raster)


def tinted(values: Field, dark: tuple[float, ...], bright: tuple[float, ...]) -> Image:
    """Values of 0..1 as a scale from one colour to another."""
    index = cv2.convertScaleAbs(np.clip(values, 0, 1), alpha=255)
    steps = np.linspace(0, 1, 256)[:, None]
    table = (np.array(dark) * (1 - steps) + np.array(bright) * steps).clip(0, 255).astype(np.uint8)
    made: Image = cv2.merge([cv2.LUT(index, np.ascontiguousarray(table[:, channel])) for channel in range(3)])
    return made


def _scaled(source: Field, chance: Chance, raster: Raster, grain_px: float) -> Field:
    """Noise enlarged so that one pixel of the field is `grain_px` hundredths of a hex size."""
    zoom = max(raster.scale * grain_px / 100, 0.5)
    return piece(source, chance, raster.width_px, raster.height_px, zoom)


def _wood(chance: Chance, raster: Raster) -> Image:
    base = np.array(pick(chance, WOODS)) * between(chance, (0.8, 1.15))
    rings = _scaled(cloud(8.0), chance, raster, between(chance, (2, 5))) * between(chance, (2, 6))
    fibre = _scaled(field(1.0, 24.0), chance, raster, between(chance, (1, 2)))
    values = 0.5 + 0.2 * np.sin(rings) * between(chance, (0.3, 1.0)) + 0.12 * fibre * between(chance, (0.4, 1.2))
    values += 0.08 * _scaled(cloud(), chance, raster, 6)
    if happens(chance, 0.6):
        pores = _scaled(field(0.7, 14.0), chance, raster, between(chance, (1, 2.5)))
        values -= np.clip(pores - between(chance, (1.2, 2.0)), 0, 1) * between(chance, (0.1, 0.35))
    if happens(chance, 0.5):
        _boards(chance, raster, values)
    return tinted(values, tuple(base * 0.62), tuple(base * 1.35))


def _boards(chance: Chance, raster: Raster, values: Field) -> None:
    """Boards of their own brightness with thin joints, along the grain."""
    width_px = max(int(between(chance, (2.5, 9)) * raster.scale), 8)
    offset = int(chance.integers(width_px))
    for top in range(-offset, raster.height_px, width_px):
        rows = slice(max(top, 0), max(top + width_px, 0))
        values[rows] += chance.normal(0, 0.09)
        joint = max(top, 0)
        values[joint : joint + max(1, int(0.02 * raster.scale))] -= 0.35


def _cloth(chance: Chance, raster: Raster) -> Image:
    colour = chance.uniform(20, 235, 3) * between(chance, (0.4, 1))
    thread = _scaled(field(0.8, 4.0), chance, raster, 2) + _scaled(field(0.8, 4.0).T, chance, raster, 2)
    folds = _scaled(cloud(), chance, raster, 12) * between(chance, (0.02, 0.12))
    values = 0.5 + thread * between(chance, (0.03, 0.1)) + folds
    return tinted(values, tuple(colour * 0.6), tuple(colour * 1.4))


def _stone(chance: Chance, raster: Raster) -> Image:
    colour = between(chance, (40, 220)) + chance.normal(0, 8, 3)
    veins = np.abs(_scaled(cloud(), chance, raster, between(chance, (3, 9))))
    speckle = _scaled(field(1.0), chance, raster, between(chance, (1, 4)))
    values = 0.5 + 0.12 * speckle * between(chance, (0, 1.5)) + 0.25 * np.exp(-veins * 8) * chance.choice([-1, 1])
    values += 0.08 * _scaled(cloud(), chance, raster, 5)
    return tinted(values, tuple(colour * 0.5), tuple(colour * 1.5))


def _checks(chance: Chance, raster: Raster) -> Image:
    """Stripes or checks, woven or printed."""
    step = between(chance, (0.4, 2.5)) * raster.scale
    across = ((np.arange(raster.width_px) / step) % 1 < between(chance, (0.2, 0.6))).astype(np.float32)
    along = ((np.arange(raster.height_px) / step) % 1 < between(chance, (0.2, 0.6))).astype(np.float32)
    values = 0.25 + 0.5 * across[None, :] * np.ones((raster.height_px, 1), np.float32)
    if happens(chance, 0.6):
        values = values * 0.6 + 0.4 * along[:, None]
    values = values + 0.04 * _scaled(field(1.0), chance, raster, 2)
    return tinted(values, tuple(chance.uniform(20, 230, 3)), tuple(chance.uniform(60, 255, 3)))


def _plain(chance: Chance, raster: Raster) -> Image:
    """A smooth sheet: lacquer, glass, plastic."""
    colour = chance.uniform(5, 90, 3) if happens(chance, 0.6) else chance.uniform(90, 250, 3)
    values = 0.5 + 0.05 * _scaled(cloud(), chance, raster, 8)
    return tinted(values, tuple(colour * 0.7), tuple(colour * 1.3))


TABLES: dict[str, Painter] = {
    "wood": _wood,
    "cloth": _cloth,
    "stone": _stone,
    "checks": _checks,
    "glossy": _plain,
}
