"""A city as a small map in plain text, for people and for test files.

    (-2, 0)
    .       Q1
        .
    .       H*1
        Q1      Q1

The first line is the place of the first token below it. Each further line is half a hex lower than the one
before and holds every second column, so the second line begins one column further right. A token is a letter
(H M B T G for districts, Q for a quarry), a star for a plaza, and the level; a dot is an empty place. Only the
order of the tokens counts: spaces may be set freely, and dots at the end of a line may be left out.
"""

from __future__ import annotations

import re

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.echo import shown
from scoring.extent import extent_of
from scoring.kinds import PLAZA_OF, District, Kind

LETTERS = {
    District.HOUSE: "H",
    District.MARKET: "M",
    District.BARRACKS: "B",
    District.TEMPLE: "T",
    District.GARDEN: "G",
}
SYMBOLS: dict[Kind, str] = {
    **{Kind(district.value): letter for district, letter in LETTERS.items()},
    **{PLAZA_OF[district]: f"{letter}*" for district, letter in LETTERS.items()},
    Kind.QUARRY: "Q",
}
EMPTY = "."
_KIND_OF = {symbol: kind for kind, symbol in SYMBOLS.items()}
_TOKEN = re.compile(r"([A-Z]\*?)([0-9]{1,2})")
_HEADER = re.compile(r"\(\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\s*\)")


class NotationError(ValueError):
    """A map that cannot be read."""


def city_map(city: City) -> str:
    """The map of a city."""
    if not city.hexes:
        return "(0, 0)\n"
    extent = extent_of(city)
    top = extent.top
    left = extent.left - (extent.left - top) % 2
    columns = range(left, extent.right + 1)
    lines = [_line(city, row, (row - top) % 2, columns) for row in range(top, extent.bottom + 1)]
    return "\n".join([f"({left}, {(top - left) // 2})", *lines]) + "\n"


def read_map(text: str) -> City:
    """The city of a map."""
    header, *lines = text.strip("\n").split("\n")
    found = _HEADER.fullmatch(header.strip())
    if not found:
        raise NotationError(f"a map begins with a place like (0, 0), not {shown(header)}")
    left, top = int(found[1]), 2 * int(found[2]) + int(found[1])
    hexes = {}
    for index, line in enumerate(lines):
        for position, token in enumerate(line.split()):
            if token != EMPTY:
                q = left + index % 2 + 2 * position
                hexes[Axial(q, (top + index - q) // 2)] = _read_token(token, index + 2)
    return City(hexes)


def _line(city: City, row: int, shift: int, columns: range) -> str:
    tops = [city.hexes.get(Axial(q, (row - q) // 2)) for q in columns[shift::2]]
    tokens = [f"{SYMBOLS[top.kind]}{top.level}" if top else EMPTY for top in tops]
    line = "".join(f"{token:<8}" for token in tokens).rstrip(f" {EMPTY}")
    return "    " * shift + (line or EMPTY)


def _read_token(token: str, line: int) -> TopHex:
    found = _TOKEN.fullmatch(token)
    if not found or found[1] not in _KIND_OF or not int(found[2]):
        raise NotationError(f"line {line} of the map: {shown(token)} is no hex; one looks like H1, H*2 or Q1")
    return TopHex(_KIND_OF[found[1]], int(found[2]))
