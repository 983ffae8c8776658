from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.city import City
from scoring.city_file import (
    FORMAT,
    MAX_HEXES,
    CityFile,
    CityFileError,
    city_data,
    city_text,
    read_city_data,
    read_city_text,
)
from scoring.kinds import Kind
from scoring.rules import Rules
from tests.scoring import cities

HEX = {"q": 0, "r": 0, "kind": "house", "level": 1}


@given(cities.cities, st.integers(0, 40), cities.rules)
def test_round_trip(city: City, stones: int, rules: Rules):
    city_file = CityFile(city, stones, rules)
    assert read_city_text(city_text(city_file)) == city_file
    assert read_city_data(city_data(city_file)) == city_file


def test_only_hexes_are_needed():
    city_file = read_city_data({"hexes": [HEX]})
    assert (city_file.stones, city_file.rules) == (0, Rules())


def test_every_kind_is_known_by_its_name():
    rows = [{"q": q, "r": 0, "kind": kind.value, "level": 1} for q, kind in enumerate(Kind)]
    assert [top.kind for top in read_city_data({"hexes": rows}).city.hexes.values()] == list(Kind)


def test_text_is_plain_json_with_a_hex_a_line():
    text = city_text(read_city_data({"hexes": [HEX, {**HEX, "q": 1}], "stones": 3, "variants": ["house"]}))
    assert json.loads(text)["format"] == FORMAT
    assert '    {"q": 1, "r": 0, "kind": "house", "level": 1}\n' in text
    assert list(json.loads(text)) == ["format", "hexes", "stones", "variants", "rulings"]


def with_hex(**changes: Any) -> dict[str, Any]:
    return {"hexes": [{**HEX, "q": 7}, {**HEX, **changes}]}


def without(key: str) -> dict[str, Any]:
    return {"hexes": [{name: value for name, value in HEX.items() if name != key}]}


BAD_DATA: dict[str, tuple[Any, str]] = {
    "list": ([HEX], "the file holds .*, not an object"),
    "null": (None, "the file holds null, not an object"),
    "no hexes": ({}, "'hexes' is missing"),
    "hexes no list": ({"hexes": {"q": 0}}, "hexes .* is not a list"),
    "empty": ({"hexes": []}, "the city is empty"),
    "format": ({"format": "akroscan-city/2", "hexes": [HEX]}, 'format "akroscan-city/2" is not "akroscan-city/1"'),
    "unknown key": ({"hexes": [HEX], "colour": 1}, 'the file has the unknown key "colour"'),
    "unknown hex key": (with_hex(tile=3), 'hex 2 has the unknown key "tile"'),
    "hex no object": ({"hexes": [[0, 0, "house", 1]]}, "hex 1 holds .*, not an object"),
    "no level": (without("level"), "hex 1: 'level' is missing"),
    "no q": (without("q"), "hex 1: 'q' is missing"),
    "kind": (with_hex(kind="hut"), r'hex 2 at \(0, 0\): unknown kind "hut"'),
    "kind no text": (with_hex(kind=["house"]), "unknown kind"),
    "level 0": (with_hex(level=0), r"hex 2 at \(0, 0\): level 0 is not in 1 to 20"),
    "level 99": (with_hex(level=99), r"hex 2 at \(0, 0\): level 99 is not in 1 to 20"),
    "level true": (with_hex(level=True), "level true is not a whole number"),
    "level 1.0": (with_hex(level=1.0), "level 1.0 is not a whole number"),
    "level text": (with_hex(level="1"), 'level "1" is not a whole number'),
    "q far": (with_hex(q=10**9), "hex 2: q 1000000000 is not in -10000 to 10000"),
    "same place": (with_hex(q=7), r"hex 2: there is already a hex at \(7, 0\)"),
    "too many": ({"hexes": [HEX] * 10_000}, f"10000 hexes are more than the {MAX_HEXES}"),
    "stones": ({"hexes": [HEX], "stones": -1}, "stones -1 is not in 0 to 999"),
    "stones null": ({"hexes": [HEX], "stones": None}, "stones null is not a whole number"),
    "variants text": ({"hexes": [HEX], "variants": "house"}, 'variants "house" is not a list of names'),
    "variants numbers": ({"hexes": [HEX], "variants": [1]}, r"variants \[1\] is not a list of names"),
    "variant": ({"hexes": [HEX], "variants": ["hut"]}, 'unknown variant "hut"; there are house, market'),
    "rulings list": ({"hexes": [HEX], "rulings": []}, r"rulings holds \[\], not an object"),
    "ruling": ({"hexes": [HEX], "rulings": {"moat": "no"}}, 'rulings has the unknown key "moat"'),
    "ruling value": ({"hexes": [HEX], "rulings": {"lake_size": "two"}}, 'lake_size is any or one, not "two"'),
    "ruling number": ({"hexes": [HEX], "rulings": {"lake_size": 1}}, "lake_size is any or one, not 1"),
    "long value": (with_hex(kind="x" * 1000), r'unknown kind "x{36}\.\.\.$'),
}


@pytest.mark.parametrize(("data", "message"), BAD_DATA.values(), ids=BAD_DATA)
def test_bad_data_is_refused_by_name(data: Any, message: str):
    with pytest.raises(CityFileError, match=message) as error:
        read_city_text(json.dumps(data))
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 200


BAD_TEXT: dict[str, tuple[str | bytes, str]] = {
    "nothing": ("", "not JSON: Expecting value at line 1, column 1"),
    "half": ('{"hexes": [', "not JSON: .* at line 1, column 12"),
    "NaN": ('{"hexes": [{"q": 0, "r": 0, "kind": "house", "level": NaN}]}', r"hex 1 at \(0, 0\): level NaN is not"),
    "infinity": ('{"hexes": [{"q": 1e999, "r": 0, "kind": "house", "level": 1}]}', "hex 1: q Infinity is not"),
    "twice": ('{"hexes": [], "stones": 1, "stones": 2}', 'the key "stones" stands twice'),
    "deep": ("[" * 200_000, "nested too deep"),
    "digits": ('{"stones": ' + "9" * 5_000 + "}", "too many digits"),
    "not UTF-8": (b'{"hexes": "\xff"}', "byte 11 is not UTF-8"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "not JSON"),
    "lone surrogate": (r'{"hexes": [{"q": 0, "r": 0, "kind": "\ud800", "level": 1}]}', r'unknown kind "\\ud800"'),
}


@pytest.mark.parametrize(("text", "message"), BAD_TEXT.values(), ids=BAD_TEXT)
def test_bad_text_is_refused(text: str | bytes, message: str):
    with pytest.raises(CityFileError, match=message):
        read_city_text(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["hexes", "q", "stones", "rulings"]) | st.text(), inner)
    ),
)


@given(json_values)
def test_arbitrary_json_is_refused_and_never_crashes(value: Any):
    with pytest.raises(CityFileError):
        read_city_data(value)
