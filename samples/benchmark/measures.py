"""The figures of a benchmark, as counts, so that each can be followed back to its hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np

from samples.benchmark.matching import CityPair, HexPair
from samples.benchmark.reading import PhotoReading
from samples.benchmark.scores import ScoreGap, score_gap

SURE_CONFIDENCE = 0.95
LEAST_SURE_COUNT = 10
"""Among so many least sure hexes of a city a player should find every wrong one."""


class Share(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    @property
    def fraction(self) -> float | None:
        return self.part / self.whole if self.whole else None

    @classmethod
    def of(cls, flags: Iterable[bool]) -> Share:
        values = list(flags)
        return cls(sum(values), len(values))


@dataclass(frozen=True)
class HexFigures:
    """What was measured over some hexes."""

    found: Share
    false: Share
    kinds_right: Share
    levels_right: Share
    wrong_caught: Share
    sure_right: Share


@dataclass(frozen=True)
class CityFigures:
    """What was measured over some cities."""

    perfect: Share
    exact_plain: Share
    exact_all_variants: Share
    mean_error_plain: float | None
    mean_error_all_variants: float | None
    wrong_pointed_out: Share
    missed: int
    invented: int


@dataclass(frozen=True)
class PhotoFigures:
    """What was measured over some photos."""

    count: int
    empty_right: Share
    median_s: float | None
    p95_s: float | None
    median_decode_ratio: float | None


@dataclass(frozen=True)
class Figures:
    """Everything that was measured over some photos. docs/benchmark.md defines each figure."""

    hexes: HexFigures
    cities: CityFigures
    photos: PhotoFigures


HexTest = Callable[[HexPair], bool]


def measure(readings: Sequence[PhotoReading]) -> Figures:
    """Measure some photos, with all their cities and hexes."""
    pairs = [pair for reading in readings for pair in reading.cities]
    hexes = [hex_ for pair in pairs for hex_ in pair.hexes]
    return Figures(_hex_figures(hexes), _city_figures(pairs), _photo_figures(readings))


def measure_hexes(readings: Sequence[PhotoReading], counts: HexTest) -> Figures:
    """Measure only some hexes, the cities that hold such a hex (truly or as read) and the photos of these."""
    chosen = [reading for reading in readings if any(_holds(pair, counts) for pair in reading.cities)]
    pairs = [pair for reading in chosen for pair in reading.cities if _holds(pair, counts)]
    hexes = [hex_ for pair in pairs for hex_ in pair.hexes if counts(hex_)]
    return Figures(_hex_figures(hexes), _city_figures(pairs), _photo_figures(chosen))


def is_sure(hex_: HexPair) -> bool:
    return hex_.read is not None and hex_.read.confidence >= SURE_CONFIDENCE


def wrong_reads(pair: CityPair) -> list[HexPair]:
    """The hexes that were read but not rightly; a missed hex has no confidence to judge."""
    return [hex_ for hex_ in pair.hexes if hex_.read is not None and not hex_.is_right]


def _hex_figures(hexes: Sequence[HexPair]) -> HexFigures:
    found = [hex_ for hex_ in hexes if hex_.is_found]
    read = [hex_ for hex_ in hexes if not hex_.is_missed]
    return HexFigures(
        found=Share.of(hex_.is_found for hex_ in hexes if not hex_.is_false),
        false=Share.of(hex_.is_false for hex_ in read),
        kinds_right=Share.of(hex_.is_kind_right for hex_ in found),
        levels_right=Share.of(hex_.is_level_right for hex_ in found),
        wrong_caught=Share.of(not is_sure(hex_) for hex_ in read if not hex_.is_right),
        sure_right=Share.of(hex_.is_right for hex_ in read if is_sure(hex_)),
    )


def _city_figures(pairs: Sequence[CityPair]) -> CityFigures:
    asked = [pair for pair in pairs if pair.is_asked]
    gaps: list[ScoreGap] = [score_gap(pair) for pair in asked]
    return CityFigures(
        perfect=Share.of(pair.is_perfect for pair in asked),
        exact_plain=Share.of(gap.plain == 0 for gap in gaps),
        exact_all_variants=Share.of(gap.all_variants == 0 for gap in gaps),
        mean_error_plain=fmean(abs(gap.plain) for gap in gaps) if gaps else None,
        mean_error_all_variants=fmean(abs(gap.all_variants) for gap in gaps) if gaps else None,
        wrong_pointed_out=Share.of(_points_out_wrong(pair) for pair in asked if wrong_reads(pair)),
        missed=sum(pair.read is None for pair in asked),
        invented=sum(pair.truth is None for pair in pairs),
    )


def _photo_figures(readings: Sequence[PhotoReading]) -> PhotoFigures:
    scan_s = [reading.scan_s for reading in readings]
    ratios = [reading.scan_s / max(reading.decode_s, 1e-6) for reading in readings]
    return PhotoFigures(
        count=len(readings),
        empty_right=Share.of(
            not reading.cities and not reading.failure for reading in readings if not reading.photo.truth.cities
        ),
        median_s=_percentile(scan_s, 50),
        p95_s=_percentile(scan_s, 95),
        median_decode_ratio=_percentile(ratios, 50),
    )


def _holds(pair: CityPair, counts: HexTest) -> bool:
    return any(counts(hex_) for hex_ in pair.hexes)


def _points_out_wrong(pair: CityPair) -> bool:
    """Whether every wrong hex is among the least sure ones of its city; ties speak against it."""
    confidences = [hex_.read.confidence for hex_ in pair.hexes if hex_.read is not None]
    surest_wrong = max(hex_.read.confidence for hex_ in wrong_reads(pair) if hex_.read is not None)
    return sum(confidence <= surest_wrong for confidence in confidences) <= LEAST_SURE_COUNT


def _percentile(values: Sequence[float], percent: float) -> float | None:
    return float(np.percentile(values, percent)) if values else None
