"""`make fuzz-scan`: read many mutated photos. Each is read or refused with a sentence, in time."""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track

from scanner.load_photo import UnreadablePhotoError
from scanner.overlay import draw_overlay
from scanner.result_json import result_as_json
from scanner.scan_photo import Stage, scan_photo
from tests.scanner.mutated_photos import mutated_photo

LONGEST_SECONDS = 10.0
HUNG_SECONDS = 300.0


@dataclass(frozen=True)
class FuzzedScan:
    """How one mutated photo fared; `crash` holds the traceback of what should never happen."""

    seed: int
    story: str
    outcome: str
    seconds: float
    crash: str | None = None

    @property
    def is_bad(self) -> bool:
        return self.crash is not None or self.seconds > LONGEST_SECONDS


def fuzz_one(seed: int) -> FuzzedScan:
    photo = mutated_photo(seed)
    # Time that other programs take from a busy machine does not count.
    wall, busy = time.perf_counter(), time.process_time()
    crash = None
    try:
        outcome = _scan(photo.data)
    except UnreadablePhotoError:
        outcome = "refused"
    except Exception:  # noqa: BLE001 - any other error is what this looks for
        outcome, crash = "crash", traceback.format_exc()
    seconds = min(time.perf_counter() - wall, time.process_time() - busy)
    return FuzzedScan(seed, photo.story, outcome, seconds, crash)


def _scan(data: bytes) -> str:
    """Read a photo and do with the reading what the command line does."""
    loaded = []
    result = scan_photo(data, observer=lambda stage, made: loaded.append(made) if stage is Stage.LOAD else None)
    result_as_json(result, "mutated")
    draw_overlay(loaded[0].rgb, result)
    return "city" if result.cities else "no city"


def report(scans: Sequence[FuzzedScan]) -> int:
    """Print what happened; 1 if anything did that must not."""
    counts = Counter(scan.outcome for scan in scans)
    slowest = max(scans, key=lambda scan: scan.seconds)
    lines = [
        f"{len(scans)} mutated photos: " + ", ".join(f"{count} {name}" for name, count in counts.most_common()),
        f"slowest: {slowest.seconds:.1f} s, seed {slowest.seed} ({slowest.story})",
    ]
    bad = [scan for scan in scans if scan.is_bad]
    lines += [f"seed {scan.seed} ({scan.story}): {scan.outcome} after {scan.seconds:.1f} s" for scan in bad]
    lines += [scan.crash for scan in bad if scan.crash]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first-seed", type=int, default=0)
    asked = parser.parse_args()
    scans = []
    seeds = range(asked.first_seed, asked.first_seed + asked.count)
    for seed in track(seeds, "Fuzzing", console=Console(stderr=True), transient=True):
        faulthandler.dump_traceback_later(HUNG_SECONDS, exit=True)
        scans.append(fuzz_one(seed))
    faulthandler.cancel_dump_traceback_later()
    return report(scans)


if __name__ == "__main__":
    sys.exit(main())
