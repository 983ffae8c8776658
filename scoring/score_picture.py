"""The score pad beside a drawn city: one line a district, then stones and total."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from scoring.glyphs import INK, colour, glyph, glyph_colour
from scoring.kinds import District, Kind
from scoring.score_sheet import DistrictScore, ScoreSheet
from scoring.words import Words

SHEET_WIDTH_PX = 320.0
SHEET_HEIGHT_PX = 290.0
LINE_PX = 34.0
SIGN_X_PX = 20.0
NAME_X_PX = 44.0
SUM_X_PX = 240.0
POINTS_X_PX = 300.0


def draw_sheet(sheet: ScoreSheet, words: Words, left_px: float, top_px: float) -> Iterator[str]:
    """The pad, its upper left corner at the given point."""
    yield f'<g transform="translate({left_px:.0f} {top_px:.0f})" font-family="sans-serif" font-size="17" fill="{INK}">'
    for index, (district, line) in enumerate(sheet.districts.items()):
        yield from _district_line(district, line, words, (index + 1) * LINE_PX)
    stones_y = (len(sheet.districts) + 1) * LINE_PX
    yield from _plain_line(words.term("stones"), sheet.stones, stones_y)
    yield f'<path d="M8 {stones_y + 10:.0f} H{POINTS_X_PX:.0f}" stroke="{INK}"/>'
    yield f'<g font-weight="bold">{"".join(_plain_line(words.term("total"), sheet.total, stones_y + LINE_PX))}</g>'
    yield "</g>"


def sign(kind: Kind, x_px: float, y_px: float, scale: float) -> str:
    """The sign of a kind as SVG."""
    move = f"translate({x_px:.0f} {y_px:.0f}) scale({scale})"
    return f'<path d="{glyph(kind)}" transform="{move}" fill="{glyph_colour(kind)}" fill-rule="evenodd"/>'


def _district_line(district: District, line: DistrictScore, words: Words, y_px: float) -> Iterator[str]:
    kind = Kind(district.value)
    yield f'<circle cx="{SIGN_X_PX}" cy="{y_px - 6:.0f}" r="15" fill="{colour(kind)}"/>'
    yield sign(kind, SIGN_X_PX, y_px - 6, 0.85)
    yield _text(NAME_X_PX, y_px, words.district(district))
    yield _text(SUM_X_PX, y_px, f"{line.value} \N{MULTIPLICATION SIGN} {line.stars}", "end")
    yield _text(POINTS_X_PX, y_px, str(line.points), "end")


def _plain_line(name: str, number: int, y_px: float) -> Iterator[str]:
    yield _text(NAME_X_PX, y_px, name)
    yield _text(POINTS_X_PX, y_px, str(number), "end")


def _text(x_px: float, y_px: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x_px:.0f}" y="{y_px:.0f}" text-anchor="{anchor}">{escape(text)}</text>'
