"""The numbers in which the networks speak: their inputs, classes and channels."""

from __future__ import annotations

from enum import IntEnum

from scoring.kinds import Kind

KIND_ORDER: tuple[Kind, ...] = tuple(Kind)
NOT_A_HEX = len(KIND_ORDER)
KIND_CLASSES = NOT_A_HEX + 1

MAX_READ_LEVEL = 6
LEVEL_CLASSES = MAX_READ_LEVEL
"""Class i is level i + 1; the last one stands for everything higher too."""


class EdgeClass(IntEnum):
    """What is seen across a border of a hex, about the neighbour there."""

    OUTSIDE = 0
    SAME_TILE = 1
    SAME_LEVEL = 2
    ONE_UP = 3
    MORE_UP = 4
    ONE_DOWN = 5
    MORE_DOWN = 6


EDGE_CLASSES = len(EdgeClass)

FINDER_STRIDE_PX = 4
FINDER_CHANNELS = 8
"""Centre logit, offset x and y in cells, log size, stretch, shear, cos and sin of six times the angle."""
FINDER_SIZE_RANGE_PX = (9.0, 32.0)
"""Hex sizes the finder is trained for; larger hexes are found in a smaller copy of the photo."""

LOOK_NUMBERS = 96
"""How many numbers of the reader say how a top looks: a player's own tiles are told by them."""

PATCH_PX = 96
PATCH_RADIUS = 1.75
"""Half the side of a reader's patch, in hex sizes: the hex and half of each neighbour."""


def edge_class(own_level: int, other_level: int | None, *, same_tile: bool) -> EdgeClass:
    """The class of a border, from the level of the hex and of its neighbour (None: no hex there)."""
    if other_level is None:
        return EdgeClass.OUTSIDE
    step = other_level - own_level
    if step == 0:
        return EdgeClass.SAME_TILE if same_tile else EdgeClass.SAME_LEVEL
    if step > 0:
        return EdgeClass.ONE_UP if step == 1 else EdgeClass.MORE_UP
    return EdgeClass.ONE_DOWN if step == -1 else EdgeClass.MORE_DOWN
