"""The same figures by tilt, by table, by level and by kind, and what is taken for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from samples.benchmark.matching import HexPair
from samples.benchmark.measures import Figures, HexTest, measure, measure_hexes
from samples.benchmark.reading import PhotoReading
from samples.benchmark.truth import TruthHex
from scanner.result import ReadHex
from scoring.kinds import Kind

Label = Kind | int
LabelOf = Callable[[TruthHex | ReadHex], Label]

TILT_BAND_DEG = 10
NOT_SAID = "not said"
NOTHING = "nothing"
"""Stands for no hex: the reading of a missed one, the truth of a false one."""


@dataclass(frozen=True)
class Breakdown:
    """One way to part the photos or hexes, each part with its figures."""

    title: str
    parts: Mapping[str, Figures]


@dataclass(frozen=True)
class Confusion:
    """How often a true label (row) was read as a label (column)."""

    title: str
    labels: tuple[str, ...]
    counts: Mapping[tuple[str, str], int]

    def count(self, true: str, read: str) -> int:
        return self.counts.get((true, read), 0)


def breakdowns(readings: Sequence[PhotoReading]) -> tuple[Breakdown, ...]:
    return (
        _by_photo("tilt", readings, _tilt_band),
        _by_photo("table", readings, lambda reading: reading.photo.truth.table or NOT_SAID),
        _by_hex("level", readings, lambda hex_: hex_.level),
        _by_hex("kind", readings, lambda hex_: hex_.kind),
    )


def confusions(readings: Sequence[PhotoReading]) -> tuple[Confusion, Confusion]:
    return (
        _confusion("kind", readings, lambda hex_: hex_.kind),
        _confusion("level", readings, lambda hex_: hex_.level),
    )


def _by_photo(title: str, readings: Sequence[PhotoReading], name_of: Callable[[PhotoReading], str]) -> Breakdown:
    parts: dict[str, list[PhotoReading]] = {}
    for reading in readings:
        parts.setdefault(name_of(reading), []).append(reading)
    return Breakdown(title, {name: measure(parts[name]) for name in sorted(parts)})


def _tilt_band(reading: PhotoReading) -> str:
    tilt_deg = reading.photo.truth.tilt_deg
    if tilt_deg is None:
        return NOT_SAID
    low = int(tilt_deg // TILT_BAND_DEG) * TILT_BAND_DEG
    return f"{low:02d}-{low + TILT_BAND_DEG:02d} deg"


def _by_hex(title: str, readings: Sequence[PhotoReading], label: LabelOf) -> Breakdown:
    labels = _in_order({label(_label_hex(pair)) for pair in _all_hexes(readings)})
    return Breakdown(title, {str(part): measure_hexes(readings, _labelled(label, part)) for part in labels})


def _labelled(label: LabelOf, part: Label) -> HexTest:
    return lambda pair: label(_label_hex(pair)) == part


def _label_hex(pair: HexPair) -> TruthHex | ReadHex:
    """What a pair is sorted by: its truth, or for a false hex what it was taken for."""
    label = pair.truth or pair.read
    assert label is not None
    return label


def _confusion(title: str, readings: Sequence[PhotoReading], label: LabelOf) -> Confusion:
    pairs = _all_hexes(readings)
    labels = _in_order({label(hex_) for pair in pairs for hex_ in (pair.truth, pair.read) if hex_})
    counts = Counter(
        (str(label(pair.truth)) if pair.truth else NOTHING, str(label(pair.read)) if pair.read else NOTHING)
        for pair in pairs
    )
    return Confusion(title, (*(str(one) for one in labels), NOTHING), counts)


def _in_order(labels: set[Label]) -> list[Label]:
    """Kinds as the game lists them, levels from the table up."""
    return sorted(labels, key=lambda label: list(Kind).index(label) if isinstance(label, Kind) else label)


def _all_hexes(readings: Sequence[PhotoReading]) -> list[HexPair]:
    return [hex_ for reading in readings for pair in reading.cities for hex_ in pair.hexes]
