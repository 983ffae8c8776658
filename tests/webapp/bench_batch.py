"""`make bench-batch`: speed, memory and sameness of batches over samples and studio photos, beside what must hold."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
from rich.console import Console
from rich.progress import track
from rich.table import Table

from samples.bench_scan import SHARED_FACES
from samples.chance import VERSION
from samples.reserved_photos import FIRST_RESERVED_SEED, ReservedPhotos, draw_reserved
from scanner.scan_photo import scan_photo
from scoring.rules import Rules
from webapp.batch.journal import Entry
from webapp.batch.photo_reader import scan_json
from webapp.batch.result_files import row_data
from webapp.batch.rows import RowMaker
from webapp.batch.seats import Seats

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples" / "photos"
# The photos of `make bench-scan`, so that they are drawn once.
DRAWN = ROOT / "out" / "bench-scan" / f"studio-{VERSION}" / "photos"
FEW, MANY = 50, 500
LEAST_SPEEDUP, MOST_GROWTH = 1.75, 0.15
SAMPLE_EVERY_S = 0.1
MESSAGES = Console(stderr=True)


@dataclass(frozen=True)
class Run:
    """One `akroscan batch` in a process of its own."""

    photos: int
    seconds: float
    peak_mb: float
    results: bytes

    @property
    def rate(self) -> float:
        return self.photos / self.seconds


@dataclass(frozen=True)
class Bar:
    name: str
    value: str
    demand: str
    is_met: bool


def main() -> int:
    """Draw, run, print; 1 if a demand is not met."""
    options = _options()
    out: Path = options.out
    photos = [*sorted(SAMPLES.glob("*.jpg")), *_studio_photos(options.photos)]
    one, two = (_run(photos, out / f"workers{count}", "--workers", str(count)) for count in (1, 2))
    cluster = _run(photos, out / "dask", "--engine", "dask", "--workers", "2")
    alone = "".join(_rows_alone(path) for path in track(photos, "Scanning singly", console=MESSAGES)).encode()
    few, many = (_run(_repeated(photos, count, out), out / f"memory{count}") for count in (options.few, options.many))
    speedup = one.seconds / two.seconds
    growth = many.peak_mb / few.peak_mb - 1
    bars = [
        Bar(f"two workers against one, {len(photos)} photos", f"{speedup:.2f} x", f"{LEAST_SPEEDUP} x",
            speedup >= LEAST_SPEEDUP),
        Bar("photos a second, one worker", f"{one.rate:.2f}", "", is_met=True),
        Bar("photos a second, two workers", f"{two.rate:.2f}", "", is_met=True),
        Bar("photos a second, Dask with two workers", f"{cluster.rate:.2f}", "", is_met=True),
        Bar("results of 1 and 2 workers and Dask", _sameness(one, two, cluster), "same bytes",
            one.results == two.results == cluster.results),
        Bar("results of the batch and of single scans", "same" if one.results == alone else "differ", "same bytes",
            one.results == alone),
        Bar(f"peak memory, {few.photos} photos", f"{few.peak_mb:.0f} MB", "", is_met=True),
        Bar(f"peak memory, {many.photos} photos", f"{many.peak_mb:.0f} MB ({growth:+.1%})", f"within {MOST_GROWTH:.0%}",
            growth <= MOST_GROWTH),
    ]  # fmt: skip
    _print(bars)
    return 0 if all(bar.is_met for bar in bars) else 1


def _run(photos: list[Path], folder: Path, *options: str) -> Run:
    """Run the command line and watch the memory of all its processes together."""
    MESSAGES.print(f"{folder.name}: {len(photos)} photos", highlight=False)
    subprocess.run(["rm", "-rf", str(folder)], check=True)
    folder.mkdir(parents=True)
    (folder / "photos.txt").write_text("".join(f"{path.absolute()}\n" for path in photos), encoding="utf-8")
    words = ["batch", str(folder / "photos.txt"), "--out", str(folder / "out"), "--no-times", "--no-profiles", *options]
    start = time.perf_counter()
    process = psutil.Popen([sys.executable, "-c", "from webapp.cli import main; main()", *words], cwd=ROOT,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # fmt: skip
    peak_mb = max(_memory_mb(process) for _ in _while_running(process))
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{folder.name} ended with exit code {process.returncode}")
    return Run(len(photos), seconds, peak_mb, (folder / "out" / "results.jsonl").read_bytes())


def _while_running(process: psutil.Popen) -> Iterator[None]:
    yield
    while process.poll() is None:
        time.sleep(SAMPLE_EVERY_S)
        yield


def _memory_mb(process: psutil.Popen) -> float:
    """What these processes hold for themselves, without the libraries they share."""
    held = 0.0
    try:
        for each in (process, *process.children(recursive=True)):
            held += each.memory_full_info().uss / 1e6
    except psutil.Error:  # one of them has just ended
        return 0.0
    return held


def _rows_alone(path: Path) -> str:
    """The lines of results.jsonl that a single scan in this process gives, with all threads of OpenCV."""
    entry = Entry(str(path.absolute()), None, 0.0, None, scan_json(scan_photo(path)))
    rows = RowMaker(Rules(), None, Seats(), with_times=False).rows(entry)
    return "".join(json.dumps(row_data(row), ensure_ascii=False) + "\n" for row in rows)


def _studio_photos(count: int) -> list[Path]:
    faces = SHARED_FACES if SHARED_FACES.is_dir() else None
    drawing = draw_reserved(ReservedPhotos(FIRST_RESERVED_SEED, count, faces, DRAWN), processes=os.cpu_count() or 1)
    return list(track(drawing, "Drawing", count, console=MESSAGES))


def _repeated(photos: list[Path], count: int, out: Path) -> list[Path]:
    """So many different names for the photos."""
    folder = out / f"names{count}"
    folder.mkdir(parents=True, exist_ok=True)
    names = [folder / f"{number:04d}.jpg" for number in range(count)]
    for number, name in enumerate(names):
        name.unlink(missing_ok=True)
        name.symlink_to(photos[number % len(photos)].resolve())
    return names


def _sameness(*runs: Run) -> str:
    return "same" if len({run.results for run in runs}) == 1 else "differ"


def _print(bars: list[Bar]) -> None:
    table = Table("", "measured", "demanded", "")
    for bar in bars:
        mark = ("met" if bar.is_met else "NOT MET") if bar.demand else ""
        table.add_row(bar.name, bar.value, bar.demand, mark)
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench-batch", description=__doc__)
    parser.add_argument("--photos", type=int, default=200, help="studio photos beside the samples")
    parser.add_argument("--few", type=int, default=FEW)
    parser.add_argument("--many", type=int, default=MANY)
    parser.add_argument("--out", type=Path, default=ROOT / "out" / "bench-batch")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
