"""A city that was read from a photo, as lines of text: the drawing, the score, the hexes to look at."""

from __future__ import annotations

from collections.abc import Iterator

from scanner.overlay import UNSURE_BELOW
from scanner.result import NoCity, ReadCity, ReadHex
from scoring.axial import listed
from scoring.draw_text import draw_text
from scoring.score_sheet import score
from scoring.words import Words, words_in
from webapp.cli.score_table import table_lines

MOST_UNSURE = 10

NO_CITY_SENTENCES = {
    NoCity.NO_HEXES: "no city found; nothing in the photo looks like a tile",
    NoCity.TOO_FEW_HEXES: "no city found; a few things look like hexes, but they make no city",
}


def city_lines(title: str, city: ReadCity) -> Iterator[str]:
    """The city drawn, its score without stones, its problems, and the hexes that may be misread."""
    words = words_in("en")
    yield draw_text(city.city())
    yield from table_lines(f"{title}: {len(city.hexes)} hexes", score(city.city()), city.problems, words, why=False)
    unsure = sorted((hex_ for hex_ in city.hexes if hex_.confidence < UNSURE_BELOW), key=lambda hex_: hex_.confidence)
    if unsure:
        yield f"  Not sure of {len(unsure)} of the hexes:"
    for hex_ in unsure[:MOST_UNSURE]:
        yield f"  - {_doubt(hex_, words)}"
    if len(unsure) > MOST_UNSURE:
        yield f"  - and {len(unsure) - MOST_UNSURE} more"
    if unsure:
        yield ""


def _doubt(hex_: ReadHex, words: Words) -> str:
    x_px, y_px = (round(value) for value in hex_.centre_px)
    seen = f"{listed([hex_.place])} at x {x_px}, y {y_px}: "
    seen += f"{words.kind(hex_.kind)} on level {hex_.level}, {hex_.confidence:.0%} sure"
    if hex_.alternatives:
        other = hex_.alternatives[0]
        seen += f"; or {words.kind(other.kind)} on level {other.level}, {other.probability:.0%}"
    return seen
