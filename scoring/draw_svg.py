"""A city drawn as SVG: raised hexes with a sign, a colour and the level, and beside it, if wanted, its score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin, sqrt
from xml.sax.saxutils import escape

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.extent import extent_of, half_row
from scoring.glyphs import INK, LIMESTONE, PAPER, STAR, WALL, colour
from scoring.kinds import Kind
from scoring.score_picture import SHEET_HEIGHT_PX, SHEET_WIDTH_PX, draw_sheet, sign
from scoring.score_sheet import ScoreSheet
from scoring.words import Words, words_in

HEX_SIZE_PX = 32.0
COLUMN_PX = 1.5 * HEX_SIZE_PX
HALF_ROW_PX = sqrt(3) / 2 * HEX_SIZE_PX
STEP_PX = 5.0
MARGIN_PX = 14.0
LEVEL_X_PX = -20.5
FACE_X_PX = 4.0
STAR_GAP_PX = 11.0
CORNERS = [(HEX_SIZE_PX * cos(radians(60 * turn)), HEX_SIZE_PX * sin(radians(60 * turn))) for turn in range(6)]
# From the right corner clockwise to the left one: the three edges whose side wall is seen.
NEAR_CORNERS = CORNERS[:4]


@dataclass(frozen=True)
class _Frame:
    left_px: float
    top_px: float
    width_px: float
    height_px: float


def draw_svg(city: City, words: Words | None = None, sheet: ScoreSheet | None = None) -> str:
    """The picture of a city. With a score sheet, hexes that do not count are struck out and the score stands beside."""
    words = words or words_in("en")
    frame = _frame(city)
    width, height = frame.width_px, frame.height_px
    if sheet:
        width, height = width + SHEET_WIDTH_PX, max(height, SHEET_HEIGHT_PX)
    size = f'width="{width:.0f}" height="{height:.0f}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        f"<title>{escape(words.term('city'))}</title>",
        f'<rect {size} fill="{PAPER}"/>',
        f'<g transform="translate({-frame.left_px:.0f} {-frame.top_px:.0f})" font-family="sans-serif">',
        *_hexes(city, words, _idle_places(sheet)),
        "</g>",
        *(draw_sheet(sheet, words, frame.width_px, MARGIN_PX) if sheet else ()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _idle_places(sheet: ScoreSheet | None) -> set[Axial]:
    lines = sheet.districts.values() if sheet else ()
    return {verdict.place for line in lines for verdict in line.verdicts if not verdict.counts}


def _frame(city: City) -> _Frame:
    extent = extent_of(city)
    highest_px = STEP_PX * max((top.level for top in city.hexes.values()), default=0)
    border_px = HEX_SIZE_PX + MARGIN_PX
    left, right = (COLUMN_PX * column for column in (extent.left, extent.right))
    top, bottom = (HALF_ROW_PX * row for row in (extent.top, extent.bottom))
    return _Frame(
        left_px=left - border_px,
        top_px=top - border_px - highest_px,
        width_px=right - left + 2 * border_px,
        height_px=bottom - top + 2 * border_px + highest_px,
    )


def _hexes(city: City, words: Words, idle: set[Axial]) -> Iterator[str]:
    """Far hexes first: a near stack hides what is behind it."""
    for place in sorted(city.hexes, key=half_row):
        yield from _hex(place, city.hexes[place], words, is_idle=place in idle)


def _hex(place: Axial, top: TopHex, words: Words, *, is_idle: bool) -> Iterator[str]:
    x, y = COLUMN_PX * place.q, HALF_ROW_PX * half_row(place)
    height = STEP_PX * top.level
    name = f"{words.kind(top.kind)}, {words.term('level').lower()} {top.level} ({place.q}, {place.r})"
    ground = LIMESTONE if top.kind.is_plaza else colour(top.kind)
    yield f'<g transform="translate({x:.1f} {y - height:.1f})"><title>{escape(name)}</title>'
    yield f'<polygon points="{_wall_points(height)}" fill="{WALL}" stroke="{INK}" stroke-width="0.8"/>'
    yield f'<polygon points="{_points(CORNERS)}" fill="{ground}" stroke="{INK}" stroke-width="1.2"/>'
    yield from _plaza_face(top.kind) if top.kind.is_plaza else _plain_face(top.kind)
    yield f'<circle cx="{LEVEL_X_PX}" r="7" fill="#fff" stroke="{INK}" stroke-width="0.8"/>'
    yield f'<text x="{LEVEL_X_PX}" y="3.9" font-size="11" font-weight="bold" text-anchor="middle">{top.level}</text>'
    if is_idle:
        yield from _strike_out()
    yield "</g>"


def _plain_face(kind: Kind) -> Iterator[str]:
    yield sign(kind, FACE_X_PX, 0, 1.25)


def _plaza_face(kind: Kind) -> Iterator[str]:
    yield f'<circle cx="{FACE_X_PX}" r="22" fill="{colour(kind)}"/>'
    yield sign(kind, FACE_X_PX, -6, 0.95)
    first = FACE_X_PX - STAR_GAP_PX * (kind.stars - 1) / 2
    for index in range(kind.stars):
        move = f"translate({first + STAR_GAP_PX * index:.1f} 12.5)"
        yield f'<path d="{STAR}" transform="{move}" fill="#fff" stroke="{INK}" stroke-width="0.7"/>'


def _strike_out() -> Iterator[str]:
    for pen, width in ((INK, 5), ("#fff", 2.5)):
        yield f'<path d="M-9 16 L17 -16" stroke="{pen}" stroke-width="{width}"/>'


def _wall_points(height_px: float) -> str:
    return _points([*NEAR_CORNERS, *((x, y + height_px) for x, y in reversed(NEAR_CORNERS))])


def _points(corners: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
