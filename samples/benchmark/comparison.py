"""Two readings of the same photos: what the second puts right, and what it spoils."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from samples.benchmark.matching import CityPair
from samples.benchmark.reading import PhotoReading


@dataclass(frozen=True)
class Comparison:
    """Hexes and cities that only one of two readings got right."""

    hexes_mended: int
    hexes_spoiled: int
    cities_mended: int
    cities_spoiled: int


def compare(before: Sequence[PhotoReading], after: Sequence[PhotoReading]) -> Comparison:
    """Compare readings of the same photos in the same order."""
    photos = list(zip(before, after, strict=True))
    true_cities = [pair for old, new in photos for pair in zip(_true(old), _true(new), strict=True)]
    hexes = [_hex_changes(old, new) for old, new in true_cities]
    false = [_false_count(old) - _false_count(new) for old, new in photos]
    return Comparison(
        hexes_mended=sum(mended for mended, _ in hexes) + sum(max(gone, 0) for gone in false),
        hexes_spoiled=sum(spoiled for _, spoiled in hexes) + sum(max(-gone, 0) for gone in false),
        cities_mended=sum(new.is_perfect and not old.is_perfect for old, new in true_cities),
        cities_spoiled=sum(old.is_perfect and not new.is_perfect for old, new in true_cities),
    )


def _true(reading: PhotoReading) -> list[CityPair]:
    """The true cities, which `match_cities` gives in the order of the truth."""
    return [pair for pair in reading.cities if pair.truth is not None]


def _hex_changes(old: CityPair, new: CityPair) -> tuple[int, int]:
    right_before, right_after = _right_places(old), _right_places(new)
    return len(right_after - right_before), len(right_before - right_after)


def _right_places(pair: CityPair) -> set[tuple[int, int]]:
    return {hex_.truth.place for hex_ in pair.hexes if hex_.truth is not None and hex_.is_right}


def _false_count(reading: PhotoReading) -> int:
    return sum(hex_.is_false for pair in reading.cities for hex_ in pair.hexes)
