"""The scanner: from a photo to its cities. Reads as the list of its stages."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import numpy as np

from scanner.camera import TILE_THICKNESS, UNIT_HEX_XY
from scanner.find_hexes import find_hexes
from scanner.find_sheet import seen_with_sheet
from scanner.fit_lattice import fit_lattices
from scanner.hex_codes import KIND_ORDER
from scanner.light_balance import in_good_light
from scanner.load_photo import Photo, load_photo
from scanner.patches import PhotoPyramid
from scanner.profiles import NO_PROFILES, Profiles
from scanner.quality import judge_photo
from scanner.read_city import SeenCity, see_cities, without_hexes
from scanner.result import Alternative, NoCity, Quality, ReadCity, ReadHex, ReadTile, ScanResult
from scanner.separate_cities import separate_cities
from scanner.settings import DEFAULT_SETTINGS, ScannerSettings
from scanner.solve_city import SolvedCity, read_without_rules, solve_city
from scoring.city import City, TopHex
from scoring.problems import find_problems


class Stage(StrEnum):
    """The stages of a scan, in order."""

    LOAD = "load"
    FIND = "find"
    LATTICE = "lattice"
    READ = "read"
    SOLVE = "solve"
    JUDGE = "judge"


Made = TypeVar("Made")
Observer = Callable[[Stage, object], None]
"""Told of each finished stage with what it made: for progress, timing and stage pictures."""


def scan_photo(
    source: Path | bytes,
    *,
    players: int | None = None,
    solve: bool = True,
    observer: Observer | None = None,
    settings: ScannerSettings = DEFAULT_SETTINGS,
    profiles: Profiles = NO_PROFILES,
) -> ScanResult:
    """Read the cities of a photo. Raises UnreadablePhotoError for what is no photo.

    `players` tells that the cities are finished ones of a game with so many players. `solve=False` leaves each hex
    as its own evidence reads it, without the rules of the game. `profiles` are what was calibrated before.
    """
    watch = _Watch(observer)
    photo = watch.done(Stage.LOAD, seen_with_sheet(profiles.through_known_lens(load_photo(source))))
    marks = watch.done(Stage.FIND, find_hexes(photo.rgb, settings))
    lit = in_good_light(photo, fit_lattices(marks, settings), settings)
    lattices = watch.done(Stage.LATTICE, lit.lattices)
    pyramid = PhotoPyramid(lit.photo.rgb)
    large = [lattice for lattice in lattices if len(lattice.places) >= settings.min_seed_hexes][
        : settings.most_lattices
    ]
    seen: list[SeenCity] = []
    for lattice in large:
        own_set = next((city.own_set for city in seen if city.own_set), None)
        seen += see_cities(lattice, photo, pyramid, settings, profiles.tiles, own_set)
    seen = watch.done(Stage.READ, _largest(separate_cities(seen), settings.most_cities))
    solved = [_solved(city, players, settings) if solve else _unsolved(city, settings) for city in seen]
    cities = tuple(_read_city(*pair, players) for pair in solved if pair is not None)
    cities = watch.done(Stage.SOLVE, tuple(sorted(cities, key=lambda city: -len(city.hexes))))
    quality = watch.done(Stage.JUDGE, judge_photo(photo, cities))
    no_city = None if cities else (NoCity.TOO_FEW_HEXES if len(marks) else NoCity.NO_HEXES)
    return _result(photo, cities, quality, no_city, watch)


class _Watch:
    """Times the stages and tells the observer."""

    def __init__(self, observer: Observer | None) -> None:
        self.observer = observer
        self.timing_ms: dict[str, float] = {}
        self._last = time.perf_counter()

    def done(self, stage: Stage, made: Made) -> Made:
        now = time.perf_counter()
        self.timing_ms[stage.value] = (now - self._last) * 1000
        if self.observer:
            self.observer(stage, made)
        self._last = time.perf_counter()
        return made


def _result(
    photo: Photo, cities: tuple[ReadCity, ...], quality: Quality, no_city: NoCity | None, watch: _Watch
) -> ScanResult:
    return ScanResult(photo.width_px, photo.height_px, cities, quality, no_city, watch.timing_ms)


def _largest(cities: list[SeenCity], most: int) -> list[SeenCity]:
    return sorted(cities, key=lambda city: -len(city.lattice.places))[:most]


def _solved(city: SeenCity, players: int | None, settings: ScannerSettings) -> tuple[SeenCity, SolvedCity] | None:
    """The city without what turns out to be no hex, and its solution; None if no city is left."""
    solved = solve_city(city.evidence, players, settings)
    while solved.absent:
        rest = without_hexes(city, solved.absent, settings)
        if rest is None:
            return None
        city, solved = rest, solve_city(rest.evidence, players, settings)
    return city, solved


def _unsolved(city: SeenCity, settings: ScannerSettings) -> tuple[SeenCity, SolvedCity] | None:
    """The city of the hexes that look like hexes, each read by its own evidence."""
    doubtful = np.nonzero(city.readings.hex_probability() < settings.plain_hex_probability)[0]
    rest = without_hexes(city, tuple(doubtful.tolist()), settings) if len(doubtful) else city
    return (rest, read_without_rules(rest.evidence)) if rest else None


def _read_city(seen: SeenCity, solved: SolvedCity, players: int | None) -> ReadCity:
    hexes = tuple(_read_hex(seen, solved, index) for index in range(len(seen.lattice.places)))
    places = seen.lattice.places
    tiles = tuple(
        ReadTile(tuple(places[index] for index in tile.members), tile.level, tile.is_start) for tile in solved.tiles
    )
    city = City({hex_.place: TopHex(hex_.kind, hex_.level) for hex_ in hexes})
    problems = find_problems(city, players, finished=players is not None)
    return ReadCity(hexes, tiles, problems, seen.camera.tilt_deg())


def _read_hex(seen: SeenCity, solved: SolvedCity, index: int) -> ReadHex:
    kind_index = int(solved.kind_p[index].argmax())
    level = solved.levels[index]
    centre_px = seen.lattice.marks.centres_px[index]
    return ReadHex(
        place=seen.lattice.places[index],
        kind=KIND_ORDER[kind_index],
        level=level,
        kind_confidence=float(solved.kind_p[index, kind_index]),
        level_confidence=float(solved.level_p[index, level - 1]),
        alternatives=_alternatives(solved, index, kind_index, level),
        centre_px=(float(centre_px[0]), float(centre_px[1])),
        outline_px=_outline_px(seen, index, level),
        hex_confidence=float(solved.hex_p[index]),
    )


def _alternatives(solved: SolvedCity, index: int, kind_index: int, level: int) -> tuple[Alternative, ...]:
    """The three most probable other readings."""
    joint = np.outer(solved.kind_p[index], solved.level_p[index])
    joint[kind_index, level - 1] = -1
    best = np.argsort(-joint, axis=None, kind="stable")[:3]
    kinds, levels = np.unravel_index(best, joint.shape)
    return tuple(
        Alternative(KIND_ORDER[int(kind)], int(own) + 1, float(joint[kind, own]))
        for kind, own in zip(kinds, levels, strict=True)
    )


def _outline_px(seen: SeenCity, index: int, level: int) -> tuple[tuple[float, float], ...]:
    """The hex on the plane of its level, moved onto the centre that was seen."""
    centre_xy = np.array(seen.lattice.places[index].centre_xy())
    around = np.vstack([centre_xy, centre_xy + UNIT_HEX_XY])
    seen_px = seen.camera.project(np.column_stack([around, np.full(7, -level * TILE_THICKNESS)]))
    corners = seen_px[1:] - seen_px[0] + seen.lattice.marks.centres_px[index]
    return tuple((float(x), float(y)) for x, y in corners)
