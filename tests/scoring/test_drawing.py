from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from scoring.axial import Axial
from scoring.building import Site
from scoring.city import City, TopHex
from scoring.draw_svg import draw_svg
from scoring.draw_text import draw_text
from scoring.extent import TooWideError
from scoring.glyphs import colour, glyph, glyph_colour
from scoring.kinds import District, Kind
from scoring.notation import SYMBOLS
from scoring.score_sheet import score
from scoring.words import LANGUAGES, words_in
from tests.scoring.cities import cities

SVG = "{http://www.w3.org/2000/svg}"
START = Site.with_start_tile().city()
START_DRAWING = r"""
      ____
     / Q1 \
     \____/
 ____/H*1 \____
/ Q1 \____/ Q1 \
\____/    \____/
"""


def test_text_of_the_starting_tile():
    assert draw_text(START) == START_DRAWING.lstrip("\n")
    assert draw_text(City({})) == ""


@given(cities)
def test_text_shows_every_hex(city: City):
    text = draw_text(city)
    for top in city.hexes.values():
        label = f"{SYMBOLS[top.kind]}{top.level}".center(4)
        wanted = sum(f"{SYMBOLS[other.kind]}{other.level}" == label.strip() for other in city.hexes.values())
        assert text.count(f"/{label}\\") == wanted


@given(cities)
def test_svg_shows_every_hex_once(city: City):
    picture = ET.fromstring(draw_svg(city))
    groups = picture.findall(f"{SVG}g/{SVG}g")
    assert len(groups) == len(city.hexes)
    names = {group.findtext(f"{SVG}title") for group in groups}
    assert names == {
        f"{words_in('en').kind(top.kind)}, level {top.level} ({place.q}, {place.r})"
        for place, top in city.hexes.items()
    }


@given(cities)
def test_svg_holds_everything_it_draws(city: City):
    picture = ET.fromstring(draw_svg(city))
    width, height = float(picture.attrib["width"]), float(picture.attrib["height"])
    frame = picture.find(f"{SVG}g")
    left, top = (float(number) for number in frame.attrib["transform"][10:-1].split())
    for group in frame.findall(f"{SVG}g"):
        x, y = (float(number) for number in group.attrib["transform"][10:-1].split())
        for polygon in group.findall(f"{SVG}polygon"):
            for corner in polygon.attrib["points"].split():
                dx, dy = (float(number) for number in corner.split(","))
                assert 0 < x + dx + left < width
                assert 0 < y + dy + top < height


@pytest.mark.parametrize("language", LANGUAGES)
def test_svg_with_score(language: str):
    city = City({**START.hexes, Axial(5, 5): TopHex(Kind.TEMPLE, 2)})
    words = words_in(language)
    picture = ET.fromstring(draw_svg(city, words, score(city, stones=7)))
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert [words.district(district) in texts for district in District] == [True] * 5
    assert texts[-4:] == [words.term("stones"), "7", words.term("total"), "7"]
    struck_out = [group for group in picture.findall(f"{SVG}g/{SVG}g") if len(group.findall(f"{SVG}path")) == 3]
    assert [group.findtext(f"{SVG}title").split(",")[0] for group in struck_out] == [words.kind(Kind.TEMPLE)]


def test_an_empty_city_can_be_drawn():
    assert ET.fromstring(draw_svg(City({}))).findall(f"{SVG}g/{SVG}g") == []


def test_too_wide_is_refused():
    hut = TopHex(Kind.HOUSE, 1)
    city = City({Axial(0, 0): hut, Axial(900, 0): hut})
    for draw in (draw_text, draw_svg):
        with pytest.raises(TooWideError, match="too wide"):
            draw(city)


def test_kinds_differ_without_colour():
    signs = {kind: (glyph(kind), kind.is_plaza) for kind in Kind}
    for one, other in combinations(Kind, 2):
        assert signs[one] != signs[other]


def luminance(rgb: str) -> float:
    parts = [int(rgb[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("kind", Kind)
def test_signs_stand_out_from_their_colour(kind: Kind):
    dark, light = sorted([luminance(colour(kind)), luminance(glyph_colour(kind))])
    assert (light + 0.05) / (dark + 0.05) >= 4
