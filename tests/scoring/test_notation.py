from __future__ import annotations

import pytest
from hypothesis import given

from scoring.axial import Axial
from scoring.building import Site
from scoring.city import City, TopHex
from scoring.extent import TooWideError
from scoring.kinds import Kind
from scoring.notation import SYMBOLS, NotationError, city_map, read_map
from tests.scoring.cities import cities, places

START_MAP = """\
(-2, 0)
.       Q1
    .
.       H*1
    Q1      Q1
"""


@given(cities, places)
def test_round_trip(city: City, step: Axial):
    assert read_map(city_map(city.moved(step))) == city.moved(step)


def test_starting_tile():
    assert city_map(Site.with_start_tile().city()) == START_MAP
    assert read_map(START_MAP) == Site.with_start_tile().city()


def test_spaces_are_free_and_blank_lines_count():
    assert read_map("( -2,0 )\n . Q1\n\n. H*1\n\tQ1 Q1") == Site.with_start_tile().city()


def test_nothing():
    assert city_map(City({})) == "(0, 0)\n"
    assert read_map("(0, 0)\n") == City({})


def test_every_kind_has_its_own_symbol():
    assert len(set(SYMBOLS.values())) == len(Kind)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'begins with a place like .*, not ""'),
        ("H1 H2", 'not "H1 H2"'),
        ("(0, 0)\nH1 X1", 'line 2 of the map: "X1" is no hex'),
        ("(0, 0)\n.\nH0", 'line 3 of the map: "H0" is no hex'),
        ("(0, 0)\nQ*1", '"Q\\*1" is no hex'),
        ("(0, 0)\nH", '"H" is no hex'),
        ("(0, 0)\nH100", '"H100" is no hex'),
    ],
)
def test_what_is_no_map_is_refused(text: str, message: str):
    with pytest.raises(NotationError, match=message):
        read_map(text)


@pytest.mark.parametrize("far", [Axial(1000, -500), Axial(0, 500)])
def test_a_city_too_wide_is_refused(far: Axial):
    hut = TopHex(Kind.HOUSE, 1)
    with pytest.raises(TooWideError, match="too wide to draw: at most 400 each way"):
        city_map(City({Axial(0, 0): hut, far: hut}))
