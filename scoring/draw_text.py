r"""A city drawn with plain characters, for a terminal.

     ____
    / Q1 \
    \____/
    /H*1 \____
    \____/ Q1 \
         \____/
"""

from __future__ import annotations

from scoring.city import City, TopHex
from scoring.extent import extent_of, half_row
from scoring.notation import SYMBOLS

COLUMN_CHARACTERS = 5
EDGE = "_" * (COLUMN_CHARACTERS - 1)


def draw_text(city: City) -> str:
    """The drawing of a city; each hex has its letter (a star marks a plaza) and its level."""
    if not city.hexes:
        return ""
    extent = extent_of(city)
    width = (extent.right - extent.left + 1) * COLUMN_CHARACTERS + 1
    canvas = [[" "] * width for _ in range(extent.bottom - extent.top + 3)]
    for place, hex_ in city.hexes.items():
        _draw_hex(canvas, hex_, place.q - extent.left, half_row(place) - extent.top)
    return "\n".join("".join(line).rstrip() for line in canvas) + "\n"


def _draw_hex(canvas: list[list[str]], hex_: TopHex, column: int, y: int) -> None:
    x = column * COLUMN_CHARACTERS
    label = f"{SYMBOLS[hex_.kind]}{hex_.level}".center(len(EDGE))
    canvas[y][x + 1 : x + 1 + len(EDGE)] = EDGE
    canvas[y + 1][x : x + 2 + len(EDGE)] = f"/{label}\\"
    canvas[y + 2][x : x + 2 + len(EDGE)] = f"\\{EDGE}/"
