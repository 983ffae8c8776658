"""`make bench-scan`: the scanner on studio photos it has never seen, beside what it must reach."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import track

from samples.benchmark.bars import ScannerFigures, printed_bars, scanner_bars
from samples.benchmark.comparison import compare
from samples.benchmark.growth import growth_with_hexes, growth_with_pixels
from samples.benchmark.labelled_photos import LabelledFolder, labelled_photos_in
from samples.benchmark.measures import measure
from samples.benchmark.printed import printed_summary
from samples.benchmark.reading import BenchmarkRun, Reader, peak_memory_mb, read_photos
from samples.benchmark.report import write_report
from samples.benchmark.startup import startup_s
from samples.benchmark.summary import summarize
from samples.chance import VERSION
from samples.reserved_photos import FIRST_RESERVED_SEED, ReservedPhotos, draw_reserved
from scanner.scan_photo import scan_photo

SHARED_FACES = Path(__file__).parents[2] / "shared" / "art"
FIRST_LARGE_SEED = FIRST_RESERVED_SEED + 500_000
LARGE_PHOTOS = 30
LARGE_SIZE_PX = (4000, 3000)
GROWTH_PHOTOS = 8
PROCESSES = 2
MESSAGES = Console(stderr=True)


def main() -> int:
    """Draw, read, print; 1 if a demand is not met."""
    options = _options()
    out: Path = options.out / f"studio-{VERSION}"
    faces = SHARED_FACES if SHARED_FACES.is_dir() else None
    MESSAGES.print("Faces: our own" + (f", and in every second photo those of {faces.name}" if faces else " only"))
    large = min(options.photos, LARGE_PHOTOS)
    studio_folder = _drawn(ReservedPhotos(FIRST_RESERVED_SEED, options.photos, faces, out / "photos"))
    large_folder = _drawn(ReservedPhotos(FIRST_LARGE_SEED, large, faces, out / "large", LARGE_SIZE_PX))
    studio = _read("Reading", studio_folder, scan_photo)
    without_solver = _read("Reading without the solver", studio_folder, partial(scan_photo, solve=False))
    large_run = _read("Reading 12 megapixels", large_folder, scan_photo)
    figures = ScannerFigures(
        studio=measure(studio.readings),
        large=measure(large_run.readings),
        solver=compare(without_solver.readings, studio.readings),
        peak_memory_mb=peak_memory_mb(),
        startup_s=startup_s(),
        pixel_growth=growth_with_pixels(large_folder.photos[:GROWTH_PHOTOS], scan_photo),
        hex_growth=growth_with_hexes(large_run.readings),
    )
    summary = summarize(out / "photos", studio_folder, studio)
    bars = scanner_bars(figures)
    Console(width=None if sys.stdout.isatty() else 150).print(printed_summary(summary), printed_bars(bars), sep="\n")
    write_report(summary, out / "report.html")
    MESSAGES.print(f"The report is in {out / 'report.html'}")
    return 0 if all(bar.is_met for bar in bars) else 1


def _drawn(order: ReservedPhotos) -> LabelledFolder:
    drawing = draw_reserved(order, PROCESSES)
    names = {path.name for path in track(drawing, f"Drawing {order.folder.name}", order.photos, console=MESSAGES)}
    found = labelled_photos_in(order.folder)
    return LabelledFolder(tuple(photo for photo in found.photos if photo.path.name in names), (), found.problems)


def _read(title: str, folder: LabelledFolder, reader: Reader) -> BenchmarkRun:
    run = read_photos(track(folder.photos, title, console=MESSAGES), reader)
    for problem in run.problems:
        MESSAGES.print(f"{problem}", highlight=False, markup=False)
    return run


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench-scan", description=__doc__)
    parser.add_argument("--photos", type=int, default=300)
    parser.add_argument("--out", type=Path, default=Path("out") / "bench-scan")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
