"""A reader that knows the truth and damages it in a known way, and the labelled photos it reads."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from samples.benchmark.labelled_photos import labelled_photos_in
from samples.benchmark.measures import Figures, measure
from samples.benchmark.reading import BenchmarkRun, Reader, read_photos
from samples.benchmark.truth import TruthCity, read_truth
from scanner.result import Quality, ReadCity, ReadHex, ScanResult
from scoring.axial import Axial
from scoring.city import City
from scoring.kinds import Kind
from scoring.random_games import play_game

WIDTH_PX, HEIGHT_PX = 1600, 1200
SIZE_PX = 30.0
Damage = Callable[[list[ReadCity]], Sequence[ReadCity]]


def some_city(seed: int = 1) -> City:
    return play_game(seed, 2)[0].city


def truth_hexes(city: City, *, centre_px: tuple[float, float] | None = (800.0, 600.0)) -> list[dict[str, object]]:
    """The hexes of a truth file; with a centre also where in the photo each is."""
    hexes: list[dict[str, object]] = []
    for place, top in city.hexes.items():
        entry: dict[str, object] = {"q": place.q, "r": place.r, "kind": top.kind.value, "level": top.level}
        if centre_px is not None:
            x, y = place.centre_xy()
            entry["centre_px"] = (centre_px[0] + SIZE_PX * x, centre_px[1] + SIZE_PX * y)
        hexes.append(entry)
    return hexes


def write_photo(folder: Path, name: str, truth: dict[str, object] | None) -> Path:
    """A plain picture with its truth beside it."""
    path = folder / name
    Image.new("RGB", (WIDTH_PX, HEIGHT_PX), (120, 100, 80)).save(path)
    if truth is not None:
        path.with_suffix(".json").write_text(json.dumps(truth), encoding="utf-8")
    return path


def reader_of_truth(damage: Damage = list) -> Reader:
    """Reads what the truth beside a photo says, then damages it."""

    def read(path: Path) -> ScanResult:
        cities = [_read_city(city) for city in read_truth(path.with_suffix(".json")).cities]
        return ScanResult(WIDTH_PX, HEIGHT_PX, tuple(damage(cities)), Quality())

    return read


def run(folder: Path, damage: Damage = list) -> BenchmarkRun:
    return read_photos(labelled_photos_in(folder).photos, reader_of_truth(damage))


def figures(folder: Path, damage: Damage = list) -> Figures:
    measured = run(folder, damage)
    assert measured.readings, measured.problems
    return measure(measured.readings)


def in_first_city(change: Callable[[ReadCity], ReadCity]) -> Damage:
    return lambda cities: [change(cities[0]), *cities[1:]]


def without_hex(index: int) -> Callable[[ReadCity], ReadCity]:
    return lambda city: replace(city, hexes=city.hexes[:index] + city.hexes[index + 1 :])


def with_change(index: int, **changes: object) -> Callable[[ReadCity], ReadCity]:
    """One hex of the city read differently."""

    def change(city: ReadCity) -> ReadCity:
        hexes = list(city.hexes)
        hexes[index] = replace(hexes[index], **changes)
        return replace(city, hexes=tuple(hexes))

    return change


def with_false_hex(confidence: float = 1.0) -> Callable[[ReadCity], ReadCity]:
    """A quarry beside the city, where there is nothing."""

    def change(city: ReadCity) -> ReadCity:
        rightmost = max((hex_.place for hex_ in city.hexes), key=lambda place: place.q)
        place = Axial(rightmost.q + 1, rightmost.r)
        return replace(city, hexes=(*city.hexes, _read_hex(place, Kind.QUARRY, 1, (0.0, 0.0), confidence)))

    return change


def turned(sixths: int, step: Axial) -> Callable[[ReadCity], ReadCity]:
    return lambda city: _with_places(city, lambda place: place.turned(sixths).moved(step))


def mirrored(city: ReadCity) -> ReadCity:
    return _with_places(city, Axial.mirrored)


def other_kind(kind: Kind) -> Kind:
    return Kind.MARKET if kind is Kind.HOUSE else Kind.HOUSE


def _with_places(city: ReadCity, change: Callable[[Axial], Axial]) -> ReadCity:
    return replace(city, hexes=tuple(replace(hex_, place=change(hex_.place)) for hex_ in city.hexes))


def _read_city(city: TruthCity) -> ReadCity:
    hexes = [_read_hex(hex_.place, hex_.kind, hex_.level, hex_.centre_px or (0.0, 0.0)) for hex_ in city.hexes]
    return ReadCity(tuple(hexes), (), (), tilt_deg=0.0)


def _read_hex(place: Axial, kind: Kind, level: int, centre_px: tuple[float, float], confidence: float = 1.0) -> ReadHex:
    x, y = centre_px
    corners = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
    outline_px = tuple((x + SIZE_PX * dx, y + SIZE_PX * dy) for dx, dy in corners)
    return ReadHex(place, kind, level, confidence, 1.0, (), centre_px, outline_px)
