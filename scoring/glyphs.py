"""A sign and a colour for every district and the quarry, so that a drawing reads with and without colour.

The signs are SVG paths around (0, 0), about 20 units wide, to be filled by the even-odd rule.
"""

from __future__ import annotations

import json
from importlib.resources import files

from scoring.kinds import District, Kind

INK = "#2b2620"
PAPER = "#fffdf8"
STONE = "#d8d2c4"
LIMESTONE = "#f3eddf"
WALL = "#a39784"
DISTRICT_COLOURS = {
    District.HOUSE: "#2f6db5",
    District.MARKET: "#d9a400",
    District.BARRACKS: "#c0392f",
    District.TEMPLE: "#7b479c",
    District.GARDEN: "#3f8a3a",
}
_PATHS: dict[str, str] = json.loads(files("scoring").joinpath("glyphs.json").read_text(encoding="utf-8"))
STAR = _PATHS["star"]


def glyph(kind: Kind) -> str:
    """The sign of a kind; a plaza shares the sign of its district and adds its stars."""
    return _PATHS[kind.district or kind]


def colour(kind: Kind) -> str:
    """The colour of a kind, as #rrggbb."""
    return DISTRICT_COLOURS[kind.district] if kind.district else STONE


def glyph_colour(kind: Kind) -> str:
    """What the sign is drawn in, so that it stands out from its colour."""
    return INK if kind.district in (District.MARKET, None) else "#ffffff"
