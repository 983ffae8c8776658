"""What a scan gives: cities, each hex with its evidence, and a verdict on the photo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.axial import Axial
from scoring.city import City, TopHex
from scoring.kinds import Kind
from scoring.problems import Problem


@dataclass(frozen=True)
class Alternative:
    """Another reading of a hex, and how probable it is."""

    kind: Kind
    level: int
    probability: float


@dataclass(frozen=True)
class ReadHex:
    """One hex as read. Pixels are of the upright photo, x to the right, y down, (0, 0) the top left corner."""

    place: Axial
    kind: Kind
    level: int
    kind_confidence: float
    level_confidence: float
    alternatives: tuple[Alternative, ...]
    centre_px: tuple[float, float]
    outline_px: tuple[tuple[float, float], ...]
    hex_confidence: float = 1.0
    """How probable it is that a hex lies there at all."""

    @property
    def confidence(self) -> float:
        """How probable it is that there is a hex of this kind on this level."""
        return self.hex_confidence * self.kind_confidence * self.level_confidence


@dataclass(frozen=True)
class ReadTile:
    """Three visible hexes (or four of the starting tile) that were read as one tile."""

    places: tuple[Axial, ...]
    level: int
    is_start: bool


@dataclass(frozen=True)
class ReadCity:
    """One city of the photo."""

    hexes: tuple[ReadHex, ...]
    tiles: tuple[ReadTile, ...]
    problems: tuple[Problem, ...]
    tilt_deg: float

    def city(self) -> City:
        return City({hex_.place: TopHex(hex_.kind, hex_.level) for hex_ in self.hexes})


class Flaw(StrEnum):
    """What is wrong with a photo."""

    TOO_DARK = "too_dark"
    TOO_BRIGHT = "too_bright"
    BLURRED = "blurred"
    GLARE = "glare"
    CUT_OFF = "cut_off"
    TOO_STEEP = "too_steep"
    TOO_FLAT = "too_flat"
    TOO_SMALL = "too_small"


@dataclass(frozen=True)
class Quality:
    """The verdict on a photo; every flaw comes with a hint for a better one in `scanner.quality.HINTS`."""

    flaws: tuple[Flaw, ...] = ()

    @property
    def is_good(self) -> bool:
        return not self.flaws


class NoCity(StrEnum):
    """Why no city was found."""

    NO_HEXES = "no_hexes"
    TOO_FEW_HEXES = "too_few_hexes"


@dataclass(frozen=True)
class ScanResult:
    """The reading of one photo. Cities come largest first; without any, `no_city` says why."""

    width_px: int
    height_px: int
    cities: tuple[ReadCity, ...]
    quality: Quality
    no_city: NoCity | None = None
    timing_ms: Mapping[str, float] = field(default_factory=dict)
