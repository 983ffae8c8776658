"""What one may ask of the studio, and the three presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Preset = Literal["easy", "table", "hard"]
Range = tuple[float, float]


@dataclass(frozen=True)
class StudioSettings:
    """`faces` is a folder of pictures or None for our own; `own_faces_share` of the photos use our own all the same.

    `size_px` None takes the sizes of phones. `cities` None leaves their number to chance; 0 draws tables without one.
    """

    preset: Preset = "table"
    faces: str | None = None
    own_faces_share: float = 0.3
    size_px: tuple[int, int] | None = None
    cities: int | None = None


@dataclass(frozen=True)
class PresetRanges:
    """How far chance may go.

    `fill` is the share of the frame that the cities fill, `offset` how far off its middle. Shares of photos:
    `no_city`, `more_cities`, `early_share` (cities of few tiles), `distractors`, `cropped`. Strengths in 0..1 and a
    little above: `hardness` (light and camera), `slop` (placing), `print_stray` (colours). Tables have weights.
    """

    tilt_deg: Range
    fill: Range
    offset: float
    hardness: float
    slop: float
    no_city: float
    more_cities: float
    early_share: float
    distractors: float
    cropped: float
    print_stray: float
    long_side_px: Range
    tables: tuple[tuple[str, float], ...]


EASY = PresetRanges(
    tilt_deg=(0, 30),
    fill=(0.7, 0.95),
    offset=0.02,
    hardness=0.0,
    slop=0.4,
    no_city=0.0,
    more_cities=0.0,
    early_share=0.15,
    distractors=0.2,
    cropped=0.0,
    print_stray=0.4,
    long_side_px=(1600, 2400),
    tables=(("wood", 3), ("cloth", 2), ("stone", 1), ("glossy", 1)),
)
TABLE = PresetRanges(
    tilt_deg=(0, 50),
    fill=(0.5, 1.0),
    offset=0.05,
    hardness=0.4,
    slop=0.8,
    no_city=0.04,
    more_cities=0.2,
    early_share=0.28,
    distractors=0.6,
    cropped=0.0,
    print_stray=0.8,
    long_side_px=(1600, 4000),
    tables=(
        ("wood", 4),
        ("cloth", 2),
        ("stone", 1),
        ("glossy", 1),
        ("paper", 1),
        ("checks", 1),
        ("drawn grid", 1.8),
        ("newspaper", 0.6),
        ("mat", 1.5),
    ),
)
HARD = PresetRanges(
    tilt_deg=(0, 50),
    fill=(0.35, 1.1),
    offset=0.1,
    hardness=1.0,
    slop=1.0,
    no_city=0.06,
    more_cities=0.35,
    early_share=0.28,
    distractors=0.85,
    cropped=0.25,
    print_stray=1.1,
    long_side_px=(1600, 4000),
    tables=(
        ("wood", 2),
        ("cloth", 2),
        ("stone", 1),
        ("glossy", 2),
        ("paper", 1.5),
        ("checks", 1.5),
        ("drawn grid", 2.5),
        ("newspaper", 1.2),
        ("mat", 2.5),
    ),
)
PRESETS: dict[str, PresetRanges] = {"easy": EASY, "table": TABLE, "hard": HARD}
