"""Measures every demand on calibration; exit code 1 if one is not met."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from samples.benchmark.bars import Bar, printed_bars
from samples.calibration_bench.camera_part import camera_bars
from samples.calibration_bench.colour_part import colour_bars
from samples.calibration_bench.corner_part import corner_bars
from samples.calibration_bench.sheets_part import sheets_bars
from samples.calibration_bench.tiles_part import tiles_bars

PARTS = ("camera", "corner", "tiles", "colour", "sheets")
TIMES_MORE_FOR_LEVELS = 2
"""Levels go wrong in few photos, so those parts need more of them."""


def main() -> int:
    options = _options()
    bars: list[Bar] = []
    for part in options.only or PARTS:
        bars += _bars(part, options.out, options.photos)
    Console(width=None if sys.stdout.isatty() else 130).print(printed_bars(tuple(bars)))
    return 0 if all(bar.is_met for bar in bars) else 1


def _bars(part: str, out: Path, photos: int) -> list[Bar]:
    if part == "camera":
        return camera_bars(out, TIMES_MORE_FOR_LEVELS * photos)
    if part == "corner":
        return corner_bars(out, TIMES_MORE_FOR_LEVELS * photos)
    if part == "tiles":
        return tiles_bars(out, photos)
    return colour_bars() if part == "colour" else sheets_bars()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench-calibration", description=__doc__)
    parser.add_argument("--photos", type=int, default=40, help="city photos in each part")
    parser.add_argument("--out", type=Path, default=Path("out") / "bench-calibration")
    parser.add_argument("--only", action="append", choices=PARTS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
