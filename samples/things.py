"""Things on the table besides tiles: flat sheets, and upright blocks such as stones, mugs, phones and boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from samples.layout import rotation

Array = npt.NDArray[np.float64]
Colour = tuple[float, float, float]


@dataclass(frozen=True)
class Sheet:
    """A printed rectangle at a height; its print is painted from its own seed."""

    print_name: str
    seed: int
    x: float
    y: float
    width: float
    height: float
    turn_deg: float
    above_table: float = 0.0
    on_lattice: bool = False

    @property
    def corners(self) -> Array:
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.width / 2, self.height / 2)
        made: Array = half @ rotation(self.turn_deg).T + (self.x, self.y)
        return made


@dataclass(frozen=True, eq=False)
class Block:
    """An upright body on the table. `outline` is (N, 2), convex, clockwise as seen from above."""

    name: str
    outline: Array
    height: float
    wall: Colour
    lid: Colour
    bore: Colour | None = None
    bore_share: float = 0.85
    lid_print: Sheet | None = None


@dataclass(frozen=True, eq=False)
class Things:
    """Covers lie under everything, sheets on them, blocks stand."""

    cover: Sheet | None = None
    sheets: tuple[Sheet, ...] = ()
    blocks: tuple[Block, ...] = ()


def rectangle(x: float, y: float, width: float, height: float, turn_deg: float) -> Array:
    return Sheet("", 0, x, y, width, height, turn_deg).corners


def regular(x: float, y: float, radius: float, sides: int = 28) -> Array:
    angles = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    return np.column_stack([x + radius * np.cos(angles), y + radius * np.sin(angles)])
