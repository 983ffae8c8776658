"""The truth beside a photo: its cities, and what is known of how it was taken.

The form is that of the real photographs: `hexes` with q, r, kind and level, or `cities` with one such list each.
The studio adds where each top is seen and how much of it, the size of the picture, and under `drawn` the tilt and
the table. Other keys are left alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import Kind

LEAST_VISIBLE = 0.25
"""A top of which less is seen is not asked for: reading it or leaving it out are both fine."""

SAME_HANDED_LAYOUTS = {
    "flat-top axial, q grows right, r grows down",
    "pointy-top axial, q grows right, r grows down-right",
}
"""In both, r points 60 degrees clockwise of q, so that they differ by a turn and never by a mirror."""

MAX_TRUTH_BYTES = 20_000_000

Point = tuple[FiniteFloat, FiniteFloat]


class TruthError(ValueError):
    """A truth file that cannot be used; the message says why."""


@dataclass(frozen=True)
class TruthHex:
    """One visible top. Pixels are of the upright photo, as in `scanner.result.ReadHex`."""

    place: Axial
    kind: Kind
    level: int
    centre_px: tuple[float, float] | None = None
    outline_px: tuple[tuple[float, float], ...] = ()
    visible: float = 1.0
    """The share of it that is in the photo and not behind anything."""

    @property
    def is_asked(self) -> bool:
        return self.visible >= LEAST_VISIBLE


@dataclass(frozen=True)
class TruthCity:
    """One city of a photo, largest part of it or not."""

    hexes: tuple[TruthHex, ...]
    stones: int = 0

    def city(self) -> City:
        return City({hex_.place: TopHex(hex_.kind, hex_.level) for hex_ in self.hexes})


@dataclass(frozen=True)
class Truth:
    """What a truth file says. No city at all is a truth too."""

    photo: str | None
    cities: tuple[TruthCity, ...]
    tilt_deg: float | None = None
    table: str | None = None
    size_px: tuple[int, int] | None = None
    expected: Mapping[str, int] | None = None
    """Totals by name (`plain`, `all_variants`), where the file gives them for its one city."""


_Coordinate = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class _Hex(BaseModel):
    q: _Coordinate
    r: _Coordinate
    kind: Kind
    level: Annotated[int, Field(ge=1, le=99)]
    centre_px: Point | None = None
    outline_px: tuple[Point, ...] = ()
    visible: Annotated[float, Field(ge=0, le=1)] = 1.0


class _City(BaseModel):
    hexes: list[_Hex]
    stones: Annotated[int, Field(ge=0)] = 0
    layout: str | None = None


class _Expected(BaseModel):
    plain: int | None = None
    all_variants: int | None = None


class _Facts(BaseModel):
    tilt_deg: FiniteFloat | None = None
    table: str | None = None


class _File(_Facts):
    model_config = ConfigDict(extra="ignore")

    photo: str | None = None
    layout: str | None = None
    stones: Annotated[int, Field(ge=0)] = 0
    hexes: list[_Hex] | None = None
    cities: list[_City] | None = None
    expected: _Expected | None = None
    width_px: int | None = None
    height_px: int | None = None
    drawn: _Facts = _Facts()


def read_truth(path: Path) -> Truth:
    """Read a truth file; anything that is not one raises TruthError."""
    return truth_from(_json_of(path))


def truth_from(content: object) -> Truth:
    """Check the content of a truth file."""
    if not isinstance(content, dict):
        raise TruthError(f"it holds {str(content)[:40]!r}, not a JSON object")
    try:
        file = _File.model_validate(content)
    except ValidationError as error:
        raise TruthError(_first_problem(error)) from None
    if file.cities is None and file.hexes is None:
        raise TruthError("neither `hexes` nor `cities` is given")
    cities = file.cities if file.cities is not None else [_City(hexes=file.hexes or [], stones=file.stones)]
    for layout in (file.layout, *(city.layout for city in cities)):
        _check_layout(layout)
    return Truth(
        photo=file.photo,
        cities=tuple(_truth_city(city) for city in cities if city.hexes),
        tilt_deg=file.tilt_deg if file.tilt_deg is not None else file.drawn.tilt_deg,
        table=file.table or file.drawn.table,
        size_px=(file.width_px, file.height_px) if file.width_px and file.height_px else None,
        expected=file.expected.model_dump(exclude_none=True) if file.expected else None,
    )


def _json_of(path: Path) -> object:
    try:
        with path.open("rb") as stream:
            written = stream.read(MAX_TRUTH_BYTES + 1)
    except OSError as error:
        raise TruthError(f"the truth file cannot be read ({error.strerror})") from None
    if len(written) > MAX_TRUTH_BYTES:
        raise TruthError(f"the truth file has more than {MAX_TRUTH_BYTES // 1_000_000} MB")
    try:
        content: object = json.loads(written)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise TruthError(f"the truth file is not JSON ({error})") from None
    except ValueError:  # the only one left
        raise TruthError("a number of the truth file has thousands of digits") from None
    return content


def _check_layout(layout: str | None) -> None:
    if layout is not None and layout not in SAME_HANDED_LAYOUTS:
        known = "; ".join(sorted(SAME_HANDED_LAYOUTS))
        raise TruthError(f"layout '{layout}' is unknown, so it might be mirrored (known: {known})")


def _truth_city(city: _City) -> TruthCity:
    hexes = tuple(_truth_hex(hex_) for hex_ in city.hexes)
    seen: set[Axial] = set()
    for hex_ in hexes:
        if hex_.place in seen:
            raise TruthError(f"two hexes lie at q = {hex_.place.q}, r = {hex_.place.r}")
        seen.add(hex_.place)
    return TruthCity(hexes, city.stones)


def _truth_hex(hex_: _Hex) -> TruthHex:
    return TruthHex(
        place=Axial(hex_.q, hex_.r),
        kind=hex_.kind,
        level=hex_.level,
        centre_px=hex_.centre_px,
        outline_px=hex_.outline_px,
        visible=hex_.visible,
    )


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(step) for step in first["loc"]) or "the file"
    return f"{where}: {first['msg'].lower()}, not {str(first['input'])[:40]!r}"
