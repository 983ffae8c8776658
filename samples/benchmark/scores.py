"""What reading mistakes do to the score."""

from __future__ import annotations

from typing import NamedTuple

from samples.benchmark.matching import CityPair
from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.rules import ALL_VARIANTS, Rules
from scoring.score_sheet import score

PLAIN, WITH_ALL_VARIANTS = Rules(), Rules(variants=ALL_VARIANTS)


class Totals(NamedTuple):
    """Points under the default rulings: without variants, and with all five."""

    plain: int
    all_variants: int


class ScoreGap(NamedTuple):
    """How many points too many (or, below zero, too few) a reading gives."""

    plain: int
    all_variants: int


def totals_of(city: City, stones: int = 0) -> Totals:
    return Totals(score(city, PLAIN, stones).total, score(city, WITH_ALL_VARIANTS, stones).total)


def score_gap(pair: CityPair) -> ScoreGap:
    """The true score against that of the reading. A city that was not read scores nothing."""
    assert pair.truth is not None
    true = totals_of(pair.truth.city())
    read = totals_of(city_as_read(pair))
    return ScoreGap(read.plain - true.plain, read.all_variants - true.all_variants)


def city_as_read(pair: CityPair) -> City:
    """The reading on the true lattice, completed by the truth where a top is hardly seen."""
    assert pair.truth is not None
    tops: dict[Axial, TopHex] = {}
    if pair.read is not None and pair.alignment is not None:
        tops = {pair.alignment.of(hex_.place): TopHex(hex_.kind, hex_.level) for hex_ in pair.read.hexes}
    tops |= {hex_.place: TopHex(hex_.kind, hex_.level) for hex_ in pair.truth.hexes if not hex_.is_asked}
    return City(tops)
