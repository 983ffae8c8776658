"""Everything a benchmark has to say, gathered once for the terminal, for JSON and for the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from samples.benchmark.breakdowns import Breakdown, Confusion, breakdowns, confusions
from samples.benchmark.labelled_photos import LabelledFolder, PhotoProblem
from samples.benchmark.measures import Figures, Share, measure
from samples.benchmark.reading import BenchmarkRun, PhotoReading
from samples.benchmark.scores import score_gap

Value = Share | float | int | None


@dataclass(frozen=True)
class Row:
    """One measure: its key in JSON, its words for people, and its value."""

    key: str
    label: str
    value: Callable[[Figures], Value]
    unit: str = ""


ROWS: tuple[Row, ...] = (
    Row("photos", "photos", lambda f: f.photos.count),
    Row("cities", "cities", lambda f: f.cities.perfect.whole),
    Row("hexes_found", "hexes found", lambda f: f.hexes.found),
    Row("false_hexes", "false hexes", lambda f: f.hexes.false),
    Row("kinds_right", "kinds right", lambda f: f.hexes.kinds_right),
    Row("levels_right", "levels right", lambda f: f.hexes.levels_right),
    Row("perfect_cities", "perfect cities", lambda f: f.cities.perfect),
    Row("exact_scores", "exact scores, plain", lambda f: f.cities.exact_plain),
    Row("exact_scores_all_variants", "exact scores, all variants", lambda f: f.cities.exact_all_variants),
    Row("mean_score_error", "mean score error, plain", lambda f: f.cities.mean_error_plain, "points"),
    Row(
        "mean_score_error_all_variants",
        "mean score error, all variants",
        lambda f: f.cities.mean_error_all_variants,
        "points",
    ),
    Row("wrong_hexes_caught", "wrong hexes caught by low confidence", lambda f: f.hexes.wrong_caught),
    Row("sure_hexes_right", "sure hexes that are right", lambda f: f.hexes.sure_right),
    Row("wrong_pointed_out", "imperfect cities with all wrong hexes pointed out", lambda f: f.cities.wrong_pointed_out),
    Row("cities_missed", "cities missed", lambda f: f.cities.missed),
    Row("cities_invented", "cities invented", lambda f: f.cities.invented),
    Row("empty_photos_right", "photos without a city, told as such", lambda f: f.photos.empty_right),
    Row("median_s", "time, median", lambda f: f.photos.median_s, "s"),
    Row("p95_s", "time, 95th percentile", lambda f: f.photos.p95_s, "s"),
    Row("scan_to_decode", "time against decoding the photo, median", lambda f: f.photos.median_decode_ratio, "x"),
)


@dataclass(frozen=True)
class Summary:
    """A finished benchmark."""

    folder: Path
    overall: Figures
    breakdowns: tuple[Breakdown, ...]
    confusions: tuple[Confusion, Confusion]
    worst_first: tuple[PhotoReading, ...]
    problems: tuple[PhotoProblem, ...]
    unlabelled: tuple[Path, ...]
    first_read_s: float | None
    peak_memory_mb: float | None


def summarize(folder: Path, labelled: LabelledFolder, run: BenchmarkRun) -> Summary:
    return Summary(
        folder=folder,
        overall=measure(run.readings),
        breakdowns=breakdowns(run.readings),
        confusions=confusions(run.readings),
        worst_first=tuple(sorted(run.readings, key=_badness)),
        problems=(*labelled.problems, *run.problems),
        unlabelled=labelled.unlabelled,
        first_read_s=run.first_read_s,
        peak_memory_mb=run.peak_memory_mb,
    )


def mistakes(reading: PhotoReading) -> int:
    """Hexes missed, false, or wrong in kind or level."""
    return sum(not hex_.is_right for pair in reading.cities for hex_ in pair.hexes)


def score_error(reading: PhotoReading) -> int:
    """Points that the plain scores of a photo's cities are off."""
    return sum(abs(score_gap(pair).plain) for pair in reading.cities if pair.is_asked)


def _badness(reading: PhotoReading) -> tuple[int, int, str]:
    return -mistakes(reading), -score_error(reading), reading.name
