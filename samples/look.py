"""How the tiles of one photo look: thickness, rounding, the board's walls, the stone ground, the print."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from samples.chance import Chance, between, happens
from samples.faces.brush import Colour


@dataclass(frozen=True)
class TileLook:
    """Lengths in hex sizes; colours are display RGB."""

    thickness: float
    corner_radius: float
    inset: float
    wall: Colour
    rim: Colour
    rim_width: float
    ground: Colour
    ground_grain: float
    face_scale: float


def random_look(chance: Chance) -> TileLook:
    grey = between(chance, (80, 200))
    warm = between(chance, (0, 0.25))
    ground = np.clip(
        between(chance, (212, 240)) + chance.normal(0, 5) * np.array([1, 0.2, -1]) + chance.normal(0, 2, 3), 190, 250
    )
    rim = np.clip(ground + between(chance, (-22, 16)), 150, 255)
    return TileLook(
        thickness=between(chance, (0.19, 0.25)),
        corner_radius=between(chance, (0.06, 0.16)),
        inset=between(chance, (0.004, 0.02)),
        wall=(grey, grey * (1 - warm * 0.5), grey * (1 - warm)),
        rim=(float(rim[0]), float(rim[1]), float(rim[2])),
        rim_width=between(chance, (0.015, 0.05)) if happens(chance, 0.85) else 0.0,
        ground=(float(ground[0]), float(ground[1]), float(ground[2])),
        ground_grain=between(chance, (0.5, 3.5)),
        face_scale=between(chance, (0.86, 1.04)),
    )
