"""Levels in photos from almost straight above, with the corner sheet in the picture and without it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from samples.benchmark.bars import Bar
from samples.calibration_bench.shots import SIZE_PX, drawn, figures
from samples.corner_photos import plan_from_above

FIRST_SEED = 9_200_000


def corner_bars(out: Path, photos: int) -> list[Bar]:
    seeds = range(FIRST_SEED, FIRST_SEED + photos)
    plans = [partial(plan_from_above, size_px=SIZE_PX, with_sheet=with_sheet) for with_sheet in (False, True)]
    without = drawn(out / "above", seeds, plans[0])
    beside = drawn(out / "above-with-sheet", seeds, plans[1])
    before = figures(without, "Reading without the sheet").hexes.levels_right
    after = figures(beside, "Reading with the sheet").hexes.levels_right
    half = 1 - (1 - (before.fraction or 0.0)) / 2
    return [
        Bar("under 8 degrees: levels right without the sheet", before, 0.0, is_floor=True),
        Bar("under 8 degrees: levels right with the sheet", after, round(half, 4), is_floor=True),
    ]
