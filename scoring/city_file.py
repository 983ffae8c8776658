"""City files: JSON with the hexes of a city and, if wanted, its stones, variants and rulings.

Everything in a file is checked before anything is used; what is wrong is said in one sentence with its place
and value.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.echo import shown
from scoring.kinds import Kind
from scoring.rules import RULING_CHOICES, Rules, RulesError, named_variants

FORMAT = "akroscan-city/1"
HEX_KEYS = ("q", "r", "kind", "level")
KEYS = ("format", "hexes", "stones", "variants", "rulings")
KIND_NAMES = frozenset(kind.value for kind in Kind)
MAX_HEXES = 5_000
MAX_COORDINATE = 10_000
MAX_LEVEL = 20
MAX_STONES = 999


class CityFileError(ValueError):
    """A city file that cannot be read, with the reason in one sentence."""


@dataclass(frozen=True)
class CityFile:
    """A city with the stones left and the rules it is scored by."""

    city: City
    stones: int = 0
    rules: Rules = field(default_factory=Rules)


def read_city_text(text: str | bytes) -> CityFile:
    """Read the text of a city file."""
    return read_city_data(_parse_json(text))


def read_city_data(data: object) -> CityFile:
    """Read a city from what its JSON holds."""
    content = _read_object(data, KEYS, "the file")
    if "hexes" not in content:
        raise CityFileError("'hexes' is missing")
    if content.get("format", FORMAT) != FORMAT:
        raise CityFileError(f"format {shown(content['format'])} is not {shown(FORMAT)}")
    stones = read_whole_number(content.get("stones", 0), 0, MAX_STONES, "stones")
    return CityFile(_read_hexes(content["hexes"]), stones, _read_rules(content))


def city_data(city_file: CityFile) -> dict[str, Any]:
    """What the JSON of a city file holds."""
    rules = city_file.rules
    return {
        "format": FORMAT,
        "hexes": [
            {"q": place.q, "r": place.r, "kind": top.kind.value, "level": top.level}
            for place, top in sorted(city_file.city.hexes.items())
        ],
        "stones": city_file.stones,
        "variants": rules.variant_names(),
        "rulings": rules.ruling_values(),
    }


def city_text(city_file: CityFile) -> str:
    """The text of a city file, one hex a line."""
    data = city_data(city_file)
    hexes = ",\n".join(f"    {json.dumps(hex_)}" for hex_ in data.pop("hexes"))
    head = f'{{\n  "format": {json.dumps(data.pop("format"))},\n  "hexes": [\n{hexes}\n  ]'
    return head + "".join(f",\n  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()) + "\n}\n"


def read_whole_number(value: object, low: int, high: int, name: str) -> int:
    """A whole number within limits; true, 1.0 and "1" are none."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise CityFileError(f"{name} {shown(value)} is not a whole number")
    if not low <= value <= high:
        raise CityFileError(f"{name} {shown(value)} is not in {low} to {high}")
    return value


def _parse_json(text: str | bytes) -> object:
    try:
        return json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise CityFileError(f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except UnicodeDecodeError as error:
        raise CityFileError(f"not JSON: byte {error.start} is not UTF-8") from error
    except RecursionError as error:
        raise CityFileError("not a city: brackets are nested too deep") from error
    except CityFileError:
        raise
    except ValueError as error:  # the only one left: a number with thousands of digits
        raise CityFileError("not a city: a number has too many digits") from error


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    content = dict(pairs)
    if len(content) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise CityFileError(f"the key {shown(twice)} stands twice in one object")
    return content


def _read_object(data: object, known: Iterable[str], name: str) -> Mapping[str, object]:
    if not isinstance(data, dict):
        raise CityFileError(f"{name} holds {shown(data)}, not an object")
    for key in data:
        if key not in known:
            raise CityFileError(f"{name} has the unknown key {shown(key)}")
    return data


def _read_hexes(rows: object) -> City:
    if not isinstance(rows, list):
        raise CityFileError(f"hexes {shown(rows)} is not a list")
    if not rows:
        raise CityFileError("the city is empty: 'hexes' has no hex")
    if len(rows) > MAX_HEXES:
        raise CityFileError(f"{len(rows)} hexes are more than the {MAX_HEXES} a file may have")
    hexes: dict[Axial, TopHex] = {}
    for number, row in enumerate(rows, start=1):
        place, top = _read_hex(row, f"hex {number}")
        if place in hexes:
            raise CityFileError(f"hex {number}: there is already a hex at ({place.q}, {place.r})")
        hexes[place] = top
    return City(hexes)


def _read_hex(row: object, name: str) -> tuple[Axial, TopHex]:
    content = _read_object(row, HEX_KEYS, name)
    for key in HEX_KEYS:
        if key not in content:
            raise CityFileError(f"{name}: {key!r} is missing")
    q, r = (read_whole_number(content[key], -MAX_COORDINATE, MAX_COORDINATE, f"{name}: {key}") for key in ("q", "r"))
    name = f"{name} at ({q}, {r})"
    kind = content["kind"]
    if not isinstance(kind, str) or kind not in KIND_NAMES:
        raise CityFileError(f"{name}: unknown kind {shown(kind)}")
    level = read_whole_number(content["level"], 1, MAX_LEVEL, f"{name}: level")
    return Axial(q, r), TopHex(Kind(kind), level)


def _read_rules(content: Mapping[str, object]) -> Rules:
    variants = content.get("variants", [])
    if not isinstance(variants, list) or not all(isinstance(name, str) for name in variants):
        raise CityFileError(f"variants {shown(variants)} is not a list of names")
    rulings = _read_object(content.get("rulings", {}), RULING_CHOICES, "rulings")
    try:
        rules = Rules(named_variants(variants))
        for name, value in rulings.items():
            rules = rules.with_ruling(name, value)
    except RulesError as error:
        raise CityFileError(str(error)) from error
    return rules
