"""`make bench`, the studio's part: how long one core takes to draw a photo."""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

import cv2

from samples.faces.gallery import OWN_PICTURES, own_picture
from samples.settings import Preset, StudioSettings
from samples.studio import draw_photo
from scoring.kinds import Kind

SIZES_PX = ((1600, 1200), (4000, 3000))
AIMS_S = (0.5, 3.0)
FIRST_SEED = 7_000_000
NAMES: tuple[Preset, ...] = ("easy", "table", "hard")


def main() -> None:
    """Process time, so that what else the machine does matters little. Our own faces."""
    photos = _options().photos
    cv2.setNumThreads(1)
    _say(f"studio, once a process: {_prepare_s():.1f} s for {len(Kind) * OWN_PICTURES} pictures of faces")
    for preset in NAMES:
        for size_px, aim_s in zip(SIZES_PX, AIMS_S, strict=True):
            settings = StudioSettings(preset=preset, size_px=size_px)
            times = sorted(_seconds(FIRST_SEED + index, settings) for index in range(photos))
            worst = times[min(int(photos * 0.95), photos - 1)]
            megapixels = size_px[0] * size_px[1] / 1e6
            figures = f"median {median(times):.2f} s, 95 % within {worst:.2f} s (aim {aim_s} s)"
            _say(f"studio, {preset} photo of {megapixels:.1f} megapixels: {figures}")


def _prepare_s() -> float:
    started = process_time()
    for kind in Kind:
        for number in range(OWN_PICTURES):
            own_picture(kind, number)
    return process_time() - started


def _seconds(seed: int, settings: StudioSettings) -> float:
    started = process_time()
    draw_photo(seed, settings)
    return process_time() - started


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--photos", type=int, default=20, help="photos a size and preset")
    return parser.parse_args()


if __name__ == "__main__":
    main()
