"""Three invented sets: kinds before, and after two corrected photos; and the known set with all profiles loaded."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path

from calibration.learn_tiles import LearnedTiles, learn_tiles
from calibration.tile_examples import CheckedHex, TileExamples, examples_of, joined
from samples.benchmark.bars import Bar
from samples.benchmark.labelled_photos import LabelledFolder, LabelledPhoto
from samples.benchmark.matching import HexPair
from samples.benchmark.measures import Share
from samples.benchmark.reading import PhotoReading
from samples.calibration_bench.shots import MESSAGES, SIZE_PX, drawn, readings
from samples.faces.invented import INVENTED_SETS
from samples.invented_photos import plan_invented_photo
from samples.plan import PhotoPlan, plan_photo
from samples.settings import StudioSettings
from scanner.own_tiles import TileProfile
from scanner.profiles import Profiles

FIRST_SEED = 9_300_000
LESSON_HEXES = 25
LESSON_CHOICE = 6
MOST_LOST = 0.001


def tiles_bars(out: Path, photos: int) -> list[Bar]:
    bars, profiles = [], []
    for number, name in enumerate(INVENTED_SETS):
        seeds = range(FIRST_SEED + 1000 * number, FIRST_SEED + 1000 * number + photos)
        folder = drawn(out / f"invented-{number}", seeds, partial(plan_invented_photo, set_name=name, size_px=SIZE_PX))
        lessons = _lessons(folder)
        rest = replace(folder, photos=tuple(photo for photo in folder.photos if photo not in lessons))
        learned = _learned(name, lessons)
        profiles.append(learned.profile)
        bars += _set_bars(name, rest, learned.profile)
        MESSAGES.print(f"{name}: {learned.proof.sentence()}")
    return bars + _stock_bars(out, photos, tuple(profiles))


def _known_plan(seed: int) -> PhotoPlan:
    return plan_photo(seed, StudioSettings(preset="table", size_px=SIZE_PX, cities=1))


def _lessons(folder: LabelledFolder) -> tuple[LabelledPhoto, ...]:
    """Two of the first whole cities that together show every kind as often as can be, as a player would choose."""
    whole = [photo for photo in folder.photos if _is_whole_city(photo)][:LESSON_CHOICE]
    return max(combinations(whole, 2), key=_kinds_shown)


def _is_whole_city(photo: LabelledPhoto) -> bool:
    hexes = [hex_ for city in photo.truth.cities for hex_ in city.hexes]
    return len(hexes) >= LESSON_HEXES and all(hex_.visible > 0.5 for hex_ in hexes)


def _kinds_shown(photos: tuple[LabelledPhoto, ...]) -> int:
    """Hexes, of each kind no more than three."""
    shown = Counter(hex_.kind for photo in photos for city in photo.truth.cities for hex_ in city.hexes)
    return sum(min(count, 3) for count in shown.values())


def _learned(name: str, lessons: tuple[LabelledPhoto, ...]) -> LearnedTiles:
    return learn_tiles(name, joined([_examples(photo) for photo in lessons]))


def _examples(photo: LabelledPhoto) -> TileExamples:
    hexes = [hex_ for city in photo.truth.cities for hex_ in city.hexes if hex_.is_asked]
    checked = [CheckedHex(hex_.centre_px, hex_.kind) for hex_ in hexes if hex_.centre_px is not None]
    return examples_of(photo.path.name, photo.path, checked)


def _set_bars(name: str, folder: LabelledFolder, profile: TileProfile) -> list[Bar]:
    before = readings(folder, f"{name}, before")
    after = readings(folder, f"{name}, after", Profiles(tiles=(profile,)))
    found = Share.of(hex_.is_found for hex_ in _hexes(after) if hex_.truth is not None)
    return [
        Bar(f"{name}: kinds right before", _kinds(before), 0.0, is_floor=True),
        Bar(f"{name}: hexes found after", found, 0.0, is_floor=True),
        Bar(f"{name}: kinds right after two photos", _kinds(after), 0.99, is_floor=True),
        Bar(f"{name}: cities perfect in kind", _perfect_in_kind(after), 0.85, is_floor=True),
    ]


def _hexes(read: tuple[PhotoReading, ...]) -> list[HexPair]:
    return [hex_ for reading in read for city in reading.cities for hex_ in city.hexes]


def _kinds(read: tuple[PhotoReading, ...]) -> Share:
    """Of the hexes that were found."""
    return Share.of(hex_.is_kind_right for hex_ in _hexes(read) if hex_.is_found)


def _perfect_in_kind(read: tuple[PhotoReading, ...]) -> Share:
    cities = [city for reading in read for city in reading.cities if city.is_asked]
    return Share.of(all(hex_.is_kind_right for hex_ in city.hexes) for city in cities)


def _stock_bars(out: Path, photos: int, profiles: tuple[TileProfile, ...]) -> list[Bar]:
    """The known set, read as ever and with all invented sets known."""
    seeds = range(FIRST_SEED + 9000, FIRST_SEED + 9000 + photos)
    folder = drawn(out / "known-set", seeds, _known_plan)
    plain, loaded = (
        _kinds(readings(folder, "Known set")),
        _kinds(readings(folder, "Known set", Profiles(tiles=profiles))),
    )
    lost = (plain.fraction or 0.0) - (loaded.fraction or 0.0)
    return [
        Bar("known set: kinds right", plain, 0.0, is_floor=True),
        Bar("known set, lost with the profiles loaded", 100 * lost, 100 * MOST_LOST, is_floor=False, unit="points"),
    ]
